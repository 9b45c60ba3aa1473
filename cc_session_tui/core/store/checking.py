"""How a session is to be checked while a client may be at work on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.store.working import is_written
from cc_session_tui.core.transcript.open_findings import open_findings

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.chain.findings.found import Look


def look_of(path: Path, claude_dir: Path) -> Look:
    """What finds what is wrong with the session at PATH, by what its client in CLAUDE_DIR does now."""
    return open_findings if is_written(path, claude_dir) else findings

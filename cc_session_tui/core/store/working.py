"""Whether a client is at work on a session's file: what is not there yet is not missing then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.source import FileSource
from cc_session_tui.core.store.clients import by_session, running_clients
from cc_session_tui.core.store.layout import AGENT, METADATA, SUFFIX
from cc_session_tui.core.store.small import read_object

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from cc_session_tui.core.store.models import RunningClient

_NS_PER_MS: Final = 1_000_000


def is_written(path: Path, claude_dir: Path) -> bool:
    """Whether a client of CLAUDE_DIR is at work on the file at PATH now."""
    return is_at_work(path, running_clients(claude_dir))


def is_begun(path: Path, claude_dir: Path) -> bool:
    """Whether a client of CLAUDE_DIR is at work on the file at PATH now, and its last line has no end yet."""
    try:
        source = FileSource(path)
        size = source.size()
        return bool(size) and source.read(size - 1, 1) != b"\n" and is_written(path, claude_dir)
    except ReadError:
        return False


def is_at_work(path: Path, clients: Iterable[RunningClient]) -> bool:
    """Whether one of CLIENTS is at work on the file at PATH, a session's or that of a subagent."""
    sessions = by_session(clients)
    if path.name.startswith(AGENT):
        client = next((sessions[folder.name] for folder in path.parents if folder.name in sessions), None)
        return client is not None and _goes_on(path, client)
    client = sessions.get(path.stem)
    return client is not None and client.is_at_work


def _goes_on(path: Path, client: RunningClient) -> bool:
    """Whether CLIENT may be at work on the subagent's file at PATH: also in the background, when it is idle itself."""
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return False
    return not is_left_over(changed, client) and not has_finished(str(path))


def is_left_over(mtime_ns: int, client: RunningClient) -> bool:
    """Whether a subagent's file that was last changed at MTIME_NS is older than CLIENT: left by one that died."""
    return mtime_ns < client.started_ms * _NS_PER_MS


def has_finished(name: str) -> bool:
    """Whether the client wrote that the subagent whose file has NAME has finished.

    2.1.332 does, and takes it back when the subagent is to go on; older ones write nothing of it.
    """
    return read_object(f"{name.removesuffix(SUFFIX)}{METADATA}").get("finished") is True

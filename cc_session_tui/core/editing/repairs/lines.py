"""Repairs of lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.editing.repairs.changes import ended
from cc_session_tui.core.format.surrogates import without_lone_surrogates

if TYPE_CHECKING:
    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes


def remove(changes: Changes, finding: Finding) -> None:
    """Remove damaged lines; they stay in the backup."""
    for row in finding.rows:
        changes.drop(row)


def end_line(changes: Changes, finding: Finding) -> None:
    """End the last line with a newline."""
    changes.change(finding.rows[-1], ended)


def split(changes: Changes, finding: Finding) -> None:
    """Put each record of a line, and each piece of one, on a line of its own."""
    for row in finding.rows[:-1]:
        changes.change(row, ended)


def without_nul(changes: Changes, finding: Finding) -> None:
    """Remove NUL bytes, and lines of nothing else."""
    for row in finding.rows:
        changes.change(row, _without_nul)


def _without_nul(line: bytes) -> bytes:
    return line.replace(b"\x00", b"") if line.strip(b"\x00 \t\r\n") else b""


def whole_characters(changes: Changes, finding: Finding) -> None:
    """Put U+FFFD in the place of lone surrogates."""
    for row in finding.rows:
        changes.change(row, without_lone_surrogates)

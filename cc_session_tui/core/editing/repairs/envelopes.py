"""Repairs of what records say of where they belong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.times import seconds_of
from cc_session_tui.core.editing.splice import with_key, with_value

if TYPE_CHECKING:
    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes
    from cc_session_tui.core.format.lines import JSON


def own_session(changes: Changes, finding: Finding) -> None:
    """Name the session by which the file is called."""
    name = changes.index.path.stem
    for row in finding.rows:
        changes.change(row, with_value, "sessionId", name)


def show_in_picker(changes: Changes, finding: Finding) -> None:
    """Say that the records were made at a terminal."""
    for row in finding.rows:
        changes.change(row, with_value, "entrypoint", "cli")


def give_times(changes: Changes, finding: Finding) -> None:
    """Give a record the time of the nearest record before it in the file that has one, or else of the next."""
    timeless: list[tuple[int, bool]] = []
    last: JSON = None
    odd = frozenset(finding.rows)
    for row, record in changes.records(range(len(changes.index))):
        stamp = record.get("timestamp")
        if row in odd:
            timeless.append((row, "timestamp" in record))
        elif isinstance(stamp, str) and seconds_of(stamp) is not None:
            last = stamp
        if last is not None:
            _give_time(changes, timeless, last)
            timeless = []


def _give_time(changes: Changes, rows: list[tuple[int, bool]], stamp: JSON) -> None:
    """Give ROWS, each with whether it has a timestamp, the time STAMP."""
    for row, has_one in rows:
        changes.change(row, with_value if has_one else with_key, "timestamp", stamp)

"""When the records of a session were written, to find the one that is nearest before another in time."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON


class _Stamped(msgspec.Struct):
    timestamp: str | float | None = None


_decode = msgspec.json.Decoder(_Stamped).decode


class Times:
    """The times of some records of an index."""

    def __init__(self, index: Index, rows: list[int]) -> None:
        """The times of ROWS of INDEX; a row without a valid timestamp has none."""
        self._first = next(iter(rows), -1)
        self._of = {row: time for row in rows if (time := time_of(index, row)) is not None}
        self._rows = sorted(self._of, key=lambda row: (self._of[row], -row))
        self._times = [self._of[row] for row in self._rows]

    def before(self, row: int, within: float, but: bytearray) -> int:
        """The row nearest before ROW in time, the first in the file of several, less those marked in BUT; -1 for none.

        It is at most WITHIN seconds older.
        """
        here = self._of.get(row)
        if here is None:
            return -1
        for at in range(bisect_right(self._times, here) - 1, -1, -1):
            if here - self._times[at] > within:
                break
            if not but[self._rows[at]]:
                return self._rows[at]
        return -1

    def newest(self) -> int:
        """The newest row, the first in the file of several; the first of all where none has a time; -1 for none."""
        return self._rows[-1] if self._rows else self._first


def time_of(index: Index, row: int) -> float | None:
    """The time of ROW in seconds since 1970; None where it has no valid timestamp."""
    stamp: JSON
    try:
        stamp = _decode(index.raw(row)).timestamp
    except msgspec.DecodeError:
        stamp = (index.record(row) or {}).get("timestamp")
    return seconds_of(stamp)


def seconds_of(stamp: JSON) -> float | None:
    """STAMP, a record's timestamp, in seconds since 1970; None where it is none."""
    if isinstance(stamp, int | float):
        with suppress(OverflowError):  # a whole number too large for a float is no time
            return stamp / 1000
        return None
    return _parsed(stamp) if isinstance(stamp, str) else None


def _parsed_as_in_mail(stamp: str) -> datetime:
    from email.utils import parsedate_to_datetime  # noqa: PLC0415 slow to import, and next to never needed

    return parsedate_to_datetime(stamp)


def _parsed(stamp: str) -> float | None:
    """STAMP in seconds since 1970, written as JavaScript reads it: as ISO 8601, or as in mail."""
    for parse in (datetime.fromisoformat, _parsed_as_in_mail):
        try:
            time = parse(stamp)
            return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            continue
    return None

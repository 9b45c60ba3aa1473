"""What came in below what is on screen, and was not in sight yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.carrying import Carrier
    from cc_session_tui.core.transcript.views import View


class Unseen:
    """Counts the entries of a view that were added since its end was in sight, and were not in the window since.

    The place in the file is kept, so that the count is right in every view and detail: each counts its own entries.
    """

    def __init__(self, view: View) -> None:
        """All of VIEW counts as seen: it was there when one came."""
        self._view = view
        self._seen = len(view)
        self._end = view.end

    @property
    def count(self) -> int:
        """How many entries of the view are new below."""
        return len(self._view) - self._seen

    def look(self, bottom: int) -> None:
        """Note that the entry BOTTOM is in the window, the last one that is; as many as there are: the end is."""
        if bottom >= len(self._view):
            self._seen, self._end = len(self._view), self._view.end
        elif bottom >= self._seen:
            self._seen = bottom + 1
            self._end = max(self._end, self._view.key(bottom).offset + 1)

    def turn_to(self, view: View, *, grown: bool, carrier: Carrier | None) -> None:
        """Count in VIEW, which may be the old one GROWN; CARRIER tells where its records were, if elsewhere."""
        self._view = view
        if carrier is not None:
            self._end = carrier.end(self._end)
        if not grown:
            self._seen = _known(view, self._end)


def _known(view: View, end: int) -> int:
    """How many entries of VIEW stand before those at its end that begin at END of the file or later."""
    known = len(view)
    while known and view.key(known - 1).offset >= end:
        known -= 1
    return known

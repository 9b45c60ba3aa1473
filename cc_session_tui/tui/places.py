"""Where one was in each session, so that coming back goes there."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.transcript.entries import Key

_MOST = 500


class Place(NamedTuple):
    """A reading position."""

    key: Key
    """The entry under the cursor."""
    leaf: int | None = None
    """Row of the leaf whose branch was read; None for the active one."""


class Places:
    """The places of the sessions read last, by path; the oldest is forgotten first."""

    def __init__(self) -> None:
        """No places."""
        self._places: OrderedDict[Path, Place] = OrderedDict()

    def keep(self, path: Path, place: Place) -> None:
        """Remember PLACE for the session at PATH."""
        self._places[path] = place
        self._places.move_to_end(path)
        while len(self._places) > _MOST:
            self._places.popitem(last=False)

    def forget(self, path: Path) -> None:
        """Remember no place for the session at PATH: it is opened at its end."""
        self._places.pop(path, None)

    def of(self, path: Path) -> Place | None:
        """The place remembered for PATH; None where there is none."""
        return self._places.get(path)

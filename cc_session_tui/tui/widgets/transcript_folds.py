"""Which entries are folded, by what one did to them one by one or all at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.carrying import Carrier
    from cc_session_tui.core.transcript.entries import Key


class Folds:
    """What was folded and unfolded; None for an entry means that it is drawn as its sort usually is."""

    def __init__(self) -> None:
        """Nothing was folded or unfolded."""
        self._all: bool | None = None
        self._one: dict[Key, bool] = {}

    def opened(self, key: Key) -> bool | None:
        """Whether the entry KEY is unfolded."""
        return self._one.get(key, self._all)

    def one(self, key: Key) -> bool | None:
        """What was done to the entry KEY itself; None for nothing."""
        return self._one.get(key)

    def set(self, key: Key, *, opened: bool | None) -> None:
        """Fold or unfold the entry KEY; None: as the others."""
        if opened is None:
            self._one.pop(key, None)
        else:
            self._one[key] = opened

    def carry(self, carrier: Carrier) -> None:
        """Know the entries as they are called in the index that CARRIER leads to."""
        self._one = {now: opened for key, opened in self._one.items() if (now := carrier.key(key)) is not None}

    def set_all(self, *, opened: bool) -> None:
        """Fold or unfold all entries."""
        self._all = opened
        self._one.clear()

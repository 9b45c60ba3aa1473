"""The entries that were drawn last, so that what is on screen is not drawn again for each key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import ref

from textual.cache import LRUCache

from cc_session_tui.core.transcript.entries import ToolCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.strip import Strip

    from cc_session_tui.core.transcript.entries import Entry, Key
    from cc_session_tui.core.transcript.views import View

MOST_DRAWN: Final = 96
"""Entries that are kept drawn."""
_MOST_KEPT: Final = 32_768
"""Bytes of an entry up to which it is kept to be compared after the session grew; a bigger one is drawn again."""

Draw = Callable[["Entry", bool | None, int], "list[Strip]"]
"""Draws an entry: whether it is unfolded (None: as its sort usually is), and how many lines of it at most."""


@dataclass(slots=True)
class Drawn:
    """An entry, drawn."""

    view: ref[View]
    """The view it was read from last; it is not kept, since each one of a session that grows holds all its rows."""
    entry: Entry | None
    """What was drawn; None where that is too big to be kept."""
    strips: list[Strip]
    """Its lines."""
    call: str = ""
    """The tool_use id, where it is a call."""
    said: str = ""
    """What was said of the call as one that runs."""


class Drawings:
    """Drawn entries by what they are and how they were asked for; the least recently used are forgotten."""

    def __init__(self, draw: Draw) -> None:
        """No drawings; DRAW makes them."""
        self._draw = draw
        self._drawn: LRUCache[tuple[Key, bool | None, int], Drawn] = LRUCache(MOST_DRAWN)
        self.running: Mapping[str, str] = {}
        """What is said of calls that run, by tool_use id."""
        self.made = 0
        """How many entries were drawn so far."""

    def __len__(self) -> int:
        """How many drawings are kept."""
        return len(self._drawn)

    def clear(self) -> None:
        """Forget all: the width or the colours changed."""
        self._drawn.clear()

    def strips(self, view: View, at: int, opened: bool | None, most_lines: int) -> list[Strip]:
        """The lines of entry AT of VIEW; drawn now, unless it was before and has not changed since."""
        key = (view.key(at), opened, most_lines)
        drawn = self._drawn.get(key)
        if drawn is None:
            entry = view.entry(at)
            call = entry.identity if isinstance(entry, ToolCall) else ""
            said = self.running.get(call, "")
            drawn = self._drawn[key] = Drawn(ref(view), *self._make(entry, opened, most_lines), call, said)
        elif drawn.view() is not view or drawn.said != self.running.get(drawn.call, ""):
            entry, said = view.entry(at), self.running.get(drawn.call, "")
            if drawn.entry is None or drawn.entry != entry or drawn.said != said:
                drawn.entry, drawn.strips = self._make(entry, opened, most_lines)
            drawn.view, drawn.said = ref(view), said
        return drawn.strips

    def _make(self, entry: Entry, opened: bool | None, most_lines: int) -> tuple[Entry | None, list[Strip]]:
        self.made += 1
        return (entry if entry.size <= _MOST_KEPT else None), self._draw(entry, opened, most_lines)

"""What the lines of the tree have in common, and what each is composed of."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cc_session_tui.tui.widgets.session_tree_sort import Order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.style import Style

    from cc_session_tui.core.store.live import Live
    from cc_session_tui.tui.presentation.palette import Palette


class TreeLook(NamedTuple):
    """What all lines have in common."""

    palette: Palette
    width: int
    now: float
    """Seconds since 1970."""
    home: str = ""
    """The home folder, shown as `~`."""
    query: tuple[str, ...] = ()
    """The words of the filter, highlighted."""
    order: Order = Order.ACTIVE
    edited: frozenset[str] = frozenset()
    """Names of the files that have edits which are not saved."""
    broken: frozenset[str] = frozenset()
    """Names of the files that were looked at, and lose something to a resume."""
    lives: Mapping[str, Live] = MappingProxyType({})
    """What goes on in running sessions and subagents, by the names of their files."""


Styled: TypeAlias = "tuple[str, Style]"
"""Text, and how it looks."""


class Parts(NamedTuple):
    """What a line is composed of."""

    head: Sequence[Styled]
    text: Sequence[Styled]
    """Cut where there is no room, a path on its left: its end tells more."""
    right: Styled
    """Stands at the right edge."""
    note: Sequence[Styled] = ()
    """Stands after the text."""
    is_path: bool = False
    is_searched: bool = True
    """Whether the filter looks at it."""

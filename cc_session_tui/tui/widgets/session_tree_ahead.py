"""Keys that are pressed before a tree has its first lines: they count once it has them."""

from __future__ import annotations

from functools import partial, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.tui.widgets.session_tree_lines import TreeLines

_Tree = TypeVar("_Tree", bound="TreeLines")
_P = ParamSpec("_P")


def counts_later(action: Callable[Concatenate[_Tree, _P], None]) -> Callable[Concatenate[_Tree, _P], None]:
    """ACTION of a tree; before that has lines it waits for them, in the order of the keys."""

    @wraps(action)
    def act(tree: _Tree, /, *arguments: _P.args, **named: _P.kwargs) -> None:
        if tree.ahead is None:
            action(tree, *arguments, **named)
        else:
            tree.ahead.append(partial(action, tree, *arguments, **named))

    return act

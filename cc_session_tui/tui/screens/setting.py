"""What the whole browser depends on from outside: where the store lies, what time it is, where home is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.tui.widgets.session_tree_names import shown_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path


class Setting(NamedTuple):
    """The surroundings of the browser; tests and screenshots give their own."""

    claude_dir: Path
    home: Path
    """Shown as `~`."""
    clock: Callable[[], datetime]
    """The time, with its zone."""
    name: str = ""
    """What the store is called; empty for its path."""

    def now(self) -> float:
        """The time in seconds since 1970."""
        return self.clock().timestamp()

    @property
    def store(self) -> str:
        """The store, as it is to be named: `~/.claude`, `demo store`."""
        return self.name or self.shown(self.claude_dir)

    def shown(self, path: Path) -> str:
        """PATH as it is shown: with `~`, and nothing a terminal would obey."""
        return shown_path(str(path), str(self.home))

"""How entries are to be drawn: colours, times, paths, and how much of a long one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, tzinfo

    from cc_session_tui.tui.presentation.palette import Palette


@dataclass(frozen=True, slots=True)
class Look:
    """What a drawn entry depends on, besides the entry and the width."""

    palette: Palette
    opened: bool | None = None
    """Whether the entry is unfolded; None: as entries of its sort start out, see `folds.opens`."""
    most_lines: int = 200
    """Lines of an entry that are drawn; what is beyond is counted."""
    zone: tzinfo | None = None
    """For times; None is the machine's own zone."""
    today: date | None = None
    """Times of other days are shown with their day; None: no time is."""
    home: str = ""
    """Shown as `~` where a path begins with it."""
    cwd: str = ""
    """The project's directory: paths below it are shown without it."""
    running: Mapping[str, str] = field(default_factory=dict)
    """What is said of the calls that run, by tool_use id: `running 14s`, `waits for you`."""

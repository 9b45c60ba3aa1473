"""What becomes of a file under edits, and what is said of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.tui.presentation.words import count_words

if TYPE_CHECKING:
    from cc_session_tui.tui.screens.edit_state import Edits


class Fate(StrEnum):
    """What became of a file under edits."""

    NONE = "none"
    GROWN = "grown"
    """The edits are put onto what it is now."""
    APART = "apart"
    """It grew, and records were added to the edited session too: they do not go together."""
    SHORTENED = "shortened"
    REWRITTEN = "rewritten"
    GONE = "gone"


LOST: Final = frozenset({Fate.SHORTENED, Fate.REWRITTEN, Fate.GONE})
"""Where the edits stand on what is in no file any more."""


class Growth(NamedTuple):
    """What happened to a file under edits, and the edits then."""

    fate: Fate
    edits: Edits
    records: int = 0
    """Records that were added to the file."""
    is_safe: bool = True
    """Whether all that the edits stand on can still be read."""


def words_of(growth: Growth) -> str:
    """What a person is told of GROWTH; empty where nothing happened, or a line has only begun."""
    records = count_words(growth.records, "record")
    they = "it stands" if growth.records == 1 else "they stand"
    are = "it is" if growth.records == 1 else "they are"
    kept = "^s, then s, saves them as a new session." if growth.is_safe else "They cannot be saved: u takes them back."
    return {
        Fate.NONE: "",
        Fate.GROWN: f"The file grew by {records}: {they} below your edits, which are kept." if growth.records else "",
        Fate.APART: f"The file grew by {records}: {are} not in the edited session, since that has records of its"
        f" own. The edits are kept: {kept}",
        Fate.SHORTENED: f"The file was shortened under your edits, which stand on what it held. {kept}",
        Fate.REWRITTEN: f"The file was rewritten under your edits, which stand on what it held. {kept}",
        Fate.GONE: f"The file is gone. Your edits stand on what it held. {kept}",
    }[growth.fate]


def short_words_of(growth: Growth) -> str:
    """The same for the status line, while it holds."""
    if growth.fate is Fate.APART:
        return f"{growth.records:,} only in the file"
    return "" if growth.fate in {Fate.NONE, Fate.GROWN} else f"file {growth.fate}"

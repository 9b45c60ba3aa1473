"""A line of Markdown without its marks, for where it stands alone in plain text."""

from __future__ import annotations

import re
from typing import Final

_LEADING: Final = re.compile(r"\s*(?:(?:[-*+]|\d{1,3}[.)]|#{1,6})\s+)+(?=\S)")
"""Bullets, numbers of a list, the marks of a heading."""
_BODY: Final = r"(?:`[^`]*`|[^`])+?"
_INLINE: Final = re.compile(
    rf"""
    (?<![`\\]) (?P<ticks>`+) (?!`) (?P<code>.+?) (?<!`) (?P=ticks) (?!`)
    | (?<![\w*\\]) (?P<stars>\*{{2,3}}) (?=[^\s*]) (?P<strong>{_BODY}) (?<=[^\s*(\[{{,]) (?P=stars) (?![\w*])
    | (?<![\w*\\]) \* (?=[\w`"'(\[]) (?P<stressed>{_BODY}) (?<=[^\s*(\[{{,]) \* (?![\w*])
    | !? (?<!\\) \[ (?P<label>[^\[\]]+) \] \( [^()\s]+ (?:\ "[^"]*")? \)
    """,
    re.VERBOSE,
)


def without_marks(line: str) -> str:
    """LINE without bullet, heading marks, emphasis and code marks; of a link its text.

    Only what surely is a mark goes: stars inside words, beside blanks (`a * b`) and without a partner (`**kwargs`)
    stay, and so do all underscores (`__init__`).
    """
    return _without_inline(line[found.end() :] if (found := _LEADING.match(line)) else line)


def _without_inline(text: str) -> str:
    return _INLINE.sub(_inner, text)


def _inner(found: re.Match[str]) -> str:
    """What stands between the marks FOUND; code stays as it is."""
    if code := found["code"]:
        return code.strip() or code
    return _without_inline(found["strong"] or found["stressed"] or found["label"])

"""Text of a session as a list shows it: short, and without what no terminal takes."""

from __future__ import annotations

import re
from typing import Final

LONGEST_PROMPT: Final = 300
"""Characters that are kept of a prompt."""
LONGEST_TITLE: Final = 200
"""Characters that are kept of a title."""

_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """TEXT with U+FFFD for each lone surrogate, which no file and no terminal takes."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def cut(text: str, most: int = LONGEST_PROMPT) -> str:
    """TEXT, shortened to MOST characters, and clean."""
    return clean(text if len(text) <= most else f"{text[: most - 1].rstrip()}…")


def one_line(text: str) -> str:
    """TEXT as a title: on one line, shortened."""
    return cut(" ".join(text[: 4 * LONGEST_TITLE].split()), LONGEST_TITLE)

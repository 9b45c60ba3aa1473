"""The tags by which the client marks parts of a text: found in one pass, whatever the text holds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Tagged(NamedTuple):
    """A part of a text between a tag and its end."""

    name: str
    body: str
    start: int
    """Where the opening tag starts in the text."""
    end: int
    """Where the text goes on after the closing tag."""


class Tags:
    """A set of tag names to look for."""

    def __init__(self, *names: str) -> None:
        """The tags of these NAMES, which never nest."""
        self._opening = re.compile(f"<({'|'.join(names)})>")

    def find(self, text: str, *, unclosed: bool = False) -> Iterator[Tagged]:
        """The tagged parts of TEXT in order; with UNCLOSED, a tag that nothing closes goes to the end of TEXT."""
        at = 0
        never_closed: set[str] = set()
        for opening in self._opening.finditer(text):
            name = opening[1]
            if opening.start() < at or name in never_closed:
                continue
            close = text.find(f"</{name}>", opening.end())
            if close >= 0:
                at = close + len(name) + 3
                yield Tagged(name, text[opening.end() : close], opening.start(), at)
            elif unclosed:
                at = len(text)
                yield Tagged(name, text[opening.end() :], opening.start(), at)
            else:
                never_closed.add(name)

    def bodies(self, text: str) -> dict[str, str]:
        """The body of each tag of TEXT, without blanks around; of a tag that stands twice, the last."""
        return {part.name: part.body.strip() for part in self.find(text)}

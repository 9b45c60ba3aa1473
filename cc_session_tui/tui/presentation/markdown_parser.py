"""The Markdown parser, in a module of its own because importing markdown-it takes 20 ms."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt

DEEPEST: Final = 60
"""How deep blocks may nest; the parser drops what is deeper."""


class _Parser(MarkdownIt):
    def normalizeLink(self, url: str) -> str:  # noqa: N802 the name is markdown-it's
        """URL as it is written."""
        return url


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """CommonMark with tables and strikethrough; HTML, link definitions and entities are text."""
    made = _Parser("commonmark", {"html": False, "maxNesting": DEEPEST})
    return made.enable(["table", "strikethrough"]).disable(["reference", "entity"])

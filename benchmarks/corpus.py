"""Text and pictures that made-up sessions are filled with, already spelled as JSON."""

from __future__ import annotations

import base64
import json
import random
from dataclasses import dataclass
from functools import cache

PROSE = """
the a of to in that it is was for on are with as be this have from or one had by but not what
all were when we there can an your which said if will each about how up out them then she many
some so these would other into parser token buffer index session record branch chain cursor
render widget cache thread worker offset header payload schema commit merge rebase fixture
assert timeout retry socket handler queue stream decode encode
"""
"""Ordinary words and words of the trade."""

WORDS = tuple(PROSE.split())
"""Plain words, of which most lines are made."""

CODE = (
    "def {0}_{1}(self, {2}: str) -> int:",
    '    return self.{0}["{1}"] + {2}',
    "    if {0} is not None and {1} != {2}:",
    '\tfmt.Printf("{0}: %d\\n", {1}.{2})',
    "const {0} = await {1}.{2}({{ retries: 3 }});",
    "+    {0} = {1}({2})",
    "src/{0}/{1}_{2}.py:42: error: {0} is not {1}",
    "\x1b[32mPASSED\x1b[0m tests/{0}/test_{1}.py::test_{2}",
    "## {0} and **{1}**: `{2}`",
    "{0} \u2014 {1} \u201c{2}\u201d \u00e9t\u00e9",
    "\u8aad\u307f\u8fbc\u307f {0} \u5b8c\u4e86 \U0001f680 {1} {2}",
)
"""Shapes of lines with quotes, tabs, escapes, ANSI colours and wide characters."""

CODE_SHARE = 0.4
"""Share of the lines that have one of these shapes."""

LINES = 8192
"""Lines in the pool."""

AVERAGE = 50
"""Characters of a line with its end, about."""

PICTURE_BYTES = 900_000
"""Characters of base64 in the longest picture."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A pool of text lines and one long picture, to cut pieces from."""

    lines: tuple[str, ...]
    """Lines, escaped as inside a JSON string, without quotes or line ends."""
    picture: str
    """Base64 of a picture's bytes; each prefix of a length divisible by four is valid."""

    def some(self, rng: random.Random, count: int) -> list[str]:
        """Give ``count`` lines that stand together in the pool."""
        pieces: list[str] = []
        while len(pieces) < count:
            start = rng.randrange(LINES)
            pieces.extend(self.lines[start : start + count - len(pieces)])
        return pieces

    def text(self, rng: random.Random, length: int) -> str:
        """Give text of about ``length`` characters, escaped as inside a JSON string."""
        return "\\n".join(self.some(rng, max(1, length // AVERAGE)))

    def line(self, rng: random.Random) -> str:
        """Give one line, escaped as inside a JSON string."""
        return self.lines[rng.randrange(LINES)]


@cache
def corpus() -> Corpus:
    """Make the pool, the same one in every run."""
    rng = seeded("corpus")
    lines = tuple(json.dumps(_line(rng), ensure_ascii=False)[1:-1] for _ in range(LINES))
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x05\x00\x00\x00\x02\xd0\x08\x02\x00\x00\x00"
    picture = base64.b64encode(header + rng.randbytes(PICTURE_BYTES * 3 // 4)).decode()
    return Corpus(lines, picture)


def seeded(*parts: object) -> random.Random:
    """Give a generator that depends on ``parts`` alone."""
    return random.Random(":".join(map(str, parts)))  # noqa: S311 - wanted to repeat, not to be secret


def _line(rng: random.Random) -> str:
    if rng.random() < CODE_SHARE:
        return rng.choice(CODE).format(*rng.sample(WORDS, 3))
    return " ".join(rng.choices(WORDS, k=rng.randint(3, 16)))

"""Text of a session as a terminal may get it: nothing that moves, hides or reorders what stands beside it.

Control characters become their pictures, invisible and bidirectional ones their code in brackets, and what terminals
measure differently (emoji joined to one) is shown in its parts. What comes out has the width that `rich.cells` says,
character by character.
"""

from __future__ import annotations

import re
from typing import Final

_CONTROL: Final = r"\x00-\x08\x0b-\x1f\x7f-\x9f"
_BIDI: Final = r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_INVISIBLE: Final = (
    r"\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065\u206a-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_SURROGATE: Final = r"\ud800-\udfff"
_EMOJI: Final = r"\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
_TONE: Final = r"\U0001f3fb-\U0001f3ff"
_HAND: Final = r"\u261d\u26f9\u270a-\u270d\U0001f385-\U0001f3fa\U0001f400-\U0001faff"

_ODD: Final = re.compile(f"[{_CONTROL}{_BIDI}{_INVISIBLE}{_SURROGATE}{_TONE}]")
_SELECTOR: Final = re.compile(f"(?<=[0-9#*\xa9\xae\u203c\u2049\u2122\u2139{_EMOJI}])[\ufe0e\ufe0f]")
_JOINER: Final = re.compile(f"(?<=[{_EMOJI}])\u200d(?=[{_EMOJI}])")
_TONE_ALONE: Final = re.compile(f"(?<![{_HAND}])[{_TONE}]")
_SHOWN: Final = re.compile(f"[{_CONTROL}{_BIDI}{_INVISIBLE}{_SURROGATE}]")
_NAMES: Final = {
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
    0x00AD: "SHY",
}
_PICTURES: Final = {chr(code): chr(0x2400 + code) for code in range(0x20)} | {"\x7f": "␡"}
_MOST_ON_LINE: Final = 1000
"""Characters that are looked at for one line; no terminal is as wide."""
_SPACES: Final = re.compile(r"\s+")


def visible(text: str) -> str:
    r"""TEXT with everything shown that a terminal would obey or hide; "\n" and "\t" stay."""
    if text.isascii() and text.isprintable():
        return text
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if not _ODD.search(text):
        return text
    text = _JOINER.sub("", _SELECTOR.sub("", text))
    return _SHOWN.sub(_picture, _TONE_ALONE.sub(_code, text))


def one_line(text: str, most: int = _MOST_ON_LINE) -> str:
    """TEXT on one line: visible, each run of white space one blank; no more than the first MOST characters of it."""
    return _SPACES.sub(" ", visible(text.strip()[:most]))


def lines_of(text: str, tab: int = 4) -> list[str]:
    """The lines of TEXT, visible, with tabs as blanks (TAB cells wide); one final newline makes no line."""
    lines = visible(text).removesuffix("\n").split("\n")
    return [line.expandtabs(tab) for line in lines] if "\t" in text else lines


def line_of(text: str, tab: int = 4) -> str:
    """A line that is not to be broken: visible, its tabs as blanks."""
    return visible(text.removesuffix("\r")).expandtabs(tab)


def count_lines(text: str) -> int:
    """How many lines TEXT has; a final newline makes none, and no text is no line."""
    return text.count("\n") + (not text.endswith("\n")) if text else 0


def _picture(match: re.Match[str]) -> str:
    return _PICTURES.get(match[0]) or _code(match)


def _code(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"⟨{_NAMES.get(code) or f'U+{code:04X}'}⟩"

"""Text of a session as Markdown that keeps the document's shape: headings, fences and tags in it stay inside it."""

from __future__ import annotations

import re
from typing import Final

from cc_session_tui.cli.visible import visible

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_RUN_OF_TICKS: Final = re.compile(r"`{3,}")
_HEADING: Final = re.compile(r"( {0,3})(#{1,6}(?:[ \t]|$))")
_UNDERLINE: Final = re.compile(r"( {0,3})(=+|-+)[ \t]*$")
_TAG: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)|(?<!\\)<")
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<>#|~&]")


def fenced(text: str, language: str = "") -> str:
    """TEXT as a code block, in a fence longer than any run of backticks in it."""
    longest = max((len(run) for run in _RUN_OF_TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    text = visible(text)
    return f"{fence}{language}\n{text}{'' if text.endswith(chr(10)) else chr(10)}{fence}"


def code(text: str) -> str:
    """TEXT, one line, as a code span, in a run of backticks longer than any in it."""
    if not text.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{'`' * (longest + 1)}{pad}{text}{pad}{'`' * (longest + 1)}"


def inline(text: str) -> str:
    """TEXT as one literal line."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))


def quoted(text: str) -> str:
    """TEXT as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in body(text).split("\n"))


def body(text: str) -> str:
    """TEXT as it stands, but for what would break out of it: headings and tags are escaped, an open fence is closed."""
    lines: list[str] = []
    fence = above = ""
    for line in visible(text).split("\n"):
        fence = _fence_after(fence, line)
        lines.append(line if fence or _FENCE.match(line) else _shapeless(line, above))
        above = line
    return "\n".join([*lines, fence] if fence else lines)


def _fence_after(fence: str, line: str) -> str:
    """The fence that is open after LINE, where FENCE is open before it; empty for none."""
    found = _FENCE.match(line)
    if not found:
        return fence
    run, rest = found[1], line[found.end() :]
    if not fence:
        return "" if run[0] == "`" and "`" in rest else run
    return "" if run.startswith(fence) and not rest.strip() else fence


def _shapeless(line: str, above: str) -> str:
    """LINE, below ABOVE, with what makes it or the line above a heading, and its tags, escaped; code spans stay."""
    marks = _UNDERLINE if above.strip() and not _HEADING.match(line) else _HEADING
    return _TAG.sub(lambda found: found[0] if found[1] else r"\<", marks.sub(r"\1\\\2", line, count=1))

"""A text area that shows Markdown or JSON as such, and completes `@file`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.style import Style
from textual.binding import Binding, BindingType
from textual.widgets import TextArea

from cc_session_tui.tui.widgets.status_parts import palette_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from cc_session_tui.tui.presentation.palette import Palette

_BOLD: Final = Style(bold=True)
_ITALIC: Final = Style(italic=True)
_MARKDOWN: Final = (
    (re.compile(r"^#{1,6} .*"), "strong"),
    (re.compile(r"^\s*(?:[-*+]|\d+[.)])(?= )"), "structure"),
    (re.compile(r"^\s*>.*"), "dim"),
    (re.compile(r"\*\*[^*]+\*\*"), "strong"),
    (re.compile(r"`[^`]+`"), "code"),
    (re.compile(r"(?<!\S)@[^\s@]+"), "tool"),
)
_JSON: Final = re.compile(
    r'(?P<person>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<tool>"(?:[^"\\]|\\.)*")|(?P<structure>\b(?:true|false|null|\d[\d.eE+-]*)\b)'
)
_FENCE: Final = "```"
_MENTION: Final = re.compile(r"(?<!\S)@(\S*)$")
_MOST: Final = 200
"""Files that a completion looks at."""


class ComposeArea(TextArea):
    """Where a message is typed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+e", "screen.edit_outside", show=False)]

    def __init__(self, text: str = "", *, is_json: bool = False, cwd: str = "", id: str | None = None) -> None:
        """An area with TEXT; files are completed below CWD."""
        super().__init__(text, id=id, compact=True, highlight_cursor_line=False)
        self.is_json = is_json
        """Whether it holds JSON; else Markdown."""
        self._cwd = cwd

    def get_line(self, line_index: int) -> Text:
        """Line LINE_INDEX in the colours of what it is."""
        line = super().get_line(line_index)
        palette = palette_of(self)
        if not self.is_json and self._in_fence(line_index):
            line.stylize(palette.code)
            return line
        for found, name in _parts(line.plain, is_json=self.is_json):
            line.stylize(_style(palette, name), *found.span())
        return line

    def _in_fence(self, line_index: int) -> bool:
        """Whether line LINE_INDEX is in a block of code, or begins or ends one."""
        lines = self.document.lines
        fences = sum(lines[at].lstrip().startswith(_FENCE) for at in range(line_index))
        return fences % 2 == 1 or lines[line_index].lstrip().startswith(_FENCE)

    @property
    def mention(self) -> str | None:
        """What is typed of a path after an `@` that stands before the cursor; None where there is none."""
        row, column = self.cursor_location
        found = None if self.is_json else _MENTION.search(self.document.get_line(row)[:column])
        return found[1] if found else None

    def completions(self) -> list[str]:
        """The files and folders that may be meant by what is typed after `@`."""
        typed = self.mention
        return sorted(_paths(Path(self._cwd), typed)) if typed is not None and self._cwd else []

    def complete(self) -> bool:
        """Go on with the path as far as it is clear; return whether there was one."""
        typed, found = self.mention, self.completions()
        if typed is None or not found:
            return False
        more = _common(found)[len(typed) :]
        if more:
            self.insert(more if len(found) > 1 or more.endswith("/") else f"{more} ")
        return True


def _parts(text: str, *, is_json: bool) -> Iterator[tuple[re.Match[str], str]]:
    """The parts of TEXT that have a colour, and its name."""
    if is_json:
        yield from ((found, found.lastgroup or "") for found in _JSON.finditer(text))
    else:
        for pattern, name in _MARKDOWN:
            yield from ((found, name) for found in pattern.finditer(text))


def _common(names: list[str]) -> str:
    """What all of NAMES, in order, begin with."""
    first, last = names[0], names[-1]
    at = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:at]


def _style(palette: Palette, name: str) -> Style:
    style = getattr(palette, name)
    return style if isinstance(style, Style) else Style.null()


def _paths(cwd: Path, typed: str) -> Iterator[str]:
    """Paths below CWD, as one types them, that begin as TYPED; of a folder with its slash."""
    folder, _, beginning = typed.rpartition("/")
    prefix = f"{folder}/" if folder or typed.startswith("/") else ""
    try:
        for number, entry in enumerate((cwd / (prefix or ".")).expanduser().iterdir()):
            if number >= _MOST * 10:
                return
            if entry.name.startswith(beginning) and (beginning or not entry.name.startswith(".")):
                yield f"{prefix}{entry.name}{'/' if entry.is_dir() else ''}"
    except OSError:
        return

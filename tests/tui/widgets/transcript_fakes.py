"""A view of made-up entries, and a painter that draws them in a way that is easy to check."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from rich.segment import Segment
from textual.strip import Strip

from cc_session_tui.core.transcript.entries import Branch, Entry, ForkPoint, Key, Kind, Result, Text, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cc_session_tui.core.transcript.views import View


def said(*lines: str, at: int = 0, kind: Kind = Kind.REPLY, offset: int = -1) -> Text:
    """A text entry of LINES, the AT-th record of its file."""
    key = Key(offset if offset >= 0 else at * 1000, 0)
    text = "\n".join(lines)
    return Text(kind=kind, key=key, rows=(at,), text=text, size=650 + len(text))


def texts(*heights: int) -> list[Entry]:
    """Replies of so many lines each; each line says where it stands."""
    return [said(*(f"entry {at} line {line}" for line in range(height)), at=at) for at, height in enumerate(heights)]


def call(at: int, name: str = "Bash", *, text: str = "", is_error: bool = False) -> ToolCall:
    """A tool call with a result."""
    result = Result(row=at, text=text, is_error=is_error)
    return ToolCall(
        kind=Kind.TOOL_CALL,
        key=Key(at * 1000, 0),
        rows=(at,),
        name=name,
        input={},
        identity=f"toolu_{at}",
        result=result,
    )


def fork(at: int, active: int = 0) -> ForkPoint:
    """A fork with three branches, their leaves at rows 100, 101 and 102."""
    branches = tuple(Branch(100 + number, at, f"branch {number}", 2, number == active) for number in range(3))
    return ForkPoint(kind=Kind.FORK, key=Key(at * 1000, -2), rows=(at,), branches=branches)


_FILES: dict[Path, SimpleNamespace] = {}


@dataclass
class FakeView:
    """What the transcript asks of a view."""

    entries: Sequence[Entry]
    path: Path = Path("session.jsonl")
    name: str = "history"
    detail: int = 2
    raw: Callable[[int], bytes] | None = None
    """The lines of the file; None: one that holds the entry's text."""
    read: list[int] = field(default_factory=list)
    """Which entries were read, in order."""
    lines: dict[int, bytes] = field(default_factory=dict)
    read_to: int = 0
    """How far the file was read, where that is beyond the last entry."""
    index: Any = field(default=None, init=False)
    """What stands for the index of the file: one and the same for all views of the same path."""

    def __post_init__(self) -> None:
        self.index = _FILES.setdefault(self.path, SimpleNamespace(path=self.path))
        self.index.raw = self.raw or self._raw

    @property
    def end(self) -> int:
        return max(self.read_to, *(entry.key.offset + 1 for entry in self.entries), 0)

    def changed_since(self, old: FakeView) -> set[int]:
        return {at for at, (was, now) in enumerate(zip(old.entries, self.entries, strict=False)) if was != now}

    def __len__(self) -> int:
        return len(self.entries)

    def _raw(self, row: int) -> bytes:
        if not self.lines:
            positions = {entry.rows[0]: at for at, entry in enumerate(self.entries)}
            self.lines |= {row: json.dumps({"text": self.text(at)}).encode() + b"\n" for row, at in positions.items()}
        return self.lines[row]

    def kind(self, at: int) -> Kind:
        return self.entries[at].kind

    def key(self, at: int) -> Key:
        return self.entries[at].key

    def rows(self, at: int) -> Sequence[int]:
        return self.entries[at].rows

    def size(self, at: int) -> int:
        return self.entries[at].size

    def starts_turn(self, _at: int) -> bool:
        return False

    def entry(self, at: int) -> Entry:
        self.read.append(at)
        return self.entries[at]

    def text(self, at: int) -> str:
        entry = self.entries[at]
        if isinstance(entry, ToolCall):
            return entry.result.text if entry.result else ""
        return getattr(entry, "text", "")

    def find(self, key: Key) -> int:
        before = [at for at, entry in enumerate(self.entries) if entry.key <= key]
        return max(before, default=0)


def view_of(*entries: Entry, **changes: object) -> View:
    """A view of ENTRIES."""
    return cast("View", replace(FakeView(entries), **changes))  # type: ignore[arg-type]


@dataclass
class FakePainter:
    """Draws an unfolded entry as its lines, a folded one as its first line."""

    width: int = 40
    guessed: int = 1
    drawn: list[Key] = field(default_factory=list)
    """The keys of the entries drawn, in order."""

    def draw(self, entry: Entry, opened: bool | None, most_lines: int) -> list[Strip]:
        self.drawn.append(entry.key)
        lines = text_of(entry).split("\n") if (self.opens(entry) if opened is None else opened) else ["▸ folded"]
        return [Strip([Segment(f"▌ {line}".ljust(self.width)[: self.width])]) for line in _cut(lines, most_lines)]

    def guess(self, _view: View, _at: int, _opened: bool | None) -> int:
        return self.guessed

    def opens(self, entry: Entry) -> bool:
        return isinstance(entry, Text)


def _cut(lines: list[str], most: int) -> list[str]:
    return lines if len(lines) <= most else [*lines[:most], f"… {len(lines) - most:,} more lines"]


def text_of(entry: Entry) -> str:
    """What is drawn of an unfolded ENTRY."""
    if isinstance(entry, ToolCall):
        return f"▾ {entry.name}\n{entry.result.text if entry.result else ''}"
    return getattr(entry, "text", entry.kind.value)

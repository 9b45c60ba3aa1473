"""What shapes a conversation: compactions, forks, gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.core.transcript.entries import Branch, Compaction, Entry, ForkPoint, Text
from cc_session_tui.tui.presentation.lines import NO_BAR, Line, rest
from cc_session_tui.tui.presentation.markdown import markdown
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.windows import window
from cc_session_tui.tui.presentation.words import count_words, time_words, token_words
from cc_session_tui.tui.presentation.wrap import cut, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.look import Look

_FORK: Final = "⑂"
_GAP: Final = "┄"
_MOST_OF_TITLE: Final = 60


def compaction(entry: Compaction, width: int, look: Look) -> Iterator[Line]:
    """A rule that says what was cut; opened, the summary that stands for it."""
    words = [Segment(f" {_compacted(entry, look)} ", look.palette.structure)]
    shown = cut(words, max(width - 4, 2))
    free = max(width - width_of(shown), 0)
    left, right = (Segment("─" * size, look.palette.structure) for size in (free // 2, free - free // 2))
    yield Line([left, *shown, right], bar=NO_BAR)
    if look.opened:
        text, more = window(entry.summary, width, look.most_lines)
        yield from markdown(text, width, look.palette)
        yield from rest(more)


def _compacted(entry: Compaction, look: Look) -> str:
    before, after = (token_words(tokens) for tokens in (entry.tokens_before, entry.tokens_after))
    parts = ["compacted" if entry.trigger != "manual" else "compacted by hand"]
    if entry.tokens_before and entry.tokens_after:
        parts.append(f"{before} → {after} tokens")
    elif entry.tokens_before:
        parts.append(f"{before} tokens")
    return " · ".join([*parts, *filter(None, [time_words(entry.time, look)])])


def fork(entry: ForkPoint, width: int, look: Look) -> Iterator[Line]:
    """How many branches there are, and which is shown; opened, a line for each."""
    del width
    palette = look.palette
    here = next((branch for branch in entry.branches if branch.active), None)
    spans = [Segment(f"{count_words(len(entry.branches), 'branch')} here", palette.structure)]
    if here:
        spans.append(Segment(f"   [ this one, {count_words(here.messages, 'message')} ]", palette.dim))
    others = [branch for branch in entry.branches if not branch.active]
    if others:
        spans.append(Segment(f"  {_others(others)}", palette.dim))
    bar = Segment(_FORK, palette.structure)
    yield Line(spans, kept=[Segment("[ ] switch", palette.dim)], bar=bar)
    for branch in entry.branches if look.opened else ():
        yield _branch(branch, look)


def _others(others: list[Branch]) -> str:
    first = f"“{_title(others[0])}”, {count_words(others[0].messages, 'message')}"
    return f"other: {first}" if len(others) == 1 else f"others: {first}, and {len(others) - 1} more"


def _branch(branch: Branch, look: Look) -> Line:
    style = look.palette.text if branch.active else look.palette.dim
    spans = [Segment(f"  {'●' if branch.active else '○'} {_title(branch)}", style)]
    return Line(spans, right=[Segment(count_words(branch.messages, "message"), look.palette.dim)], bar=NO_BAR)


def _title(branch: Branch) -> str:
    title = one_line(branch.title[: 4 * _MOST_OF_TITLE])
    return title if len(title) <= _MOST_OF_TITLE else f"{title[:_MOST_OF_TITLE]}…"


def gap(entry: Entry, width: int, look: Look) -> Iterator[Line]:
    """A missing parent: what stands above is shown, but was not below it."""
    del width
    words = one_line(entry.text, 300) if isinstance(entry, Text) and entry.text else ""
    spans = [
        Segment("the parent is not in the file", look.palette.structure),
        Segment(f"  {words or 'what stands above is joined for reading'}", look.palette.hint),
    ]
    yield Line(spans, bar=Segment(_GAP, look.palette.structure))

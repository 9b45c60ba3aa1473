"""Records folded into one line: injected context, hooks, session-level records, progress."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from rich.segment import Segment

from cc_session_tui.core.transcript.entries import Kind, Run
from cc_session_tui.tui.presentation.lines import FOLDED, UNFOLDED, Line
from cc_session_tui.tui.presentation.plain import count_lines, one_line
from cc_session_tui.tui.presentation.tool_view import output
from cc_session_tui.tui.presentation.words import count_words, size_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.wrap import Spans

_NOUNS: Final = {
    Kind.INJECTED: "injected",
    Kind.HOOK: "hooks",
    Kind.STATE: "session records",
    Kind.SYSTEM: "system records",
}
_MOST_LABELS: Final = 40
_MOST_OF_HINT: Final = 300
_FILE: Final = "file "


def run(entry: Run, width: int, look: Look) -> Iterator[Line]:
    """The lines of ENTRY; LOOK says whether it is opened."""
    mark = Segment(f"{(UNFOLDED if look.opened else FOLDED) if has_inside(entry) else '·'} ", look.palette.dim)
    yield Line([mark, *_head(entry, look)], right=[Segment(_facts(entry), look.palette.dim)])
    if look.opened and entry.text:
        yield from output(entry.text, width, look)
    elif look.opened and len(entry.parts) > 1:
        yield from _parts(entry, look)


def has_inside(entry: Run) -> bool:
    """Whether there is more of it than its line."""
    return bool(entry.text) or len(entry.parts) > 1


def is_file(entry: Run) -> bool:
    """Whether it is a file that was attached to a prompt."""
    return entry.kind is Kind.INJECTED and entry.label.startswith(_FILE)


def _head(entry: Run, look: Look) -> Spans:
    palette = look.palette
    if is_file(entry):
        return [Segment(one_line(entry.label[len(_FILE) :]), palette.strong), Segment(" attached", palette.dim)]
    style = palette.wrong if entry.is_error else palette.dim
    if len(entry.parts) > 1:
        noun = _NOUNS.get(entry.kind, "records")
        words = one_line(entry.label, 80) or f"{len(entry.parts):,} {noun}"
        return [Segment(words, style), Segment(f"  {_labels(entry)}", palette.hint)]
    label = one_line((entry.label or entry.parts[0].label if entry.parts else entry.label)[:200])
    hint = "" if look.opened else one_line(entry.text, _MOST_OF_HINT)
    return [Segment(label or entry.kind.value, style), Segment(f"  {hint}" if hint else "", palette.hint)]


def _labels(entry: Run) -> str:
    """The parts' labels, each once, with how often it stands."""
    counts = Counter(part.label for part in entry.parts)
    labels = [
        f"{one_line(label, 80)} \N{MULTIPLICATION SIGN}{count}" if count > 1 else one_line(label, 80)
        for label, count in counts.items()
    ]
    return " · ".join(labels[:_MOST_LABELS])


def _facts(entry: Run) -> str:
    if is_file(entry) and entry.text:
        return count_words(count_lines(entry.text), "line")
    return size_words(entry.size or sum(part.size for part in entry.parts))


def _parts(entry: Run, look: Look) -> Iterator[Line]:
    for part in entry.parts:
        yield Line(
            [Segment(f"    {one_line(part.label, 200)}", look.palette.dim)],
            right=[Segment(size_words(part.size), look.palette.faint)],
        )

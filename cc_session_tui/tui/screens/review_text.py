"""The review, drawn: lines of text, each with its facts at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import count_words, token_words
from cc_session_tui.tui.screens.review_blocks import Change, Fate
from cc_session_tui.tui.screens.review_words import Said, said_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.screens.review import Review
    from cc_session_tui.tui.screens.review_blocks import Conversation
    from cc_session_tui.tui.screens.review_lines import Touched

_AROUND: Final = 3
"""Kept blocks that are shown around a change."""
_MOST: Final = 400
"""Blocks that are shown at most."""
_MOST_LINES: Final = 12
_BAR: Final = "▌"
_LABEL: Final = 12


def conversation_lines(talk: Conversation, palette: Palette, width: int) -> Iterator[Text]:
    """TALK, line by line; what is kept far from any change is folded."""
    changes, shown = talk.changes, 0
    near = _near(changes)
    at = 0
    while at < len(changes) and shown < _MOST:
        if near[at]:
            yield _change_line(changes[at], changes[at - 1] if at else None, palette, width)
            shown, at = shown + 1, at + 1
            continue
        end = near.find(1, at)
        end = end if end >= 0 else len(changes)
        yield Text(f"    … {count_words(end - at, 'block')} as before", palette.faint)
        at = end
    if at < len(changes):
        yield Text(f"    … {count_words(len(changes) - at, 'more block')}", palette.dim)


def _near(changes: Sequence[Change]) -> bytearray:
    """By block: 1 where it is shown, since it or a neighbour changes; of an unchanged conversation its end."""
    near = bytearray(len(changes))
    for at, change in enumerate(changes):
        if change.fate is not Fate.KEPT:
            first, last = max(0, at - _AROUND), min(len(changes), at + _AROUND + 1)
            near[first:last] = b"\1" * (last - first)
    if not any(near):
        near[-_AROUND:] = b"\1" * len(near[-_AROUND:])
    return near


def _change_line(change: Change, above: Change | None, palette: Palette, width: int) -> Text:
    said = said_by(change.piece, palette)
    note = _note(change, above, said)
    style = {Fate.PRUNED: palette.removed, Fate.ADDED: palette.added}.get(change.fate)
    mark = {Fate.CHANGED: palette.structure}.get(change.fate, style or palette.dim)
    strike = Style(strike=change.fate is Fate.PRUNED)
    room = max(1, width - 4 - cell_len(said.who) - 2 - cell_len(note) - 3)
    body = one_line(said.words, 4 * room)
    body = body if cell_len(body) <= room else set_cell_size(body, room - 1).rstrip() + "…"
    line = Text(no_wrap=True)
    line.append(f" {change.fate.value}", mark)
    line.append(_BAR, said.style if style is None else mark)
    line.append(" ")
    line.append(said.who, (style or said.style) + Style(bold=True) + strike)
    line.append(" ", style)
    line.append(body, (style or palette.text) + strike)
    line.append(" " * max(1, width - line.cell_len - cell_len(note) - 1), style)
    line.append(note + " ", (style + palette.dim) if style is not None else palette.dim)
    if style is not None:
        line.stylize_before(Style(bgcolor=style.bgcolor))
    return line


def _note(change: Change, above: Change | None, said: Said) -> str:
    if change.fate is Fate.PRUNED:
        goes_with = change.piece.sent.type == "tool_result" and above is not None and above.fate is Fate.PRUNED
        return "goes with its call" if goes_with else f"pruned · {token_words(change.piece.tokens)} tokens"
    if change.fate is Fate.CHANGED:
        less = change.saved >= 0
        return f"changed · {'−' if less else '+'}{token_words(abs(change.saved))} tokens"  # noqa: RUF001
    return "added" if change.fate is Fate.ADDED else said.fact


def heading(title: str, hint: str, right: str, palette: Palette, width: int) -> Text:
    """A heading with a HINT, and something at the RIGHT."""
    line = Text.assemble((f" {title}", palette.strong), (f"   {hint}" if hint else "", palette.faint), no_wrap=True)
    line.truncate(max(1, width - cell_len(right) - 2))
    line.append(" " * max(1, width - line.cell_len - cell_len(right) - 1))
    line.append(right, palette.dim)
    return line


def file_lines(review: Review, palette: Palette, width: int) -> Iterator[Text]:
    """What becomes of the lines of the file."""
    lines = review.lines
    for label, touched in (("dropped", lines.dropped), ("changed", lines.changed), ("added", lines.added)):
        yield _file_line(label, len(touched), _numbers(label, touched), palette, width)
    yield _file_line("untouched", lines.untouched, "byte for byte", palette, width)


def _file_line(label: str, count: int, words: str, palette: Palette, width: int) -> Text:
    line = Text(no_wrap=True)
    line.append(f"   {label:<{_LABEL}}", palette.dim)
    line.append(f"{count_words(count, 'line'):<{_LABEL}}", palette.text)
    line.append(one_line(words), palette.faint)
    line.truncate(max(1, width - 1), overflow="ellipsis")
    return line


def _numbers(label: str, touched: Sequence[Touched]) -> str:
    shown = touched[:_MOST_LINES]
    more = f" and {len(touched) - len(shown):,} more" if len(touched) > len(shown) else ""
    if label == "dropped":
        return ", ".join(f"{one.line:,}" for one in shown) + more
    return " · ".join(f"{one.line:,} {one.words}" for one in shown) + more


def verdict_lines(review: Review, warnings: Sequence[str], palette: Palette) -> Iterator[Text]:
    """Whether it resumes, what was mended, what a person should know."""
    if review.broken:
        yield from (Text.assemble(("   ✗ ", palette.wrong), (one_line(words), palette.text)) for words in review.broken)
    else:
        line = Text.assemble(("   ✓ ", palette.live), ("it resumes, every tool call with its result", palette.text))
        if review.mended:
            line.append(f", {count_words(len(review.mended), 'finding')} mended", palette.text)
            line.append(f"   ({', '.join(review.mended)})", palette.faint)
        yield line
    for words in (*review.notes, *warnings):
        yield Text(f"   ● {one_line(words)}", palette.structure)

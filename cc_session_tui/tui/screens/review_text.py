"""The review, drawn: lines of text, each with its facts at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from cc_session_tui.core.editing.comparing import Change
from cc_session_tui.core.editing.review import tokens
from cc_session_tui.tui.presentation.grounds import readable
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.words import count_words, token_words
from cc_session_tui.tui.presentation.wrap import wrap
from cc_session_tui.tui.screens.review_words import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cc_session_tui.core.editing.comparing import Said
    from cc_session_tui.tui.presentation.palette import Palette
    from cc_session_tui.tui.presentation.wrap import Spans
    from cc_session_tui.tui.screens.review import Reviewed, Talk

_AROUND: Final = 3
"""Kept blocks that are shown around a change."""
_MOST: Final = 400
"""Blocks that are shown at most."""
_MOST_LINES: Final = 12
_BAR: Final = "▌"
_MARKS: Final = {Change.KEPT: " ", Change.PRUNED: "\N{MINUS SIGN}", Change.CHANGED: "~", Change.ADDED: "+"}
_LABEL: Final = 12
_VERDICT: Final = "   "
"""Stands before the mark of a verdict."""


def conversation_lines(talk: Talk, palette: Palette, width: int) -> Iterator[Text]:
    """TALK, line by line; what is kept far from any change is folded."""
    blocks, shown = talk.blocks, 0
    near = _near(blocks)
    at = 0
    while at < len(blocks) and shown < _MOST:
        if near[at]:
            yield _block_line(blocks[at], blocks[at - 1] if at else None, palette, width)
            shown, at = shown + 1, at + 1
            continue
        end = near.find(1, at)
        end = end if end >= 0 else len(blocks)
        yield Text(f"    … {count_words(end - at, 'block')} as before", palette.faint)
        at = end
    if at < len(blocks):
        yield Text(f"    … {count_words(len(blocks) - at, 'more block')}", palette.dim)


def _near(blocks: Sequence[Said]) -> bytearray:
    """By block: 1 where it is shown, since it or a neighbour changes; of an unchanged conversation its end."""
    near = bytearray(len(blocks))
    for at, said in enumerate(blocks):
        if said.change is not Change.KEPT:
            first, last = max(0, at - _AROUND), min(len(blocks), at + _AROUND + 1)
            near[first:last] = b"\1" * (last - first)
    if not any(near):
        near[-_AROUND:] = b"\1" * len(near[-_AROUND:])
    return near


def _block_line(said: Said, above: Said | None, palette: Palette, width: int) -> Text:
    """A block: its mark, the bar, who says what, and what becomes of it."""
    block = said.after or said.before
    words = words_of(block, palette) if block is not None else Words("", "", palette.dim)
    note = _note(said, above)
    style = {Change.PRUNED: palette.removed, Change.ADDED: palette.added}.get(said.change)
    mark = {Change.CHANGED: palette.structure}.get(said.change, style or palette.dim)
    strike = Style(strike=said.change is Change.PRUNED)
    line = Text(no_wrap=True)
    line.append(f" {_MARKS[said.change]}", mark)
    line.append(_BAR, words.style if style is None else mark)
    line.append(" ")
    line.append(words.who, (style or words.style) + Style(bold=True) + strike)
    line.append(" ")
    line.append(_cut(words.text, width - line.cell_len - cell_len(note) - 3), (style or palette.text) + strike)
    line.append(" " * max(1, width - line.cell_len - cell_len(note) - 1))
    line.append(note + " ", palette.dim if style is None else style + readable(palette.dim, style.bgcolor, palette))
    if style is not None:
        line.stylize_before(Style(bgcolor=style.bgcolor))
    return line


def _cut(text: str, room: int) -> str:
    text = one_line(text, 4 * max(room, 1))
    return text if cell_len(text) <= room else set_cell_size(text, max(0, room - 1)).rstrip() + "…"


def _note(said: Said, above: Said | None) -> str:
    """What stands at the right: the tokens, and what becomes of them."""
    before, after = (tokens([block]) if block is not None else 0 for block in (said.before, said.after))
    if said.change is Change.PRUNED:
        is_result = said.before is not None and said.before.type == "tool_result"
        goes_with = is_result and above is not None and above.change is Change.PRUNED
        return "goes with its call" if goes_with else f"pruned · {token_words(before)} tokens"
    if said.change is Change.CHANGED:
        sign = "\N{MINUS SIGN}" if before >= after else "+"
        return f"changed · {sign}{token_words(abs(before - after))} tokens"
    return "added" if said.change is Change.ADDED else f"{token_words(after)} tokens"


def heading(title: str, hint: str, right: str, palette: Palette, width: int) -> Text:
    """A heading with a HINT, and something at the RIGHT."""
    line = Text.assemble((f" {title}", palette.strong), (f"   {hint}" if hint else "", palette.faint), no_wrap=True)
    line.truncate(max(1, width - cell_len(right) - 2))
    line.append(" " * max(1, width - line.cell_len - cell_len(right) - 1))
    line.append(right, palette.dim)
    return line


def file_lines(review: Reviewed, palette: Palette, width: int) -> Iterator[Text]:
    """What becomes of the lines of the file."""
    lines = review.core.lines
    dropped = [f"{number:,}" for number in lines.dropped]
    yield _file_line("dropped", len(lines.dropped), _few(dropped, ", "), palette, width)
    yield _file_line("changed", len(lines.changed), _few(review.changed, " · "), palette, width)
    yield _file_line("added", len(lines.added), _few(review.added, " · "), palette, width)
    yield _file_line("untouched", lines.untouched, "byte for byte", palette, width)


def _file_line(label: str, count: int, words: str, palette: Palette, width: int) -> Text:
    line = Text(no_wrap=True)
    line.append(f"   {label:<{_LABEL}}", palette.dim)
    line.append(f"{count_words(count, 'line'):<{_LABEL - 2}}  ", palette.text)
    line.append(one_line(words), palette.faint)
    line.truncate(max(1, width - 1), overflow="ellipsis")
    return line


def _few(words: Sequence[str], between: str) -> str:
    more = f" and {len(words) - _MOST_LINES:,} more" if len(words) > _MOST_LINES else ""
    return between.join(words[:_MOST_LINES]) + more


def verdict_lines(review: Reviewed, palette: Palette, width: int) -> Iterator[Text]:
    """Whether it resumes, what was mended, what is wrong still."""
    return _marked(_verdicts(review, palette), palette, width)


def note_lines(notes: Iterable[str], palette: Palette, width: int) -> Iterator[Text]:
    """NOTES, which a person should know before a save."""
    ink = palette.structure
    return _marked((("●", ink, [Segment(one_line(words), ink)]) for words in notes), palette, width)


def _marked(verdicts: Iterable[tuple[str, Style, Spans]], palette: Palette, width: int) -> Iterator[Text]:
    for mark, style, words in verdicts:
        lines = wrap(words, max(1, width - len(_VERDICT) - len(mark) - 2))
        for number, line in enumerate(lines):
            head = f"{_VERDICT}{mark} " if not number else " " * (len(_VERDICT) + len(mark) + 1)
            yield Text.assemble((head, style), *((part.text, part.style or palette.text) for part in line))


def _verdicts(review: Reviewed, palette: Palette) -> Iterator[tuple[str, Style, Spans]]:
    """Each with its mark, and the style of that."""
    core = review.core
    if core.resumes:
        mended = f", {count_words(len(review.mended), 'finding')} mended" if review.mended else ""
        which = f"   ({', '.join(dict.fromkeys(review.mended))})" if review.mended else ""
        yield "✓", palette.live, [Segment(f"it resumes{mended}", palette.text), Segment(which, palette.faint)]
    for words in core.problems:
        yield "✗", palette.wrong, [Segment(one_line(words), palette.text)]
    for finding in core.findings:
        if finding.effect not in core.problems:
            yield "!", palette.structure, [Segment(one_line(finding.effect), palette.text)]

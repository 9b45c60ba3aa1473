"""The line over the transcript: whose it is, and how full its context is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from textual.reactive import reactive

from cc_session_tui.tui.widgets.status_parts import Part, PartsLine, cut, width_of

if TYPE_CHECKING:
    from cc_session_tui.tui.presentation.palette import Palette

_GAUGE: Final = 10
_LEAST_SHARE: Final = 0.005
_LEAST_TITLE: Final = 24
_SMALL_CONTEXT: Final = 200_000
_BIG_CONTEXT: Final = 1_000_000
_MARKS: Final = {"waiting": "◆", "busy": "●"}


class Heading(NamedTuple):
    """What the title line says of a transcript."""

    title: str
    facts: tuple[str, ...] = ()
    """Branch, model, messages; in this order."""
    status: str = ""
    """What its running client does: `busy`, `waiting`, `idle`; empty where none runs."""
    tokens: int = 0
    """Tokens of context that its last message took; 0 where unknown."""
    model: str = ""
    edits: int = 0
    """Edits that are not saved."""
    is_trashed: bool = False
    """Whether the session is in the trash."""
    back: str = ""
    """Title of the session whose subagent this is; empty for a session."""


def context_size(tokens: int, model: str) -> int:
    """Tokens that MODEL takes at most: the client marks a model of a million with `[1m]`, TOKENS may tell too."""
    return _BIG_CONTEXT if tokens > _SMALL_CONTEXT or "[1m]" in model else _SMALL_CONTEXT


class Title(PartsLine):
    """The line over the transcript."""

    heading: reactive[Heading | None] = reactive(None)
    """What it says; None while nothing is open."""

    def left(self, palette: Palette) -> list[Part]:
        """Title, facts, state; the title is cut where there is no room, and then the facts go."""
        heading = self.heading
        if heading is None:
            return []
        back, facts, edits = _back(heading, palette), _facts(heading, palette), _edits(heading, palette)
        room = self.size.width - width_of([*back, *edits, *facts, *self.right(palette)]) - 3
        if room < min(_LEAST_TITLE, cell_len(heading.title)):
            room, facts = room + width_of(facts), []
        return [*back, Part(f" {cut(heading.title, max(room, 1))}", palette.strong), *edits, *facts]

    def right(self, palette: Palette) -> list[Part]:
        """The gauge: how much of the model's context is taken; without its bar where there is no room."""
        heading = self.heading
        if heading is None or heading.tokens <= 0:
            return []
        size = context_size(heading.tokens, heading.model)
        share = min(1.0, heading.tokens / size)
        share_words = f"{share:.0%}" if share >= _LEAST_SHARE else "<1%"
        words = f" {share_words} of {size // 1000}k " if size < _BIG_CONTEXT else f" {share_words} of 1M "
        rest = (
            width_of([*_back(heading, palette), *_edits(heading, palette), *_facts(heading, palette)])
            + len(words)
            + _GAUGE
            + 3
        )
        room = self.size.width - rest >= min(_LEAST_TITLE, cell_len(heading.title))
        return [*(_bar(share, palette) if room else []), Part(words, palette.dim)]


def _bar(share: float, palette: Palette) -> list[Part]:
    full = round(share * _GAUGE)
    return [Part("━" * full, palette.claude), Part("━" * (_GAUGE - full), palette.faint)]


def _back(heading: Heading, palette: Palette) -> list[Part]:
    return [Part(f" ↰ {cut(heading.back, _LEAST_TITLE)} ", palette.dim, "screen.go_back")] if heading.back else []


def _edits(heading: Heading, palette: Palette) -> list[Part]:
    if heading.is_trashed:
        return [Part("   in the trash", palette.wrong)]
    if not heading.edits:
        return []
    return [Part(f"   {heading.edits:,} edit{'s' * (heading.edits > 1)}, not saved", palette.structure)]


def _facts(heading: Heading, palette: Palette) -> list[Part]:
    parts = [Part("   " + " · ".join(heading.facts), palette.dim)] if heading.facts else []
    if heading.status:
        ink = palette.structure if heading.status == "waiting" else palette.live
        words = f"{_MARKS.get(heading.status, '○')} {heading.status}"
        parts += [Part(" · " if heading.facts else "   ", palette.dim), Part(words, ink)]
    return parts

"""The line over the transcript: whose it is, and how full its context is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len
from textual.reactive import reactive

from cc_session_tui.tui.widgets.status_parts import Part, PartsLine, cut, width_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.tui.presentation.palette import Palette

_GAUGE: Final = 10
_LEAST_SHARE: Final = 0.005
_LEAST_TITLE: Final = 24
_SMALL_CONTEXT: Final = 200_000
_BIG_CONTEXT: Final = 1_000_000
_STATES: Final = {"waiting": "◆ waits", "busy": "● busy"}
_WIDEST_STATE: Final = max(map(cell_len, _STATES.values()))
_MOST_STATE: Final = 14
"""Cells for a state that nobody knows."""
_APART: Final = 3
"""Cells around the title."""


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
        """Title, edits, facts, state; the title is cut where nothing else is left to go."""
        heading = self.heading
        if heading is None:
            return []
        shown = self._shown(heading, palette)
        room = self._room(heading, shown, palette) + shown.spare
        title = Part(f" {cut(heading.title, max(room, 1))}", palette.strong)
        return [*_back(heading, palette), title, *_edits(heading, palette), *shown.facts]

    def right(self, palette: Palette) -> list[Part]:
        """The gauge: how much of the model's context is taken; without its bar where there is no room."""
        return self._shown(self.heading, palette).gauge if self.heading is not None else []

    def _shown(self, heading: Heading, palette: Palette) -> _Shown:
        """What there is room for beside the title."""
        least = min(_LEAST_TITLE, cell_len(heading.title))
        ways = list(_ways(heading, palette))
        return next((shown for shown in ways if self._room(heading, shown, palette) >= least), ways[-1])

    def _room(self, heading: Heading, shown: _Shown, palette: Palette) -> int:
        """Cells that SHOWN leaves for the title, with the widest of states."""
        always = width_of([*_back(heading, palette), *_edits(heading, palette)])
        return self.size.width - always - width_of([*shown.facts, *shown.gauge]) - shown.spare - _APART


class _Shown(NamedTuple):
    """What stands beside the title, and the edits."""

    facts: list[Part]
    gauge: list[Part]
    spare: int
    """Cells that the widest of the known states takes more: so nothing else comes or goes when the state changes."""


def _ways(heading: Heading, palette: Palette) -> Iterator[_Shown]:
    """What to show, less and less: the gauge's bar goes first, then fact by fact, the gauge, and the state last."""
    state, gauge = _state(heading, palette), _gauge(heading, palette)
    yield _beside(heading.facts, state, gauge, palette)
    for at in range(len(heading.facts) + 1):
        yield _beside(heading.facts[at:], state, gauge[-1:], palette)
    yield _beside((), state, [], palette)
    yield _beside((), [], [], palette)


def _beside(facts: tuple[str, ...], state: list[Part], gauge: list[Part], palette: Palette) -> _Shown:
    parts = [Part("   " + " · ".join(facts), palette.dim)] if facts else []
    if state:
        parts += [Part(" · " if facts else "   ", palette.dim), *state]
    return _Shown(parts, gauge, max(0, _WIDEST_STATE - width_of(state)) if state else 0)


def _gauge(heading: Heading, palette: Palette) -> list[Part]:
    """The bar, and its words."""
    if heading.tokens <= 0:
        return []
    size = context_size(heading.tokens, heading.model)
    share = min(1.0, heading.tokens / size)
    share_words = f"{share:.0%}" if share >= _LEAST_SHARE else "<1%"
    words = f" {share_words} of {size // 1000}k " if size < _BIG_CONTEXT else f" {share_words} of 1M "
    return [*_bar(share, palette), Part(words, palette.dim)]


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


def _state(heading: Heading, palette: Palette) -> list[Part]:
    if not heading.status:
        return []
    ink = palette.structure if heading.status == "waiting" else palette.live
    return [Part(cut(_STATES.get(heading.status, f"○ {heading.status}"), _MOST_STATE), ink)]

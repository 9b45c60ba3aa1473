"""The colours of the transcript, by meaning: every style comes from here, and these from the theme's variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.style import Style
from textual.color import Color

if TYPE_CHECKING:
    from collections.abc import Mapping

_FALLBACKS: Final = {
    "cc-person": "primary",
    "cc-claude": "accent",
    "cc-tool": "success",
    "cc-live": "success",
    "cc-structure": "warning",
    "cc-wrong": "error",
    "cc-text": "foreground",
    "background": "background",
}
_SHARES: Final = {"cc-dim": (0.5, 3.0), "cc-faint": (0.3, 1.9)}
_LEAST_CONTRAST: Final = 3.0
_NEARLY_BLACK: Final = 0.04045


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles by meaning. None has a background but those that say so: the widget's own shows through."""

    text: Style
    strong: Style
    dim: Style
    """Facts: times, counts, output."""
    faint: Style
    """What one may overlook: line numbers, the model's name."""
    hint: Style
    """Faint and slanted: what stands inside a folded line."""
    person: Style
    claude: Style
    tool: Style
    structure: Style
    """Forks, compactions, warnings."""
    wrong: Style
    live: Style
    """What is running."""
    rule: Style
    code: Style
    """Inline code and links."""
    fence: Style
    """With background: a block of code."""
    added: Style
    """With background: an added line of a diff."""
    removed: Style
    """With background: a removed line of a diff."""
    selected: Style
    """Background only: the entry under the cursor."""
    find: Style
    """With background: a match."""
    find_current: Style
    """With background: the match one is at."""
    ansi: tuple[Style, ...]
    """The sixteen colours of a terminal, as foregrounds."""

    @classmethod
    def of(cls, variables: Mapping[str, str], dark: bool) -> Palette:
        """The palette of a theme, from its variables (`App.theme_variables`).

        A theme may name a colour itself with `cc-person`, `cc-claude`, `cc-tool`, `cc-live`, `cc-structure`,
        `cc-wrong`, `cc-text`, `cc-dim`, `cc-faint`, `cc-rule`, `cc-fence`, `cc-added`, `cc-removed` and `cc-selected`,
        the letters on the last three with `-ink`.
        """
        colours = _colours(variables)
        return cls(**_words(colours), **_fills(variables, colours), ansi=_terminal(colours, dark))


def _colours(variables: Mapping[str, str]) -> dict[str, Color]:
    colours = {name: _parse(variables, name, other) for name, other in _FALLBACKS.items()}
    if colours["cc-claude"] == colours["cc-tool"]:
        colours["cc-claude"] = Color.parse(variables["secondary"])
    paper, ink = colours["background"], colours["cc-text"]
    for name in ("cc-person", "cc-claude", "cc-tool", "cc-live", "cc-structure", "cc-wrong"):
        if name not in variables:
            colours[name] = _readable(colours[name], paper, ink, _LEAST_CONTRAST)
    for name, (share, contrast) in _SHARES.items():
        mixed = _readable(_mix(paper, ink, share), paper, ink, contrast)
        colours[name] = Color.parse(variables[name]) if name in variables else mixed
    return colours


def _parse(variables: Mapping[str, str], name: str, other: str) -> Color:
    return Color.parse(variables.get(name) or variables[other])


def _mix(paper: Color, ink: Color, share: float) -> Color:
    return ink if _is_native(paper, ink) else paper.blend(ink, share, alpha=1)


def _is_native(*colours: Color) -> bool:
    """Whether one of COLOURS is the terminal's own, of which nobody knows how it looks."""
    return any(colour.ansi is not None for colour in colours)


def _readable(colour: Color, paper: Color, ink: Color, least: float) -> Color:
    """COLOUR, moved towards INK until it stands out from PAPER."""
    if _is_native(colour, paper, ink):
        return colour
    for share in (0.0, 0.15, 0.3, 0.45, 0.6, 0.75):
        moved = colour.blend(ink, share, alpha=1)
        if contrast(moved, paper) >= least:
            return moved
    return ink


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Color) -> float:
    linear = [part / 12.92 if part <= _NEARLY_BLACK else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _words(colours: Mapping[str, Color]) -> dict[str, Style]:
    native = _is_native(colours["background"], colours["cc-text"])
    plain = {name: Style(color=colour.rich_color) for name, colour in colours.items()}
    quiet = Style(dim=True) if native else Style()
    return {
        "text": plain["cc-text"],
        "strong": plain["cc-text"] + Style(bold=True),
        "dim": plain["cc-dim"] + quiet,
        "faint": plain["cc-faint"] + quiet,
        "hint": plain["cc-faint"] + quiet + Style(italic=True),
        "person": plain["cc-person"],
        "claude": plain["cc-claude"],
        "tool": plain["cc-tool"],
        "structure": plain["cc-structure"],
        "wrong": plain["cc-wrong"],
        "live": plain["cc-live"],
        "code": plain["cc-person"],
    }


def _fills(variables: Mapping[str, str], colours: Mapping[str, Color]) -> dict[str, Style]:
    paper, ink = colours["background"], colours["cc-text"]
    return {
        "rule": Style(color=_own(variables, "cc-rule", _mix(paper, ink, 0.15)).rich_color),
        "fence": Style(bgcolor=_own(variables, "cc-fence", _mix(paper, ink, 0.06)).rich_color)
        if not _is_native(paper, ink)
        else Style(),
        "added": _tinted(variables, "cc-added", colours["cc-tool"], colours),
        "removed": _tinted(variables, "cc-removed", colours["cc-wrong"], colours),
        "selected": _tinted(variables, "cc-selected", colours["cc-person"], colours).background_style
        or Style(reverse=True),
        "find": _marked(colours["cc-structure"], colours),
        "find_current": _marked(colours["cc-claude"], colours),
    }


def _own(variables: Mapping[str, str], name: str, other: Color) -> Color:
    return Color.parse(variables[name]) if name in variables else other


def _tinted(variables: Mapping[str, str], name: str, tint: Color, colours: Mapping[str, Color]) -> Style:
    """A line on a ground that is a little of TINT; only coloured where the ground is the terminal's own."""
    paper, ink = colours["background"], colours["cc-text"]
    if _is_native(paper, ink):
        return Style(color=tint.rich_color)
    ground = _own(variables, name, paper.blend(tint, 0.2, alpha=1))
    letters = _own(variables, f"{name}-ink", _readable(tint.blend(ink, 0.4, alpha=1), ground, ink, 4.5))
    return Style(color=letters.rich_color, bgcolor=ground.rich_color)


def _marked(tint: Color, colours: Mapping[str, Color]) -> Style:
    paper, ink = colours["background"], colours["cc-text"]
    if _is_native(paper, ink):
        return Style(color=tint.rich_color, reverse=True)
    letters = max((paper, ink), key=lambda colour: contrast(colour, tint))
    return Style(color=letters.rich_color, bgcolor=tint.rich_color, bold=True)


def _terminal(colours: Mapping[str, Color], dark: bool) -> tuple[Style, ...]:
    """The terminal's sixteen colours, so that a program's red is the theme's, and its black can be read."""
    paper, ink = colours["background"], colours["cc-text"]
    low, high = (colours["cc-faint"], ink) if dark else (ink, colours["cc-dim"])
    hues = [colours[name] for name in ("cc-wrong", "cc-tool", "cc-structure", "cc-person")]
    violet, cyan = (_between(hues[0], hues[3]), _between(hues[1], hues[3]))
    plain = [low, *hues, violet, cyan, high]
    bright = [colours["cc-dim"], *(_mix(colour, ink, 0.3) for colour in (*hues, violet, cyan)), ink]
    return tuple(Style(color=_readable(colour, paper, ink, 1.9).rich_color) for colour in (*plain, *bright))


def _between(one: Color, other: Color) -> Color:
    return other if _is_native(one, other) else one.blend(other, 0.5, alpha=1)

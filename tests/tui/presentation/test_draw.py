from __future__ import annotations

from dataclasses import fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment

from cc_session_tui.core.transcript.entries import Branch, Entry, Kind, Part, Speaker
from cc_session_tui.tui.presentation.draw import draw
from cc_session_tui.tui.presentation.folds import opens
from tests.tui import factories
from tests.tui.presentation.looks import ALL_THEMES, LOOK, PALETTE, any_text, assert_fits, palette_of, texts

if TYPE_CHECKING:
    from textual.strip import Strip

widths = st.integers(20, 200)
opened = st.sampled_from([None, True, False])


def first_segments(entry: Entry) -> set[Segment]:
    return {next(iter(strip)) for strip in draw(entry, 80, LOOK)}


@given(st.sampled_from(factories.entries()), widths, opened)
def test_every_kind_fits_every_width(entry: Entry, width: int, is_opened: bool | None) -> None:
    assert_fits(draw(entry, width, replace(LOOK, opened=is_opened)), width)


def _with(entry: Entry, text: str) -> Entry:
    """ENTRY with TEXT in each of its texts."""
    strings: dict[str, Any] = {
        field.name: text for field in fields(entry) if isinstance(getattr(entry, field.name), str | bytes)
    }
    strings.pop("kind")
    strings.pop("speaker")
    if "data" in strings:
        strings["data"] = text.encode("utf-8", "surrogatepass")
    if "parts" in {field.name for field in fields(entry)}:
        strings["parts"] = (Part(text, 0, 1), Part("x", 0, 1))
    if "branches" in {field.name for field in fields(entry)}:
        strings["branches"] = (Branch(0, 0, text, 1, True), Branch(0, 0, text, 1, False))
    return replace(entry, **strings)


@given(st.sampled_from(factories.entries()), any_text, widths, opened)
def test_any_text_anywhere_fits_and_is_harmless(entry: Entry, text: str, width: int, is_opened: bool | None) -> None:
    assert_fits(draw(_with(entry, text), width, replace(LOOK, opened=is_opened)), width)


@given(st.sampled_from(factories.entries()), st.integers(1, 19))
def test_a_width_too_small_to_lay_out_crops(entry: Entry, width: int) -> None:
    assert all(strip.cell_length == width for strip in draw(entry, width, LOOK))


def test_a_prompt_has_a_blank_line_a_headline_and_its_text() -> None:
    assert texts(factories.prompt("do it\nnow"), 40) == [
        "",
        "▌ You" + " " * 29 + "13:02",
        "▌ do it",
        "▌ now",
    ]


def test_a_reply_inside_a_turn_has_no_headline() -> None:
    assert texts(factories.reply("done")) == ["▌ done"]


def test_claude_is_named_with_model_and_tokens() -> None:
    entry = factories.reply("done", starts_turn=True, tokens=1234, model="claude-haiku-4-5-20251001")
    assert texts(entry, 60)[1] == "▌ Claude  haiku-4.5" + " " * 24 + "13:02 · 1.2k tok"


def test_a_time_of_another_day_has_its_day() -> None:
    look = replace(LOOK, today=date(2027, 1, 2))
    assert texts(factories.prompt("x"), 60, look)[1].endswith("30 Nov 2026 13:02")


def test_how_a_prompt_came_about_stands_beside_its_name() -> None:
    assert texts(factories.prompt("x", label="typed while working"))[1].startswith("▌ You  typed while working")


@pytest.mark.parametrize(
    ("entry", "style"),
    [
        (factories.prompt(starts_turn=False), PALETTE.person),
        (factories.reply(), PALETTE.claude),
        (factories.thinking(), PALETTE.claude),
        (factories.bash(), PALETTE.tool),
        (factories.bash(is_error=True), PALETTE.wrong),
        (factories.damaged(resumed=True), PALETTE.wrong),
        (factories.run("a", "b", starts_turn=False), PALETTE.faint),
        (factories.run("file", label="file a.py"), PALETTE.tool),
        (factories.run("hook", kind=Kind.HOOK, is_error=True), PALETTE.wrong),
        (factories.notice("x", "turn_duration"), PALETTE.faint),
        (factories.notice("x", "/cost", Kind.COMMAND, speaker=Speaker.USER), PALETTE.person),
    ],
)
def test_the_gutter_tells_who_speaks(entry: Entry, style: object) -> None:
    assert Segment("▌", style) in first_segments(entry)  # type: ignore[arg-type]


def test_the_gutter_is_dotted_where_a_resume_does_not_send_the_record() -> None:
    assert first_segments(factories.reply(resumed=False)) == {Segment("┊", PALETTE.claude)}


def _own_lines(entry: Entry, opened: bool | None) -> list[str]:
    """The lines of ENTRY without the blank line and the headline before them."""
    lead = bool(texts(replace(entry, starts_turn=False))[0] == "")
    return texts(replace(entry, starts_turn=False), look=replace(LOOK, opened=opened))[lead:]


@pytest.mark.parametrize("entry", factories.entries(), ids=lambda entry: entry.kind)
def test_an_entry_is_one_line_until_it_is_opened_and_its_mark_says_which(entry: Entry) -> None:
    folded, unfolded = _own_lines(entry, opened=False), _own_lines(entry, opened=True)
    if entry.kind in {Kind.PROMPT, Kind.REPLY}:
        assert folded == unfolded
    else:
        assert len(folded) == 1
        assert ("▸" in folded[0], "▾" in unfolded[0]) in {(True, True), (False, False)}
        assert len(unfolded) > 1 or "▸" not in folded[0]
    assert _own_lines(entry, opened=None) == (unfolded if opens(entry) else folded)


def test_a_long_text_is_windowed_and_says_what_is_left_out() -> None:
    lines = texts(factories.prompt("line\n" * 1000), look=replace(LOOK, most_lines=5))
    assert lines[2:] == ["▌ line"] * 5 + ["▌ … 995 more lines"]


def test_a_text_of_one_megabyte_on_one_line_is_windowed() -> None:
    lines = texts(factories.bash("cat x", "x" * 1_000_000), look=replace(LOOK, opened=True, most_lines=10))
    assert len(lines) == 11
    assert lines[-1].startswith("▌ … ")


def test_a_limit_that_grows_shows_more() -> None:
    entry = factories.reply("\n".join(str(number) for number in range(300)))
    assert len(texts(entry, look=replace(LOOK, most_lines=200))) == 201
    assert len(texts(entry, look=replace(LOOK, most_lines=400))) == 300


@pytest.mark.parametrize("name", ALL_THEMES)
def test_every_theme_draws_every_kind(name: str) -> None:
    palette = palette_of(ALL_THEMES[name])
    for entry in factories.entries():
        assert_fits(draw(entry, 80, replace(LOOK, palette=palette)), 80)


def _styles(strips: list[Strip]) -> set[object]:
    return {segment.style.color for strip in strips for segment in strip if segment.style is not None}


def test_all_colours_come_from_the_palette() -> None:
    known = {getattr(PALETTE, field.name).color for field in fields(PALETTE) if field.name != "ansi"}
    known |= {style.color for style in PALETTE.ansi}
    used = {colour for entry in factories.entries() for colour in _styles(draw(entry, 80, LOOK))}
    assert used <= known

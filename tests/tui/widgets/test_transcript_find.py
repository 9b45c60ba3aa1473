from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from cc_session_tui.tui.widgets.transcript_find import Finder, Found, Hit, Match, pattern_of
from cc_session_tui.tui.widgets.transcript_highlights import Highlights
from cc_session_tui.tui.widgets.transcript_marks import restyle
from cc_session_tui.tui.widgets.transcript_matches import spans_of
from cc_session_tui.tui.widgets.transcript_reader import FIRST_LINES, Reader
from cc_session_tui.tui.widgets.transcript_search import may_hold, search, seek, word_of
from tests.tui.widgets.transcript_fakes import FakePainter, call, said, texts, view_of


def finder_of(*counts: int, start: int = 0) -> Finder:
    """A finder that has found so many matches in each entry."""
    finder = Finder("x", start, len(counts))
    for part in list(finder.todo):
        finder.add(part, [Hit(at, counts[at]) for at in part if counts[at]])
    return finder


def marked(query: str, lines: list[str], width: int = 40) -> list[str]:
    """The matches as they stand in the lines, their parts joined with `|`."""
    drawn = [f"▌ {line}" for line in lines]
    return ["|".join(drawn[line][start:end] for line, start, end in match) for match in spans_of(query, drawn, width)]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("add", "Add it, then re-add", 2),
        ("a.b", "axb a.b", 1),
        ("[/]", "a [/] b", 1),
        ("two words", "two\n   words", 1),
        ("ÄRGER", "ärger", 1),
        ("  ", "a  b", 1),
        ("日本", "これは日本語です", 1),
    ],
)
def test_a_query_is_taken_literally_without_regard_to_case_or_kind_of_white_space(
    query: str, text: str, found: int
) -> None:
    assert len(pattern_of(query).findall(text)) == found


@given(st.lists(st.integers(0, 3), min_size=1, max_size=30).filter(any), st.data())
def test_next_goes_through_all_matches_and_wraps(counts: list[int], data: st.DataObject) -> None:
    finder = finder_of(*counts, start=data.draw(st.integers(0, len(counts) - 1)))
    everything = [Match(at, number) for at, count in enumerate(counts) for number in range(count)]
    match = finder.at_or_after(finder.start)
    seen: list[Match] = []
    for _ in everything:
        assert match is not None
        seen.append(match)
        finder.current = match
        assert finder.found == Found("x", everything.index(match) + 1, len(everything), done=True)
        match = finder.next(match)
    assert match == seen[0]
    assert sorted(seen) == everything
    for expected in reversed(seen):
        assert match is not None
        match = finder.previous(match)
        assert match == expected


def test_the_matches_after_the_start_are_found_first() -> None:
    finder = Finder("x", 6, 10)
    assert finder.todo == [range(6, 10), range(6)]
    finder.add(range(6, 8), [Hit(7, 2)])
    assert finder.at_or_after(6) == (7, 0)
    assert finder.todo == [range(8, 10), range(6)]
    assert not finder.found.done


def test_hits_of_a_search_that_was_given_up_are_not_counted_twice() -> None:
    finder = Finder("x", 0, 10)
    assert finder.add(range(4), [Hit(1, 1)])
    assert not finder.add(range(4), [Hit(1, 1)])
    assert not finder.add(range(4, 20), [Hit(15, 1)])
    assert finder.total == 1


def test_entries_that_were_added_are_searched_and_the_last_one_again() -> None:
    finder = finder_of(1, 0, 2)
    finder.grow(3, 5)
    assert finder.todo == [range(2, 5)]
    assert finder.total == 1
    finder.add(range(2, 5), [Hit(2, 3), Hit(4, 1)])
    assert finder.total == 5


def test_how_a_search_stands_is_said_in_words() -> None:
    said = [Found(), Found("x"), Found("x", done=False), Found("x", 3, 1700), Found("x", 0, 7, done=False)]
    assert [str(found) for found in said] == ["", "no match", "…", "3 of 1,700", "- of 7…"]


def test_a_search_reports_pieces_that_cover_the_part_and_all_its_hits() -> None:
    view = view_of(*(said("x" * (at % 3), at=at) for at in range(1000)))
    pieces = list(search(view, "X", range(100, 900)))
    assert [at for piece, _ in pieces for at in piece] == list(range(100, 900))
    assert [hit for _, hits in pieces for hit in hits] == [Hit(at, at % 3) for at in range(100, 900) if at % 3]


@given(st.text(min_size=1, max_size=12), st.text(max_size=40))
def test_an_entry_that_holds_a_query_is_never_passed_over(query: str, around: str) -> None:
    record = json.dumps({"text": around + query + around}).encode()
    view = view_of(said(around + query + around, at=0), raw=lambda _row: record)
    assert pattern_of(query).search(view.text(0)) is None or may_hold(view, 0, word_of(query))


@pytest.mark.parametrize("line", [b'{"text":"NeedlE"}', rb'{"text":"\u004eeedle"}'])
def test_a_word_is_seen_in_a_record_in_any_case_and_behind_escapes(line: bytes) -> None:
    assert may_hold(view_of(said("x"), raw=lambda _row: line), 0, word_of("a needle!"))


def test_a_record_without_the_word_is_not_read() -> None:
    view = view_of(said("hay"), raw=lambda _row: b'{"text":"hay"}')
    assert not may_hold(view, 0, word_of("a needle!"))
    assert list(search(view, "a needle!", range(1))) == [(range(1), [])]
    assert view.read == []  # type: ignore[attr-defined]


def test_seeking_ends_at_the_first_that_is_wanted_or_when_it_is_given_up() -> None:
    assert seek(lambda at: at % 7 == 0, range(15, 100), lambda: False) == 21
    assert seek(lambda at: at % 7 == 0, range(15, 100), lambda: True) is None
    assert seek(lambda _: False, range(15, 100), lambda: False) is None


def test_a_match_is_marked_where_it_stands() -> None:
    assert marked("add", ["def add(a, b):", "    ADD"]) == ["add", "ADD"]


def test_a_match_of_words_goes_over_the_end_of_a_line() -> None:
    assert marked("over the end", ["a text that goes over", "  the end of it"]) == ["over|the end"]


def test_a_word_that_was_cut_at_the_end_of_a_full_line_is_found() -> None:
    assert marked("abcdefghij", ["x" * 33 + "abcd", "  efghij"], width=40) == ["abcd|efghij"]
    assert marked("日本語です", ["あ" * 16 + "日本", "語です"], width=40) == ["日本|語です"]


def test_a_line_that_is_not_full_ends_a_word() -> None:
    assert marked("abcdefghij", ["abcd", "efghij"]) == []


def test_the_gutter_matches_nothing() -> None:
    assert marked("▌", ["a", "b"]) == []


@given(
    st.lists(st.text(min_size=1, max_size=6), max_size=6), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)))
)
def test_styles_are_laid_over_a_line_without_changing_its_text(parts: list[str], spans: list[tuple[int, int]]) -> None:
    strip = Strip([Segment(part, Style(bold=True)) for part in parts])
    changed = restyle(strip, spans, Style(italic=True))
    assert changed.text == strip.text
    styles = [bool(segment.style and segment.style.italic) for segment in changed for _ in segment.text]
    assert styles == [any(start <= at < end for start, end in spans) for at in range(len(strip.text))]
    assert all(segment.style and segment.style.bold for segment in changed)


def test_a_match_in_a_folded_entry_unfolds_it_and_the_next_match_folds_it_again() -> None:
    reader = Reader(FakePainter(), view_of(*texts(3, 3), call(2, text="the needle")), 10)
    highlights = Highlights("needle")
    highlights.reveal(reader, Match(2, 0))
    assert reader.is_open(2)
    assert reader.cursor == 2
    assert highlights.of(reader, 2) == [[(1, 6, 12)]]
    highlights.reveal(reader, Match(0, 0))
    assert not reader.is_open(2)


def test_a_match_deep_in_a_long_entry_is_brought_into_the_window() -> None:
    lines = ["hay"] * (FIRST_LINES * 3)
    lines[-5] = "needle"
    reader = Reader(FakePainter(), view_of(said(*lines)), 10)
    Highlights("needle").reveal(reader, Match(0, 0))
    assert FIRST_LINES * 3 - 5 in [line.line for line in reader.window.lines()]


def test_a_match_that_is_not_drawn_leads_to_its_entry() -> None:
    reader = Reader(FakePainter(), view_of(*texts(*[3] * 40)), 10)
    Highlights("not drawn").reveal(reader, Match(7, 0))
    assert reader.cursor == 7
    assert reader.window.span_of(7) is not None


def test_the_current_match_is_told_apart_on_its_line() -> None:
    reader = Reader(FakePainter(), view_of(said("ab ab", "ab")), 10)
    lines = list(reader.window.lines())
    highlights = Highlights("ab")
    assert highlights.on_line(reader, lines[0], Match(0, 1)) == ([(2, 4), (5, 7)], [(5, 7)])
    assert highlights.on_line(reader, lines[1], Match(0, 1)) == ([(2, 4)], [])

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.presentation.words import (
    count_words,
    duration_words,
    model_words,
    path_words,
    seconds_between,
    size_words,
    time_words,
    token_words,
)
from tests.tui.presentation.looks import LOOK, any_text


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "0 B"),
        (214, "214 B"),
        (1000, "1 kB"),
        (1240, "1.2 kB"),
        (28_400, "28 kB"),
        (999_700, "1 MB"),
        (2.1e9, "2.1 GB"),
    ],
)
def test_sizes(size: int, words: str) -> None:
    assert size_words(int(size)) == words


@pytest.mark.parametrize(("tokens", "words"), [(3, "3"), (1234, "1.2k"), (168_000, "168k"), (2_100_000, "2.1M")])
def test_tokens(tokens: int, words: str) -> None:
    assert token_words(tokens) == words


@pytest.mark.parametrize(
    ("count", "noun", "words"),
    [
        (1, "line", "1 line"),
        (3120, "line", "3,120 lines"),
        (2, "branch", "2 branches"),
        (2, "match", "2 matches"),
        (0, "entry", "0 entries"),
    ],
)
def test_counts(count: int, noun: str, words: str) -> None:
    assert count_words(count, noun) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.26, "0.3 s"), (14.2, "14 s"), (59.7, "1 min"), (125, "2 min 5 s"), (3840, "1 h 4 min")],
)
def test_durations(seconds: float, words: str) -> None:
    assert duration_words(seconds) == words


def test_a_time_is_shown_in_the_zone_that_is_asked_for() -> None:
    assert time_words("2026-11-30T23:02:11.120Z", replace(LOOK, zone=timezone(timedelta(hours=2)))) == "01:02"


def test_a_day_is_shown_only_where_it_is_another() -> None:
    look = replace(LOOK, today=date(2026, 11, 30))
    assert time_words("2026-11-30T01:02:03Z", look) == "01:02"
    assert time_words("2026-11-29T01:02:03Z", look) == "29 Nov 01:02"
    assert time_words("2025-11-29T01:02:03Z", look) == "29 Nov 2025 01:02"


@given(any_text)
def test_a_time_that_is_none_stays_as_it_is(text: str) -> None:
    assert isinstance(time_words(text, LOOK), str)


def test_odd_times() -> None:
    assert time_words("", LOOK) == ""
    assert time_words("yester\nday", LOOK) == "yester day"
    assert time_words("0001-01-01T00:00:00+14:00", LOOK) == "0001-01-01T00:00:00+14:00"


@given(st.datetimes(), st.datetimes())
def test_seconds_between_never_raises(one: object, other: object) -> None:
    seconds = seconds_between(f"{one}Z", f"{other}")
    assert seconds is None


def test_time_that_runs_backwards_is_no_duration() -> None:
    assert seconds_between("2026-11-30T13:00:00Z", "2026-11-30T13:00:02Z") == 2
    assert seconds_between("2026-11-30T13:00:02Z", "2026-11-30T13:00:00Z") is None
    assert seconds_between("", "2026-11-30T13:00:00Z") is None


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/home/dev/demo/src/app.py", "src/app.py"),
        ("/home/dev/demo2/app.py", "~/demo2/app.py"),
        ("/home/dev", "~"),
        ("/home/developer", "/home/developer"),
        ("/etc/\x1b[0m", "/etc/␛[0m"),
    ],
)
def test_paths(path: str, words: str) -> None:
    assert path_words(path, LOOK) == words


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("claude-opus-5-5", "opus-5.5"),
        ("claude-opus-4-5-20251101", "opus-4.5"),
        ("claude-3-5-sonnet-20241022", "3.5-sonnet"),
        ("claude-opus-5[1m]", "opus-5[1m]"),
        ("<synthetic>", "<synthetic>"),
        ("", ""),
    ],
)
def test_models(model: str, words: str) -> None:
    assert model_words(model) == words

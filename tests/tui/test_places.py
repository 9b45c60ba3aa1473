from __future__ import annotations

from pathlib import Path

from cc_session_tui.core.transcript.entries import Key
from cc_session_tui.tui.places import Place, Places


def test_the_last_place_of_a_session_is_remembered() -> None:
    places = Places()
    places.keep(Path("/a"), Place(Key(10, 0)))
    places.keep(Path("/a"), Place(Key(99, 1), leaf=7))
    assert places.of(Path("/a")) == Place(Key(99, 1), leaf=7)
    assert places.of(Path("/b")) is None


def test_the_oldest_places_are_forgotten() -> None:
    places = Places()
    for number in range(600):
        places.keep(Path(f"/{number}"), Place(Key(number, 0)))
    assert places.of(Path("/0")) is None
    assert places.of(Path("/599")) == Place(Key(599, 0))

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.presentation.draw import draw
from cc_session_tui.tui.presentation.heights import height
from tests.tui import factories
from tests.tui.presentation.looks import LOOK

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Entry, Kind


@dataclass
class OneEntry:
    """A view of one entry, as the index knows it."""

    shown: Entry
    bytes_beside: int = 650

    def kind(self, _: int) -> Kind:
        return self.shown.kind

    def size(self, _: int) -> int:
        return self.bytes_beside + len(getattr(self.shown, "text", ""))

    def starts_turn(self, _: int) -> bool:
        return self.shown.starts_turn


@pytest.mark.parametrize("entry", factories.entries(), ids=lambda entry: entry.kind)
def test_a_folded_entry_is_guessed_within_a_few_lines(entry: Entry) -> None:
    drawn = len(draw(entry, 100, replace(LOOK, opened=False)))
    assert abs(height(OneEntry(entry), 0, 100, opened=False) - drawn) <= max(3, drawn)


def test_a_long_text_is_guessed_near_its_height() -> None:
    entry = factories.reply("A sentence of about fifty characters, then more. " * 40)
    drawn = len(draw(entry, 100, LOOK))
    assert drawn / 2 <= height(OneEntry(entry), 0, 100) <= drawn * 2


def test_a_huge_entry_is_guessed_no_taller_than_it_is_drawn() -> None:
    entry = factories.reply("x" * 1_000_000)
    assert height(OneEntry(entry), 0, 100) <= len(draw(entry, 100, LOOK))


def test_an_opened_entry_is_guessed_taller() -> None:
    entry = factories.notice("x" * 5000)
    assert height(OneEntry(entry), 0, 100, opened=True) > 20

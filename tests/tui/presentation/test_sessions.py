"""Real sessions of six client versions, and every case: each entry of each view is drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.presentation.draw import draw
from tests.tui.presentation.looks import LOOK, assert_fits

DATA = Path(__file__).parents[2] / "data"
FILES = sorted(path for path in DATA.rglob("*.jsonl") if path.is_file())


def test_there_are_sessions() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(DATA)))
def test_every_entry_of_a_session_is_drawn(path: Path) -> None:
    document = Document.open(path)
    for name in ViewName:
        view = document.view(name, 3)
        for number in range(len(view)):
            entry = view.entry(number)
            assert_fits(draw(entry, 80, LOOK), 80)
            assert_fits(draw(entry, 33, replace(LOOK, opened=True)), 33)

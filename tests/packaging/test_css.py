from __future__ import annotations

from pathlib import Path

import pytest

from cc_session_tui.tui.css import stylesheet

ROOT = Path(__file__).parents[2]


def test_a_checkout_uses_the_styles_beside_the_package() -> None:
    assert stylesheet("app.tcss") == ROOT / "styles" / "app.tcss"


def test_a_missing_style_sheet_names_both_places() -> None:
    with pytest.raises(FileNotFoundError, match=r"cc_session_tui/styles or .*styles"):
        stylesheet("no-such.tcss")

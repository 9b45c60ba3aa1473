"""Lists of records may be older than the session that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.messages import RowWanted
from cc_session_tui.tui.screens.edit_pane import EditPane
from tests.tui.browsing import browsing

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo


@pytest.mark.parametrize("row", [-1, 10**6])
async def test_a_record_that_is_gone_is_said_to_be(demo: Demo, row: int) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened and run.reading.document is not None and run.reading.document.whole)
        run.browser.post_message(RowWanted(row))
        await run.until(lambda: run.notices == ["That record is gone."])
        assert isinstance(run.reading, EditPane)
        run.reading.show_row(row)
        await run.until(lambda: run.notices == ["That record is gone."] * 2)

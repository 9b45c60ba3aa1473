from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.weights import weights
from cc_session_tui.core.format.index import Index
from cc_session_tui.tui.screens.weights_screen import WeightsScreen
from cc_session_tui.tui.widgets.choices import Choices
from tests.tui.browsing import Browsing, browsing
from tests.tui.editing.test_edit_pane import session_of

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo


def rows_at_the_cursor(run: Browsing) -> tuple[int, ...]:
    view = run.transcript.view
    return tuple(view.rows(run.transcript.cursor)) if view is not None and len(view) else ()


async def test_the_heaviest_record_stands_first_and_enter_goes_to_it(demo: Demo) -> None:
    path = session_of(demo)
    heaviest = weights(resumed_blocks(Index.open(path)))
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await run.until(lambda: run.opened and run.reading.document is not None and run.reading.document.whole)
        await run.press("W")
        await run.until(lambda: isinstance(run.app.screen, WeightsScreen))
        shown = run.app.screen.query_one(Choices)
        assert shown.option_count == len(heaviest)
        assert f"record {heaviest[0].row + 1:,} " in str(shown.get_option_at_index(0).prompt)
        await run.press("enter")
        await run.until(lambda: heaviest[0].row in rows_at_the_cursor(run))

"""A transcript for which there is other room than was told: Textual sends no `Resize` for some layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script
from tests.tui.widgets.test_transcript_running import Watched, hosting

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot


def fits(transcript: Watched) -> bool:
    """Whether what is drawn has the size of the room for it."""
    assert transcript._painter is not None
    assert transcript.reader is not None
    drawn = (transcript._painter.width, transcript.reader.window.rows)
    return drawn == tuple(transcript.scrollable_content_region.size)


@pytest.mark.parametrize(("width", "rows"), [(120, 0), (0, 5), (30, 90)])
async def test_what_is_drawn_gets_the_size_of_the_room_for_it(tmp_path: Path, width: int, rows: int) -> None:
    script = Script()
    script.user("word " * 200)
    async with hosting(script.open(tmp_path).view(ViewName.HISTORY, 2)) as (transcript, pilot):
        await until_fits(pilot, transcript)
        assert transcript._painter is not None
        assert transcript.reader is not None
        transcript._painter.width = width or transcript._painter.width
        transcript.reader.redraw(follow=True)
        transcript.reader.resize(rows or transcript.reader.window.rows, follow=True)
        assert not fits(transcript)
        _ = transcript.lines
        await until_fits(pilot, transcript)
        assert max(map(len, transcript.lines)) <= transcript.scrollable_content_region.width


async def until_fits(pilot: Pilot[None], transcript: Watched) -> None:
    """Go on until what is drawn fits."""
    while not fits(transcript):
        await pilot.pause()

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key, Kind
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.commands import BROWSER_COMMANDS
from cc_session_tui.tui.widgets.transcript import Transcript
from cc_session_tui.tui.widgets.transcript_commands import TRANSCRIPT_COMMANDS
from tests.tui.widgets.transcript_fakes import call, said, texts, view_of
from tests.tui.widgets.transcript_host import hosting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.strip import Strip

SESSIONS = Path(__file__).parents[2] / "data" / "sessions"
FILES = [max(folder.glob("projects/*/*.jsonl"), key=lambda path: path.stat().st_size) for folder in SESSIONS.iterdir()]
TAKEN = {"a", "i", "o", "e", "x", "X", "f", "u", "r", "R", "space", "v", "1", "2", "3", "y"}
"""Keys that belong to the browser, or to the editor that is to come."""


def pages(transcript: Transcript) -> Iterator[list[Strip]]:
    """What is on screen from here to the end, page by page."""
    assert transcript.reader is not None
    is_end = False
    while not is_end:
        yield transcript.render_lines(transcript.scrollable_content_region.reset_offset)
        is_end = transcript.reader.window.at_end
        transcript.action_page_down()
        transcript.settle()


async def test_a_session_opens_at_its_end_with_its_last_entry_selected() -> None:
    async with hosting(view_of(*texts(*[2] * 30))) as hosted:
        assert hosted.lines[-1] == "entry 29 line 1"
        assert hosted.host.keys == [Key(29_000, 0)]
        assert hosted.transcript.follow


async def test_a_session_opens_at_the_entry_that_is_asked_for() -> None:
    async with hosting(view_of(*texts(*[2] * 30)), at=7) as hosted:
        assert "entry 7 line 0" in hosted.lines
        assert hosted.transcript.selected == Key(7000, 0)
        assert not hosted.transcript.follow


@pytest.mark.parametrize(
    ("keys", "selected", "top"),
    [
        (["j"], 11, "entry 7 line 0"),
        (["down", "j"], 12, "entry 7 line 0"),
        (["k"], 9, "entry 7 line 0"),
        (["up", "k"], 8, "entry 7 line 0"),
        (["g"], 0, "entry 0 line 0"),
        (["home"], 0, "entry 0 line 0"),
        (["G"], 59, "entry 50 line 0"),
        (["end"], 59, "entry 50 line 0"),
        (["pagedown"], 17, "entry 16 line 1"),
        (["ctrl+d"], 12, "entry 12 line 0"),
        (["pageup"], 0, "entry 0 line 0"),
        (["pagedown", "pageup"], 16, "entry 7 line 0"),
        (["ctrl+d", "ctrl+u"], 12, "entry 7 line 0"),
    ],
)
async def test_keys_move_the_cursor_and_the_window(keys: list[str], selected: int, top: str) -> None:
    async with hosting(view_of(*texts(*[2] * 60)), at=10) as hosted:
        assert hosted.lines[0] == "entry 7 line 0"
        await hosted.press(*keys)
        assert (hosted.transcript.cursor, hosted.lines[0]) == (selected, top)
        assert hosted.host.keys[-1] == Key(selected * 1000, 0)


async def test_enter_folds_and_unfolds_and_the_entry_stays_at_its_row() -> None:
    entries = [*texts(*[2] * 20), call(20, text="printed"), *(said(f"later {at}", at=at) for at in range(21, 40))]
    async with hosting(view_of(*entries), at=20) as hosted:
        await hosted.press("l")
        row = hosted.row("▾ Bash")
        await hosted.press("enter")
        assert hosted.row("▸ Bash") == row
        assert "printed" not in "".join(hosted.lines)
        await hosted.press("enter")
        assert hosted.row("▾ Bash") == row
        assert "printed" in "".join(hosted.lines)


async def test_all_entries_are_folded_and_unfolded_by_a_key() -> None:
    entries = [call(at, text=f"printed {at}") for at in range(6)]
    async with hosting(view_of(*entries)) as hosted:
        await hosted.press("Z")
        assert all(f"printed {at}" in "".join(hosted.lines) for at in range(6))
        await hosted.press("z")
        assert "printed" not in "".join(hosted.lines)


async def test_a_long_entry_is_cut_until_more_is_asked_for() -> None:
    text = said(*(f"line {line}" for line in range(1500)), kind=Kind.PROMPT)
    async with hosting(view_of(text), size=(60, 8)) as hosted:
        assert "more lines" in hosted.lines[-1]
        await hosted.press("plus", "G")
        assert "more lines" in hosted.lines[-1]
        await hosted.press("plus", "G")
        assert hosted.lines[-1] == "line 1499"


async def test_enter_on_an_agent_call_asks_for_its_transcript() -> None:
    async with hosting(view_of(*texts(1), call(1, "Agent", text="done"), call(2, "Bash"))) as hosted:
        await hosted.press("k", "enter")
        opened = [event for event in hosted.host.told if isinstance(event, Transcript.AgentOpened)]
        assert [event.tool_use_id for event in opened] == ["toolu_1"]


async def test_the_text_and_the_lines_of_an_entry_are_copied() -> None:
    async with hosting(view_of(*texts(1, 1), said("tail \ud83d", at=2))) as hosted:
        await hosted.press("c")
        assert hosted.host.clipboard == "tail ?"
        await hosted.press("k", "C")
        assert hosted.host.clipboard == '{"text": "entry 1 line 0"}'


async def test_nothing_is_shown_and_every_key_is_harmless_while_nothing_is_open() -> None:
    for view in (None, view_of()):
        async with hosting(view) as hosted:
            for command in TRANSCRIPT_COMMANDS:
                if command.id != "transcript.find_text":
                    await hosted.pilot.press(command.keys.split(",")[0])
            await hosted.settle()
            assert not any(hosted.lines)
            assert hosted.transcript.selected is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SESSIONS).parts[0])
@pytest.mark.parametrize("width", [40, 120])
async def test_real_sessions_are_read_from_end_to_end_unfolded_and_no_line_leaves_its_bounds(
    path: Path, width: int
) -> None:
    for name in ViewName:
        view = Document.open(path).view(name, 3)
        async with hosting(view, size=(width, 30)) as hosted:
            await hosted.press("Z", "g")
            seen = list(pages(hosted.transcript))
            assert {strip.cell_length for page in seen for strip in page} == {width - 1}
            assert hosted.transcript.selected == view.key(len(view) - 1)


def test_every_command_has_an_action_and_no_key_is_used_twice_or_taken() -> None:
    keys = [key for command in TRANSCRIPT_COMMANDS for key in command.keys.split(",")]
    assert len(keys) == len(set(keys))
    assert not TAKEN & set(keys)
    browser = {key for command in BROWSER_COMMANDS for key in command.keys.split(",")}
    assert browser & set(keys) <= {"escape"}
    for command in TRANSCRIPT_COMMANDS:
        assert command.id == f"transcript.{command.action}"
        assert callable(getattr(Transcript, f"action_{command.action}"))

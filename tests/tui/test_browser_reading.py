from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.widgets.session_tree import SessionTree
from tests.tui.browsing import Browsing, browsing, file_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo


def kinds(run: Browsing) -> list[Kind]:
    view = run.transcript.view
    assert view is not None
    return [view.kind(at) for at in range(len(view))]


def select(run: Browsing, kind: Kind) -> None:
    at = kinds(run).index(kind)
    run.transcript.move(lambda reader: reader.jump(at))


async def test_title_status_and_header_say_what_is_open(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(140, 45)) as run:
        await run.until(lambda: run.opened)
        await run.until(lambda: "messages" in lines_of(run.browser.query_one("#title"))[0])
        title = lines_of(run.browser.query_one("#title"))[0]
        assert title.startswith(" Fix add in app.py   main · opus-5.5 · ")
        assert "● busy" in title
        assert title.endswith("34% of 200k")
        header = lines_of(run.browser.query_one("#header"))[0]
        assert header.startswith(" cc-sessions  ~/.claude   6 projects · 15 sessions · 3 running · 1 waits for you")
        assert header.endswith("13:22")
        status = lines_of(run.browser.query_one("#status"))[0]
        assert status.startswith(" Context  History  File   detail 1 2 3   ")
        assert "records" in status
        assert "follow · record" in status


async def test_views_and_details_are_changed_by_keys_and_by_clicks(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        everything = len(kinds(run))
        await run.press("1")
        await run.until(lambda: run.opened)
        assert set(kinds(run)) <= {Kind.PROMPT, Kind.COMPACTION, Kind.FORK}
        await run.press("3")
        await run.until(lambda: run.opened and len(kinds(run)) > everything)
        await run.press("v")
        await run.until(lambda: run.opened and Kind.STATE in kinds(run))
        await run.pilot.click("#status", offset=(3, 0))
        await run.until(lambda: run.opened and run.reading.wanted.view == "context")
        assert Kind.STATE not in kinds(run)
        await run.pilot.click("#status", offset=(33, 0))
        await run.until(lambda: run.reading.wanted.detail == 1)


async def test_the_place_is_kept_through_views_details_and_sizes(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        select(run, Kind.PROMPT)
        key = run.transcript.selected
        for step in ("3", "v", "1", "v", "v", "2"):
            await run.press(step)
            await run.until(lambda: run.opened)
        assert run.transcript.selected == key
        await run.pilot.resize_terminal(60, 20)
        await run.pilot.resize_terminal(180, 50)
        await run.pilot.pause()
        assert run.transcript.selected == key


async def test_coming_back_to_a_session_goes_to_the_place_that_was_left(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        first = run.opened
        select(run, Kind.PROMPT)
        key = run.transcript.selected
        await run.press("down", "down", "down", "enter")
        await run.until(lambda: run.opened not in {"", first})
        await run.press("escape", "home", "down", "enter")
        await run.until(lambda: run.opened == first)
        assert run.transcript.selected == key


async def test_a_subagent_is_opened_from_its_call_and_left_again(real: Path) -> None:
    async with browsing(real, open_session=file_of(real, "bd00303b")) as run:
        await run.until(lambda: run.opened and run.reading.target is not None and run.reading.target.session)
        select(run, Kind.TOOL_CALL)
        key = run.transcript.selected
        await run.press("enter")
        await run.until(lambda: run.opened.startswith("agent-"))
        assert run.tree.row is not None
        assert run.tree.row.subagent is not None
        assert lines_of(run.browser.query_one("#title"))[0].startswith(" ↰ use a subagent")
        await run.press("escape")
        await run.until(lambda: run.opened.startswith("bd00303b"))
        assert run.transcript.selected == key


async def test_an_agent_call_whose_transcript_is_gone_is_told(real: Path) -> None:
    session = file_of(real, "bd00303b")
    next(session.with_suffix("").glob("subagents/*.jsonl")).unlink()
    async with browsing(real, open_session=session) as run:
        await run.until(lambda: run.opened)
        select(run, Kind.TOOL_CALL)
        await run.press("enter")
        await run.until(lambda: "The transcript of this subagent is not there." in run.notices)


async def test_a_branch_is_shown_and_the_first_one_again(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter")
        select(run, Kind.FORK)
        before = kinds(run)
        await run.press("right_square_bracket")
        await run.until(lambda: kinds(run) != before)
        select(run, Kind.FORK)
        await run.press("right_square_bracket")
        await run.until(lambda: kinds(run) == before)


async def test_what_was_appended_is_shown_after_a_reload(real: Path) -> None:
    session = file_of(real, "7988bad2")
    async with browsing(real, open_session=session) as run:
        await run.until(lambda: run.opened)
        assert run.reading.document is not None
        count = len(run.reading.document.index)
        with session.open("ab") as file:
            file.write(b'{"type":"mode","mode":"plan"}\n')
        await run.press("f5")
        await run.until(lambda: run.reading.document is not None and len(run.reading.document.index) == count + 1)


async def test_the_session_id_is_copied(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("y")
        assert run.app.clipboard == "5f0b6c1e-8a57-4d0e-9f6e-2c51a7d3b904"


async def test_a_lone_surrogate_can_be_copied(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        run.app.copy_to_clipboard("a\ud800b")
        assert run.app.clipboard == "a?b"


async def test_text_is_found_and_counted(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "slash", *"total")
        await run.until(lambda: "of" in str(run.transcript.found))
        await run.press("enter", "n")
        await run.until(lambda: "of" in lines_of(run.browser.query_one("#status"))[0].rpartition("records")[2])


def failure(run: Browsing) -> str:
    """What stands in the place of a transcript that could not be read."""
    said = [said.render_lines(said.outer_size.region) for said in run.reading.query("#failure") if said.display]
    return "".join(strip.text.strip() for strips in said for strip in strips)


async def test_a_session_that_vanished_is_told_and_the_browser_goes_on(real: Path) -> None:
    async with browsing(real) as run:
        await run.until(lambda: run.opened)
        row = run.tree.rows[-1]  # where the cursor has not rested: what it rests on is opened by itself
        assert row.session is not None
        row.session.file.path.unlink()
        run.tree.post_message(SessionTree.RowOpened(run.tree, row))  # pressed before the tree hears of it
        said = f"The file of this session is gone.{row.session.file.path}"
        await run.until(lambda: failure(run) == said)
        assert run.transcript.view is None
        assert lines_of(run.browser.query_one("#status")) == [""]
        await run.until(lambda: "prune" not in lines_of(run.browser.query_one("#footer"))[0])
        assert "resume" not in lines_of(run.browser.query_one("#footer"))[0]
        await run.press("escape", "home", "down", "enter")
        await run.until(lambda: run.opened)
        assert not failure(run)
        await run.until(lambda: "prune" in lines_of(run.browser.query_one("#footer"))[0])


async def test_a_session_of_the_command_line_that_vanished_is_told_and_the_tree_is_read(real: Path) -> None:
    async with browsing(real, open_session=real / "gone.jsonl") as run:
        assert "The file of this session is gone." in failure(run)
        assert len(run.tree.rows) > 4


async def test_why_a_session_cannot_be_read_is_told_in_its_place(real: Path) -> None:
    (real / "folder.jsonl").mkdir()
    async with browsing(real, open_session=real / "folder.jsonl") as run:
        assert "cannot read" in failure(run)
        assert "is gone" not in failure(run)
        assert not run.notices


async def test_a_session_that_is_none_is_told(real: Path) -> None:
    folder = file_of(real, "bd00303b").parent
    os.mkfifo(folder / "00000000-0000-4000-8000-00000000000f.jsonl")
    async with browsing(real) as run:
        at = next(at for at, row in enumerate(run.tree.rows) if row.session and row.session.session_id.endswith("f"))
        run.tree.move(at)
        await run.until(lambda: run.notices or failure(run))
        assert run.app.is_running


@pytest.mark.parametrize("version", ["2.1.83", "2.1.113", "2.1.150", "2.1.197", "2.1.247", "2.1.332"])
async def test_every_session_of_every_client_is_read_to_its_beginning(version: str, sessions: Path) -> None:
    async with browsing(sessions / version) as run:
        for at, row in enumerate(run.tree.rows):
            if row.session is None:
                continue
            run.tree.move(at)
            await run.press("enter")
            file = row.subagent.file if row.subagent else row.session.file
            await run.until_opened(file.path.name)
            await run.press("Z", "g", "escape")
            assert any(line.strip() for line in lines_of(run.transcript))
            run.tree.focus()
        assert run.notices == []

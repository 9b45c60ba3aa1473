"""`cc-sessions --follow`: the browser opens what Claude works on, and goes along when that is another session."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.screens.live_lead import Following
from cc_session_tui.tui.screens.review_screen import ReviewScreen
from cc_session_tui.tui.screens.target import Target
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.test_live import append_now, watches
from tests.tui.test_live_following import Growing, status

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

IDS = [f"{letter * 8}-0000-4000-8000-000000000000" for letter in "def"]
OTHER, THIRD, _ = IDS
AUTO = Following(moves=True)


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    return Growing(tmp_path / "claude", 30)


def tell(claude_dir: Path, session_id: str, status: str = "idle", pid: int = 0) -> None:
    """Write what a client writes: this process, or PID, has SESSION_ID open."""
    pid = pid or os.getpid()
    record = {"pid": pid, "sessionId": session_id, "cwd": "/p", "status": status}
    file = claude_dir / "sessions" / f"{pid}.json"
    file.parent.mkdir(exist_ok=True)
    new = file.with_suffix(".new")
    new.write_text(json.dumps(record))
    new.replace(file)


def other(growing: Growing, session_id: str = OTHER, text: str = "another session") -> Path:
    """A session of one prompt."""
    path = growing.path.with_name(f"{session_id}.jsonl")
    record = {"type": "user", "uuid": "x", "parentUuid": None, "sessionId": session_id, "cwd": "/p"}
    append_now(path, json.dumps({**record, "message": {"role": "user", "content": text}}).encode() + b"\n")
    return path


@pytest.fixture
async def run(growing: Growing) -> AsyncIterator[Browsing]:
    """The browser that follows a session which a client has open."""
    tell(growing.claude_dir, growing.path.stem)
    async with browsing(growing.claude_dir, open_session=growing.path, following=AUTO, size=(100, 20)) as run:
        await run.until_opened(growing.path.name)
        await run.until(lambda: watches(run, growing.path))
        await run.until(lambda: getattr(run.browser, "_lead", None) is not None)
        yield run


def running_as(run: Browsing, path: Path) -> str:
    """The status of the client that has the session at PATH open, as the tree knows it."""
    found = run.browser.tree_pane.session_of(path)
    return found.running.status if found is not None and found.running is not None else ""


def shown(run: Browsing) -> str:
    return "\n".join(lines_of(run.transcript))


async def test_the_transcript_has_the_room_and_the_focus_at_its_end(run: Browsing) -> None:
    assert not run.browser.tree_pane.display
    assert (run.focused, run.transcript.follow) == ("transcript", True)
    assert "reply 29" in shown(run)
    await run.press("backslash")
    assert run.browser.tree_pane.display


async def test_a_client_that_goes_on_in_a_new_session_is_gone_along_with(run: Browsing, growing: Growing) -> None:
    tell(growing.claude_dir, OTHER)
    path = other(growing)
    await run.until_opened(path.name)
    assert "another session" in shown(run)
    assert (run.transcript.follow, run.notices) == (True, ["Following the session in which Claude went on."])
    await run.until(lambda: watches(run, path))
    append_now(path, growing.script.lines[0].replace(b'"parentUuid": null', b'"parentUuid": "x"'))
    await run.until(lambda: "prompt 0" in shown(run))
    tell(growing.claude_dir, growing.path.stem)
    await run.until_opened(growing.path.name)


async def test_who_reads_further_up_is_told_and_goes_there_by_the_key(run: Browsing, growing: Growing) -> None:
    await run.press("pageup")
    path = other(growing)
    tell(growing.claude_dir, OTHER)
    await run.until(lambda: run.notices)
    assert run.notices == ["Claude went on in another session: w goes there."]
    assert run.opened == growing.path.name
    assert "Claude is elsewhere: w · record" in status(run)
    await run.press("w")
    await run.until_opened(path.name)
    await run.until(lambda: not run.notices)


async def test_that_claude_went_on_elsewhere_is_told_no_longer_once_it_is_back(run: Browsing, growing: Growing) -> None:
    await run.press("pageup")
    other(growing)
    tell(growing.claude_dir, OTHER)
    await run.until(lambda: run.notices)
    tell(growing.claude_dir, growing.path.stem)
    await run.until(lambda: not run.notices and "elsewhere" not in status(run))


async def pruned(run: Browsing) -> None:
    await run.press("x")
    await run.until(lambda: bool(run.browser.reading_pane.edits))


async def test_who_edits_is_told_stays_and_goes_there_by_the_key_or_a_click(run: Browsing, growing: Growing) -> None:
    await pruned(run)
    path = other(growing)
    tell(growing.claude_dir, OTHER)
    words = "Claude went on in another session: w goes there, and your edits are kept."
    await run.until(lambda: words in run.notices)
    assert run.opened == growing.path.name
    await run.pilot.click("#status", offset=(status(run).index("elsewhere"), 0))
    await run.until_opened(path.name)
    assert "elsewhere" not in status(run)
    assert growing.path in run.browser.reading_pane.edited
    run.reading.open(Target(growing.path, run.browser.tree_pane.session_of(growing.path)))
    await run.until_opened(growing.path.name)
    await run.until(lambda: bool(run.browser.reading_pane.edits))


async def saved_as_new(run: Browsing) -> None:
    """Prune the last entry, and save that as a new session."""
    await pruned(run)
    await run.press("ctrl+s")
    await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
    await run.until(lambda: run.app.screen.focused)
    await run.press("s")


async def test_who_saves_as_a_new_session_is_told_where_claude_goes_on_each_time(
    run: Browsing, growing: Growing
) -> None:
    for _ in range(2):
        await saved_as_new(run)
        await run.until(lambda: "Claude goes on in the session that you edited: w goes there." in run.notices)
        assert run.opened not in {growing.path.name, ""}
        assert "Claude is elsewhere: w" in status(run)
        run.app.clear_notifications()
        await run.press("w")
        await run.until_opened(growing.path.name)
        assert run.transcript.follow
        await run.until(lambda: "follow" in status(run))


async def test_a_session_that_was_opened_by_hand_is_not_left_for_where_claude_went(
    run: Browsing, growing: Growing
) -> None:
    third = other(growing, THIRD, "the third")
    await run.press("pageup")
    other(growing)
    tell(growing.claude_dir, OTHER)
    await run.until(lambda: "elsewhere" in status(run))
    run.reading.open(Target(third, run.browser.tree_pane.session_of(third)))
    await run.until_opened(third.name)
    await run.until(lambda: "follow" in status(run))
    await run.press("w", "w")
    assert run.opened == third.name


async def test_the_session_that_begins_is_gone_to_beside_a_client_that_was_only_started(growing: Growing) -> None:
    tell(growing.claude_dir, THIRD)
    tell(growing.claude_dir, OTHER, pid=os.getppid())
    async with browsing(growing.claude_dir, open_session=growing.path, following=AUTO, size=(100, 20)) as run:
        await run.until_opened(growing.path.name)
        await run.until(lambda: watches(run, growing.path))
        await run.until(lambda: getattr(run.browser, "_lead", None) is not None)
        tell(growing.claude_dir, OTHER, "busy", os.getppid())
        path = other(growing)
        await run.until_opened(path.name)
        assert run.notices == ["Following the session that runs now: the other one has ended."]


async def test_a_dialog_is_not_taken_away(run: Browsing, growing: Growing) -> None:
    await run.press("question_mark")
    path = other(growing)
    tell(growing.claude_dir, OTHER)
    await run.until(lambda: getattr(run.browser, "_next", None) == path)
    assert run.opened == growing.path.name
    await run.press("escape")
    await run.until_opened(path.name)


async def test_another_client_is_not_jumped_to_while_the_first_one_runs(run: Browsing, growing: Growing) -> None:
    other(growing)
    tell(growing.claude_dir, OTHER, "busy", os.getppid())
    third = other(growing, THIRD, "the third")
    await run.until(lambda: len(run.browser.tree_pane.projects[0].sessions) == 3)
    assert run.opened == growing.path.name
    tell(growing.claude_dir, THIRD)
    await run.until_opened(third.name)


async def test_when_the_client_has_ended_the_next_one_that_starts_is_followed(run: Browsing, growing: Growing) -> None:
    (growing.claude_dir / "sessions" / f"{os.getpid()}.json").unlink()
    path = other(growing)
    tell(growing.claude_dir, OTHER, pid=os.getppid())
    await run.until_opened(path.name)


async def test_a_session_that_was_opened_by_hand_is_not_left_for_what_starts_elsewhere(
    run: Browsing, growing: Growing
) -> None:
    path = other(growing)
    await run.until(lambda: len(run.browser.tree_pane.projects[0].sessions) == 2)
    run.reading.open(Target(path, run.browser.tree_pane.session_of(path)))
    await run.until_opened(path.name)
    (growing.claude_dir / "sessions" / f"{os.getpid()}.json").unlink()
    third = other(growing, THIRD)
    tell(growing.claude_dir, THIRD, "busy", os.getppid())
    await run.until(lambda: (found := run.browser.tree_pane.session_of(third)) is not None and found.running)
    assert run.opened == path.name


async def test_a_session_that_was_named_is_stayed_with(growing: Growing) -> None:
    tell(growing.claude_dir, growing.path.stem)
    async with browsing(growing.claude_dir, open_session=growing.path, following=Following()) as run:
        await run.until(lambda: watches(run, growing.path))
        await run.until(lambda: getattr(run.browser, "_lead", None) is not None)
        assert not run.browser.tree_pane.display
        path = other(growing)
        tell(growing.claude_dir, OTHER)
        await run.until(lambda: run.notices)
        assert (run.opened, run.notices) == (growing.path.name, ["Claude went on in another session: w goes there."])
        tell(growing.claude_dir, OTHER, "busy")
        await run.until(lambda: running_as(run, path) == "busy")
        assert (run.opened, len(run.notices)) == (growing.path.name, 1)
        await run.press("w")
        await run.until_opened(path.name)


@pytest.mark.parametrize("size", [(80, 24), (120, 30)])
async def test_an_empty_store_is_waited_in_for_its_first_session(tmp_path: Path, size: tuple[int, int]) -> None:
    async with browsing(tmp_path / "claude", following=AUTO, size=size) as run:
        assert "Waiting for the first session…" in lines_of(run.browser.query_one("#title"))[0]
        assert (run.focused, run.browser.tree_pane.display) == ("transcript", False)
        growing = Growing(tmp_path / "claude", 3)
        tell(growing.claude_dir, growing.path.stem)
        await run.until_opened(growing.path.name)
        assert "reply 2" in shown(run)
        assert not run.notices


async def test_only_the_project_that_was_named_is_waited_for(growing: Growing) -> None:
    folder = growing.claude_dir / "projects" / "-q"
    following = Following(moves=True, folders=(str(folder),))
    async with browsing(growing.claude_dir, following=following) as run:
        tell(growing.claude_dir, growing.path.stem)
        await run.until(lambda: (found := run.browser.tree_pane.session_of(growing.path)) and found.running)
        assert run.opened == ""
        folder.mkdir()
        path = folder / f"{OTHER}.jsonl"
        path.write_bytes(growing.path.read_bytes())
        tell(growing.claude_dir, OTHER, pid=os.getppid())
        await run.until_opened(path.name)

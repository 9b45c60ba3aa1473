from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.compose_area import ComposeArea
from cc_session_tui.tui.screens.compose_screen import ComposeScreen, ComposeStatus, Role
from cc_session_tui.tui.screens.edit_state import result
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.editing.test_edit_pane import edits, go_to, marked, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo


def keys(text: str) -> list[str]:
    """The keys that type TEXT."""
    names = {" ": "space", "\n": "enter"}
    return [names.get(letter, letter) for letter in text]


async def composing(run: Browsing, key: str, kind: Kind = Kind.REPLY) -> ComposeScreen:
    """Open the composer with KEY on the last entry of KIND."""
    await go_to(run, kind)
    await run.press(key)
    await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
    screen = run.app.screen
    assert isinstance(screen, ComposeScreen)
    return screen


def texts(run: Browsing) -> list[str]:
    """The texts that a resume of the draft sends."""
    state = run.browser.reading_pane.edits
    assert state is not None
    return [str(sent.value.get("text", "")) for sent in resumed_blocks(result(state.now).draft.index)]


async def test_messages_are_added_one_after_the_other_without_leaving(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "a")
        await run.press(*keys("go on"), "ctrl+j")
        assert screen.role is Role.REPLY
        await run.press(*keys("I do"), "ctrl+s")
        await run.until(lambda: edits(run) == 2)
        assert texts(run)[-2:] == ["go on", "I do"]
        assert run.app.screen is run.browser


async def test_what_is_inserted_stands_where_it_was_wanted_in_the_order_typed(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await composing(run, "O", Kind.REPLY)
        await run.press(*keys("one"), "ctrl+j", *keys("two"), "ctrl+s")
        await run.until(lambda: edits(run) == 2)
        assert texts(run)[-3:-1] == ["one", "two"]
        await composing(run, "o", Kind.PROMPT)
        await run.press(*keys("three"), "ctrl+j", *keys("four"), "ctrl+s")
        await run.until(lambda: edits(run) == 4)
        at = texts(run).index("three")
        assert texts(run)[at + 1] == "four"


async def test_a_tool_call_is_checked_while_it_is_typed_and_added_with_its_result(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "a")
        await run.press("ctrl+t", "ctrl+t")
        assert screen.role is Role.CALL
        await run.press(*keys('{"command": '))
        status = screen.query_one(ComposeStatus)
        assert status.is_wrong
        await run.press("ctrl+s")
        assert run.app.screen is screen
        await run.press(*keys('"ls"}'))
        assert status.verdict == "✓ JSON"
        await run.press("shift+tab", *keys("Bash"), "tab", "tab", *keys("app.py"), "ctrl+s")
        await run.until(lambda: edits(run) == 1)
        state = run.browser.reading_pane.edits
        assert state is not None
        use, answer = resumed_blocks(state.now.draft.index)[-2:]
        assert (use.value["name"], use.value["input"]) == ("Bash", {"command": "ls"})
        assert answer.value["content"] == "app.py"


async def test_a_file_is_completed_and_attached_from_disk(demo: Demo, tmp_path: Path) -> None:
    path = session_of(demo)
    project = tmp_path / "work"
    project.mkdir()
    (project / "notes.md").write_text("remember\n")
    record = {"type": "user", "uuid": "a", "parentUuid": None, "sessionId": path.stem, "cwd": str(project)}
    path.write_text(json.dumps(record | {"message": {"role": "user", "content": "hi"}}) + "\n")
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)
        screen = await composing(run, "a", Kind.PROMPT)
        await run.press(*keys("see @no"))
        assert "notes.md" in screen.query_one(ComposeStatus).verdict
        await run.press("tab", "ctrl+s")
        await run.until(lambda: edits(run) == 1)
        state = run.browser.reading_pane.edits
        assert state is not None
        said, attached = resumed_blocks(state.now.draft.index)[-2:]
        assert said.value["text"] == "see @notes.md"
        assert attached.value["filename"] == str(project / "notes.md")
        assert "remember" in json.dumps(attached.value)


async def test_the_text_of_an_entry_is_edited_in_place_and_marked(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "e")
        assert screen.query_one("#compose-text", ComposeArea).text
        await run.press(*keys(" And so on."), "ctrl+s")
        await run.until(lambda: edits(run) == 1)
        assert texts(run)[-1].endswith("And so on.")
        assert [mark.value for mark in marked(run)] == ["~"]


async def test_a_record_is_edited_as_json_and_refused_where_it_cannot_stand(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "E")
        area = screen.query_one("#compose-text", ComposeArea)
        record = json.loads(area.text)
        area.text = json.dumps(record | {"sessionId": "other"})
        await run.press("ctrl+s")
        await run.until(lambda: any("sessionId" in notice for notice in run.notices))
        assert edits(run) == 0
        await composing(run, "E")
        area = run.app.screen.query_one("#compose-text", ComposeArea)
        area.text = json.dumps(record | {"gitBranch": "other"})
        await run.press("ctrl+s")
        await run.until(lambda: edits(run) == 1)


async def test_what_was_typed_is_not_lost_to_one_escape(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "a")
        await run.press("x", "escape")
        assert run.app.screen is screen
        await run.press("escape")
        assert len(run.app.screen_stack) == 1


async def test_a_terminal_that_cannot_be_given_away_is_told_and_the_text_stays(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "a")
        await run.press("x", "ctrl+e")
        assert any("terminal" in notice for notice in run.notices)
        assert screen.query_one("#compose-text", ComposeArea).text == "x"


async def test_thinking_is_not_edited(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo), size=(80, 24)) as run:
        await go_to(run, Kind.THINKING)
        await run.press("e")
        await run.until(lambda: any("no text to edit" in notice for notice in run.notices))


async def test_markdown_and_json_are_coloured(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        screen = await composing(run, "a")
        area = screen.query_one("#compose-text", ComposeArea)
        area.text = "# Head\n`code` and **bold**\n```\nx\n```"
        assert [bool(area.get_line(at).spans) for at in range(5)] == [True] * 5
        area.is_json, area.text = True, '{"a": "b:c", "n": 1}'
        assert [(span.start, span.end) for span in area.get_line(0).spans] == [(1, 4), (6, 11), (13, 16), (18, 19)]
        assert lines_of(area)[0].strip().startswith('{"a"')

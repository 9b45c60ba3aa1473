from __future__ import annotations

import json
from typing import TYPE_CHECKING

from textual.widgets import Input

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.format.index import Index
from cc_session_tui.tui.screens.compose_screen import ComposeScreen
from cc_session_tui.tui.screens.edit_ask import AskScreen
from tests.tui.browsing import Browsing, browsing
from tests.tui.editing.test_composer import keys, texts
from tests.tui.editing.test_edit_pane import edits
from tests.tui.editing.test_saving import review_text

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo

MESSAGES = [
    {"role": "user", "content": "Which files are there?"},
    {
        "role": "assistant",
        "content": [{"type": "toolCall", "toolCallId": "call_1", "name": "Bash", "arguments": '{"command": "ls"}'}],
        "finish_reason": "tool_calls",
    },
    {"role": "user", "content": [{"type": "toolResult", "toolCallId": "call_1", "content": "app.py"}]},
    {"role": "assistant", "content": "Only app.py."},
]
FOLDER, BRANCH, MODEL, FILE = range(4)
"""The lines of the form."""


async def form(run: Browsing, project: Path) -> AskScreen:
    """The form of a new session of PROJECT."""
    await run.press("n")
    await run.until(lambda: isinstance(run.app.screen, AskScreen))
    screen = run.app.screen
    assert isinstance(screen, AskScreen)
    screen.query(Input)[FOLDER].value = str(project)
    return screen


async def typed(run: Browsing, line: Input, text: str) -> None:
    """TEXT in LINE, what is suggested taken."""
    line.focus()
    line.value = text
    await run.pilot.pause()
    line.cursor_position = len(text)
    await run.until(lambda: line._suggestion)
    await run.press("tab")


async def save(run: Browsing) -> None:
    await run.press("ctrl+s")
    await review_text(run)
    await run.press("w")


async def test_the_messages_of_a_file_are_the_draft_of_a_new_session(tmp_path: Path) -> None:
    claude, project = tmp_path / "claude", tmp_path / "work"
    (claude / "projects").mkdir(parents=True)
    project.mkdir()
    (project / "messages.json").write_text(json.dumps({"messages": MESSAGES}))
    async with browsing(claude, home=tmp_path) as run:
        screen = await form(run, project)
        screen.query(Input)[MODEL].value = "claude-opus-5-5"
        await typed(run, screen.query(Input)[FILE], f"{project}/mes")
        assert screen.query(Input)[FILE].value == f"{project}/messages.json"
        await run.press("enter")
        await run.until(lambda: edits(run) == 1)
        assert run.app.screen is run.browser
        assert texts(run) == ["Which files are there?", "", "", "Only app.py."]
        assert not list(claude.glob("projects/*/*.jsonl"))
        await save(run)
        await run.until(lambda: list(claude.glob("projects/*/*.jsonl")))
        (path,) = claude.glob("projects/*/*.jsonl")
        await run.until(lambda: run.opened == path.name)
    index = Index.open(path)
    blocks = [block.value for block in resumed_blocks(index)]
    assert [block["type"] for block in blocks] == ["text", "tool_use", "tool_result", "text"]
    assert blocks[1]["input"] == {"command": "ls"}
    assert blocks[1]["id"] == blocks[2]["tool_use_id"]
    records = [record for row in range(len(index)) if "uuid" in (record := index.record(row) or {})]
    assert {(record["cwd"], record["sessionId"], record["gitBranch"]) for record in records} == {
        (str(project), path.stem, "main")
    }
    models = {record["message"]["model"] for record in records if record["type"] == "assistant"}  # type: ignore[index, call-overload]
    assert models == {"claude-opus-5-5"}


async def test_what_was_imported_is_gone_on_with_and_undone(demo: Demo, tmp_path: Path) -> None:
    (tmp_path / "messages.json").write_text(json.dumps(MESSAGES))
    async with browsing(demo.claude_dir, home=demo.home) as run:
        screen = await form(run, tmp_path)
        screen.query(Input)[FILE].value = str(tmp_path / "messages.json")
        await run.press("enter")
        await run.until(lambda: edits(run) == 1)
        await run.press("a")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        await run.press(*keys("Thanks"), "ctrl+s")
        await run.until(lambda: edits(run) == 2)
        assert texts(run)[-2:] == ["Only app.py.", "Thanks"]
        await run.press("u", "u")
        await run.until(lambda: edits(run) == 0)
        assert texts(run) == []


async def test_a_file_without_messages_is_told_by_name_and_begins_nothing(demo: Demo, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text('{"no": "messages"}')
    (tmp_path / "broken.json").write_text("[")
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        before = run.opened
        for name, why in (("none.json", "no file"), ("broken.json", "no JSON"), ("other.json", "not an array")):
            screen = await form(run, tmp_path)
            screen.query(Input)[FILE].value = str(tmp_path / name)
            await run.press("enter")
            await run.until(lambda why=why, name=name: any(why in told and name in told for told in run.notices))  # type: ignore[misc]
            if run.app.screen is screen:
                await run.press("escape")
        assert run.opened == before


async def test_a_session_saved_in_a_new_project_is_unfolded_and_selected_in_the_tree(
    demo: Demo, tmp_path: Path
) -> None:
    project = tmp_path / "brand-new"
    project.mkdir()
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await form(run, project)
        await run.press("enter")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        await run.press(*keys("hello"), "ctrl+s")
        await run.until(lambda: edits(run) == 1)
        assert run.reading.target is not None
        path = run.reading.target.path
        await save(run)
        await run.until(lambda: (row := run.tree.row) is not None and row.identity == str(path))
        row = run.tree.row
        await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)
        assert row is not None
        assert row.project is not None
        assert row.project.path == str(project)


async def test_the_browser_starts_with_the_form_of_a_new_session(tmp_path: Path) -> None:
    project = tmp_path / "work"
    project.mkdir()
    async with browsing(tmp_path / "claude", home=tmp_path, new_in=project) as run:
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        assert run.app.screen.query(Input)[FOLDER].value == f"{project}/"
        await run.press("enter")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        await run.press(*keys("hello"), "ctrl+s")
        await run.until(lambda: edits(run) == 1)
        await save(run)
        await run.until(lambda: list(tmp_path.glob("claude/projects/*/*.jsonl")))
        await run.until(lambda: run.opened and edits(run) == 0)

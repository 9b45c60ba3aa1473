"""What one crafts and prunes in the browser, resumed by the real client."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.compose_screen import ComposeScreen, Role
from cc_session_tui.tui.screens.edit_ask import AskScreen
from cc_session_tui.tui.screens.edit_kinds import KindsScreen
from cc_session_tui.tui.screens.review_screen import ReviewScreen
from tests.client import harness
from tests.core.chain.plain import on_the_wire, previewed
from tests.tui.browsing import Browsing, browsing
from tests.tui.editing.test_composer import keys
from tests.tui.editing.test_edit_pane import edits

if TYPE_CHECKING:
    from collections.abc import Callable

SESSIONS = Path("tests/data/sessions")
VERSIONS = sorted(path.name for path in SESSIONS.iterdir() if path.is_dir())


async def saved(run: Browsing, is_written: Callable[[], bool]) -> None:
    """Review, save in place, and wait until the file is read again."""
    await run.press("ctrl+s")
    await run.until(lambda: isinstance(run.app.screen, ReviewScreen) and run.app.screen._review)
    await run.press("w")
    await run.until(lambda: is_written() and edits(run) == 0 and run.opened)


async def test_a_session_of_ten_messages_is_crafted_from_nothing_and_resumed(client: harness.Client) -> None:
    for folder in (client.config / "projects", client.project):
        folder.mkdir(parents=True)
    (client.project / "notes.md").write_text("remember the milk\n")
    async with browsing(client.config, home=client.folder) as run:
        await run.press("n")
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        run.app.screen.query(Input).first().value = str(client.project)
        await run.press("enter")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        screen = run.app.screen
        assert isinstance(screen, ComposeScreen)
        await run.press(*keys("look at @not"), "tab", "ctrl+j")
        screen.role = Role.CALL
        await run.press(
            *keys('{"command": "ls"}'), "shift+tab", *keys("Bash"), "tab", "tab", *keys("notes.md"), "ctrl+j"
        )
        screen.role = Role.REPLY
        await run.press(*keys("I see"), "ctrl+j")
        for number in range(3):
            await run.press(*keys(f"p{number}"), "ctrl+j", *keys(f"r{number}"), "ctrl+j")
        await run.press("ctrl+s")
        await run.until(lambda: edits(run) == 9)
        await saved(run, lambda: bool(list(client.config.glob("projects/*/*.jsonl"))))
    (path,) = client.config.glob("projects/*/*.jsonl")
    expected = previewed(Index.open(path))
    messages = client.resume(path.stem).messages
    assert messages is not None
    lines = on_the_wire(messages, harness.PROMPT)
    assert lines == expected
    assert lines[0] == "user text look at @notes.md"
    assert lines[-1] == "assistant text r2"
    assert "remember the milk" in str(messages)
    assert any("tool_use" in line and "Bash" in line for line in lines)


@pytest.mark.parametrize("version", VERSIONS)
async def test_a_session_of_each_version_is_pruned_and_the_rest_is_resumed(
    version: str, program: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "store"
    shutil.copytree(SESSIONS / version, copy)
    path = max(copy.glob("projects/*/*.jsonl"), key=lambda path: len(previewed(Index.open(path)) or []))
    before = path.read_bytes()
    async with browsing(copy, home=tmp_path, open_session=path) as run:
        await run.until(lambda: run.opened and run.reading.document is not None and run.reading.document.whole)
        view = run.transcript.view
        assert view is not None
        calls = [at for at in range(len(view)) if view.kind(at) is Kind.TOOL_CALL]
        prompts = [at for at in range(len(view)) if view.kind(at) is Kind.PROMPT]
        steps = 0
        if calls:
            heaviest = max(calls, key=view.size)
            run.transcript.move(lambda reader: reader.jump(heaviest))
            await run.press("x")
            steps += 1
            await run.until(lambda: edits(run) == steps)
        if len(prompts) > 1:
            last = prompts[-1]
            run.transcript.move(lambda reader: reader.jump(last))
            await run.press("X")
            await run.until(lambda: isinstance(run.app.screen, KindsScreen) and run.app.focused is not None)
            await run.press("enter")
            steps += 1
            await run.until(lambda: edits(run) == steps)
        assert steps
        for _ in range(steps):
            await run.press("u")
        await run.until(lambda: edits(run) == 0)
        made = run.browser.reading_pane.edits
        assert made is not None
        assert b"".join(made.now.draft.chunks()) == before
        for _ in range(steps):
            await run.press("ctrl+r")
        await run.until(lambda: edits(run) == steps)
        await saved(run, lambda: path.read_bytes() != before)
    lines = previewed(Index.open(path))
    assert lines
    assert harness.sent(path, program) == lines

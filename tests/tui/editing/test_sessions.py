from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.config import Config
from cc_session_tui.tui.screens.compose_screen import ComposeScreen
from cc_session_tui.tui.screens.edit_ask import AskScreen
from cc_session_tui.tui.screens.edit_backups import BackupsScreen
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.editing.test_composer import keys
from tests.tui.editing.test_edit_pane import LIMITS, edits, go_to, session_of
from tests.tui.editing.test_saving import review_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.demo import Demo


@pytest.fixture(autouse=True)
def no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client is what the config says."""
    monkeypatch.delenv("CC_SESSION_CLAUDE", raising=False)


@pytest.fixture
def suspended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that can be given away."""
    from contextlib import contextmanager  # noqa: PLC0415

    @contextmanager
    def suspend(_: CcSessionsApp) -> Iterator[None]:
        yield

    monkeypatch.setattr(CcSessionsApp, "suspend", suspend)


def client(tmp_path: Path) -> tuple[Config, Path]:
    """A config with a client that writes down how it was run, and the file it writes to."""
    script, told = tmp_path / "client.py", tmp_path / "told.json"
    script.write_text(
        "import json, os, sys\n"
        f"open({str(told)!r}, 'w').write(json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]))\n"
    )
    return Config(claude=f"{sys.executable} {script}"), told


def project_of(session: Path) -> Path:
    """The project of SESSION, made where it is not there."""
    index = Index.open(session)
    cwd = next(cwd for row in range(len(index)) if (cwd := (index.record(row) or {}).get("cwd")))
    Path(str(cwd)).mkdir(parents=True, exist_ok=True)
    return Path(str(cwd))


async def known(run: Browsing) -> None:
    await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)


@pytest.mark.usefixtures("suspended")
async def test_a_resume_runs_the_client_in_the_project_without_the_variables_of_another(
    demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("CLAUDE_CODE_ENTRYPOINT", "cli")
    config, told = client(tmp_path)
    path = session_of(demo)
    project = project_of(path)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path, config=config) as run:
        await known(run)
        await run.press("r")
        await run.until(told.exists)
        await run.until(lambda: run.opened == path.name)
    words, folder, environment = json.loads(told.read_text())
    assert words == ["--resume", path.stem]
    assert Path(folder) == project
    assert environment["CLAUDE_CONFIG_DIR"] == str(demo.claude_dir)
    assert not {"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"} & environment.keys()


@pytest.mark.usefixtures("suspended")
async def test_a_fork_is_resumed_where_the_session_is_running(demo: Demo, tmp_path: Path) -> None:
    config, told = client(tmp_path)
    path = next(demo.claude_dir.glob(f"projects/*/{LIMITS}.jsonl"))
    project_of(path)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path, config=config) as run:
        await known(run)
        await run.press("r")
        await run.until(lambda: any("R resumes a fork" in notice for notice in run.notices))
        await run.press("R")
        await run.until(told.exists)
        await run.until(lambda: run.opened and run.opened != path.name)
        assert json.loads(told.read_text())[0] == ["--resume", run.opened.removesuffix(".jsonl")]


async def test_a_missing_client_is_told_with_the_command_to_run(demo: Demo) -> None:
    path = session_of(demo)
    project_of(path)
    config = Config(claude="no-such-claude")
    async with browsing(demo.claude_dir, home=demo.home, open_session=path, config=config) as run:
        await known(run)
        await run.press("r")
        await run.until(lambda: any(f"no-such-claude --resume {path.stem}" in notice for notice in run.notices))
        await run.press("Y")
        assert run.app.clipboard.startswith("cd ")
        assert run.app.clipboard.endswith(f"no-such-claude --resume {path.stem}")


async def test_unsaved_edits_are_not_resumed_without_a_word(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await known(run)
        await go_to(run, Kind.REPLY)
        await run.press("x")
        await run.until(lambda: edits(run) == 1)
        await run.press("r")
        assert any("not saved" in notice for notice in run.notices)


async def test_a_session_is_forked_up_to_the_entry(demo: Demo) -> None:
    path = session_of(demo)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await known(run)
        await go_to(run, Kind.PROMPT)
        await run.press("f")
        await run.until(lambda: run.opened and run.opened != path.name)
        blocks = resumed_blocks(Index.open(path.with_name(run.opened)))
        assert {block.role for block in blocks} == {"user"}
    assert path.exists()


async def test_a_session_of_messages_and_a_call_is_made_from_nothing(tmp_path: Path) -> None:
    claude, project = tmp_path / "claude", tmp_path / "work"
    (claude / "projects").mkdir(parents=True)
    project.mkdir()
    async with browsing(claude, home=tmp_path) as run:
        await run.press("n")
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        run.app.screen.query(Input).first().value = str(tmp_path / "wor")
        await run.pilot.pause()
        run.app.screen.query(Input).first().cursor_position = 10_000
        await run.until(lambda: run.app.screen.query(Input).first()._suggestion)
        await run.press("tab")
        assert run.app.screen.query(Input).first().value == f"{project}/"
        run.app.screen.query(Input)[2].value = "claude-opus-5-5"
        await run.press("enter")
        await run.until(lambda: isinstance(run.app.screen, ComposeScreen))
        await run.press(*keys("hello"), "ctrl+j", *keys("hi"), "ctrl+s")
        await run.until(lambda: edits(run) == 2)
        assert not list(claude.glob("projects/*/*.jsonl"))
        await run.press("ctrl+s")
        await review_text(run)
        await run.press("w")
        await run.until(lambda: list(claude.glob("projects/*/*.jsonl")))
        (path,) = claude.glob("projects/*/*.jsonl")
        await run.until(lambda: run.opened == path.name)
    blocks = resumed_blocks(Index.open(path))
    assert [block.value["text"] for block in blocks] == ["hello", "hi"]
    record, answer = map(json.loads, path.read_text().splitlines()[:2])
    assert answer["message"]["model"] == "claude-opus-5-5"
    assert (record["cwd"], record["sessionId"], record["gitBranch"]) == (str(project), path.stem, "main")


async def test_a_session_is_renamed_deleted_and_restored(demo: Demo) -> None:
    path = session_of(demo)
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await known(run)
        await run.press("t")
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        assert run.app.screen.query_one("#ask").border_subtitle == "↵ renames · esc back"
        run.app.screen.query(Input).first().value = "Another title"
        await run.press("enter")
        await run.until(lambda: b"Another title" in path.read_bytes())
        await run.until(
            lambda: run.reading.target is not None and run.browser.reading_pane.title_text == "Another title"
        )
        await run.press("D")
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        await run.press("y")
        await run.until(lambda: not path.exists())
        title = run.browser.query_one("#title")
        await run.until(lambda: "in the trash" in lines_of(title)[0])
        await run.press("B")
        await run.until(lambda: isinstance(run.app.screen, BackupsScreen))
        await run.press("enter")
        await run.until(path.exists)
        await run.until(lambda: run.opened == path.name and "in the trash" not in lines_of(title)[0])
    assert path.read_bytes().startswith(before)


async def test_a_session_is_copied_to_another_project(demo: Demo, tmp_path: Path) -> None:
    path, project = session_of(demo), tmp_path / "other"
    project.mkdir()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await known(run)
        await run.press("P")
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        run.app.screen.query(Input).first().value = str(tmp_path / "none")
        await run.press("enter")
        assert isinstance(run.app.screen, AskScreen)
        run.app.screen.query(Input).first().value = str(project)
        await run.press("enter")
        await run.until(lambda: run.opened and run.opened != path.name)
        assert run.reading.target is not None
        assert run.reading.target.path.parent != path.parent


async def test_a_running_session_is_not_renamed_or_deleted(demo: Demo) -> None:
    path = next(demo.claude_dir.glob(f"projects/*/{LIMITS}.jsonl"))
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await known(run)
        await run.press("D")
        assert len(run.app.screen_stack) == 1
        assert any("not changed" in notice for notice in run.notices)

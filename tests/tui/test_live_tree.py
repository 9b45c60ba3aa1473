"""The tree beside clients that write: only what changed is read, and nothing moves under the user's hand."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.store import Store
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.session_tree_rows import arrange, rows_of
from tests.core.store.changing import PIDS, Changing
from tests.core.store.factories import ClaudeDir, assistant, filler, lines, title, user
from tests.tui.browsing import Browsing, browsing, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cc_session_tui.core.store.models import Project, Session

APPEND = "import sys; open(sys.argv[1], 'ab').write(sys.argv[2].encode())"


@pytest.fixture
def claude(tmp_path: Path) -> ClaudeDir:
    """A Claude dir with two projects of three sessions each."""
    claude = ClaudeDir(tmp_path / "claude")
    for number in range(6):
        cwd, name = f"/home/u/{'api' if number < 3 else 'shop'}", f"{number}0000000-0000-4000-8000-000000000000"
        claude.session(user(f"prompt {number}", cwd=cwd, sessionId=name), session_id=name, cwd=cwd)
    return claude


def file_of(claude: ClaudeDir, number: int) -> Path:
    return next(claude.path.glob(f"projects/*/{number}0000000*.jsonl"))


async def append(path: Path, *records: dict[str, object]) -> None:
    """Append RECORDS to PATH in another process."""
    writer = await asyncio.create_subprocess_exec(sys.executable, "-c", APPEND, path, lines(records).decode())
    assert await writer.wait() == 0


def append_now(path: Path, *records: dict[str, object]) -> None:
    with path.open("ab") as file:
        file.write(lines(records))


def register(claude: ClaudeDir, session_id: str, status: str = "busy", pid: int = PIDS[0]) -> Path:
    """Write what the client PID writes."""
    path = claude.path / "sessions" / f"{pid}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"pid": pid, "sessionId": session_id, "cwd": "/p", "status": status}))
    return path


def shown(run: Browsing) -> str:
    return "\n".join(" ".join(line.split()) for line in lines_of(run.tree))


def header(run: Browsing) -> str:
    return "\n".join(lines_of(run.browser.query_one("#header")))


async def watched(run: Browsing) -> None:
    """Wait until the store is watched."""
    browser = run.browser
    assert isinstance(browser, LiveBrowser)
    await run.until(lambda: run.opened and browser.followed is not None)


# only what changed


async def test_what_another_process_writes_is_listed_without_a_look_at_the_rest(
    claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(claude.path) as run:
        await watched(run)
        scans = []
        monkeypatch.setattr(Store, "sessions", lambda _: scans.append(1))
        await append(file_of(claude, 1), title("ai-title", "Named at last", file_of(claude, 1).stem))
        await run.until(lambda: "Named at last" in shown(run))
        await append(file_of(claude, 1), title("custom-title", "Named anew", file_of(claude, 1).stem))
        await run.until(lambda: "Named anew" in shown(run))
        register(claude, file_of(claude, 2).stem)
        await run.until(lambda: "1 running" in header(run))
        assert not scans


async def test_sessions_and_projects_come_and_go_and_the_counts_follow(claude: ClaudeDir) -> None:
    async with browsing(claude.path) as run:
        await watched(run)
        assert "2 projects · 6 sessions" in header(run)
        name = "a0000000-0000-4000-8000-000000000000"
        path = claude.folder("/home/u/new") / f"{name}.jsonl"
        path.parent.mkdir()
        await append(path, user("in a new project", cwd="/home/u/new", sessionId=name))
        await run.until(lambda: "3 projects · 7 sessions" in header(run))
        await run.until(lambda: "/home/u/new" in shown(run))
        path.unlink()
        await run.until(lambda: "2 projects · 6 sessions" in header(run))
        assert "/home/u/new" not in shown(run)


async def test_counts_stay_known_while_a_session_grows(claude: ClaudeDir) -> None:
    path = file_of(claude, 0)
    append_now(path, *filler(200_000))
    async with browsing(claude.path) as run:
        await watched(run)

        def messages() -> int:
            session = run.browser.tree_pane.session_of(path)
            return session.meta.messages if session is not None else 0

        await run.until(lambda: messages() == 1)
        for number in range(3):
            seen = {messages()}
            await append(path, assistant(message_id=f"msg_{number}", sessionId=path.stem))
            while number + 2 not in seen:
                await run.pilot.pause()
                seen.add(messages())
            assert seen == {number + 1, number + 2}


async def test_a_client_is_marked_in_the_session_that_it_turned_to(claude: ClaudeDir) -> None:
    one, two = file_of(claude, 3), file_of(claude, 4)

    def running() -> list[tuple[str, str]]:
        sessions = [session for project in run.browser.tree_pane.projects for session in project.sessions]
        return [(session.session_id, session.running.status) for session in sessions if session.running is not None]

    async with browsing(claude.path) as run:
        await watched(run)
        register(claude, one.stem)
        await run.until(lambda: running() == [(one.stem, "busy")])
        register(claude, two.stem, "waiting")
        await run.until(lambda: running() == [(two.stem, "waiting")])
        register(claude, two.stem, pid=PIDS[1])
        await run.until(lambda: "2 running" in header(run))
        assert running() == [(two.stem, "waiting")]
        for pid in PIDS:
            (claude.path / "sessions" / f"{pid}.json").unlink()
        await run.until(lambda: running() == [])
        await run.until(lambda: "running" not in header(run))


async def test_subagents_of_a_running_session_are_listed_with_what_is_written_of_them(claude: ClaudeDir) -> None:
    path = file_of(claude, 4)
    async with browsing(claude.path) as run:
        await watched(run)
        assert run.opened != path.name
        register(claude, path.stem)
        agent = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
        agent.parent.mkdir(parents=True)
        await append(agent, user("task", isSidechain=True))
        await run.until(lambda: run.browser.tree_pane.session_of(agent))
        agent.with_suffix(".meta.json").write_text('{"agentType": "Explore", "description": "look at the whole"}')
        await run.until(lambda: "Explore · look at" in shown(run))


async def test_very_many_new_sessions_are_listed(claude: ClaudeDir, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc_session_tui.tui.screens.live_tree._MANY", 20)
    async with browsing(claude.path) as run:
        await watched(run)
        for number in range(60):
            name = f"b{number:07}-0000-4000-8000-000000000000"
            claude.session(
                user(f"many {number}", cwd="/home/u/many", sessionId=name), session_id=name, cwd="/home/u/many"
            )
        await run.until(lambda: "3 projects · 66 sessions" in header(run))
        await run.until(lambda: run.browser.tree_pane.is_read)


# nothing moves


@pytest.fixture
def cursor_lines(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where on the screen the tree's cursor was, each time that anything of the tree was drawn."""
    lines: list[int] = []
    draw = SessionTree.render_line

    def render_line(tree: SessionTree, y: int) -> object:
        lines.append(tree.cursor - tree.scroll_offset.y)
        return draw(tree, y)

    monkeypatch.setattr(SessionTree, "render_line", render_line)
    return lines


async def test_the_cursor_stays_on_its_session_and_on_its_line(claude: ClaudeDir, cursor_lines: list[int]) -> None:
    for number in range(60):
        name = f"c{number:07}-0000-4000-8000-000000000000"
        claude.session(user(f"more {number}", cwd="/home/u/shop", sessionId=name), session_id=name, cwd="/home/u/shop")
    async with browsing(claude.path, size=(120, 20)) as run:
        await watched(run)
        await run.press(*["down"] * 30, *["up"] * 6)
        row = run.tree.row
        assert row is not None
        assert row.session is not None
        await run.until_opened(row.session.file.path.name)
        line = run.tree.cursor - run.tree.scroll_offset.y
        cursor_lines.clear()
        for number in (1, 4):
            await append(file_of(claude, number), user("again", timestamp="2026-12-01T10:00:00.000Z"))
        name = "d0000000-0000-4000-8000-000000000000"
        claude.session(user("a new one", cwd="/home/u/shop", sessionId=name), session_id=name, cwd="/home/u/shop")
        await run.until(lambda: is_listed(run, name))
        assert run.tree.row is not None
        assert run.tree.row.identity == row.identity
        run.tree.refresh()
        await run.pilot.pause()
        assert set(cursor_lines) == {line}


def is_listed(run: Browsing, session_id: str) -> bool:
    return any(row.session is not None and row.session.session_id == session_id for row in run.tree.rows)


# the same as a fresh look


class AtRunning(Changing):
    """Random changes, those beside a session where a client runs: what others leave there nobody is told."""

    def beside(self) -> Path:
        running = [json.loads(path.read_text())["sessionId"] for path in self.claude.path.glob("sessions/*.json")]
        there = [path for name in running for path in self.claude.path.glob(f"projects/*/{name}.jsonl")]
        if not there:
            self.run_client()
            return self.beside()
        return self.choose.choice(sorted(there)).with_suffix("")


class Fresh:
    """A store as it is read from scratch, from the ends of its files and whole."""

    def __init__(self, claude_dir: Path) -> None:
        store = Store(claude_dir)
        self.ends, self.whole = (
            {session.file.name: session for session in store.fill(store.sessions(), full=full)}
            for full in (False, True)
        )
        self._store = store

    def projects(self, counted: Iterator[Session]) -> tuple[Project, ...]:
        """The projects, with counts where they are COUNTED."""
        whole = {session.file.name for session in counted if session.meta.complete}
        return self._store.regroup((self.whole if name in whole else self.ends)[name] for name in self.ends)


def drawn_anew(run: Browsing) -> list[str]:
    """The lines in sight, drawn now."""
    tree = run.tree
    lines = [tree._draw(at).text.rstrip() for at in tree._in_sight()]
    return lines + [""] * (tree.size.height - len(lines))


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_happens_the_tree_ends_as_a_fresh_look(tmp_path: Path, seed: int) -> None:
    changing = AtRunning(ClaudeDir(tmp_path / "claude"), seed)
    for _ in range(8):
        changing.create()
    async with browsing(changing.claude.path, size=(120, 50)) as run:
        await watched(run)
        pane = run.browser.tree_pane
        for _ in range(12):
            for _ in range(changing.choose.randrange(1, 12)):
                changing.step()
            for _ in range(changing.choose.randrange(3)):
                await run.pilot.pause()
        fresh = Fresh(changing.claude.path)

        def is_fresh() -> bool:
            listed = (session for project in pane.projects for session in project.sessions)
            return pane.projects == fresh.projects(listed)

        await run.until(is_fresh)
        arranged = arrange(pane.projects, pane.options, {})
        await run.until(lambda: run.tree.rows == rows_of(arranged, pane.options))
        await run.until(lambda: lines_of(run.tree) == drawn_anew(run))

"""What goes on in a running session, beside a client that writes: over the transcript, in it, and in the tree."""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.live_pane import LivePane
from cc_session_tui.tui.screens.target import Target
from cc_session_tui.tui.widgets.live_header import LiveHeader
from cc_session_tui.tui.widgets.title import Title
from tests.core.transcript.script import Script, text, use
from tests.tui import browsing as browsing_module
from tests.tui.browsing import NOW, Browsing, browsing, lines_of
from tests.tui.test_live_following import status

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "aaaaaaaa-0000-4000-8000-000000000001"
PID = os.getpid()
AGENT = {"agentType": "Explore", "description": "look around", "toolUseId": "a1"}


def stamped(line: bytes) -> bytes:
    """LINE as a client writes it: so many seconds after `NOW`, less 100, as it says after 10:00."""
    record = {"cwd": "/p", "sessionId": SESSION, "version": "2.1.332", **json.loads(line)}
    if "timestamp" in record:
        seconds = datetime.fromisoformat(record["timestamp"]).minute * 60
        seconds += datetime.fromisoformat(record["timestamp"]).second
        record["timestamp"] = (NOW + timedelta(seconds=seconds - 100)).isoformat()
    return json.dumps(record).encode() + b"\n"


class Client:
    """What a client writes, in the session SESSION of a Claude dir; this process is the client."""

    def __init__(self, claude_dir: Path) -> None:
        self.claude_dir = claude_dir
        self.path = claude_dir / "projects" / "-p" / f"{SESSION}.jsonl"
        self.script = Script()
        self._written = 0
        self.path.parent.mkdir(parents=True)

    def write(self) -> None:
        """Append what the script has got since."""
        with self.path.open("ab") as file:
            file.writelines(map(stamped, self.script.lines[self._written :]))
        self._written = len(self.script.lines)

    def say(self, *blocks: Any, stop: str = "tool_use") -> None:
        """Append a reply of BLOCKS."""
        said = [text(block) if isinstance(block, str) else block for block in blocks]
        head = {"id": f"m{self.script.count}", "role": "assistant", "model": "claude-opus-5-5", "stop_reason": stop}
        usage = {"input_tokens": 34_000, "output_tokens": 100}
        self.script.add({"type": "assistant", "message": {**head, "usage": usage, "content": said}})
        self.write()

    def tell(self, status: str, waiting_for: str = "") -> None:
        """Write the client's status, as of 12 seconds ago."""
        record = {"pid": PID, "sessionId": SESSION, "cwd": "/p", "status": status, "startedAt": 1}
        record |= {"statusUpdatedAt": int(NOW.timestamp() * 1000) - 12_000, "waitingFor": waiting_for}
        folder = self.claude_dir / "sessions"
        folder.mkdir(exist_ok=True)
        (folder / "new").write_text(json.dumps(record))
        (folder / "new").replace(folder / f"{PID}.json")

    def end(self) -> None:
        (self.claude_dir / "sessions" / f"{PID}.json").unlink()

    def agent(self, name: str, *blocks: Any, **meta: Any) -> Path:
        """Write the transcript of a subagent that has said BLOCKS."""
        script = Script()
        script.user("look around", isSidechain=True)
        script.reply(*blocks, isSidechain=True)
        path = self.path.with_suffix("") / "subagents" / f"agent-{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".meta.json").write_text(json.dumps(AGENT | meta))
        path.write_bytes(b"".join(map(stamped, script.lines)))
        return path


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """A client whose session has some turns, and a question that is not answered yet."""
    client = Client(tmp_path / "claude")
    for turn in range(20):
        client.script.user(f"question {turn}")
        client.script.reply(f"answer {turn}")
    client.script.user("fix it")
    client.write()
    return client


def header(run: Browsing) -> list[str]:
    """What is drawn over the transcript."""
    found = [widget for widget in run.browser.query(LiveHeader) if widget.display]
    return [" ".join(line.split()) for widget in found for line in lines_of(widget)[: widget.rows]]


def title(run: Browsing) -> str:
    return lines_of(run.browser.query_one("#title"))[0]


def shown(run: Browsing) -> list[str]:
    """The lines of the transcript, without what is below its end."""
    lines = lines_of(run.transcript)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def at(run: Browsing, client: Client) -> bool:
    """Whether the whole session is shown."""
    document = run.reading.document
    return run.opened == client.path.name and document is not None and document.whole


async def opened(run: Browsing, client: Client) -> None:
    await run.until(lambda: at(run, client))


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Have it SECONDS later than NOW."""
    monkeypatch.setattr(browsing_module, "NOW", NOW + timedelta(seconds=seconds))


async def test_the_header_follows_the_client_and_its_records(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        assert header(run) == []
        client.tell("busy")
        await run.until(lambda: header(run) == ["◐ thinking 59s"])
        assert "● busy" in title(run)
        client.say("I look.", use("c1", command="make test"))
        await run.until(lambda: header(run) == ["◐ Bash make test 58s"])
        client.tell("waiting", "permission prompt")
        await run.until(lambda: header(run) == ["◆ waits for you: permission prompt · Bash make test turn 59s 12s"])
        assert "◆ waits" in title(run)
        client.tell("idle")
        await run.until(lambda: header(run) == ["○ interrupted"])
        client.end()
        await run.until(lambda: header(run) == [])


@pytest.mark.parametrize("of_client_first", [True, False])
async def test_of_a_client_that_ended_no_status_is_told_whoever_hears_of_it_first(
    client: Client, of_client_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        client.tell("busy")
        await run.until(lambda: header(run) and "● busy" in title(run))
        monkeypatch.setattr(LiveBrowser, "_take_changes", lambda *_: None)
        pane, session = run.reading, run.browser.tree_pane.session_of(client.path)
        assert isinstance(pane, LivePane)
        assert session is not None
        if of_client_first:
            pane.set_lives({})
        pane.know(session._replace(running=None))
        pane.set_lives({})
        heading = run.browser.query_one(Title).heading
        assert heading is not None
        assert not heading.status


async def test_an_open_call_runs_in_the_transcript_while_its_session_is_busy(client: Client) -> None:
    client.say(use("c1", command="make test"))
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        assert shown(run)[-1].split()[1:] == ["▸", "Bash", "make", "test", "no", "result"]
        client.tell("busy")
        await run.until(lambda: shown(run)[-1].endswith("running 58s"))
        assert shown(run)[-1].split()[1] == "◐"
        client.tell("waiting", "permission prompt")
        await run.until(lambda: shown(run)[-1].endswith("waits for you"))
        client.tell("idle")
        await run.until(lambda: shown(run)[-1].endswith("no result"))


async def test_each_second_counts_while_something_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.say(use("c1", command="make test"))
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: header(run) == ["◐ Bash make test 58s"])
        pass_time(monkeypatch, 5)
        await run.until(lambda: header(run) == ["◐ Bash make test 1m 03s"])
        await run.until(lambda: shown(run)[-1].endswith("running 1m 03s"))


async def test_nothing_ticks_for_an_idle_session(client: Client) -> None:
    client.say("Done.", stop="end_turn")
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        browser = run.browser
        assert isinstance(browser, LiveBrowser)
        await opened(run, client)
        await run.until(lambda: browser.is_ticking)
        client.tell("idle")
        await run.until(lambda: header(run) == ["○ Done."])
        assert not browser.is_ticking


async def test_a_subagent_that_runs_has_a_line_until_it_has_finished(client: Client) -> None:
    client.say(use("a1", "Agent", subagent_type="Explore", description="look around"))
    client.script.result("a1", toolUseResult={"status": "async_launched"})
    client.say("It runs.", stop="end_turn")
    agent = client.agent("x", use("g1", "Read", file_path="/p/app.py"))
    client.tell("idle")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 2)
        assert header(run)[0] == "○ It runs."
        assert header(run)[1].startswith("↳ Explore · look around Read app.py ")
        assert "◐ Agent Explore · look around" in next(line for line in shown(run) if "Agent" in line)
        agent.with_suffix(".meta.json").write_text(json.dumps(AGENT | {"finished": True}))
        await run.until(lambda: header(run) == ["○ It runs."])
        await run.until(lambda: "✓ Agent" in next(line for line in shown(run) if "Agent" in line))


async def test_a_click_on_a_subagents_line_opens_it_and_one_on_the_first_line_goes_back(client: Client) -> None:
    client.say(use("a1", "Agent", subagent_type="Explore", description="look around"))
    agent = client.agent("x", use("g1", "Read", file_path="/p/app.py"))
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 2)
        await run.pilot.click(LiveHeader, offset=(10, 1))
        await run.until_opened(agent.name)
        await run.until(lambda: len(header(run)) == 2)
        assert "34k tok" in header(run)[0]
        assert shown(run)[-1].split()[1:4] == ["◐", "Read", "app.py"]
        await run.pilot.click(LiveHeader, offset=(10, 0))
        await run.until_opened(client.path.name)


async def test_the_header_has_lines_for_the_same_subagents_as_the_tree_and_counts_the_others(client: Client) -> None:
    for number in range(8):
        read = use("g1", "Read", file_path="/p/app.py")
        client.agent(f"x{number}", read, toolUseId=f"a{number}", description=f"task {number}")
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path, size=(200, 40)) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 6)
        tasks = [f"Explore · task {number}" for number in (4, 5, 6, 7)]
        assert [next(task for task in tasks if task in line) for line in header(run)[1:5]] == tasks
        in_tree = [line for line in lines_of(run.tree) if "Explore" in line]
        assert [next(task for task in tasks if task in line) for line in in_tree] == tasks
        assert header(run)[-1] == "… 4 more"
        await run.pilot.click(LiveHeader, offset=(4, 5))
        assert run.opened == client.path.name


@pytest.mark.parametrize("width", [80, 120, 200])
async def test_at_any_width_it_is_cut_and_says_how_long(client: Client, width: int) -> None:
    client.say("I try it.")
    client.say("I test it.")
    client.say(use("c1", command="python3 -m pytest -x -q tests/test_app.py " * 10))
    client.agent("x", use("g1", "Grep", pattern="find other callers " * 20), description="look around " * 20)
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path, size=(width, 30)) as run:
        await opened(run, client)
        await run.until(lambda: len(header(run)) == 2)
        first, second = lines_of(run.browser.query_one(LiveHeader))[:2]
        assert first.startswith(" ◐ Bash python3 -m pytest")
        assert first.partition("…")[2].split() == ["turn", "59s", "56s"]
        assert second.startswith("   ↳ Explore · look")
        assert "  Grep find" in second
        assert second.rpartition("…")[2].split() == ["5", "tok", "1m", "38s"]


async def test_what_is_read_stays_on_screen_where_it_is_when_lines_come_and_go_above_it(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path, size=(120, 30)) as run:
        await opened(run, client)
        await run.press("pageup", "pageup", "down")
        before, selected = shown(run), run.transcript.selected
        client.agent("x", use("g1", "Read", file_path="/p/app.py"))
        client.tell("busy")
        await run.until(lambda: len(header(run)) == 2 and run.transcript.size.height == len(before) - 2)
        await run.until(lambda: shown(run) == before[2:])
        assert run.transcript.selected == selected
        client.end()
        await run.until(lambda: shown(run) == before)


async def test_who_follows_the_end_sees_it_whatever_comes_above(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path, size=(120, 30)) as run:
        await opened(run, client)
        last = shown(run)[-1]
        client.tell("busy")
        await run.until(lambda: header(run) and run.transcript.size.height == 24)
        await run.until(lambda: shown(run)[-1] == last)
        assert run.transcript.follow


async def test_another_session_that_is_opened_has_its_own_header_or_none(client: Client) -> None:
    other = client.path.with_name("bbbbbbbb-0000-4000-8000-000000000002.jsonl")
    other.write_bytes(client.path.read_bytes().replace(SESSION.encode(), other.stem.encode()))
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: header(run) == ["◐ thinking 59s"])
        await run.until(lambda: run.browser.tree_pane.session_of(other) is not None)
        session = run.browser.tree_pane.session_of(other)
        run.reading.open(Target(other, session))
        await run.until_opened(other.name)
        assert header(run) == []


async def test_what_runs_is_told_where_the_app_notifies_of_nothing(client: Client) -> None:
    client.tell("busy")
    app = CcSessionsApp(client.claude_dir, clock=lambda: NOW, open_session=client.path)
    async with app.run_test(size=(120, 40), notifications=False) as pilot:
        run = Browsing(app, pilot)
        await run.until(lambda: header(run) == ["◐ thinking 59s"])


async def test_the_tree_is_told_what_goes_on(client: Client) -> None:
    client.tell("busy")
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: any("thinking" in line for line in lines_of(run.tree)))
        client.say(use("c1", command="make test"))
        await run.until(lambda: any("make test" in line for line in lines_of(run.tree)))


async def test_a_call_that_runs_is_a_finding_only_once_its_client_is_dead(client: Client) -> None:
    client.say("I look.", use("c0", command="make"))
    client.script.user("never mind")
    client.tell("busy")
    client.say("Then this.", use("c1", command="make test"))
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await run.until(lambda: "! 1 finding " in status(run))
        client.end()
        await run.until(lambda: "! 2 findings " in status(run))

"""The tree, as sessions run: what is drawn, and when; what moves, and what does not."""

from __future__ import annotations

import random
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from textual import on
from textual.app import App, ComposeResult

from cc_session_tui.core.store.live import Live
from cc_session_tui.core.transcript.doing import Activity, Doing, OpenCall
from cc_session_tui.tui.widgets import session_tree_lines
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.session_tree_rows import Options, RowKind, arrange, rows_of
from cc_session_tui.tui.widgets.session_tree_sort import Order
from tests.tui.tree_factories import NOW, client_of, project, session, subagent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from textual.pilot import Pilot
    from textual.strip import Strip

    from cc_session_tui.core.store.models import Project, Session
    from cc_session_tui.tui.widgets.session_tree_rows import Row

OPEN = Options(opened=frozenset({"/w"}))


class CountingTree(SessionTree):
    """A tree that knows which lines of the screen it drew."""

    def __init__(self, now: Any) -> None:
        super().__init__(now, id="tree")
        self.drawn_lines: list[int] = []

    def render_line(self, y: int) -> Strip:
        self.drawn_lines.append(y)
        return super().render_line(y)


class Host(App[None]):
    """Nothing but a tree."""

    def __init__(self) -> None:
        super().__init__()
        self.time = NOW
        self.session_tree = CountingTree(lambda: self.time)
        self.opened: list[Row] = []

    def compose(self) -> ComposeResult:
        yield self.session_tree

    @on(SessionTree.RowOpened)
    def _note(self, message: SessionTree.RowOpened) -> None:
        self.opened.append(message.row)


@dataclass
class Hosted:
    """A tree in an app."""

    app: Host
    pilot: Pilot[None]

    @property
    def tree(self) -> CountingTree:
        return self.app.session_tree

    @property
    def lines(self) -> list[str]:
        """What is drawn."""
        return [strip.text.rstrip() for strip in self.tree.render_lines(self.tree.size.region)]

    async def drawn(self) -> list[int]:
        """The lines that were drawn since this was asked last."""
        await self.pilot.pause()
        found = sorted(set(self.tree.drawn_lines))
        self.tree.drawn_lines.clear()
        return found

    async def show(self, *sessions: Session, at_once: bool = True, options: Options = OPEN) -> None:
        """Show SESSIONS of one project."""
        self.tree.show(rows([project("/w", *sessions)], options), options.query, options.order, at_once=at_once)
        await self.drawn()


def rows(projects: list[Project], options: Options = OPEN) -> tuple[Row, ...]:
    return rows_of(arrange(projects, options, {}), options)


@asynccontextmanager
async def hosting(size: tuple[int, int] = (40, 20)) -> AsyncIterator[Hosted]:
    app = Host()
    async with app.run_test(size=size) as pilot:
        yield Hosted(app, pilot)


def at(seconds_ago: float) -> str:
    return datetime.fromtimestamp(NOW - seconds_ago, UTC).isoformat()


def running_tool(name: str, text: str, seconds_ago: float = 3) -> Activity:
    when = at(seconds_ago)
    return Activity(Doing.TOOL, when, (OpenCall("t", name, text, when),))


def live(name: str, activity: Activity, status: str = "busy", seconds: float = 12, waiting_for: str = "") -> Live:
    return Live(client_of(name, status, seconds, waiting_for), activity)


def names(*of: Session) -> list[str]:
    return [one.file.name for one in of]


BUSY = session("busy", "Fix add", running="busy", hours_ago=0.1)
IDLE = session("idle", "Rate limits", running="idle", seconds=300, hours_ago=0.1)
OVER = session("over", "Old")
(BUSY_FILE, IDLE_FILE) = names(BUSY, IDLE)
SLEEP = running_tool("Bash", "sleep 3; touch x")
SAID = Activity(Doing.REPLIED, at(300), text="One thing is open.")


# what is drawn


async def test_a_session_that_works_tells_for_how_long_and_which_tool_runs() -> None:
    async with hosting() as run:
        await run.show(BUSY)
        run.tree.set_lives({BUSY_FILE: live("busy", SLEEP)})
        assert run.lines[1].split() == ["●", "Fix", "add", "busy", "12s"]
        assert run.lines[2].split() == ["Bash", "sleep", "3;", "touch", "x", "3s"]


async def test_a_session_that_waits_tells_for_what() -> None:
    async with hosting((80, 20)) as run:
        await run.show(session("a", "Why is CI red?", running="waiting", seconds=125))
        asks = live("a", running_tool("Bash", "git push"), "waiting", 125, "permission prompt")
        run.tree.set_lives({"/store/a.jsonl": asks})
        assert run.lines[1].split() == ["◆", "Why", "is", "CI", "red?", "waits", "2m"]
        assert run.lines[2].strip() == "permission prompt · Bash git push"


async def test_without_room_for_both_what_is_asked_is_more_than_that_it_asks() -> None:
    async with hosting((32, 20)) as run:
        await run.show(session("a", "Why is CI red?", running="waiting"))
        asks = live("a", running_tool("Bash", "git push"), "waiting", waiting_for="permission prompt")
        run.tree.set_lives({"/store/a.jsonl": asks})
        assert run.lines[2].strip() == "Bash git push"


async def test_an_idle_session_tells_the_end_of_its_last_reply() -> None:
    async with hosting() as run:
        await run.show(IDLE, OVER)
        run.tree.set_lives({IDLE_FILE: live("idle", SAID, "idle", 300)})
        assert run.lines[1].split() == ["○", "Rate", "limits", "idle", "5m"]
        assert run.lines[2].strip() == "One thing is open."


async def test_a_state_that_nobody_knows_is_cut_with_an_ellipsis() -> None:
    async with hosting((80, 20)) as run:
        await run.show(session("a", "Docs", running="compacting"))
        assert run.lines[1].split() == ["○", "Docs", "compact…"]


async def test_of_subagents_that_have_lines_of_their_own_the_session_only_tells_the_number() -> None:
    agents = [subagent("x", tool_use_id="a1"), subagent("y", tool_use_id="a2")]
    calls = tuple(OpenCall(f"a{number}", "Agent", "Explore · look", "") for number in (1, 2))
    async with hosting((80, 20)) as run:
        await run.show(session("a", "Docs", running="busy", subagents=agents))
        lives = {agent.file.name: live("a", SLEEP) for agent in agents}
        run.tree.set_lives(lives | {"/store/a.jsonl": live("a", SLEEP._replace(calls=calls))})
        assert run.lines[2].split()[:2] == ["2", "subagents"]


async def test_a_shell_in_the_background_is_told() -> None:
    async with hosting((80, 20)) as run:
        await run.show(session("a", "Docs", running="shell"))
        run.tree.set_lives({"/store/a.jsonl": live("a", SAID, "shell")})
        assert run.lines[1].split() == ["○", "Docs", "shell"]
        assert run.lines[2].strip() == "a shell runs · One thing is open."


STATES = [
    session("w", "Ask", running="waiting", seconds=17),
    session("b", "Migrate the cart to Redis", running="busy", seconds=130),
    session("i", "Rate limits of the API", running="idle", seconds=61),
    session("j", "New", running="idle", seconds=59, minutes=99),
    session("o", "Old", hours_ago=0.01),
    session("p", "Older", hours_ago=0.5),
]


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (120, ["waits 17s", "busy 2m", "idle 1m", "idle", "now", "30m"]),
        (32, ["waits 17s", "busy 2m", "idle 1m", "idle", "now", "30m"]),
        (31, ["17s", "2m", "1m", "now", "now", "30m"]),
        (20, ["17s", "2m", "1m", "now", "now", "30m"]),
    ],
)
async def test_all_lines_tell_their_times_alike_and_in_a_narrow_tree_without_words(width: int, told: list[str]) -> None:
    async with hosting((width, 20)) as run:
        await run.show(*STATES)
        lines = [line for row, line in zip(run.tree.rows, run.lines, strict=False) if row.kind is RowKind.SESSION]
        assert all(line.endswith(f" {end}") for line, end in zip(lines, told, strict=True)), lines
        assert any(word in " ".join(lines) for word in ("waits", "busy", "idle")) == (width >= 32)


async def test_of_subagents_those_that_run_tell_for_how_long_the_others_when_they_ended() -> None:
    ran = subagent("ran", "Plan", "checkout", finished=True)
    runs = subagent("runs", "Explore", "look around", started=at(75))
    async with hosting() as run:
        await run.show(session("busy", "Fix add", running="busy", subagents=[ran, runs]))
        thinks = Live(client_of("busy", "busy"), Activity(Doing.THINKING, at(3)), is_subagent=True)
        run.tree.set_lives({BUSY_FILE: live("busy", SLEEP), runs.file.name: thinks})
        assert run.lines[3].split() == ["↳", "Plan", "·", "checkout", "1h"]
        assert run.lines[4].split() == ["◐", "Explore", "·", "look", "around", "1m"]


async def test_a_folded_project_tells_what_is_most_urgent_in_it() -> None:
    async with hosting() as run:
        await run.show(IDLE, session("w", running="waiting"), BUSY, options=Options())
        assert run.lines[0].split() == ["▸", "/w", "◆", "3"]


@pytest.mark.parametrize("width", [1, 4, 8, 12, 20, 33, 46, 120])
async def test_every_line_fits(width: int) -> None:
    runs = subagent("runs", "探索", "店の中を見回る" * 9, started=at(75))
    wide = session("w", "日本語のREADMEを書く" * 9, running="waiting", subagents=[runs])
    async with hosting((width, 20)) as run:
        await run.show(BUSY, IDLE, wide)
        asks = live(
            "w", running_tool("AskUserQuestion", "どの方言で書きますか?" * 9), "waiting", waiting_for="input needed"
        )
        lives = {
            BUSY_FILE: live("busy", running_tool("mcp__" + "g" * 99, "x" * 99)),
            IDLE_FILE: live("idle", SAID, "idle"),
        }
        run.tree.set_lives({**lives, "/store/w.jsonl": asks, runs.file.name: asks._replace(is_subagent=True)})
        assert {strip.cell_length for strip in run.tree.render_lines(run.tree.size.region)} == {width}


async def test_what_a_session_says_is_literal() -> None:
    async with hosting() as run:
        await run.show(BUSY)
        run.tree.set_lives({BUSY_FILE: live("busy", running_tool("Bash", "echo [bold]x[/] \x1b[31m"))})
        assert "echo [bold]x[/] ␛[31m" in run.lines[2]


# when it is drawn


async def test_only_the_line_whose_text_changed_is_drawn() -> None:
    async with hosting() as run:
        await run.show(BUSY, IDLE, OVER)
        lives = {BUSY_FILE: live("busy", SLEEP), IDLE_FILE: live("idle", SAID, "idle", 300)}
        run.tree.set_lives(lives)
        before = run.tree.rows
        assert await run.drawn() == [1, 2, 3, 4]
        run.tree.set_lives({**lives, BUSY_FILE: live("busy", running_tool("Read", "app.py"))})
        assert await run.drawn() == [1, 2]
        run.tree.set_lives(dict(run.tree.lives))
        assert await run.drawn() == []
        assert run.tree.rows is before


async def test_a_second_draws_only_what_says_something_else_then() -> None:
    async with hosting() as run:
        long = session("long", "Long", running="busy", seconds=130, hours_ago=0.1)
        await run.show(BUSY, long, IDLE, OVER)
        run.tree.set_lives({BUSY_FILE: live("busy", SLEEP), IDLE_FILE: live("idle", SAID, "idle", 300)})
        await run.drawn()
        run.app.time += 1
        run.tree.tick()
        assert await run.drawn() == [1, 2]
        assert run.lines[1].endswith("busy 13s")
        assert run.lines[2].endswith("4s")


async def test_the_clock_stands_still_while_nothing_in_sight_goes_on() -> None:
    async with hosting((40, 6)) as run:
        others = [session(f"idle{number}", running="idle", hours_ago=0.1) for number in range(9)]
        await run.show(*others)
        assert not run.tree.is_ticking
        await run.show(BUSY, *others)
        assert run.tree.is_ticking
        run.tree.scroll_to(y=9, animate=False)
        assert not run.tree.is_ticking
        run.tree.scroll_to(y=0, animate=False)
        assert run.tree.is_ticking
        run.tree.set_lives({BUSY_FILE: live("busy", SAID, "idle", 0)})
        assert not run.tree.is_ticking


async def test_what_was_heard_of_last_counts() -> None:
    async with hosting() as run:
        await run.show(BUSY)
        run.tree.set_lives({BUSY_FILE: live("busy", SAID, "idle", 2)})
        assert run.lines[1].endswith(" idle")
        await run.show(session("busy", "Fix add", running="busy", seconds=1))
        assert run.lines[1].endswith("busy 1s")


# what moves


MANY = [session(f"s{number:02}", hours_ago=10 + number) for number in range(20)]


def place(tree: SessionTree) -> tuple[str, int]:
    """The session file that is selected, and the line of the screen that it is on."""
    row = tree.row
    return row.session.file.name if row and row.session else "", tree.cursor - tree.scroll_offset.y


async def test_until_the_tree_is_touched_the_cursor_is_on_the_first_session() -> None:
    async with hosting((40, 10)) as run:
        await run.show(*MANY)
        await run.show(BUSY, *MANY)
        assert run.tree.row is not None
        assert run.tree.row.session == BUSY
        assert run.tree.scroll_offset.y == 0


@pytest.mark.parametrize("steps", [0, 4, 8, 15])
async def test_the_cursors_line_does_not_move_when_a_session_above_it_begins_to_run(steps: int) -> None:
    async with hosting((40, 10)) as run:
        await run.show(*MANY)
        await run.pilot.press(*["down"] * (steps + 1), "up")
        before = place(run.tree)
        await run.show(BUSY, *MANY)
        assert place(run.tree) == before
        await run.show(*MANY)
        assert place(run.tree) == before


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_happens_the_cursor_stays_on_its_session_and_where_there_is_room_on_its_line(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    async with hosting((40, 10)) as run:
        await run.show(*MANY)
        await run.pilot.press(*["down"] * chance.randint(1, 12))
        for _ in range(25):
            name, line = place(run.tree)
            others = [one for one in MANY if one.file.name == name or chance.random() < 0.8]
            started = [changed(one, chance) for one in others]
            await run.show(*started)
            assert place(run.tree)[0] == name
            top = min(max(run.tree.cursor - line, 0), run.tree.max_scroll_y)
            assert run.tree.scroll_offset.y in {top, top + 1}  # one more where its live line was out of sight


def changed(one: Session, chance: random.Random) -> Session:
    """The session ONE, in which something runs now, or not, and subagents came or went."""
    if chance.random() < 0.7:
        return one
    agents = tuple(subagent(f"{one.session_id}-{number}") for number in range(chance.randint(0, 6)))
    client = client_of(one.session_id, chance.choice(["busy", "waiting", "idle"]), chance.randint(0, 99))
    return one._replace(running=client, subagents=agents)


async def test_what_comes_on_top_is_seen_when_nobody_has_been_at_the_tree_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hosting((40, 10)) as run:
        await run.show(*MANY)
        await run.pilot.press("down", "down", "up")
        before = place(run.tree)
        monkeypatch.setattr(session_tree_lines, "monotonic", lambda: time.monotonic() + 60)
        await run.show(BUSY, *MANY)
        assert run.tree.scroll_offset.y == 0
        assert place(run.tree) == (before[0], before[1] + 2)
        await run.show(session("w", running="waiting"), session("x", running="waiting"), BUSY, *MANY)
        assert place(run.tree)[1] <= 9


async def test_subagents_that_appear_do_not_move_the_cursor_off_its_session() -> None:
    async with hosting((40, 10)) as run:
        await run.show(BUSY, *MANY)
        await run.pilot.press("down", "up")
        for count in range(7):
            agents = [subagent(f"agent{number}") for number in range(count)]
            await run.show(session("busy", "Fix add", running="busy", hours_ago=0.1, subagents=agents), *MANY)
            assert place(run.tree) == (BUSY_FILE, 1)


async def test_what_the_user_scrolled_to_stays_in_sight() -> None:
    async with hosting((40, 10)) as run:
        await run.show(*MANY)
        await run.pilot.press("down", "up")
        run.tree.scroll_to(y=8, animate=False)
        before = run.lines
        await run.show(BUSY, *MANY)
        assert run.lines == before


async def test_lines_do_not_move_under_the_mouse_until_it_rests() -> None:
    async with hosting((40, 10)) as run:
        first, second = (session(name, name, running="busy", seconds=age) for name, age in (("a", 10), ("b", 20)))
        await run.show(first, second)
        await run.pilot.hover("#tree", offset=(6, 3))
        identities = [row.identity for row in run.tree.rows]
        waiting = session("b", "b", running="waiting", seconds=1)
        await run.show(first, waiting, at_once=False)
        assert [row.identity for row in run.tree.rows] == identities
        assert run.lines[3].endswith("waits 1s")
        await run.pilot.click("#tree", offset=(6, 3))
        assert run.tree.row is not None
        assert run.tree.row.session == waiting
        while [row.identity for row in run.tree.rows] == identities:
            await run.pilot.pause(0.05)
        assert run.tree.row.session == waiting


async def test_what_the_user_does_is_shown_at_once() -> None:
    async with hosting((40, 10)) as run:
        await run.show(BUSY, OVER)
        await run.pilot.hover("#tree", offset=(6, 3))
        await run.show(OVER, BUSY, options=OPEN._replace(order=Order.TITLE))
        await run.show(OVER, at_once=True)
        assert len(run.tree.rows) == 2


async def test_a_click_on_what_goes_on_selects_the_session_and_a_second_one_opens_it() -> None:
    async with hosting() as run:
        await run.show(OVER, BUSY)
        await run.pilot.press("end")
        await run.pilot.click("#tree", offset=(8, 2))
        assert run.tree.row is not None
        assert run.tree.row.session == BUSY
        assert run.app.opened == []
        await run.pilot.click("#tree", offset=(8, 2))
        await run.pilot.pause()
        assert run.app.opened == [run.tree.row]


async def test_the_keys_pass_over_what_goes_on() -> None:
    async with hosting() as run:
        await run.show(BUSY, IDLE, OVER)
        passed = []
        for _ in range(4):
            passed.append(run.tree.cursor)
            await run.pilot.press("down")
        assert passed == [1, 3, 5, 5]

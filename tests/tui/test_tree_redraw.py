"""Which lines of the tree are drawn when others are shown: those that say something else."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.widgets.session_tree_rows import Options
from cc_session_tui.tui.widgets.session_tree_sort import Order
from tests.tui.test_tree_live import Hosted, hosting, rows
from tests.tui.tree_factories import client_of, project, session, subagent

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Project, Session

ONE, TWO, THREE = (
    session(name, name.title(), hours_ago=hours) for hours, name in enumerate(("one", "two", "three"), 1)
)


def titled(one: Session, title: str) -> Session:
    return one._replace(meta=one.meta._replace(title=title))


def drawn_anew(run: Hosted) -> list[str]:
    """All lines, drawn now."""
    tree = run.tree
    lines = [tree._draw(at).text.rstrip() for at in tree._in_sight()]
    return lines + [""] * (tree.size.height - len(lines))


async def test_only_the_line_of_the_session_that_changed_is_drawn() -> None:
    async with hosting() as run:
        run.tree.show(rows([project("/w", ONE, TWO, THREE)]), "", Order.ACTIVE)
        await run.drawn()
        run.tree.show(rows([project("/w", ONE, titled(TWO, "Named"), THREE)]), "", Order.ACTIVE)
        assert await run.drawn() == [2]
        assert "Named" in run.lines[2]
        run.tree.show(rows([project("/w", ONE, titled(TWO, "Named"), THREE)]), "", Order.ACTIVE)
        assert await run.drawn() == []


async def test_a_session_that_comes_to_the_top_moves_the_lines_above_its_old_place() -> None:
    async with hosting() as run:
        run.tree.show(rows([project("/w", ONE, TWO, THREE)]), "", Order.ACTIVE)
        await run.drawn()
        newest = TWO._replace(file=ONE.file._replace(name=TWO.file.name, mtime_ns=ONE.file.mtime_ns + 10**9))
        run.tree.show(rows([project("/w", ONE, newest, THREE)]), "", Order.ACTIVE)
        assert await run.drawn() == [1, 2]


async def test_a_folded_project_is_drawn_when_something_begins_to_run_in_it() -> None:
    async with hosting() as run:
        run.tree.show(rows([project("/w", ONE)], Options()), "", Order.ACTIVE)
        await run.drawn()
        run.tree.show(rows([project("/w", titled(ONE, "Named"))], Options()), "", Order.ACTIVE)
        assert await run.drawn() == []
        busy = ONE._replace(running=client_of("one", "busy"))
        run.tree.show(rows([project("/w", busy)], Options()), "", Order.ACTIVE)
        assert await run.drawn() == [0]


async def test_another_order_draws_everything() -> None:
    async with hosting() as run:
        run.tree.show(rows([project("/w", ONE, TWO)]), "", Order.ACTIVE)
        await run.drawn()
        run.tree.show(rows([project("/w", ONE, TWO)]), "", Order.SIZE)
        assert 1 in await run.drawn()
        assert run.lines == drawn_anew(run)


def changed(projects: list[Project], chance: random.Random) -> list[Project]:
    """PROJECTS after something has happened in one."""
    at = chance.randrange(len(projects))
    sessions = list(projects[at].sessions)
    number = chance.randrange(1000)
    match chance.randrange(6):
        case 0:
            sessions.append(session(f"new{number}", f"New {number}", hours_ago=chance.random()))
        case 1 if len(sessions) > 1:
            sessions.pop(chance.randrange(len(sessions)))
        case 2:
            one = chance.randrange(len(sessions))
            client = client_of(sessions[one].session_id, chance.choice(["busy", "idle", "waiting"]), number)
            sessions[one] = sessions[one]._replace(running=None if sessions[one].running else client)
        case 3:
            one = chance.randrange(len(sessions))
            sessions[one] = sessions[one]._replace(
                subagents=tuple(subagent(f"a{at}{one}{agent}") for agent in range(chance.randrange(6)))
            )
        case _:
            one = chance.randrange(len(sessions))
            sessions[one] = titled(sessions[one], f"Title {number}")
    made = project(projects[at].path, *sessions, note=chance.choice(["", "moved"]))
    return [*projects[:at], made, *projects[at + 1 :]]


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_all_that_is_to_be_drawn_is(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - no secret
    projects = [project(f"/{name}", *(session(f"{name}{n}", hours_ago=n + 1) for n in range(5))) for name in "abc"]
    options = Options(opened=frozenset({"/a", "/b"}))
    async with hosting((40, 16)) as run:
        for _ in range(60):
            projects = changed(projects, chance)
            run.tree.show(rows(projects, options), "", Order.ACTIVE, at_once=chance.random() < 0.7)
            if chance.random() < 0.2:
                await run.pilot.press(chance.choice(["down", "up", "pagedown", "home"]))
            await run.drawn()
            assert run.lines == drawn_anew(run)

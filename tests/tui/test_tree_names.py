from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.tui.widgets.session_tree_names import short_ids, title_of
from cc_session_tui.tui.widgets.session_tree_rows import Options, arrange, rows_of
from tests.tui.test_tree_live import hosting
from tests.tui.tree_factories import project, session

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Session

OLD = session("1a2b3c4d-old", "Fix add", created="2026-01-01T00:00:00Z")
FORK = session("5e6f7a8b-fork", "Fix add", created="2026-01-01T00:00:00Z", forked_from="1a2b3c4d-old", hours_ago=0.1)
AGAIN = session("9c0d1e2f-again", "Fix add", created="2026-02-01T00:00:00Z")
OTHER = session("77777777-other", "Rate limits")


@given(st.permutations([OLD, FORK, AGAIN, OTHER, session("e1"), session("e2")]))
def test_of_sessions_of_one_title_all_but_the_original_tell_their_id(sessions: list[Session]) -> None:
    assert short_ids(sessions) == {FORK.file.name: "5e6f", AGAIN.file.name: "9c0d"}


@given(st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.booleans()), max_size=9))
def test_title_and_short_id_tell_sessions_apart(made: list[tuple[str, bool]]) -> None:
    sessions = [
        session(f"{at:04}-0000", title, forked_from="x" * is_fork) for at, (title, is_fork) in enumerate(made) if title
    ]
    ids = short_ids(sessions)
    assert len({(each.meta.title, ids.get(each.file.name)) for each in sessions}) == len(sessions)
    assert len(sessions) - len(ids) == len({each.meta.title for each in sessions})


async def test_the_short_id_stands_after_the_title_however_little_room_there_is() -> None:
    async with hosting((24, 20)) as run:
        await run.show(OLD, FORK, OTHER)
        assert [line.split() for line in run.lines[1:4]] == [
            ["Fix", "add", "5e6f", "6m"],
            ["Fix", "add", "1h"],
            ["Rate", "limits", "1h"],
        ]
        long = [each._replace(meta=each.meta._replace(title="Fix add in app.py")) for each in (OLD, FORK)]
        await run.show(*long)
        assert run.lines[1].split() == ["Fix", "add", "i…", "5e6f", "6m"]


def test_sessions_of_one_title_in_other_projects_need_none() -> None:
    options = Options(opened=frozenset({"/a", "/b"}))
    rows = rows_of(arrange([project("/a", OLD), project("/b", FORK)], options, {}), options)
    assert {row.short_id for row in rows} == {""}


def test_a_session_in_which_nothing_was_asked_or_answered_is_new() -> None:
    """As one is after /clear; its id would say nothing."""
    assert title_of(session("d6f9")) == "(new session)"
    assert title_of(session("d6f9", "Cart")) == "Cart"
    assert title_of(session("d6f9", model="claude-opus-4-5")) == "d6f9"
    assert title_of(session("d6f9")._replace(known=False)) == "d6f9"

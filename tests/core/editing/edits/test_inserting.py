from __future__ import annotations

from typing import Any

import pytest

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.editing.edits.branching import switch
from cc_session_tui.core.editing.edits.inserting import append, attached, call, given, insert, prompt, reply
from cc_session_tui.core.errors import EditError
from tests.core.chain.sessions import link, result, use, user
from tests.core.chain.sessions import reply as replied
from tests.core.editing.edits.drafts import draft_of, record, row, texts, uuids

NEW = [{"type": "text", "text": "new"}]
PARALLEL = (
    user("q1", None, timestamp="2026-01-05T10:00:00.000Z"),
    replied("u1", "q1", use("c1"), message="m"),
    replied("u2", "u1", use("c2"), message="m"),
    result("r1", "u1", "c1"),
    result("r2", "u2", "c2"),
    replied("a1", "r2"),
)


def test_what_followed_follows_what_was_inserted() -> None:
    draft = draft_of(user("q1", None), replied("a1", "q1"), user("q2", "a1"), replied("a2", "q2"))
    done = insert(draft, [prompt("why?"), reply(NEW)], row(draft, "a1"))
    assert texts(done.draft) == ["q1", "a1", "why?", "new", "q2", "a2"]
    assert record(done.draft, "q2")["parentUuid"] == done.added[1]
    assert done.changed == {2}


def test_before_the_first_record_the_new_one_is_the_root() -> None:
    draft = draft_of(user("q1", None), replied("a1", "q1"))
    done = insert(draft, [prompt("first")], row(draft, "q1"), before=True)
    assert texts(done.draft) == ["first", "q1", "a1"]
    assert record(done.draft, done.added[0])["parentUuid"] is None


@pytest.mark.parametrize("name", ["u1", "u2", "r1", "r2"])
def test_nothing_comes_between_calls_and_their_results(name: str) -> None:
    draft = draft_of(*PARALLEL)
    done = insert(draft, [prompt("late")], row(draft, name))
    assert texts(done.draft) == ["q1", "tool_use", "tool_use", "tool_result", "tool_result", "late", "a1"]
    ahead = insert(draft, [prompt("early")], row(draft, name), before=True)
    assert texts(ahead.draft)[:2] == ["q1", "early"]


def test_a_record_in_the_middle_has_a_time_of_the_middle() -> None:
    draft = draft_of(*PARALLEL)
    done = insert(draft, [prompt("x"), prompt("y")], row(draft, "q1"))
    times = [record(done.draft, uuid)["timestamp"] for uuid in done.added]
    assert times == ["2026-01-05T10:00:00.001Z", "2026-01-05T10:00:00.002Z"]


def test_after_the_leaf_it_is_appended_and_is_the_leaf() -> None:
    draft = draft_of(*PARALLEL, user("x", "q1"), {"type": "last-prompt", "leafUuid": "a1"})
    done = insert(draft, call("Read", {"file_path": "/a"}, "text"), row(draft, "a1"))
    assert texts(done.draft)[-2:] == ["tool_use", "tool_result"]
    assert done.draft.parts[0] == draft.parts[0]


def test_an_append_to_nothing_is_a_conversation() -> None:
    done = append(draft_of(), [prompt("hello"), attached({"type": "file", "filename": "/a"}), reply(NEW)])
    assert texts(done.draft) == ["hello", "attachment", "new"]


def test_after_a_boundary_it_comes_after_the_summary_and_before_it_nothing_does() -> None:
    boundary = link(BOUNDARY, "b", None, compactMetadata={})
    draft = draft_of(user("q0", None), boundary, user("s", "b", "summary", isCompactSummary=True), user("q", "s"))
    assert texts(insert(draft, [reply(NEW)], row(draft, "b")).draft) == ["summary", "new", "q"]
    for name in ("b", "s"):
        with pytest.raises(EditError, match="boundary"):
            insert(draft, [reply(NEW)], row(draft, name), before=True)


def test_on_another_branch_all_that_hangs_there_follows() -> None:
    draft = draft_of(user("q1", None), user("x", "q1"), replied("y", "x"), user("q2", "q1"))
    done = insert(draft, [reply(NEW)], row(draft, "x"))
    assert texts(done.draft) == ["q1", "q2"]
    assert record(done.draft, "y")["parentUuid"] == done.added[0]


def test_a_record_given_whole_gets_its_place_and_its_session() -> None:
    draft = draft_of(*PARALLEL)
    raw: dict[str, Any] = {
        "type": "user",
        "uuid": "mine",
        "parentUuid": "zz",
        "sessionId": "other",
        "message": {"content": "raw"},
    }
    done = insert(draft, [given(raw)], row(draft, "q1"))
    assert record(done.draft, "mine")["parentUuid"] == "q1"
    assert record(done.draft, "mine")["sessionId"] == draft.base.path.stem
    assert record(done.draft, "u1")["parentUuid"] == "mine"


def test_a_record_of_an_unknown_type_takes_no_children_since_the_client_would_not_pass_it() -> None:
    draft = draft_of(*PARALLEL)
    done = insert(draft, [given({"type": "novel", "uuid": "n"})], row(draft, "q1"))
    assert record(done.draft, "u1")["parentUuid"] == "q1"
    assert "n" in uuids(done.draft)


@pytest.mark.parametrize(
    "bad",
    [{"uuid": "n"}, {"type": "user"}, {"type": "user", "uuid": "q1"}, {"type": ""}, {"type": "x", "uuid": ["q1"]}],
)
def test_what_is_no_record_of_the_session_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(EditError):
        append(draft_of(*PARALLEL), [given(bad)])


def test_beside_a_session_level_record_nothing_is_inserted() -> None:
    with pytest.raises(EditError, match="no link"):
        insert(draft_of({"type": "mode", "mode": "x"}), [prompt("x")], 0)


def test_a_switch_goes_to_the_last_leaf_of_the_branch_and_an_append_stays_there() -> None:
    draft = draft_of(user("q1", None), user("x", "q1"), replied("y", "x"), user("q2", "q1"), replied("a2", "q2"))
    there = switch(draft, row(draft, "x")).draft
    assert texts(there) == ["q1", "x", "y"]
    more = append(there, [prompt("on")]).draft
    assert texts(more) == ["q1", "x", "y", "on"]
    assert texts(switch(more, row(more, "a2")).draft) == ["q1", "q2", "a2"]


def test_before_a_record_that_is_its_own_parent_the_new_one_is_the_root() -> None:
    draft = draft_of(user("q1", None), user("x", "x"), user("q2", "q1"))
    done = insert(draft, [reply(NEW)], row(draft, "x"), before=True)
    assert record(done.draft, "x")["parentUuid"] == done.added[0]
    assert record(done.draft, done.added[0])["parentUuid"] is None

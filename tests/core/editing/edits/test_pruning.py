from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cc_session_tui.core.chain.graph import BOUNDARY
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits import choosing, slimming
from cc_session_tui.core.editing.edits.leaf import keep_leaf
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.format.source import BytesSource
from tests.core.chain.sessions import link, reply, result, use, user
from tests.core.editing.edits.drafts import PATH, draft_of, record, row, texts, uuids
from tests.core.editing.edits.sequences import REAL, bytes_of

CASE = Path("tests/data/cases/72-delete-middle-and-relink")
TALK = (
    user("q1", None),
    reply("a1", "q1"),
    user("q2", "a1"),
    reply("u2", "q2", use("c1"), message="m2"),
    reply("u3", "u2", use("c2"), message="m2"),
    result("r2", "u2", "c1"),
    result("r3", "u3", "c2"),
    reply("a2", "r3"),
    user("q3", "a2"),
    reply("a3", "q3"),
)


def without(draft: Draft, *names: str) -> Draft:
    return prune(draft, [row(draft, name) for name in names]).draft


def test_a_turn_pruned_from_the_middle_leaves_what_case_72_says() -> None:
    [path] = CASE.glob("input/*.jsonl")
    draft = Draft.open(path)
    index = draft.index
    done = prune(draft, choosing.turn(index, chain_of(index), 3))
    check = json.loads((CASE / "case.json").read_text())["checks"]["after_delete_q2"]
    lines = bytes_of(done.draft).splitlines(keepends=True)
    assert {"lines": len(lines), "dangling": len(done.draft.index.dangling)} == check
    old = path.read_bytes().splitlines(keepends=True)
    assert [lines[0], lines[1], lines[3]] == [old[0], old[1], old[7]]
    assert lines[2] == old[6].replace(b"00000006-0000", b"00000002-0000").replace(b"-000000000006", b"-000000000002")
    assert bytes_of(draft) == path.read_bytes()


def test_a_result_alone_takes_its_call_with_it_as_case_72_says() -> None:
    [path] = CASE.glob("input/*.jsonl")
    done = prune(Draft.open(path), [4])
    assert done.gone == {3, 4}
    assert "tool_result" not in texts(done.draft)


def test_one_of_two_parallel_calls_goes_with_its_result_alone() -> None:
    done = without(draft_of(*TALK), "r2")
    assert "u2" not in uuids(done)
    assert {"u3", "r3"} <= set(uuids(done))
    assert record(done, "u3")["parentUuid"] == "q2"


def test_one_call_of_a_line_with_two_goes_and_the_line_stays() -> None:
    draft = draft_of(user("q", None), reply("u", "q", use("c1"), use("c2")), result("r", "u", "c1", "c2"))
    done = prune(draft, [], {row(draft, "u"): [0]})
    assert done.gone == set()
    assert [block["id"] for block in record(done.draft, "u")["message"]["content"]] == ["c2"]
    assert [block["tool_use_id"] for block in record(done.draft, "r")["message"]["content"]] == ["c2"]


def test_thinking_of_which_the_reply_goes_goes_too() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "S"}
    draft = draft_of(
        user("q", None), reply("t", "q", thought, message="m"), reply("a", "t", message="m"), user("n", "a")
    )
    done = without(draft, "a")
    assert uuids(done) == ["q", "n"]
    assert record(done, "n")["parentUuid"] == "q"


def test_thinking_is_dropped_whole_and_its_line_stays_where_it_holds_more() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "S"}
    draft = draft_of(user("q", None), reply("a", "q", thought, {"type": "text", "text": "yes"}))
    done = prune(draft, [], slimming.thinking(draft.index))
    assert record(done.draft, "a")["message"]["content"] == [{"type": "text", "text": "yes"}]


def test_hook_output_goes_with_its_call() -> None:
    hook = link("attachment/hook_success", "h", "r", attachment={"type": "hook_success", "toolUseID": "c1"})
    draft = draft_of(user("q", None), reply("u", "q", use("c1")), result("r", "u", "c1"), hook, reply("a", "h"))
    assert uuids(without(draft, "u")) == ["q", "a"]


def test_the_leaf_pruned_leaves_the_record_above_it_as_the_leaf() -> None:
    branch = (user("x", "a1"), reply("y", "x"))
    draft = keep_leaf(draft_of(*TALK, *branch), "a3")
    assert texts(draft)[-1] == "a3"
    assert texts(without(draft, "a3"))[-1] == "q3"


def test_a_last_prompt_names_what_is_left_of_the_way_to_its_leaf() -> None:
    draft = draft_of(*TALK, {"type": "last-prompt", "leafUuid": "a3", "lastPrompt": "q3"})
    done = without(draft, "q3", "a3")
    assert done.index.last_prompts == [(8, "a2")]


def test_snapshots_go_with_their_prompt_and_summaries_name_what_is_left() -> None:
    snapshot = {"type": "file-history-snapshot", "messageId": "q3", "snapshot": {}}
    draft = draft_of(*TALK, snapshot, {"type": "summary", "summary": "s", "leafUuid": "a3"})
    done = without(draft, "q3", "a3")
    records = [done.index.record(at) or {} for at in range(len(done.index))]
    assert [item.get("leafUuid") for item in records if item["type"] == "summary"] == ["a2"]
    assert not any(item["type"] == "file-history-snapshot" for item in records)


def compacted(**metadata: Any) -> Draft:
    boundary = link(BOUNDARY, "b", None, logicalParentUuid="a1", compactMetadata={"trigger": "manual", **metadata})
    summary = user("s", "b", "summary", isCompactSummary=True)
    return draft_of(user("q1", None), reply("a1", "q1"), boundary, summary, user("q2", "s"), reply("a2", "q2"))


@pytest.mark.parametrize("name", ["b", "s"])
def test_a_compaction_goes_whole_and_what_was_before_it_is_sent_again(name: str) -> None:
    done = without(compacted(), name)
    assert texts(done) == ["q1", "a1", "q2", "a2"]


def test_a_boundary_keeps_what_is_left_of_what_it_preserved() -> None:
    segment = {"headUuid": "q1", "anchorUuid": "s", "tailUuid": "a1"}
    kept = {"anchorUuid": "s", "uuids": ["q1", "a1"]}
    done = without(compacted(preservedSegment=segment, preservedMessages=kept), "a1")
    metadata = record(done, "b")["compactMetadata"]
    assert metadata["preservedSegment"] == {"headUuid": "q1", "anchorUuid": "s", "tailUuid": "q1"}
    assert metadata["preservedMessages"]["uuids"] == ["q1"]
    assert record(done, "b")["logicalParentUuid"] == "q1"
    assert texts(done) == ["summary", "q1", "q2", "a2"]


def test_a_boundary_whose_past_is_named_below_it_goes_without_a_circle() -> None:
    boundary = link(BOUNDARY, "b", None, logicalParentUuid="k", compactMetadata={})
    draft = draft_of(boundary, user("s", "b", isCompactSummary=True), reply("k", "s"), user("q", "k"))
    assert record(without(draft, "b"), "k")["parentUuid"] is None


def test_all_after_a_call_keeps_its_parallel_results() -> None:
    draft = draft_of(*TALK)
    rows = choosing.after(draft.index, chain_of(draft.index), row(draft, "r2"))
    assert uuids(prune(draft, rows).draft) == ["q1", "a1", "q2", "u2", "u3", "r2", "r3"]


def test_all_before_a_prompt_goes_and_before_a_reply_it_is_refused() -> None:
    draft = draft_of(*TALK)
    chain = chain_of(draft.index)
    done = prune(draft, choosing.before(draft.index, chain, row(draft, "q3"))).draft
    assert uuids(done) == ["q3", "a3"]
    assert record(done, "q3")["parentUuid"] is None
    with pytest.raises(EditError, match="begin with a prompt"):
        choosing.before(draft.index, chain, row(draft, "a3"))


def test_a_record_glued_to_another_leaves_it_a_line_of_its_own() -> None:
    first, second, third = (json.dumps(item).encode() for item in (TALK[0], TALK[1], TALK[2]))
    draft = Draft(BytesSource(data := first + second + b"\n" + third + b"\n", PATH), None, ((0, len(data)),))
    done = prune(draft, [1])
    assert bytes_of(done.draft).splitlines()[0] == first
    assert uuids(done.draft) == ["q1", "q2"]


def test_a_cut_result_keeps_its_pair_and_the_shape_of_its_tool_use_result() -> None:
    big = result("r", "u", "c1")
    big["message"]["content"][0]["content"] = "x" * 9000
    big["toolUseResult"] = {"stdout": "x" * 9000, "stderr": "", "isImage": False}
    draft = draft_of(user("q", None), reply("u", "q", use("c1")), big, reply("a", "r"))
    done = slimming.without_results_over(draft, 2000)
    assert done.changed == {2}
    after = record(done.draft, "r")
    assert "9,002 bytes removed" in after["message"]["content"][0]["content"]
    assert set(after["toolUseResult"]) == {"stdout", "stderr", "isImage"}
    assert done.draft.source.size() < 2500
    assert texts(done.draft) == ["q", "tool_use", "tool_result", "a"]


def test_an_image_becomes_a_word_of_what_it_was() -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    asked = user("q", None) | {"message": {"role": "user", "content": [image, {"type": "text", "text": "what?"}]}}
    done = slimming.without_images(draft_of(asked))
    assert texts(done.draft) == ["[image removed: image/png, 3 bytes]", "what?"]


@pytest.mark.parametrize("path", REAL, ids=lambda path: f"{path.parents[2].name}-{path.stem[:4]}")
def test_the_quick_answer_about_the_leaf_is_the_slow_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft.open(path)
    quick = [bytes_of(prune(draft, [at]).draft) for at in range(len(draft.index))]
    monkeypatch.setattr("cc_session_tui.core.editing.edits.pruning.stays_leaf", lambda *_: False)
    assert quick == [bytes_of(prune(draft, [at]).draft) for at in range(len(draft.index))]


def test_a_block_that_is_not_there_cannot_be_pruned() -> None:
    with pytest.raises(EditError, match="no content block 3"):
        prune(draft_of(*TALK), [], {0: [3]})


def test_all_copies_of_a_record_go() -> None:
    draft = draft_of(*TALK, TALK[3], user("q2", "a1", "again"))
    assert "q2" not in uuids(without(draft, "q2"))
    assert uuids(without(draft, "u2")).count("u2") == 0

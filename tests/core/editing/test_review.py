from __future__ import annotations

from cc_session_tui.core.editing.edits.inserting import append, prompt
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.editing.edits.replacing import replace_text
from cc_session_tui.core.editing.edits.rewriting import replace_record
from cc_session_tui.core.editing.review import Review
from tests.core.chain.sessions import reply, result, use, user
from tests.core.editing.edits.drafts import draft_of, row

TALK = draft_of(
    user("q1", None),
    reply("a1", "q1"),
    user("q2", "a1"),
    reply("u", "q2", use("c")),
    result("r", "u", "c"),
    user("q3", "r"),
)


def said(review: Review) -> list[str]:
    blocks = ((s.change, s.after or s.before) for s in review.conversation)
    return [f"{change} {block.value.get('text', block.type)}" for change, block in blocks if block]


def test_what_is_pruned_kept_changed_and_added_is_told_block_by_block() -> None:
    after = prune(TALK, [row(TALK, "u")]).draft
    after = replace_text(after, row(after, "a1"), "other").draft
    after = append(after, [prompt("more")]).draft
    review = Review.of(TALK, after)
    assert said(review) == [
        "kept q1",
        "changed other",
        "kept q2",
        "pruned tool_use",
        "pruned tool_result",
        "kept q3",
        "added more",
    ]
    lines = review.lines
    assert (lines.dropped, lines.changed, lines.added, lines.untouched) == ((4, 5), (2, 6), (5,), 2)
    assert review.resumes


def test_tokens_are_four_bytes_of_what_is_sent() -> None:
    before = draft_of(user("q", None, "x" * 4000), reply("a", "q"))
    after = replace_text(before, 0, "y").draft
    review = Review.of(before, after)
    assert review.tokens_saved in range(990, 1010)
    assert review.bytes_before - review.bytes_after == 3999


def test_a_conversation_that_would_begin_with_a_reply_is_a_problem() -> None:
    review = Review.of(TALK, prune(TALK, [0]).draft)
    assert review.problems == ("The conversation begins with a reply, and not with a prompt.",)


def test_nothing_left_is_a_problem() -> None:
    review = Review.of(TALK, prune(TALK, range(6)).draft)
    assert not review.resumes
    assert "Nothing is left" in review.problems[0]
    assert [line[:6] for line in said(review)] == ["pruned"] * 6


def test_a_finding_that_was_there_before_is_not_the_edits_fault() -> None:
    broken = draft_of(user("q", None), reply("u", "q", use("c")), user("q2", "u"), reply("a", "q2"))
    assert Review.of(broken, append(broken, [prompt("x")]).draft).findings == ()


def test_a_call_cut_from_its_result_is_a_new_finding() -> None:
    call = TALK.index.record(row(TALK, "u")) or {}
    other = call | {"message": {"role": "assistant", "id": "msg_u", "content": [use("other")]}}
    review = Review.of(TALK, replace_record(TALK, row(TALK, "u"), other).draft)
    assert {finding.code for finding in review.findings} == {"tool_use_without_result", "tool_result_without_use"}

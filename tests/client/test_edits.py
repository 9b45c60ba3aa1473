"""Sessions after random edits, resumed by the real client: it takes what the preview says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits.branching import switch
from cc_session_tui.core.editing.edits.inserting import append, attached, call, prompt, reply
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.editing.edits.rewriting import relink
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.editing.saving_as import fork_session
from cc_session_tui.core.format.source import BytesSource
from tests.client import harness
from tests.core.chain.plain import in_order, on_the_wire, previewed
from tests.core.editing.edits.holding import check
from tests.core.editing.edits.sequences import REAL, bytes_of, sequence

if TYPE_CHECKING:
    from pathlib import Path

SEQUENCES = 100
AT_ONCE = 10
NEWEST = next(path for path in REAL if path.stem.startswith("7988"))


def edited(seed: int) -> Draft:
    """The session that SEED stands for after its edits, each of which kept what it did not name."""
    path = REAL[seed % len(REAL)]
    steps = sequence(path, seed)
    for step in steps:
        check(step)
    return steps[-1].done.draft if steps else Draft.open(path)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("first", range(0, SEQUENCES, AT_ONCE))
def test_the_client_takes_what_the_preview_says_after_any_edits(first: int, program: Path) -> None:
    drafts = [edited(seed) for seed in range(first, first + AT_ONCE)]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda draft: harness.sent(bytes_of(draft), program), drafts))
    for number, (draft, sent) in enumerate(zip(drafts, answers, strict=True)):
        expected = previewed(draft.index)
        assert (sent is None) == (expected is None), f"seed {first + number}"
        assert in_order(sent or []) == in_order(expected or []), f"seed {first + number}"


def test_a_session_made_of_ten_messages_is_resumed(client: harness.Client) -> None:
    path = client.session_path("0b6f5c1e-7d0a-4d8e-9f64-0d7b6a3c2e11")
    draft = Draft(BytesSource(b"", path), None, ())
    for number in range(4):
        draft = append(draft, [prompt(f"Q{number}"), reply([{"type": "text", "text": f"A{number}"}])]).draft
    draft = append(draft, [attached(_file()), *call("Read", {"file_path": "/a"}, "the file")]).draft
    save(draft)
    sent = _resumed(client, path)
    assert [line for line in sent if " text " in line] == [f"{w} text {c}{n}" for n in range(4) for w, c in _WHO]
    assert [line.split()[1] for line in sent if "tool_" in line] == ["tool_use", "tool_result"]


def test_a_fork_is_resumed_up_to_its_record(client: harness.Client) -> None:
    path = _put(client, NEWEST)
    draft = Draft.open(path)
    uses = [row for row in range(len(draft.index)) if any(b.type == "tool_use" for b in draft.index.blocks(row))]
    fork = fork_session(draft, uses[1])
    expected = previewed(Draft.open(fork).index) or []  # before the client adds to the file
    sent = _resumed(client, fork)
    assert in_order(sent) == in_order(expected)
    assert sum("tool_result" in line for line in sent) == sum("tool_use" in line for line in sent) > 0


def test_the_heaviest_result_pruned_leaves_exactly_the_rest(client: harness.Client) -> None:
    path = _put(client, NEWEST)
    draft = Draft.open(path)
    before = previewed(draft.index) or []
    results = [row for row in range(len(draft.index)) if any(b.type == "tool_result" for b in draft.index.blocks(row))]
    heaviest = max(results, key=lambda row: draft.index.length[row])
    save(prune(draft, [heaviest]).draft)
    sent = _resumed(client, path)
    assert [line for line in in_order(before) if line not in sent and "tool_" not in line] == []


def test_a_switch_brings_the_client_to_the_other_branch(client: harness.Client) -> None:
    path = client.session_path("0b6f5c1e-7d0a-4d8e-9f64-0d7b6a3c2e11")
    first = append(Draft(BytesSource(b"", path), None, ()), [prompt("Q1"), reply([{"type": "text", "text": "A1"}])])
    other = append(first.draft, [prompt("left"), reply([{"type": "text", "text": "gone"}])])
    added = append(other.draft, [prompt("right")])
    forked = relink(added.draft, added.draft.index.rows[added.added[0]], first.added[1]).draft
    assert (previewed(forked.index) or [])[-1] == "user text right"
    save(switch(forked, forked.index.rows[other.added[0]]).draft)
    assert _resumed(client, path)[-2:] == ["user text left", "assistant text gone"]


_WHO = (("user", "Q"), ("assistant", "A"))


def _file() -> dict[str, str]:
    return {"type": "file", "filename": "/a", "content": "text"}


def _put(client: harness.Client, session: Path) -> Path:
    path = client.session_path(session.stem)
    path.parent.mkdir(parents=True)
    path.write_bytes(session.read_bytes())
    return path


def _resumed(client: harness.Client, path: Path) -> list[str]:
    messages = client.resume(path.stem).messages
    assert messages is not None
    return on_the_wire(messages, harness.PROMPT)

"""Which leaf a resume takes, beyond what the client's recordings say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.kept import as_loaded
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.format.index import DANGLING, NO_PARENT, Index
from tests.core.chain.sessions import graph_of, link, reply, user
from tests.core.format.strategies import FILES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

LAST_PROMPT = {"type": "last-prompt", "sessionId": "s"}


def test_without_a_last_prompt_the_leaf_that_stands_last_wins(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None), reply("b", "a"), reply("c", "a"))
    assert active_leaf(graph) == (2, "last in file")


def test_a_last_prompt_above_the_last_leaf_leads_down_to_it(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None), reply("b", "a"), {**LAST_PROMPT, "leafUuid": "b"}, user("c", "b"))
    assert active_leaf(graph) == (3, "last-prompt")


def test_a_last_prompt_on_another_branch_than_the_last_leaf_is_the_leaf_itself(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, user("a", None), reply("b", "a"), user("c", "b"), reply("d", "a"), {**LAST_PROMPT, "leafUuid": "b"}
    )
    assert active_leaf(graph) == (1, "last-prompt")


def test_a_last_prompt_that_names_no_record_is_ignored(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None), reply("b", "a"), {**LAST_PROMPT, "leafUuid": "gone"})
    assert active_leaf(graph) == (1, "last in file")


def test_a_sidechain_is_never_the_leaf_of_the_main_file(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None), reply("b", "a", isSidechain=True))
    assert active_leaf(graph).row == 0


def test_a_file_of_sidechain_records_is_read_as_a_subagents(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None, isSidechain=True), reply("b", "a", isSidechain=True))
    assert active_leaf(graph).row == 1


def test_a_boundary_at_the_end_is_no_leaf(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", None), link("system/compact_boundary", "b", None))
    assert active_leaf(graph).row == 0


def test_a_file_without_links_has_no_leaf(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, {"type": "mode", "mode": "plan"})
    assert active_leaf(graph) == (-1, "none")


def test_without_messages_the_newest_record_is_the_leaf(tmp_path: Path) -> None:
    new = link("system/informational", "a", None, timestamp="2026-01-02T00:00:00Z")
    old = link("system/informational", "b", None, timestamp="2026-01-01T00:00:00Z")
    assert active_leaf(graph_of(tmp_path, new, old)) == (0, "newest")


def test_progress_is_passed_over_and_an_unknown_record_is_no_link(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path,
        user("a", None),
        link("progress/hook_progress", "p", "a"),
        link("progress/hook_progress", "q", "p"),
        reply("b", "q"),
        link("frobnicate/x", "u", "b"),
        reply("c", "u"),
    )
    assert graph.up[3] == 0
    assert graph.up[5] == DANGLING


def test_progress_at_the_top_leads_nowhere(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, link("progress/hook_progress", "p", None), user("a", "p"))
    assert graph.up[1] == NO_PARENT


def test_a_circle_of_progress_records_ends(tmp_path: Path) -> None:
    graph = graph_of(
        tmp_path, link("progress/hook_progress", "p", "q"), link("progress/hook_progress", "q", "p"), user("a", "p")
    )
    assert graph.up[2] == DANGLING


def test_a_record_that_is_its_own_parent_is_walked_once(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, user("a", "a"))
    assert active_leaf(graph).row == 0
    assert graph.walk(0) == [0]


def test_a_long_chain_needs_no_deep_stack(tmp_path: Path) -> None:
    records = [user(str(number), str(number - 1) if number else None) for number in range(20_000)]
    graph = graph_of(tmp_path, *records)
    assert len(graph.walk(active_leaf(graph).row)) == 20_000


@given(data=FILES)
def test_any_bytes_have_a_graph(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "graph.jsonl"
    path.write_bytes(data)
    graph = Graph(Index.open(path))
    leaf = active_leaf(graph)
    assert leaf.row == -1 or as_loaded(graph).main[leaf.row]
    assert len(set(graph.walk(leaf.row))) == len(graph.walk(leaf.row))

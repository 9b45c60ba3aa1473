"""What holds of any edit of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.graph import BOUNDARY, Graph
from tests.core.editing.edits.sequences import bytes_of, said

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index
    from tests.core.editing.edits.sequences import Step


def check(step: Step) -> None:
    """See that STEP kept what it did not name."""
    before, after = step.before.index, step.done.draft.index
    check_lines(step)
    assert not _circles(after), "records go round in a circle"
    if step.name.startswith("prune"):
        _left(step)
    elif step.name in {"append", "insert"}:
        assert not said(before) - said(after), "an insertion lost something"


def check_lines(step: Step) -> None:
    """See that STEP kept the lines that it did not name, and that no parent is missing that was there."""
    if step.name != "fork":
        _untouched(step)
    before, after = step.before.index.dangling, step.done.draft.index.dangling
    assert set(after.values()) <= set(before.values()), "a parent is missing that was not before"


def _untouched(step: Step) -> None:
    """Every line that was not named is there, byte for byte, in the same order."""
    index, data, at = step.before.index, bytes_of(step.done.draft), 0
    for row in range(len(index)):
        if row not in step.done.gone and row not in step.done.changed:
            found = data.find(index.raw(row), at)
            assert found >= 0, f"row {row} is not there as it was"
            at = found + index.length[row]


def _left(step: Step) -> None:
    """A resume sends all that it sent but what was selected, and nothing else, unless a compaction was undone."""
    before, after = said(step.before.index, step.selected), said(step.done.draft.index)
    if all(" attachment " in line for line in after):  # no message is left, and with none nothing is resumed
        assert all(" attachment " in line for line in before)
        return
    assert not before - after, "something was lost that was not pruned"
    undone = any(step.before.index.kind_of(row) == BOUNDARY for row in step.done.gone)
    assert undone or not after - before, "something came back"


def _circles(index: Index) -> list[int]:
    """Rows of the main chain from which the way up does not end."""
    graph = Graph(index)
    ends = bytearray(len(index))
    found = []
    for first, is_main in enumerate(graph.main):
        path, row = [], first
        while is_main and row >= 0 and not ends[row]:
            ends[row] = 2
            path.append(row)
            row = graph.up[row]
        if row >= 0 and ends[row] == 2:
            found.append(row)
        for passed in path:
            ends[passed] = 1
    return found

"""The order of entries: where a record, a content block, a fork is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.transcript.layout import FORK, GAP, WHOLE_RECORD, Item, Layout

REPLY, RUN, BREAK = 1, 5, 9
STEPS = st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers(-40, 2)), max_size=400)


def laid_out(steps: list[tuple[int, bool, int]]) -> Layout:
    """Return the entries of rows that mostly go up: each of some blocks, some folded with their neighbours."""
    layout = Layout()
    run: list[Item] = []
    rows = dict.fromkeys(max(number + back, 0) for number, (_, _, back) in enumerate(steps))
    for row, (blocks, folds, back) in zip(rows, steps, strict=False):
        if back == 0:
            add_run(layout, run)
            layout.add(row - 1, FORK if folds else GAP, BREAK, starts_turn=False)
        for block in range(blocks) if blocks else (WHOLE_RECORD,):
            if folds:
                run.append(Item(row, block))
            else:
                add_run(layout, run)
                layout.add(row, block, REPLY, starts_turn=False)
    add_run(layout, run)
    return layout


def add_run(layout: Layout, run: list[Item]) -> None:
    """End a run of folded records."""
    if run:
        layout.add_several(run, RUN, starts_turn=False)
        run.clear()


def found(layout: Layout, item: Item) -> int:
    """Return the position of ITEM, looked for in all entries."""
    shown = [layout.items(at) for at in range(len(layout))]
    if item.block in (FORK, GAP):
        return next((at for at, items in enumerate(shown) if items[0] == item), -1)
    of_row = [
        at for at, items in enumerate(shown) if any(i.row == item.row and i.block not in (FORK, GAP) for i in items)
    ]
    return next((at for at in of_row if item in shown[at]), of_row[0] if of_row else -1)


@given(steps=STEPS, blocks=st.lists(st.integers(GAP, 4), min_size=1, max_size=4))
def test_an_item_is_found_wherever_it_stands(steps: list[tuple[int, bool, int]], blocks: list[int]) -> None:
    layout = laid_out(steps)
    for row in range(-2, len(steps) + 3):
        for block in blocks:
            item = Item(row, block)
            assert layout.position_of(item) == found(layout, item)

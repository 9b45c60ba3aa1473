"""Findings about links: parents that are missing, repeated or go round in a circle, and the leaf."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.ground import counted
from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.format.index import NO_PARENT, Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding


def link_findings(ground: Ground) -> Iterator[Finding]:
    """What is wrong with the links of a session."""
    yield from _copies(ground)
    yield from _circles(ground)
    yield from _unknown(ground)
    yield from _dangling(ground)
    yield from _last_prompt(ground)


def _broken(ground: Ground, row: int, what: str) -> tuple[Severity, str]:
    """How bad it is that the link above ROW is broken, and WHAT that does."""
    if not ground.is_in_context(row):
        return Severity.INFO, f"{what}, but a resume does not come by here."
    lost, before = ground.lost_above(row), ground.loaded_before(row)
    if lost and before < 0:
        return Severity.ERROR, f"{what}: the {counted(lost, 'message')} above {'is' if lost == 1 else 'are'} not sent."
    if before >= 0:
        left = f", and leaves {counted(lost, 'message')} out" if lost else ""
        at = bridge if (bridge := ground.bridge(row)) >= 0 else before
        effect = f"{what}; the client goes on at line {ground.lines[at]}, which is at most 5 s older{left}."
        return Severity.ERROR if lost else Severity.WARNING, effect
    return Severity.WARNING, f"{what}; nothing that a resume would send stands above."


def _dangling(ground: Ground) -> Iterator[Finding]:
    graph = ground.graph
    root = graph.main.find(1)
    for row in sorted(ground.index.dangling):
        if graph.main[row] and not (graph.side and row == root):  # a subagent's first record hangs in the main file
            yield ground.finding("dangling_parent", *_of(row, _broken(ground, row, "Its parent is not in the file")))


def _of(row: int, broken: tuple[Severity, str]) -> tuple[Severity, list[int], str]:
    return broken[0], [row], broken[1]


def _unknown(ground: Ground) -> Iterator[Finding]:
    """Records of unknown types that others hang under; the rows are theirs, and those of the records below them."""
    index, graph = ground.index, ground.graph
    below: dict[int, list[int]] = defaultdict(list)
    for row, parent in enumerate(index.parent):
        if parent >= 0 and graph.main[row]:
            kind = index.kind[parent]
            if not graph.kinds.link[kind] and not graph.kinds.progress[kind]:
                below[parent].append(row)
    for unknown, rows in below.items():
        what = f"The client does not know records of type {index.kind_of(unknown)!r}, and does not look above them"
        worst = min((_broken(ground, row, what) for row in rows), key=lambda found: list(Severity).index(found[0]))
        yield ground.finding("unknown_type_in_chain", worst[0], [unknown, *rows], worst[1])


def _circles(ground: Ground) -> Iterator[Finding]:
    """Records above which the way up comes back to themselves."""
    for circle in circles(ground):
        code = "self_parent" if len(circle) == 1 else "cycle"
        what = "The record is its own parent" if len(circle) == 1 else "The way up goes round in a circle"
        entry = next((row for row in circle if row in ground.loaded), circle[0])
        severity, effect = _broken(ground, entry, what)
        yield ground.finding(code, severity, circle, effect)


def circles(ground: Ground) -> list[list[int]]:
    """The circles among the links, each in file order."""
    up = ground.graph.up
    state = bytearray(len(up))
    found: list[list[int]] = []
    for first in range(len(up)):
        path: list[int] = []
        row = first
        while row >= 0 and ground.graph.main[row] and not state[row]:
            state[row] = 1
            path.append(row)
            row = up[row]
        if row >= 0 and state[row] == 1:
            found.append(sorted(path[path.index(row) :]))
        for passed in path:
            state[passed] = 2
    return found


def _copies(ground: Ground) -> Iterator[Finding]:
    """Uuids that stand several times; sidechains have copies of their own."""
    index = ground.index
    copies: dict[int, list[int]] = defaultdict(list)
    for copy, later in index.superseded.items():
        last = later
        while last in index.superseded:
            last = index.superseded[last]
        copies[last].append(copy)
    for last, earlier in copies.items():
        if not ground.graph.main[last]:
            continue
        loses = index.parent[last] < 0 and any(index.parent[row] >= 0 for row in earlier)
        is_same = len({_said(ground, row) for row in (last, *earlier)}) == 1
        where = f"The client takes the copy on line {ground.lines[last]}"
        if loses and ground.is_in_context(last):
            severity, effect = _broken(ground, last, f"{where}, which has lost its parent")
        elif is_same:
            severity, effect = Severity.WARNING, f"{where}, which says the same."
        else:
            severity, effect = Severity.WARNING, f"{where}; what an earlier one says is not sent."
        yield ground.finding("duplicate_uuid", severity, [*earlier, last], effect, can_mend=is_same)


def _said(ground: Ground, row: int) -> str:
    """What the record of ROW says, apart from where and when."""
    record = ground.index.record(row) or {}
    return repr([record.get(key) for key in ("type", "message", "attachment", "subtype", "content")])


def _last_prompt(ground: Ground) -> Iterator[Finding]:
    """A last-prompt that leaves out what was appended after it, or that names nothing."""
    index, graph = ground.index, ground.graph
    if not index.last_prompts:
        return
    at, uuid = index.last_prompts[-1]
    if uuid not in index.rows:
        effect = "It names a record that is not in the file, and the client ignores it."
        yield ground.finding("stale_last_prompt", Severity.INFO, [at], effect, can_mend=ground.leaf >= 0)
        return
    left = newest_left(ground)
    if left >= 0:
        count = sum(graph.is_talk(row) and row not in ground.loaded for row in graph.walk(left))
        effect = (
            f"It names another branch than the one that was written after it: {counted(count, 'message')} up to line "
            f"{ground.lines[left]} {'is' if count == 1 else 'are'} not sent."
        )
        yield ground.finding("stale_last_prompt", Severity.ERROR, [at], effect)


def newest_left(ground: Ground) -> int:
    """The last message after the last last-prompt, if a resume does not load it for that; else -1."""
    index, graph = ground.index, ground.graph
    at = index.last_prompts[-1][0]
    for row in range(len(graph.main) - 1, at, -1):
        if graph.main[row] and graph.is_talk(row) and not index.flags[row] & Flag.META:
            is_cut = row in ground.loaded or ground.leaf < 0 or index.parent[row] == NO_PARENT
            return -1 if is_cut else row
    return -1

"""Repairs of links: each changes the parentUuid of one record, or names the leaf anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.links import newest_left
from cc_session_tui.core.editing.splice import with_value
from cc_session_tui.core.format.index import NO_PARENT

if TYPE_CHECKING:
    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes


def relink(changes: Changes, finding: Finding) -> None:
    """Hang a record where the client goes on, or below the nearest earlier one in the file that is not below it.

    Without one it becomes a root.
    """
    row = finding.rows[0]
    bridge = changes.ground.bridge(row)
    if bridge >= 0 and changes.tops.top_of(bridge) != row:
        _hang(changes, row, bridge)
    else:
        _hang_below_nearest(changes, row)


def open_circle(changes: Changes, finding: Finding) -> None:
    """Hang the first record of a circle in the file below the nearest one before it; without one, make it a root."""
    _hang_below_nearest(changes, finding.rows[0])


def pass_over(changes: Changes, finding: Finding) -> None:
    """Hang what is below a record of an unknown type below the nearest known one above it."""
    graph = changes.graph
    children = [row for row in finding.rows if graph.main[row]]
    for row in children:
        above, seen = changes.index.parent[row], set[int]()
        while above >= 0 and not graph.main[above] and above not in seen:
            seen.add(above)
            above = changes.index.parent[above]
        _set_parent(changes, row, above)


def keep_one_copy(changes: Changes, finding: Finding) -> None:
    """Of records with one uuid keep the last that has a parent in the file, or the last; remove the others."""
    rows, parent = finding.rows, changes.index.parent
    kept = next((row for row in reversed(rows) if parent[row] >= 0 and parent[row] not in rows), rows[-1])
    for row in rows:
        if row != kept:
            changes.drop(row)


def name_newest(changes: Changes, finding: Finding) -> None:
    """Append a last-prompt that names the newest message that was left out, or else the leaf that a resume takes."""
    ground = changes.ground
    left = newest_left(ground) if changes.index.last_prompts[-1][1] in changes.index.rows else -1
    leaf = changes.index.uuid_of(left if left >= 0 else ground.leaf)
    line = changes.line(finding.rows[0])
    changes.append(with_value(line if line.endswith(b"\n") else line + b"\n", "leafUuid", leaf))


def _hang_below_nearest(changes: Changes, row: int) -> None:
    main, tops = changes.graph.main, changes.tops
    tops.cut(row)
    earlier = (above for above in range(row - 1, -1, -1) if main[above] and tops.top_of(above) != row)
    _hang(changes, row, next(earlier, NO_PARENT))


def _hang(changes: Changes, row: int, above: int) -> None:
    changes.tops.hang(row, above)
    _set_parent(changes, row, above)


def _set_parent(changes: Changes, row: int, parent: int) -> None:
    uuid = changes.index.uuid_of(parent) if parent >= 0 else None
    changes.change(row, with_value, "parentUuid", uuid)

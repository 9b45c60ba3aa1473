"""Findings about lines: damaged, glued, torn, with NUL bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings.ground import counted
from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.format.index import Flag

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding

_SUSPECT: Final = int(Flag.DAMAGED | Flag.BLANK | Flag.SLOW | Flag.GLUED)
_SUSPECT_OR_TORN: Final = _SUSPECT | int(Flag.TORN)


def line_findings(ground: Ground) -> Iterator[Finding]:
    """What is wrong with the lines of a session."""
    index = ground.index
    glued: dict[int, list[int]] = {}
    for row, flags in enumerate(index.flags):
        if not flags & _SUSPECT_OR_TORN:
            continue
        if flags & Flag.GLUED:
            glued.setdefault(ground.lines[row], []).append(row)
        elif flags & Flag.TORN and flags & Flag.DAMAGED:
            yield _torn(ground, row)
        elif flags & _SUSPECT and b"\x00" in index.raw(row):
            yield _nul(ground, row)
        elif flags & Flag.UNREAD:
            yield _loose(ground, row)
        elif flags & Flag.DAMAGED:
            yield _damaged(ground, row)
    for rows in glued.values():
        yield _glued(ground, rows)
    last = len(index) - 1
    if last >= 0 and index.flags[last] & Flag.TORN and (index.flags[last] & Flag.GLUED or _is_whole(ground, last)):
        yield ground.finding(
            "missing_final_newline",
            Severity.WARNING,
            [last],
            "A resume works; but older clients, and others that write, append to the same line, and both are lost.",
        )


def _is_whole(ground: Ground, row: int) -> bool:
    return not ground.index.flags[row] & (Flag.DAMAGED | Flag.BLANK)


def _torn(ground: Ground, row: int) -> Finding:
    effect = (
        "The last line was cut, or is being written: the client skips it; older clients, and others that write, append "
        "to it what is lost then."
    )
    return ground.finding("torn_last_line", Severity.WARNING, [row], effect)


def _damaged(ground: Ground, row: int) -> Finding:
    return ground.finding(
        "damaged_line",
        Severity.WARNING,
        [row],
        "The client skips this line; what hung below its record has lost its parent.",
    )


def _nul(ground: Ground, row: int) -> Finding:
    count = counted(ground.index.raw(row).count(0), "NUL byte")
    flags = ground.index.flags[row]
    if flags & Flag.BLANK:
        effect = f"The client skips this line of {count}; a resume is the same without it."
        return ground.finding("nul_run", Severity.WARNING, [row], effect)
    if flags & (Flag.UNREAD | Flag.DAMAGED):
        effect = f"The client skips this line for its {count}: its record is not sent, and is no parent to others."
        return ground.finding("nul_run", _lost(ground, [row]), [row], effect, can_mend=_is_whole(ground, row))
    effect = f"The client reads the record in spite of {count} behind it; other programs do not."
    return ground.finding("nul_run", Severity.WARNING, [row], effect)


def _loose(ground: Ground, row: int) -> Finding:
    effect = "The client skips this record, which is no strict JSON: it is not sent, and is no parent to others."
    return ground.finding("not_strict_json", _lost(ground, [row]), [row], effect)


def _glued(ground: Ground, rows: list[int]) -> Finding:
    records = [row for row in rows if _is_whole(ground, row)]
    lost = [row for row in records if ground.index.flags[row] & Flag.UNREAD]
    if not lost:
        effect = "The client reads the record that begins the line, and nothing of what stands behind it."
    else:
        which = "the record" if len(records) == 1 else "all" if len(lost) == len(records) else "all but the first"
        effect = (
            f"{counted(len(records), 'record')} on one line with more: the client skips {which}, and what hangs below "
            "has lost its parent."
        )
    return ground.finding("glued_lines", _lost(ground, lost), rows, effect)


def _lost(ground: Ground, rows: list[int]) -> Severity:
    """How bad it is that the client skips ROWS."""
    is_talk = any(ground.graph.kinds.link[ground.index.kind[row]] for row in rows)
    return Severity.ERROR if is_talk else Severity.WARNING

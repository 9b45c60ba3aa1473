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


def line_findings(ground: Ground) -> Iterator[Finding]:
    """What is wrong with the lines of a session."""
    index = ground.index
    glued: dict[int, list[int]] = {}
    for row, flags in enumerate(index.flags):
        if not flags & (_SUSPECT | Flag.TORN):
            continue
        if flags & Flag.GLUED:
            glued.setdefault(ground.lines[row], []).append(row)
        elif flags & Flag.TORN and flags & Flag.DAMAGED:
            yield _torn(ground, row)
        elif flags & _SUSPECT and b"\x00" in index.raw(row):
            yield _nul(ground, row)
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
            "A resume loads the last record, but the client appends its next record to the same line, and loses both.",
        )


def _is_whole(ground: Ground, row: int) -> bool:
    return not ground.index.flags[row] & (Flag.DAMAGED | Flag.BLANK)


def _torn(ground: Ground, row: int) -> Finding:
    effect = (
        "The last line was cut, or is being written: the client skips it, and appends its next record to it, "
        "which is lost too."
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
    count = ground.index.raw(row).count(0)
    if ground.index.flags[row] & Flag.BLANK:
        effect = f"The client skips this line of {counted(count, 'NUL byte')}; a resume is the same without it."
        return ground.finding("nul_run", Severity.WARNING, [row], effect)
    effect = f"The client skips this line for its {counted(count, 'NUL byte')}: its record is not sent."
    return ground.finding("nul_run", Severity.ERROR, [row], effect, can_mend=_is_whole(ground, row))


def _glued(ground: Ground, rows: list[int]) -> Finding:
    records = sum(_is_whole(ground, row) for row in rows)
    effect = (
        f"The client skips the whole line: its {counted(records, 'record')} "
        f"{'is' if records == 1 else 'are'} not sent, and what hangs below has lost its parent."
    )
    return ground.finding("glued_lines", Severity.ERROR, rows, effect)

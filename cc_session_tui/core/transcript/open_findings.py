"""The findings of a session that its client is at work on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.transcript.turns import last_turn

if TYPE_CHECKING:
    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.format.index import Index

_BEING_WRITTEN: Final = frozenset({"torn_last_line", "missing_final_newline"})
_BEING_RUN: Final = "tool_use_without_result"


def open_findings(index: Index) -> tuple[Finding, ...]:
    """The findings of INDEX, whose last turn and last line are not over: neither lacks what is still to come.

    Raises:
        ReadError: as for `findings`.
    """
    turn = last_turn(index, sidechain=Graph(index).side)
    awaited = frozenset(() if turn.is_over else turn.answers)
    return tuple(found for found in findings(index) if not _is_open(found, awaited))


def _is_open(finding: Finding, awaited: frozenset[int]) -> bool:
    """Whether FINDING is of the last line, or of a call in one of the AWAITED rows."""
    return finding.code in _BEING_WRITTEN or (finding.code == _BEING_RUN and awaited.issuperset(finding.rows))

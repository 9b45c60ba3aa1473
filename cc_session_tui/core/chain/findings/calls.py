"""Findings about tool calls: unpaired and repeated ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings.model import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding


def call_findings(ground: Ground) -> Iterator[Finding]:
    """What is wrong with the tool calls of a session."""
    calls, main = ground.index.calls, ground.graph.main
    for call in range(len(calls.use)):
        use, result = calls.use[call], calls.result[call]
        if use >= 0 and result < 0 and main[use]:
            yield _unanswered(ground, use)
        elif use < 0 <= result and main[result]:
            effect = "The client leaves the result out, since its call is not in the file."
            yield ground.finding("tool_result_without_use", Severity.WARNING, [result], effect)
    for call in calls.repeated:
        yield from _repeated(ground, call)


def _unanswered(ground: Ground, use: int) -> Finding:
    index = ground.index
    if use not in ground.loaded:
        severity, effect = Severity.INFO, "The call has no result, but a resume does not come by here."
    elif _sibling_is_answered(ground, use):
        severity, effect = Severity.WARNING, "The client makes an error up as the result of the call."
    elif all(not ground.graph.is_talk(row) or index.message[row] == index.message[use] for row in _after(ground, use)):
        severity, effect = Severity.WARNING, "The client ends the conversation with an error as the result of the call."
    else:
        severity, effect = Severity.WARNING, "The client leaves the call out, since it has no result."
    return ground.finding("tool_use_without_result", severity, [use], effect)


def _after(ground: Ground, row: int) -> list[int]:
    return list(ground.loaded)[ground.loaded[row] + 1 :]


def _sibling_is_answered(ground: Ground, use: int) -> bool:
    """Whether another call of the message of USE has a result."""
    index = ground.index
    rows = ground.graph.message_lines([index.message[use]])[index.message[use]] if index.message[use] >= 0 else [use]
    return any(index.calls.result[b.call] >= 0 for row in rows for b in index.blocks(row) if b.type == "tool_use")


def _repeated(ground: Ground, call: int) -> Iterator[Finding]:
    """The calls after the first one that have its id; copies of a whole record are another finding."""
    index, main = ground.index, ground.graph.main
    again = [row for row, is_use in index.calls.repeated[call] if is_use and main[row]]
    first = index.calls.use[call]
    if again and main[first]:
        effect = "The client leaves the later calls of that id out; an older one sends them, and the API refuses that."
        yield ground.finding("repeated_tool_use_id", Severity.ERROR, [first, *again], effect)

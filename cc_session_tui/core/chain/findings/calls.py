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
    for call, (use, result) in enumerate(zip(calls.use, calls.result, strict=True)):
        if use >= 0 > result and main[use]:
            yield _unanswered(ground, use, call)
        elif use < 0 <= result and main[result]:
            effect = "The client leaves the result out, since its call is not in the file."
            yield ground.finding("tool_result_without_use", Severity.WARNING, [result], effect)
    for call in calls.repeated:
        yield from _repeated(ground, call)


def _unanswered(ground: Ground, use: int, call: int) -> Finding:
    severity = Severity.WARNING
    if not ground.is_in_context(use):
        severity, effect = Severity.INFO, "The call has no result, but a resume does not come by here."
    elif call in ground.made_up:
        effect = "The client makes an error up as the result of the call."
    else:
        effect = "The client leaves the call out, since it has no result."
    return ground.finding("tool_use_without_result", severity, [use], effect)


def _repeated(ground: Ground, call: int) -> Iterator[Finding]:
    """The calls after the first one that have its id; copies of a whole record are another finding."""
    index, main = ground.index, ground.graph.main
    again = [row for row, is_use in index.calls.repeated[call] if is_use and main[row]]
    first = index.calls.use[call]
    if again and main[first]:
        effect = "The client leaves the later calls of that id out; an older one sends them, and the API refuses that."
        yield ground.finding("repeated_tool_use_id", Severity.ERROR, [first, *again], effect)

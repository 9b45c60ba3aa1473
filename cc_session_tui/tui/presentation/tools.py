"""Which tool is drawn how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.presentation.tools_agents import AGENT
from cc_session_tui.tui.presentation.tools_asking import ASK, PLAN
from cc_session_tui.tui.presentation.tools_files import EDIT, READ
from cc_session_tui.tui.presentation.tools_other import OTHER, RESULT
from cc_session_tui.tui.presentation.tools_search import FETCH, GLOB, GREP, WEB
from cc_session_tui.tui.presentation.tools_shell import BASH
from cc_session_tui.tui.presentation.tools_tasks import TASK, TODOS

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.tool_view import ToolView

_VIEWS: Final = {
    "Read": READ,
    "NotebookRead": READ,
    "Edit": EDIT,
    "MultiEdit": EDIT,
    "Write": EDIT,
    "NotebookEdit": EDIT,
    "Bash": BASH,
    "Grep": GREP,
    "Glob": GLOB,
    "LS": GLOB,
    "WebFetch": FETCH,
    "WebSearch": WEB,
    "ToolSearch": WEB,
    "TodoWrite": TODOS,
    "TodoRead": TODOS,
    "TaskList": TODOS,
    "TaskCreate": TASK,
    "TaskUpdate": TASK,
    "TaskGet": TASK,
    "Agent": AGENT,
    "Task": AGENT,
    "AskUserQuestion": ASK,
    "ExitPlanMode": PLAN,
}


def view_of(call: ToolCall) -> ToolView:
    """How CALL is drawn."""
    if call.kind is Kind.TOOL_RESULT:
        return RESULT
    return _VIEWS.get(call.name, OTHER)

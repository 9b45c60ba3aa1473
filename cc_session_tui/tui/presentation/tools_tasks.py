"""Todo and task lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from cc_session_tui.tui.presentation.fields import field, items, mapping, text
from cc_session_tui.tui.presentation.lines import BODY_INDENT, Line
from cc_session_tui.tui.presentation.plain import one_line
from cc_session_tui.tui.presentation.tool_view import ToolView, is_error, never, output, result_lines, result_text
from cc_session_tui.tui.presentation.wrap import Spans, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall
    from cc_session_tui.tui.presentation.look import Look
    from cc_session_tui.tui.presentation.palette import Palette

_BOXES: Final = {"completed": "☑", "in_progress": "◐", "deleted": "☒"}
_DONE: Final = Style(strike=True)


class _Task(NamedTuple):
    words: str
    status: str


def _task(value: JSON) -> _Task:
    number = text(value, "id", "taskId")
    words = text(value, "content", "subject", "title", "activeForm")
    return _Task(one_line(f"#{number} {words}" if number else words), text(value, "status") or "pending")


def _tasks(call: ToolCall) -> list[_Task]:
    listed = items(field(call.input, "todos")) or items(field(call.result.data if call.result else None, "tasks"))
    return [_task(value) for value in listed]


def _box(status: str, palette: Palette) -> Segment:
    styles = {"completed": palette.tool, "in_progress": palette.live}
    return Segment(f"{_BOXES.get(status, '☐')} ", styles.get(status, palette.dim))


def _list_subject(call: ToolCall, look: Look) -> Spans:
    """The task that is being worked on."""
    now = next((task for task in _tasks(call) if task.status == "in_progress"), None)
    return [_box(now.status, look.palette), Segment(now.words, look.palette.text)] if now else []


def _list_facts(call: ToolCall, look: Look) -> list[str]:
    del look
    tasks = _tasks(call)
    return [f"{sum(task.status == 'completed' for task in tasks)} of {len(tasks)} done"] if tasks else []


def _list_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    tasks = _tasks(call)
    if is_error(call) or not tasks:
        yield from result_lines(call, width, look)
    for task in tasks:
        yield from _task_lines(task, width, look.palette)


def _task_lines(task: _Task, width: int, palette: Palette) -> Iterator[Line]:
    style = palette.dim + _DONE if task.status == "completed" else palette.text
    box = _box(task.status, palette)
    for row in wrap([Segment(task.words, style)], max(width - BODY_INDENT - 2, 2)):
        yield Line([Segment(" " * BODY_INDENT), box, *row])
        box = Segment("  ")


def _one_subject(call: ToolCall, look: Look) -> Spans:
    """The task that is made or changed."""
    data = call.result.data if call.result else None
    task = _task({**mapping(field(data, "task")), **mapping(call.input)})
    return [_box(task.status, look.palette), Segment(task.words, look.palette.text)]


def _one_facts(call: ToolCall, look: Look) -> list[str]:
    del look
    change = field(call.result.data if call.result else None, "statusChange")
    before, after = (text(change, name).replace("_", " ") for name in ("from", "to"))
    return [one_line(f"{before} → {after}")] if before and after else []


def _one_body(call: ToolCall, width: int, look: Look) -> Iterator[Line]:
    if description := text(call.input, "description"):
        yield from output(description, width, look, look.palette.text)
    yield from output(result_text(call), width, look)


TODOS: Final = ToolView(subject=_list_subject, facts=_list_facts, body=_list_body, is_short=never)
"""TodoWrite, TodoRead, TaskList."""
TASK: Final = ToolView(subject=_one_subject, facts=_one_facts, body=_one_body, is_short=never)
"""TaskCreate, TaskUpdate, TaskGet."""

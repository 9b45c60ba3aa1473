"""What a tool call is about, on one line: the command, the file, the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.blocks import items, members, string
from cc_session_tui.core.transcript.marks import without_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON

_MOST: Final = 300
_MOST_READ: Final = 4 * _MOST
"""Characters that are looked at: the input of a Write may have megabytes."""
_FENCES: Final = ("```", "~~~")
_PATHS: Final = ("file_path", "notebook_path")
_TELLING: Final = ("command", "pattern", "query", "url", "description", "subject", "skill", "prompt", "path")
"""Fields that say what a call is about, the most telling first."""


class Subject(NamedTuple):
    """What a tool call is about."""

    text: str
    """One line, cut; empty where the input tells nothing."""
    is_path: bool = False
    """Whether it is the path of a file."""


def subject_of(name: str, given: JSON) -> Subject:
    """What the call of the tool NAME with the input GIVEN is about."""
    fields = members(given)
    match name:
        case "Agent" | "Task":
            kind, words = string(fields.get("subagent_type")), string(fields.get("description"))
            return Subject(first_line(" · ".join(part for part in (kind, words) if part)))
        case "AskUserQuestion":
            return Subject(first_line(_question(fields)))
        case "ExitPlanMode":
            return Subject(first_line(string(fields.get("plan"))).lstrip("# "))
        case "TodoWrite":
            return Subject(first_line(_task(fields)))
    if path := next((string(fields[key]) for key in _PATHS if string(fields.get(key))), ""):
        return Subject(first_line(path), is_path=True)
    return Subject(first_line(_telling(fields)))


def first_line(text: str) -> str:
    """The first line of TEXT that says something, its white space as blanks; cut, and ` …` where more follows."""
    lines = [line for line in text[:_MOST_READ].strip().splitlines() if line.strip()]
    line = " ".join(lines[0].split()) if lines else ""
    return f"{line[:_MOST]} …" if len(lines) > 1 or len(line) > _MOST else line


def last_line(text: str) -> str:
    """The last line of TEXT, a reply, that says something, without Markdown's marks, its white space as blanks; cut.

    A fence or a rule says nothing, and a line of code only where nothing else is said.
    """
    lines = [line for line in text[-_MOST_READ:].splitlines() if line.strip()]
    telling = [line for line in lines if any(map(str.isalnum, line))]
    prose = [line for line in _prose(lines) if line in telling]
    line = without_marks(prose[-1]) if prose else (telling or lines or [""])[-1]
    return " ".join(line.split())[:_MOST]


def _prose(lines: Iterable[str]) -> Iterator[str]:
    """LINES that do not stand between fences."""
    inside = False
    for line in lines:
        is_fence = line.lstrip().startswith(_FENCES)
        inside ^= is_fence
        if not inside and not is_fence:
            yield line


def _question(fields: Object) -> str:
    asked = members(next(iter(items(fields.get("questions"))), fields))
    return string(asked.get("question")) or string(asked.get("header"))


def _task(fields: Object) -> str:
    """The task that is being worked on."""
    todos = [members(item) for item in items(fields.get("todos"))]
    return next((string(todo.get("content")) for todo in todos if todo.get("status") == "in_progress"), "")


def _telling(fields: Object) -> str:
    """The most telling field; else the first that is text."""
    texts = {key: value for key, value in fields.items() if isinstance(value, str) and value.strip()}
    return next((texts[key] for key in _TELLING if key in texts), next(iter(texts.values()), ""))

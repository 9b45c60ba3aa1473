"""What an attachment says: the context that the client added, by the attachment's type (2.1.80 to 2.1.332)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import (
    Object,
    decoded_size,
    indented,
    items,
    members,
    number,
    pixel_size,
    string,
    text_of,
)
from cc_session_tui.core.transcript.making.common import Said, facts, lines, words
from cc_session_tui.core.transcript.natures import HOOK_FAILURES
from cc_session_tui.core.transcript.texts import unwrapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.format.lines import JSON


def attachment_said(record: Object) -> Said:
    """What the attachment of RECORD says: read by its type, else as the client rendered it, else its fields."""
    attachment = members(record.get("attachment"))
    kind = string(attachment.get("type"))
    if kind.startswith(("hook_", "async_hook_")):
        return _hook(kind, attachment)
    if kind in _FILES:
        return _file(kind, attachment)
    reader = _READERS.get(kind)
    text = reader(attachment) if reader else ""
    return Said(text or rendered_text(record) or _fields(attachment), kind)


def rendered_text(record: Object) -> str:
    """The text that the client sent for an attachment, where it stored that (2.1.332)."""
    texts = [string(members(item).get("content")) for item in items(record.get("rendered"))]
    return "\n\n".join(unwrapped(text) for text in texts if text)


def _fields(attachment: Object) -> str:
    for key in ("text", "content"):
        if text := string(attachment.get(key)):
            return unwrapped(text)
    return facts(attachment, without=("type",))


# hooks


def _hook(kind: str, attachment: Object) -> Said:
    failed = kind in HOOK_FAILURES or number(attachment.get("exitCode")) != 0
    command = string(attachment.get("command"))
    text = lines(f"$ {command}" if command else "", _hook_output(attachment))
    return Said(text or facts(attachment, without=("type",)), string(attachment.get("hookName")) or kind, failed)


def _hook_output(attachment: Object) -> str:
    blocked = attachment.get("blockingError")
    reason = string(blocked) or string(members(blocked).get("blockingError"))
    printed = lines(*(string(attachment.get(key)).strip("\n") for key in ("stdout", "stderr")))
    said = lines(*(string(attachment.get(key)) for key in ("message", "decision")))
    response = attachment.get("response")
    return lines(
        reason,
        printed or _text_or_lines(attachment.get("content")),
        said,
        facts(response) if isinstance(response, dict) else "",
    )


def _text_or_lines(value: JSON) -> str:
    return string(value) or lines(*words(value))


# files


def _file(kind: str, attachment: Object) -> Said:
    name = next((string(attachment[key]) for key in ("displayPath", "filename", "path") if attachment.get(key)), "")
    text = (
        _file_text(attachment.get("content"))
        or string(attachment.get("snippet"))
        or facts(attachment, without=("type",))
    )
    return Said(text, f"{_FILES[kind]} {name}".strip())


def _file_text(content: JSON) -> str:
    """The text of a file as the Read tool gives it; of a picture or a PDF what it is."""
    if isinstance(content, str):
        return content
    kind, file = string(members(content).get("type")), members(members(content).get("file"))
    if "base64" in file:
        data = string(file["base64"])
        width, height = pixel_size(data)
        pixels = f"{width} x {height}" if width else ""
        parts = (string(file.get("type")) or kind, pixels, f"{decoded_size(data):,} bytes")
        return " · ".join(part for part in parts if part)
    if "cells" in file:
        return "\n\n".join(_cell(members(cell)) for cell in items(file["cells"]))
    return string(file.get("content")) or string(members(content).get("content"))


def _cell(cell: Object) -> str:
    source = cell.get("source")
    return string(source) or "".join(words(source))


# lists and listings


def _listing(attachment: Object) -> str:
    """A change of what the model may use: lines that came, names that went."""
    added = (
        words(attachment.get("addedLines"))
        or words(attachment.get("addedBlocks"))
        or words(attachment.get("addedNames"))
    )
    gone = words(attachment.get("removedNames")) + words(attachment.get("removedTypes"))
    return lines(*added, f"removed: {', '.join(gone)}" if gone else "")


def _todos(attachment: Object) -> str:
    return lines(*(_todo(members(item)) for item in items(attachment.get("content"))))


def _todo(item: Object) -> str:
    mark = {"completed": "☑", "in_progress": "◐"}.get(string(item.get("status")), "☐")
    return f"{mark} {string(item.get('content')) or string(item.get('subject'))}"


def _memory(attachment: Object) -> str:
    content = attachment.get("content")
    return lines(string(attachment.get("path")), string(content) or string(members(content).get("content")))


def _bodies(value: JSON) -> str:
    """Named texts: skills, memories, instruction files."""
    found = [members(item) for item in items(value)]
    return "\n\n".join(
        lines(string(item.get("name")) or string(item.get("path")), string(item.get("content"))) for item in found
    )


def _diagnostics(attachment: Object) -> str:
    return lines(*(_file_diagnostics(members(file)) for file in items(attachment.get("files"))))


def _file_diagnostics(file: Object) -> str:
    found = [members(item) for item in items(file.get("diagnostics"))]
    return lines(string(file.get("uri")), *(f"  {_place(d)}{string(d.get('message'))}" for d in found))


def _place(diagnostic: Object) -> str:
    start = members(members(diagnostic.get("range")).get("start"))
    line = f"{number(start.get('line')) + 1}: " if "line" in start else ""
    severity = string(diagnostic.get("severity"))
    return line + (f"{severity}: " if severity else "")


def _prompt(attachment: Object) -> str:
    tools = [string(members(tool).get("name")) for tool in items(attachment.get("tools"))]
    system = "\n".join(words(attachment.get("systemPrompt")))
    return lines(system, f"tools: {', '.join(tools)}" if tools else "")


def _snapshot(attachment: Object) -> str:
    return facts(members(attachment.get("snapshot")))


def _context(attachment: Object) -> str:
    return lines(*(string(value) or indented(value) for value in members(attachment.get("context")).values()))


def _text(*keys: str) -> Callable[[Object], str]:
    """A reader that gives the text of the first of KEYS that has one."""
    return lambda attachment: next((text for key in keys if (text := text_of(attachment.get(key)))), "")


_FILES: Final = {
    "file": "file",
    "already_read_file": "file",
    "compact_file_reference": "file",
    "pdf_reference": "PDF",
    "directory": "directory",
    "edited_text_file": "edited",
    "edited_image_file": "edited",
    "selected_lines_in_ide": "selected in",
    "opened_file_in_ide": "opened",
}
"""Attachments about one file, and the word before its name."""

_READERS: Final[dict[str, Callable[[Object], str]]] = {
    "agent_listing_delta": _listing,
    "deferred_tools_delta": _listing,
    "mcp_instructions_delta": _listing,
    "task_reminder": _todos,
    "todo_reminder": _todos,
    "todo": _todos,
    "nested_memory": _memory,
    "relevant_memories": lambda attachment: _bodies(attachment.get("memories")),
    "invoked_skills": lambda attachment: _bodies(attachment.get("skills")),
    "instructions": lambda attachment: _bodies(attachment.get("files")),
    "diagnostics": _diagnostics,
    "prompt_snapshot": _prompt,
    "environment": _snapshot,
    "session_context": _context,
    "model": _text("text"),
    "date": _text("date"),
    "date_change": _text("newDate"),
    "plan_file_reference": _text("planContent"),
    "mcp_resource": lambda attachment: _text("contents")(members(attachment.get("content"))),
}

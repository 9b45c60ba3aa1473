"""Tool calls with their results, in the shapes of client 2.1.332."""

from __future__ import annotations

import difflib
import re
from typing import Any

from .session import Call, Fields

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")


def read(path: str, content: str) -> Call:
    """Read a whole text file."""
    lines = content.split("\n")
    numbered = "\n".join(f"{number}\t{line}" for number, line in enumerate(lines, 1))
    file = {"filePath": path, "content": content, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}
    return Call("Read", {"file_path": path}, numbered, {"type": "text", "file": file}, seconds=0.05)


def read_image(path: str, data: str, size: int, width: int, height: int) -> Call:
    """Read a PNG file; DATA is base64, SIZE its bytes."""
    source = {"type": "base64", "media_type": "image/png", "data": data}
    dimensions = {"originalWidth": width, "originalHeight": height, "displayWidth": width, "displayHeight": height}
    file: Fields = {"base64": data, "type": "image/png", "originalSize": size, "dimensions": dimensions}
    block: Fields = {"type": "image", "source": source}
    return Call("Read", {"file_path": path}, [block], {"type": "image", "file": file}, seconds=0.1)


def read_missing(path: str, cwd: str) -> Call:
    """Try to read a file that is not there."""
    message = f"File does not exist. Note: your current working directory is {cwd}."
    return Call("Read", {"file_path": path}, message, f"Error: {message}", is_error=True, seconds=0.02)


def edit(path: str, before: str, old: str, new: str) -> Call:
    """Replace OLD, which stands once in BEFORE, by NEW."""
    asked = {"replace_all": False, "file_path": path, "old_string": old, "new_string": new}
    kept: Fields = {"filePath": path, "oldString": old, "newString": new, "originalFile": before}
    kept |= {"structuredPatch": patch(before, before.replace(old, new, 1)), "userModified": False, "replaceAll": False}
    return Call("Edit", asked, f"The file {path} has been updated.", kept, seconds=0.1)


def multi_edit(path: str, before: str, edits: list[tuple[str, str]]) -> Call:
    """Make several replacements, as clients before 2.0 did in one call."""
    after = before
    for old, new in edits:
        after = after.replace(old, new, 1)
    pairs = [{"old_string": old, "new_string": new} for old, new in edits]
    kept: Fields = {"filePath": path, "edits": pairs, "originalFileContents": before}
    kept |= {"structuredPatch": patch(before, after), "userModified": False}
    return Call("MultiEdit", {"file_path": path, "edits": pairs}, f"Applied {len(edits)} edits to {path}.", kept)


def write(path: str, content: str) -> Call:
    """Write a new file."""
    kept: Fields = {"type": "create", "filePath": path, "content": content, "structuredPatch": []}
    kept |= {"originalFile": None, "userModified": False}
    asked = {"file_path": path, "content": content}
    return Call("Write", asked, f"File created successfully at: {path}", kept, seconds=0.1)


def bash(command: str, output: str, description: str, *, seconds: float = 0.3, hook: Fields | None = None) -> Call:
    """Run a command that ends well."""
    asked = {"command": command, "description": description}
    kept = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": not output}
    return Call("Bash", asked, output or "(no output)", kept, seconds=seconds, hook=hook)


def bash_fails(command: str, output: str, description: str, *, code: int = 1, seconds: float = 2) -> Call:
    """Run a command that ends with CODE."""
    message = f"Exit code {code}\n{output}"
    asked = {"command": command, "description": description}
    return Call("Bash", asked, message, f"Error: {message}", is_error=True, seconds=seconds)


def grep(pattern: str, files: list[str]) -> Call:
    """Search for files with a pattern."""
    found = "\n".join([f"Found {len(files)} file{'s' * (len(files) != 1)}", *files])
    kept = {"mode": "files_with_matches", "filenames": files, "numFiles": len(files), "totalFiles": len(files)}
    return Call("Grep", {"pattern": pattern}, found, kept, seconds=0.1)


def glob(pattern: str, files: list[str]) -> Call:
    """List files by a pattern."""
    kept = {"filenames": files, "durationMs": 9, "numFiles": len(files), "truncated": False}
    return Call("Glob", {"pattern": pattern}, "\n".join(files), kept | {"totalMatches": len(files)}, seconds=0.1)


def web_fetch(url: str, question: str, answer: str) -> Call:
    """Fetch a page and ask a question about it."""
    kept = {"bytes": 48_213, "code": 200, "codeText": "OK", "result": answer, "durationMs": 1840, "url": url}
    return Call("WebFetch", {"url": url, "prompt": question}, answer, kept, seconds=1.8)


def todo_write(old: list[tuple[str, str]], new: list[tuple[str, str]]) -> Call:
    """Set the todo list: pairs of content and status."""
    before, after = _todos(old), _todos(new)
    return Call("TodoWrite", {"todos": after}, "Todos were changed.", {"oldTodos": before, "newTodos": after})


def task_create(number: int, subject: str, description: str) -> Call:
    """Add a task to the list."""
    asked = {"subject": subject, "description": description, "activeForm": subject}
    kept = {"task": {"id": str(number), "subject": subject}}
    return Call("TaskCreate", asked, f"Task #{number} created: {subject}", kept, seconds=0.02)


def task_update(number: int, before: str, after: str) -> Call:
    """Change the status of a task."""
    kept: Fields = {"success": True, "taskId": str(number), "updatedFields": ["status"]}
    kept["statusChange"] = {"from": before, "to": after}
    asked = {"taskId": str(number), "status": after}
    return Call("TaskUpdate", asked, f"Updated task #{number} status", kept, seconds=0.02)


def task_list(tasks: list[tuple[str, str]]) -> Call:
    """Show the list: pairs of subject and status."""
    rows: list[Any] = [
        {"id": str(number), "subject": subject, "status": status, "blockedBy": []}
        for number, (subject, status) in enumerate(tasks, 1)
    ]
    shown = "\n".join(f"#{row['id']} [{row['status']}] {row['subject']}" for row in rows)
    return Call("TaskList", {}, shown, {"tasks": rows}, seconds=0.02)


def exit_plan_mode(plan: str, path: str) -> Call:
    """Show a plan that is approved."""
    kept = {"plan": plan, "isAgent": False, "filePath": path}
    return Call("ExitPlanMode", {"plan": plan, "planFilePath": path}, "The plan was approved.", kept, seconds=31)


def ask_user(question: str, header: str, options: list[tuple[str, str]], answer: str) -> Call:
    """Ask the person to choose: pairs of label and description."""
    choices = [{"label": label, "description": description} for label, description in options]
    asked: Fields = {"questions": [{"question": question, "header": header, "options": choices, "multiSelect": False}]}
    kept = asked | {"answers": {question: answer}}
    return Call("AskUserQuestion", asked, f'The user answered: "{question}"="{answer}"', kept, seconds=18)


def patch(before: str, after: str) -> list[Fields]:
    """Return the structuredPatch of a change."""
    hunks: list[Fields] = []
    for line in list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm=""))[2:]:
        if match := _HUNK.match(line):
            counts = [int(number or 1) for number in match.groups()]
            keys = ("oldStart", "oldLines", "newStart", "newLines")
            hunks.append(dict(zip(keys, counts, strict=True)) | {"lines": []})
        else:
            hunks[-1]["lines"].append(line)
    return hunks


def _todos(todos: list[tuple[str, str]]) -> list[Fields]:
    return [{"content": content, "status": status, "activeForm": content} for content, status in todos]

"""What is written of a tool call: its input piece by piece, and an edit as a diff."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall

DIFF: Final = "diff"
"""Name of the part that is a diff."""
_EDITED: Final = ("old_string", "new_string")


class Part(NamedTuple):
    """A named piece of text of a tool's input."""

    name: str
    text: str


def input_parts(call: ToolCall) -> list[Part]:
    """The input of CALL, a part a key; what an Edit replaces and writes is one part, DIFF."""
    if not isinstance(call.input, dict):
        return [] if call.input is None else [Part("input", _text(call.input))]
    diff = edit_diff(call)
    parts = [Part(key, _text(value)) for key, value in call.input.items() if not (diff and key in _EDITED)]
    return [*parts, Part(DIFF, diff)] if diff else parts


def edit_diff(call: ToolCall) -> str:
    """The edit that CALL made: as the client recorded it (structuredPatch), else old and new text."""
    if recorded := "\n".join(_patch(call)):
        return recorded
    if not isinstance(call.input, dict):
        return ""
    old, new = (call.input.get(key) for key in _EDITED)
    if not isinstance(old, str) or not isinstance(new, str):
        return ""
    return "\n".join([*(f"-{line}" for line in old.splitlines()), *(f"+{line}" for line in new.splitlines())])


def _patch(call: ToolCall) -> Iterator[str]:
    data = call.result.data if call.result else None
    hunks = data.get("structuredPatch") if isinstance(data, dict) else None
    for hunk in hunks if isinstance(hunks, list) else []:
        lines = hunk.get("lines") if isinstance(hunk, dict) else None
        if isinstance(hunk, dict) and isinstance(lines, list):
            yield _hunk_head(hunk)
            yield from (str(line) for line in lines)


def _hunk_head(hunk: dict[str, Any]) -> str:
    old, new = (f"{hunk.get(f'{side}Start', 0)},{hunk.get(f'{side}Lines', 0)}" for side in ("old", "new"))
    return f"@@ -{old} +{new} @@"


def _text(value: JSON) -> str:
    """VALUE as it is read: a string as it is, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)

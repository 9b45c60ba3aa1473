"""What is written of a tool call."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.cli.tool_parts import input_parts
from cc_session_tui.core.transcript.entries import Key, Kind, Result, ToolCall

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON


def call(input_: JSON, data: JSON = None) -> ToolCall:
    """Return a call of INPUT_, with toolUseResult DATA."""
    return ToolCall(
        kind=Kind.TOOL_CALL,
        key=Key(0, 0),
        rows=(0,),
        name="Edit",
        input=input_,
        result=Result(row=1, text="", data=data),
    )


@pytest.mark.parametrize(
    ("input_", "parts"),
    [
        (None, []),
        ("text", [("input", "text")]),
        ([1, "ä"], [("input", '[1, "ä"]')]),
        ({"command": "ls", "timeout": 5}, [("command", "ls"), ("timeout", "5")]),
        ({"old_string": "a\nb", "new_string": "c"}, [("diff", "-a\n-b\n+c")]),
        ({"old_string": "a", "new_string": None}, [("old_string", "a"), ("new_string", "null")]),
    ],
)
def test_each_key_of_the_input_is_a_part(input_: JSON, parts: list[tuple[str, str]]) -> None:
    assert input_parts(call(input_)) == parts


def test_the_recorded_patch_is_taken_before_the_strings() -> None:
    hunk: JSON = {"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2, "lines": [" x", "-a", "+b"]}
    edit = call({"file_path": "f", "old_string": "a", "new_string": "b"}, {"structuredPatch": [hunk]})
    assert input_parts(edit)[-1] == ("diff", "@@ -1,2 +1,2 @@\n x\n-a\n+b")


@pytest.mark.parametrize("patch", [None, "text", [], [5], [{"lines": 5}], {}])
def test_a_patch_of_another_shape_is_passed_over(patch: JSON) -> None:
    edit = call({"old_string": "a", "new_string": "b"}, {"structuredPatch": patch})
    assert input_parts(edit) == [("diff", "-a\n+b")]

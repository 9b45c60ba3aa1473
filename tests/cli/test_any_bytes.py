"""Any file at all is written as text, as Markdown and as JSON, without an exception and safe for a terminal."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.cli import output
from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.transcript_markdown import entry_blocks
from cc_session_tui.cli.transcript_text import entry_lines
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from tests.core.format.strategies import FILES, ODD, encode

if TYPE_CHECKING:
    from pathlib import Path

TOOLS = st.fixed_dictionaries(
    {"type": st.just("tool_use"), "id": st.sampled_from(["a", "b"]) | ODD, "name": ODD, "input": ODD}
)
RESULTS = st.fixed_dictionaries(
    {"type": st.just("tool_result"), "tool_use_id": st.sampled_from(["a", "b"]), "content": ODD}
)
PATCHES = st.fixed_dictionaries(
    {"structuredPatch": st.lists(st.fixed_dictionaries({"lines": ODD, "oldStart": ODD})) | ODD}
)


@st.composite
def calls(draw: st.DrawFn) -> bytes:
    """A conversation of tool calls and results with odd fields."""
    lines = []
    for number in range(draw(st.integers(1, 6))):
        role, block = draw(st.sampled_from([("assistant", TOOLS), ("user", RESULTS)]))
        record = {"type": role, "uuid": f"u{number}", "parentUuid": f"u{number - 1}" if number else None}
        message = {"role": role, "content": [draw(block)]}
        lines.append(encode({**record, "message": message, "toolUseResult": draw(PATCHES | ODD)}, escaped=True))
    return b"\n".join(lines)


@given(data=FILES | calls())
@settings(max_examples=200)
@pytest.mark.parametrize("view", list(ViewName))
def test_any_bytes_are_written_in_every_form(
    tmp_path_factory: pytest.TempPathFactory, view: ViewName, data: bytes
) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(data)
    document = Document.open(path)
    for detail in (2, 3):
        shown = document.view(view, detail)
        objects = EntryObjects(document.index)
        for entry in (shown.entry(number) for number in range(len(shown))):
            json.loads(output.encoded(output.to_json(objects.of(entry))))
            text = "\n".join([*entry_lines(entry), *entry_blocks(entry)])
            assert not {char for char in text if unicodedata.category(char) in {"Cc", "Cs"}} - {"\n", "\t"}

"""The `last-prompt` record that keeps a resume on the leaf that was meant.

The client (2.1.150 and later) takes the leaf below the record that the last `last-prompt` names; without one, the leaf
that stands last in the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.graph import TALK, Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.editing.records import serialize_line
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.format.source import BytesSource, JoinedSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.editing.records import Record
    from cc_session_tui.core.format.lines import JSON

LONGEST_PROMPT: Final = 200
"""Characters of a prompt that the client keeps in `lastPrompt`."""


def last_prompt_record(
    index: Index | None, added: Sequence[Record], leaf: str | None, session_id: str
) -> Record | None:
    """The record to write after ADDED so that a resume takes LEAF; None where it does so anyway."""
    if leaf is None or (not (index and index.last_prompts) and _is_last(index, added, leaf)):
        return None
    prompt = next(filter(None, map(_prompt, reversed(added))), "") or _known_prompt(index)
    return {"type": "last-prompt", "lastPrompt": prompt, "leafUuid": leaf, "sessionId": session_id}


def _is_last(index: Index | None, added: Sequence[Record], leaf: str) -> bool:
    """Whether LEAF is what a resume takes of the file with ADDED behind it."""
    if added[-1].get("uuid") == leaf and added[-1].get("type") in TALK:
        return True  # without reading the file once more
    lines = b"".join(map(serialize_line, added))
    source = BytesSource(lines) if index is None else JoinedSource(index.source, [(0, index.size), b"\n" + lines])
    whole = Index.of(source)
    row = active_leaf(Graph(whole)).row
    return row >= 0 and row == whole.rows.get(leaf)


def _known_prompt(index: Index | None) -> str:
    """The prompt in the last last-prompt of INDEX."""
    if index is None or not index.last_prompts:
        return ""
    prompt = (index.record(index.last_prompts[-1][0]) or {}).get("lastPrompt")
    return prompt if isinstance(prompt, str) else ""


def _prompt(record: Record) -> str:
    """The text of RECORD on one line, if it is a prompt."""
    message = record.get("message")
    if record.get("type") != "user" or not isinstance(message, dict):
        return ""
    text = " ".join(_text(message.get("content")).split())
    return text if len(text) <= LONGEST_PROMPT else f"{text[: LONGEST_PROMPT - 1]}…"


def _text(content: JSON) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return " ".join(str(b.get("text", "")) for b in blocks if isinstance(b, dict) and b.get("type") == "text")

"""Small drafts for the tests in this folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.format.source import BytesSource

Record = dict[str, Any]
PATH = Path("/p/0b6f5c1e-7d0a-4d8e-9f64-0d7b6a3c2e11.jsonl")


def draft_of(*records: Record) -> Draft:
    """Return a draft of RECORDS, in memory."""
    data = b"".join(json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records)
    return Draft(BytesSource(data, PATH), None, ((0, len(data)),))


def row(draft: Draft, uuid: str) -> int:
    """Return the row of the record UUID."""
    return draft.index.rows[uuid]


def record(draft: Draft, uuid: str) -> Any:
    """Return the record UUID, decoded."""
    return draft.index.record(row(draft, uuid))


def texts(draft: Draft) -> list[str]:
    """Return what a resume of DRAFT sends, a word a block: its text, or its type."""
    return [str(block.value.get("text", block.type)) for block in resumed_blocks(draft.index)]


def uuids(draft: Draft) -> list[str]:
    """Return the uuids of DRAFT in file order."""
    return sorted(draft.index.rows, key=draft.index.rows.__getitem__)

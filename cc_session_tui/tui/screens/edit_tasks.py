"""What the composer is opened for: adding, inserting, rewriting."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.edits.replacing import text_of
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.compose_screen import Task
from cc_session_tui.tui.screens.compose_steps import Birth, Place, record_step, text_step

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.views import View
    from cc_session_tui.tui.screens.target import Target


def add_task(target: Target, birth: Birth | None) -> Task:
    """Messages at the end of the conversation of TARGET; BIRTH is what a new session says of itself."""
    cwd = birth.cwd if birth is not None else _cwd(target)
    return Task("Add to the end", Place(birth=birth), cwd=cwd)


def insert_task(view: View, at: int, *, target: Target | None, before: bool) -> Task:
    """Messages after entry AT of VIEW, or BEFORE it.

    Raises:
        EditError: nothing can be inserted there.
    """
    rows = view.rows(at)
    row = (rows[0] if before else rows[-1]) if rows else -1
    uuid = view.index.uuid_of(row) if row >= 0 else None
    if uuid is None:
        raise EditError("the entry is no link of a conversation: nothing can be inserted there")
    cwd = _cwd(target) if target is not None else ""
    return Task("Insert before the entry" if before else "Insert after the entry", Place(uuid, before=before), cwd=cwd)


def text_task(view: View, at: int) -> Task:
    """The text of entry AT of VIEW; of a tool call that of its result.

    Raises:
        EditError: it has none that can be edited.
    """
    row, block = _row_of(view, at), view.key(at).block
    if view.kind(at) is Kind.TOOL_CALL:
        row, block = _result(view, at)
    number, text = text_of(view.index.record(row) or {}, block if block >= 0 else None)
    return Task("Edit the text", rewrite=partial(text_step, view.index, row, number), text=text)


def record_task(view: View, at: int) -> Task:
    """The first record of entry AT of VIEW as JSON.

    Raises:
        EditError: there is no record.
    """
    row = _row_of(view, at)
    record = view.index.record(row)
    if record is None:
        raise EditError("the line is no record: its bytes cannot be edited here")
    text = json.dumps(record, ensure_ascii=False, indent=2)
    return Task("Edit the record", rewrite=partial(record_step, view.index, row), text=text, is_json=True)


def _row_of(view: View, at: int) -> int:
    rows = view.rows(at)
    if not rows:
        raise EditError("there is no record to edit")
    return rows[0]


def _result(view: View, at: int) -> tuple[int, int]:
    """Row and block of the result of the tool call at AT."""
    rows, index = view.rows(at), view.index
    call = index.blocks(rows[0])[view.key(at).block].call
    for row in rows[1:]:
        for number, block in enumerate(index.blocks(row)):
            if block.type == "tool_result" and block.call == call:
                return row, number
    raise EditError("the call has no result to edit: E edits its record")


def _cwd(target: Target) -> str:
    return target.session.meta.cwd if target.session is not None else ""

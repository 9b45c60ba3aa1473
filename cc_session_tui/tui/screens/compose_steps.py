"""What was composed, as steps: records at a place of the conversation, a new text, a new record."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.editing.edits import inserting
from cc_session_tui.core.editing.edits.replacing import replace_text
from cc_session_tui.core.editing.edits.rewriting import replace_record
from cc_session_tui.core.editing.inheriting import envelope_of
from cc_session_tui.core.editing.records import DEFAULT_MODEL
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.text_file import file_attachment
from cc_session_tui.tui.screens.edit_choice import row_in
from cc_session_tui.tui.screens.edit_state import edited_by
from cc_session_tui.tui.screens.edit_work import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.edits.edited import Edited
    from cc_session_tui.core.editing.edits.inserting import Maker
    from cc_session_tui.core.editing.records import Envelope, Record
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.tui.screens.edit_state import State

    Made = Callable[[str], Sequence[Maker]]

_MENTION: Final = re.compile(r"(?<!\S)@(\S*[^\s.,;:!?)])")


class Birth(NamedTuple):
    """What the first records of a new session say."""

    cwd: str
    branch: str = ""
    model: str = ""

    def of(self, make: Maker) -> Maker:
        """MAKE, whose records get what no record of the session says yet."""

        def made(envelope: Envelope, parent: str | None) -> Record:
            if not envelope.cwd:
                envelope.cwd = self.cwd
                envelope.git_branch = self.branch or envelope.git_branch
            if envelope.model == DEFAULT_MODEL:  # no reply says another one yet
                envelope.model = self.model or envelope.model
            return make(envelope, parent)

        return made


class Place:
    """Where in the conversation the next record goes; it moves on with each."""

    def __init__(self, uuid: str = "", *, before: bool = False, birth: Birth | None = None) -> None:
        """After the record UUID, or BEFORE it; without UUID at the end, that of a new session of this BIRTH."""
        self._uuid, self._before = uuid, before
        self._birth = birth or Birth("")

    def step(self, made: Made, words: str) -> Step:
        """A step that puts what is MADE here; MADE takes the session's directory."""
        return Step(partial(self._put, made=made, words=words))

    def _put(self, state: State, made: Made, words: str) -> State:
        after = edited_by(state, lambda draft: self._inserted(draft, made), words)
        if self._uuid and not self._before and after.focus:
            self._uuid = after.focus
        return after

    def _inserted(self, draft: Draft, made: Made) -> Edited:
        index = draft.index
        cwd = envelope_of(index, draft.base.path.stem).cwd or self._birth.cwd
        makers = [self._birth.of(make) for make in made(cwd)]
        if not self._uuid:
            return inserting.append(draft, makers)
        if self._uuid not in index.rows:
            raise EditError("the record to insert at is not there any more")
        return inserting.insert(draft, makers, index.rows[self._uuid], before=self._before)


def prompt(text: str, cwd: str) -> list[Maker]:
    """A prompt, and an attachment for each `@file` in it that is there.

    Raises:
        EditError: a file is no text.
    """
    paths = dict.fromkeys((Path(cwd) / found.removeprefix("./")).expanduser() for found in _MENTION.findall(text))
    files = [path for path in paths if path.is_file()] if cwd else []
    return [inserting.prompt(text.rstrip()), *(inserting.attached(file_attachment(path, cwd)) for path in files)]


def reply(text: str, cwd: str) -> list[Maker]:
    """A reply; the API refuses one that ends in blanks."""
    _ = cwd
    return [inserting.reply([{"type": "text", "text": text.rstrip()}])]


def tool_call(name: str, given: str, result: str, cwd: str) -> list[Maker]:
    """A call of the tool NAME with the input GIVEN as JSON, and its RESULT.

    Raises:
        EditError: it has no name, or the input is no JSON object.
    """
    _ = cwd
    if not name.strip():
        raise EditError("a tool call needs the tool's name")
    return inserting.call(name.strip(), json_object(given), result)


def record(text: str, cwd: str) -> list[Maker]:
    """The record in TEXT, JSON.

    Raises:
        EditError: it is no JSON object.
    """
    _ = cwd
    return [inserting.given(json_object(text))]


def text_step(index: Index, row: int, block: int, text: str) -> Step:
    """A step that puts TEXT into BLOCK (-1: the only one with a text) of the record at ROW of INDEX."""
    number = block if block >= 0 else None

    def change(state: State) -> State:
        at = _row(index, state, row)
        return edited_by(state, partial(replace_text, row=at, text=text, block=number), "edit the text")

    return Step(change)


def record_step(index: Index, row: int, text: str) -> Step:
    """A step that puts the record in TEXT, JSON, in place of the one at ROW of INDEX."""

    def change(state: State) -> State:
        value = json_object(text)
        at = _row(index, state, row)
        return edited_by(state, lambda draft: replace_record(draft, at, value), "edit the record")

    return Step(change)


def json_object(text: str) -> dict[str, JSON]:
    """The JSON object in TEXT; an empty text is an empty one.

    Raises:
        EditError: it is none; the text says where it is wrong.
    """
    try:
        value = json.loads(text or "{}")
    except (ValueError, RecursionError) as error:
        raise EditError(f"no JSON: {error}") from error
    if not isinstance(value, dict):
        raise EditError("this is JSON, but no object")
    return value


def _row(index: Index, state: State, row: int) -> int:
    at = row_in(index, state.draft.index, row)
    if at < 0:
        raise EditError("the record is not there any more")
    return at

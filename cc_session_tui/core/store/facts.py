"""The fields of a record that tell about its session: titles, times, directories, usage.

Read as in `format.records`: typed and fast, and tolerantly where that refuses; a field of a wrong type then counts as
missing.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from cc_session_tui.core.format.lines import pieces
from cc_session_tui.core.store.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTHING: Final = msgspec.Raw(b"")
"""A value that is not there."""

_Struct = TypeVar("_Struct", bound=msgspec.Struct)


class Usage(msgspec.Struct, gc=False):
    """Tokens of one API message; its lines repeat them, and `output_tokens` may grow from line to line."""

    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None

    @property
    def context(self) -> int:
        """The tokens of the context after this message."""
        read = (self.cache_creation_input_tokens or 0) + (self.cache_read_input_tokens or 0)
        return (self.input_tokens or 0) + read + (self.output_tokens or 0)


class Message(msgspec.Struct, gc=False):
    """A message, its content undecoded."""

    id: str | None = None
    model: str | None = None
    usage: Usage | None = None
    content: msgspec.Raw = NOTHING


class Attachment(msgspec.Struct, gc=False):
    """The kind of an attachment, and the prompt of a `queued_command`."""

    type: str | None = None
    prompt: msgspec.Raw = NOTHING


class Origin(msgspec.Struct, gc=False):
    """Who wrote a prompt: `human`, `task-notification`, `peer`."""

    kind: str | None = None


class Compaction(msgspec.Struct, gc=False, rename="camel"):
    """What a compaction did."""

    post_tokens: int | None = None


class Fork(msgspec.Struct, gc=False, rename="camel"):
    """Where a record was copied from."""

    session_id: str | None = None


class Worktree(msgspec.Struct, gc=False, rename="camel"):
    """The worktree that a session entered."""

    original_cwd: str | None = None


class Facts(msgspec.Struct, gc=False, rename="camel"):
    """What the store reads of a record. Fields stand in the order in which the client writes them, which is quicker."""

    type: str | None = None
    parent_uuid: str | msgspec.UnsetType | None = msgspec.UNSET
    is_sidechain: bool | None = None
    cwd: str | None = None
    session_id: str | None = None
    version: str | None = None
    git_branch: str | None = None
    message: Message | None = None
    uuid: str | None = None
    timestamp: str | None = None
    entrypoint: str | None = None
    is_meta: bool | None = None
    is_compact_summary: bool | None = None
    is_api_error_message: bool | None = None
    attachment: Attachment | None = None
    tool_use_result: msgspec.Raw = NOTHING
    origin: Origin | None = None
    custom_title: str | None = None
    ai_title: str | None = None
    summary: str | None = None
    leaf_uuid: str | None = None
    last_prompt: str | None = None
    message_id: str | None = None
    forked_from: Fork | None = None
    worktree_session: Worktree | None = None
    relocated_cwd: str | None = None
    compact_metadata: Compaction | None = None

    @property
    def is_of_a_session(self) -> bool:
        """Whether it has what every record of a session file has, and the lines of other logs have not."""
        named = self.session_id or self.message_id or self.leaf_uuid
        return bool(named) or self.parent_uuid is not msgspec.UNSET


_decode = msgspec.json.Decoder(Facts).decode
_REFUSED = (msgspec.MsgspecError, ValueError, RecursionError)
_STRUCTS: dict[str, type[msgspec.Struct]] = {
    "message": Message,
    "usage": Usage,
    "attachment": Attachment,
    "origin": Origin,
    "forked_from": Fork,
    "compact_metadata": Compaction,
    "worktree_session": Worktree,
}


def facts_of(line: bytes) -> Facts | None:
    """The facts of a line that is one clean record; None for any other, see `facts_in`."""
    try:
        return _decode(line)
    except _REFUSED:
        return None


def facts_in(line: bytes) -> Iterator[Facts | None]:
    """The facts of each record in LINE, read tolerantly; None for each stretch of it that is no record."""
    for piece in pieces(line):
        yield _tolerant(Facts, piece.value) if isinstance(piece.value, dict) else None


def _tolerant(struct: type[_Struct], value: dict[str, Any]) -> _Struct:
    """VALUE as STRUCT, without the fields that have a wrong type."""
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(struct):
        if field.encode_name not in value:
            continue
        found = value[field.encode_name]
        if field.name in _STRUCTS:
            fields[field.name] = _tolerant(_STRUCTS[field.name], found) if isinstance(found, dict) else None
        elif field.type is msgspec.Raw:
            fields[field.name] = _raw(found)
        elif _fits(found, field.type):
            fields[field.name] = clean(found) if isinstance(found, str) else found
    return struct(**fields)


def _raw(value: object) -> msgspec.Raw:
    try:
        return msgspec.Raw(json.dumps(value).encode())
    except (ValueError, RecursionError):  # an integer of thousands of digits; deep nesting
        return NOTHING


def _fits(value: object, type_: Any) -> bool:
    try:
        msgspec.convert(value, type_)
    except (msgspec.ValidationError, UnicodeError):  # the second where the first cannot name a lone surrogate
        return False
    return True

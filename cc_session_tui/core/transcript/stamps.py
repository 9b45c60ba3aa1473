"""When a record was written, and how its API message stands: without decoding what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.blocks import Object, members, number, string
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.transcript.peeks import whole

if TYPE_CHECKING:
    from cc_session_tui.core.format.index import Index


class Stamp(NamedTuple):
    """When a record was written, and how its API message stands."""

    time: str = ""
    """Its timestamp as it stands there."""
    stop: str = ""
    """`stop_reason` of its message: `end_turn`, `tool_use`, ...; empty in most lines of 2.1.0 to 2.1.42."""
    context: int = 0
    """Tokens of context after its message: input, cache and output."""


class _Usage(msgspec.Struct, gc=False):
    input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    output_tokens: int | None = None


class _Message(msgspec.Struct, gc=False):
    stop_reason: str | None = None
    usage: _Usage | None = None


class _Record(msgspec.Struct, gc=False):
    timestamp: str | None = None
    message: _Message | None = None


_RECORDS = msgspec.json.Decoder(_Record)
_COUNTS = _Usage.__struct_fields__


def stamp_at(index: Index, row: int) -> Stamp:
    """The stamp of ROW; an empty one where it cannot be read."""
    if not index.flags[row] & (Flag.SLOW | Flag.DAMAGED | Flag.BLANK):
        try:
            return _stamp(_RECORDS.decode(index.raw(row)))
        except ReadError:
            return Stamp()
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass
    return _slow_stamp(whole(index, row))


def _stamp(record: _Record) -> Stamp:
    message = record.message
    usage = message.usage if message else None
    tokens = sum(getattr(usage, name) or 0 for name in _COUNTS) if usage else 0
    return Stamp(record.timestamp or "", message.stop_reason or "" if message else "", max(tokens, 0))


def _slow_stamp(record: Object) -> Stamp:
    message = members(record.get("message"))
    usage = members(message.get("usage"))
    tokens = sum(number(usage.get(name)) for name in _COUNTS)
    return Stamp(string(record.get("timestamp")), string(message.get("stop_reason")), max(tokens, 0))

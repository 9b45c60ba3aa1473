"""What was read of a session, as it is remembered."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from cc_session_tui.core.store.models import Meta, Subagent  # noqa: TC001 - msgspec looks them up


class Known(NamedTuple):
    """What was read of a session, and of which state of its files."""

    stamp: str
    """Of the session's file, and the title beside it."""
    folders: str
    """Of the folders of its subagents."""
    meta: Meta
    subagents: tuple[Subagent, ...] = ()


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Known).decode


def pack(known: Known) -> bytes | None:
    """KNOWN as bytes; None where a name in it is no text: such a session is read each time."""
    try:
        return _encode(known)
    except UnicodeEncodeError:
        return None


def unpack(packed: object) -> Known | None:
    """What was packed; None where something else stands there."""
    if not isinstance(packed, bytes):
        return None
    try:
        return _decode(packed)
    except (msgspec.MsgspecError, ValueError):
        return None

"""What is known of a session as two texts, and back.

A column of its own for each field would take longer to load; and what is unpacked here is checked, so that a damaged
cache cannot put a value of another type where a text or a number is expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.store.models import FileStat, Meta, SessionState, Subagent

if TYPE_CHECKING:
    from collections.abc import Iterable

FIELDS: Final = "\x1f"
"""What stands between fields."""
ITEMS: Final = "\x1e"
"""What stands between subagents."""

_SHOWN = {ord(FIELDS): "\u241f", ord(ITEMS): "\u241e"}  # in a text, the characters that show these
_STATES = {state.value: state for state in SessionState}
_NUMBERS = slice(Meta._fields.index("messages"), Meta._fields.index("error"))
_STAT = len(FileStat._fields)
_AGENT = _STAT + len(Subagent._fields) - 1


class Known(NamedTuple):
    """What was read of a session, and of which state of its files."""

    stamp: str
    """Of the session's file, and the title beside it."""
    folders: str
    """Of the folders of its subagents."""
    meta: Meta
    subagents: tuple[Subagent, ...] = ()


def pack(known: Known) -> tuple[str, str]:
    """The metadata and the subagents of KNOWN."""
    agents = (_packed((*agent.file, *agent[1:])) for agent in known.subagents)
    return _packed(known.meta), ITEMS.join(agents)


def unpack(stamp: object, folders: object, meta: object, agents: object) -> Known | None:
    """What was packed; None where something else stands there."""
    if not (isinstance(stamp, str) and isinstance(folders, str) and isinstance(meta, str) and isinstance(agents, str)):
        return None
    try:
        found = tuple(map(_agent, agents.split(ITEMS))) if agents else ()
        return Known(stamp, folders, _meta(meta.split(FIELDS)), found)
    except (LookupError, ValueError):
        return None


def can_be_kept(names: Iterable[str]) -> bool:
    """Whether NAMES of files are text that comes back as it was; a file of another name is read each time."""
    text = "".join(names)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return False
    return FIELDS not in text and ITEMS not in text


def _packed(values: Iterable[object]) -> str:
    return FIELDS.join([str(value).translate(_SHOWN) for value in values])


def _meta(parts: list[str]) -> Meta:
    if len(parts) != len(Meta._fields):
        raise ValueError(parts)
    numbers = map(int, parts[_NUMBERS])
    return Meta._make((_STATES[parts[0]], *parts[1 : _NUMBERS.start], *numbers, *parts[_NUMBERS.stop :]))


def _agent(packed: str) -> Subagent:
    name, *parts = packed.split(FIELDS)
    if len(parts) != _AGENT - 1:
        raise ValueError(packed)
    return Subagent(FileStat(name, *map(int, parts[: _STAT - 1])), *parts[_STAT - 1 :])

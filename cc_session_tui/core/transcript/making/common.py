"""What all entries have, and what a record says: the two things that every maker gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypedDict

from cc_session_tui.core.format.blocks import Object, indented

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import Key, Kind, Speaker


class Common(TypedDict):
    """The fields of `Entry`, to be passed on to one of its kinds."""

    kind: Kind
    key: Key
    rows: tuple[int, ...]
    speaker: Speaker
    starts_turn: bool
    time: str
    size: int
    resumed: bool


class Said(NamedTuple):
    """What a record says, readable."""

    text: str
    label: str = ""
    is_error: bool = False


def lines(*parts: str) -> str:
    """PARTS that are not empty, each on lines of its own."""
    return "\n".join(part for part in parts if part)


def facts(value: Object, *, without: tuple[str, ...] = ()) -> str:
    """VALUE as lines of `key: value`; lists of words on one line, what is nested as JSON."""
    return lines(*(f"{key}: {_fact(item)}" for key, item in value.items() if key not in without))


def _fact(value: JSON) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return ", ".join(str(item) for item in value)
    return indented(value)


def words(value: JSON) -> list[str]:
    """The strings of a list; none for anything else."""
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []

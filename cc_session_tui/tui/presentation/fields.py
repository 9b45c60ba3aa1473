"""Fields of JSON that may be anything: what is not of the type wanted counts as missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON


def mapping(value: JSON) -> dict[str, JSON]:
    """VALUE if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: JSON) -> list[JSON]:
    """VALUE if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def field(value: JSON, *names: str) -> JSON:
    """The first of the fields NAMES that VALUE has; None where it is no object."""
    if isinstance(value, dict):
        for name in names:
            if name in value:
                return value[name]
    return None


def text(value: JSON, *names: str) -> str:
    """The field's text, or an empty one."""
    found = field(value, *names)
    return found if isinstance(found, str) else ""


def number(value: JSON, *names: str) -> int | float | None:
    """The field's number, or None."""
    found = field(value, *names)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def whole(value: JSON, *names: str) -> int | None:
    """The field's number if it is a whole one, or None."""
    found = number(value, *names)
    return found if isinstance(found, int) else None

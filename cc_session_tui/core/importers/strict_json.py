"""JSON that somebody hands over, read so that it can be written again: no NaN, no number beyond a float's."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from typing import NoReturn

    from cc_session_tui.core.format.lines import JSON


def parse_json(text: str) -> JSON:
    """The value that TEXT holds as JSON.

    Raises:
        EditError: it is no JSON.
    """
    try:
        value: JSON = json.loads(text, parse_constant=_refuse, parse_float=_number)
    except RecursionError as error:
        raise EditError("no JSON: nested too deep") from error
    except ValueError as error:
        raise EditError(f"no JSON: {error}") from error
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _number(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _refuse(digits)

"""The messages of a file to import: JSON, an array of API messages or `{"messages": [...]}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.core.importers.openai_names import messages_of
from cc_session_tui.core.importers.strict_json import parse_json
from cc_session_tui.core.importers.text_file import read_text

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.format.lines import JSON


def messages_in(path: Path) -> list[dict[str, JSON]]:
    """The messages in the file at PATH, with the API's names; a byte order mark is passed over.

    Raises:
        ReadError: it cannot be read.
        EditError: it is no text, no JSON, or holds no messages; the text does not name the file.
    """
    return messages_of(parse_json(read_text(path).removeprefix("\ufeff")))

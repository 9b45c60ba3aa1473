"""Findings about images: over the API's limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.format.blocks import decoded_size, items, members, pixel_size, string

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding
    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON

MOST_BYTES: Final = 5 << 20
"""What the API takes of one image, in base64."""
MOST_PIXELS: Final = 8000
"""What the API takes of one image, in either direction."""
MANY: Final = 20
"""In a request of more images than these, each may have at most MOST_PIXELS_OF_MANY."""
MOST_PIXELS_OF_MANY: Final = 2000
"""See MANY."""


@dataclass(slots=True)
class Images:
    """The images met so far."""

    ground: Ground
    sent: int = 0
    """Those that a resume loads."""
    _large: list[tuple[int, str, bool]] = field(default_factory=list)
    """(row, why it is large, whether it is over every limit)."""

    def add(self, row: int, record: Object) -> None:
        """Look at the images of RECORD, which is at ROW."""
        for _, image in images_of(record):
            self.sent += row in self.ground.loaded
            if why := over_limit(image):
                self._large.append((row, why, _is_over_all(image)))

    def findings(self) -> Iterator[Finding]:
        """One for each large image."""
        for row, why, is_over_all in self._large:
            if is_over_all:
                severity, effect = Severity.ERROR, f"The API refuses an image of {why}, and so every request with it."
            else:
                severity = Severity.ERROR if self.sent > MANY else Severity.INFO
                effect = f"Among more than {MANY} images the API refuses one of {why}; a resume loads {self.sent}."
            if row not in self.ground.loaded:
                severity, effect = Severity.INFO, f"The API refuses an image of {why}, but a resume does not load it."
            yield self.ground.finding("large_image", severity, [row], effect)


def images_of(record: Object) -> Iterator[tuple[tuple[str | int, ...], Object]]:
    """(path, block) of each image in the content of RECORD, also in its tool_results."""
    for number, block in enumerate(items(members(record.get("message")).get("content"))):
        path: tuple[str | int, ...] = ("message", "content", number)
        if members(block).get("type") == "image":
            yield path, members(block)
        elif members(block).get("type") == "tool_result":
            for inner, item in enumerate(items(members(block).get("content"))):
                if members(item).get("type") == "image":
                    yield (*path, "content", inner), members(item)


def over_limit(image: Object) -> str:
    """Why the API may refuse IMAGE: its size; empty for one within the limits."""
    data = _data(image)
    if len(data) > MOST_BYTES:
        return f"{decoded_size(data):,} bytes"
    width, height = pixel_size(data)
    return f"{width:,} by {height:,} pixels" if max(width, height) > MOST_PIXELS_OF_MANY else ""


def _is_over_all(image: Object) -> bool:
    return len(_data(image)) > MOST_BYTES or max(pixel_size(_data(image))) > MOST_PIXELS


def _data(image: JSON) -> str:
    return string(members(members(image).get("source")).get("data"))

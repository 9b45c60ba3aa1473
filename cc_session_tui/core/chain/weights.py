"""What a resume weighs: the bytes and the estimated tokens of what it sends, and its heaviest records.

Tokens are an estimate. Text has about four bytes a token; a picture costs its pixels, not its bytes: about one token
for 750 pixels, as the API's documentation says.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.format.blocks import pixel_size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.format.lines import JSON

_BYTES_A_TOKEN: Final = 4
_PIXELS_A_TOKEN: Final = 750
_UNKNOWN_IMAGE: Final = 1_600
"""Tokens of an image whose pixels cannot be told: what the largest costs."""


class Weight(NamedTuple):
    """What a record adds to a resume."""

    row: int
    size: int
    """Bytes of its blocks as JSON."""
    tokens: int
    """An estimate."""


def tokens_of(block: Sent) -> int:
    """The estimated tokens of BLOCK."""
    text, images = _parted(block.value)
    return len(json.dumps(text, ensure_ascii=False)) // _BYTES_A_TOKEN + sum(map(_image_tokens, images))


def weights(blocks: Iterable[Sent]) -> tuple[Weight, ...]:
    """What each record of BLOCKS weighs, the heaviest first."""
    sizes: dict[int, tuple[int, int]] = {}
    for block in blocks:
        size, tokens = sizes.get(block.row, (0, 0))
        sizes[block.row] = size + len(json.dumps(block.value, ensure_ascii=False)), tokens + tokens_of(block)
    found = (Weight(row, size, tokens) for row, (size, tokens) in sizes.items() if row >= 0)
    return tuple(sorted(found, key=lambda weight: (-weight.tokens, weight.row)))


def _parted(value: JSON) -> tuple[JSON, list[dict[str, JSON]]]:
    """VALUE without the data of its images, and these."""
    if isinstance(value, dict):
        if value.get("type") == "image" and isinstance(value.get("source"), dict):
            return {"type": "image"}, [value]
        parts = {key: _parted(item) for key, item in value.items()}
        return {key: part for key, (part, _) in parts.items()}, [i for _, found in parts.values() for i in found]
    if isinstance(value, list):
        items = [_parted(item) for item in value]
        return [part for part, _ in items], [image for _, found in items for image in found]
    return value, []


def _image_tokens(image: dict[str, JSON]) -> int:
    source = image["source"]
    data = source.get("data") if isinstance(source, dict) else None
    width, height = pixel_size(data) if isinstance(data, str) else (0, 0)
    return width * height // _PIXELS_A_TOKEN or _UNKNOWN_IMAGE

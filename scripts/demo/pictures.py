"""Small PNG files: a sphere, drawn with whole numbers so that it is the same everywhere."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file."""

    width: int
    height: int
    png: bytes

    @property
    def base64(self) -> str:
        """The file as sessions hold it."""
        return base64.b64encode(self.png).decode()


def sphere(width: int, height: int, *, lit: bool) -> Picture:
    """Draw a sphere before a sky; one that is not LIT is black."""
    rows = (bytes([0, *(_pixel(x, y, width, height, lit=lit) for x in range(width))]) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    # Stored, not compressed: what a zlib library makes of it depends on its version.
    data = zlib.compress(b"".join(rows), 0)
    chunks = [(b"IHDR", header), (b"PLTE", _palette()), (b"IDAT", data), (b"IEND", b"")]
    return Picture(width, height, b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _palette() -> bytes:
    sky = [(90 + at // 2, 130 + at // 2, 200 + at // 3) for at in range(128)]
    ball = [(20 + at * 11 // 6, 10 + at, 10 + at // 2) for at in range(128)]
    return b"".join(bytes(colour) for colour in [*sky, *ball])


def _pixel(x: int, y: int, width: int, height: int, *, lit: bool) -> int:
    radius = height * 3 // 8
    across, down = x - width // 2, y - height // 2
    depth = radius * radius - across * across - down * down
    if depth < 0:
        return y * 127 // height
    if not lit:
        return 128
    shade = (math.isqrt(depth) * 2 - across - 2 * down) * 42 // radius
    return 128 + max(0, min(127, shade))

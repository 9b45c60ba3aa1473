"""Ids that are the same each time: the demo store is a file of the repository."""

from __future__ import annotations

import hashlib
import itertools
import uuid


class Ids:
    """A stream of ids that depends on nothing but its seed."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._count = itertools.count()

    def uuid(self) -> str:
        """Return the next uuid, of version 4 by its looks."""
        return str(uuid.UUID(bytes=self._digest()[:16], version=4))

    def hex(self, length: int) -> str:
        """Return the next LENGTH hexadecimal digits, at most 64."""
        return self._digest().hex()[:length]

    def _digest(self) -> bytes:
        return hashlib.sha256(f"{self._seed}/{next(self._count)}".encode()).digest()

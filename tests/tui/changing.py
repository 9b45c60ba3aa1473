"""A session file to which all kinds of things happen, one after the other, as the seed chooses."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Final

from tests.client import variants
from tests.client.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_GOING_ON: Final = (
    variants.branch,
    variants.parallel_tools,
    variants.thinking,
    variants.compact,
    variants.last_prompt,
    variants.sidechain,
    variants.progress,
    variants.unknown,
    variants.attach,
    variants.api_error,
)
"""What a client does."""
_REWORKING: Final = (variants.drop, variants.reparent, variants.duplicate, variants.shuffle, variants.move)
"""What an editor does."""
_DAMAGE: Final = (b"{\n", b"\xff\xfe\n", b"\x00" * 300, b'{"type":"user"', b"\n\n", b'"\\ud800"\r\n', b"[1]\n")
_MOST_RECORDS: Final = 120


class Changing:
    """The file at PATH, and the session that it holds, or should."""

    def __init__(self, path: Path, seed: int) -> None:
        """A session of SEED."""
        self.path = path
        self._seed = seed
        self._random = random.Random(seed)  # noqa: S311 - no secret
        self._session = Variant(seed)
        self._overwrite(self._session.data())

    def change(self) -> str:
        """Do something to it; tell what."""
        if len(self._session.records) > _MOST_RECORDS:
            self._seed += 1000
            self._session = Variant(self._seed)
            self._anyhow(self._session.data())
            return "another session"
        change = self._random.choice(_CHANGES)
        change(self)
        return change.__name__

    def go_on(self) -> None:
        """The client appends, to whatever is there; perhaps in two pieces."""
        before = len(self._session.data())
        self._random.choice(_GOING_ON)(self._session)
        more = self._session.data()[before:]
        cut = self._random.choice([0, len(more), self._random.randint(0, len(more))])
        self._append(more[:cut])
        self._append(more[cut:])

    def go_on_torn(self) -> None:
        """The client appends, and dies while it does."""
        before = len(self._session.data())
        self._random.choice(_GOING_ON)(self._session)
        more = self._session.data()[before:]
        self._append(more[: self._random.randint(0, len(more))])

    def rework(self) -> None:
        """An editor writes it anew, changed in the middle."""
        self._random.choice(_REWORKING)(self._session)
        self._anyhow(self._session.data())

    def restore(self) -> None:
        """It is written anew, as it should be."""
        self._anyhow(self._session.data())

    def cut_off(self) -> None:
        """It is cut off, anywhere or at the beginning."""
        size = self.path.stat().st_size
        os.truncate(self.path, self._random.choice([0, self._random.randint(0, size), max(0, size - 9)]))

    def shorten(self) -> None:
        """It is written anew, up to a place anywhere."""
        data = self._session.data()
        self._anyhow(data[: self._random.randint(0, len(data))])

    def damage(self) -> None:
        """Something is appended that is no record."""
        self._append(self._random.choice(_DAMAGE))

    def be_on_windows(self) -> None:
        """It is written anew, with the ends of lines of another system."""
        self._anyhow(self._session.data().replace(b"\n", b"\r\n"))

    def touch(self) -> None:
        """Nothing is written to it."""
        os.utime(self.path)

    def _append(self, data: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(data)

    def _anyhow(self, data: bytes) -> None:
        """Have the file hold DATA; in its place only where that is seen at the end of what was read, whatever follows.

        A few bytes that are written over others far before the end, while the file grows, are not.
        """
        is_seen = len(data) != self.path.stat().st_size
        self._random.choice([self._overwrite if is_seen else self._replace, self._replace, self._make_anew])(data)

    def _overwrite(self, data: bytes) -> None:
        self.path.write_bytes(data)

    def _replace(self, data: bytes) -> None:
        new = self.path.with_suffix(".new")
        new.write_bytes(data)
        new.replace(self.path)

    def _make_anew(self, data: bytes) -> None:
        self.path.unlink()
        self.path.write_bytes(data)


_CHANGES: Final[tuple[Callable[[Changing], None], ...]] = (
    Changing.go_on,
    Changing.go_on,
    Changing.go_on,
    Changing.go_on,
    Changing.go_on,
    Changing.go_on_torn,
    Changing.rework,
    Changing.rework,
    Changing.restore,
    Changing.cut_off,
    Changing.shorten,
    Changing.damage,
    Changing.be_on_windows,
    Changing.touch,
)

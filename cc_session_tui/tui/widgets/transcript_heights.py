"""How many lines each entry takes: guesses until an entry was drawn, and where each entry begins.

Entries stand in blocks. Of a block nobody came near only an estimate of its sum is kept, so that 300,000 entries cost
some 2,500 numbers; a block is guessed entry by entry when one looks into it.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_BLOCK: Final = 128
_SAMPLES: Final = 64


class Heights:
    """Lines of each entry, in order; the guesses are replaced one by one by what was measured."""

    def __init__(self, count: int, guess: Callable[[int], int]) -> None:
        """Heights of COUNT entries; GUESS gives a first height of one of them."""
        self._guess = guess
        self._count = 0
        self._mean = 1.0
        self._sums = array("q")
        """Lines of each block."""
        self._blocks: dict[int, array[int]] = {}
        """The heights in the blocks that somebody looked into."""
        self.grow(count)

    def __len__(self) -> int:
        """The number of entries."""
        return self._count

    @property
    def total(self) -> int:
        """Lines of all entries."""
        return sum(self._sums)

    def grow(self, count: int) -> None:
        """Have COUNT entries from now on, not fewer than before; what is known of the others stays."""
        if not self._count:
            self._mean = self._sample(count)
        old = self._count
        self._count = count
        last = old // _BLOCK
        if (block := self._blocks.get(last)) is not None:
            block.extend(self._guess(at) for at in range(old, min(count, (last + 1) * _BLOCK)))
        del self._sums[last:]
        self._sums.extend(self._sum(number) for number in range(last, -(-count // _BLOCK)))

    def before(self, at: int) -> int:
        """Lines above entry AT."""
        number, rest = divmod(at, _BLOCK)
        above = sum(self._sums[:number])
        return above + sum(self._block(number)[:rest]) if rest else above

    def locate(self, y: int) -> tuple[int, int]:
        """The entry in which line Y of all lies, and the line in it; the nearest for a Y outside."""
        number, rest = 0, max(y, 0)
        while number < len(self._sums) - 1 and rest >= self._sums[number]:
            rest -= self._sums[number]
            number += 1
        return self._locate_in(number, rest)

    def set(self, at: int, height: int) -> None:
        """Note that entry AT has HEIGHT lines."""
        number, rest = divmod(at, _BLOCK)
        block = self._block(number)
        self._sums[number] += height - block[rest]
        block[rest] = height

    def _locate_in(self, number: int, rest: int) -> tuple[int, int]:
        """Where line REST of block NUMBER lies."""
        at, height = number * _BLOCK, 0
        for at, height in enumerate(self._block(number), number * _BLOCK):
            if rest < height:
                return at, rest
            rest -= height
        return at, max(height - 1, 0)

    def _block(self, number: int) -> array[int]:
        """The heights in block NUMBER, guessed now if they were not yet."""
        block = self._blocks.get(number)
        if block is None:
            end = min(self._count, (number + 1) * _BLOCK)
            block = array("i", (self._guess(at) for at in range(number * _BLOCK, end)))
            self._blocks[number] = block
            if number < len(self._sums):
                self._sums[number] = sum(block)
        return block

    def _sum(self, number: int) -> int:
        """Lines of block NUMBER: of its heights, or an estimate."""
        if (block := self._blocks.get(number)) is not None:
            return sum(block)
        return round(self._mean * (min(self._count, (number + 1) * _BLOCK) - number * _BLOCK))

    def _sample(self, count: int) -> float:
        """The mean guess of a few of COUNT entries."""
        sample = range(0, count, max(1, count // _SAMPLES))
        return sum(map(self._guess, sample)) / len(sample) if sample else 1.0

"""Two drafts of one file compared: which lines stay, and what becomes of the resumed conversation."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from cc_session_tui.core.format.numbering import line_numbers

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index

Place: TypeAlias = "int | bytes"
"""What tells a row from others: where it stands in the file, or the bytes of a new one."""


class Change(StrEnum):
    """What becomes of a content block."""

    KEPT = "kept"
    PRUNED = "pruned"
    CHANGED = "changed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Said:
    """A content block of the resumed conversation, and what becomes of it."""

    change: Change
    before: Sent | None
    """The block as it is sent now; None for one that is added. Its row is one of the draft before."""
    after: Sent | None
    """The block as it will be sent; None for one that is pruned. Its row is one of the draft after."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What becomes of the lines of a draft; numbers are line numbers, from 1."""

    dropped: tuple[int, ...]
    """Lines of the draft before that are not in the one after."""
    changed: tuple[int, ...]
    """Lines of the draft before that have other bytes in the one after."""
    added: tuple[int, ...]
    """Lines of the draft after that are new."""
    untouched: int
    """How many stay byte for byte."""
    origin: Mapping[int, int]
    """Row of the draft after -> the row of the draft before that it is, with the same or other bytes."""


def compared(before: Draft, after: Draft) -> Comparison:
    """What becomes of the lines of BEFORE in AFTER."""
    old, new = before.index, after.index
    known: defaultdict[Place, deque[int]] = defaultdict(deque)
    for row, place in enumerate(_places(before)):
        known[place].append(row)
    origin: dict[int, int] = {}
    for row, place in enumerate(_places(after)):
        if known.get(place):
            origin[row] = known[place].popleft()
    rewritten = _rewritten(old, new, set(origin.values()), origin)
    changed = {was for row, was in rewritten.items() if not _is_same(old.raw(was), new.raw(row))}
    origin |= rewritten
    stays = set(origin.values())
    numbers, after_numbers = line_numbers(old), line_numbers(new)
    return Comparison(
        tuple(dict.fromkeys(numbers[row] for row in range(len(old)) if row not in stays)),
        tuple(dict.fromkeys(numbers[row] for row in sorted(changed))),
        tuple(dict.fromkeys(after_numbers[row] for row in range(len(new)) if row not in origin)),
        len(origin) - len(changed),
        origin,
    )


def _is_same(line: bytes, other: bytes) -> bool:
    """Whether the lines are the same, but perhaps for the newline at the end of the file."""
    return line.removesuffix(b"\n") == other.removesuffix(b"\n")


def conversation(old: Sequence[Sent], new: Sequence[Sent], lines: Comparison) -> Iterator[Said]:
    """What becomes of the blocks OLD, in the order of the blocks NEW, what goes where it stood."""
    same, changed = _pairs(old, new, lines)
    at = 0
    stays = {*same.values(), *changed.values()}
    for number, block in enumerate(new):
        was = same.get(number, changed.get(number, -1))
        if was < 0:
            yield Said(Change.ADDED, None, block)
            continue
        for gone in range(at, was):
            if gone not in stays:
                yield Said(Change.PRUNED, old[gone], None)
        at = max(at, was + 1)
        yield Said(Change.KEPT if number in same else Change.CHANGED, old[was], block)
    for gone in range(at, len(old)):
        if gone not in stays:
            yield Said(Change.PRUNED, old[gone], None)


def _pairs(old: Sequence[Sent], new: Sequence[Sent], lines: Comparison) -> tuple[dict[int, int], dict[int, int]]:
    """Number of a block of NEW -> the number of the one of OLD that it is: the same ones, and the changed ones."""
    names = [_name(block, block.row) for block in old]
    new_names = [_name(block, lines.origin.get(block.row, -2 - block.row)) for block in new]
    exact = _matched(
        [(n, repr(b.value)) for n, b in zip(names, old, strict=True)],
        [(n, repr(b.value)) for n, b in zip(new_names, new, strict=True)],
    )
    taken = set(exact.values())
    rest = [number for number in range(len(new)) if number not in exact]
    left = [number for number in range(len(old)) if number not in taken]
    found = _matched([names[number] for number in left], [new_names[number] for number in rest])
    return exact, {rest[number]: left[was] for number, was in found.items()}


def _name(block: Sent, origin: int) -> Hashable:
    identity = block.value.get("tool_use_id") if block.row < 0 else origin
    return (str(identity), block.type)


def _matched(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    """Place in NEW -> the place in OLD of what is equal to it, each taken once, in order."""
    known: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for at, item in enumerate(old):
        known[item].append(at)
    return {at: known[item].popleft() for at, item in enumerate(new) if known.get(item)}


def _rewritten(old: Index, new: Index, taken: set[int], known: Mapping[int, int]) -> dict[int, int]:
    """Rows of NEW that are rows of OLD with other bytes: those of the same uuid; without one, of the same kind."""
    left = [row for row in range(len(old)) if row not in taken]
    fresh = [row for row in range(len(new)) if row not in known]
    found = _matched([_identity(old, row) for row in left], [_identity(new, row) for row in fresh])
    return {fresh[at]: left[was] for at, was in found.items()}


def _identity(index: Index, row: int) -> Hashable:
    uuid = (index.record(row) or {}).get("uuid")
    return uuid if isinstance(uuid, str) else (index.kind_of(row),)


def _places(draft: Draft) -> Iterator[Place]:
    """What tells each row of DRAFT: its place in the file where all of it, but for its newline, stands there."""
    index = draft.index
    part, start = 0, 0
    for row in range(len(index)):
        offset, length = index.offset[row], index.length[row]
        while offset >= start + _length(draft, part):
            start += _length(draft, part)
            part += 1
        piece = draft.parts[part]
        inside = offset + length <= start + _length(draft, part)
        if isinstance(piece, tuple) and (inside or index.raw(row)[start + piece[1] - offset :] == b"\n"):
            yield piece[0] + offset - start
        else:
            yield index.raw(row)


def _length(draft: Draft, part: int) -> int:
    piece = draft.parts[part]
    return piece[1] if isinstance(piece, tuple) else len(piece)

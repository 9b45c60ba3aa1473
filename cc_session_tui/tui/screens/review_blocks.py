"""The conversation that a resume loads, before and after some edits, as one list: kept, pruned, changed, added."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.chain.resume import resumed_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.format.index import Index

BYTES_A_TOKEN: Final = 4
"""An estimate: bytes of what is sent that make a token."""
_IMAGE_TOKENS: Final = 1600
"""What the API counts for a large image, whatever its bytes."""


class Fate(StrEnum):
    """What becomes of a block; the value marks it."""

    KEPT = " "
    PRUNED = "\N{MINUS SIGN}"
    CHANGED = "~"
    ADDED = "+"


class Piece(NamedTuple):
    """A content block of the conversation, before or after."""

    uuid: str
    """Of its record; empty for a block that the client adds."""
    sent: Sent
    text: str
    """The block as JSON."""

    @property
    def tokens(self) -> int:
        """About how many tokens it takes."""
        return _IMAGE_TOKENS if self.sent.type == "image" else len(self.text) // BYTES_A_TOKEN


class Change(NamedTuple):
    """A block, and what becomes of it."""

    fate: Fate
    piece: Piece
    """The block after; before, where it goes."""
    saved: int = 0
    """Tokens that it takes less than before."""


class Conversation(NamedTuple):
    """What a resume loads, before and after."""

    changes: tuple[Change, ...]
    before: int
    """Tokens, estimated."""
    after: int

    @property
    def resumes(self) -> bool:
        """Whether there is something to resume after."""
        return any(change.fate is not Fate.PRUNED for change in self.changes)


def conversation(before: Index, after: Index) -> Conversation:
    """What a resume of BEFORE loads, and of AFTER."""
    old, new = _pieces(before), _pieces(after)
    changes = tuple(_changes(old, new))
    return Conversation(changes, sum(piece.tokens for piece in old), sum(piece.tokens for piece in new))


def _pieces(index: Index) -> list[Piece]:
    uuids = {row: uuid for uuid, row in index.rows.items()}
    return [
        Piece(uuids.get(sent.row, ""), sent, json.dumps(sent.value, ensure_ascii=False))
        for sent in resumed_blocks(index)
    ]


def _changes(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[Change]:
    keys = [[(piece.uuid, hash(piece.text)) for piece in pieces] for pieces in (old, new)]
    for same, i, j, k, n in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if same == "equal":
            yield from (Change(Fate.KEPT, piece) for piece in new[k:n])
        else:
            yield from _exchanged(old[i:j], new[k:n])


def _exchanged(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[Change]:
    """OLD blocks that give way to NEW ones: those of one record and type are one that changed."""
    left = list(new)
    for piece in old:
        at = next((at for at, other in enumerate(left) if _is_same(piece, other)), -1)
        if at < 0:
            yield Change(Fate.PRUNED, piece, piece.tokens)
            continue
        yield from (Change(Fate.ADDED, other, -other.tokens) for other in left[:at])
        yield Change(Fate.CHANGED, left[at], piece.tokens - left[at].tokens)
        del left[: at + 1]
    yield from (Change(Fate.ADDED, other, -other.tokens) for other in left)


def _is_same(old: Piece, new: Piece) -> bool:
    return bool(old.uuid) and (old.uuid, old.sent.type) == (new.uuid, new.sent.type)

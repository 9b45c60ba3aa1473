"""What a save will change: the core's review, and what of it is to be said of single lines."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.findings import CODES, findings
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.comparing import compared, conversation
from cc_session_tui.core.editing.review import Review, tokens
from cc_session_tui.core.format.numbering import line_numbers
from cc_session_tui.tui.presentation.words import count_words, size_words
from cc_session_tui.tui.screens.edit_fates import LOST, Fate
from cc_session_tui.tui.screens.edit_growing import became
from cc_session_tui.tui.screens.edit_state import result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.editing.comparing import Comparison, Said
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.tui.screens.edit_fates import Growth
    from cc_session_tui.tui.screens.edit_state import Edits


class Talk(NamedTuple):
    """What a resume loads, before and after."""

    blocks: tuple[Said, ...]
    before: int
    """Tokens, estimated."""
    after: int


class Reviewed(NamedTuple):
    """What a save of some edits will change."""

    draft: Draft
    """What is saved."""
    core: Review
    size: tuple[int, int]
    """Lines before and after."""
    changed: tuple[str, ...]
    """Of each changed line its number, and which fields are others: `61 content`."""
    added: tuple[str, ...]
    """Of each new line its number, and what it is: `94 user`."""
    mended: tuple[str, ...]
    """What was wrong, and is not any more."""
    notes: tuple[str, ...]
    """What else a person should know."""
    refusal: str = ""
    """Why the file itself may not be written; empty where it may."""

    @property
    def talk(self) -> Talk:
        """The conversation, before and after."""
        return Talk(self.core.conversation, self.core.tokens_before, self.core.tokens_after)


def talk_of(before: Draft, after: Draft) -> Talk:
    """What a resume of BEFORE loads, and of AFTER.

    Raises:
        ReadError: the file cannot be read.
    """
    old, new = resumed_blocks(before.index), resumed_blocks(after.index)
    blocks = conversation(old, new, compared(before, after))
    return Talk(tuple(blocks), tokens(old), tokens(new))


def reviewed(edits: Edits) -> Reviewed:
    """What a save of EDITS will change.

    Raises:
        EditError: a line cannot be changed.
        ReadError: the file is shorter than it was, or cannot be read.
    """
    done, file = result(edits.now), became(edits)
    before, after = edits.base.index, done.draft.index
    core = Review.of(edits.base, done.draft)
    return Reviewed(
        done.draft,
        core,
        (len(before), len(after)),
        tuple(_changed(before, after, core.lines)),
        tuple(_added(after, core.lines)),
        tuple(_mended(before, after)),
        tuple(dict.fromkeys((*_missing(file), *edits.now.notes, *done.notes, *_only_disk(before, after, core.lines)))),
        _refusal(file),
    )


def _missing(file: Growth) -> Iterator[str]:
    """What is said of records that came to the FILE under the edits, and are not in them."""
    if count := file.records:
        they_are = "it is" if count == 1 else "they are"
        yield f"{count_words(count, 'record')} came meanwhile: {they_are} not in what is saved."


def _refusal(file: Growth) -> str:
    """Why edits of what the FILE was cannot be saved in it."""
    if file.fate not in LOST:
        return ""
    what = "is gone" if file.fate is Fate.GONE else f"was {file.fate}"
    return f"the file {what}: the edits stand on what it held, and can only be saved as a new session"


def _only_disk(before: Index, after: Index, lines: Comparison) -> Iterator[str]:
    """What is said of records that go, and are not sent anyway, since they stand before the last compaction."""
    now = {was: row for row, was in lines.origin.items()}
    freed = [size for was in _compacted(before) if (size := _freed(before, was, after, now.get(was))) > 0]
    if freed:
        records, disk = count_words(len(freed), "record"), size_words(sum(freed))
        yield f"{records} before the last compaction pruned: that frees disk ({disk}), not context."


def _freed(before: Index, was: int, after: Index, row: int | None) -> int:
    """The bytes that a prune took of the record WAS, which is ROW now, or gone; none if it only hangs elsewhere."""
    if row is None:
        return before.length[was]
    size = before.length[was] - after.length[row]
    return size if size > 0 and _difference(before, was, after, row) != "parentUuid" else 0


def _compacted(index: Index) -> list[int]:
    """Rows of the conversation above its last compact boundary that a resume does not send."""
    graph, rows = Graph(index), chain_of(index).rows
    last = max((at for at, row in enumerate(rows) if graph.is_boundary(row)), default=0)
    sent = {block.row for block in resumed_blocks(index)}
    return [row for row in rows[:last] if row not in sent]


def _changed(before: Index, after: Index, lines: Comparison) -> Iterator[str]:
    numbers, changed = line_numbers(before), set(lines.changed)
    for row, was in sorted(lines.origin.items(), key=lambda pair: pair[1]):
        if numbers[was] in changed and (names := _difference(before, was, after, row)):
            yield f"{numbers[was]:,} {names}"


def _difference(old: Index, was: int, new: Index, row: int) -> str:
    """Which fields of a record are others; empty where none is."""
    before, after = old.record(was) or {}, new.record(row) or {}
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return ", ".join("content" if name == "message" else name for name in names)


def _added(after: Index, lines: Comparison) -> Iterator[str]:
    numbers = line_numbers(after)
    return (f"{numbers[row]:,} {after.kind_of(row)}" for row in range(len(after)) if row not in lines.origin)


def _mended(before: Index, after: Index) -> Iterator[str]:
    """What there is less of in AFTER than in BEFORE, each as often as it went."""
    left = Counter(finding.code for finding in findings(after))
    for code, count in Counter(finding.code for finding in findings(before)).items():
        yield from [CODES[code]] * (count - left[code])

"""Edits of a file that changes under them: put onto what it is by now, where it only grew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.editing.copied import CopiedSource
from cc_session_tui.core.editing.draft import Draft, with_end
from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.format.index import Flag, Index
from cc_session_tui.core.format.source import BytesSource, FileSource, begins_alike
from cc_session_tui.tui.screens.edit_fates import Fate, Growth

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.format.source import Source
    from cc_session_tui.tui.screens.edit_state import Edits

    ReadOn = Callable[[Index], object]

_CHUNK: Final = 1 << 20


def grow(edits: Edits, read_on: ReadOn = Index.extend) -> Growth:
    """EDITS as their file is now; their indexes are READ_ON.

    Raises:
        ReadError: the file cannot be read.
    """
    old, path = edits.base.seen, edits.base.base.path
    now = Stamp.of(path)
    if old is None or old == now:
        return Growth(Fate.NONE, edits)
    fate = Fate.GONE if now is None else _judged(edits.base, FileSource(path), old, now)
    if now is None or fate in {Fate.SHORTENED, Fate.REWRITTEN}:
        return Growth(fate, edits, is_safe=_is_safe(edits.base, old))
    records = _lines(FileSource(path), old.size, now.size)
    if fate is Fate.GROWN and not _goes_on(edits):
        return Growth(Fate.APART if records else Fate.NONE, edits, records)
    return Growth(fate, edits if fate is Fate.NONE else _grown(edits, now, read_on), records)


def _judged(base: Draft, file: FileSource, old: Stamp, now: Stamp) -> Fate:
    """What happened to FILE, which was OLD and is NOW; of a file that grew, only its end as it was is compared."""
    if now.size < old.size:
        return Fate.SHORTENED
    is_other = now.inode != old.inode
    if not old.ends(file) or (is_other and not isinstance(base.base, CopiedSource)):
        return Fate.REWRITTEN
    if is_other and not begins_with(file, base):
        return Fate.REWRITTEN
    return Fate.GROWN if now.size > old.size else Fate.NONE


def _is_safe(base: Draft, old: Stamp) -> bool:
    return isinstance(base.base, CopiedSource) or (base.base.size() >= old.size and old.ends(base.base))


def _grown(edits: Edits, now: Stamp, read_on: ReadOn) -> Edits:
    """EDITS on their file as it is NOW; states that share a draft still do."""
    drafts: dict[int, Draft] = {}

    def moved(draft: Draft) -> Draft:
        if id(draft) not in drafts:
            drafts[id(draft)] = draft.grown(now, read_on)
        return drafts[id(draft)]

    return edits.on(moved(edits.base), lambda state: state._replace(draft=moved(state.draft)), is_grown=True)


def _lines(file: FileSource, start: int, end: int) -> int:
    return sum(file.read(at, min(_CHUNK, end - at)).count(b"\n") for at in range(start, end, _CHUNK))


def rebased(edits: Edits) -> Edits | None:
    """EDITS on what their file is now, compared byte by byte.

    None where it did not only grow, or where records were added to both.

    Raises:
        ReadError: the file cannot be read.
    """
    old = edits.base
    new = Draft.open_copy(old.base.path)
    if old.seen is None or new.seen is None or not begins_with(new.base, old):
        return None
    is_longer = new.seen.size > old.seen.size
    if is_longer and not _goes_on(edits):
        return None
    grown, seen = (old.seen.size, new.seen.size), new.seen
    return edits.on(new, lambda state: state._replace(draft=Draft(new.base, seen, with_end(state.draft.parts, *grown))))


def became(edits: Edits) -> Growth:
    """What became of the file of EDITS, which stay on what it was.

    Raises:
        ReadError: the file cannot be read.
    """
    old, path = edits.base.seen, edits.base.base.path
    now = Stamp.of(path)
    if old is None or old == now:
        return Growth(Fate.NONE, edits)
    if now is None:
        return Growth(Fate.GONE, edits)
    file = FileSource(path)
    fate = _judged(edits.base, file, old, now)
    return Growth(fate, edits, _lines(file, old.size, now.size) if fate is Fate.GROWN else 0)


def begins_with(file: Source, draft: Draft) -> bool:
    """Whether FILE begins with all that was read for DRAFT, which has not been edited.

    A draft without a copy may be of the very bytes of FILE: then only their end tells.

    Raises:
        ReadError: one of them cannot be read.
    """
    seen = draft.seen
    return seen is not None and seen.ends(file) and begins_alike(file, draft.base, seen.size)


def _goes_on(edits: Edits) -> bool:
    """Whether records may follow at the end of every state: none was added there or elsewhere, no line is torn."""
    base, drafts = edits.base, [state.draft for state in edits.states]
    new = {id(part): part for draft in drafts for part in draft.parts if isinstance(part, bytes)}
    if not base.ends_line and any(isinstance(part, bytes) for draft in drafts for part in draft.parts[-1:]):
        return False
    return not any(_adds(base, Index.of(BytesSource(part))) for part in new.values())


def _adds(base: Draft, new: Index) -> bool:
    """Whether the records in NEW are others than those of BASE."""
    return not new.rows.keys() <= base.index.rows.keys() or _has_unnamed(new)


def _has_unnamed(index: Index) -> bool:
    return any(not flags & Flag.HAS_UUID for flags in index.flags)

"""A draft saved as a new session, whole or up to a record; the session that it was opened from stays as it is."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from cc_session_tui.core.editing.copying import Exchange, all_or_nothing, copy_companion
from cc_session_tui.core.editing.edits.forking import forked, marked, names
from cc_session_tui.core.editing.writer import replace
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cc_session_tui.core.editing.draft import Draft


def save_as_new(draft: Draft) -> Path:
    """DRAFT as a new session beside its own, with copies of all that is the session's; return the file.

    Raises:
        EditError: there is nothing in it.
        ReadError: it cannot be read.
        WriteError: it cannot be written; nothing of it is left.
    """
    if not len(draft.index):
        raise EditError("there is nothing to save")
    return _save(draft, lambda _: True, lambda line: line)


def fork_session(draft: Draft, row: int | None = None) -> Path:
    """The conversation of DRAFT up to ROW (without it: all that a resume takes) as a new session; return the file.

    Each record tells by `forkedFrom` where it comes from, as those of the client's /branch do. Companion files come
    along where the conversation still names them.

    Raises:
        EditError: ROW is in no conversation.
        ReadError: the session cannot be read.
        WriteError: the fork cannot be written; nothing of it is left.
    """
    fork = forked(draft, row)
    origin = draft.base.path.stem
    return _save(fork, lambda file: names(fork, file), lambda line: marked(line, origin))


def _save(draft: Draft, is_wanted: Callable[[Path], bool], change: Callable[[bytes], bytes]) -> Path:
    path = draft.base.path
    target = path.with_name(f"{uuid.uuid4()}.jsonl")
    exchange = Exchange(path, target)
    with all_or_nothing(target, f"save {path} as a new session"):
        replace(target, (change(exchange(draft.index.raw(row))) for row in range(len(draft.index))), None)
        copy_companion(path, target, exchange, is_wanted)
    return target

"""What a save will change, worked out: the conversation, the lines, what is to be said of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from cc_session_tui.core.chain.findings import CODES, Severity, findings
from cc_session_tui.tui.presentation.words import count_words
from cc_session_tui.tui.screens.edit_state import result
from cc_session_tui.tui.screens.review_blocks import Fate, conversation
from cc_session_tui.tui.screens.review_lines import lines_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.tui.screens.edit_state import Edits
    from cc_session_tui.tui.screens.review_blocks import Conversation
    from cc_session_tui.tui.screens.review_lines import Lines


class Review(NamedTuple):
    """What a save of some edits will change."""

    draft: Draft
    """What is saved."""
    conversation: Conversation
    lines: Lines
    mended: tuple[str, ...]
    """What was wrong, and is not any more."""
    broken: tuple[str, ...]
    """What goes wrong by the edits."""
    notes: tuple[str, ...]
    """What else a person should know."""


def review(edits: Edits) -> Review:
    """What a save of EDITS will change.

    Raises:
        EditError: a line cannot be changed.
        ReadError: the file is shorter than it was, or cannot be read.
    """
    done = result(edits.now)
    before, after = findings(edits.base.index), findings(done.draft.index)
    talk = conversation(edits.base.index, done.draft.index)
    return Review(
        done.draft,
        talk,
        lines_of(edits.base, done.draft),
        _more(before, after),
        tuple(_broken(before, after, talk)),
        tuple(dict.fromkeys((*edits.now.notes, *done.notes))),
    )


def _broken(before: Sequence[Finding], after: Sequence[Finding], talk: Conversation) -> list[str]:
    bad = [*_more(_errors(after), _errors(before))]
    if not talk.resumes:
        return ["nothing is left that a resume could load", *bad]
    first = next(change.piece.sent for change in talk.changes if change.fate is not Fate.PRUNED)
    return bad if first.role == "user" else ["the conversation does not begin with a prompt", *bad]


def _errors(found: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in found if finding.severity is not Severity.INFO]


def _more(these: Sequence[Finding], than: Sequence[Finding]) -> tuple[str, ...]:
    """What there is more of in THESE findings THAN in those, each kind once."""
    counts, others = _counts(these), _counts(than)
    return tuple(
        CODES[code] + (f" ({count_words(more, 'time')})" if more > 1 else "")
        for code, count in counts.items()
        if (more := count - others.get(code, 0)) > 0
    )


def _counts(found: Sequence[Finding]) -> Counter[str]:
    return Counter(finding.code for finding in found)

"""Findings mended: one of them, or all of some codes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.chain.findings import CODES, Severity, findings
from cc_session_tui.core.editing.repairs import calls, contents, envelopes, lines, links
from cc_session_tui.core.editing.repairs.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.chain.findings.found import Look
    from cc_session_tui.core.editing.draft import Draft

_REPAIRS: Final[dict[str, Callable[[Changes, Finding], None]]] = {
    "damaged_line": lines.remove,
    "torn_last_line": lines.end_line,
    "missing_final_newline": lines.end_line,
    "glued_lines": lines.split,
    "nul_run": lines.without_nul,
    "not_strict_json": lines.make_strict,
    "lone_surrogate": lines.whole_characters,
    "duplicate_uuid": links.keep_one_copy,
    "self_parent": links.open_circle,
    "cycle": links.open_circle,
    "unknown_type_in_chain": links.pass_over,
    "dangling_parent": links.relink,
    "stale_last_prompt": links.name_newest,
    "tool_use_without_result": calls.answer,
    "tool_result_without_use": calls.remove_results,
    "repeated_tool_use_id": calls.rename,
    "empty_text_block": contents.remove_empty_text,
    "empty_message": contents.remove_message,
    "hollow_thinking": contents.remove_thinking,
    "unsigned_thinking": contents.remove_thinking,
    "boundary_missing_metadata": contents.give_metadata,
    "boundary_with_parent": contents.make_root,
    "large_image": contents.replace_images,
    "foreign_session_id": envelopes.own_session,
    "file_name_mismatch": envelopes.own_session,
    "odd_timestamp": envelopes.give_times,
    "hidden_from_picker": envelopes.show_in_picker,
}


_MOST_ROUNDS: Final = 4
"""A repair may show what was hidden, such as the next gap above the one that was closed."""


class Mended(NamedTuple):
    """What `mend` made."""

    draft: Draft
    findings: tuple[Finding, ...]
    """What it mended, in the order in which it did; rows and lines are those of the draft at that moment."""


def repair_of(finding: Finding) -> Callable[[Draft], Draft] | None:
    """What mends FINDING in the draft whose index has it; None where nothing does.

    The repair raises ReadError where the file cannot be read.
    """
    return partial(_repaired, found=(finding,)) if finding.can_mend and finding.code in _REPAIRS else None


def mend(draft: Draft, codes: Collection[str] | None = None, look: Look = findings) -> Mended:
    """DRAFT with all findings of CODES mended that can be: code by code, each looked for after the one before.

    Without CODES all are mended that are more than good to know: the errors and warnings. LOOK finds them.

    Raises:
        ReadError: the file cannot be read.
    """
    mended: list[Finding] = []
    for _ in range(_MOST_ROUNDS):
        after, found = _round(draft, codes, look)
        if after is draft:
            break
        draft = after
        mended += found
    return Mended(draft, tuple(mended))


def _round(draft: Draft, codes: Collection[str] | None, look: Look) -> tuple[Draft, list[Finding]]:
    """DRAFT with the findings of each code mended once, and these."""
    mended: list[Finding] = []
    done: set[str] = set()
    while todo := _first([f for f in look(draft.index) if f.can_mend and f.code not in done], codes):
        done.add(todo[0].code)
        after = _repaired(draft, todo)
        if after is not draft:
            draft = after
            mended += todo
    return draft, mended


def _first(there: list[Finding], codes: Collection[str] | None) -> list[Finding]:
    """Of the findings that are THERE those of the first code, in the order of CODES, that is wanted."""
    found = [f for f in there if _is_wanted(f, codes)]
    first = min((list(CODES).index(f.code) for f in found), default=-1)
    return [f for f in found if f.code == list(CODES)[first]]


def _is_wanted(finding: Finding, codes: Collection[str] | None) -> bool:
    return finding.severity is not Severity.INFO if codes is None else finding.code in codes


def _repaired(draft: Draft, found: Sequence[Finding]) -> Draft:
    changes = Changes(draft)
    for finding in found:
        _REPAIRS[finding.code](changes, finding)
    return changes.draft()

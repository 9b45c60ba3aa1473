"""A review as text, and as an object for --json."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from cc_session_tui.cli.visible import cut, one_line, visible
from cc_session_tui.core.editing.comparing import Change
from cc_session_tui.core.format.numbering import line_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.editing.comparing import Said
    from cc_session_tui.core.editing.review import Review
    from cc_session_tui.core.format.index import Index

_WIDTH: Final = 100
_MOST_LINES: Final = 12


def review_lines(review: Review, notes: Sequence[str] = ()) -> Iterator[str]:
    """REVIEW as lines of text: the conversation as a diff, the lines of the file, the tokens, and what is wrong."""
    yield "The conversation that a resume takes:"
    yield from (f"  {line}" for line in _conversation(review.conversation))
    yield ""
    yield f"Lines: {_line_counts(review)}"
    saved = review.tokens_saved
    words = f"{abs(saved):,} {'fewer' if saved >= 0 else 'more'}"
    yield f"Tokens (estimated): {review.tokens_before:,} before, {review.tokens_after:,} after: {words}"
    yield f"Bytes: {review.bytes_before:,} before, {review.bytes_after:,} after"
    yield from (f"Note: {note}" for note in notes)
    for finding in review.findings:
        yield f"{finding.severity.capitalize()}: {finding.code}, line {_numbers(finding.lines)}: {finding.effect}"
    if review.resumes:
        yield "It resumes."
    yield from (f"It does not resume as a conversation should: {visible(problem)}" for problem in review.problems)


def review_object(review: Review, before: Index, after: Index, notes: Sequence[str] = ()) -> dict[str, Any]:
    """REVIEW as an object for --json; line numbers are those of the file BEFORE, of added ones those AFTER."""
    old, new = line_numbers(before), line_numbers(after)
    return {
        "conversation": [_said_object(said, old, new) for said in review.conversation],
        "lines": {
            "dropped": list(review.lines.dropped),
            "changed": list(review.lines.changed),
            "added": list(review.lines.added),
            "untouched": review.lines.untouched,
        },
        "tokens": {"before": review.tokens_before, "after": review.tokens_after, "saved": review.tokens_saved},
        "bytes": {"before": review.bytes_before, "after": review.bytes_after},
        "resumes": review.resumes,
        "problems": list(review.problems),
        "findings": [
            {"code": f.code, "severity": str(f.severity), "lines": list(f.lines), "effect": f.effect}
            for f in review.findings
        ],
        "notes": list(notes),
    }


def _conversation(conversation: Sequence[Said]) -> Iterator[str]:
    """The blocks that change, and how many are kept between them."""
    kept = 0
    for said in conversation:
        if said.change is Change.KEPT:
            kept += 1
            continue
        if kept:
            yield f"  … {kept} kept"
        kept = 0
        for sign, block in _sides(said):
            yield cut(f"{sign} {block.role} {block.type} {_words(block)}".rstrip(), _WIDTH)
    if kept:
        yield f"  … {kept} kept"


def _sides(said: Said) -> Iterator[tuple[str, Sent]]:
    if said.before is not None:
        yield "-", said.before
    if said.after is not None:
        yield "+", said.after


def _words(block: Sent) -> str:
    value = block.value
    for key in ("text", "thinking", "content"):
        if isinstance(found := value.get(key), str):
            return one_line(found)
    name = value.get("name")
    return one_line(f"{name} {json.dumps(value.get('input'))}" if name else json.dumps(value))


def _line_counts(review: Review) -> str:
    lines = review.lines
    parts = [
        f"{len(found)} {word} ({_numbers(found)})"
        for word, found in (("dropped", lines.dropped), ("changed", lines.changed), ("added", lines.added))
        if found
    ]
    return ", ".join([*parts, f"{lines.untouched} untouched"])


def _numbers(lines: Sequence[int]) -> str:
    """LINES as ranges: 3-6, 9."""
    ranges: list[list[int]] = []
    for line in sorted(lines):
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in ranges[:_MOST_LINES]]
    return ", ".join(shown) + (", …" if len(ranges) > _MOST_LINES else "")


def _said_object(said: Said, old: Sequence[int], new: Sequence[int]) -> dict[str, Any]:
    block = said.after or said.before
    lines = new if said.after is not None else old
    return {
        "change": str(said.change),
        "role": block.role if block else "",
        "type": block.type if block else "",
        "line": lines[block.row] if block and block.row >= 0 else None,
        "before": said.before.value if said.before is not None else None,
        "after": said.after.value if said.after is not None else None,
    }

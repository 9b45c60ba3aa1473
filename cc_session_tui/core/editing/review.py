"""What a save will change: the resumed conversation, the lines, the tokens, and whether it still resumes.

It looks at two drafts of one file, and needs no word of the edits between them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.findings import Severity, findings
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.weights import tokens_of
from cc_session_tui.core.editing.comparing import Comparison, Said, compared, conversation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.chain.sending import Sent
    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.format.index import Index


@dataclass(frozen=True, slots=True)
class Review:
    """What a save of a draft will change."""

    conversation: tuple[Said, ...]
    """What a resume sends before and after, block by block."""
    lines: Comparison
    """What becomes of the lines."""
    tokens_before: int
    """What a resume sends, at four bytes a token: an estimate."""
    tokens_after: int
    problems: tuple[str, ...]
    """Why the result does not resume as a conversation should, a sentence each; empty where it does."""
    findings: tuple[Finding, ...]
    """What is wrong with the result that was not wrong before. Rows and lines are those of the result."""

    bytes_before: int
    """The size of the file; what stands before a compaction takes room there, and none in what is sent."""
    bytes_after: int

    @classmethod
    def of(cls, before: Draft, after: Draft) -> Review:
        """The review of AFTER against BEFORE.

        Raises:
            ReadError: the file cannot be read.
        """
        lines = compared(before, after)
        old, new = resumed_blocks(before.index), resumed_blocks(after.index)
        found = _new_findings(before.index, after.index, lines)
        return cls(
            tuple(conversation(old, new, lines)),
            lines,
            tokens(old),
            tokens(new),
            tuple(_problems(new, found)),
            found,
            before.source.size(),
            after.source.size(),
        )

    @property
    def resumes(self) -> bool:
        """Whether the result resumes as a conversation should."""
        return not self.problems

    @property
    def tokens_saved(self) -> int:
        """Tokens that a resume sends less, an estimate; negative where it sends more."""
        return self.tokens_before - self.tokens_after


def tokens(blocks: Iterable[Sent]) -> int:
    """Tokens of BLOCKS: an estimate, see `weights`."""
    return sum(map(tokens_of, blocks))


def _new_findings(old: Index, new: Index, lines: Comparison) -> tuple[Finding, ...]:
    known = {(finding.code, finding.rows) for finding in findings(old)}
    return tuple(
        finding
        for finding in findings(new)
        if (finding.code, tuple(sorted(lines.origin.get(row, -1) for row in finding.rows))) not in known
        and not _is_part(finding, known, lines)
    )


def _is_part(finding: Finding, known: set[tuple[str, tuple[int, ...]]], lines: Comparison) -> bool:
    """Whether FINDING is what is left of one that is KNOWN."""
    rows = {lines.origin.get(row, -1) for row in finding.rows}
    return any(code == finding.code and rows <= set(its) for code, its in known)


def _problems(blocks: Sequence[Sent], found: Iterable[Finding]) -> Iterable[str]:
    if not blocks:
        yield "Nothing is left that a resume could send."
        return
    said = [block for block in blocks if block.type != "attachment"]
    if not said:
        yield "No message is left."
    elif said[0].role != "user":
        yield "The conversation begins with a reply, and not with a prompt."
    elif said[0].type == "tool_result":
        yield "The conversation begins with a tool_result, and not with a prompt."
    for finding in found:
        if finding.severity is Severity.ERROR:
            yield finding.effect

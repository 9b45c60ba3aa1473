"""One session checked, and mended if that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.chain.findings import Severity, findings
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.repairs import mend
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.errors import ReadError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.chain.findings.found import Look


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in a session, and what was done about it."""

    path: Path
    mended: tuple[Finding, ...]
    left: tuple[Finding, ...]
    backup: str | None = None
    """Id of the backup of the file as it was; None where nothing was replaced."""
    sent: tuple[int, int] | None = None
    """How many content blocks a resume sends before and after; None where nothing was mended."""
    written: bool = False

    @property
    def found(self) -> tuple[Finding, ...]:
        """All findings, those that were mended first."""
        return self.mended + self.left

    @property
    def is_bad(self) -> bool:
        """Whether there are errors or warnings: where the repairs were written, those that are left."""
        counted = self.left if self.written else self.found
        return any(finding.severity is not Severity.INFO for finding in counted)

    def objects(self, *, fix: bool) -> Iterator[dict[str, Any]]:
        """One object a finding, for JSON; with FIX, whether it was mended."""
        for number, finding in enumerate(self.found):
            done = {"fixed": self.written and number < len(self.mended), "backup": self.backup} if fix else {}
            yield {
                "id": self.path.stem,
                "path": str(self.path),
                "code": finding.code,
                "severity": str(finding.severity),
                "lines": list(finding.lines),
                "effect": finding.effect,
                "can_fix": finding.can_mend,
                **done,
            }


def checked(
    path: Path, codes: Collection[str] | None, *, fix: bool, write: bool = False, look: Look = findings
) -> Checked:
    """The session at PATH checked; if FIX, the findings of CODES mended (see `mend`), and, if WRITE, written.

    LOOK finds what is wrong.

    Raises:
        ConflictError: the file changed meanwhile.
        ReadError: it cannot be read, or is gone.
        WriteError: it cannot be written.
    """
    draft = Draft.open(path)
    if draft.seen is None:
        raise ReadError(f"cannot read {path}: there is no such file")
    if not fix:
        return Checked(path, (), look(draft.index))
    after, mended = mend(draft, codes, look)
    left = look(after.index)
    if not mended:
        return Checked(path, (), left)
    sent = len(resumed_blocks(draft.index)), len(resumed_blocks(after.index))
    backup = save(after).backup if write else None
    return Checked(path, mended, left, backup.id if backup else None, sent, write)

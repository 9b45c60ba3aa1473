"""What the benchmarks run on: sessions of several sizes, and stores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.corpus import WORDS, seeded

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Plan:
    """A Claude dir to make."""

    name: str
    sessions: int
    size: int
    """Bytes of all sessions together, roughly."""
    projects: int = 1

    def session_id(self, number: int) -> str:
        """Give the id of the session ``number``, counted from 0."""
        return f"{number:08x}-0000-4000-8000-{self.size:012d}"

    def cwd(self, number: int) -> str:
        """Give the folder that the session ``number`` ran in; the first folders hold the most."""
        project = int(self.projects * seeded(self.name, "cwd", number).random() ** 2)
        return f"/w/{WORDS[-1 - project]}-{project}"

    def path(self, claude_dir: Path, number: int = 0) -> Path:
        """Give the file of the session ``number`` in the Claude dir."""
        folder = self.cwd(number).replace("/", "-")
        return claude_dir / "projects" / folder / f"{self.session_id(number)}.jsonl"


PLANS = {
    plan.name: plan
    for plan in (
        Plan("s1", 1, 1_000_000),
        Plan("s10", 1, 10_000_000),
        Plan("s100", 1, 100_000_000),
        Plan("s500", 1, 500_000_000),
        Plan("store200", 200, 80_000_000, 12),
        Plan("store", 5000, 2_000_000_000, 60),
    )
}
"""Everything the benchmarks know how to make, by name."""

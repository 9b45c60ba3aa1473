"""A case of tests/data/cases: files as users had them, and what a reader must make of them (case.json)."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.paths import project_path_to_hash
from cc_session_tui.core.store.store import Store
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Project, Session
    from cc_session_tui.core.transcript.entries import Entry, Kind

ROOT = Path("tests/data/cases")
CASES = sorted(path.parent for path in ROOT.glob("*/case.json"))
ALL = 3
"""The detail in which each record is an entry of its own."""


@dataclass
class Case:
    """One case, and a folder to work in."""

    folder: Path
    place: Path

    @property
    def input(self) -> Path:
        """Its files."""
        return self.folder / "input"

    @property
    def files(self) -> list[Path]:
        """Every session file of it, those of subagents too."""
        return sorted(path for path in self.input.rglob("*.jsonl") if path.is_file() and path.name != "history.jsonl")

    @property
    def data(self) -> bytes:
        """The bytes of its only session."""
        return self.files[0].read_bytes()

    @cached_property
    def document(self) -> Document:
        """Its only session (of several, the first), opened."""
        return Document.open(self.files[0])

    def entries(self, *kinds: Kind, view: ViewName = ViewName.HISTORY, detail: int = ALL) -> list[Entry]:
        """The entries of VIEW; those of KINDS only, where any are given."""
        shown = self.document.view(view, detail)
        return [shown.entry(at) for at in range(len(shown)) if not kinds or shown.kind(at) in kinds]

    @cached_property
    def claude_dir(self) -> Path:
        """A Claude dir that holds its files: as they lie in the case, or in the folder of their `cwd`."""
        if (self.input / "projects").is_dir():
            shutil.copytree(self.input, self.place / "claude")
        else:
            shutil.copytree(self.input, self.place / "claude" / "projects" / project_path_to_hash("/home/u/proj"))
        return self.place / "claude"

    @cached_property
    def projects(self) -> tuple[Project, ...]:
        """The projects of `claude_dir`, every session read whole."""
        store = Store(self.claude_dir)
        found = [session for project in store.scan() for session in project.sessions]
        return store.regroup(list(store.fill(found, full=True)))

    @cached_property
    def sessions(self) -> list[Session]:
        """All sessions of `projects`, and those that are gone, by id."""
        there = [session for project in self.projects for session in project.sessions]
        return sorted([*there, *Store(self.claude_dir).deleted()], key=lambda session: session.session_id)

    @property
    def session(self) -> Session:
        """Its only session."""
        (session,) = self.sessions
        return session


def checks_of(folder: Path) -> dict[str, Any]:
    """What case.json of FOLDER says must hold: name of the check -> the value."""
    checks: dict[str, Any] = json.loads((folder / "case.json").read_text())["checks"]
    return checks

"""Findings about what records say of where they belong: session, project, time, program; and about their size."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings.ground import counted
from cc_session_tui.core.chain.findings.model import Severity
from cc_session_tui.core.chain.times import seconds_of
from cc_session_tui.core.format.blocks import members, number, string
from cc_session_tui.core.paths import project_path_to_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.findings.ground import Ground
    from cc_session_tui.core.chain.findings.model import Finding
    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON

WINDOW: Final = 200_000
"""Tokens that a model takes, of those without a mark."""
LARGE_WINDOW: Final = 1_000_000
"""Tokens that a model takes whose context is large."""
_HIDDEN: Final = "sdk-cli"
_SESSION_ID: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_BYTES_A_TOKEN: Final = 4
_FOLDER_PREFIX: Final = 200


@dataclass(slots=True)
class Envelopes:
    """What was met of the records so far."""

    ground: Ground
    foreign: list[int] = field(default_factory=list)
    own: int = 0
    """Records that name the session by which the file is called."""
    elsewhere: list[int] = field(default_factory=list)
    here: int = 0
    """Records of the project in whose folder the file lies."""
    odd_times: list[int] = field(default_factory=list)
    timed: int = 0
    hidden: list[int] = field(default_factory=list)
    _folders: dict[str, bool] = field(default_factory=dict)

    def add(self, row: int, record: Object) -> None:
        """Look at RECORD, which is at ROW."""
        session = record.get("sessionId")
        if isinstance(session, str) and session:
            if session == self.ground.index.path.stem:
                self.own += 1
            else:
                self.foreign.append(row)
        if not self.ground.graph.main[row]:
            return
        if seconds_of(record.get("timestamp")) is None:
            self.odd_times.append(row)
        else:
            self.timed += 1
        if record.get("entrypoint") == _HIDDEN:
            self.hidden.append(row)
        cwd = record.get("cwd")
        if isinstance(cwd, str) and cwd:
            if self._is_here(cwd):
                self.here += 1
            else:
                self.elsewhere.append(row)

    def findings(self) -> Iterator[Finding]:
        """What is odd about the records together."""
        if not self.ground.graph.side:
            yield from self._session()
            yield from self._project()
        if self.odd_times:
            effect = (
                "A record without a valid time is never bridged to where its parent is missing, and clients up to "
                "2.1.83 choose the conversation by time."
            )
            yield self.ground.finding(
                "odd_timestamp", Severity.WARNING, self.odd_times, effect, can_mend=self.timed > 0
            )
        if self.hidden and not self.ground.graph.side:
            effect = f"The client does not list the session, whose records are of {_HIDDEN}; by its id it is resumed."
            yield self.ground.finding("hidden_from_picker", Severity.INFO, self.hidden, effect)

    def _session(self) -> Iterator[Finding]:
        name = self.ground.index.path.stem
        if name and not _SESSION_ID.fullmatch(name):
            effect = "The client finds a session by the name of its file, and this is no session id."
            yield self.ground.finding("file_name_mismatch", Severity.INFO, (), effect, can_mend=False)
        elif self.foreign and not self.own:
            effect = "No record names the session by which the file is called; a resume goes by the name of the file."
            yield self.ground.finding("file_name_mismatch", Severity.WARNING, self.foreign, effect)
        elif self.foreign and name:
            effect = f"{counted(len(self.foreign), 'record')} of another session: a resume sends them all the same."
            yield self.ground.finding("foreign_session_id", Severity.INFO, self.foreign, effect)

    def _project(self) -> Iterator[Finding]:
        if self.elsewhere and not self.here:
            effect = "All records are of another project than the folder's: there `claude --resume` does not offer it."
            yield self.ground.finding("foreign_project", Severity.WARNING, self.elsewhere, effect, can_mend=False)
        elif self.elsewhere:
            effect = f"{counted(len(self.elsewhere), 'record')} of another project: a resume sends them all the same."
            yield self.ground.finding("foreign_project", Severity.INFO, self.elsewhere, effect, can_mend=False)

    def _is_here(self, cwd: str) -> bool:
        """Whether CWD, or a folder above it, is the project of the folder in which the file lies."""
        if cwd not in self._folders:
            folder = self.ground.index.path.parent
            if folder.parent.name != "projects":
                self._folders[cwd] = True
            else:
                name, slug = folder.name[:_FOLDER_PREFIX], project_path_to_hash(cwd)[:_FOLDER_PREFIX]
                self._folders[cwd] = slug == name or slug.startswith(f"{name}-")
        return self._folders[cwd]


def window_finding(ground: Ground) -> Iterator[Finding]:
    """Whether what a resume loads is more than the model takes."""
    tokens, window = 0, WINDOW
    for row in reversed(ground.loaded):
        record = ground.index.record(row) or {}
        message = members(record.get("message"))
        known = used(message)
        if known > WINDOW or "[1m]" in string(message.get("model")):
            window = LARGE_WINDOW
        if known:
            tokens += known
            break
        tokens += _weight(message.get("content") or record.get("attachment")) // _BYTES_A_TOKEN
    if tokens > window:
        effect = (
            f"A resume sends about {tokens:,} tokens, more than the {window:,} that the model takes: the API refuses "
            "it, or the client compacts it first."
        )
        rows = [row for row in ground.loaded if ground.graph.is_talk(row)]
        yield ground.finding("context_over_window", Severity.WARNING, rows, effect, can_mend=False)


def used(message: Object) -> int:
    """Tokens of the context after MESSAGE, as the API counted them; 0 where it did not."""
    usage = members(message.get("usage"))
    parts = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    return sum(number(usage.get(part)) for part in parts)


def _weight(value: JSON) -> int:
    """Characters of the text in VALUE; an image counts as some 1,500 tokens."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return sum(map(_weight, value))
    if not isinstance(value, dict):
        return 0
    return 1500 * _BYTES_A_TOKEN if value.get("type") == "base64" else sum(map(_weight, value.values()))

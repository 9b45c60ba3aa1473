"""What the records of a session file tell about it, added up line by line."""

from __future__ import annotations

import re
from copy import copy, deepcopy
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from cc_session_tui.core.paths import is_session_id
from cc_session_tui.core.store.facts import Compaction, Facts, facts_in, facts_of
from cc_session_tui.core.store.models import Meta, SessionState
from cc_session_tui.core.store.prompts import human_prompt, prompt_text
from cc_session_tui.core.store.text import cut, one_line
from cc_session_tui.core.store.titles import AI, CUSTOM, LAST_PROMPT, SUMMARY, Titles

if TYPE_CHECKING:
    from collections.abc import Container

SYNTHETIC: Final = "<synthetic>"
"""The model of messages that the client made up itself."""

_TITLES = frozenset({CUSTOM, AI, SUMMARY, LAST_PROMPT})
_MOST_CWDS = 16
_MOST_TOKENS = 1 << 53
_ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)")
_UTC_LENGTH = len("2026-01-05T10:00:05.000Z")


class Tally(msgspec.Struct):
    """The sums over the lines that were added so far.

    It can be written down and taken up again where it stopped, so that a file that grew costs only its new lines.
    """

    name: str
    """The session id that the file is named after."""
    sidechain: bool = False
    """Whether sidechain records count, as they do in a subagent's file."""
    records: int = 0
    damaged: int = 0
    inherited: int = 0
    ours: int = 0
    """Records that are of a session file; those of another program's log are not."""
    talk: int = 0
    """User and assistant records."""
    owner: str = ""
    """sessionId of the first user or assistant record."""
    is_named: bool = False
    """Whether a record's sessionId is `name`."""
    first_uuid: str = ""
    cwds: list[str] = []
    relocated: str = ""
    worktree_of: str = ""
    git_branch: str = ""
    version: str = ""
    entrypoint: str = ""
    created: str = ""
    modified: str = ""
    forked_from: str = ""
    model: str = ""
    tokens: int = 0
    titles: Titles = msgspec.field(default_factory=Titles)
    prompts: set[str] = set()
    """uuids of the prompts."""
    nameless: int = 0
    """Prompts without a uuid, and API messages without an id."""
    title_prompt: str = ""
    """The first prompt that makes a title."""
    first_prompt: str = ""
    last_prompt: str = ""
    """The last one. (A `last-prompt` record may hold an older one: in a forked session of 2.1.113 it does.)"""
    output: dict[str, int] = {}
    """Output tokens by message id: the maximum over its lines."""
    nameless_output: int = 0

    def copy(self) -> Tally:
        """Another one, to which may be added without this one noticing."""
        new = copy(self)
        new.cwds, new.prompts, new.output = [*self.cwds], {*self.prompts}, {**self.output}
        new.titles = deepcopy(self.titles)
        return new

    def add_line(self, line: bytes) -> None:
        """Add one line, with its newline or without."""
        if (facts := facts_of(line)) is not None:
            self.add(facts)
        elif line.strip(b"\x00 \t\r\n"):
            self._add_pieces(line)

    def _add_pieces(self, line: bytes) -> None:
        found = list(facts_in(line))
        self.damaged += len(found) > 1 or None in found
        for facts in found:
            if facts is not None:
                self.add(facts)

    def add(self, facts: Facts) -> None:
        """Add one record."""
        self.records += 1
        if facts.timestamp is not None and (time := _utc(facts.timestamp)):
            self.created = self.created or time
            self.modified = time
        if facts.type in _TITLES:
            self.titles.add(facts)
        if facts.session_id is not None or facts.is_of_a_session:
            self._add_ours(facts)

    def _add_ours(self, facts: Facts) -> None:
        self.ours += 1
        if not self.is_named and facts.session_id == self.name:
            self.is_named = True
        if facts.uuid is not None:
            self._add_envelope(facts)
        kind = facts.type
        if kind == "assistant":
            self._add_assistant(facts)
        elif kind == "user":
            self._add_user(facts)
        elif kind == "attachment":
            self._add_attachment(facts)
        elif facts.compact_metadata is not None:
            self._add_compaction(facts.compact_metadata)
        elif facts.relocated_cwd:
            self.relocated = facts.relocated_cwd
        elif facts.worktree_session is not None:
            self.worktree_of = facts.worktree_session.original_cwd or self.worktree_of

    def _add_envelope(self, facts: Facts) -> None:
        """Add what each record with a uuid repeats."""
        self.first_uuid = self.first_uuid or facts.uuid or ""
        if facts.cwd and facts.cwd not in self.cwds and len(self.cwds) < _MOST_CWDS:
            self.cwds.append(facts.cwd)
        self.git_branch = facts.git_branch or self.git_branch
        self.version = facts.version or self.version
        if facts.entrypoint and not (self.entrypoint and facts.entrypoint.startswith("sdk-")):
            self.entrypoint = facts.entrypoint
        if facts.forked_from is not None:
            self.inherited += 1
            self.forked_from = facts.forked_from.session_id or self.forked_from

    def _add_talk(self, facts: Facts) -> bool:
        """Count a record of the conversation; tell whether it is one of this file's own."""
        self.talk += 1
        if not self.owner:
            self.owner = facts.session_id or ""
        return self.sidechain or not facts.is_sidechain

    def _add_user(self, facts: Facts) -> None:
        if self._add_talk(facts) and (text := human_prompt(facts)) is not None:
            self._add_prompt(facts, text)
            if not self.title_prompt:
                self.title_prompt = one_line(text)
                self.first_prompt = cut(text)

    def _add_attachment(self, facts: Facts) -> None:
        """Add a prompt that was typed while the model worked; it names no session."""
        found = facts.attachment
        if found is None or found.type != "queued_command" or (facts.is_sidechain and not self.sidechain):
            return
        if (text := prompt_text(found.prompt)) is not None:
            self._add_prompt(facts, text)

    def _add_prompt(self, facts: Facts, text: str) -> None:
        if facts.uuid is None:
            self.nameless += 1
        else:
            self.prompts.add(facts.uuid)
        self.last_prompt = cut(text) or self.last_prompt

    def _add_assistant(self, facts: Facts) -> None:
        message = facts.message
        if not self._add_talk(facts) or message is None:
            return
        if facts.is_api_error_message or message.model == SYNTHETIC:
            return
        self.model = message.model or self.model
        usage = message.usage
        if usage is not None and (context := usage.context) > 0:
            self.tokens = context
        spent = (usage.output_tokens or 0) if usage is not None else 0
        if message.id is None:
            self.nameless += 1
            self.nameless_output += spent
        elif self.output.setdefault(message.id, spent) < spent:
            self.output[message.id] = spent

    def _add_compaction(self, compaction: Compaction) -> None:
        """What is left of the context, until the next reply says how much it is."""
        if (left := compaction.post_tokens or 0) > 0:
            self.tokens = left

    def state(self) -> SessionState:
        """What the file is."""
        if self.talk:
            return SessionState.SESSION
        nothing_else = not self.records and (not self.damaged or is_session_id(self.name))
        return SessionState.EMPTY if self.ours or nothing_else else SessionState.FOREIGN

    def own_ids(self) -> frozenset[str]:
        """The session ids that mean this file: its name, or, in a copy that kept them, that of its records."""
        return frozenset({self.name} if self.is_named or not self.owner else {self.name, self.owner})

    def title(self, uuids: Container[str]) -> tuple[str, str]:
        """The title and where it is from; UUIDS are those of the file (only asked for where there are summaries)."""
        own = self.own_ids()
        for kind in (CUSTOM, AI):
            if title := self.titles.last(kind, own):
                return title, kind
        if title := self.titles.summary(uuids):
            return title, SUMMARY
        return (self.title_prompt, "prompt") if self.title_prompt else ("", "")

    def meta(self, cwd: str, uuids: Container[str], *, whole: bool) -> Meta:
        """All of it; WHOLE tells whether every line was added, so that counts are right."""
        title, source = self.title(uuids)
        known = Meta(
            state=self.state(),
            title=title,
            title_source=source,
            first_prompt=self.first_prompt,
            last_prompt=self.last_prompt or self.titles.last(LAST_PROMPT, self.own_ids()),
            cwd=cwd,
            git_branch=self.git_branch,
            model=self.model,
            version=self.version,
            entrypoint=self.entrypoint,
            created=self.created,
            modified=self.modified,
            forked_from=self.forked_from,
            first_uuid=self.first_uuid,
            worktree_of=self.worktree_of,
            owner="" if self.is_named else self.owner,
        )
        return self._counted(known) if whole else known

    def _counted(self, meta: Meta) -> Meta:
        spent = sum(self.output.values()) + self.nameless_output
        return meta._replace(
            messages=len(self.prompts) + len(self.output) + self.nameless,
            records=self.records,
            tokens=_within(self.tokens),
            output_tokens=_within(spent),
            damaged_lines=self.damaged,
            inherited=self.inherited,
        )


def _utc(text: str) -> str:
    """TEXT as the client writes times, `2026-01-05T10:00:05.000Z`; empty where it is no time."""
    if len(text) == _UTC_LENGTH and text[-1] == "Z" and text[:4].isdecimal() and text[10] == "T":
        return text  # every client's; the pattern would cost more than the rest of the line
    if not _ISO.fullmatch(text):
        return ""
    try:
        time = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return ""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _within(number: int) -> int:
    """NUMBER as far as it can be a count of tokens: a file may hold any."""
    return min(max(number, 0), _MOST_TOKENS)

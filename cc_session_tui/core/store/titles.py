"""The names of a session: which records give one, and which of them count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from cc_session_tui.core.store.text import one_line

if TYPE_CHECKING:
    from collections.abc import Container

    from cc_session_tui.core.store.facts import Facts

CUSTOM: Final = "custom-title"
AI: Final = "ai-title"
SUMMARY: Final = "summary"
LAST_PROMPT: Final = "last-prompt"


class Titles(msgspec.Struct):
    """The titles that a file's records give, each with the session that it was given to.

    A title may have been written for another session (anthropics/claude-code#27202, #78264), a summary most often was
    (#2597): it names the leaf of its conversation by `leafUuid`.
    """

    given: dict[str, dict[str, str]] = {}
    """Kind -> session id (empty: the record has none) -> the last title."""
    summaries: dict[str, str] = {}
    """leafUuid -> summary, in file order by the last record of each."""

    def add(self, facts: Facts) -> None:
        """Note what FACTS, a record without a message, gives."""
        kind, title = _title(facts)
        if not title or not title.strip():
            return
        if kind == SUMMARY:
            self.summaries.pop(facts.leaf_uuid or "", None)
            self.summaries[facts.leaf_uuid or ""] = one_line(title)
            return
        by_session = self.given.setdefault(kind, {})
        by_session.pop(facts.session_id or "", None)
        by_session[facts.session_id or ""] = one_line(title)

    def last(self, kind: str, own: Container[str]) -> str:
        """The last title of KIND that was given to one of the session ids OWN, or to none."""
        found = [title for session, title in self.given.get(kind, {}).items() if not session or session in own]
        return found[-1] if found else ""

    def summary(self, uuids: Container[str]) -> str:
        """The last summary whose leaf is one of UUIDS, or that names none."""
        found = [summary for leaf, summary in self.summaries.items() if not leaf or leaf in uuids]
        return found[-1] if found else ""


def _title(facts: Facts) -> tuple[str, str | None]:
    match facts.type:
        case "custom-title":
            return CUSTOM, facts.custom_title
        case "ai-title":
            return AI, facts.ai_title
        case "summary":
            return SUMMARY, facts.summary
        case _:
            return LAST_PROMPT, facts.last_prompt

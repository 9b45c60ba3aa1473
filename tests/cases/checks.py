"""What each check of a case.json asks of the reading half, as a function from the case to the value."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.chain.history import OTHER_ROOTS
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.paths import project_path_to_hash
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Compaction, ForkPoint, Kind, Text, ToolCall
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cc_session_tui.core.store.models import Session
    from cc_session_tui.core.transcript.entries import Entry, Image
    from tests.cases.case_files import Case


def _texts(entries: Iterable[Entry]) -> list[str]:
    return [entry.text for entry in entries if isinstance(entry, Text)]


def _calls(case: Case, kind: Kind = Kind.TOOL_CALL) -> list[ToolCall]:
    return [entry for entry in case.entries(kind) if isinstance(entry, ToolCall)]


def _labelled(case: Case, label: str) -> list[Text]:
    return [entry for entry in case.entries() if isinstance(entry, Text) and entry.label == label]


def _images(case: Case) -> list[Image]:
    found: list[Image] = []
    for entry in case.entries():
        found += entry.images if isinstance(entry, Text) else ()
        found += entry.result.images if isinstance(entry, ToolCall) and entry.result else ()
    return found


def _strict_walk(index: Index, leaf: int) -> list[int]:
    """Return the rows from LEAF up by parentUuid alone, oldest first: what a simple reader takes."""
    rows = []
    while leaf >= 0:
        rows.append(leaf)
        leaf = index.parent[leaf]
    return rows[::-1]


def prompts(case: Case) -> list[str]:
    """Return the prompts; one that was sent again is shown again, marked as a retry, and is not one more (case 11)."""
    shown = case.entries(Kind.PROMPT)
    return _texts(entry for entry in shown if not (isinstance(entry, Text) and entry.label == "retry"))


def assistant_texts(case: Case) -> list[str]:
    return _texts(case.entries(Kind.REPLY))


def tool_pairs(case: Case) -> int:
    return sum(call.result is not None for call in _calls(case))


def unpaired_tool_use(case: Case) -> list[str]:
    return [call.identity for call in _calls(case) if call.result is None]


def orphan_results(case: Case) -> list[str]:
    return [call.identity for call in _calls(case, Kind.TOOL_RESULT)]


def duplicate_tool_use_ids(case: Case) -> list[str]:
    """Return the repeated ids; both calls are shown, each with the result that hangs off its own line."""
    calls = _calls(case)
    assert [call.result.text for call in calls if call.result] == ["x", "x again"]
    return sorted({call.identity for call in calls if call.repeated})


def strict_walk_prompts(case: Case) -> list[str]:
    document = case.document
    walk = set(_strict_walk(document.index, document.chain.leaf))
    return _texts(entry for entry in case.entries(Kind.PROMPT) if entry.rows[0] in walk)


def strict_walk_missing_results(case: Case) -> list[str]:
    document = case.document
    walk = set(_strict_walk(document.index, document.chain.leaf))
    return [call.identity for call in _calls(case) if call.result and call.result.row not in walk]


def dangling_parents(case: Case) -> int:
    assert len(case.document.chain.gaps) == len(case.entries(Kind.GAP))
    return len(case.document.index.dangling)


def branches(case: Case) -> int:
    return sum(len(entry.branches) for entry in case.entries(Kind.FORK) if isinstance(entry, ForkPoint))


def active_leaf(case: Case) -> str | None:
    assert case.document.chain.rule == "last-prompt"
    return case.document.index.uuid_of(case.document.chain.leaf)


def records_unique(case: Case) -> int:
    assert len(case.document.chain.rows) == len(case.document.index.rows)
    return len(case.document.index.rows)


def duplicate_uuids(case: Case) -> int:
    return len(case.document.index.superseded)


def roots(case: Case) -> int:
    others = case.document.chain.forks.get(OTHER_ROOTS, ())
    return 1 + sum(not span.active for span in others)


def chain_records(case: Case) -> int:
    return len(case.document.chain.rows)


def chain_records_without_progress(case: Case) -> int:
    index = case.document.index
    return sum(not index.kind_of(row).startswith("progress") for row in case.document.chain.rows)


def progress(case: Case) -> int:
    index = case.document.index
    return sum(index.kind_of(row).startswith("progress") for row in range(len(index)))


def api_errors(case: Case) -> int:
    return len(_labelled(case, "api_error"))


def api_error_messages(case: Case) -> int:
    return sum(entry.is_error and entry.kind is Kind.REPLY for entry in _labelled(case, "API error"))


def compact_summaries(case: Case) -> int:
    return sum(bool(entry.summary) for entry in case.entries(Kind.COMPACTION) if isinstance(entry, Compaction))


def compact_boundaries(case: Case) -> int:
    return len(case.document.chain.compactions)


def microcompacts(case: Case) -> int:
    return len(_labelled(case, "microcompact_boundary"))


def context_order(case: Case) -> list[str]:
    shown = case.entries(Kind.COMPACTION, Kind.PROMPT, Kind.REPLY, view=ViewName.CONTEXT)
    return ["summary" if entry.kind is Kind.COMPACTION else "".join(_texts([entry])) for entry in shown]


def interrupts(case: Case) -> int:
    return len(_labelled(case, "interrupted"))


def hollow_thinking(case: Case) -> int:
    return len(_labelled(case, "text not stored"))


def empty_text_blocks(case: Case) -> int:
    return len(_labelled(case, "empty text"))


def images(case: Case) -> int:
    return len(_images(case))


def image_bytes_min(case: Case) -> int:
    """Return the base64 of all images, in the content and again in toolUseResult, rounded down to 100 kB."""
    return sum(image.size * 4 // 3 for image in _images(case)) * 2 // 100_000 * 100_000


def usage_output_tokens(case: Case) -> int:
    return case.session.meta.output_tokens


def records(case: Case) -> int:
    return case.session.meta.records


def damaged_lines(case: Case) -> int:
    return case.session.meta.damaged_lines


def roundtrip(case: Case) -> bool:
    """Return whether the rows of every file are its bytes, and the File view shows each of them once."""
    for path in case.files:
        index = Index.open(path)
        assert b"".join(index.raw(row) for row in range(len(index))) == path.read_bytes()
    shown = [row for entry in case.entries(view=ViewName.FILE) for row in entry.rows]
    return sorted(set(shown)) == list(range(len(case.document.index)))


def nul_bytes(case: Case) -> int:
    index = case.document.index
    return sum(index.raw(row).count(0) for row in range(len(index)))


def title(case: Case) -> str:
    return case.session.meta.title


def sessions(case: Case) -> list[str]:
    return _of_state(case, SessionState.SESSION)


def empty(case: Case) -> list[str]:
    return _of_state(case, SessionState.EMPTY)


def deleted(case: Case) -> list[str]:
    return _of_state(case, SessionState.DELETED)


def _of_state(case: Case, state: SessionState) -> list[str]:
    return [session.session_id for session in case.sessions if session.meta.state is state]


def recoverable_prompts(case: Case) -> int:
    return sum(s.meta.messages for s in case.sessions if s.meta.state is SessionState.DELETED)


def slugs(case: Case) -> dict[str, str]:
    from tests.cases.case_files import checks_of  # noqa: PLC0415 - a cycle otherwise

    return {path: project_path_to_hash(path) for path in checks_of(case.folder)["slugs"]}


def project_count(case: Case) -> int:
    return len(case.projects)


def names(case: Case) -> list[str]:
    assert all(project.is_path for project in case.projects)
    return sorted(PurePosixPath(project.path).name for project in case.projects)


def own_records(case: Case) -> int:
    """Return how many links of the branch's chain are its own."""
    return len(Document.open(_other(case).file.path).chain.rows) - inherited(case)


def inherited(case: Case) -> int:
    return _other(case).meta.inherited


def parent(case: Case) -> str:
    return _other(case).meta.forked_from


def _other(case: Case) -> Session:
    """Return the session that came later."""
    return case.sessions[1]


def agents_by_call(case: Case) -> dict[str, str]:
    return {a.tool_use_id: a.agent_id for a in case.session.subagents if not a.parent_agent_id}


def nested(case: Case) -> dict[str, str]:
    return {a.agent_id: a.parent_agent_id for a in case.session.subagents if a.parent_agent_id}


def subagents(case: Case) -> int:
    assert not nested(case)
    return len(case.session.subagents)


def diagnostics(case: Case) -> list[str]:
    return [finding.code for finding in findings(case.document.index)]


CHECKS: dict[str, Callable[[Case], Any]] = {
    "active_leaf": active_leaf,
    "api_error_messages": api_error_messages,
    "api_errors": api_errors,
    "assistant_texts": assistant_texts,
    "branches": branches,
    "chain_records": chain_records,
    "chain_records_without_progress": chain_records_without_progress,
    "compact_boundaries": compact_boundaries,
    "compact_summaries": compact_summaries,
    "context_order": context_order,
    "damaged_lines": damaged_lines,
    "dangling_parents": dangling_parents,
    "deleted": deleted,
    "diagnostics": diagnostics,
    "duplicate_tool_use_ids": duplicate_tool_use_ids,
    "duplicate_uuids": duplicate_uuids,
    "empty": empty,
    "empty_text_blocks": empty_text_blocks,
    "hollow_thinking": hollow_thinking,
    "image_bytes_min": image_bytes_min,
    "images": images,
    "inherited": inherited,
    "interrupts": interrupts,
    "lossless": roundtrip,
    "map": agents_by_call,
    "microcompacts": microcompacts,
    "names": names,
    "nested": nested,
    "nul_bytes": nul_bytes,
    "orphan_results": orphan_results,
    "own": own_records,
    "parent": parent,
    "progress": progress,
    "projects": project_count,
    "projects_after_case_fold": project_count,
    "prompts": prompts,
    "records": records,
    "records_in_chain": chain_records,
    "records_unique": records_unique,
    "recoverable_prompts": recoverable_prompts,
    "roots": roots,
    "roundtrip_identical": roundtrip,
    "sessions": sessions,
    "slugs": slugs,
    "strict_walk_missing_results": strict_walk_missing_results,
    "strict_walk_prompts": strict_walk_prompts,
    "subagents": subagents,
    "title": title,
    "tool_pairs": tool_pairs,
    "unpaired_tool_use": unpaired_tool_use,
    "usage_output_tokens": usage_output_tokens,
}
"""Name of a check in case.json -> what gives its value. Checks that need a story of their own are in test_stories."""

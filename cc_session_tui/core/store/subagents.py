"""The subagents of a session: their files, what started each, and who is below whom.

Clients keep them in `<session>/subagents/`, with a `.meta.json` each; 2.0.28 to 2.0.55 kept them beside the session.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.store.layout import METADATA, SUFFIX, agent_id_of, file_stat
from cc_session_tui.core.store.models import FileStat, Subagent
from cc_session_tui.core.store.opening import open_regular
from cc_session_tui.core.store.small import read_object, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_CHUNK = 256 << 10
_HEAD: Final = 16 << 10
_KEY: Final = b'"agentId"'
_TIME: Final = re.compile(rb'"timestamp":"(\d{4}-\d\d-\d\dT[\d:.]{8,15}Z)"')


def read_subagents(session: str, files: Iterable[FileStat]) -> tuple[Subagent, ...]:
    """The subagents in FILES, of the session file SESSION, oldest first.

    The call of each is told by its `toolUseId`; where a client wrote none (up to 2.1.83), by the call's result.
    """
    found = sorted(map(_subagent, files), key=_age)
    nameless = {agent.agent_id for agent in found if not agent.tool_use_id}
    calls = calls_of(session, nameless) if nameless else {}
    named = [agent._replace(tool_use_id=agent.tool_use_id or calls.get(agent.agent_id, "")) for agent in found]
    return without_cycles(named)


def without_cycles(agents: Sequence[Subagent]) -> tuple[Subagent, ...]:
    """AGENTS, those without a parent that name themselves, each other in a circle, or one that is not there."""
    parents = {agent.agent_id: agent.parent_agent_id for agent in agents}
    return tuple(
        agent if _has_place(agent.agent_id, parents) else agent._replace(parent_agent_id="") for agent in agents
    )


def calls_of(session: str, agent_ids: set[str]) -> dict[str, str]:
    """The tool_use ids of the calls that started AGENT_IDS, as far as the records of the file SESSION tell."""
    found: dict[str, str] = {}
    try:
        file, _ = open_regular(session)
    except ReadError:
        return found
    with os.fdopen(file, "rb", _CHUNK) as lines:
        for line in lines:
            if _KEY in line:
                found.update(_calls_in(line, agent_ids))
    return found


def looked_at(agents: Iterable[Subagent]) -> tuple[Subagent, ...]:
    """AGENTS with their files as they are now."""
    return tuple(agent._replace(file=file_stat(agent.file.name) or agent.file) for agent in agents)


def _subagent(file: FileStat) -> Subagent:
    meta = read_object(f"{file.name.removesuffix(SUFFIX)}{METADATA}")
    kind, description, call, parent = (
        text_of(meta, name) for name in ("agentType", "description", "toolUseId", "parentAgentId")
    )
    finished = meta.get("finished") is True
    return Subagent(file, agent_id_of(file), kind, description, call, parent, _started(file.name), finished)


def _started(path: str) -> str:
    """The time of the first record in the file at PATH; empty where it has none near its beginning."""
    try:
        file, _ = open_regular(path)
    except ReadError:
        return ""
    try:
        found = _TIME.search(os.pread(file, _HEAD, 0))
    finally:
        os.close(file)
    return found[1].decode() if found else ""


def _age(agent: Subagent) -> tuple[str, int, str]:
    return agent.started, agent.file.mtime_ns, agent.file.name


def _has_place(agent_id: str, parents: Mapping[str, str]) -> bool:
    """Whether the parent of AGENT_ID is there, and not, by whatever way, below AGENT_ID."""
    above, seen = parents[agent_id], {""}
    if above and above not in parents:
        return False
    while above not in seen:
        if above == agent_id:
            return False
        seen.add(above)
        above = parents.get(above, "")
    return True


def _calls_in(line: bytes, agent_ids: set[str]) -> dict[str, str]:
    """Agent ids and calls in LINE: a tool_result that names its agent, or an agent's progress (2.1.12 to 2.1.42)."""
    try:
        record = loads(line)
    except ValueError:
        return {}
    if not isinstance(record, dict):
        return {}
    result, data = record.get("toolUseResult"), record.get("data")
    for holder, call in ((result, _result_id(record)), (data, record.get("parentToolUseID"))):
        agent_id = holder.get("agentId") if isinstance(holder, dict) else None
        if isinstance(agent_id, str) and agent_id in agent_ids and isinstance(call, str):
            return {agent_id: call}
    return {}


def _result_id(record: dict[str, Any]) -> str | None:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and isinstance(block.get("tool_use_id"), str):
            return str(block["tool_use_id"])
    return None

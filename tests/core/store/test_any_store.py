"""A Claude dir in which anything may stand anywhere."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from cc_session_tui.core.errors import SessionError
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.store import Store
from tests.core.format.strategies import FILES
from tests.core.store.factories import OTHER, SESSION, assistant, lines, title, user

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from cc_session_tui.core.store.models import Project

NAMES = st.sampled_from([SESSION, OTHER, "agent-one", "agent-two", "notes", "\u00e9[/]", "odd\udcff", "new\nline"])
FOLDERS = st.sampled_from(["-home-u-proj", "-", "short", "caf\u00e9", "odd\udcff"])
SMALL = st.binary(max_size=20) | st.sampled_from(
    [
        b'{"customTitle": "beside"}',
        b'{"agentType": "Explore", "toolUseId": "toolu_1", "parentAgentId": "one"}',
        b'{"parentAgentId": "two"}',
        b'{"sessionId": "' + SESSION.encode() + b'", "status": "busy"}',
        b'{"display": "p", "sessionId": "' + OTHER.encode() + b'", "project": "/x\\ud800", "timestamp": -5}',
    ]
)
TALK = st.lists(
    st.sampled_from(
        [user("q"), user("q", cwd="/a/b"), assistant(), user("q", isSidechain=True), title("ai-title", "t")]
    )
).map(lines)
PLACES = st.one_of(
    st.tuples(st.just("projects/{folder}/{name}.jsonl"), TALK | FILES),
    st.tuples(st.just("projects/{folder}/{name}.jsonl/inside"), SMALL),
    st.tuples(st.just("projects/{folder}/{name}/custom-title.json"), SMALL),
    st.tuples(st.just("projects/{folder}/{name}/subagents/{name}.jsonl"), TALK | FILES),
    st.tuples(st.just("projects/{folder}/{name}/subagents/{name}.meta.json"), SMALL),
    st.tuples(st.just("projects/{name}"), SMALL),
    st.tuples(st.just("history.jsonl"), SMALL),
    st.tuples(st.just(f"sessions/{os.getpid()}.json"), SMALL),
)
FOUND = st.lists(st.tuples(PLACES, FOLDERS, NAMES), max_size=8)


def make(root: Path, found: list[tuple[tuple[str, bytes], str, str]]) -> None:
    """Write what was FOUND below ROOT, where nothing is in the way."""
    for (place, data), folder, name in found:
        path = root / place.format(folder=folder, name=name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        except OSError:
            continue


def shown(projects: tuple[Project, ...]) -> list[str]:
    """The paths of what PROJECTS show that lies in a project folder itself."""
    sessions = [session for project in projects for session in project.sessions]
    files = [session.file for session in sessions] + [agent.file for session in sessions for agent in session.subagents]
    return sorted(file.name for file in files if "/subagents/" not in file.name)


@settings(max_examples=60)
@given(FOUND)
def test_every_file_of_any_store_is_shown_once(
    tmp_path_factory: pytest.TempPathFactory, found: list[tuple[tuple[str, bytes], str, str]]
) -> None:
    root = tmp_path_factory.mktemp("store")
    make(root, found)
    there = sorted(str(path) for path in root.glob("projects/*/*.jsonl"))
    store = Store(root, MetaCache(root / "cache" / "cache.db"))
    assert shown(store.scan()) == there
    for full in (False, True):
        filled = list(store.fill(store.sessions(), full=full))
        assert all(session.known for session in filled)
        assert shown(store.regroup(filled)) == there
        assert shown(Store(root, MetaCache(root / "cache" / "cache.db")).scan()) == there
    store.running()
    store.regroup(store.deleted())
    for reference in ("latest", SESSION[:5], "agent", str(root / "projects" / "-")):
        for find in (store.find, store.project):
            with suppress(SessionError):
                find(reference)

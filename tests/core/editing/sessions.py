"""Sessions for the tests in this folder, and what can be said of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cc_session_tui import create_session, parse_jsonl_file
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from cc_session_tui import Session

DATA = Path("tests/data")
TEXT = [{"type": "text", "text": "yes"}]


def new(tmp_path: Path, **options: Any) -> Session:
    """An empty session of the project TMP_PATH/project."""
    project = tmp_path / "project"
    project.mkdir(exist_ok=True)
    return create_session(project_path=project, **options)


def saved(tmp_path: Path, **options: Any) -> Session:
    """A session with a prompt and a reply in its file."""
    session = new(tmp_path, **options)
    session.add_user_message("hello")
    session.add_assistant_message(TEXT)
    session.save()
    return session


def chain(path: Path) -> list[str]:
    """The uuids from the root down to the leaf that a resume of the file at PATH takes."""
    index = Index.open(path)
    graph = Graph(index)
    rows = graph.walk(active_leaf(graph).row)
    return [index.uuid_of(row) or "" for row in reversed(rows)]


def texts(path: Path) -> list[Any]:
    """The contents of the messages in the file at PATH, in file order."""
    return [record["message"]["content"] for record in records(path) if "message" in record]


def records(path: Path) -> list[dict[str, Any]]:
    """The records in the file at PATH."""
    return list(parse_jsonl_file(path))

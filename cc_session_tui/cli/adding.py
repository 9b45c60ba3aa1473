"""`cc-session add`: records at the end of a session, below its active leaf."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.given import json_of, name_of, object_of, text_of
from cc_session_tui.cli.options import chosen, claude_dir, expanded, files, shared
from cc_session_tui.cli.sessions import find_to_change, named, project_path, store, warn_of_client
from cc_session_tui.core.editing.lifecycle import create_session, read_session
from cc_session_tui.core.errors import ConflictError, EditError, SessionNotFound
from cc_session_tui.core.importers.text_file import file_attachment
from cc_session_tui.core.paths import is_session_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.editing.session import Session
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.store.store import Store

_blocks_option = click.option(
    "--blocks", metavar="FILE", shell_complete=files, help="Instead of TEXT: a JSON array of content blocks."
)


@click.group("add")
@shared("project", "session", "claude_dir")
def command() -> None:
    """Add a record to the session that -s names; the id of none starts one.

    TEXT `-` is read from stdin. The answer is the uuid of the (last) new record.
    """


@command.command("user")
@click.argument("text", metavar="TEXT", required=False)
@_blocks_option
@shared("project", "session", "claude_dir")
@answers.json_option
def user(text: str | None, blocks: str | None, *, as_json: bool) -> None:
    """Add a user message."""
    content = _content(text, blocks)
    _add(lambda session: session.add_user_message(content), as_json=as_json)


@command.command("assistant")
@click.argument("text", metavar="TEXT", required=False)
@_blocks_option
@shared("project", "session", "claude_dir")
@answers.json_option
def assistant(text: str | None, blocks: str | None, *, as_json: bool) -> None:
    """Add an assistant message."""
    content = _content(text, blocks)
    parts: list[dict[str, JSON]] = [{"type": "text", "text": content}] if isinstance(content, str) else content
    _add(lambda session: session.add_assistant_message(parts), as_json=as_json)


@command.command("tool")
@click.argument("name", metavar="NAME")
@click.option("--input", "given", metavar="JSON", required=True, help="The input of the call, an object.")
@click.option("--result", metavar="TEXT", required=True, help="What the tool answered.")
@click.option("--error", is_flag=True, help="The call failed.")
@shared("project", "session", "claude_dir")
@answers.json_option
def tool(name: str, given: str, result: str, *, error: bool, as_json: bool) -> None:
    """Add a call of the tool NAME, and its result."""
    parts, text = object_of(given, "--input"), text_of(result)
    _add(
        lambda session: session.add_tool_calls([{"name": name, "input": parts, "result": text, "is_error": error}]),
        as_json=as_json,
    )


@command.command("attachment")
@click.argument("file", metavar="FILE", shell_complete=files)
@shared("project", "session", "claude_dir")
@answers.json_option
def attachment(file: str, *, as_json: bool) -> None:
    """Add the text in FILE, as the client does for @FILE in a prompt."""
    path = expanded(file)
    _add(lambda session: session.add_attachment(file_attachment(path, session.envelope.cwd)), as_json=as_json)


def _content(text: str | None, blocks: str | None) -> str | list[dict[str, JSON]]:
    """The text or the content blocks of a message.

    Raises:
        click.UsageError: there is neither, or both.
        EditError: there is nothing in it, or it is something else.
    """
    if (text is None) == (blocks is None):
        raise click.UsageError("Give either TEXT or --blocks FILE.")
    if blocks is not None:
        return _blocks(blocks)
    content = text_of(text or "")
    if not content.strip():
        raise EditError("a message needs text that is not blank")
    return content


def _blocks(file: str) -> list[dict[str, JSON]]:
    found = json_of(file)
    items = found if isinstance(found, list) else []
    blocks = [block for block in items if isinstance(block, dict) and isinstance(block.get("type"), str)]
    if not blocks or blocks != found:
        raise EditError(f"{name_of(file)}: not a JSON array of content blocks")
    return blocks


def _add(act: Callable[[Session], str], *, as_json: bool) -> None:
    """Open or start the session, ACT on it, save it, and tell the uuid that ACT returned."""
    if not chosen("session"):
        raise click.UsageError("Missing option '-s' / '--session'.")
    session = _opened(named(None))
    uuid = act(session)
    session.save()
    answers.write(session.jsonl_path, uuid, {"project": session.project_path, "uuid": uuid}, as_json=as_json)


def _opened(reference: str) -> Session:
    """The session that REFERENCE names; a new one where that is an id without a file."""
    sessions = store()
    try:
        found = find_to_change(sessions, reference, chosen("project"))
    except SessionNotFound:
        if not is_session_id(reference):
            raise
        return _started(sessions, reference)
    warn_of_client(found.running)
    session = read_session(found.file.path)
    return session if session.project_path else read_session(found.file.path, project_path())


def _started(sessions: Store, session_id: str) -> Session:
    """A new session of the project -p, or of the current folder.

    Raises:
        ConflictError: another project has one of that id.
    """
    with contextlib.suppress(SessionNotFound):
        raise ConflictError(f"session {session_id} is there already: {sessions.find(session_id).file.name}")
    warn_of_client(next((client for client in sessions.running() if client.session_id == session_id), None))
    return create_session(project_path=project_path(), claude_dir=claude_dir(), session_id=session_id)

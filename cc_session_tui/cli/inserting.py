"""`cc-session insert`: new records at any place of a session."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli.editing import How, finish, opened, row_of, saving_options, understood_record
from cc_session_tui.cli.given import json_of, name_of, object_of, text_of
from cc_session_tui.cli.options import files, session_ids, shared
from cc_session_tui.core.editing.edits import inserting
from cc_session_tui.core.editing.inheriting import envelope_of
from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.text_file import file_attachment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.editing.draft import Draft
    from cc_session_tui.core.editing.edits.inserting import Maker


@click.command("insert")
@click.argument("words", metavar="SESSION UUID", nargs=-1, shell_complete=session_ids)
@click.option("--before", is_flag=True, help="Before the record, not after it.")
@click.option("--user", metavar="TEXT", help="A prompt (`-`: from stdin).")
@click.option("--assistant", metavar="TEXT", help="A reply (`-`: from stdin).")
@click.option("--tool", metavar="NAME", help="A call of the tool NAME, with --input and --result.")
@click.option("--input", "given", metavar="JSON", help="The input of the call, an object.")
@click.option("--result", metavar="TEXT", help="What the tool answered (`-`: from stdin).")
@click.option("--error", is_flag=True, help="The call failed.")
@click.option("--attachment", metavar="FILE", shell_complete=files, help="The text in FILE, as @FILE in a prompt.")
@click.option("--record", metavar="FILE", shell_complete=files, help="A record as JSON (`-`: from stdin).")
@shared("project", "session", "claude_dir")
@saving_options
def command(  # noqa: PLR0913, PLR0917 - an argument an option
    words: Sequence[str],
    user: str | None,
    assistant: str | None,
    tool: str | None,
    given: str | None,
    result: str | None,
    attachment: str | None,
    record: str | None,
    *,
    before: bool,
    error: bool,
    **how: bool,
) -> None:
    """Insert a record (of several the prompt first) after the record UUID of SESSION; what followed follows it then.

    The review is printed, and a yes asked for.
    """
    reference, uuid = understood_record(words)
    session, draft = opened(reference)
    row = row_of(draft.index, uuid)
    makers: list[Maker] = []
    if user is not None:
        makers.append(inserting.prompt(_text(user)))
    if attachment is not None:
        makers.append(_attachment(draft, attachment))
    if tool is not None:
        makers += _call(tool, given, result, is_error=error)
    if assistant is not None:
        makers.append(inserting.reply([{"type": "text", "text": _text(assistant)}]))
    if record is not None:
        makers.append(_record(record))
    if not makers:
        raise click.UsageError("Give --user, --assistant, --tool, --attachment or --record.")
    finish(session, draft, inserting.insert(draft, makers, row, before=before), How(**how))


def _text(given: str) -> str:
    text = text_of(given)
    if not text.strip():
        raise EditError("a message needs text that is not blank")
    return text


def _call(name: str, given: str | None, result: str | None, *, is_error: bool) -> list[Maker]:
    if given is None or result is None:
        raise click.UsageError("--tool needs --input and --result.")
    return inserting.call(name, object_of(given, "--input"), text_of(result), is_error=is_error)


def _attachment(draft: Draft, file: str) -> Maker:
    cwd = envelope_of(draft.index, draft.base.path.stem).cwd
    return inserting.attached(file_attachment(Path(file).expanduser(), cwd))


def _record(file: str) -> Maker:
    record = json_of(file)
    if not isinstance(record, dict):
        raise EditError(f"{name_of(file)}: not a JSON object")
    return inserting.given(record)

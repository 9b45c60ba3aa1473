"""`cc-session edit`: the text of a block, or a whole record as JSON, written anew."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from cc_session_tui.cli.editing import How, finish, opened, row_of, saving_options, understood_record
from cc_session_tui.cli.given import object_of, text_of
from cc_session_tui.cli.options import session_ids, shared
from cc_session_tui.core.editing.edits import replacing
from cc_session_tui.core.editing.edits.rewriting import replace_record
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command("edit")
@click.argument("words", metavar="SESSION UUID", nargs=-1, shell_complete=session_ids)
@click.option("--block", type=click.IntRange(0), metavar="N", help="The content block, from 0; else its only text.")
@click.option("--record", is_flag=True, help="The whole record, as JSON.")
@click.option("--text", metavar="TEXT", help="The new text (`-`: from stdin), instead of an editor.")
@click.option("--new-uuid", is_flag=True, help="With --record: the uuid may change; what names it is changed too.")
@shared("project", "session", "claude_dir")
@saving_options
def command(
    words: Sequence[str],
    block: int | None,
    text: str | None,
    *,
    record: bool,
    new_uuid: bool,
    **how: bool,
) -> None:
    """Edit the record UUID of SESSION in $VISUAL or $EDITOR: the text of a message or tool result.

    Signed thinking is never altered. The review is printed, and a yes asked for.
    """
    reference, uuid = understood_record(words)
    session, draft = opened(reference)
    row = row_of(draft.index, uuid)
    if record and block is not None:
        raise click.UsageError("--record and --block exclude each other")
    old = draft.index.record(row) or {}
    if record:
        shown = json.dumps(old, indent=2, ensure_ascii=False)
        new = object_of(_given(shown, text, ".json"), "the record")
        done = replace_record(draft, row, new, new_uuid=new_uuid)
    else:
        number, shown = replacing.text_of(old, block)
        done = replacing.replace_text(draft, row, _given(shown, text, ".md"), number)
    finish(session, draft, done, How(**how))


def _given(old: str, text: str | None, extension: str) -> str:
    """TEXT, or what an editor makes of OLD.

    Raises:
        EditError: the editor was left without saving, or cannot be run.
    """
    if text is not None:
        return text_of(text)
    try:
        new = click.edit(old.encode("utf-16", "surrogatepass").decode("utf-16", "replace"), extension=extension)
    except click.ClickException as error:
        raise EditError(error.format_message()) from error
    if new is None:
        raise EditError("the editor was left without saving: nothing is changed")
    return new.removesuffix("\n") if not old.endswith("\n") else new

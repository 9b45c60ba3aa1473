"""`cc-session rename`: a title of one's own, as /rename in the client gives it."""

from __future__ import annotations

import click

from cc_session_tui.cli import answers
from cc_session_tui.cli.given import text_of
from cc_session_tui.cli.options import chosen, session_ids, shared
from cc_session_tui.cli.sessions import find_to_change, named, store, warn_of_client
from cc_session_tui.core.editing.lifecycle import rename_session


@click.command("rename")
@click.argument("words", metavar="SESSION TITLE", nargs=-1, shell_complete=session_ids)
@shared("project", "session", "claude_dir")
@answers.json_option
def command(words: tuple[str, ...], *, as_json: bool) -> None:
    """Give SESSION a TITLE; with -s only TITLE stands here."""
    reference, given = _understood(words)
    title = text_of(given)
    found = find_to_change(store(), named(reference), chosen("project"))
    warn_of_client(found.running)
    rename_session(found.file.path, title)
    answers.write(found.file.path, "", {"title": " ".join(title.split())}, as_json=as_json)


def _understood(words: tuple[str, ...]) -> tuple[str | None, str]:
    """SESSION, None where -s names it, and TITLE."""
    match words:
        case (title,) if chosen("session"):
            return None, title
        case (reference, title):
            return reference, title
    raise click.UsageError("Give SESSION and TITLE; a TITLE of several words in quotes.")

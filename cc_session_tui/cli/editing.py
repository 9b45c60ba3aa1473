"""What the commands that edit share: open, review, ask, save in place or as a new session."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from cc_session_tui.cli import answers, output
from cc_session_tui.cli.notes import note, warn
from cc_session_tui.cli.options import chosen
from cc_session_tui.cli.review_text import review_lines, review_object
from cc_session_tui.cli.sessions import find_to_change, named, store
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.review import Review
from cc_session_tui.core.editing.saving import save
from cc_session_tui.core.editing.saving_as import save_as_new
from cc_session_tui.core.errors import AmbiguousSession, ConflictError, EditError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cc_session_tui.core.editing.edits.edited import Edited
    from cc_session_tui.core.format.index import Index
    from cc_session_tui.core.store.models import Session

Command = TypeVar("Command", bound="Callable[..., Any]")


class How(NamedTuple):
    """What is to become of an edit."""

    dry_run: bool
    yes: bool
    as_new: bool
    as_json: bool


def saving_options(command: Command) -> Command:
    """A decorator that gives a command the options of `How`, as `dry_run`, `yes`, `as_new` and `as_json`."""
    options = (
        click.option("--dry-run", is_flag=True, help="Only print what would change."),
        click.option("--yes", is_flag=True, help="Do not ask."),
        click.option("--as-new", is_flag=True, help="Save as a new session; SESSION stays as it is."),
        answers.json_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


def opened(reference: str | None) -> tuple[Session, Draft]:
    """The session that is named, and a draft of it."""
    found = find_to_change(store(), named(reference), chosen("project"))
    return found, Draft.open(found.file.path)


def understood(words: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    """SESSION, None where -s names it, and what stands behind it in WORDS.

    Raises:
        click.UsageError: no session is named.
    """
    if chosen("session"):
        return None, words
    if not words:
        raise click.UsageError("Missing argument 'SESSION'.")
    return words[0], words[1:]


def understood_record(words: Sequence[str]) -> tuple[str | None, str]:
    """SESSION, None where -s names it, and UUID, of WORDS.

    Raises:
        click.UsageError: there are fewer words, or more.
    """
    reference, rest = understood(words)
    if len(rest) != 1:
        raise click.UsageError("Give SESSION and UUID.")
    return reference, rest[0]


def row_of(index: Index, uuid: str) -> int:
    """The row of the record whose uuid is UUID, or begins so.

    Raises:
        EditError: there is none.
        AmbiguousSession: there are several.
    """
    if uuid in index.rows:
        return index.rows[uuid]
    rows = [row for name, row in index.rows.items() if name.startswith(uuid)] if uuid else []
    if not rows:
        raise EditError(f"no record {uuid!r} in the session")
    if len(rows) > 1:
        raise AmbiguousSession(f"{uuid} fits {len(rows)} records")
    return rows[0]


def finish(session: Session, before: Draft, done: Edited, how: How) -> None:
    """Print the review of DONE, and save it as HOW says: asked about, unless it is a dry run.

    Raises:
        ConflictError: a client has the session open, and it is to be changed in place.
        click.Abort: the answer is no.
    """
    if done.draft.parts == before.parts:
        raise EditError("that changes nothing")
    review = Review.of(before, done.draft)
    if how.dry_run:
        _print(session, before, done, review, as_json=how.as_json)
        return
    if not how.as_new:
        _refuse_running(session)
    sys.stderr.write("".join(output.lines(review_lines(review, done.notes))))
    _ask(session, review, how)
    _save(session, before, done, review, how)


def _print(session: Session, before: Draft, done: Edited, review: Review, *, as_json: bool) -> None:
    if as_json:
        facts = review_object(review, before.index, done.draft.index, done.notes)
        answers.write(session.file.path, "", {"saved": False, **facts}, as_json=True)
    else:
        output.write_parts(output.lines(review_lines(review, done.notes)))


def _refuse_running(session: Session) -> None:
    if session.running is not None:
        raise ConflictError(
            f"client {session.running.pid} has session {session.session_id} open, and it is never changed under a "
            "client: save the edits with --as-new, or end the client first"
        )


def _ask(session: Session, review: Review, how: How) -> None:
    if how.yes:
        if not review.resumes:
            warn("saved although it does not resume as a conversation should")
        return
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError("--yes is needed where nobody can be asked, or --dry-run")
    question = f"Save as a new session beside {session.session_id}?" if how.as_new else f"Change {session.session_id}?"
    click.confirm(question if review.resumes else f"{question} It does not resume.", abort=True, err=True)


def _save(session: Session, before: Draft, done: Edited, review: Review, how: How) -> None:
    if how.as_new:
        path, backup = save_as_new(done.draft), None
    else:
        saved = save(done.draft, reason="edit")
        path, backup = session.file.path, saved.backup.id if saved.backup is not None else None
    facts = {"saved": True, "backup": backup, **review_object(review, before.index, done.draft.index, done.notes)}
    answers.write(path, path.stem, facts, as_json=how.as_json)
    if backup:
        note(f"the session as it was is kept; back with: cc-session restore {backup}")

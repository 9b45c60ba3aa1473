"""`cc-session read`: one session, as text, JSON or Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.entry_json import EntryObjects
from cc_session_tui.cli.markdown import inline
from cc_session_tui.cli.options import chosen, claude_dir, session_argument, shared
from cc_session_tui.cli.running_calls import running_calls
from cc_session_tui.cli.sessions import find, named, store
from cc_session_tui.cli.transcript_markdown import entry_blocks
from cc_session_tui.cli.transcript_text import entry_lines
from cc_session_tui.cli.visible import one_line
from cc_session_tui.core.store.working import is_written
from cc_session_tui.core.transcript.builder import ALL, CONVERSATION
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cc_session_tui.core.store.models import Session
    from cc_session_tui.core.transcript.views import View


@click.command("read")
@session_argument
@shared("project", "session", "claude_dir")
@click.option(
    "--view",
    type=click.Choice([name.value for name in ViewName]),
    default=ViewName.HISTORY.value,
    help="context: what a resume sends. history: the whole conversation. file: every line, in file order.",
)
@click.option("--json", "form", flag_value="json", help="An array of objects, one an entry.")
@click.option("--markdown", "form", flag_value="markdown", help="A Markdown document.")
def command(reference: str | None, view: str, form: str | None) -> None:
    """Read SESSION: a path, an id, a unique beginning of one, or `latest`."""
    sessions = store()
    session = next(sessions.fill([find(sessions, named(reference), chosen("project"))]))
    path = session.file.path
    document = Document.open(path, torn=not is_written(path, claude_dir()))
    if form == "json":
        shown = document.view(ViewName(view), ALL)
        objects = EntryObjects(document.index)
        output.write_parts(output.json_array(objects.of(shown.entry(number)) for number in range(len(shown))))
        return
    shown = document.view(ViewName(view), CONVERSATION)
    running = running_calls(document.index, session.running) if form != "markdown" else {}
    output.write_parts(
        output.lines(_markdown(session, shown) if form == "markdown" else _text(session, shown, running))
    )


def _text(session: Session, view: View, running: Mapping[str, str]) -> Iterator[str]:
    yield one_line(session.meta.title or session.session_id)
    yield one_line(_facts(session))
    for number in range(len(view)):
        yield from entry_lines(view.entry(number), running)
    if view.hidden:
        yield ""
        yield f"(left out: {_left_out(view)})"


def _markdown(session: Session, view: View) -> Iterator[str]:
    yield f"# {inline(one_line(session.meta.title or session.session_id))}"
    yield ""
    yield inline(one_line(_facts(session)))
    for number in range(len(view)):
        for block in entry_blocks(view.entry(number)):
            yield ""
            yield block
    if view.hidden:
        yield ""
        yield f"*left out: {inline(_left_out(view))}*"


def _facts(session: Session) -> str:
    meta = session.meta
    return " · ".join(word for word in (session.session_id, meta.cwd, meta.git_branch, meta.model) if word)


def _left_out(view: View) -> str:
    return ", ".join(f"{count:,} {label}" for label, count in view.hidden.items())

"""`cc-session check`: what is wrong with sessions, what that does to a resume, and the repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.checked import Checked, checked
from cc_session_tui.cli.notes import note, warn
from cc_session_tui.cli.options import chosen, claude_dir, expanded, session_ids, shared
from cc_session_tui.cli.sessions import find, find_to_change, named, store
from cc_session_tui.cli.visible import one_line
from cc_session_tui.core.chain.findings import CODES
from cc_session_tui.core.errors import ConflictError, SessionError
from cc_session_tui.core.store.checking import look_of
from cc_session_tui.core.store.models import SessionState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.store.models import Session

FOUND: Final = 1
"""Exit code where there are errors or warnings, or a session could not be checked."""
_EVERY: Final = "all"
_FIX: Final = "Mend the findings of these codes; with `all`, every error and warning."
_MOST_LINES: Final = 3
_SESSIONS: Final = frozenset({SessionState.SESSION, SessionState.EMPTY, SessionState.UNREADABLE})


@click.command("check")
@click.argument("words", metavar="SESSION", nargs=-1, shell_complete=session_ids)
@shared("project", "session", "claude_dir")
@click.option("--all", "every", is_flag=True, help="All sessions; with -p, all of that project.")
@click.option("--fix", "fixes", metavar="CODE...", multiple=True, help=_FIX)
@click.option("--dry-run", is_flag=True, help="With --fix: tell what would be mended, and write nothing.")
@click.option("--json", "as_json", is_flag=True, help="An array of objects, one a finding.")
def command(words: tuple[str, ...], fixes: tuple[str, ...], *, every: bool, dry_run: bool, as_json: bool) -> int:
    """Find what is wrong with SESSION, and what that does to a resume.

    The exit code is 1 where there are errors or warnings; after --fix, where some are left.
    """
    references, codes = _understood(words, fixes)
    if dry_run and not fixes:
        raise click.UsageError("--dry-run needs --fix")
    if every and (references or chosen("session")):
        raise click.UsageError("SESSION and --all exclude each other")
    work = _Work(codes, fix=bool(fixes), write=bool(fixes) and not dry_run)
    results = work.of_all() if every else [work.of_one(named(references[0] if references else None))]
    if as_json:
        output.write_parts(output.json_array(o for result in results for o in work.noted(result).objects(fix=work.fix)))
    else:
        output.write_parts(output.lines(line for result in results for line in work.lines(result, heading=every)))
    return FOUND if work.is_bad else 0


def _understood(words: Sequence[str], fixes: Sequence[str]) -> tuple[list[str], frozenset[str] | None]:
    """The sessions among WORDS, and the codes to mend (None: all): those of --fix, and such that follow it."""
    given = {code for fix in fixes for code in fix.split(",")}
    given |= {word for word in words if fixes and word in CODES}
    if unknown := given - CODES.keys() - {_EVERY}:
        raise click.UsageError(f"There is no finding {min(unknown)!r}; there are all, {', '.join(CODES)}.")
    references = [word for word in words if word not in given]
    if len(references) > 1:
        raise click.UsageError("Give one SESSION, or --all.")
    return references, None if _EVERY in given else frozenset(given)


class _Work:
    """Sessions checked one after the other, and whether anything was wrong."""

    def __init__(self, codes: frozenset[str] | None, *, fix: bool, write: bool) -> None:
        self.codes = codes
        self.fix = fix
        self.write = write
        self.is_bad = False

    def of_one(self, reference: str) -> Checked:
        """The session that REFERENCE means, checked."""
        sessions = store()
        if self.write:
            return self._checked(find_to_change(sessions, reference, chosen("project")))
        return self._checked(find(sessions, reference, chosen("project")))

    def of_all(self) -> Iterator[Checked]:
        """Each session checked when its turn comes; one that cannot be is told of and passed over."""
        sessions = store()
        name = chosen("project")
        projects = [sessions.project(str(expanded(name)))] if name else sessions.scan()
        there = [session for project in projects for session in project.sessions]
        for session in sessions.fill(there):
            if session.meta.state in _SESSIONS:
                try:
                    yield self._checked(session)
                except SessionError as error:
                    self.is_bad = True
                    warn(str(error))

    def _checked(self, session: Session) -> Checked:
        if self.write and session.running is not None:
            raise ConflictError(f"client {session.running.pid} has session {session.session_id} open: close it first")
        path = session.file.path
        return checked(path, self.codes, fix=self.fix, write=self.write, look=look_of(path, claude_dir()))

    def noted(self, result: Checked) -> Checked:
        """RESULT, after what it says of all sessions together was noted, and told where its backup is."""
        self.is_bad |= result.is_bad
        if result.backup:
            note(f"{result.path.stem} as it was: cc-session restore {result.backup}")
        return result

    def lines(self, result: Checked, *, heading: bool) -> Iterator[str]:
        """RESULT for people; a HEADING where there are findings of several sessions."""
        self.noted(result)
        if heading and result.found:
            yield one_line(str(result.path))
        indent = "  " if heading else ""
        for number, finding in enumerate(result.found):
            done = ("fixed: " if result.written else "would be fixed: ") if number < len(result.mended) else ""
            yield f"{indent}{finding.severity:7}  {finding.code}{_where(finding)}: {done}{one_line(finding.effect)}"
        if result.sent is not None:
            before, after = result.sent
            verb = "sends" if result.written else "would send"
            yield f"{indent}A resume {verb} {after:,} content blocks; before, {before:,}."
        if not heading and not result.found:
            yield "No findings."


def _where(finding: Finding) -> str:
    """The line numbers of FINDING, the first few of many."""
    if not finding.lines:
        return ""
    shown = ", ".join(f"{line:,}" for line in finding.lines[:_MOST_LINES])
    more = len(finding.lines) - _MOST_LINES
    return f" (line{'s' if len(finding.lines) > 1 else ''} {shown}{f' and {more:,} more' if more > 0 else ''})"

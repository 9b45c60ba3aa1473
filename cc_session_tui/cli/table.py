"""The human form of `cc-session list`: a heading a project, a line a session."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.cli.visible import cut, one_line, padded
from cc_session_tui.core.store.models import SessionState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cc_session_tui.core.store.models import Project, Session

_SHORTEST_ID: Final = 8
_UNITS: Final = ("B", "kB", "MB", "GB", "TB")
_STEP: Final = 1000
_MARKS: Final = {"waiting": "◆", "busy": "●"}
_HIDDEN: Final = {
    SessionState.EMPTY: "without a conversation",
    SessionState.FOREIGN: "no Claude Code session",
    SessionState.DELETED: "deleted",
}


def lines_of(projects: Sequence[Project], width: int | None) -> Iterator[str]:
    """The lines to print: for a terminal of WIDTH columns, or, where that is None, for a program.

    A terminal gets short ids and local times, and lines that fit; a program whole ids and times in UTC.
    """
    shown = [session for project in projects for session in _shown(project)]
    ids = _id_length([session.session_id for session in shown]) if width else None
    for number, project in enumerate(projects):
        if number:
            yield ""
        heading = f"{_home(project.path) if width else project.path}{f' ({project.note})' if project.note else ''}"
        yield _fit(one_line(heading), width)
        for session in _shown(project):
            yield _fit(_row(session, ids), width)
        yield from _left_out(project)


def size_text(size: int) -> str:
    """SIZE in bytes, in three or four digits with a decimal unit."""
    number: float = size
    for unit in _UNITS:
        if number < _STEP or unit == _UNITS[-1]:
            break
        number /= _STEP
    return f"{number:.1f} {unit}" if unit != "B" and number < 10 else f"{number:.0f} {unit}"  # noqa: PLR2004


def local_time(stamp: str) -> str:
    """STAMP, an ISO time, in local time to the minute; as it stands where it is none."""
    try:
        seconds = datetime.fromisoformat(stamp).timestamp()
    except (ValueError, OverflowError):
        return stamp
    return _to_the_minute(seconds)


def _row(session: Session, ids: int | None) -> str:
    agents = f"↳{len(session.subagents)} " if session.subagents else ""
    size = size_text(session.file.size)
    when = padded(_local_when(session), 16) if ids else f"{_when(session):24}"
    return f"  {session.session_id[:ids]}  {when}  {size:>7} {_mark(session)} {agents}{_title(session)}"


def _when(session: Session) -> str:
    """When SESSION was last written to, in UTC."""
    return session.meta.modified or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(session.file.mtime_ns / 1e9))


def _local_when(session: Session) -> str:
    return local_time(session.meta.modified) if session.meta.modified else _to_the_minute(session.file.mtime_ns / 1e9)


def _mark(session: Session) -> str:
    if session.running:
        return _MARKS.get(session.running.status, "○")
    return "!" if session.meta.damaged_lines > 0 or session.meta.error else " "


def _title(session: Session) -> str:
    without = "new session" if session.is_new else "no title"
    return one_line(session.meta.title) or f"({one_line(session.meta.error) or without})"


def _to_the_minute(seconds: float) -> str:
    """SECONDS since 1970, in local time."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


def _shown(project: Project) -> list[Session]:
    return [session for session in project.sessions if session.meta.state not in _HIDDEN]


def _left_out(project: Project) -> Iterator[str]:
    counts = Counter(session.meta.state for session in project.sessions)
    for state, text in _HIDDEN.items():
        if counts[state]:
            yield f"  {counts[state]} {text}"


def _id_length(ids: Sequence[str]) -> int:
    """How many characters tell IDS apart; at least 8."""
    ordered = sorted(set(ids))
    longest = _SHORTEST_ID
    for one, two in itertools.pairwise(ordered):
        while longest < len(two) and one[:longest] == two[:longest]:
            longest += 1
    return longest


def _home(path: str) -> str:
    home = str(Path.home())
    return f"~{path[len(home) :]}" if path == home or path.startswith(home + "/") else path


def _fit(line: str, width: int | None) -> str:
    return cut(line, width) if width else line

"""The lines of the tree, made from projects and from what the user folded, filtered, sorted and hid."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from cc_session_tui.core.store.models import Meta, Project, Session, SessionState, Subagent
from cc_session_tui.tui.widgets.session_tree_filter import Haystack, best, haystack, score, words
from cc_session_tui.tui.widgets.session_tree_names import short_ids
from cc_session_tui.tui.widgets.session_tree_sort import Order, SortKey, project_key, sort_key

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

MOST_OPENED: Final = 40
"""How many sessions are unfolded at the start."""
FEW_SUBAGENTS: Final = 4
"""Up to so many subagents are unfolded from the start; of more in a running session, so many that are not finished."""


class RowKind(Enum):
    """What a line shows."""

    PROJECT = auto()
    SESSION = auto()
    SUBAGENT = auto()
    LIVE = auto()
    """What goes on in the running session above it."""
    GAP = auto()


class Row(NamedTuple):
    """A line of the tree."""

    kind: RowKind
    project: Project | None = None
    session: Session | None = None
    subagent: Subagent | None = None
    depth: int = 0
    """Subagents below subagents: how deep."""
    unfolded: bool | None = None
    """Whether what stands below it is shown; None where there is nothing."""
    below: int = 0
    """Of a project: its sessions, as far as they are listed; of a session: its subagents, or what is not shown."""
    short_id: str = ""
    """Tells a session from one above or below of the same title; empty where nothing needs to."""

    @property
    def identity(self) -> Hashable:
        """What stays the same when the tree is made anew."""
        if self.subagent is not None:
            return self.subagent.file.name
        if self.session is not None:
            name = self.session.file.name
            return name if self.kind is RowKind.SESSION else (name, self.kind)
        return self.project.path if self.project is not None else None


class Options(NamedTuple):
    """How the tree is shown."""

    order: Order = Order.ACTIVE
    query: str = ""
    hide: bool = False
    """Whether sessions without a conversation and those of `claude -p` are left out."""
    opened: frozenset[str] = frozenset()
    """Paths of the projects that are unfolded at the start."""
    folds: frozenset[Hashable] = frozenset()
    """What the user folded or unfolded, by `Row.identity`: each is not as it is at the start."""
    shut: frozenset[str] = frozenset()
    """Paths of the projects that the user folded: those stay so when a session begins to run in them."""


class Arranged(NamedTuple):
    """Projects and sessions that are to be listed, in order, and what is left out."""

    projects: tuple[Project, ...] = ()
    sessions: int = 0
    hidden: int = 0
    """Sessions that `Options.hide` leaves out."""
    filtered: int = 0
    """Sessions that the query leaves out."""


def is_minor(session: Session) -> bool:
    """Whether SESSION is one that is hidden by a key: without a conversation, or made by `claude -p`.

    The client's own picker hides those too (2.1.90 and later), by their `entrypoint`.
    """
    return session.known and (session.meta.state is SessionState.EMPTY or session.meta.entrypoint.startswith("sdk"))


def opened_at_start(projects: Sequence[Project]) -> frozenset[str]:
    """Paths of the newest projects with MOST_OPENED sessions in all, at least one; those with running sessions too."""
    found: set[str] = set()
    sessions = 0
    for project in projects:
        sessions += len(project.sessions)
        if not found or sessions <= MOST_OPENED:
            found.add(project.path)
    return running_in(projects) | found


def running_in(projects: Iterable[Project]) -> frozenset[str]:
    """Paths of the PROJECTS with running sessions."""
    return frozenset(project.path for project in projects if any(session.running for session in project.sessions))


def unfold_started(options: Options, started: frozenset[str]) -> Options:
    """OPTIONS with the projects STARTED, in which a session begins to run, unfolded, unless the user folded them."""
    paths = started - options.opened - options.shut
    return options._replace(opened=options.opened | paths, folds=options.folds - paths)


def toggle(options: Options, row: Row) -> Options:
    """OPTIONS with ROW folded, if it is unfolded, or the other way round."""
    toggled = options._replace(folds=options.folds ^ {row.identity})
    if row.kind is not RowKind.PROJECT or row.project is None:
        return toggled
    path = {row.project.path}
    return toggled._replace(shut=options.shut | path if row.unfolded else options.shut - path)


Haystacks = dict[str, tuple[Meta, Haystack]]
"""What is searched of each session, and the metadata that it was made from."""


class Kept(NamedTuple):
    """A project as it is listed, and what that was made from."""

    source: Project
    order: Order
    hide: bool
    project: Project
    key: SortKey


def arrange(
    projects: Sequence[Project], options: Options, haystacks: Haystacks, known: dict[str, Kept] | None = None
) -> Arranged:
    """PROJECTS as OPTIONS want them.

    HAYSTACKS keeps what is searched between calls, KNOWN the projects by their path: those that are the same objects
    cost nothing then.
    """
    sessions = sum(len(project.sessions) for project in projects)
    found = [_kept(project, options, known if known is not None else {}) for project in projects]
    kept = [item.project for item in sorted(found, key=lambda item: item.key)]
    shown = sum(len(project.sessions) for project in kept)
    listed = _filtered(kept, options, haystacks)
    matching = sum(len(project.sessions) for project in listed)
    return Arranged(tuple(listed), matching, sessions - shown, shown - matching)


def _kept(project: Project, options: Options, known: dict[str, Kept]) -> Kept:
    """PROJECT with the sessions that are not hidden, in order."""
    before, order, hide = known.get(project.path), options.order, options.hide
    if before is not None and before.source is project and (before.order, before.hide) == (order, hide):
        return before
    sessions = [session for session in project.sessions if not (hide and is_minor(session))]
    sessions.sort(key=lambda session: sort_key(order, session))
    kept = replace(project, sessions=tuple(sessions))
    known[project.path] = Kept(project, order, hide, kept, project_key(order, kept.path, kept.sessions))
    return known[project.path]


def _filtered(projects: list[Project], options: Options, haystacks: Haystacks) -> list[Project]:
    """PROJECTS, in order, without those that have nothing to show; with a query its best matches come first."""
    query = words(options.query)
    if not query:
        return [project for project in projects if project.sessions or not options.hide]
    pairs = [(project, session) for project in projects for session in project.sessions]
    scores = [score(query, _haystack(project, session, haystacks)) for project, session in pairs]
    matches: dict[str, list[Session]] = {}
    for at in best(scores):
        project, session = pairs[at]
        matches.setdefault(project.path, []).append(session)
    by_path = {project.path: project for project in projects}
    return [replace(by_path[path], sessions=tuple(sessions)) for path, sessions in matches.items()]


def _haystack(project: Project, session: Session, haystacks: Haystacks) -> Haystack:
    meta = session.meta
    made_from, found = haystacks.get(session.file.name, (None, None))
    if found is None or made_from is not meta:
        prompts = (meta.first_prompt, meta.last_prompt)
        found = haystack(meta.title, project.path, meta.git_branch, prompts, session.session_id)
        haystacks[session.file.name] = meta, found
    return found


def rows_of(arranged: Arranged, options: Options) -> tuple[Row, ...]:
    """The lines of the tree: what is unfolded costs, the rest does not."""
    return tuple(_rows(arranged.projects, options))


def _rows(projects: Sequence[Project], options: Options) -> Iterator[Row]:
    before = False
    for at, project in enumerate(projects):
        unfolded = is_unfolded(project, options)
        if at and (before or unfolded):
            yield Row(RowKind.GAP)
        yield Row(RowKind.PROJECT, project, unfolded=unfolded, below=len(project.sessions))
        if unfolded:
            yield from _session_rows(project, options)
        before = unfolded


def is_unfolded(project: Project, options: Options) -> bool:
    """Whether the sessions of PROJECT are shown: all are that a filter finds, else those of the newest projects."""
    return (bool(options.query) or project.path in options.opened) != (project.path in options.folds)


def _session_rows(project: Project, options: Options) -> Iterator[Row]:
    ids = short_ids(project.sessions)
    for session in project.sessions:
        count = len(session.subagents)
        unfolded = (count <= FEW_SUBAGENTS) != (session.file.name in options.folds)
        shown = session.subagents if unfolded else _shown_folded(session)
        below = count if unfolded else count - len(shown)
        short_id = ids.get(session.file.name, "")
        yield Row(RowKind.SESSION, project, session, None, 0, unfolded if count else None, below, short_id)
        if session.running is not None:
            yield Row(RowKind.LIVE, project, session)
        yield from _subagent_rows(Row(RowKind.SUBAGENT, project, session), shown)


def _shown_folded(session: Session) -> tuple[Subagent, ...]:
    """The subagents of SESSION that are shown though it is folded: the last unfinished of many, while it runs."""
    if session.running is None or len(session.subagents) <= FEW_SUBAGENTS:
        return ()
    return tuple(subagent for subagent in session.subagents if not subagent.finished)[-FEW_SUBAGENTS:]


def _subagent_rows(row: Row, shown: Sequence[Subagent]) -> Iterator[Row]:
    """ROW with each of SHOWN, and those that it started below it."""
    below: dict[str, list[Subagent]] = {name: [] for name in ("", *(subagent.agent_id for subagent in shown))}
    for subagent in shown:
        below.get(subagent.parent_agent_id, below[""]).append(subagent)
    todo = [(subagent, 0) for subagent in reversed(below[""])]
    while todo:
        subagent, depth = todo.pop()
        yield row._replace(subagent=subagent, depth=depth)
        if subagent.agent_id:
            todo += ((one, depth + 1) for one in reversed(below[subagent.agent_id]))

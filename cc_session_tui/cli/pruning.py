"""`cc-session prune`: records taken out of a session."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from cc_session_tui.cli.editing import How, finish, opened, row_of, saving_options, understood
from cc_session_tui.cli.options import session_ids, shared
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.editing.edits import choosing, slimming
from cc_session_tui.core.editing.edits.edited import Edited
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cc_session_tui.core.editing.draft import Draft

_SIZE: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([kKmMgG]?)[bB]?")
_UNITS: Final = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3}


class _Size(click.ParamType[int]):
    """A number of bytes: 20000, 20k, 1.5M."""

    name = "SIZE"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = _SIZE.fullmatch(str(value).strip())
        if found is None:
            self.fail(f"{value!r} is no size such as 20000, 20k or 1.5M", param, ctx)
        return int(float(found[1]) * _UNITS[found[2].lower()])


@click.command("prune")
@click.argument("words", metavar="SESSION [UUID]...", nargs=-1, shell_complete=session_ids)
@click.option("--after", "after", metavar="UUID", help="All that follows that record: a rewind.")
@click.option("--before", "before", metavar="UUID", help="All that stands before that prompt: a trim.")
@click.option("--turn", "turns", metavar="UUID", multiple=True, help="From the prompt above that record to the next.")
@click.option("--branch", "branches", metavar="UUID", multiple=True, help="That record, and all below it.")
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="All of a kind: thinking, images, injected (attachments that the client made), or a type such as progress.",
)
@click.option("--tool-results-over", "size", type=_Size(), help="A short text for each larger tool result.")
@shared("project", "session", "claude_dir")
@saving_options
def command(  # noqa: PLR0913, PLR0917 - an argument an option
    words: Sequence[str],
    after: str | None,
    before: str | None,
    turns: Sequence[str],
    branches: Sequence[str],
    kinds: Sequence[str],
    size: int | None,
    **how: bool,
) -> None:
    """Prune from SESSION the records UUID (beginnings will do), and what cannot stay without them.

    A tool call goes with its result; thinking goes whole. The review is printed, and a yes asked for. The answer is the
    id of the session.
    """
    reference, uuids = understood(words)
    if size is None and not any((uuids, after, before, turns, branches, kinds)):
        raise click.UsageError("Say what to prune: a UUID, or one of the options.")
    session, draft = opened(reference)
    done = _chosen(draft, uuids, after, before, turns, branches, kinds)
    done = _slimmed(done, kinds, size)
    finish(session, draft, done, How(**how))


def _chosen(  # noqa: PLR0913, PLR0917 - as the command line has them
    draft: Draft,
    uuids: Sequence[str],
    after: str | None,
    before: str | None,
    turns: Sequence[str],
    branches: Sequence[str],
    kinds: Sequence[str],
) -> Edited:
    index = draft.index
    chain = chain_of(index)
    rows = {row_of(index, uuid) for uuid in uuids}
    for choose, names in ((choosing.after, [after]), (choosing.before, [before]), (choosing.turn, turns)):
        for name in filter(None, names):
            rows.update(choose(index, chain, row_of(index, name)))
    for name in branches:
        rows.update(choosing.branch(index, row_of(index, name)))
    for kind in kinds:
        rows.update(_of_kind(draft, kind))
    blocks = slimming.thinking(index) if "thinking" in kinds else {}
    return prune(draft, rows, blocks) if rows or blocks else Edited(draft)


def _of_kind(draft: Draft, kind: str) -> list[int]:
    if kind in {"thinking", "images"}:
        return []
    rows = choosing.injected(draft.index) if kind == "injected" else choosing.of_kind(draft.index, kind)
    if not rows:
        raise EditError(f"there are no records of kind {kind!r}")
    return rows


def _slimmed(done: Edited, kinds: Sequence[str], size: int | None) -> Edited:
    if "images" in kinds:
        done = slimming.without_images(done.draft)._replace(notes=done.notes)
    if size is not None:
        done = slimming.without_results_over(done.draft, size)._replace(notes=done.notes)
    return done

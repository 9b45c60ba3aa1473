"""Random edits of real sessions: one to eight of every kind, by seed."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.history import chain_of
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.edits import choosing, slimming
from cc_session_tui.core.editing.edits.branching import switch
from cc_session_tui.core.editing.edits.closure import WHOLE, closed
from cc_session_tui.core.editing.edits.edited import Edited
from cc_session_tui.core.editing.edits.forking import forked
from cc_session_tui.core.editing.edits.inserting import append, attached, call, given, insert, prompt, reply
from cc_session_tui.core.editing.edits.pruning import prune
from cc_session_tui.core.editing.edits.replacing import replace_text
from cc_session_tui.core.editing.edits.rewriting import replace_record
from cc_session_tui.core.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.editing.edits.inserting import Maker
    from cc_session_tui.core.format.index import Index

REAL: Final = sorted(Path("tests/data/sessions").glob("*/projects/*/*.jsonl"))
"""The real sessions of all client versions."""


class Step(NamedTuple):
    """One edit of a sequence."""

    name: str
    before: Draft
    done: Edited
    selected: dict[int, set[int]]
    """What was asked to go, by row: numbers of blocks; WHOLE alone for a record without blocks."""


def sequence(path: Path, seed: int) -> list[Step]:
    """One to eight edits of the session at PATH; SEED says which."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    draft, steps = Draft.open(path), []
    for _ in range(chance.randint(1, 8)):
        name = chance.choice(list(EDITS))
        if not len(draft.index):
            break
        try:
            done, selected = EDITS[name](chance, draft)
        except EditError:
            continue
        steps.append(Step(name, draft, done, selected))
        draft = done.draft
    return steps


def bytes_of(draft: Draft) -> bytes:
    """All bytes of DRAFT."""
    return b"".join(draft.chunks())


def said(index: Index, but: dict[int, set[int]] | None = None) -> Counter[str]:
    """What a resume of INDEX sends, less the selection BUT, and less what the client makes up."""
    gone = but or {}
    blocks = [b for b in resumed_blocks(index) if not b.missing]
    kept = [b for b in blocks if b.row not in gone or not {b.block, WHOLE} & gone[b.row]]
    return Counter(f"{b.role} {b.type} {b.value}" for b in kept)


Made = tuple[Edited, dict[int, set[int]]]


def _pruned(draft: Draft, rows: Any, blocks: Any = None) -> Made:
    if not rows and not blocks:
        raise EditError("nothing to prune")
    return prune(draft, rows, blocks), closed(draft.index, rows, blocks or {})


def _rows(chance: random.Random, draft: Draft) -> Made:
    return _pruned(draft, chance.sample(range(len(draft.index)), min(len(draft.index), chance.choice([1, 1, 2, 4]))))


def _some(choose: Callable[..., Any]) -> Callable[[random.Random, Draft], Made]:
    """Prune what CHOOSE makes of a record of the conversation."""

    def make(chance: random.Random, draft: Draft) -> Made:
        chain = chain_of(draft.index)
        if not len(chain.rows):
            raise EditError("no conversation")
        return _pruned(draft, choose(draft.index, chain, chance.choice(chain.rows)))

    return make


def _block(chance: random.Random, draft: Draft) -> Made:
    found = [(row, number) for row in range(len(draft.index)) for number in range(len(draft.index.blocks(row)))]
    if not found:
        raise EditError("no blocks")
    row, number = chance.choice(found)
    return _pruned(draft, [], {row: [number]})


def _makers(chance: random.Random) -> list[Maker]:
    number = chance.randint(0, 999)
    kinds: list[list[Maker]] = [
        [prompt(f"new prompt {number}")],
        [reply([{"type": "text", "text": f"new reply {number}"}])],
        call("Read", {"file_path": f"/n{number}"}, f"new result {number}"),
        [attached({"type": "file", "filename": f"/n{number}", "content": f"text {number}"})],
        [given({"type": "ai-title", "aiTitle": f"title {number}"})],
        [prompt(f"two {number}"), reply([{"type": "text", "text": f"three {number}"}])],
    ]
    return chance.choice(kinds)


def _insert(chance: random.Random, draft: Draft) -> Made:
    main = [row for row, is_main in enumerate(Graph(draft.index).main) if is_main]
    if not main:
        raise EditError("no conversation")
    return insert(draft, _makers(chance), chance.choice(main), before=chance.random() < 0.5), {}


def _text(chance: random.Random, draft: Draft) -> Made:
    row = chance.randrange(len(draft.index))
    return replace_text(draft, row, f"other text {chance.randint(0, 999)}"), {row: {WHOLE}}


def _record(chance: random.Random, draft: Draft) -> Made:
    row = chance.randrange(len(draft.index))
    record = dict(draft.index.record(row) or {})
    change: dict[str, Any] = chance.choice([{"gitBranch": "other"}, {"extra": [1, {"a": 1e5}]}, {"cwd": "/elsewhere"}])
    return replace_record(draft, row, record | change), {}


def _branch(chance: random.Random, draft: Draft) -> Made:
    return _pruned(draft, choosing.branch(draft.index, chance.randrange(len(draft.index))))


def _switch(chance: random.Random, draft: Draft) -> Made:
    return switch(draft, chance.randrange(len(draft.index))), {}


def _fork(chance: random.Random, draft: Draft) -> Made:
    fork = forked(draft, chance.choice(chain_of(draft.index).rows or [-1]))
    return Edited(fork), {}


def _kind(rows: Callable[[Index], Any]) -> Callable[[random.Random, Draft], Made]:
    return lambda _, draft: _pruned(draft, rows(draft.index))


EDITS: Final[dict[str, Callable[[random.Random, Draft], Made]]] = {
    "prune rows": _rows,
    "prune a block": _block,
    "prune a turn": _some(choosing.turn),
    "prune after": _some(choosing.after),
    "prune before": _some(choosing.before),
    "prune a branch": _branch,
    "prune progress": _kind(lambda index: choosing.of_kind(index, "progress")),
    "prune injected": _kind(choosing.injected),
    "prune thinking": lambda _, draft: _pruned(draft, [], slimming.thinking(draft.index)),
    "cut results": lambda chance, draft: (slimming.without_results_over(draft, chance.choice([50, 2000])), {}),
    "cut images": lambda _, draft: (slimming.without_images(draft), {}),
    "append": lambda chance, draft: (append(draft, _makers(chance)), {}),
    "insert": _insert,
    "replace a text": _text,
    "edit a record": _record,
    "switch": _switch,
    "fork": _fork,
}
"""Every kind of edit."""

from __future__ import annotations

from pathlib import Path

import pytest

from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.editing.review import Review
from cc_session_tui.core.editing.saving import save
from tests.core.editing.edits.holding import check, check_lines
from tests.core.editing.edits.sequences import EDITS, REAL, bytes_of, sequence

ANY = sorted(
    path for path in Path("tests/data").glob("[cr]*/**/*.jsonl") if path.is_file() and path.stat().st_size < 1 << 20
)
"""Files as users had them, and files made to be resumed."""
SEQUENCES = 1000
AT_ONCE = 25


@pytest.mark.parametrize("first", range(0, SEQUENCES, AT_ONCE))
def test_any_edits_of_real_sessions_keep_what_they_do_not_name(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        path = REAL[seed % len(REAL)]
        steps = sequence(path, seed)
        for step in steps:
            check(step)
        if steps:
            assert bytes_of(steps[0].before) == path.read_bytes()  # so that undo, which keeps the draft, gives the file


@pytest.mark.parametrize("seed", range(40))
def test_what_is_saved_is_the_draft_and_its_backup_is_the_file_as_it_was(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    original = REAL[seed % len(REAL)].read_bytes()
    path.write_bytes(original)
    steps = sequence(path, seed)
    draft = next((s.before for s in steps if s.name == "fork"), steps[-1].done.draft if steps else Draft.open(path))
    backups = Backups(tmp_path / "backups")
    saved = save(draft, backups=backups)
    assert path.read_bytes() == bytes_of(draft)
    if saved.backup is None:
        assert bytes_of(draft).startswith(original)
    else:
        backups.restore(saved.backup.id)
        assert path.read_bytes() == original


@pytest.mark.parametrize("seed", range(60))
def test_a_review_accounts_for_every_line_and_block(seed: int) -> None:
    steps = sequence(REAL[seed % len(REAL)], seed)
    if not steps or any(step.name == "fork" for step in steps):
        return
    before, after = steps[0].before, steps[-1].done.draft
    review = Review.of(before, after)
    lines = review.lines
    assert lines.untouched + len(lines.dropped) + len(lines.changed) == len(before.index)
    assert lines.untouched + len(lines.changed) + len(lines.added) == len(after.index)
    same = [after.index.raw(row).rstrip() == before.index.raw(was).rstrip() for row, was in lines.origin.items()]
    assert sum(same) == lines.untouched
    assert review.tokens_saved == review.tokens_before - review.tokens_after


def test_every_kind_of_edit_is_made() -> None:
    names = {step.name for seed in range(120) for step in sequence(REAL[seed % len(REAL)], seed)}
    assert names == set(EDITS)


@pytest.mark.parametrize("first", range(0, 300, AT_ONCE))
def test_edits_of_any_broken_file_touch_only_what_they_name(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        for step in sequence(ANY[seed % len(ANY)], seed):
            check_lines(step)

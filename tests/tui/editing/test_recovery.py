from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.editing.draft import Draft
from cc_session_tui.core.errors import ConflictError, WriteError
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.compose_steps import Birth, Place, prompt
from cc_session_tui.tui.screens.edit_ask import AskScreen
from cc_session_tui.tui.screens.edit_keeping import Keeper
from cc_session_tui.tui.screens.edit_marks import Mark
from cc_session_tui.tui.screens.edit_state import Edits, pruned_by, result
from tests.tui.browsing import Browsing, browsing
from tests.tui.editing.test_composer import texts
from tests.tui.editing.test_edit_pane import edits, go_to, marked, session_of

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo


def added(path: Path, birth: Birth | None = None) -> Edits:
    """A prompt added to the session at PATH, and its first record pruned."""
    made = Edits(Draft.open(path))
    step = Place(birth=birth).step(lambda cwd: prompt("kept", cwd), "add")
    assert step.change is not None
    made.go_to(step.change(made.now))
    if birth is None:
        made.go_to(pruned_by(made.now, [0]))
    return made


def kept_by(folder: Path, path: Path, made: Edits, birth: Birth | None = None) -> Keeper:
    keeper = Keeper(folder)
    keeper.note(path, made, birth)
    keeper.keep(path)
    return keeper


def as_of_a_dead_program(keeper: Keeper) -> None:
    for file in keeper.folder.glob("*.json"):
        data = json.loads(file.read_text())
        file.write_text(json.dumps(data | {"pid": 1 << 22, "started": ""}))


async def left(run: Browsing) -> None:
    """Prune the last reply, and end as a crash does."""
    await go_to(run, Kind.REPLY)
    await run.press("x")
    await run.until(lambda: edits(run) == 1)
    await run.until(lambda: run.browser._keeper)  # type: ignore[attr-defined]
    keeper = run.browser._keeper  # type: ignore[attr-defined]
    await run.until(lambda: list(keeper.folder.glob("*.json")))
    as_of_a_dead_program(keeper)


def test_what_was_kept_gives_the_same_session(real: Path, tmp_path: Path) -> None:
    path = next(real.glob("projects/*/*.jsonl"))
    made = added(path)
    keeper = kept_by(tmp_path / "kept", path, made)
    kept = keeper.of(path)
    assert kept is not None
    again = kept.edits()
    assert again.now.draft.parts == made.now.draft.parts
    assert b"".join(result(again.now).draft.chunks()) == b"".join(result(made.now).draft.chunks())
    assert again.undo()
    assert b"".join(again.now.draft.chunks()) == path.read_bytes()


def test_undone_edits_are_not_kept(real: Path, tmp_path: Path) -> None:
    path = next(real.glob("projects/*/*.jsonl"))
    made = added(path)
    keeper = kept_by(tmp_path / "kept", path, made)
    made.undo()
    made.undo()
    keeper.note(path, made)
    keeper.keep(path)
    assert keeper.of(path) is None
    assert not list(keeper.folder.iterdir())


def test_edits_of_a_file_that_was_rewritten_are_refused(real: Path, tmp_path: Path) -> None:
    path = next(real.glob("projects/*/*.jsonl"))
    keeper = kept_by(tmp_path / "kept", path, added(path))
    path.write_bytes(b"x" * path.stat().st_size)
    kept = keeper.of(path)
    assert kept is not None
    with pytest.raises(ConflictError):
        kept.edits()


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no space left for what is kept from now on: a part of it is written."""

    def write(path: Path, text: str) -> None:
        path.write_bytes(text[:100].encode())
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", write)


def test_edits_that_cannot_be_kept_say_so_and_leave_what_was_kept_before(
    real: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = next(real.glob("projects/*/*.jsonl"))
    keeper = kept_by(tmp_path / "kept", path, added(path))
    before = {file: file.read_bytes() for file in keeper.folder.iterdir()}
    fill_disk(monkeypatch)
    with pytest.raises(WriteError, match=r"^These edits are not kept outside: no space left on device$"):
        kept_by(tmp_path / "kept", path, added(path))
    assert {file: file.read_bytes() for file in keeper.folder.iterdir()} == before


def test_edits_without_a_folder_to_keep_them_in_say_so(real: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"a file where the folder should be")
    path = next(real.glob("projects/*/*.jsonl"))
    with pytest.raises(WriteError, match=r"^These edits are not kept outside: file exists$"):
        kept_by(tmp_path / "kept", path, added(path))


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1, "pid": "x"}', '{"format": 99}'])
def test_a_file_that_is_no_such_thing_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    assert Keeper(tmp_path).list(tmp_path) == ()


def test_edits_that_another_program_makes_now_are_not_offered(real: Path, tmp_path: Path) -> None:
    path = next(real.glob("projects/*/*.jsonl"))
    keeper = kept_by(tmp_path / "kept", path, added(path))
    assert [kept.path for kept in keeper.list(real)] == [path]
    (file,) = keeper.folder.glob("*.json")
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    data = json.loads(file.read_text()) | {"pid": os.getppid(), "started": stat.rpartition(")")[2].split()[19]}
    file.write_text(json.dumps(data))
    assert keeper.list(real) == ()


async def test_edits_outlive_a_crash_and_are_offered_when_the_session_is_opened(demo: Demo) -> None:
    path = session_of(demo)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await left(run)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        await run.press("enter")
        await run.until(lambda: edits(run) == 1 and marked(run) == [Mark.PRUNED])


async def test_edits_of_another_session_are_told_and_marked_at_the_start(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await left(run)
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: any("not saved" in notice for notice in run.notices))
        assert len(run.app.screen_stack) == 1


async def test_who_asks_for_another_session_finds_them_marked_and_is_told_nothing(demo: Demo) -> None:
    edited, other = session_of(demo), next(path for path in demo.claude_dir.glob("projects/*/*.jsonl"))
    assert edited != other
    async with browsing(demo.claude_dir, home=demo.home, open_session=edited) as run:
        await left(run)
    async with browsing(demo.claude_dir, home=demo.home, open_session=other) as run:
        await run.until(lambda: edited in run.browser._kept)  # type: ignore[attr-defined]
        await run.until(lambda: run.opened == other.name)
        assert not run.notices


async def test_a_new_session_that_was_never_saved_is_offered_at_once(demo: Demo, tmp_path: Path) -> None:
    path = session_of(demo).with_name("00000000-0000-4000-8000-000000000001.jsonl")
    birth = Birth(str(tmp_path))
    as_of_a_dead_program(kept_by(Keeper().folder, path, added(path, birth), birth))
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: isinstance(run.app.screen, AskScreen))
        await run.press("y")
        await run.until(lambda: edits(run) == 1 and run.opened == path.name)
        assert texts(run) == ["kept"]
        assert not path.exists()


async def test_leaving_with_edits_asks_first_and_keeps_them(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("x")
        await run.until(lambda: edits(run) == 1)
        await run.press("q")
        assert isinstance(run.app.screen, AskScreen)
        await run.press("escape")
        assert run.app.is_running
        await run.press("q", "y")
        await run.until(lambda: not run.app.is_running)
    assert Keeper().of(session_of(demo)) is not None


async def test_who_leaves_with_edits_that_cannot_be_kept_is_told_that_they_are_lost(
    demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await run.until(lambda: run.browser._keeper)  # type: ignore[attr-defined]
        fill_disk(monkeypatch)
        await go_to(run, Kind.REPLY)
        await run.press("x")
        said = "These edits are not kept outside: no space left on device"
        await run.until(lambda: edits(run) == 1 and said in run.notices)
        await run.press("q")
        assert isinstance(run.app.screen, AskScreen)
        assert "They cannot be kept: who leaves now loses them." in str(run.app.screen.query_one(".-note").render())
        await run.press("y")
        await run.until(lambda: not run.app.is_running)
    assert Keeper().of(session_of(demo)) is None

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.findings_screen import FindingsScreen
from cc_session_tui.tui.screens.review_screen import ReviewScreen
from tests.tui.browsing import Browsing, browsing, lines_of
from tests.tui.editing.test_edit_pane import LIMITS, edits, go_to, session_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo


async def reviewed(run: Browsing) -> list[str]:
    """The lines of the review, of the last reply pruned."""
    await go_to(run, Kind.REPLY)
    await run.press("x")
    await run.until(lambda: edits(run) == 1)
    await run.press("ctrl+s")
    return await review_text(run)


async def review_text(run: Browsing) -> list[str]:
    await run.until(lambda: isinstance(run.app.screen, ReviewScreen))
    text = run.app.screen.query_one("#review-text")
    await run.until(lambda: any("untouched" in line for line in lines_of(text)))
    return lines_of(text)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_review_shows_what_goes_and_a_save_in_place_keeps_a_backup(demo: Demo, size: tuple[int, int]) -> None:
    path = session_of(demo)
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path, size=size) as run:
        lines = await reviewed(run)
        assert lines[0].strip().startswith("What Claude Code will load")
        assert any(line.startswith(" \N{MINUS SIGN}") and "pruned" in line for line in lines)
        await run.press("w")
        await run.until(lambda: any("backup" in notice for notice in run.notices))
        await run.until(lambda: run.opened == path.name and edits(run) == 0)
    assert len(path.read_bytes()) < len(before)


async def test_a_save_as_a_new_session_leaves_the_old_one_and_opens_the_new(demo: Demo) -> None:
    path = session_of(demo)
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await reviewed(run)
        await run.press("s")
        await run.until(lambda: run.opened and run.opened != path.name)
        await run.until(lambda: (row := run.tree.row) is not None and row.session is not None)
        await run.until(lambda: run.tree.row is not None and str(run.tree.row.identity).endswith(run.opened))
    assert path.read_bytes() == before


async def test_a_running_session_is_not_saved_in_place(demo: Demo) -> None:
    path = next(demo.claude_dir.glob(f"projects/*/{LIMITS}.jsonl"))
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)
        await reviewed(run)
        assert any("running" in line for line in lines_of(run.app.screen.query_one("#review-notes")))
        await run.press("w")
        assert isinstance(run.app.screen, ReviewScreen)
        assert path.read_bytes() == before


async def test_a_file_that_was_rewritten_meanwhile_is_not_touched(demo: Demo) -> None:
    path = session_of(demo)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await reviewed(run)
        other = path.with_suffix(".new")
        other.write_bytes(b'{"type":"custom-title"}\n' + path.read_bytes())
        os.replace(other, path)  # noqa: PTH105
        before = path.read_bytes()
        await run.press("w")
        await run.until(lambda: any("Nothing was written" in notice for notice in run.notices))
        assert edits(run) == 1
    assert path.read_bytes() == before


async def test_there_is_nothing_to_review_without_edits(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await run.until(lambda: run.opened)
        await run.press("ctrl+s")
        assert len(run.app.screen_stack) == 1
        assert "save" not in lines_of(run.browser.query_one("#footer"))[0]


async def test_findings_are_counted_listed_gone_to_and_mended(demo: Demo) -> None:
    path = next(demo.claude_dir.glob("projects/*/9d0721a7-*.jsonl"))
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        status = run.browser.query_one("#status")
        await run.until(lambda: "6 findings" in lines_of(status)[0])
        await run.press("exclamation_mark")
        await run.until(lambda: isinstance(run.app.screen, FindingsScreen))
        text = run.app.screen.query_one("#findings-text")
        await run.until(lambda: any("once mended" in line for line in lines_of(text)))
        await run.press("down", "enter")
        await run.until(lambda: (view := run.transcript.view) is not None and view.name == "file")
        view = run.transcript.view
        assert view is not None
        assert 16 in view.rows(run.transcript.cursor)
        await run.press("exclamation_mark")
        await run.until(lambda: isinstance(run.app.screen, FindingsScreen))
        await run.press("A")
        await run.until(lambda: edits(run) == 1)
        await run.until(lambda: "findings" not in lines_of(status)[0])
    assert path.read_bytes() == before


async def test_a_session_that_loses_something_is_marked_in_the_tree_once_it_was_looked_at(tmp_path: Path) -> None:
    lines = [
        b'{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"hi"}}',
        b'{"type":"user","uuid":"b","parentUuid":"gone","sessionId":"s","message":{"role":"user","content":"more"}}',
    ]
    path = tmp_path / "projects" / "-w" / "00000000-0000-4000-8000-000000000001.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\n".join(lines) + b"\n")
    async with browsing(tmp_path, open_session=path) as run:
        await run.until(lambda: any(" ! " in line for line in lines_of(run.tree)))


async def test_an_undo_after_a_save_in_place_names_the_backup(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await reviewed(run)
        await run.press("w")
        await run.until(lambda: any("backup" in notice for notice in run.notices) and edits(run) == 0)
        (backup,) = run.browser.reading_pane.backups.values()
        await run.press("u")
        await run.until(lambda: any(backup in notice and "B restores" in notice for notice in run.notices[1:]))


async def test_another_file_of_the_same_bytes_takes_the_edits_without_a_word_of_growth(demo: Demo) -> None:
    path = session_of(demo)
    before = path.read_bytes()
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await reviewed(run)
        other = path.with_suffix(".new")
        other.write_bytes(before)
        os.replace(other, path)  # noqa: PTH105
        await run.press("w")
        await run.until(lambda: any("backup" in notice for notice in run.notices))
        assert not any("grew" in notice for notice in run.notices)
    assert len(path.read_bytes()) < len(before)

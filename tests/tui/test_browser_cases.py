"""Every case opens in the browser, in every view, and is read from end to end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.tui.browsing import Browsing, browsing, lines_of

CASES = sorted((Path(__file__).parents[1] / "data" / "cases").iterdir())


def as_claude_dirs(case: Path, into: Path) -> list[Path]:
    """The Claude dirs that the input of CASE is, or holds; loose session files are put into a project of one."""
    copy = into / "input"
    shutil.copytree(case / "input", copy)
    found = [folder.parent for folder in copy.rglob("projects") if folder.is_dir()]
    if not found:
        project = into / "claude" / "projects" / "-w"
        shutil.copytree(copy, project)
        found = [into / "claude"]
    return found


async def read_through(run: Browsing) -> None:
    """Go through the session that is open, unfolded, in each view."""
    for view in ("context", "history", "file"):
        run.browser.action_set_view(view)
        await run.until(lambda: run.opened)
        transcript = run.transcript
        for act in (transcript.action_unfold_all, transcript.action_go_first, transcript.action_go_last):
            act()
            assert lines_of(transcript)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_a_case_is_browsed(case: Path, tmp_path: Path) -> None:
    for claude_dir in as_claude_dirs(case, tmp_path):
        async with browsing(claude_dir, size=(140, 40)) as run:
            run.browser.action_set_detail(3)
            await run.press("Z", "i")
            for at, row in enumerate(run.tree.rows):
                if row.session is None:
                    continue
                run.tree.move(at)
                run.tree.action_open_row()
                file = row.subagent.file if row.subagent else row.session.file
                await run.until_opened_or_told(file.path.name)
                if run.opened:
                    await read_through(run)
            assert not any("Error" in notice for notice in run.notices)

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from cc_session_tui.tui.screens.reading_pane import ReadingPane
from cc_session_tui.tui.widgets.session_tree_rows import Options, running_in
from cc_session_tui.tui.widgets.status_footer import Footer
from tests.tui.browsing import Browsing, browsing, file_of, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo
    from cc_session_tui.tui.screens.target import Target


def squeezed(lines: list[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines if line]


async def test_the_tree_lists_projects_sessions_and_subagents_and_the_newest_session_is_opened(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened and run.tree.lives)
        shown = squeezed(lines_of(run.tree))
        assert shown[:3] == ["▾ ~/work/shop 4", "● Fix add in app.py busy 3s", "thinking"]
        assert shown[3:5] == ["↳ Plan · checkout flow 10m", "◐ Explore · look around 3s"]
        at = shown.index("◆ Try the bucket in… waits 3m")
        assert shown[at + 1] == "Bash git push -u origin w…"
        at = shown.index("○ Rate limits, take… idle 59m")
        assert shown[at + 1].startswith("The bucket works.")
        assert "日本語のREADMEを書く 2d" in shown
        assert "▾ ~/notes moved 1" in shown
        assert "(empty) 10d" in shown
        assert run.reading.target is not None
        assert run.reading.target.session_id.startswith("5f0b6c1e")
        assert run.focused == "tree"


async def test_a_damaged_session_is_marked(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: any(line.strip().startswith("! Copy my sessions") for line in lines_of(run.tree)))


async def test_no_line_is_wider_than_the_tree(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        for strip in run.tree.render_lines(run.tree.size.region):
            assert strip.cell_length == run.tree.size.width


@pytest.mark.parametrize("width", [60, 120])
async def test_of_an_empty_store_it_is_said_that_it_is_until_it_is_not(real: Path, tmp_path: Path, width: int) -> None:
    store = tmp_path / "store"
    (store / "projects").mkdir(parents=True)
    async with browsing(store, home=tmp_path, size=(width, 24)) as run:
        await run.until(lambda: run.browser.query("#tree-empty"))
        said = run.browser.query_one("#tree-empty", Static)
        assert said.region.bottom < run.tree.region.bottom
        assert str(said.content) == "There is no session in ~/store yet. They appear here as Claude Code writes them."
        offered = {word for _, word, _ in run.browser.query_one(Footer).keys}
        await run.press("tab")
        offered |= {word for _, word, _ in run.browser.query_one(Footer).keys}
        assert not offered & {"prune", "add", "edit", "resume"}
        assert offered >= {"filter", "help", "quit"}
        shutil.copytree(file_of(real, "7988bad2").parent, store / "projects" / "p")
        await run.until(lambda: not run.browser.query("#tree-empty") and run.tree.rows)
        await run.press("tab")
        await run.until(lambda: "resume" in {word for _, word, _ in run.browser.query_one(Footer).keys})


async def test_text_of_a_session_is_literal_in_the_tree(real: Path) -> None:
    session = file_of(real, "7988bad2")
    with session.open("ab") as file:
        file.write(b'{"type":"custom-title","customTitle":"[bold]x[/] \\u001b[31mred\\u0007 ' + "👩‍👩‍👧".encode())
        file.write(b'","sessionId":"7988bad2-d98d-45a6-9181-308e9b881d1b"}\n')
    async with browsing(real) as run:
        found = [line for line in lines_of(run.tree) if "[bold]x[/] ␛[31mred␇" in line]
        assert len(found) == 1


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that the reading pane is asked to open, in order."""
    names: list[str] = []
    original = ReadingPane.open

    def noting(pane: ReadingPane, target: Target) -> None:
        names.append(target.path.name)
        original(pane, target)

    monkeypatch.setattr(ReadingPane, "open", noting)
    return names


async def test_with_a_key_held_down_only_the_last_session_is_opened(demo: Demo, opened: list[str]) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        for _ in range(5):
            run.app.simulate_key("down")
        await run.until(lambda: run.tree.cursor == 7)
        row = run.tree.row
        assert row is not None
        assert row.session is not None
        name = row.session.file.path.name
        await run.until(lambda: run.opened == name)
        assert opened == [opened[0], name]


async def test_enter_reads_the_session_and_escape_goes_back_to_the_tree(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("enter")
        assert run.focused == "transcript"
        await run.press("escape")
        assert run.focused == "tree"


async def test_tab_goes_from_pane_to_pane(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(200, 50)) as run:
        await run.until(lambda: run.opened)
        await run.press("i")
        found = []
        for _ in range(4):
            found.append(run.focused)
            await run.press("tab")
        assert found == ["tree", "transcript", "inspector", "tree"]
        await run.press("shift+tab")
        assert run.focused == "tree"


async def test_a_filter_is_typed_and_cleared(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        before = lines_of(run.tree)
        await run.press("slash", *"red")
        await run.until(lambda: len(run.tree.rows) < 10)
        shown = squeezed(lines_of(run.tree))
        assert shown[0].startswith("▾ ~/work/shop 2")
        assert any(line.startswith("Why is CI red again?") for line in shown)
        assert not any("Fix add" in line for line in shown)
        await run.press("enter")
        assert run.focused == "tree"
        assert run.tree.row is not None
        assert run.tree.row.session is not None
        await run.press("escape")
        await run.until(lambda: lines_of(run.tree) == before)


async def test_a_filter_finds_paths_and_branches_too(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("slash", *"raytracer")
        await run.until(lambda: len(run.tree.rows) == 4)


async def test_sessions_are_sorted_by_a_key(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        orders = []
        for _ in range(4):
            orders.append(run.browser.tree_pane.options.order.value)
            before = run.tree.rows
            await run.press("s")
            await run.until_listed_anew(before)
        assert orders == ["last active", "created", "size", "title"]


async def test_by_size_the_sizes_are_shown(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("s", "s")
        await run.until(lambda: any(line.endswith(" kB") for line in lines_of(run.tree)))
        assert lines_of(run.browser.query_one("#tree-note")) == ["   by size"]


async def test_minor_sessions_are_hidden_by_a_key_and_counted(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("full_stop")
        await run.until(lambda: not any("(empty)" in line for line in lines_of(run.tree)))
        (note,) = lines_of(run.browser.query_one("#tree-note"))
        assert note.endswith(" hidden")
        await run.press("full_stop")
        await run.until(lambda: any("(empty)" in line for line in lines_of(run.tree)))


async def test_projects_are_folded_one_by_one_and_all_at_once(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("left")
        assert "↳ Plan · checkout flow 10m" not in squeezed(lines_of(run.tree))
        await run.press("left")
        assert run.tree.cursor == 0
        await run.press("left")
        assert squeezed(lines_of(run.tree))[:2] == ["▸ ~/work/shop ● 4", "▾ …/bucket worktree of api 1"]
        await run.press("enter")
        assert squeezed(lines_of(run.tree))[1] == "● Fix add in app.… +2 busy 3s"
        await run.press("z")
        await run.until(lambda: len(run.tree.rows) == 6)
        await run.press("Z")
        await run.until(lambda: len(run.tree.rows) > 20)


async def test_the_cursor_stays_on_its_session_when_the_list_changes(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("down", "down", "down")
        row = run.tree.row
        assert row is not None
        before = run.tree.rows
        await run.press("s")
        await run.until(lambda: run.tree.rows is not before)
        assert run.tree.row is not None
        assert run.tree.row.identity == row.identity


async def test_a_click_selects_and_a_second_one_opens(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.pilot.click("#tree", offset=(10, 5))
        assert run.tree.cursor == 5
        assert run.focused == "tree"
        await run.pilot.click("#tree", offset=(10, 5))
        await run.until(lambda: run.focused == "transcript")


async def test_a_new_session_is_listed_after_a_reload(real: Path) -> None:
    async with browsing(real) as run:
        old = file_of(real, "7988bad2")
        old.with_name("00000000-0000-4000-8000-000000000001.jsonl").write_bytes(old.read_bytes())
        count = len(run.tree.rows)
        await run.press("f5")
        await run.until(lambda: len(run.tree.rows) == count + 1)


async def test_a_store_without_projects_is_empty_and_no_error(tmp_path: Path) -> None:
    async with browsing(tmp_path / "nothing") as run:
        assert run.tree.rows == ()
        assert run.notices == []
        await run.press("down", "enter", "i", "v", "escape", "z", "s")
        assert run.app.is_running


async def test_a_key_goes_to_the_next_running_session_those_that_wait_first(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("Z", "end")
        found = []
        for _ in range(4):
            await run.press("L")
            assert run.tree.row is not None
            assert run.tree.row.session is not None
            found.append(run.tree.row.session.meta.title)
        assert found == ["Try the bucket in a worktree", "Fix add in app.py", "Rate limits, take two", found[0]]
        await run.until(lambda: run.opened.startswith("6ee1cfcc"))
        assert run.focused == "tree"


async def test_the_next_running_session_is_shown_though_its_project_is_folded(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("z")
        await run.until(lambda: len(run.tree.rows) == 6)
        await run.press("L")
        assert run.tree.row is not None
        assert run.tree.row.session is not None
        assert run.tree.row.session.session_id.startswith("6ee1cfcc")


async def test_a_click_on_what_waits_goes_to_it(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        assert run.tree.row is not None
        assert run.tree.row.session is not None
        assert run.tree.row.session.running is not None
        (header,) = lines_of(run.browser.query_one("#header"))
        await run.pilot.click("#header", offset=(header.index("waits for you"), 0))
        await run.until(lambda: run.opened.startswith("6ee1cfcc"))


async def test_where_nothing_runs_the_key_says_so(real: Path) -> None:
    async with browsing(real) as run:
        await run.press("L")
        assert run.notices == ["No session is running."]


async def begin_to_run(run: Browsing, demo: Demo, beginning: str) -> None:
    """Have the client that was idle go on in another session."""
    client = demo.claude_dir / "sessions" / f"{os.getppid()}.json"
    session_id = file_of(demo.claude_dir, beginning).stem
    client.write_text(json.dumps(json.loads(client.read_bytes()) | {"sessionId": session_id}), encoding="utf-8")
    await run.press("f5")
    await run.until(lambda: "/play/raytracer" in str(running_in(run.browser.tree_pane.projects)))


async def test_a_project_is_unfolded_when_a_session_begins_to_run_in_it(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        run.browser.tree_pane.set_options(Options())
        await run.until(lambda: len(run.tree.rows) == 6)
        await begin_to_run(run, demo, "e7918e2d")
        await run.until(lambda: len(run.tree.rows) > 6)
        assert next(row.session.session_id[:8] for row in run.tree.rows if row.session) == "e7918e2d"


async def test_a_project_that_the_user_folded_stays_folded_when_a_session_begins_to_run_in_it(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("z")
        await run.until(lambda: len(run.tree.rows) == 6)
        await begin_to_run(run, demo, "e7918e2d")
        await run.until(lambda: any("raytracer ○" in line for line in lines_of(run.tree)))
        assert len(run.tree.rows) == 6

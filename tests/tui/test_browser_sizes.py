from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.tui.browsing import Browsing, browsing, lines_of

if TYPE_CHECKING:
    from textual.geometry import Region

    from cc_session_tui.demo import Demo
    from cc_session_tui.tui.screens.browser import BrowserScreen


def shown(run: Browsing) -> list[str]:
    """Ids of the panes that are shown, from left to right."""
    return [pane.id or "" for pane in run.browser.query("#panes > *") if pane.display]


async def test_a_narrow_terminal_shows_one_pane_at_a_time(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(80, 24)) as run:
        found = [shown(run)]
        for key in ("enter", "i", "escape", "escape", "tab", "tab"):
            await run.press(key)
            found.append(shown(run))
        tree, reading, inspector = ["tree-pane"], ["reading-pane"], ["inspector-pane"]
        assert found == [tree, reading, inspector, reading, tree, reading, tree]


async def test_the_inspector_stands_in_for_the_tree_where_there_is_room_for_two(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(120, 40)) as run:
        await run.until(lambda: run.opened)
        assert shown(run) == ["tree-pane", "reading-pane"]
        await run.press("i")
        assert shown(run) == ["reading-pane", "inspector-pane"]
        assert run.focused == "transcript"
        await run.press("i")
        assert shown(run) == ["tree-pane", "reading-pane"]


async def test_a_wide_terminal_shows_all_three(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(200, 50)) as run:
        await run.until(lambda: run.opened)
        await run.press("i")
        assert shown(run) == ["tree-pane", "reading-pane", "inspector-pane"]
        assert run.focused == "tree"


async def test_the_transcript_is_laid_out_anew_beside_the_inspector(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(140, 40)) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "g")
        wide = next(line for line in lines_of(run.transcript) if "The totals are wrong" in line)
        assert wide.endswith("prove it.")
        await run.press("i")
        await run.until(lambda: any(line.endswith("prove it.") for line in lines_of(run.transcript)))


async def test_the_tree_is_put_away_and_comes_back(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("backslash")
        assert shown(run) == ["reading-pane"]
        assert run.focused == "transcript"
        await run.press("backslash")
        assert shown(run) == ["tree-pane", "reading-pane"]
        assert run.focused == "tree"


async def test_what_has_the_focus_stays_in_sight_through_resizes(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter")
        await run.pilot.resize_terminal(60, 20)
        await run.until(lambda: shown(run) == ["reading-pane"])
        await run.press("escape")
        assert shown(run) == ["tree-pane"]
        await run.pilot.resize_terminal(150, 40)
        await run.until(lambda: shown(run) == ["tree-pane", "reading-pane"])
        await run.pilot.resize_terminal(60, 20)
        await run.until(lambda: shown(run) == ["tree-pane"])
        assert run.focused == "tree"


async def test_who_follows_the_end_follows_it_in_a_larger_terminal_too(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(80, 24)) as run:
        await run.press("enter")
        await run.until(lambda: run.opened)
        assert run.transcript.follow
        await run.pilot.resize_terminal(150, 40)
        await run.until(lambda: shown(run) == ["tree-pane", "reading-pane"])
        await run.pilot.pause()
        assert run.transcript.follow


@pytest.mark.parametrize("size", [(20, 5), (40, 10), (80, 24), (120, 40), (250, 80)])
async def test_every_line_has_the_width_of_its_pane(demo: Demo, size: tuple[int, int]) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=size) as run:
        await run.press("enter")
        await run.until(lambda: run.opened)
        for name in ("#header", "#title", "#status", "#footer", "#tree", "#transcript"):
            widget = run.browser.query_one(name)
            for strip in widget.render_lines(widget.size.region):
                assert strip.cell_length in {widget.scrollable_content_region.width, widget.size.width}, name


async def test_the_footer_shows_the_keys_of_what_has_the_focus(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        footer = run.browser.query_one("#footer")
        await run.until(lambda: run.opened)
        assert lines_of(footer)[0].startswith(" ↵ open   / filter   s sort   . hide   r resume   i json   v view")
        await run.press("enter")
        await run.until(lambda: lines_of(footer)[0].startswith(" ↵ fold   / find   "))
        await run.press("escape", "slash")
        await run.until(lambda: lines_of(footer)[0].startswith(" ↵ done   esc clear   ^p palette   ^q quit"))


async def test_a_narrow_footer_keeps_help_and_that_of_find_tells_its_keys(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(60, 24)) as run:
        footer = run.browser.query_one("#footer")
        await run.press("enter")
        await run.until(lambda: lines_of(footer)[0].startswith(" ↵ fold   / find   "))
        assert lines_of(footer)[0].rstrip().endswith("? help")
        await run.press("slash")
        await run.until(lambda: lines_of(footer)[0].startswith(" esc leave   "))
        assert "next" in lines_of(footer)[0]


async def test_a_click_on_the_footer_does_what_the_key_does(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.pilot.click("#footer", offset=(12, 0))
        await run.until(lambda: run.focused == "filter")


async def test_of_a_transcript_that_is_not_shown_nothing_is_said(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(80, 24)) as run:
        status = run.browser.query_one("#status")
        await run.press("enter")
        await run.until(lambda: "records" in lines_of(status)[0])
        await run.press("escape")
        assert lines_of(status) == [""]
        await run.press("tab")
        assert "records" in lines_of(status)[0]


@pytest.mark.parametrize("width", [60, 80, 120])
async def test_what_is_told_covers_neither_the_end_of_the_transcript_nor_the_bottom_lines(
    demo: Demo, width: int
) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(width, 24)) as run:
        run.app.notify("A word on what has happened, and on what can be done about it by a key. " * 2)
        await run.until(lambda: run.browser.query("Toast"))
        await run.until(lambda: run.browser.query_one("Toast").region.height)
        toast = run.browser.query_one("Toast").region
        assert toast.y >= 2
        assert toast.bottom < 12
        assert toast.right <= width


async def test_where_something_was_told_all_is_painted_anew(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        painted, refresh = list[bool](), run.browser.refresh

        def paint(*parts: Region, **layout: bool) -> BrowserScreen:
            painted.append(not parts and not layout and not run.browser.query("Toast"))
            return refresh(*parts, **layout)

        run.app.notify("gone by a click", timeout=60)
        await run.until(lambda: run.browser.query("Toast") and run.browser.query_one("Toast").region)
        monkeypatch.setattr(run.browser, "refresh", paint)
        await run.pilot.click("Toast")
        await run.until(lambda: True in painted)

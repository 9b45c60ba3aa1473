from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from textual.binding import Binding
from textual.widgets import OptionList, Static

from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.commands import HELP_COMMANDS, Command, bindings, key_label
from cc_session_tui.tui.config import Config
from cc_session_tui.tui.screens.browser import BrowserScreen
from cc_session_tui.tui.screens.edit_pane import EditPane
from cc_session_tui.tui.screens.edit_sessions import SessionsBrowser
from cc_session_tui.tui.screens.help import HelpScreen
from cc_session_tui.tui.screens.registry import BY_ID, COMMANDS, GROUPS
from cc_session_tui.tui.screens.tree_pane import TreePane
from cc_session_tui.tui.widgets.filter import FilterLine
from cc_session_tui.tui.widgets.inspector import Inspector
from cc_session_tui.tui.widgets.session_tree import SessionTree
from cc_session_tui.tui.widgets.transcript import Transcript
from cc_session_tui.tui.widgets.transcript_find_bar import FindBar
from tests.tui.browsing import browsing

if TYPE_CHECKING:
    from cc_session_tui.demo import Demo

OWNERS = {
    "app": (CcSessionsApp,),
    "browser": (BrowserScreen,),
    "tree": (SessionTree, TreePane),
    "filter": (FilterLine,),
    "transcript": (Transcript,),
    "find": (FindBar,),
    "edit": (EditPane,),
    "session": (SessionsBrowser,),
    "inspector": (Inspector,),
    "help": (HelpScreen,),
}


def keys_of(group: str) -> Counter[str]:
    return Counter(key for command in COMMANDS if command.group == group for key in command.keys.split(","))


def test_every_command_has_an_id_of_its_own_that_begins_with_its_group() -> None:
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)
    for command in COMMANDS:
        assert command.id.startswith(f"{command.group}.")
        assert command.group in GROUPS


def test_what_does_the_same_is_one_command() -> None:
    actions = Counter((command.action, command.group in {"transcript", "browser"}) for command in COMMANDS)
    assert actions["toggle_follow", True] == 1
    assert BY_ID["browser.toggle_follow"].keys == "w,F"


@pytest.mark.parametrize("command", [*COMMANDS, *HELP_COMMANDS], ids=lambda command: command.id)
def test_every_command_has_an_action(command: Command) -> None:
    name = f"action_{command.action.partition('(')[0]}"
    assert any(hasattr(owner, name) for owner in OWNERS[command.group])


@pytest.mark.parametrize("group", ["tree", "transcript", "inspector"])
def test_no_key_means_two_things_where_it_is_pressed(group: str) -> None:
    here, everywhere = keys_of(group), keys_of("session") + keys_of("browser") + keys_of("app")
    assert max(here.values()) == 1
    assert max(everywhere.values()) == 1
    assert set(here) & set(everywhere) <= {"escape", *({"n"} if group == "transcript" else ())}


def test_no_key_of_an_edit_means_something_else_in_the_transcript() -> None:
    around = keys_of("transcript") + keys_of("session") + keys_of("browser") + keys_of("app")
    assert not set(keys_of("edit")) & set(around)
    assert max(keys_of("edit").values()) == 1


def test_bindings_carry_the_command_and_its_id() -> None:
    (binding,) = bindings([Command("tree.sort", "s", "Sort", "sort", "tree")])
    assert isinstance(binding, Binding)
    assert (binding.id, binding.key, binding.action, binding.description) == ("tree.sort", "s", "sort", "Sort")


@pytest.mark.parametrize(
    ("key", "label"),
    [("enter", "↵"), ("ctrl+p", "^p"), ("question_mark", "?"), ("slash", "/"), ("G", "G"), ("shift+tab", "shift+tab")],
)
def test_keys_are_written_as_people_write_them(key: str, label: str) -> None:
    assert key_label(key) == label


async def test_help_lists_every_command_with_its_keys(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("question_mark")
        screen = run.app.screen
        assert isinstance(screen, HelpScreen)
        text = str(screen.query_one("#help-text", Static).visual)
        lines = text.splitlines()
        assert lines[0].strip() == "Tree"
        for command in COMMANDS:
            line = next(line for line in lines if command.text in line and command.id in line)
            assert key_label(command.keys.split(",")[0]) in line
        await run.press("escape")
        assert isinstance(run.app.screen, BrowserScreen)


async def test_help_begins_with_the_pane_that_has_the_focus_and_fits_a_narrow_terminal(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, size=(50, 20)) as run:
        await run.press("enter", "question_mark")
        lines = str(run.app.screen.query_one("#help-text", Static).visual).splitlines()
        assert lines[0].strip() == "Transcript"
        assert max(map(len, lines)) <= 50


async def test_the_palette_offers_what_works_here_under_the_users_keys(demo: Demo) -> None:
    config = Config(keys={"tree.sort": "f9"})
    async with browsing(demo.claude_dir, home=demo.home, config=config) as run:
        offered = {command.title: command for command in run.app.get_system_commands(run.app.screen)}
        sort = offered["Sort: running and last active, created, size, title"]
        assert sort.help == "f9  tree.sort"
        assert "Theme" in offered
        assert "Copy the entry's text" not in offered
        before = run.tree.rows
        await sort.callback()
        await run.until(lambda: run.tree.rows is not before)


async def test_the_palette_opens_and_runs_a_command(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.press("ctrl+p", *"fold all projects")
        options = run.app.screen.query_one(OptionList)
        await run.until(lambda: options.option_count and options.highlighted is not None)
        await run.press("enter")
        if not isinstance(run.app.screen, BrowserScreen):
            await run.press("enter")
        await run.until(lambda: isinstance(run.app.screen, BrowserScreen) and len(run.tree.rows) == 6)


async def test_keys_of_the_config_file_replace_the_usual_ones(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, config=Config(keys={"tree.sort": "o"})) as run:
        before = run.tree.rows
        await run.press("s")
        assert run.browser.tree_pane.options.order == "last active"
        await run.press("o")
        await run.until(lambda: run.tree.rows is not before)
        assert run.browser.tree_pane.options.order == "created"


async def test_theme_and_problems_of_the_config_file_are_shown(demo: Demo) -> None:
    config = Config(theme="cc-light", problems=("config.toml: [what] is this",))
    async with browsing(demo.claude_dir, home=demo.home, config=config) as run:
        assert run.app.theme == "cc-light"
        assert run.notices == ["config.toml: [what] is this"]
        await run.press("f2")
        assert run.app.theme == "cc-dark"


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "nord", "gruvbox", "ansi-dark", "dracula"])
async def test_every_theme_of_textual_works(demo: Demo, theme: str) -> None:
    async with browsing(demo.claude_dir, home=demo.home, config=Config(theme=theme)) as run:
        await run.until(lambda: run.opened)
        assert run.app.export_screenshot()

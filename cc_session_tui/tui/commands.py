"""The registry of commands: what one can do, under which id, key and name.

Bindings, the command palette, help and the footer are made from here. Ids are the user's keymap API (`[keys]` in the
config file): dotted, `<group>.<verb>_<noun>`, and never changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import format_key

if TYPE_CHECKING:
    from collections.abc import Iterable


class Command(NamedTuple):
    """Something that one can do."""

    id: str
    """Stable, dotted: `tree.open_session`."""
    keys: str
    """Textual key names, separated by commas; the first is the one that is shown."""
    text: str
    """What it does, for help and the palette: `Fold or unfold the entry`."""
    action: str
    """The Textual action, run where the group's bindings stand."""
    group: str
    """Where it works: `app`, `browser`, `tree`, `transcript`, `inspector`."""
    footer: bool = False
    """Whether the footer shows it."""
    label: str = ""
    """One word for the footer; empty: the first word of `text`, in lower case."""

    @property
    def word(self) -> str:
        """What the footer says."""
        return self.label or self.text.split(" ", 1)[0].lower()


def bindings(commands: Iterable[Command]) -> list[BindingType]:
    """Textual bindings for COMMANDS, each with the command's id."""
    return [Binding(command.keys, command.action, command.text, show=False, id=command.id) for command in commands]


def key_label(key: str) -> str:
    """KEY, a Textual key name, as people write it: `↵`, `^p`, `?`, `shift+tab`."""
    key = key.strip()
    if key == "enter":
        return "↵"
    return f"^{key.removeprefix('ctrl+')}" if key.startswith("ctrl+") else format_key(key)


APP_COMMANDS: Final = (
    Command("app.show_palette", "ctrl+p", "Palette of all commands", "command_palette", "app", footer=True),
    Command(
        "app.show_help", "question_mark", "Help: every key that works", "show_help", "app", footer=True, label="help"
    ),
    Command("app.quit", "q,ctrl+q", "Quit", "quit", "app", footer=True),
    Command("app.toggle_alerts", "A", "Alerts when a session is done or asks: on, or off", "toggle_alerts", "app"),
    Command("app.toggle_dark", "f2", "Switch between the dark and the light theme", "toggle_dark", "app"),
)
"""What works everywhere."""

BROWSER_COMMANDS: Final = (
    Command("browser.next_pane", "tab", "Next pane", "focus_next_pane(1)", "browser"),
    Command("browser.previous_pane", "shift+tab", "Previous pane", "focus_next_pane(-1)", "browser"),
    Command(
        "browser.toggle_inspector", "i", "Show or hide the record's JSON", "toggle_inspector", "browser", True, "json"
    ),
    Command("browser.next_view", "v", "View: context, history, file", "next_view", "browser", True, "view"),
    Command("browser.show_prompts", "1", "Detail: prompts", "set_detail(1)", "browser"),
    Command("browser.show_conversation", "2", "Detail: the conversation", "set_detail(2)", "browser"),
    Command("browser.show_all", "3", "Detail: all", "set_detail(3)", "browser"),
    Command("browser.toggle_follow", "w,F", "Follow the open session to its end, or stop", "toggle_follow", "browser"),
    Command(
        "browser.next_running", "L", "Next running session, those waiting for you first", "next_running", "browser"
    ),
    Command("browser.reload", "f5", "Read the store and the session again", "reload", "browser"),
    Command(
        "browser.go_back", "escape", "Back: from the subagent, the inspector, the transcript", "go_back", "browser"
    ),
    Command("browser.toggle_tree", "backslash", "Show or hide the tree", "toggle_tree", "browser"),
    Command(
        "browser.open_pictures", "p", "Open the entry's pictures in the system's viewer", "open_pictures", "browser"
    ),
    Command("browser.copy_session_id", "y", "Copy the session id", "copy_session_id", "browser"),
)
"""What works on the browser screen, whatever has the focus."""

TREE_COMMANDS: Final = (
    Command("tree.cursor_down", "down,j", "Next line", "cursor_down", "tree"),
    Command("tree.cursor_up", "up,k", "Previous line", "cursor_up", "tree"),
    Command("tree.page_down", "pagedown,ctrl+d", "Page down", "page_down", "tree"),
    Command("tree.page_up", "pageup,ctrl+u", "Page up", "page_up", "tree"),
    Command("tree.go_first", "home,g", "First line", "go_first", "tree"),
    Command("tree.go_last", "end,G", "Last line", "go_last", "tree"),
    Command("tree.next_project", "right_curly_bracket", "Next project", "next_project(1)", "tree"),
    Command("tree.previous_project", "left_curly_bracket", "Previous project", "next_project(-1)", "tree"),
    Command("tree.open_row", "enter", "Open the session; fold or unfold the project", "open_row", "tree", footer=True),
    Command("tree.unfold_row", "right,l", "Unfold, or go in", "unfold_row", "tree"),
    Command("tree.fold_row", "left,h", "Fold, or go to the line above it", "fold_row", "tree"),
)
"""What works in the tree, line by line."""

TREE_PANE_COMMANDS: Final = (
    Command("tree.fold_all", "z", "Fold all projects", "fold_all", "tree"),
    Command("tree.unfold_all", "Z", "Unfold all projects", "unfold_all", "tree"),
    Command("tree.filter", "slash", "Filter by title, prompt, path, branch", "filter", "tree", footer=True),
    Command("tree.sort", "s", "Sort: running and last active, created, size, title", "sort", "tree", True, "sort"),
    Command(
        "tree.toggle_hidden",
        "full_stop",
        "Hide or show empty and `claude -p` sessions",
        "toggle_hidden",
        "tree",
        True,
        "hide",
    ),
    Command("tree.clear_filter", "escape", "Clear the filter", "clear_filter", "tree"),
)
"""What changes the whole tree."""

FILTER_COMMANDS: Final = (
    Command(
        "filter.leave",
        "enter,down,tab",
        "Go to what the filter finds",
        "leave_filter",
        "filter",
        footer=True,
        label="done",
    ),
    Command("filter.clear", "escape", "Clear the filter", "clear_filter", "filter", footer=True),
)
"""What works while a filter is typed."""

INSPECTOR_COMMANDS: Final = (
    Command("inspector.cursor_down", "down,j", "Next line", "cursor_down", "inspector"),
    Command("inspector.cursor_up", "up,k", "Previous line", "cursor_up", "inspector"),
    Command("inspector.page_down", "pagedown,ctrl+d", "Page down", "page_down", "inspector"),
    Command("inspector.page_up", "pageup,ctrl+u", "Page up", "page_up", "inspector"),
    Command("inspector.go_first", "home,g", "First line", "go_first", "inspector"),
    Command("inspector.go_last", "end,G", "Last line", "go_last", "inspector"),
    Command("inspector.open_line", "enter", "Open the cut string, or go to the record", "open_line", "inspector", True),
    Command("inspector.next_record", "right,l", "Next record of the entry", "next_record(1)", "inspector"),
    Command("inspector.previous_record", "left,h", "Previous record of the entry", "next_record(-1)", "inspector"),
    Command("inspector.copy_json", "c,C", "Copy the record's JSON", "copy_json", "inspector", True),
)
"""What works in the inspector."""

HELP_COMMANDS: Final = (Command("help.close", "escape,q,question_mark", "Close help", "close", "help"),)
"""What works in help, besides scrolling."""

"""All commands of the browser, and where each works."""

from __future__ import annotations

from typing import Final

from cc_session_tui.tui.commands import (
    APP_COMMANDS,
    BROWSER_COMMANDS,
    FILTER_COMMANDS,
    INSPECTOR_COMMANDS,
    TREE_COMMANDS,
    TREE_PANE_COMMANDS,
    Command,
)
from cc_session_tui.tui.screens.edit_commands import EDIT_COMMANDS, LIFECYCLE_COMMANDS, SESSION_COMMANDS
from cc_session_tui.tui.widgets.transcript_commands import FIND_COMMANDS, TRANSCRIPT_COMMANDS

COMMANDS: Final[tuple[Command, ...]] = (
    *TREE_COMMANDS,
    *TREE_PANE_COMMANDS,
    *FILTER_COMMANDS,
    *TRANSCRIPT_COMMANDS,
    *FIND_COMMANDS,
    *EDIT_COMMANDS,
    *SESSION_COMMANDS,
    *LIFECYCLE_COMMANDS,
    *INSPECTOR_COMMANDS,
    *BROWSER_COMMANDS,
    *APP_COMMANDS,
)
"""Every command, those of a pane before those that work everywhere: the order of the footer."""

GROUPS: Final = {
    "tree": "Tree",
    "filter": "Filter",
    "transcript": "Transcript",
    "find": "Find, in the transcript",
    "edit": "Editing, in the transcript",
    "session": "The session",
    "inspector": "Inspector",
    "browser": "Everywhere in the browser",
    "app": "Always",
}
"""The groups of commands, as help calls them."""

BY_ID: Final = {command.id: command for command in COMMANDS}
"""The commands by their id."""

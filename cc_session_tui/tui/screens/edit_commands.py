"""What can be done to a session, with its default keys; the actions are those of `EditPane`."""

from __future__ import annotations

from typing import Final

from cc_session_tui.tui.commands import Command

EDIT_COMMANDS: Final = (
    Command("edit.choose_entry", "space", "Mark the entry for an edit", "choose_entry", "edit"),
    Command("edit.choose_down", "shift+down,J", "Mark this entry and the next", "choose_on(1)", "edit"),
    Command("edit.choose_up", "shift+up,K", "Mark this entry and the one before", "choose_on(-1)", "edit"),
    Command(
        "edit.prune_entries", "x", "Prune what is marked, or the entry; again: take it back", "prune", "edit", True
    ),
    Command("edit.prune_kind", "X", "Prune the turn, what follows, or all of a kind", "prune_kind", "edit"),
    Command("edit.undo", "u", "Undo the last edit", "undo", "edit"),
    Command("edit.redo", "ctrl+r", "Redo it", "redo", "edit"),
)
"""What works in the transcript besides reading."""

CHOOSER_COMMANDS: Final = (Command("chooser.close", "escape,q", "Go back", "close", "chooser"),)
"""What works in a list to choose from, besides moving."""

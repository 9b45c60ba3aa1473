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
    Command("edit.add_message", "a", "Add messages at the end", "add_message", "edit", True),
    Command("edit.insert_after", "o", "Insert messages after the entry", "insert_message(False)", "edit"),
    Command("edit.insert_before", "O", "Insert messages before the entry", "insert_message(True)", "edit"),
    Command("edit.edit_text", "e", "Edit the entry's text", "edit_text", "edit", True),
    Command("edit.edit_record", "E", "Edit the entry's record as JSON", "edit_record", "edit"),
    Command("edit.take_branch", "b", "Have a resume take the branch that is shown", "take_branch", "edit"),
    Command("edit.undo", "u", "Undo the last edit", "undo", "edit"),
    Command("edit.redo", "ctrl+r", "Redo it", "redo", "edit"),
)
"""What works in the transcript besides reading."""

SESSION_COMMANDS: Final = (
    Command(
        "session.show_findings", "exclamation_mark", "List what is wrong with the session", "show_findings", "session"
    ),
    Command("session.show_weights", "W", "List the heaviest records of a resume", "show_weights", "session"),
    Command(
        "session.review_edits", "ctrl+s", "Review the edits, and save them", "review_edits", "session", True, "save"
    ),
)
"""What works in the browser for the session that is open, or that the tree's cursor is on."""

LIFECYCLE_COMMANDS: Final = (
    Command("session.resume", "r", "Resume the session in Claude Code", "resume(False)", "session", True),
    Command("session.resume_fork", "R", "Resume a fork of it", "resume(True)", "session"),
    Command("session.copy_command", "Y", "Copy the command that resumes it", "copy_command", "session"),
    Command("session.fork", "f", "Fork it: up to the entry, or all of it", "fork", "session"),
    Command("session.new_session", "ctrl+n,n", "New session", "new_session", "session"),
    Command("session.rename", "t", "Rename it: give it another title", "rename", "session"),
    Command("session.delete", "D", "Delete it: to the trash", "delete", "session"),
    Command("session.copy_session", "P", "Copy it to another project", "copy_session", "session"),
    Command("session.show_backups", "B", "Backups and deleted sessions: restore one", "show_backups", "session"),
)
"""What is done to whole sessions; `n` is for the tree, since the transcript has its own."""

CHOOSER_COMMANDS: Final = (Command("chooser.close", "escape,q", "Go back", "close", "chooser"),)
"""What works in a list to choose from, besides moving."""

FINDINGS_COMMANDS: Final = (
    Command("findings.mend_finding", "a", "Mend the finding in the draft", "mend", "findings"),
    Command("findings.mend_all", "A", "Mend all that can be", "mend_all", "findings"),
    Command("findings.close", "escape,q,exclamation_mark", "Go back", "close", "findings"),
)
"""What works in the list of findings, besides moving; enter goes to the line."""

REVIEW_COMMANDS: Final = (
    Command("review.save_new", "s", "Save as a new session", "save_new", "review"),
    Command("review.save_in_place", "w", "Save in place, with a backup", "save_in_place", "review"),
    Command("review.undo", "u", "Undo the last edit, and go back", "undo", "review"),
    Command("review.close", "escape,q", "Go back without a save", "close", "review"),
)
"""What works in the review, besides scrolling."""

COMPOSE_COMMANDS: Final = (
    Command("compose.add_message", "ctrl+enter,ctrl+j", "Add the message, and go on", "add", "compose"),
    Command("compose.finish", "ctrl+s", "Add the message, and close", "finish", "compose"),
    Command("compose.next_role", "ctrl+t", "Write as the next: you, Claude, tool call, record", "next_role", "compose"),
    Command("compose.edit_outside", "ctrl+e", "Edit in $EDITOR", "edit_outside", "compose"),
    Command(
        "compose.complete_path", "tab", "Complete the path after @, or go to the next field", "complete", "compose"
    ),
    Command("compose.close", "escape", "Go back", "close", "compose"),
)
"""What works in the composer, whatever is typed in."""

ASK_COMMANDS: Final = (
    Command("ask.accept", "enter,y", "Answer", "accept", "ask"),
    Command("ask.complete_folder", "tab", "Complete the folder, or go to the next line", "complete", "ask"),
    Command("ask.close", "escape,n", "Go back", "close", "ask"),
)
"""What works in a form."""

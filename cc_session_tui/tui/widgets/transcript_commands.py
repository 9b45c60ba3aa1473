"""What can be done in the transcript, with its default keys."""

from __future__ import annotations

from typing import Final

from cc_session_tui.tui.commands import Command

TRANSCRIPT_COMMANDS: Final = (
    Command(
        "transcript.cursor_down", "down,j", "Next entry; through a long one, next line", "cursor_down", "transcript"
    ),
    Command(
        "transcript.cursor_up", "up,k", "Previous entry; through a long one, previous line", "cursor_up", "transcript"
    ),
    Command("transcript.page_down", "pagedown,ctrl+f", "Page down", "page_down", "transcript"),
    Command("transcript.page_up", "pageup,ctrl+b", "Page up", "page_up", "transcript"),
    Command("transcript.half_page_down", "ctrl+d", "Half a page down", "half_page_down", "transcript"),
    Command("transcript.half_page_up", "ctrl+u", "Half a page up", "half_page_up", "transcript"),
    Command("transcript.go_first", "home,g", "First entry", "go_first", "transcript"),
    Command("transcript.go_last", "end,G", "Last entry, and follow what is added", "go_last", "transcript"),
    Command(
        "transcript.open_entry", "enter", "Fold or unfold; open a subagent", "open_entry", "transcript", True, "fold"
    ),
    Command("transcript.unfold_entry", "right,l", "Unfold the entry", "unfold_entry", "transcript"),
    Command("transcript.fold_entry", "left,h", "Fold the entry", "fold_entry", "transcript"),
    Command("transcript.fold_all", "z", "Fold all entries", "fold_all", "transcript"),
    Command("transcript.unfold_all", "Z", "Unfold all entries", "unfold_all", "transcript"),
    Command("transcript.show_more", "plus", "Show more lines of a cut entry", "show_more", "transcript"),
    Command("transcript.next_prompt", "right_curly_bracket", "Next prompt", "next_prompt", "transcript"),
    Command("transcript.previous_prompt", "left_curly_bracket", "Previous prompt", "previous_prompt", "transcript"),
    Command("transcript.next_error", "right_parenthesis", "Next tool error", "next_error", "transcript"),
    Command("transcript.previous_error", "left_parenthesis", "Previous tool error", "previous_error", "transcript"),
    Command("transcript.next_fork", "greater_than_sign", "Next fork", "next_fork", "transcript"),
    Command("transcript.previous_fork", "less_than_sign", "Previous fork", "previous_fork", "transcript"),
    Command("transcript.next_branch", "right_square_bracket", "Next branch of the fork", "next_branch", "transcript"),
    Command(
        "transcript.previous_branch",
        "left_square_bracket",
        "Previous branch of the fork",
        "previous_branch",
        "transcript",
    ),
    Command("transcript.find_text", "slash", "Find text", "find_text", "transcript", True),
    Command("transcript.next_match", "n", "Next match", "next_match", "transcript"),
    Command("transcript.previous_match", "N", "Previous match", "previous_match", "transcript"),
    Command("transcript.end_find", "escape", "Clear the marks, or leave the search", "end_find", "transcript"),
    Command("transcript.copy_text", "c", "Copy the entry's text", "copy_text", "transcript"),
    Command("transcript.copy_json", "C", "Copy the entry's records as JSON", "copy_json", "transcript"),
)
"""What works in the transcript; the actions are `Transcript`'s."""

FIND_COMMANDS: Final = (
    Command("find.leave", "escape", "Leave the search, and go back", "leave", "find", True),
    Command("find.next_match", "down,ctrl+n", "Next match", "next", "find", True),
    Command("find.previous_match", "up,ctrl+p", "Previous match", "previous", "find", True),
)
"""What works while one types what to find; the actions are `FindBar`'s."""

"""Entries that are no tool call: what they say."""

from __future__ import annotations

from dataclasses import replace

from cc_session_tui.core.transcript.entries import Branch, Image, Kind
from cc_session_tui.tui.presentation.draw import draw
from tests.tui import factories
from tests.tui.presentation.looks import LOOK, PALETTE, style_of, texts

OPENED = replace(LOOK, opened=True)


def test_thinking_is_folded_to_its_beginning() -> None:
    assert texts(factories.thinking("It subtracts.\nIt should add.")) == ["▌ ▸ thought  It subtracts. It should add."]


def test_thinking_opens_to_its_lines() -> None:
    assert texts(factories.thinking("It *subtracts*.\nSo."), look=OPENED) == [
        "▌ ▾ thought",
        "▌   It *subtracts*.",
        "▌   So.",
    ]


def test_thinking_without_text_says_why_and_cannot_be_opened() -> None:
    assert texts(factories.thinking("", label="redacted"), look=OPENED) == ["▌   thought  redacted"]
    assert texts(factories.thinking(" \n")) == ["▌   thought  its text is not in the file"]


def test_an_api_error_is_red_and_no_markdown() -> None:
    entry = factories.reply("API Error: *529*", is_error=True)
    assert texts(entry) == ["▌ API Error: *529*"]
    assert style_of(draw(entry, 80, LOOK), "API Error: *529*") == PALETTE.wrong


def test_pictures_are_named_with_type_pixels_and_size() -> None:
    unread = Image("image/webp", 1_240_000, 0, 0, 0)
    entry = factories.prompt("see", images=(factories.IMAGE, unread), starts_turn=False)
    assert texts(entry) == [
        "▌ see",
        "▌ ▣ image/png · 1280\N{MULTIPLICATION SIGN}720 · 84 kB",
        "▌ ▣ image/webp · 1.2 MB",
    ]


def test_a_run_names_its_parts_once_and_says_its_size() -> None:
    entry = factories.run("meta", "date", "meta", size=28_400)
    assert texts(entry, 50) == ["", "▌ ▸ 3 injected  meta \N{MULTIPLICATION SIGN}2 · date" + " " * 14 + "28 kB"]


def test_a_run_opens_to_a_line_a_part() -> None:
    lines = texts(factories.run("meta", "date"), 40, OPENED)
    assert lines[2:] == ["▌     meta" + " " * 23 + "3.5 kB", "▌     date" + " " * 23 + "3.5 kB"]


def test_a_run_with_a_label_is_called_so() -> None:
    assert texts(factories.run("a", "b", label="progress", kind=Kind.SYSTEM))[-1].startswith("▌ ▸ progress  a · b")


def test_an_attached_file_is_named_and_opens_to_its_content() -> None:
    entry = factories.run("file", label="file cart.py", text="import app\n")
    assert texts(entry, 40) == ["▌ ▸ cart.py attached" + " " * 13 + "1 line"]
    assert texts(entry, 40, OPENED)[1:] == ["▌     import app"]


def test_a_record_alone_shows_its_beginning() -> None:
    entry = factories.run("last-prompt", kind=Kind.STATE, text="fix add\nnow", size=214)
    assert texts(entry, 50) == ["▌ ▸ last-prompt  fix add now" + " " * 16 + "214 B"]


def test_a_record_that_says_nothing_cannot_be_opened() -> None:
    assert texts(factories.run("mode", kind=Kind.STATE), 40)[0].startswith("▌ · mode")


def test_a_command_is_named_once() -> None:
    assert texts(factories.notice("/model opus", "/model", Kind.COMMAND)) == ["▌ · /model  opus"]
    assert texts(factories.notice("/cost", "/cost", Kind.COMMAND)) == ["▌ · /cost"]


def test_a_short_output_of_a_command_is_open_and_keeps_its_colours() -> None:
    entry = factories.notice("cost:\n\x1b[32m$1\x1b[0m", "output", Kind.COMMAND)
    assert texts(entry) == ["▌ ▾ output", "▌     cost:", "▌     $1"]
    assert style_of(draw(entry, 80, LOOK), "$1").color == PALETTE.ansi[2].color


def test_a_long_system_line_is_folded() -> None:
    assert texts(factories.notice("one\ntwo", "away_summary")) == ["▌ ▸ away_summary  one two"]
    assert texts(factories.notice("one\ntwo", "away_summary"), look=OPENED) == [
        "▌ ▾ away_summary",
        "▌     one",
        "▌     two",
    ]


def test_a_compaction_is_a_rule_that_opens_to_its_summary() -> None:
    entry = factories.compaction(summary="**what** happened")
    line = texts(entry, 60)[1]
    assert line.strip(" ─") == "compacted · 168k → 12k tokens · 13:02"
    assert line.startswith("  ─")
    assert texts(entry, 60, OPENED)[2:] == ["▌ what happened"]


def test_a_compaction_says_what_is_known() -> None:
    by_hand = factories.compaction(trigger="manual", tokens_after=0, time="")
    assert texts(by_hand, 60)[1].strip(" ─") == "compacted by hand · 168k tokens"
    assert texts(factories.compaction(tokens_before=0, time=""), 60)[1].strip(" ─") == "compacted"


def test_a_fork_says_which_branch_is_shown_and_what_the_other_is() -> None:
    assert texts(factories.fork(), 110)[1].startswith(
        "⑂ 2 branches here   [ this one, 6 messages ]  other: “try a decorator instead”, 2 messages"
    )


def test_a_fork_of_many_opens_to_a_line_a_branch() -> None:
    entry = factories.fork(*(Branch(n, n, f"try {n}", n, n == 2) for n in range(1, 4)))
    assert "others: “try 1”, 1 message, and 1 more" in texts(entry, 120)[1]
    lines = texts(entry, 60, OPENED)[2:]
    assert [line[4:11] for line in lines] == ["○ try 1", "● try 2", "○ try 3"]


def test_a_gap_says_that_the_parent_is_missing() -> None:
    assert texts(factories.gap())[1].startswith("┄ the parent is not in the file  ")


def test_an_unknown_record_is_named_and_opens_to_its_json() -> None:
    entry = factories.unknown("frobnicate", {"type": "frobnicate", "deep": [1]})
    assert texts(entry, 60)[0] == "┊ ? frobnicate  unknown record, kept as it is   not resumed"
    assert texts(entry, 60, OPENED)[1:] == [
        "┊   {",
        '┊     "type": "frobnicate",',
        '┊     "deep": [',
        "┊       1",
        "┊     ]",
        "┊   }",
    ]


def test_an_unknown_block_without_a_record_opens_to_its_bytes() -> None:
    entry = replace(factories.unknown(), record=None, data=b"[1, 2]")
    assert texts(entry, look=OPENED)[1:] == ["┊     [1, 2]"]


def test_a_damaged_line_is_red_and_shows_its_bytes() -> None:
    entry = factories.damaged(b'{"a\x00\xff\nb')
    assert texts(entry, 60)[0].startswith('┊ ! no JSON  {"a␀\\xff b')
    assert texts(entry, look=OPENED)[1:] == ['┊     {"a␀\\xff', "┊     b"]
    assert style_of(draw(entry, 80, LOOK), "no JSON") == PALETTE.wrong

"""Finding entries in views, and what views leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import Key, Kind, Raw
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, kinds, text, use

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def document(tmp_path: Path) -> Document:
    """Return a session with two turns, a folded run, parallel calls, and records of the session's."""
    script = Script()
    script.loose({"type": "mode", "mode": "normal"})
    script.user("first")
    script.attach("date", date="2026-01-05")
    script.attach("model", text="You are m.")
    script.reply("Looking.", use("t1"), use("t2"))
    script.user([{"type": "tool_result", "tool_use_id": call, "content": call} for call in ("t1", "t2")])
    script.reply("Done.")
    script.loose({"type": "last-prompt", "lastPrompt": "first"})
    script.user("second")
    script.reply("Done again.")
    return script.open(tmp_path)


def test_the_details_show_prompts_the_conversation_or_all(document: Document) -> None:
    views = [document.view(ViewName.HISTORY, detail) for detail in (1, 2, 3)]
    assert [len(view) for view in views] == [2, 8, 9]
    assert [view.records for view in views] == [2, 8, 8]
    assert [view.hidden for view in views] == [
        {"session records": 2, "injected": 2, "messages": 4},
        {"session records": 2},
        {"session records": 2},
    ]


def test_the_file_view_shows_every_line_in_file_order(document: Document) -> None:
    view = document.view(ViewName.FILE, 3)
    rows = [row for position in range(len(view)) for row in view.rows(position)]
    assert rows == [0, 1, 2, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9]
    assert view.records == len(document.index) == 10
    assert not view.hidden


def test_a_result_is_found_where_its_call_is_shown(document: Document) -> None:
    view = document.view(ViewName.HISTORY, 2)
    file = document.view(ViewName.FILE, 3)
    results = [file.key(p) for p in range(len(file)) if file.kind(p) is Kind.TOOL_RESULT]
    assert [view.entry(view.find(key)).rows for key in results] == [(4, 5), (4, 5)]
    assert [view.find(key) for key in results] == [3, 4]
    assert view.at_row(5) == 3


def test_a_folded_record_is_found_in_its_run(document: Document) -> None:
    all_, view = document.view(ViewName.HISTORY, 3), document.view(ViewName.HISTORY, 2)
    assert [all_.kind(p) for p in (1, 2)] == [Kind.INJECTED] * 2
    assert [view.find(all_.key(p)) for p in (1, 2)] == [1, 1]
    assert all_.find(view.key(1)) == 1


def test_an_entry_that_a_detail_leaves_out_is_found_at_the_one_before_it(document: Document) -> None:
    all_, prompts = document.view(ViewName.HISTORY, 3), document.view(ViewName.HISTORY, 1)
    assert [prompts.find(all_.key(p)) for p in range(len(all_))] == [0] * 7 + [1] * 2
    assert [prompts.at_row(row) for row in range(10)] == [0] * 8 + [1] * 2


def test_a_key_of_no_record_is_found_at_the_record_before_it(document: Document) -> None:
    view = document.view(ViewName.HISTORY, 2)
    assert view.find(Key(document.index.offset[6] + 3, 0)) == view.at_row(6)
    assert view.find(Key(10**12, 0)) == len(view) - 1
    assert view.find(Key(0, -1)) == 0


def test_nothing_is_found_in_an_empty_view(tmp_path: Path) -> None:
    script = Script()
    script.loose({"type": "mode", "mode": "normal"})
    view = script.open(tmp_path).view(ViewName.HISTORY, 2)
    assert (len(view), view.find(Key(0, 0)), view.at_row(0), view.find(Key(-1, -2))) == (0, -1, -1, -1)
    assert view.hidden == {"session records": 1}


def test_an_empty_file_is_an_empty_view(tmp_path: Path) -> None:
    document = Script().open(tmp_path)
    assert [len(document.view(name, 3)) for name in ViewName] == [0, 0, 0]
    assert document.chain.leaf == -1


def test_a_view_is_made_without_decoding_a_record(document: Document) -> None:
    document.view(ViewName.CONTEXT, 2)
    before = document.index.decoded
    views = [document.view(name, detail) for name in ViewName for detail in (1, 2, 3)]
    for view in views:
        for position in range(len(view)):
            view.kind(position), view.key(position), view.rows(position), view.size(position)
            view.find(view.key(position))
    assert document.index.decoded == before
    views[4].entry(3)
    assert document.index.decoded == before + 2


def test_an_entry_that_was_looked_at_is_not_decoded_again(document: Document) -> None:
    view = document.view(ViewName.HISTORY, 2)
    first = view.entry(0)
    before = document.index.decoded
    assert view.entry(0) is first
    assert view.text(0) == "first"
    assert document.index.decoded == before


def test_the_text_of_a_call_is_its_name_its_input_and_its_result(tmp_path: Path) -> None:
    script = Script()
    script.reply(use("t1", "Edit", file_path="/a.py", replace_all=False))
    script.result("t1", "updated")
    assert (
        script.open(tmp_path).view(ViewName.HISTORY, 2).text(0) == "Edit\nfile_path: /a.py\nreplace_all: false\nupdated"
    )


def test_the_text_of_an_unknown_record_is_its_json_and_of_damaged_bytes_these(tmp_path: Path) -> None:
    script = Script()
    script.loose({"type": "frobnicate", "x": 1})
    script.lines.append(b"\xff damaged\n")
    view = script.open(tmp_path).view(ViewName.FILE, 2)
    assert view.text(0) == '{\n  "type": "frobnicate",\n  "x": 1\n}'
    assert view.text(1) == "\ufffd damaged\n"


def test_a_file_that_became_shorter_is_shown_as_unreadable_and_does_not_raise(tmp_path: Path) -> None:
    script = Script()
    script.user("first")
    script.reply("Done.", use("t1"))
    script.result("t1")
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    document.index.path.write_bytes(b"")
    found = entries(view)
    assert all(isinstance(entry, Raw) for entry in found)
    assert {(entry.kind, entry.label) for entry in found} == {(Kind.DAMAGED, "cannot be read")}
    assert [view.text(position) for position in range(len(view))] == ["", "", ""]


def test_a_very_long_conversation_keeps_few_entries(tmp_path: Path) -> None:
    script = Script()
    for number in range(700):
        script.user(f"prompt {number}")
    view = script.open(tmp_path).view(ViewName.HISTORY, 2)
    first = view.entry(0)
    assert [view.entry(p).text for p in range(700)] == [f"prompt {n}" for n in range(700)]  # type: ignore[attr-defined]
    assert view.entry(0) is not first


def test_two_prompts_in_a_row_are_two_turns_but_two_blocks_of_one_are_not(tmp_path: Path) -> None:
    script = Script()
    script.user("one")
    script.user([text("two"), text("and a half")])
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT] * 3
    assert [entry.starts_turn for entry in found] == [True, True, False]


def test_a_view_of_a_torn_line_that_is_read_again_does_not_raise(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.attach("date", date="2026-01-05")
    script.attach("model", text="You are m.")
    script.lines[2] = script.lines[2].rstrip(b"\n")
    document = script.open(tmp_path)
    views = [document.view(name, detail) for name in ViewName for detail in (1, 2, 3)]
    document.index.path.write_bytes(b"".join(script.lines[:2]))
    document.index.extend()
    for view in views:
        for position in range(len(view)):
            view.key(position), view.rows(position), view.size(position), view.entry(position), view.text(position)
    last = views[5].entry(2)
    assert isinstance(last, Raw)
    assert (last.kind, last.label, last.key.offset) == (
        Kind.DAMAGED, "being read again", len(script.lines[0] + script.lines[1]),
    )  # fmt: skip


def test_a_result_that_came_after_a_view_was_made_is_not_in_it(tmp_path: Path) -> None:
    script = Script()
    script.user("go")
    script.reply(use("t1"))
    path = script.write(tmp_path)
    document = Document.open(path)
    view = document.view(ViewName.HISTORY, 2)
    script.result("t1")
    script.write(tmp_path)
    document.extend()
    assert (view.rows(1), view.entry(1).rows) == ((1,), (1,))
    assert document.view(ViewName.HISTORY, 2).rows(1) == (1, 2)

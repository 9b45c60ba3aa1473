"""Entries for prompts, replies and thinking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.transcript.entries import Kind, Raw, Run, Speaker, Text
from cc_session_tui.core.transcript.views import ViewName
from tests.core.transcript.script import Script, entries, image, kinds, text, use

if TYPE_CHECKING:
    from pathlib import Path

DOT = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAA="
"""The header of a PNG of 2 x 3 pixels."""
REMINDER = "<system-reminder>be careful</system-reminder>"


@pytest.fixture
def script() -> Script:
    """Return an empty session."""
    return Script()


def test_a_prompt_and_its_reply_are_two_turns(script: Script, tmp_path: Path) -> None:
    script.user("fix add")
    script.reply("Fixed.", tokens=12)
    prompt, reply = script.history(tmp_path)
    assert (prompt.kind, prompt.text, prompt.speaker, prompt.starts_turn) == (
        Kind.PROMPT, "fix add", Speaker.USER, True,
    )  # fmt: skip
    assert (reply.kind, reply.text, reply.speaker, reply.starts_turn) == (
        Kind.REPLY, "Fixed.", Speaker.ASSISTANT, True,
    )  # fmt: skip
    assert (reply.model, reply.tokens, reply.time) == ("claude-test", 12, "2026-01-05T10:00:02.000Z")


def test_the_lines_of_a_message_are_one_turn_and_its_tokens_the_largest_of_them(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.reply({"type": "thinking", "thinking": "Hm.", "signature": "s"}, message="m", tokens=1)
    script.reply("Reading.", message="m", tokens=3)
    script.reply(use("t1"), message="m", tokens=40)
    script.result("t1")
    script.reply("Done.")
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT, Kind.THINKING, Kind.REPLY, Kind.TOOL_CALL, Kind.REPLY]
    assert [entry.starts_turn for entry in found] == [True, True, False, False, False]
    assert [entry.tokens for entry in found[1:]] == [40, 40, 40, 5]


def test_several_blocks_in_one_line_are_several_entries(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.reply({"type": "thinking", "thinking": "Hm.", "signature": "s"}, "Reading.", use("t1"), use("t2"))
    script.result("t2", "two")
    script.result("t1", "one")
    found = script.history(tmp_path)
    assert kinds(found) == [Kind.PROMPT, Kind.THINKING, Kind.REPLY, Kind.TOOL_CALL, Kind.TOOL_CALL]
    assert [entry.key.block for entry in found] == [0, 0, 1, 2, 3]
    assert [entry.result.text for entry in found[3:]] == ["one", "two"]


def test_replies_of_clients_that_give_messages_no_id_are_not_mixed(script: Script, tmp_path: Path) -> None:
    script.user("go")
    for tokens in (7, 9):
        message = {"content": [text("a")], "usage": {"output_tokens": tokens}}
        script.add({"type": "assistant", "message": message})
    assert [entry.tokens for entry in script.history(tmp_path)[1:]] == [7, 9]


def test_what_is_injected_into_a_prompt_is_no_part_of_its_text(script: Script, tmp_path: Path) -> None:
    script.user(f"{REMINDER}\n\nfix add")
    prompt, injected = script.history(tmp_path)
    assert (prompt.text, prompt.kind) == ("fix add", Kind.PROMPT)
    assert (injected.text, injected.label, injected.kind) == ("be careful", "system-reminder", Kind.INJECTED)
    assert prompt.rows == injected.rows == (0,)


def test_a_block_of_reminders_stands_beside_the_prompt(script: Script, tmp_path: Path) -> None:
    script.user([text(REMINDER), text("fix add")])
    injected, prompt = script.history(tmp_path)
    assert (injected.text, prompt.text) == ("be careful", "fix add")
    assert [entry.starts_turn for entry in (injected, prompt)] == [False, True]


def test_pictures_beside_a_prompt_belong_to_it(script: Script, tmp_path: Path) -> None:
    script.user([image(DOT), text("what is this?"), image(DOT, "image/webp")])
    (prompt,) = script.history(tmp_path)
    assert [(i.media_type, i.width, i.height, i.row) for i in prompt.images] == [
        ("image/png", 2, 3, 0),
        ("image/webp", 2, 3, 0),
    ]


def test_a_picture_without_words_is_an_entry_of_the_user(script: Script, tmp_path: Path) -> None:
    script.user([image(DOT), image(DOT)])
    found = script.history(tmp_path, detail=1)
    assert [(e.kind, e.speaker, len(e.images)) for e in found] == [(Kind.IMAGE, Speaker.USER, 1)] * 2


def test_a_document_is_shown_with_its_title(script: Script, tmp_path: Path) -> None:
    source = {"type": "text", "media_type": "text/plain", "data": "the whole text"}
    script.user([text("read this"), {"type": "document", "title": "notes", "source": source}])
    _, document = script.history(tmp_path)
    assert (document.label, document.text) == ("document notes", "notes\nthe whole text")


def test_thinking_may_be_withheld_or_not_stored(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.reply({"type": "thinking", "thinking": "Hm.", "signature": "s"})
    script.reply({"type": "thinking", "thinking": "", "signature": "s"})
    script.reply({"type": "redacted_thinking", "data": "xyz"})
    script.reply({"type": "thinking", "thinking": "unsigned"})
    thoughts = script.history(tmp_path)[1:]
    assert [(t.kind, t.text, t.label, t.signed) for t in thoughts] == [
        (Kind.THINKING, "Hm.", "", True),
        (Kind.THINKING, "", "text not stored", True),
        (Kind.THINKING, "", "redacted", True),
        (Kind.THINKING, "unsigned", "", False),
    ]


def test_an_api_error_is_a_reply_marked_as_such(script: Script, tmp_path: Path) -> None:
    script.user("go")
    message = {"model": "<synthetic>", "content": [text("API Error: 529")]}
    script.add({"type": "assistant", "isApiErrorMessage": True, "message": message})
    reply = script.history(tmp_path)[1]
    assert (reply.kind, reply.label, reply.is_error, reply.resumed) == (Kind.REPLY, "API error", True, False)


def test_a_prompt_typed_while_working_is_a_prompt_and_shown_once(script: Script, tmp_path: Path) -> None:
    script.user("do a long thing")
    script.loose({"type": "queue-operation", "operation": "enqueue", "content": "also the docs"})
    script.loose({"type": "queue-operation", "operation": "remove"})
    script.attach("queued_command", prompt="also the docs", commandMode="prompt")
    script.reply("Both done.")
    found = script.history(tmp_path)
    assert [(e.text, e.label) for e in found if e.kind is Kind.PROMPT] == [
        ("do a long thing", ""),
        ("also the docs", "typed while working"),
    ]
    assert found[1].speaker is Speaker.USER


def test_a_prompt_typed_while_working_may_hold_a_picture(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.attach("queued_command", prompt=[text(f"see here {REMINDER}"), image(DOT)])
    _, prompt, injected = script.history(tmp_path)
    assert (prompt.text, len(prompt.images), injected.text) == ("see here", 1, "be careful")


def test_news_of_a_task_in_the_queue_is_no_prompt(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.attach("queued_command", prompt="<task-notification><summary>done</summary></task-notification>")
    _, news = script.history(tmp_path)
    assert (news.kind, news.text, news.label) == (Kind.SYSTEM, "done", "task notification")


def test_the_news_of_a_task_starts_a_turn_of_the_assistant(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.reply("Started.")
    script.user("<task-notification><summary>done</summary><result>42</result></task-notification>")
    script.reply("It is 42.")
    _, _, news, reply = script.history(tmp_path)
    assert (news.kind, news.text, news.speaker) == (Kind.SYSTEM, "done\n42", Speaker.NONE)
    assert reply.starts_turn


def test_an_interruption_is_no_prompt(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.user([text("[Request interrupted by user]")])
    _, mark = script.history(tmp_path)
    assert (mark.kind, mark.label, mark.text) == (Kind.SYSTEM, "interrupted", "[Request interrupted by user]")


def test_a_command_its_output_and_its_caveat_are_no_prompts(script: Script, tmp_path: Path) -> None:
    script.user("<local-command-caveat>Caveat: ...</local-command-caveat>", isMeta=True)
    script.user("<command-name>/model</command-name><command-args>opus</command-args>")
    script.user("<local-command-stdout>Set model to opus</local-command-stdout>")
    script.user("<bash-stderr>no such file</bash-stderr>")
    script.user("go")
    caveat, echo, output, failed, prompt = script.history(tmp_path)
    assert (caveat.kind, caveat.label, caveat.text) == (Kind.INJECTED, "caveat", "Caveat: ...")
    assert (echo.kind, echo.label, echo.text) == (Kind.COMMAND, "/model", "/model opus")
    assert (output.kind, output.label, output.text) == (Kind.COMMAND, "output", "Set model to opus")
    assert (failed.label, failed.is_error, failed.text) == ("error output", True, "no such file")
    assert prompt.kind is Kind.PROMPT


def test_the_older_caveat_without_tags_is_injected(script: Script, tmp_path: Path) -> None:
    said = "Caveat: The messages below were generated by the user while running local commands. DO NOT respond."
    script.user(said)
    (caveat,) = script.history(tmp_path)
    assert (caveat.kind, caveat.label, caveat.text) == (Kind.INJECTED, "caveat", said)


def test_meta_text_is_injected(script: Script, tmp_path: Path) -> None:
    script.user("The skill says: be brief.", isMeta=True)
    (meta,) = script.history(tmp_path)
    assert (meta.kind, meta.label, meta.text) == (Kind.INJECTED, "meta", "The skill says: be brief.")


def test_the_origin_of_a_prompt_that_no_human_typed_is_its_label(script: Script, tmp_path: Path) -> None:
    script.user("go", origin={"kind": "human"})
    script.user("look", origin={"kind": "peer"})
    assert [entry.label for entry in script.history(tmp_path)] == ["", "peer"]


def test_an_empty_text_is_no_entry_but_counted(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.reply("")
    script.reply("\n\n")
    script.user([text(""), text("again")])
    document = script.open(tmp_path)
    view = document.view(ViewName.HISTORY, 2)
    assert [entry.text for entry in entries(view)] == ["go", "again"]
    assert view.hidden == {"empty texts": 2}


@pytest.mark.parametrize(
    ("message", "label", "said"),
    [
        ({"content": None}, "empty text", ""),
        ({"content": []}, "empty text", ""),
        ({"content": " "}, "empty text", " "),
        ({}, "empty text", ""),
        (None, "no message", ""),
        ([1], "not a message", "[\n  1\n]"),
        ({"content": 5}, "not a message's content", "5"),
        ({"content": {"a": 1}}, "not a message's content", '{\n  "a": 1\n}'),
    ],
)
@pytest.mark.parametrize("type_", ["user", "assistant"])
def test_a_message_that_says_nothing_is_there_in_detail_three(
    script: Script, tmp_path: Path, type_: str, message: Any, label: str, said: str
) -> None:
    script.user("go")
    script.add({"type": type_, "message": message})
    document = script.open(tmp_path)
    (_, empty) = entries(document.view(ViewName.HISTORY, 3))
    assert (empty.kind, empty.label, empty.text) == (Kind.SYSTEM, label, said)
    assert [entry.kind for entry in entries(document.view(ViewName.HISTORY, 2))] == [Kind.PROMPT]


def test_a_record_without_a_message_is_there_too(script: Script, tmp_path: Path) -> None:
    script.user("go")
    script.add({"type": "user"})
    assert script.history(tmp_path, detail=3)[1].label == "no message"


@pytest.mark.parametrize("type_", ["server_tool_use", "advisor_tool_result", "fallback", "brand_new"])
def test_a_block_of_another_type_is_shown_as_it_is(script: Script, tmp_path: Path, type_: str) -> None:
    script.user([text("go"), {"type": type_, "x": 1}])
    script.reply({"type": type_, "x": 2})
    _, in_prompt, in_reply = script.history(tmp_path)
    assert all(isinstance(entry, Raw) and entry.kind is Kind.UNKNOWN for entry in (in_prompt, in_reply))
    assert [(e.label, e.record) for e in (in_prompt, in_reply)] == [
        (type_, {"type": type_, "x": 1}),
        (type_, {"type": type_, "x": 2}),
    ]


def test_a_prompt_sent_again_after_an_api_error_is_a_retry(script: Script, tmp_path: Path) -> None:
    script.user("go on")
    script.system("api_error", error={"status": 529})
    script.user("go on")
    script.user("go on")
    assert [e.label for e in script.history(tmp_path) if e.kind is Kind.PROMPT] == ["", "retry", ""]


def test_a_prompt_sent_again_beside_the_first_is_a_retry(script: Script, tmp_path: Path) -> None:
    root = script.reply("ready")
    script.user(f"{REMINDER}go on", under=root)
    script.user("go on", under=root)
    assert [e.label for e in script.history(tmp_path) if e.kind is Kind.PROMPT] == ["retry"]


def test_another_prompt_beside_the_first_is_no_retry(script: Script, tmp_path: Path) -> None:
    root = script.reply("ready")
    script.user("go on", under=root)
    script.user("stop", under=root)
    assert [e.label for e in script.history(tmp_path) if e.kind is Kind.PROMPT] == [""]


def test_lone_surrogates_and_brackets_are_text(script: Script, tmp_path: Path) -> None:
    script.user("[/] [bold] \ud83d \x1b[31m \x00")
    (prompt,) = script.history(tmp_path)
    assert isinstance(prompt, Text)
    assert prompt.text == "[/] [bold] \ud83d \x1b[31m \x00"


def test_text_blocks_that_are_no_text_do_no_harm(script: Script, tmp_path: Path) -> None:
    script.user([{"type": "text", "text": 5}, {"type": "text"}, None, "loose", text("go")])
    found = script.history(tmp_path, detail=3)
    assert found[-1].text == "go"
    assert not any(isinstance(entry, Run) for entry in found)

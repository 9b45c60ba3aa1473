"""What a text in a user record is."""

from __future__ import annotations

import pytest

from cc_session_tui.core.transcript.tags import Tags
from cc_session_tui.core.transcript.texts import (
    TextKind,
    command_of,
    command_output,
    is_error_output,
    kind_of_text,
    label_of_notification,
    notification_of,
    take_apart,
    unwrapped,
)

NOTIFICATION = (
    "<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n<summary>Agent finished</summary>\n"
    "<result>two files</result>\n</task-notification>"
)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("fix add", TextKind.PROMPT),
        ("", TextKind.EMPTY),
        ("  \n", TextKind.EMPTY),
        ("is a < b?", TextKind.PROMPT),
        ("<div> is no tag of the client's", TextKind.PROMPT),
        ("[Request denied] is what it says", TextKind.PROMPT),
        ("[Request interrupted by user]", TextKind.INTERRUPT),
        ("[Request interrupted by user for tool use]", TextKind.INTERRUPT),
        ("<command-name>/clear</command-name>", TextKind.COMMAND),
        ("<command-message>x</command-message>\n<command-name>/x</command-name>", TextKind.COMMAND),
        ("<bash-input>ls</bash-input>", TextKind.COMMAND),
        ("<user-memory-input>be short</user-memory-input>", TextKind.COMMAND),
        ("<local-command-stdout>done</local-command-stdout>", TextKind.OUTPUT),
        ("<bash-stdout></bash-stdout><bash-stderr>no</bash-stderr>", TextKind.OUTPUT),
        ("<local-command-stdout></local-command-stdout>", TextKind.EMPTY),
        ("<local-command-caveat>Caveat: ...</local-command-caveat>", TextKind.CAVEAT),
        (NOTIFICATION, TextKind.NOTIFICATION),
        ('<teammate-message from="a">hello</teammate-message>', TextKind.NOTIFICATION),
        ("<system-reminder>be careful</system-reminder>", TextKind.REMINDER),
        ("<ide_opened_file>a.py</ide_opened_file>\n<system-reminder>x</system-reminder>", TextKind.REMINDER),
        ("<ide_opened_file>a.py</ide_opened_file>\nfix it", TextKind.PROMPT),
        ("<system-reminder>x</system-reminder><command-name>/clear</command-name>", TextKind.COMMAND),
        ("<system-reminder>never closed", TextKind.REMINDER),
        ("why is there a <system-reminder> in my file?", TextKind.PROMPT),
    ],
)
def test_a_text_is_told_apart_by_the_client_s_tags(said: str, kind: TextKind) -> None:
    assert kind_of_text(said) is kind


def test_what_is_injected_into_a_prompt_is_taken_out_of_it_and_kept() -> None:
    parts = take_apart(
        "<system-reminder>\nbe careful\n</system-reminder>\n\nfix it <ide_selection>x = 1</ide_selection>"
    )
    assert parts.text == "fix it"
    assert parts.injected == (("system-reminder", "be careful"), ("ide_selection", "x = 1"))


@pytest.mark.parametrize("said", ["plain", "  kept as it is ", "a < b", "<b>bold</b>", "why <system-reminder> here?"])
def test_a_text_without_injected_parts_is_left_as_it_is(said: str) -> None:
    assert take_apart(said) == (said, ())


@pytest.mark.parametrize(
    ("said", "name", "line"),
    [
        (
            "<command-name>/review</command-name>\n<command-args>123 now</command-args>",
            "/review",
            "/review 123 now",
        ),
        ("<command-name>/clear</command-name><command-args></command-args>", "/clear", "/clear"),
        ("<command-message>init is running…</command-message>", "init is running…", "init is running…"),
        ("<bash-input>ls -l</bash-input>", "!", "! ls -l"),
        ("<user-memory-input>be short</user-memory-input>", "#", "# be short"),
        ("<command-name>/torn", "<command-name>/torn", "<command-name>/torn"),
    ],
)
def test_a_command_s_echo_names_the_command_and_its_arguments(said: str, name: str, line: str) -> None:
    assert command_of(said) == (name, line)


def test_the_output_of_a_command_is_its_output_and_its_errors() -> None:
    said = "<bash-stdout>out</bash-stdout><bash-stderr>err</bash-stderr>"
    assert command_output(said) == "out\nerr"
    assert is_error_output(said)
    assert not is_error_output("<bash-stdout>out</bash-stdout><bash-stderr></bash-stderr>")


def test_a_notification_says_its_summary_and_its_result() -> None:
    assert notification_of(NOTIFICATION) == "Agent finished\ntwo files"
    assert label_of_notification(NOTIFICATION) == "task notification"
    assert notification_of("<teammate-message>hi</teammate-message>") == "<teammate-message>hi</teammate-message>"
    assert label_of_notification("<teammate-message>hi") == "teammate message"


def test_a_reminder_reads_without_its_tags() -> None:
    assert unwrapped("<system-reminder>\nToday is Monday.\n</system-reminder>") == "Today is Monday."


def test_a_hundred_thousand_tags_that_nothing_closes_are_passed_over_in_one_go() -> None:
    said = "<a><b>" * 100_000
    tags = Tags("a", "b")
    assert not list(tags.find(said))
    assert [part.name for part in tags.find(said + "</b>")] == ["b"]

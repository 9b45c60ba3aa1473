from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.presentation.draw import draw
from cc_session_tui.tui.presentation.words import WAITS
from cc_session_tui.tui.widgets.transcript_clicks import Click, click_on
from tests.tui import factories
from tests.tui.factories import bash, edit, result, tool_call
from tests.tui.presentation.looks import LOOK, PALETTE, any_text, assert_fits, style_of, texts

if TYPE_CHECKING:
    from cc_session_tui.core.format.lines import JSON
    from cc_session_tui.core.transcript.entries import ToolCall

OPENED = replace(LOOK, opened=True)
FOLDED = replace(LOOK, opened=False)
PATH = "/home/dev/demo/app.py"
MINUS = "\N{MINUS SIGN}"


def head(call: ToolCall) -> tuple[str, str]:
    """What stands at the left and at the right of the call's line, folded."""
    line = texts(call, 160, FOLDED)[0].removeprefix("▌ ")
    left, _, right = line.rpartition("   ")
    return left.strip(), right.strip()


def body(call: ToolCall) -> list[str]:
    """What stands below the call's line, opened."""
    return [line.removeprefix("▌") for line in texts(call, 100, OPENED)[1:]]


@pytest.mark.parametrize(
    ("call", "left", "right"),
    [
        (tool_call("Read", {"file_path": PATH}, result("1\ta\n2\tb")), "▸ Read app.py", "✓ 2 lines"),
        (
            tool_call(
                "Read",
                {"file_path": "/home/dev/x", "offset": 10, "limit": 5},
                result("10\ta", data={"type": "text", "file": {"numLines": 5}}),
            ),
            "▸ Read ~/x  10\N{EN DASH}14",
            "✓ 5 lines",
        ),
        (
            tool_call("Read", {"file_path": PATH}, result("x", data={"type": "pdf", "file": {"numPages": 1}})),
            "▸ Read app.py",
            "✓ 1 page",
        ),
        (
            tool_call("Read", {"file_path": PATH}, result("x", data={"type": "file_unchanged"})),
            "▸ Read app.py",
            "✓ unchanged",
        ),
        (
            tool_call("Read", {"file_path": "/x.png"}, result(images=(factories.IMAGE,))),
            "▸ Read /x.png",
            "✓ image/png · 1280\N{MULTIPLICATION SIGN}720 · 84 kB",
        ),
        (
            tool_call("Read", {"file_path": "/x.png"}, result(images=(factories.IMAGE,) * 2)),
            "▸ Read /x.png",
            "✓ 2 images",
        ),
        (
            tool_call(
                "Read", {"file_path": "/no"}, result("<tool_use_error>No such file.</tool_use_error>", is_error=True)
            ),
            "▸ Read /no",
            "✗ No such file.",
        ),
        (tool_call("Read", {"file_path": "/no"}, result("", is_error=True)), "▸ Read /no", "✗ failed"),
        (
            tool_call(
                "Write", {"file_path": PATH}, result("The user doesn't want to proceed with this", is_error=True)
            ),
            "▸ Write app.py",
            "✗ rejected by the user",
        ),
        (edit("a", "b", {"userModified": True}), "▸ Edit app.py", f"✓ +1 {MINUS}1 · changed by the user"),
        (
            tool_call(
                "Edit", {"file_path": PATH, "old_string": "", "new_string": "a\nb", "replace_all": True}, result("ok")
            ),
            "▸ Edit app.py  all",
            "✓ +2",
        ),
        (
            tool_call("Write", {"file_path": PATH, "content": "a"}, result("ok", data={"type": "create"})),
            "▸ Write app.py",
            "✓ new file · +1",
        ),
        (bash("make", "a\nb", time=""), "▸ Bash make", "✓ 2 lines"),
        (bash("make\nmore", ""), "▸ Bash make …", "✓ 0.3 s"),
        (bash("make", "Exit code 2\na\nb", is_error=True), "▸ Bash make", "✗ exit 2 · 2 lines"),
        (bash("make", "Permission denied", is_error=True), "▸ Bash make", "✗ Permission denied"),
        (
            tool_call(
                "Bash", {"command": "x", "run_in_background": True}, result("", data={"interrupted": True}), time=""
            ),
            "▸ Bash x",
            "✓ interrupted · in the background",
        ),
        (
            tool_call("Bash", {"command": "x"}, result("y", data={"persistedOutputSize": 228_894}), time=""),
            "▸ Bash x",
            "✓ 229 kB kept in a file · 1 line",
        ),
        (
            tool_call("Grep", {"pattern": "a.c", "path": "/home/dev/demo/src", "glob": "*.py"}, result("x")),
            "▸ Grep a.c  in src · *.py",
            "✓ 1 line",
        ),
        (
            tool_call("Grep", {"pattern": "a"}, result("x", data={"mode": "content", "numLines": 41, "numFiles": 0})),
            "▸ Grep a",
            "✓ 41 lines",
        ),
        (
            tool_call("Grep", {"pattern": "a"}, result("x", data={"mode": "count", "numMatches": 2, "numFiles": 1})),
            "▸ Grep a",
            "✓ 2 matches",
        ),
        (tool_call("Glob", {"pattern": "*"}, result("x", data={"numFiles": 1})), "▸ Glob *", "✓ 1 file"),
        (tool_call("Glob", {"pattern": "*"}, result("x")), "▸ Glob *", "✓ 1 line"),
        (tool_call("LS", {"path": PATH}, result("a\nb")), f"▸ LS {PATH}", "✓ 2 lines"),
        (
            tool_call(
                "WebFetch", {"url": "https://e.org"}, result("x", data={"code": 404, "bytes": 12, "durationMs": 1500})
            ),
            "▸ WebFetch https://e.org",
            "✓ 404 · 12 B · 1.5 s",
        ),
        (
            tool_call(
                "WebSearch",
                {"query": "yen"},
                result("x", data={"results": [{"content": [{}, {}]}, "text"], "durationSeconds": 2}),
            ),
            "▸ WebSearch yen",
            "✓ 2 results · 2.0 s",
        ),
        (tool_call("TodoWrite", {"todos": []}, result("ok")), "▸ TodoWrite", "✓"),
        (
            tool_call(
                "TaskUpdate",
                {"taskId": "7"},
                result("", data={"statusChange": {"from": "pending", "to": "in_progress"}}),
            ),
            "▸ TaskUpdate ☐ #7",
            "✓ pending → in progress",
        ),
        (
            tool_call("Agent", {"subagent_type": "Explore", "description": "look"}),
            "◌ Agent Explore · look",
            "no result  ↵ open",
        ),
        (
            tool_call(
                "Task",
                {"description": "look"},
                result(
                    "x",
                    data={
                        "totalToolUseCount": 2,
                        "totalTokens": 12_340,
                        "totalDurationMs": 249,
                        "resolvedModel": "claude-opus-5-5",
                    },
                ),
            ),
            "✓ Agent look",
            "opus-5.5 · 2 tool calls · 12k tok · 0.2 s  ↵ open",
        ),
        (
            tool_call("Agent", {"description": "look"}, result("no such agent", is_error=True)),
            "✗ Agent look",
            "no such agent  ↵ open",
        ),
        (
            tool_call(
                "AskUserQuestion",
                {"questions": [{"question": "Which?"}, {}]},
                result("x", data={"answers": {"Which?": ["A", "B"], "b": "C"}}),
            ),
            "▸ AskUserQuestion Which?",
            "✓ 2 answers",
        ),
        (tool_call("ExitPlanMode", {"plan": "\n# Plan\n\n1. do"}, result("ok")), "▸ ExitPlanMode Plan", "✓ approved"),
        (tool_call("Skill", {"skill": "pdf"}, result("ok\nok")), "▸ Skill pdf", "✓ 2 lines"),
        (
            tool_call("mcp__github__get_issue", {"n": 1, "deep": [1]}, result("")),
            "▸ github · get_issue n 1  deep …",
            "✓",
        ),
        (tool_call("X", {}, None), "▸ X", "no result"),
        (tool_call("X", [1], result("y"), repeated=True), "▸ X", "✓ 1 line  repeated id"),
        (tool_call("Read", None, result("a"), kind=Kind.TOOL_RESULT), "▸ result of Read", "✓ 1 line"),
        (tool_call("", None, result("a"), kind=Kind.TOOL_RESULT), "▸ result without its call", "✓ 1 line"),
    ],
)
def test_a_call_is_one_line_with_what_came_out(call: ToolCall, left: str, right: str) -> None:
    assert head(call) == (left, right)


def test_a_file_is_read_with_its_line_numbers_and_colours() -> None:
    call = tool_call("Read", {"file_path": PATH}, result("  9→def f():\n 10→\treturn 1\n\n<note>"))
    assert body(call) == ["      9  def f():", "     10      return 1", "", "         <note>"]
    assert style_of(draw(call, 80, OPENED), "def") == PALETTE.person


def test_a_short_edit_is_open_as_a_diff() -> None:
    assert texts(edit(data={"structuredPatch": factories.PATCH}), 60)[1:] == [
        "▌     1   def add(a, b):",
        "▌     2 -     return a - b",
        "▌     2 +     return a + b",
    ]


def test_a_long_edit_is_folded() -> None:
    assert len(texts(edit("x\n" * 20, "y\n" * 20), 60)) == 1


def test_a_long_new_file_is_folded() -> None:
    call = tool_call("Write", {"file_path": PATH, "content": "x\n" * 13}, result("ok"))
    assert len(texts(call, 60)) == 1


def test_a_failed_edit_opens_to_the_error_and_what_was_wanted() -> None:
    call = tool_call(
        "Edit", {"file_path": PATH, "old_string": "a", "new_string": "b"}, result("not found", is_error=True)
    )
    assert body(call) == ["     not found", "       - a", "       + b"]


def test_a_write_over_a_file_is_compared_with_it() -> None:
    call = tool_call("Write", {"file_path": PATH, "content": "a\nc\n"}, result("ok", data={"originalFile": "a\nb\n"}))
    assert body(call) == ["     1   a", "     2 - b", "     2 + c"]


def test_short_output_of_bash_is_open() -> None:
    assert texts(bash("ls", "a\nb"), 40)[1:] == ["▌     a", "▌     b"]


def test_long_output_of_bash_is_folded() -> None:
    assert len(texts(bash("ls", "a\n" * 13))) == 1


def test_a_command_of_several_lines_is_shown_whole() -> None:
    assert body(bash("cat <<E\nhi\nE", "hi")) == ["    cat <<E", "    hi", "    E", "     hi"]


def test_a_command_without_output_says_so() -> None:
    assert body(bash("true", "")) == ["     no output"]


def test_what_stands_below_an_opened_call_is_not_said_beside_it() -> None:
    call = bash("git push", "no push to main", is_error=True)
    assert texts(call, 60)[0].endswith("   ✗ failed")
    assert body(call) == ["     no push to main"]
    assert style_of(draw(call, 80, OPENED), "no push to main") == PALETTE.wrong


def test_the_exit_code_is_not_repeated_below() -> None:
    assert body(bash("make", "Exit code 2\nboom", is_error=True)) == ["     boom"]


def test_the_clients_copy_of_an_output_is_shown_where_only_that_has_colours() -> None:
    call = tool_call("Bash", {"command": "ls"}, result("a\nb", data={"stdout": "\x1b[34ma\x1b[0m", "stderr": "b"}))
    assert body(call) == ["     a", "     b"]
    assert style_of(draw(call, 80, OPENED), "a").color == PALETTE.ansi[4].color


def test_todos_are_a_list_with_boxes() -> None:
    call = next(call for call in factories.tool_calls() if call.name == "TodoWrite")
    assert head(call) == ("▸ TodoWrite ◐ Fix add", "✓ 1 of 3 done")
    assert body(call) == ["   ☑ Read the code", "   ◐ Fix add", "   ☐ Run the tests"]


def test_a_task_list_is_read_from_the_result() -> None:
    tasks: JSON = [{"id": "1", "subject": "Fix add", "status": "completed"}, {"id": "2", "subject": "Test"}, 3]
    assert body(tool_call("TaskList", {}, result("#1", data={"tasks": tasks}))) == [
        "   ☑ #1 Fix add",
        "   ☐ #2 Test",
        "   ☐",
    ]


def test_a_task_list_that_is_not_understood_shows_its_result() -> None:
    assert body(tool_call("TaskList", {}, result("No tasks found"))) == ["     No tasks found"]


def test_a_new_task_opens_to_its_description() -> None:
    call = tool_call("TaskCreate", {"subject": "Fix", "description": "It subtracts."}, result("Task #1 created"))
    assert head(call)[0] == "▸ TaskCreate ☐ Fix"
    assert body(call) == ["     It subtracts.", "     Task #1 created"]


def test_an_agent_opens_to_its_prompt_and_what_it_gave_back() -> None:
    call = tool_call("Agent", {"prompt": "Look at `src`."}, result("**Two** files", data={"status": "completed"}))
    assert body(call) == ["   Look at src.", "   ↳", "   Two files"]


@pytest.mark.parametrize(
    ("call", "left", "right"),
    [
        (tool_call("Bash", {"command": "make"}, identity="t1"), "◐ Bash make", "running 14s"),
        (tool_call("Read", {"file_path": PATH}, identity="t1"), "◐ Read app.py", "running 14s"),
        (tool_call("Agent", {"description": "look"}, identity="t1"), "◐ Agent look", "running 14s  ↵ open"),
        (
            tool_call("Agent", {"description": "look"}, result("x", data={"status": "async_launched"}), identity="t1"),
            "◐ Agent look",
            "running 14s  ↵ open",
        ),
        (tool_call("Bash", {"command": "make"}, identity="t2"), "▸ Bash make", "no result"),
        (
            tool_call("Agent", {"description": "look"}, result("x", data={"status": "async_launched"}), identity="t2"),
            "✓ Agent look",
            "in the background  ↵ open",
        ),
    ],
)
def test_a_call_runs_only_where_it_is_said_to(call: ToolCall, left: str, right: str) -> None:
    running = replace(FOLDED, running={"t1": "running 14s"})
    line = texts(call, 160, running)[0].removeprefix("▌ ")
    assert (line.rpartition("   ")[0].strip(), line.rpartition("   ")[2].strip()) == (left, right)


@pytest.mark.parametrize("width", range(40, 120, 7))
@pytest.mark.parametrize("running", [{}, {"t1": "running 2h 04m"}, {"t1": WAITS}])
def test_of_an_agent_only_the_words_are_cut_and_never_how_to_open_it(width: int, running: dict[str, str]) -> None:
    words: JSON = {"subagent_type": "general-purpose", "description": "find all other callers of the test " * 9}
    data: JSON = {
        "status": "completed",
        "resolvedModel": "claude-opus-5-5",
        "totalTokens": 34_000,
        "totalToolUseCount": 12,
    }
    for answer in (result("x", data=data), None):
        call = tool_call("Agent", words, answer, identity="t1")
        line = texts(call, width, replace(FOLDED, running=running))[0]
        assert cell_len(line) < width
        assert "Agent gen" in line
        assert line.endswith(f"{running.get('t1', '')}  ↵ open".lstrip())
        assert click_on(line, line.index("↵")) is Click.OPEN


@pytest.mark.parametrize("width", range(40, 120, 7))
def test_of_a_call_that_runs_it_is_never_cut_how_long(width: int) -> None:
    call = tool_call("Bash", {"command": "make test " * 30}, identity="t1")
    assert texts(call, width, replace(FOLDED, running={"t1": "running 59m 59s"}))[0].endswith("…  running 59m 59s")


def test_a_call_that_waits_for_the_user_is_marked_as_one() -> None:
    waits = replace(FOLDED, running={"t1": WAITS})
    line = texts(tool_call("Bash", {"command": "make"}, identity="t1"), 60, waits)[0]
    assert line.split() == ["▌", "◆", "Bash", "make", "waits", "for", "you"]


def test_a_call_that_runs_has_the_lines_of_one_that_does_not() -> None:
    for call in (tool_call("Bash", {"command": "make\ntest"}, identity="t1"), tool_call("Agent", {}, identity="t1")):
        for opened in (True, False):
            look = replace(LOOK, opened=opened)
            assert len(texts(call, 40, replace(look, running={"t1": "running 2h 04m"}))) == len(texts(call, 40, look))


def test_an_agent_in_the_background_has_given_nothing_back() -> None:
    call = tool_call(
        "Agent", {"prompt": "Look."}, result("internal", data={"isAsync": True, "status": "async_launched"})
    )
    assert body(call) == ["   Look."]


def test_a_question_opens_to_its_options_with_the_answer_marked() -> None:
    options: JSON = [{"label": "Euro", "description": "as before"}, {"label": "Yen"}]
    question: JSON = {"question": "Which?", "options": options}
    chosen = tool_call("AskUserQuestion", {"questions": [question]}, result("x", data={"answers": {"Which?": "Yen"}}))
    assert body(chosen) == ["   Which?", "   ○ Euro — as before", "   ● Yen"]
    typed = tool_call("AskUserQuestion", {"questions": [question]}, result("x", data={"answers": {"Which?": "both"}}))
    assert body(typed)[-1] == "   ● both"


def test_an_unanswered_question_shows_the_result() -> None:
    call = tool_call("AskUserQuestion", {"question": "Which?"}, result("The user left", is_error=True))
    assert body(call) == ["   Which?", "     The user left"]


def test_a_plan_is_markdown_and_says_why_it_was_not_agreed_on() -> None:
    call = tool_call("ExitPlanMode", {"plan": "# Plan\n- do"}, result("No, do that", is_error=True))
    assert body(call) == ["   # Plan", "   • do", "     No, do that"]


def test_any_other_tool_opens_to_its_input_as_json_and_its_result() -> None:
    call = tool_call("Frobnicate", {"a": "x\ny", "b": {}}, result("\x1b[1mdone"))
    assert body(call) == ["   {", '     "a": "x\\ny",', '     "b": {}', "   }", "     done"]


def test_pictures_of_a_result_stand_below_it() -> None:
    call = tool_call("Screenshot", {}, result("shot", images=(factories.IMAGE,)))
    assert body(call)[-1] == "   ▣ image/png · 1280\N{MULTIPLICATION SIGN}720 · 84 kB"


NAMES = sorted({call.name for call in factories.tool_calls()} | {"TaskList", "LS", "Task", "NotebookEdit"})
FIELDS = tuple(
    word
    for line in (
        "file_path path pattern query url command prompt description subagent_type todos tasks task questions question",
        "options label answers plan content old_string new_string edits structuredPatch lines oldStart newStart file",
        "status statusChange from to stdout stderr numLines offset limit results durationMs type mode numFiles header",
        "originalFile",
    )
    for word in line.split()
)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | any_text.map(lambda text: text[:40]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS) | any_text, inner, max_size=5),
    max_leaves=12,
)


@given(st.sampled_from(NAMES), values, st.none() | st.tuples(values, any_text, st.booleans()), st.integers(20, 120))
def test_no_input_and_no_result_is_too_odd(name: str, asked: JSON, came: Any, width: int) -> None:
    answer = result(came[1], data=came[0], is_error=came[2]) if came else None
    for look in (LOOK, OPENED, FOLDED):
        assert_fits(draw(tool_call(name, asked, answer), width, look), width)

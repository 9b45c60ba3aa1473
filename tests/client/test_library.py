"""What the library writes, resumed by the real client."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import (
    copy_session,
    create_session,
    delete_session,
    open_session,
    read_session,
    rename_session,
    serialize_jsonl,
)
from cc_session_tui.core.format.index import Index
from tests.client import harness
from tests.core.chain.plain import in_order, on_the_wire, previewed

if TYPE_CHECKING:
    from cc_session_tui import Session

DATA = Path("tests/data")
REAL = sorted(path for path in (DATA / "sessions").glob("*/projects/*/*.jsonl") if previewed(Index.open(path)))
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
IMAGE: dict[str, Any] = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": PIXEL}}


@dataclass(frozen=True)
class Elsewhere(harness.Client):
    """The client in a project of its own choice."""

    place: Path = Path()

    @property
    def project(self) -> Path:
        return self.place


def new(client: harness.Client, **options: Any) -> Session:
    client.project.mkdir(parents=True, exist_ok=True)
    return create_session(project_path=client.project, claude_dir=client.config, **options)


def resumed(client: harness.Client, session: str, *args: str) -> list[str] | None:
    """What the client sends when it resumes SESSION, a line a block, images included; None for no conversation."""
    messages = client.resume(session, *args).messages
    return None if messages is None else on_the_wire(messages, harness.PROMPT)


def continued(client: harness.Client) -> list[str]:
    """What the client sends when it continues what its project has: `--resume ID` finds sessions of others too."""
    messages = client.run("-p", harness.PROMPT, "--continue", "--output-format", "json").messages
    return on_the_wire(messages or [], harness.PROMPT)


def marks(client: harness.Client, session: Session) -> list[str]:
    """The words MARK... in what the client sends when it resumes SESSION, in order."""
    answer = client.resume(session.session_id)
    return re.findall(r"MARK\w+", json.dumps(answer.messages))


def talk(session: Session, *pairs: str) -> list[str]:
    """Add prompts and replies, each PAIR `Q=A`; return what is to be sent for them."""
    lines = []
    for pair in pairs:
        prompt, reply = pair.split("=")
        session.add_user_message(prompt)
        session.add_assistant_message([{"type": "text", "text": reply}])
        lines += [f"user text {prompt}", f"assistant text {reply}"]
    return lines


def test_plain_chat_is_resumed(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1", "Q2 ü 🎉 \u2028 <b>[x]=A2")
    session.save()
    assert resumed(client, session.session_id) == sent


def test_a_session_that_was_never_saved_is_not_resumed(client: harness.Client) -> None:
    session = new(client)
    talk(session, "Q1=A1")
    answer = client.resume(session.session_id)
    assert answer.messages is None
    assert answer.code != 0


def test_a_session_that_was_deleted_is_not_resumed(client: harness.Client) -> None:
    session = new(client)
    talk(session, "Q1=A1")
    session.save()
    delete_session(session.session_id, client.project, client.config)
    assert resumed(client, session.session_id) is None


def test_a_session_in_the_folder_of_another_path_is_not_continued(client: harness.Client) -> None:
    client.project.mkdir(parents=True)
    session = create_session(project_path=client.folder / "other", claude_dir=client.config)
    talk(session, "Q1=A1")
    session.save()
    assert continued(client) == []


def test_tools_parallel_tools_and_an_error_are_resumed(client: harness.Client) -> None:
    session = new(client)
    session.add_user_message("Q1")
    session.add_tool_calls(
        [
            {"name": "Read", "input": {"file_path": "/a"}, "result": "R1"},
            {"name": "Bash", "input": {"command": "ls"}, "result": [{"type": "text", "text": "R2"}]},
            {"name": "Bash", "input": {"command": "false"}, "result": "R3", "is_error": True},
        ],
        response=[{"type": "text", "text": "A1"}],
    )
    session.add_assistant_message([{"type": "tool_use", "id": "toolu_own", "name": "Read", "input": {}}])
    session.add_tool_results([{"tool_use_id": "toolu_own", "content": "R4"}])
    session.save()
    calls: Any = session.messages[1]["message"]
    ids = [block["id"] for block in calls["content"]]
    assert resumed(client, session.session_id) == [
        "user text Q1",
        f"assistant tool_use {ids[0]} Read",
        f"assistant tool_use {ids[1]} Bash",
        f"assistant tool_use {ids[2]} Bash",
        f"user tool_result {ids[0]} R1",
        f"user tool_result {ids[1]} R2",
        f"user tool_result {ids[2]} R3 (error)",
        "assistant text A1",
        "assistant tool_use toolu_own Read",
        "user tool_result toolu_own R4",
    ]


def file_attachment(mark: str) -> dict[str, Any]:
    file = {"filePath": "/a.py", "content": f"1\t{mark}", "numLines": 1, "startLine": 1, "totalLines": 1}
    return {"type": "file", "filename": "/a.py", "content": {"type": "text", "file": file}, "displayPath": "a.py"}


def edited(mark: str) -> dict[str, Any]:
    return {"type": "edited_text_file", "filename": "/b.py", "snippet": f"1\t{mark}"}


@pytest.mark.parametrize("attachment", [file_attachment, edited])
def test_attachments_are_resumed_at_the_start_between_and_at_the_end(client: harness.Client, attachment: Any) -> None:
    session = new(client)
    session.add_attachment(attachment("MARK0"))
    session.add_user_message("MARK1")
    session.add_attachment(attachment("MARK2"))
    session.add_assistant_message([{"type": "text", "text": "MARK3"}])
    session.add_user_message("MARK4")
    session.add_tool_calls([{"name": "Bash", "input": {}, "result": "MARK5"}])
    session.add_attachment(attachment("MARK6"))
    session.add_assistant_message([{"type": "text", "text": "MARK7"}])
    session.add_attachment(attachment("MARK8"))
    session.save()
    before_its_prompt = [0, 2, 1, 3, 4, 5, 6, 7, 8]  # where the client puts an attachment that follows a prompt
    assert marks(client, session) == [f"MARK{number}" for number in before_its_prompt]


def test_images_are_resumed(client: harness.Client) -> None:
    session = new(client)
    session.add_user_message([IMAGE, {"type": "text", "text": "Q1"}])
    session.add_tool_calls(
        [{"name": "Read", "input": {}, "result": [IMAGE]}], response=[{"type": "text", "text": "A1"}]
    )
    session.save()
    sent = resumed(client, session.session_id)
    assert sent
    assert sent[:2] == ["user image", "user text Q1"]
    assert sent[3].startswith("user tool_result")
    assert sent[3].endswith("image")


def test_every_repair_of_an_import_is_resumed(client: harness.Client) -> None:
    def use(*ids: str) -> dict[str, Any]:
        return {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": i, "name": "Read", "input": {}} for i in ids],
        }

    def result(identity: str) -> dict[str, Any]:
        return {"type": "tool_result", "tool_use_id": identity, "content": "R"}

    session = new(client)
    session.import_messages(
        [
            {"role": "user", "content": [result("lost")]},
            {"role": "assistant", "content": "A1"},
            {"role": "user", "content": "Q2"},
            use("one", "two"),
            {"role": "user", "content": [result("two"), {"type": "text", "text": "Q3"}]},
            use("three"),
            use("four"),
            {"role": "user", "content": [result("four"), result("three")]},
            {"role": "assistant", "content": "A4"},
            {"role": "user", "content": "Q5"},
            use("five"),
        ],
        attachments=[{"after_index": 2, "attachment": file_attachment("MARKA")}],
    )
    session.save()
    assert in_order(resumed(client, session.session_id) or []) == [
        "user text [orphaned tool result removed]",
        "assistant text A1",
        "user text Q2",
        "assistant tool_use one Read",
        "assistant tool_use two Read",
        "user tool_result one [no tool result recorded] (error)",
        "user tool_result two R",
        "user text Q3",
        "assistant tool_use three Read",
        "user tool_result three [no tool result recorded] (error)",
        "assistant tool_use four Read",
        "user tool_result four R",
        "assistant text A4",
        "user text Q5",
        "assistant tool_use five Read",
        "user tool_result five [no tool result recorded] (error)",
        "user attachment MARKA",
    ]


def put(client: harness.Client, data: bytes, name: str = "11111111-1111-4111-8111-111111111111") -> Path:
    """DATA as a session of the client's project."""
    path = client.session_path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("source", REAL, ids=lambda path: f"{path.parts[-4]}-{path.stem[:4]}")
def test_an_append_to_a_real_session_is_resumed_after_all_that_was_there(client: harness.Client, source: Path) -> None:
    before = previewed(Index.open(source)) or []
    session = read_session(put(client, source.read_bytes(), source.stem))
    sent = talk(session, "Q1=A1")
    session.save()
    assert resumed(client, source.stem) == [*before, *sent]


CASES = sorted(
    path.name for path in (DATA / "resume").iterdir() if re.search("compact|fork|last-prompt|preserved", path.name)
)


@pytest.mark.parametrize("name", CASES)
def test_an_append_after_compactions_forks_and_last_prompts_is_resumed(client: harness.Client, name: str) -> None:
    data = (DATA / "resume" / name / "session.jsonl").read_bytes()
    path = put(client, data)
    before = previewed(Index.open(path))
    session = read_session(path)
    sent = talk(session, "Q-new=A-new")
    session.save()
    assert resumed(client, path.stem) == [*(before or []), *sent]


def test_an_append_beside_a_branch_that_last_prompt_names_is_resumed(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1")
    fork = session.leaf_uuid
    sent += talk(session, "Q2=A2")
    session.dangerous_append_record(
        {"type": "user", "uuid": "other", "message": {"role": "user", "content": "X"}}, parent_uuid=fork
    )
    session.save()
    again = open_session(session_id=session.session_id, project_path=client.project, claude_dir=client.config)
    sent += talk(again, "Q3=A3")
    again.save()
    assert resumed(client, session.session_id) == sent


def test_the_client_goes_on_and_so_does_the_library(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1")
    session.save()
    assert resumed(client, session.session_id) == sent
    sent = [*sent, f"user text {harness.PROMPT}", "assistant text OK", *talk(session, "Q2=A2")]
    session.save()
    messages = client.resume(session.session_id).messages
    assert messages
    assert on_the_wire(messages, "")[:-1] == sent


def test_a_copy_is_resumed_and_the_original_too(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1")
    session.save()
    copy = copy_session(session.jsonl_path)
    assert resumed(client, copy.stem) == sent
    assert resumed(client, session.session_id) == sent


def test_a_copy_into_another_project_is_resumed_there(program: Path, tmp_path: Path) -> None:
    first = Elsewhere(program, tmp_path / "client", tmp_path / "first")
    second = Elsewhere(program, tmp_path / "client", tmp_path / "second")
    session = new(first)
    sent = talk(session, "Q1=A1")
    session.save()
    second.project.mkdir()
    copy = copy_session(session.jsonl_path, project_path=second.project, claude_dir=second.config)
    assert continued(second) == sent
    assert continued(first) == sent
    assert copy.parent != session.jsonl_path.parent


def test_a_renamed_session_is_resumed_by_its_title(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1")
    session.save()
    rename_session(session.jsonl_path, "My own title")
    assert resumed(client, "My own title") == sent


def test_a_cleared_session_begins_anew(client: harness.Client) -> None:
    session = new(client)
    talk(session, "Q1=A1")
    session.save()
    session.clear()
    sent = talk(session, "Q2=A2")
    session.save()
    assert resumed(client, session.session_id) == sent


NAMES = {
    "dots": "a.b/.c..d",
    "spaces": "two words/ and ",
    "umlauts": "über/straße",
    "emoji": "🎉/👩‍👩‍👧",
    "decomposed": "u\u0308ber/cafe\u0301",
    "long": "/".join(["long-name" * 8] * 4),
    "long and beyond ASCII": "/".join(["ü🎉" * 20] * 6),
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_project_of_any_path_is_resumed(program: Path, tmp_path: Path, name: str) -> None:
    client = Elsewhere(program, tmp_path / "client", tmp_path / name)
    session = new(client)
    sent = talk(session, "Q1=A1")
    session.save()
    assert continued(client) == sent


@pytest.mark.parametrize("asked", ["link", "real"])
def test_a_project_behind_a_symlink_is_resumed_from_either_side(program: Path, tmp_path: Path, asked: str) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    session = new(Elsewhere(program, tmp_path / "client", tmp_path / "link"))
    sent = talk(session, "Q1=A1")
    session.save()
    assert continued(Elsewhere(program, tmp_path / "client", tmp_path / asked)) == sent


def test_the_config_folder_of_the_environment_is_where_both_look(
    client: harness.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(client.config))
    client.project.mkdir(parents=True)
    session = create_session(project_path=client.project)
    sent = talk(session, "Q1=A1")
    session.save()
    assert continued(client) == sent


def test_records_written_as_lines_are_resumed(client: harness.Client) -> None:
    session = new(client)
    sent = talk(session, "Q1=A1")
    path = put(client, serialize_jsonl(session.records).encode())
    assert resumed(client, path.stem) == sent

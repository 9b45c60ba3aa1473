from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from cc_session_tui import (
    ConflictError,
    EditError,
    ReadError,
    SessionNotFound,
    copy_session,
    create_session,
    delete_session,
    get_session_path,
    open_session,
    read_session,
    rename_session,
)
from tests.core.editing.sessions import DATA, TEXT, chain, new, records, saved, texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VERSIONS = sorted((DATA / "sessions").iterdir())
FIELDS = {
    "parentUuid",
    "isSidechain",
    "type",
    "message",
    "uuid",
    "timestamp",
    "userType",
    "entrypoint",
    "cwd",
    "sessionId",
    "version",
    "gitBranch",
    "slug",
}


def test_a_new_session_is_not_written_before_its_first_save(tmp_path: Path, home: Path) -> None:
    session = new(tmp_path)
    session.add_user_message("hello")
    assert not (home / ".claude").exists()
    session.save()
    assert session.jsonl_path == get_session_path(session.session_id, tmp_path / "project")
    assert session.jsonl_path.exists()


def test_saving_nothing_writes_nothing(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.save()
    assert not session.jsonl_path.exists()


def test_records_hold_every_field_that_the_client_writes(tmp_path: Path) -> None:
    session = saved(tmp_path, git_branch="main", version="2.1.332", model="claude-opus-4-6")
    user, assistant = records(session.jsonl_path)
    assert user.keys() == FIELDS
    assert assistant.keys() == FIELDS | {"requestId"}
    assert next(iter(user)) == next(iter(assistant)) == "parentUuid"
    assert user["cwd"] == str(tmp_path / "project")
    assert (user["gitBranch"], user["version"], user["entrypoint"]) == ("main", "2.1.332", "cli")
    assert (user["isSidechain"], user["userType"], user["sessionId"]) == (False, "external", session.session_id)
    assert assistant["message"].keys() == {
        "id", "type", "role", "model", "content", "stop_reason", "stop_sequence", "usage",
    }  # fmt: skip
    assert assistant["message"]["model"] == "claude-opus-4-6"
    assert assistant["message"]["id"].startswith("msg_")
    assert assistant["requestId"].startswith("req_")


def test_lines_are_compact_and_end_with_a_newline(tmp_path: Path) -> None:
    data = saved(tmp_path).jsonl_path.read_text()
    assert data.startswith('{"parentUuid":null,"isSidechain":false,"type":"user"')
    assert data.endswith("}\n")
    assert data.count("\n") == 2


def test_timestamps_rise_strictly(tmp_path: Path) -> None:
    session = new(tmp_path)
    for number in range(50):
        session.add_user_message(str(number))
    session.save()
    times = [record["timestamp"] for record in records(session.jsonl_path)]
    assert times == sorted(set(times))
    assert all(time.endswith("Z") for time in times)


@pytest.mark.parametrize("last", ["2090-01-01T00:00:00.500Z", "2090-01-01T02:00:00.5001+02:00"])
def test_timestamps_never_precede_the_last_record(tmp_path: Path, last: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(
        f'{{"type":"user","uuid":"a","timestamp":"{last}","message":{{"content":"x"}}}}\n{{"type":"mode"}}\n'
    )
    session = read_session(path, tmp_path)
    session.add_user_message("later")
    session.save()
    assert datetime.fromisoformat(session.messages[-1]["timestamp"]) > datetime.fromisoformat(last)  # type: ignore[arg-type]


@pytest.mark.parametrize("stamp", ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00+14:00", "soon", "2026-01-01"])
def test_a_time_beyond_the_calendar_does_not_stop_an_append(tmp_path: Path, stamp: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(f'{{"type":"user","uuid":"a","timestamp":"{stamp}","message":{{"content":"x"}}}}\n')
    session = read_session(path, tmp_path)
    uuid = session.add_user_message("later")
    session.save()
    assert chain(path) == ["a", uuid]


def test_every_adder_returns_the_uuid_of_a_new_link(tmp_path: Path) -> None:
    session = new(tmp_path)
    uuids = [
        session.add_user_message("hello"),
        session.add_attachment({"type": "file", "filename": "a"}),
        session.add_assistant_message([{"type": "tool_use", "id": "t", "name": "Read", "input": {}}]),
        session.add_tool_results([{"tool_use_id": "t", "content": "x"}]),
        session.add_user_message([{"type": "text", "text": "and"}]),
    ]
    session.save()
    assert chain(session.jsonl_path) == uuids
    assert len(session.attachments) == 1
    assert len(session.messages) == 4
    assert len(session.records) == 5


def test_pending_records_are_among_the_records(tmp_path: Path) -> None:
    session = saved(tmp_path)
    session.add_user_message("pending")
    assert [record["message"]["content"] for record in session.messages] == ["hello", TEXT, "pending"]  # type: ignore[call-overload,index]
    assert len(records(session.jsonl_path)) == 2


def test_the_stop_reason_is_that_of_the_blocks_unless_given(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.add_assistant_message(TEXT)
    session.add_assistant_message([*TEXT, {"type": "tool_use", "id": "t", "name": "Read", "input": {}}])
    session.add_assistant_message(TEXT, stop_reason="max_tokens", model="other")
    session.save()
    messages = [record["message"] for record in records(session.jsonl_path) if "message" in record]
    assert [m["stop_reason"] for m in messages] == ["end_turn", "tool_use", "max_tokens"]
    assert [m["model"] for m in messages] == ["claude-sonnet-4-6", "claude-sonnet-4-6", "other"]


def test_blocks_are_written_as_they_are(tmp_path: Path) -> None:
    blocks = [
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}, "extra": [1, None]},
        {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "x"}], "unknown": {"a": 1.5}},
    ]
    session = new(tmp_path)
    session.add_user_message(blocks)  # type: ignore[arg-type]
    session.save()
    assert texts(session.jsonl_path) == [blocks]


def test_a_round_trip_of_calls_makes_ids_and_pairs_them(tmp_path: Path) -> None:
    session = new(tmp_path)
    last = session.add_tool_calls(
        [
            {"name": "Read", "input": {"f": 1}, "result": "x"},
            {"name": "Bash", "input": {}, "result": "y", "is_error": True},
        ],
        response=TEXT,
        model="m",
    )
    session.save()
    uses, results, reply = texts(session.jsonl_path)
    assert [use["name"] for use in uses] == ["Read", "Bash"]
    assert [use["id"] for use in uses] == [result["tool_use_id"] for result in results]
    assert len({use["id"] for use in uses}) == 2
    assert [result.get("is_error") for result in results] == [None, True]
    assert reply == TEXT
    assert chain(session.jsonl_path)[-1] == last


def test_what_makes_no_message_is_refused(tmp_path: Path) -> None:
    session = new(tmp_path)
    adders: list[Callable[[], str]] = [
        lambda: session.add_user_message([]),
        lambda: session.add_assistant_message([]),
        lambda: session.add_assistant_message("text"),  # type: ignore[arg-type]
        lambda: session.add_tool_results([]),
        lambda: session.add_tool_calls([]),
        lambda: session.add_attachment({"name": "no type"}),
        lambda: session.add_attachment({"type": "file"}, parent_uuid="nobody"),
        lambda: session.dangerous_append_record({"type": "x"}, parent_uuid="nobody"),
        lambda: session.add_user_message([{"type": "text", "text": b"bytes"}]),  # type: ignore[dict-item]
    ]
    for add in adders:
        with pytest.raises(EditError):
            add()
    assert session.records == []


def test_what_follows_an_attachment_hangs_below_it(tmp_path: Path) -> None:
    session = new(tmp_path)
    first = session.add_user_message("hello")
    session.add_assistant_message(TEXT)
    attachment = session.add_attachment({"type": "file"}, parent_uuid=first)
    last = session.add_user_message("and")
    session.save()
    assert chain(session.jsonl_path) == [first, attachment, last]


def test_a_dangerous_record_is_written_as_it_is_and_is_no_leaf(tmp_path: Path) -> None:
    session = saved(tmp_path)
    leaf = session.leaf_uuid
    record = {
        "type": "later",
        "uuid": "u",
        "parentUuid": "elsewhere",
        "sessionId": "other",
        "z": [1, {"b": None}],
        "a": 1,
    }
    assert session.dangerous_append_record(record) == "u"  # type: ignore[arg-type]
    session.dangerous_append_record({**record, "uuid": "v"}, parent_uuid=leaf)  # type: ignore[dict-item]
    last = session.add_user_message("and")
    session.save()
    written = {r["uuid"]: r for r in records(session.jsonl_path) if "uuid" in r}
    assert written["u"] == {**record, "sessionId": session.session_id}
    assert list(written["u"]) == list(record)
    assert written["v"]["parentUuid"] == leaf
    assert written[last]["parentUuid"] == leaf
    assert chain(session.jsonl_path)[-1] == last


@pytest.mark.parametrize("kind", ["user", "attachment", "system"])
def test_a_dangerous_record_of_the_chain_does_not_become_what_a_resume_takes(tmp_path: Path, kind: str) -> None:
    session = saved(tmp_path)
    leaf = session.leaf_uuid
    assert leaf
    first = chain(session.jsonl_path)[0]
    session.dangerous_append_record({"type": kind, "uuid": "u", "message": {"content": "x"}}, parent_uuid=first)
    session.save()
    assert chain(session.jsonl_path)[-1] == leaf


def test_an_opened_session_goes_on_as_its_records_do(tmp_path: Path) -> None:
    session = saved(tmp_path, git_branch="topic", version="2.1.200", model="m", cwd=tmp_path)
    opened = open_session(session_id=session.session_id, project_path=tmp_path / "project")
    opened.add_assistant_message(TEXT)
    opened.save()
    before, after = records(session.jsonl_path)[1:3]
    same = ("cwd", "gitBranch", "version", "slug", "sessionId")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}
    assert after["message"]["model"] == "m"
    assert after["parentUuid"] == before["uuid"]


def test_a_session_without_a_conversation_goes_on_in_its_project(tmp_path: Path) -> None:
    session = saved(tmp_path)
    session.jsonl_path.write_text('{"type":"custom-title","customTitle":"x"}\n')
    opened = open_session(session_id=session.session_id, project_path=tmp_path / "project")
    opened.add_user_message("first")
    opened.save()
    record = records(session.jsonl_path)[1]
    assert (record["cwd"], record["parentUuid"], record["sessionId"]) == (
        str(tmp_path / "project"), None, session.session_id,
    )  # fmt: skip


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_an_append_to_a_real_session_hangs_below_what_a_resume_takes(tmp_path: Path, version: Path) -> None:
    for source in version.glob("projects/*/*.jsonl"):
        path = tmp_path / source.name
        path.write_bytes(source.read_bytes())
        before = chain(path)
        session = read_session(path)
        assert session.project_path == "/home/dev/demo" or not before
        uuid = session.add_user_message("and")
        session.save()
        assert chain(path) == [*before, uuid]
        assert path.read_bytes().startswith(source.read_bytes())


@pytest.mark.parametrize("case", sorted((DATA / "resume").iterdir()), ids=lambda path: path.name)
def test_an_append_to_any_file_becomes_the_leaf(tmp_path: Path, case: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes((case / "session.jsonl").read_bytes())
    session = read_session(path, tmp_path)
    uuids = [session.add_user_message("and"), session.add_assistant_message(TEXT)]
    session.save()
    assert chain(path)[-2:] == uuids


def test_last_prompt_is_kept_true_and_keeps_its_text(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    lines = [
        {"type": "user", "uuid": "a", "parentUuid": None, "message": {"content": "one"}},
        {"type": "assistant", "uuid": "b", "parentUuid": "a", "message": {"content": TEXT}},
        {"type": "user", "uuid": "c", "parentUuid": None, "message": {"content": "elsewhere"}},
        {"type": "last-prompt", "lastPrompt": "one", "leafUuid": "b", "sessionId": "s"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    session = read_session(path, tmp_path)
    uuid = session.add_assistant_message(TEXT)
    session.save()
    assert chain(path) == ["a", "b", uuid]
    last = records(path)[-1]
    assert last == {"type": "last-prompt", "lastPrompt": "one", "leafUuid": uuid, "sessionId": "s"}
    session.add_user_message("a new\n  prompt " + "x" * 300)
    session.save()
    assert str(records(path)[-1]["lastPrompt"]).startswith("a new prompt xxx")
    assert len(records(path)[-1]["lastPrompt"]) == 200
    session.add_user_message([{"type": "text", "text": "in"}, {"type": "image"}, {"type": "text", "text": "blocks"}])
    session.save()
    assert records(path)[-1]["lastPrompt"] == "in blocks"


def test_a_session_that_grew_and_gets_no_message_keeps_its_new_leaf(tmp_path: Path) -> None:
    session = saved(tmp_path)
    other = read_session(session.jsonl_path)
    session.dangerous_append_record({"type": "system", "uuid": "u"}, parent_uuid=chain(session.jsonl_path)[0])
    uuid = other.add_user_message("theirs")
    other.save()
    session.save()
    assert chain(session.jsonl_path)[-1] == uuid == session.leaf_uuid


def test_folders_may_be_given_as_text(tmp_path: Path) -> None:
    session = create_session(project_path=str(tmp_path), claude_dir=str(tmp_path))
    session.add_user_message("hello")
    session.save()
    copy = copy_session(str(session.jsonl_path), project_path=str(tmp_path / "other"), claude_dir=str(tmp_path))
    rename_session(str(copy), "title")
    assert open_session(session_id=copy.stem, project_path=str(tmp_path / "other"), claude_dir=str(tmp_path)).messages
    delete_session(copy.stem, str(tmp_path / "other"), str(tmp_path))
    assert not copy.exists()


def test_a_plain_session_gets_no_last_prompt(tmp_path: Path) -> None:
    assert [record["type"] for record in records(saved(tmp_path).jsonl_path)] == ["user", "assistant"]


def test_a_subagents_transcript_is_read_and_goes_on_as_one(tmp_path: Path) -> None:
    source = next((DATA / "sessions/2.1.332").glob("projects/*/*/subagents/agent-*.jsonl"))
    parent = read_session(source.parents[1].with_suffix(".jsonl"))
    assert source in parent.subagents
    path = tmp_path / source.name
    path.write_bytes(source.read_bytes())
    session = read_session(path)
    assert session.messages
    session.add_user_message("and")
    session.save()
    first, last = records(source)[0], [r for r in records(path) if r["type"] == "user"][-1]
    same = ("isSidechain", "agentId", "sessionId")
    assert {key: last[key] for key in same} == {key: first[key] for key in same}


def test_clear_empties_the_session_and_the_next_save_begins_anew(tmp_path: Path) -> None:
    session = saved(tmp_path)
    agents = session.jsonl_path.with_suffix("") / "subagents"
    agents.mkdir(parents=True)
    (agents / "agent-1.jsonl").write_text("{}\n")
    session.add_user_message("pending")
    session.clear()
    assert session.records == []
    assert not session.jsonl_path.exists()
    assert not session.jsonl_path.with_suffix("").exists()
    uuid = session.add_user_message("new")
    session.save()
    assert chain(session.jsonl_path) == [uuid]
    assert records(session.jsonl_path)[0]["parentUuid"] is None


def test_clearing_what_was_never_saved_is_no_error(tmp_path: Path) -> None:
    session = new(tmp_path)
    session.add_user_message("pending")
    session.clear()
    assert session.records == []


def test_a_session_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(SessionNotFound, match="no session file"):
        open_session(session_id="nobody", project_path=tmp_path / "missing")
    with pytest.raises(SessionNotFound):
        read_session(tmp_path / "missing.jsonl")
    with pytest.raises(SessionNotFound):
        rename_session(tmp_path / "missing.jsonl", "title")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_session(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").mkdir()
    with pytest.raises(ReadError):
        read_session(tmp_path / "s.jsonl")


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "nul\0"])
def test_an_id_that_is_no_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(EditError):
        open_session(session_id=name, project_path=tmp_path)
    with pytest.raises(EditError):
        delete_session(name, tmp_path)
    if name:
        with pytest.raises(EditError):
            create_session(project_path=tmp_path, session_id=name)


def test_a_session_of_another_is_not_written_over(tmp_path: Path) -> None:
    session = saved(tmp_path)
    before = session.jsonl_path.read_bytes()
    twin = new(tmp_path, session_id=session.session_id)
    twin.add_user_message("mine")
    with pytest.raises(ConflictError, match="is there already"):
        twin.save()
    assert session.jsonl_path.read_bytes() == before
    assert len(twin.records) == 1


def test_renaming_is_what_the_client_does(tmp_path: Path) -> None:
    session = saved(tmp_path)
    rename_session(session.jsonl_path, "  my \n title ")
    assert records(session.jsonl_path)[2:] == [
        {"type": "custom-title", "customTitle": "my title", "sessionId": session.session_id},
        {"type": "agent-name", "agentName": "my title", "sessionId": session.session_id},
    ]
    with pytest.raises(EditError):
        rename_session(session.jsonl_path, " \n ")


def test_a_session_is_found_under_either_form_of_its_project(tmp_path: Path) -> None:
    for written, asked in (("cafe\u0301", "caf\u00e9"), ("caf\u00e9", "cafe\u0301")):
        project = tmp_path / written
        session = create_session(project_path=project)
        session.add_user_message("hello")
        session.save()
        assert open_session(session_id=session.session_id, project_path=tmp_path / asked).messages


def test_a_session_is_found_by_the_first_200_units_of_a_long_project(tmp_path: Path) -> None:
    project = tmp_path / ("long" * 60)
    session = create_session(project_path=project)
    session.add_user_message("hello")
    session.save()
    folder = session.jsonl_path.parent
    folder.rename(folder.with_name(f"{folder.name[:200]}-other"))  # as a build with another hash names it
    assert open_session(session_id=session.session_id, project_path=project).messages


def test_a_project_behind_a_symlink_is_the_one_that_it_leads_to(tmp_path: Path) -> None:
    session = saved(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "project")
    opened = open_session(session_id=session.session_id, project_path=tmp_path / "link")
    assert opened.jsonl_path == session.jsonl_path
    assert opened.project_path == str(tmp_path / "project")

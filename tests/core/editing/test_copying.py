from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import ReadError, WriteError, copy_session, read_session
from tests.core.editing.sessions import DATA, chain, records, saved

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = sorted((DATA / "sessions").glob("*/projects/*/*.jsonl"))


@pytest.fixture(params=SOURCES, ids=lambda path: f"{path.parts[-4]}-{path.stem[:4]}")
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a real session, in a store of its own."""
    source: Path = request.param
    shutil.copytree(source.parent, tmp_path / source.parent.name)
    return tmp_path / source.parent.name / source.name


def exchanged(value: Any, old: str, new: str) -> Any:
    """VALUE with NEW for every string OLD that a session id stands in."""
    return json.loads(
        json.dumps(value).replace(f'Id": "{old}"', f'Id": "{new}"').replace(f'_id": "{old}"', f'_id": "{new}"')
    )


def test_a_copy_has_all_records_under_a_new_id(path: Path) -> None:
    before = path.read_bytes()
    copy = copy_session(path)
    assert path.read_bytes() == before
    assert copy.parent == path.parent
    assert records(copy) == [exchanged(record, path.stem, copy.stem) for record in records(path)]
    assert chain(copy) == chain(path)
    assert before.count(b"\n") == copy.read_bytes().count(b"\n")
    assert copy.read_bytes().replace(copy.stem.encode(), path.stem.encode()) == before


def test_a_copy_has_its_own_companion_folder(path: Path) -> None:
    old = path.with_suffix("")
    (old / "tool-results").mkdir(parents=True, exist_ok=True)
    (old / "tool-results" / "x.txt").write_bytes(b"\xff result")
    with path.open("a") as file:
        file.write(json.dumps({"type": "user", "text": f"Output saved to: {old}/tool-results/x.txt"}) + "\n")
    copy = copy_session(path)
    new = copy.with_suffix("")
    assert {file.relative_to(old) for file in old.rglob("*")} == {file.relative_to(new) for file in new.rglob("*")}
    assert (new / "tool-results" / "x.txt").read_bytes() == b"\xff result"
    assert records(copy)[-1]["text"] == f"Output saved to: {new}/tool-results/x.txt"
    for agent in read_session(copy).subagents:
        assert {record["sessionId"] for record in records(agent)} == {copy.stem}


def test_a_copy_into_another_project_works_there(path: Path, tmp_path: Path) -> None:
    copy = copy_session(path, project_path=tmp_path / "other", claude_dir=tmp_path)
    assert copy.parent == tmp_path / "projects" / str(tmp_path / "other").replace("/", "-").replace("_", "-")
    cwds = {record["cwd"] for record in records(path) if "cwd" in record}
    assert {record["cwd"] for record in records(copy) if "cwd" in record} == {
        cwd.replace("/home/dev/demo", str(tmp_path / "other")) for cwd in cwds
    }
    assert read_session(copy).project_path in {str(tmp_path / "other"), ""}


def test_in_a_copy_no_argument_of_a_call_is_exchanged(tmp_path: Path) -> None:
    session = saved(tmp_path)
    project = str(tmp_path / "project")
    session.add_tool_calls([{"name": "Bash", "input": {"cwd": project, "text": f'"cwd":"{project}"'}, "result": "x"}])
    session.save()
    copy = copy_session(session.jsonl_path, project_path=tmp_path / "other")
    record = records(copy)[2]
    assert record["cwd"] == str(tmp_path / "other")
    assert record["message"]["content"][0]["input"] == {"cwd": project, "text": f'"cwd":"{project}"'}


@pytest.mark.parametrize("key", ['"cwd" : ', '"cwd":\t', '"\\u0063wd":'])
def test_in_a_copy_the_project_is_exchanged_however_it_is_spelled(tmp_path: Path, key: str) -> None:
    path = saved(tmp_path).jsonl_path
    path.write_text(path.read_text().replace('"cwd":', key))
    copy = copy_session(path, project_path=tmp_path / "other")
    assert {record["cwd"] for record in records(copy)} == {str(tmp_path / "other")}
    assert copy.read_text().count(key) == 2


def test_damaged_lines_are_copied_as_they_are(tmp_path: Path) -> None:
    path = saved(tmp_path).jsonl_path
    damaged = b'{"cwd":"' + str(tmp_path / "project").encode() + b'\n\n\x00\x00\xff{"type":"x"}{"a"\r\n[1]'
    with path.open("ab") as file:
        file.write(damaged)
    copy = copy_session(path, project_path=tmp_path / "other")
    assert copy.read_bytes().endswith(damaged)


def test_subagents_beside_a_session_go_into_the_copys_folder(tmp_path: Path) -> None:
    path = saved(tmp_path).jsonl_path
    agent = path.with_name("agent-1.jsonl")
    agent.write_text(json.dumps({"type": "user", "sessionId": path.stem}) + "\n")
    copy = copy_session(path)
    (copied,) = read_session(copy).subagents
    assert copied == copy.with_suffix("") / "subagents" / "agent-1.jsonl"
    assert records(copied)[0]["sessionId"] == copy.stem


def test_a_copy_of_a_copied_store_behind_a_symlink_exchanges_both_spellings(tmp_path: Path) -> None:
    path = saved(tmp_path).jsonl_path
    (tmp_path / "link").symlink_to(path.parent)
    linked = tmp_path / "link" / path.name
    with path.open("a") as file:
        file.writelines(json.dumps({"type": "x", "p": f"{p.with_suffix('')}/a"}) + "\n" for p in (path, linked))
    copy = copy_session(linked)
    assert [record["p"] for record in records(copy)[2:]] == [f"{copy.with_suffix('')}/a"] * 2


def test_a_copy_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path).jsonl_path
    path.with_suffix("").mkdir()
    (path.with_suffix("") / "x.txt").write_text("x")
    before = set(path.parent.iterdir())

    def full(*_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copy2", full)
    with pytest.raises(WriteError, match="No space left on device"):
        copy_session(path)
    assert set(path.parent.iterdir()) == before
    with pytest.raises(ReadError):
        copy_session(tmp_path / "missing.jsonl")

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.paths import get_project_dir, is_session_id
from tests.cli.store import FIRST, LATEST, PROJECT, session_file
from tests.cli.writing import ID, contents, give, records, session_paths, start_client

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


@pytest.fixture
def project(claude_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder with an odd name, which is the current one; Claude dir is a copy of real sessions."""
    folder = tmp_path / "my  shop"
    assert claude_dir.is_dir()
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def test_create_prints_an_id_and_writes_nothing(tmp_path: Path, run: Run) -> None:
    ran = run("create", "-p", tmp_path, "--claude-dir", tmp_path / "claude")
    assert ran.code == 0
    assert is_session_id(ran.out.removesuffix("\n"))
    assert not (tmp_path / "claude").exists()


def test_what_create_tells_on_stderr_starts_the_session(project: Path, claude_dir: Path, run: Run) -> None:
    ran = run("create")
    assert ran.err.count("\n") == 1
    words = shlex.split(ran.err.partition("go on with: ")[2])
    assert words[0] == "cc-session"
    assert run(*words[1:-1], "hello").code == 0
    found = records(claude_dir, ran.out.strip())
    assert [record["cwd"] for record in found if "cwd" in record] == [str(project)]


def test_create_as_json_tells_where_the_session_will_be(project: Path, run: Run) -> None:
    told = run("create", "--json").json
    assert Path(told["path"]) == get_project_dir(project) / f"{told['id']}.jsonl"
    assert told["project"] == str(project)


def test_create_warns_of_a_folder_that_is_not_there(tmp_path: Path, run: Run) -> None:
    ran = run("create", "-p", tmp_path / "gone")
    assert ran.code == 0
    assert "warning" in ran.err.splitlines()[0]


@pytest.mark.parametrize("name", ["~no-such-user/x", "x" * 300, "a/b"])
def test_a_folder_that_is_nowhere_is_warned_of(name: str, run: Run) -> None:
    ran = run("create", "-p", name, "--json")
    assert (ran.code, ran.json["project"]) == (0, str(Path(name).absolute()))
    assert "warning" in ran.err


@pytest.mark.usefixtures("claude_dir")
@pytest.mark.parametrize("name", [PROJECT, "demo", "-home-dev-demo"])
def test_a_known_project_is_known_by_its_names(name: str, run: Run) -> None:
    ran = run("create", "--json", f"--project={name}")
    assert ran.json["project"] == PROJECT
    assert "warning" not in ran.err


def test_add_starts_a_session_in_the_current_folder(project: Path, claude_dir: Path, run: Run) -> None:
    ran = run("add", "user", "hello", "-s", ID)
    assert (ran.code, ran.err) == (0, "")
    assert (get_project_dir(project) / f"{ID}.jsonl").is_file()
    [record] = [record for record in records(claude_dir, ID) if "message" in record]
    assert ran.out == f"{record['uuid']}\n"


@pytest.mark.usefixtures("project")
def test_a_conversation_is_added_one_below_the_other(claude_dir: Path, run: Run) -> None:
    run("add", "-s", ID, "user", "list it")
    run("add", "-s", ID[:8], "tool", "Bash", "--input", '{"command":"ls"}', "--result", "no", "--error")
    run("-s", ID[:8], "add", "assistant", "It failed.")
    found = [record for record in records(claude_dir, ID) if "message" in record]
    assert [record["parentUuid"] for record in found] == [None, *(record["uuid"] for record in found[:-1])]
    first, [call], [result], last = contents(claude_dir, ID)
    assert first == "list it"
    assert (call["name"], call["input"]) == ("Bash", {"command": "ls"})
    assert result == {"type": "tool_result", "tool_use_id": call["id"], "content": "no", "is_error": True}
    assert last == [{"type": "text", "text": "It failed."}]


def test_add_hangs_a_record_below_the_leaf_of_a_real_session(claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    told = run("add", "user", "go on", "-s", FIRST, "--json").json
    after = session_file(claude_dir, FIRST).read_bytes()
    assert after.startswith(before)
    assert (told["id"], told["project"]) == (FIRST, PROJECT)
    assert told["path"] == str(session_file(claude_dir, FIRST))
    entries = run("read", FIRST, "--json").json
    assert [entry["text"] for entry in entries if entry["uuid"] == told["uuid"]] == ["go on"]


def test_add_to_latest_of_a_project(claude_dir: Path, run: Run) -> None:
    assert run("add", "user", "go on", "-s", "latest", "-p", PROJECT).code == 0
    assert "go on" in contents(claude_dir, LATEST)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("data", "text"), [(b"a\nb\n", "a\nb"), (b"a\n\n", "a\n"), ("ü".encode(), "ü")])
def test_a_dash_reads_the_text_from_stdin(
    data: bytes, text: str, claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, data)
    assert run("add", "user", "-", "-s", ID).code == 0
    give(monkeypatch, data)
    run("add", "assistant", "-", "-s", ID)
    give(monkeypatch, data)
    run("add", "tool", "Read", "--input", "{}", "--result", "-", "-s", ID)
    prompt, [reply], _, [result] = contents(claude_dir, ID)
    assert prompt == reply["text"] == result["content"] == text


def test_a_text_may_begin_with_a_dash(claude_dir: Path, run: Run) -> None:
    assert run("add", "-s", FIRST, "user", "--", "- a list").code == 0
    assert "- a list" in contents(claude_dir, FIRST)


def test_blocks_are_written_as_they_are(project: Path, claude_dir: Path, run: Run) -> None:
    blocks = [{"type": "text", "text": "half \ud83d"}, {"type": "new_kind", "n": 10**30}]
    (project / "blocks.json").write_text(json.dumps(blocks))
    assert run("add", "user", "--blocks", "blocks.json", "-s", ID).code == 0
    run("add", "assistant", "--blocks", project / "blocks.json", "-s", ID)
    assert contents(claude_dir, ID) == [blocks, blocks]


def test_an_attachment_is_that_of_the_client(project: Path, claude_dir: Path, run: Run) -> None:
    (project / "README.md").write_text("# demo\n")
    run("add", "user", "read it", "-s", ID)
    ran = run("add", "attachment", "README.md", "-s", ID)
    [found] = [record for record in records(claude_dir, ID) if record["type"] == "attachment"]
    assert ran.out.strip() == found["uuid"]
    path = str(project / "README.md")
    file = {"filePath": path, "content": "# demo\n", "numLines": 2, "startLine": 1, "totalLines": 2}
    content = {"type": "text", "file": file}
    assert found["attachment"] == {"type": "file", "filename": path, "content": content, "displayPath": "README.md"}


def test_a_session_without_a_directory_gets_that_of_its_project(project: Path, claude_dir: Path, run: Run) -> None:
    path = get_project_dir(project) / f"{ID}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(f'{{"type":"custom-title","customTitle":"x","sessionId":"{ID}"}}\n')
    run("add", "user", "hello", "-s", ID)
    assert [record["cwd"] for record in records(claude_dir, ID) if "cwd" in record] == [str(project)]


def test_a_session_in_the_folder_of_a_project_that_moved_is_found_there(
    tmp_path: Path, claude_dir: Path, run: Run
) -> None:
    folder = get_project_dir(tmp_path)
    folder.mkdir()
    session_file(claude_dir, FIRST).rename(folder / f"{FIRST}.jsonl")
    assert run("add", "user", "go on", "-s", FIRST, "-p", tmp_path).code == 0
    assert "go on" in contents(claude_dir, FIRST)


def test_an_id_that_another_project_has_starts_no_second_session(tmp_path: Path, claude_dir: Path, run: Run) -> None:
    before = session_paths(claude_dir)
    ran = run("add", "user", "hello", "-s", FIRST, "-p", tmp_path)
    assert (ran.code, ran.out) == (5, "")
    assert str(session_file(claude_dir, FIRST)) in ran.err
    assert session_paths(claude_dir) == before


@pytest.mark.parametrize("session_id", [FIRST, ID])
def test_add_warns_of_a_client_that_has_the_session_open(session_id: str, claude_dir: Path, run: Run) -> None:
    start_client(claude_dir, session_id)
    ran = run("add", "user", "hello", "-s", session_id)
    assert (ran.code, ran.err.count("\n")) == (0, 1)
    assert "warning" in ran.err
    assert "hello" in contents(claude_dir, session_id)


FAILURES: list[tuple[list[str], int, str]] = [
    (["user", "x"], 2, "--session"),
    (["user", "x", "-s", "no-such-id"], 3, "no-such-id"),
    (["user", "x", "-s", "no/such.jsonl"], 3, "no/such.jsonl"),
    (["user", "x", "-s", "./object.json"], 2, "no session"),
    (["user", "x", "-s", "x" * 300], 3, "no session"),
    (["user", "x", "-s", f"a/{'x' * 300}"], 3, "no session"),
    (["user", "x", "-s", "~no-such-user/x.jsonl"], 3, "no-such-user"),
    (["user", "-s", ID], 2, "TEXT"),
    (["user", "", "-s", ID], 2, "blank"),
    (["assistant", " \n", "-s", ID], 2, "blank"),
    (["user", "half \udcff", "-s", ID], 2, "UTF-8"),
    (["user", "x", "--blocks", "x", "-s", ID], 2, "either"),
    (["user", "--blocks", "gone.json", "-s", ID], 1, "gone.json"),
    (["user", "--blocks", "object.json", "-s", ID], 2, "array"),
    (["user", "--blocks", "empty.json", "-s", ID], 2, "array"),
    (["assistant", "--blocks", "odd.json", "-s", ID], 2, "array"),
    (["assistant", "--blocks", "binary", "-s", ID], 2, "UTF-8"),
    (["tool", "Bash", "--input", "{", "--result", "x", "-s", ID], 2, "--input"),
    (["tool", "Bash", "--input", "[]", "--result", "x", "-s", ID], 2, "object"),
    (["tool", "Bash", "--input", '{"a":NaN}', "--result", "x", "-s", ID], 2, "NaN"),
    (["tool", "Bash", "--input", "[" * 100_000, "--result", "x", "-s", ID], 2, "deep"),
    (["tool", "Bash", "--result", "x", "-s", ID], 2, "--input"),
    (["attachment", "gone.txt", "-s", ID], 1, "gone.txt"),
    (["attachment", ".", "-s", ID], 1, "regular"),
    (["attachment", "~no-such-user/x", "-s", ID], 1, "no-such-user"),
    (["attachment", "x" * 300, "-s", ID], 1, "too long"),
    (["attachment", "binary", "-s", ID], 2, "UTF-8"),
    (["sideways", "-s", ID], 2, "sideways"),
]


@pytest.mark.parametrize(("arguments", "code", "words"), FAILURES, ids=[words for *_, words in FAILURES])
def test_what_cannot_be_added_is_one_line_and_writes_nothing(
    arguments: list[str], code: int, words: str, project: Path, claude_dir: Path, run: Run
) -> None:
    (project / "object.json").write_text('{"type":"text"}')
    (project / "empty.json").write_text("[]")
    (project / "odd.json").write_text('[{"type":"text","text":"x"},3]')
    (project / "binary").write_bytes(b"\xff\0")
    before = session_paths(claude_dir)
    ran = run("add", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)
    assert words in ran.err
    assert session_paths(claude_dir) == before


@pytest.mark.usefixtures("claude_dir")
def test_stdin_that_is_closed_is_an_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    ran = run("add", "user", "-", "-s", ID)
    assert (ran.code, ran.err) == (1, "cc-session: cannot read stdin: it is closed\n")


def test_a_session_that_cannot_be_written_to_stays_as_it_was(tmp_path: Path, run: Run) -> None:
    (tmp_path / "claude").mkdir()
    (tmp_path / "claude" / "projects").write_text("in the way")
    ran = run("add", "user", "hello", "-s", ID, "--claude-dir", tmp_path / "claude")
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert (tmp_path / "claude" / "projects").read_text() == "in the way"


@pytest.mark.usefixtures("project")
def test_a_conversation_is_written_by_programs_in_a_pipe(claude_dir: Path) -> None:
    def call(*arguments: str, given: str = "") -> str:
        command = [sys.executable, "-m", "cc_session_tui.cli.main", *arguments]
        ran = subprocess.run(command, input=given, capture_output=True, check=True, timeout=60, text=True)
        return ran.stdout.strip()

    session = call("create")
    call("add", "user", "-", "-s", session, given="hello\n")
    call("add", "assistant", "--blocks", "-", "-s", session, given='[{"type":"text","text":"hi"}]')
    assert contents(claude_dir, session) == ["hello", [{"type": "text", "text": "hi"}]]

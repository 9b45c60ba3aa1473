from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import parse_jsonl_file
from cc_session_tui.core.editing.backups import Backups
from cc_session_tui.core.store.launching import Launch
from tests.cli.store import FIRST, LATEST, WITH_AGENT, session_file
from tests.cli.writing import give, session_paths, start_client

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

    Run = Callable[..., Ran]


def of_type(claude_dir: Path, kind: str, session_id: str = FIRST) -> list[dict[str, Any]]:
    """Return the records of type KIND."""
    return [r for r in parse_jsonl_file(session_file(claude_dir, session_id)) if r["type"] == kind]


def uuid_of(claude_dir: Path, block: str) -> str:
    """Return the uuid of the first record with a content block of type BLOCK."""
    for record in parse_jsonl_file(session_file(claude_dir, FIRST)):
        message = record.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, list) and any(isinstance(b, dict) and b.get("type") == block for b in content):
            return str(record["uuid"])
    raise AssertionError(block)


def last_prompt(claude_dir: Path) -> str:
    """Return the uuid of the last prompt after the compaction."""
    found = [r for r in of_type(claude_dir, "user") if "after compaction" in json.dumps(r["message"])]
    return str(found[-1]["uuid"])


def test_a_dry_run_prints_the_review_and_writes_nothing(claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    ran = run("prune", FIRST, "--turn", last_prompt(claude_dir), "--dry-run")
    assert (ran.code, ran.err) == (0, "")
    assert "- user text after compaction" in ran.out
    assert "Lines: " in ran.out
    assert "Tokens (estimated): " in ran.out
    assert "It resumes." in ran.out
    assert session_file(claude_dir, FIRST).read_bytes() == before
    assert Backups().list() == []


def test_a_pruned_session_is_restored_to_the_byte(claude_dir: Path, run: Run) -> None:
    path = session_file(claude_dir, FIRST)
    before = path.read_bytes()
    ran = run("prune", FIRST, uuid_of(claude_dir, "tool_result")[:13], "--yes")
    assert (ran.code, ran.out) == (0, f"{FIRST}\n")
    assert path.read_bytes() != before
    [backup] = Backups().list()
    assert f"cc-session restore {backup.id}" in ran.err
    run("restore", backup.id)
    assert path.read_bytes() == before


def test_with_s_the_words_are_records(claude_dir: Path, run: Run) -> None:
    uuid = uuid_of(claude_dir, "tool_result")
    told = run("prune", "-s", FIRST, uuid, "--dry-run", "--json").json
    assert (told["id"], told["saved"], told["resumes"]) == (FIRST, False, True)
    assert len(told["lines"]["dropped"]) >= 2  # the call goes too
    assert set(told) == {
        *("id", "path", "saved", "conversation", "lines", "tokens", "bytes", "resumes", "problems", "findings", "notes")
    }


def test_where_nobody_can_be_asked_a_yes_has_to_be_given(claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    ran = run("prune", FIRST, "--kind", "injected")
    assert ran.code == 2
    assert "--yes" in ran.err
    assert session_file(claude_dir, FIRST).read_bytes() == before


@pytest.mark.parametrize(("word", "code"), [("n", 130), ("y", 0)])
def test_a_yes_is_asked_for_and_a_no_changes_nothing(
    word: str, code: int, claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: word)
    before = session_file(claude_dir, FIRST).read_bytes()
    assert run("prune", FIRST, "--kind", "injected").code == code
    assert (session_file(claude_dir, FIRST).read_bytes() == before) is (code == 130)


def test_an_edit_after_which_it_does_not_resume_says_so(claude_dir: Path, run: Run) -> None:
    path = session_file(claude_dir, FIRST)
    rows = [str(r["uuid"]) for r in parse_jsonl_file(path) if r["type"] in {"user", "assistant"}]
    ran = run("prune", FIRST, *rows, "--yes")
    assert "does not resume" in ran.err


def test_a_session_that_is_running_is_never_changed_in_place(claude_dir: Path, run: Run) -> None:
    start_client(claude_dir, FIRST)
    before = session_file(claude_dir, FIRST).read_bytes()
    ran = run("prune", FIRST, "--kind", "injected", "--yes")
    assert ran.code == 5
    assert "--as-new" in ran.err
    new = run("prune", FIRST, "--kind", "injected", "--yes", "--as-new")
    assert new.code == 0
    assert session_file(claude_dir, new.out.strip()).stat().st_size < len(before)
    assert session_file(claude_dir, FIRST).read_bytes() == before


def test_big_results_become_a_word_and_their_pairs_stay(claude_dir: Path, run: Run) -> None:
    told = run("prune", FIRST, "--tool-results-over", "0.02k", "--yes", "--json").json
    assert told["lines"]["dropped"] == []
    assert told["lines"]["changed"]
    assert b"bytes removed]" in session_file(claude_dir, FIRST).read_bytes()


@pytest.mark.parametrize("option", ["--after", "--before", "--turn", "--branch"])
def test_a_stretch_is_chosen_by_a_record(option: str, claude_dir: Path, run: Run) -> None:
    told = run("prune", FIRST, option, last_prompt(claude_dir), "--dry-run", "--json").json
    gone = [said["before"].get("text") for said in told["conversation"] if said["change"] == "pruned"]
    assert gone
    assert ("after compaction" in gone) is (option in {"--turn", "--branch"})
    assert told["resumes"]


def test_thinking_and_images_and_a_type_are_kinds(claude_dir: Path, run: Run) -> None:
    told = run("prune", FIRST, "--kind", "thinking", "--kind", "attachment/skill_listing", "--yes", "--json").json
    assert told["backup"]
    data = session_file(claude_dir, FIRST).read_bytes()
    assert b'"type":"thinking"' not in data
    assert b'"type":"skill_listing"' not in data


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["--tool-results-over", "big"], 2),
        (["--kind", "nonsense", "--yes"], 2),
        (["zzzz", "--yes"], 2),
        (["--tool-results-over", "1G", "--yes"], 2),
    ],
)
def test_what_says_nothing_to_prune_is_refused(arguments: list[str], code: int, claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    ran = run("prune", FIRST, *arguments)
    assert ran.code == code
    assert len(ran.err.splitlines()) == 1
    assert session_file(claude_dir, FIRST).read_bytes() == before


def test_a_text_from_stdin_takes_the_place_of_the_old_one(
    claude_dir: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, b"said \xc3\xa9 otherwise\n")
    uuid = last_prompt(claude_dir)
    ran = run("edit", FIRST, uuid, "--text", "-", "--yes")
    assert ran.code == 0
    assert "+ user text said é otherwise" in ran.err
    [record] = [r for r in of_type(claude_dir, "user") if r["uuid"] == uuid]
    assert "said é otherwise" in json.dumps(record["message"], ensure_ascii=False)


def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let the user's editor be a shell SCRIPT, to which the file is $1."""
    program = tmp_path / "editor"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(program))


def test_the_editor_gets_the_old_text(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'sed s/compaction/everything/ "$1" > "$1.new"; sleep 0; cp "$1.new" "$1"')
    ran = run("edit", FIRST, last_prompt(claude_dir), "--yes")
    assert ran.code == 0
    assert b"after everything" in session_file(claude_dir, FIRST).read_bytes()


def test_a_record_is_edited_as_json_and_only_what_differs_changes(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    editor(tmp_path, monkeypatch, 'sed "s/after compaction/after all/" "$1" > "$1.new"; cp "$1.new" "$1"')
    assert run("edit", FIRST, last_prompt(claude_dir), "--record", "--yes").code == 0
    after = session_file(claude_dir, FIRST).read_bytes()
    changed = [(a, b) for a, b in zip(before.splitlines(), after.splitlines(), strict=True) if a != b]
    assert [(a.replace(b"after compaction", b"after all"), b) for a, b in changed] == [(b, b) for _, b in changed]
    assert len(changed) == 1


@pytest.mark.parametrize("text", ["{", "[]", '{"type":"user"}'])
def test_what_is_no_such_record_is_refused(text: str, claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, FIRST).read_bytes()
    assert run("edit", FIRST, last_prompt(claude_dir), "--record", "--text", text, "--yes").code == 2
    assert session_file(claude_dir, FIRST).read_bytes() == before


def test_records_are_inserted_where_they_are_wanted(claude_dir: Path, run: Run) -> None:
    uuid = last_prompt(claude_dir)
    ran = run("insert", FIRST, uuid, "--before", "--user", "in between", "--assistant", "so it is", "--yes", "--json")
    assert ran.code == 0
    words = [(s["change"], (s["after"] or s["before"]).get("text")) for s in ran.json["conversation"]]
    added = [at for at, (change, _) in enumerate(words) if change == "added"]
    assert [words[at][1] for at in added] == ["in between", "so it is"]
    assert words.index(("kept", "after compaction")) > added[-1]


def test_a_call_an_attachment_and_a_record_are_inserted(claude_dir: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    (tmp_path / "r.json").write_text('{"type": "ai-title", "aiTitle": "T"}')
    call = ("--tool", "Bash", "--input", '{"command":"ls"}', "--result", "a.txt")
    more = ("--attachment", tmp_path / "a.txt", "--record", tmp_path / "r.json")
    told = run("insert", FIRST, last_prompt(claude_dir), *call, *more, "--yes", "--json").json
    kinds = [said["type"] for said in told["conversation"] if said["change"] == "added"]
    assert kinds == ["attachment", "tool_use", "tool_result"]
    assert told["resumes"]
    assert of_type(claude_dir, "ai-title")[-1]["sessionId"] == FIRST


@pytest.mark.parametrize("arguments", [[], ["--user", " "], ["--tool", "Bash"]])
def test_nothing_to_insert_is_refused(arguments: list[str], claude_dir: Path, run: Run) -> None:
    assert run("insert", FIRST, last_prompt(claude_dir), *arguments, "--yes").code == 2


def test_a_fork_is_a_session_of_its_own(claude_dir: Path, run: Run) -> None:
    before = session_file(claude_dir, WITH_AGENT).read_bytes()
    told = run("fork", WITH_AGENT, "--json").json
    assert told["fork_of"] == WITH_AGENT
    records: list[Any] = list(parse_jsonl_file(told["path"]))
    assert {record["forkedFrom"]["sessionId"] for record in records if "uuid" in record} == {WITH_AGENT}
    assert session_file(claude_dir, WITH_AGENT).read_bytes() == before
    assert len(session_paths(claude_dir)) == 5


def fake_client(claude_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Move FIRST to a project that is there, and note what would be run."""
    project = tmp_path / "the project"
    project.mkdir()
    path = session_file(claude_dir, FIRST)
    path.write_bytes(path.read_bytes().replace(b"/home/dev/demo", str(project).encode()))
    ran: list[Any] = []
    monkeypatch.setattr(os, "execvpe", lambda *arguments: ran.extend((os.getcwd(), *arguments)))  # noqa: PTH109
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC_SESSION_CLAUDE", "sh -x")
    return ran


def test_a_resume_runs_the_client_in_the_project_with_a_clean_environment(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = fake_client(claude_dir, tmp_path, monkeypatch)
    for name in ("CLAUDECODE", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_USE_BEDROCK"):
        monkeypatch.setenv(name, "1")
    assert run("resume", FIRST, "--", "--model", "x").code == 0
    folder, program, words, environment = ran
    assert folder == str(tmp_path / "the project")
    assert (program, words) == ("sh", ("sh", "-x", "--resume", FIRST, "--model", "x"))
    assert environment["CLAUDE_CONFIG_DIR"] == str(claude_dir)
    assert {name for name in environment if name.startswith("CLAUDE")} == {
        "CLAUDE_CONFIG_DIR",
        "CLAUDE_CODE_USE_BEDROCK",
    }


def test_a_fork_is_resumed_instead(claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = fake_client(claude_dir, tmp_path, monkeypatch)
    start_client(claude_dir, FIRST)
    assert run("resume", FIRST).code == 5
    assert ran == []
    assert run("resume", FIRST, "--fork").code == 0
    new = ran[2][-1]
    assert new != FIRST
    assert session_file(claude_dir, new).exists()


def test_the_command_is_printed_with_its_cd(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = fake_client(claude_dir, tmp_path, monkeypatch)
    assert run("resume", FIRST, "--print").out == f"cd '{tmp_path}/the project' && sh -x --resume {FIRST}\n"
    assert run("resume", FIRST, "--json").json["words"] == ["sh", "-x", "--resume", FIRST]
    assert ran == []


def test_the_command_that_is_printed_with_fork_resumes_the_fork(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = fake_client(claude_dir, tmp_path, monkeypatch)
    start_client(claude_dir, FIRST)
    printed = run("resume", FIRST, "--fork", "--print").out.split()[-1]
    answer = run("resume", FIRST, "--fork", "--json").json
    for new in (printed, answer["id"]):
        assert new != FIRST
        assert session_file(claude_dir, new).exists()
    assert answer["words"][-1] == answer["id"]
    assert answer["path"] == str(session_file(claude_dir, answer["id"]))
    assert ran == []


def test_a_missing_folder_or_client_is_told_with_the_command(
    claude_dir: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_client(claude_dir, tmp_path, monkeypatch)
    gone = run("resume", LATEST)
    assert gone.code == 3
    assert f"cd /home/dev/demo && sh -x --resume {LATEST}" in gone.err
    monkeypatch.setenv("CC_SESSION_CLAUDE", "no-such-client")
    missing = run("resume", FIRST)
    assert missing.code == 3
    assert f"&& no-such-client --resume {FIRST}" in missing.err
    monkeypatch.setenv("CC_SESSION_CLAUDE", "'")
    assert run("resume", FIRST).code == 2


def test_without_a_setting_the_client_is_claude(tmp_path: Path) -> None:
    assert Launch.of("i", "", tmp_path, outside={}).typed == "cd PROJECT && claude --resume i"

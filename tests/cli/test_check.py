"""`cc-session check`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.core.chain.findings import CODES
from cc_session_tui.core.editing.backups import Backups
from tests.cli.store import FIRST, LATEST, PROJECT, session_file, tell_client
from tests.core.editing.broken_sessions import BROKEN, SESSION, WHOLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

DANGLING = next(broken for broken in BROKEN if broken.code == "dangling_parent").data


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let backups lie below TMP_PATH."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(autouse=True)
def broken(claude_dir: Path) -> Path:
    """A session whose third record has lost its parent."""
    path = session_file(claude_dir, SESSION)
    path.write_bytes(DANGLING)
    return path


def codes_of(ran: Ran) -> list[str]:
    return [finding["code"] for finding in ran.json]


def test_a_session_of_the_client_is_clean(run: Callable[..., Ran]) -> None:
    """It was made by `claude -p`, which is good to know, and no more."""
    ran = run("check", FIRST, "--json")
    assert (ran.code, codes_of(ran)) == (0, ["hidden_from_picker"])


def test_a_clean_session_says_so(run: Callable[..., Ran], broken: Path) -> None:
    broken.write_bytes(WHOLE)
    assert run("check", SESSION) == (0, "No findings.\n", "")
    assert run("check", SESSION, "--json") == (0, "[]\n", "")


def test_a_finding_says_what_it_does(run: Callable[..., Ran]) -> None:
    code, out, _ = run("check", SESSION)
    assert code == 1
    assert (
        out == "error    dangling_parent (line 3): Its parent is not in the file: the 2 messages above are not sent.\n"
    )


def test_json_has_the_documented_fields(run: Callable[..., Ran], broken: Path) -> None:
    assert run("check", SESSION, "--json").json == [
        {
            "id": SESSION,
            "path": str(broken),
            "code": "dangling_parent",
            "severity": "error",
            "lines": [3],
            "effect": "Its parent is not in the file: the 2 messages above are not sent.",
            "can_fix": True,
        }
    ]


def test_checking_writes_nothing(run: Callable[..., Ran], broken: Path) -> None:
    before = broken.stat()
    run("check", SESSION)
    run("check", SESSION, "--fix", "all", "--dry-run")
    assert broken.stat() == before
    assert broken.read_bytes() == DANGLING
    assert Backups().list() == []


def test_a_dry_run_tells_what_a_resume_would_send(run: Callable[..., Ran]) -> None:
    code, out, _ = run("check", SESSION, "--fix", "all", "--dry-run")
    assert code == 1
    assert "would be fixed: Its parent" in out
    assert "A resume would send 9 content blocks; before, 7." in out


@pytest.mark.parametrize("fix", [["--fix", "all"], ["--fix", "dangling_parent"], ["--fix", "cycle,dangling_parent"]])
def test_a_fix_writes_and_says_where_the_backup_is(run: Callable[..., Ran], broken: Path, fix: list[str]) -> None:
    code, out, err = run("check", SESSION, *fix)
    assert code == 0
    assert "fixed: Its parent" in out
    assert "A resume sends 9 content blocks; before, 7." in out
    (backup,) = Backups().list()
    assert err == f"cc-session check: {SESSION} as it was: cc-session restore {backup.id}\n"
    assert broken.read_bytes() == WHOLE
    assert run("check", SESSION).code == 0
    assert run("restore", backup.id).code == 0
    assert broken.read_bytes() == DANGLING


def test_codes_may_follow_without_commas(run: Callable[..., Ran], broken: Path) -> None:
    assert run("check", SESSION, "--fix", "cycle", "dangling_parent").code == 0
    assert broken.read_bytes() == WHOLE


def test_only_the_codes_that_are_named_are_fixed(run: Callable[..., Ran], broken: Path) -> None:
    ran = run("check", SESSION, "--fix", "cycle", "--json")
    assert (ran.code, [finding["fixed"] for finding in ran.json]) == (1, [False])
    assert broken.read_bytes() == DANGLING


def test_what_is_good_to_know_is_fixed_by_name_only(run: Callable[..., Ran], claude_dir: Path) -> None:
    path = session_file(claude_dir, FIRST)
    before = path.read_bytes()
    assert run("check", FIRST, "--fix", "all").code == 0
    assert path.read_bytes() == before
    assert run("check", FIRST, "--fix", "hidden_from_picker").code == 0
    assert path.read_bytes() == before.replace(b'"entrypoint":"sdk-cli"', b'"entrypoint":"cli"')


def test_json_says_what_was_fixed_and_where_the_backup_is(run: Callable[..., Ran]) -> None:
    (finding,) = run("check", SESSION, "--fix", "all", "--json").json
    (backup,) = Backups().list()
    assert (finding["fixed"], finding["backup"]) == (True, backup.id)


def test_all_checks_every_session(run: Callable[..., Ran], broken: Path) -> None:
    ran = run("check", "--all", "--json")
    assert ran.code == 1
    assert [f["id"] for f in ran.json if f["severity"] == "error"] == [SESSION]
    assert {f["id"] for f in ran.json} >= {FIRST, LATEST}
    assert run("check", "--all", "-p", PROJECT, "--json").json == ran.json
    out = run("check", "--all").out
    assert f"{broken}\n  error    dangling_parent (line 3): Its parent" in out


def test_all_can_be_fixed(run: Callable[..., Ran], broken: Path) -> None:
    assert run("check", "--all", "--fix", "all").code == 0
    assert broken.read_bytes() == WHOLE


def client_at_work(claude_dir: Path) -> None:
    """Let this process be a client that has SESSION open."""
    running: dict[str, Any] = {"pid": os.getpid(), "sessionId": SESSION, "cwd": PROJECT, "status": "busy"}
    folder = claude_dir / "sessions"
    folder.mkdir(exist_ok=True)
    (folder / f"{os.getpid()}.json").write_text(json.dumps(running))


def test_a_session_that_a_client_has_open_is_not_written(
    run: Callable[..., Ran], broken: Path, claude_dir: Path
) -> None:
    client_at_work(claude_dir)
    assert run("check", SESSION).code == 1
    code, out, err = run("check", SESSION, "--fix", "all")
    assert (code, out) == (5, "")
    assert "has session" in err
    assert run("check", "--all", "--fix", "all").code == 1
    assert broken.read_bytes() == DANGLING


def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    run: Callable[..., Ran], broken: Path, claude_dir: Path
) -> None:
    session_file(claude_dir, "00000def-0000-4000-8000-000000000abc").symlink_to(broken.parent / "gone")
    os.mkfifo(session_file(claude_dir, "00000fed-0000-4000-8000-000000000abc"))
    ran = run("check", "--all", "--json")
    assert ran.code == 1
    assert SESSION in {finding["id"] for finding in ran.json}


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["check", SESSION, FIRST],
        ["check", SESSION, "--all"],
        ["check", SESSION, "--dry-run"],
        ["check", SESSION, "--fix", "nothing"],
        ["check", SESSION, "dangling_parent"],
    ],
)
def test_a_wrong_command_line_is_told(run: Callable[..., Ran], arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_a_session_that_is_not_there_is_told(run: Callable[..., Ran]) -> None:
    assert run("check", "00000000-nothing").code == 3


def test_what_a_session_says_cannot_steer_the_terminal(run: Callable[..., Ran], broken: Path) -> None:
    odd = {"type": "\x1b[2J", "uuid": "x", "parentUuid": None}
    below = {"type": "user", "uuid": "y", "parentUuid": "x", "message": {"role": "user", "content": "hi"}}
    broken.write_text(json.dumps(odd) + "\n" + json.dumps(below) + "\n")
    out = run("check", SESSION).out
    assert "unknown_type_in_chain" in out
    assert "\x1b" not in out


def test_every_code_is_described() -> None:
    text = Path("docs/cli.md").read_text(encoding="utf-8")
    assert [code for code in CODES if f"`{code}`" not in text] == []


@pytest.mark.parametrize(("status", "codes"), [("busy", []), ("waiting", []), ("idle", ["tool_use_without_result"])])
def test_a_call_that_a_client_runs_is_no_finding_and_is_not_mended(
    run: Callable[..., Ran], broken: Path, claude_dir: Path, status: str, codes: list[str]
) -> None:
    last = json.loads(WHOLE.splitlines()[-1])
    call = {"type": "tool_use", "id": "t9", "name": "Bash", "input": {"command": "make"}}
    message = {**last["message"], "id": "m9", "role": "assistant", "content": [call], "stop_reason": "tool_use"}
    reply = {**last, "type": "assistant", "uuid": "u-last", "parentUuid": last["uuid"], "message": message}
    broken.write_bytes(WHOLE + json.dumps(reply).encode() + b"\n")
    tell_client(claude_dir, SESSION, status)
    assert codes_of(run("check", SESSION, "--json")) == codes
    assert codes_of(run("check", SESSION, "--fix", "all", "--dry-run", "--json")) == codes

"""`cc-session tail`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui.cli.tail_entries import Tail
from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.index import Index
from tests.cli.store import FIRST, session_file, tell_client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.cli.conftest import Ran

ROOT = Path(__file__).parents[2]
SESSION = "00000000-0000-4000-8000-000000000000"
pytestmark = pytest.mark.usefixtures("claude_dir")


def record(number: int, content: object, role: str = "user") -> dict[str, Any]:
    """A record below that of the NUMBER before."""
    message: dict[str, object] = {"role": role, "content": content}
    if role == "assistant":
        message["id"] = f"m{number}"
    parent = f"u{number - 1}" if number else None
    return {"type": role, "uuid": f"u{number}", "parentUuid": parent, "sessionId": SESSION, "message": message}


def line(*given: Any) -> bytes:
    return json.dumps(record(*given)).encode() + b"\n"


def test_the_last_entries_are_those_of_read(run: Callable[..., Ran]) -> None:
    entries = run("read", "--json", FIRST).json
    lines = run("tail", "--json", "-n", "3", FIRST).out.splitlines()
    assert [json.loads(text) for text in lines] == entries[-3:]
    everything = run("tail", "--json", "-n", "9999", FIRST).out.splitlines()
    assert [json.loads(text) for text in everything] == entries


def test_the_last_entries_are_read_by_a_person(run: Callable[..., Ran]) -> None:
    read, tail = run("read", FIRST).out, run("tail", "-n", "4", FIRST).out
    assert tail.count("\n") > 4
    assert tail in read


def test_no_entries_are_shown_where_none_are_wanted(run: Callable[..., Ran]) -> None:
    assert run("tail", "-n", "0", FIRST) == (0, "", "")


def test_of_a_large_session_the_end_is_enough(run: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(b"".join(line(number, f"PROMPT-{number} " + "x" * 900) for number in range(400)))
    out = run("tail", "-n", "2", path).out
    assert "PROMPT-399" in out
    assert "PROMPT-398" in out
    assert "PROMPT-397" not in out


@pytest.mark.parametrize(
    ("status", "waiting_for", "said"),
    [
        ("busy", "", ["◐ running", "◐ running"]),
        ("waiting", "input needed", ["◆ waits for you", "◐ running"]),
        ("waiting", "dialog open", ["◐ running", "◐ running"]),
        ("idle", "", ["· no result", "· no result"]),
        (None, "", ["· no result", "· no result"]),
    ],
)
@pytest.mark.parametrize("command", ["tail", "read"])
def test_of_a_call_that_runs_it_is_said_what_it_waits_for(
    claude_dir: Path, run: Callable[..., Ran], command: str, status: str | None, waiting_for: str, said: list[str]
) -> None:
    calls: list[dict[str, Any]] = [
        {"type": "tool_use", "id": name, "name": name, "input": {}} for name in ("AskUserQuestion", "Bash")
    ]
    session_file(claude_dir, SESSION).write_bytes(line(0, "go") + line(1, calls, "assistant"))
    if status is not None:
        tell_client(claude_dir, SESSION, status, waiting_for)
    lines = [line.strip() for line in run(command, SESSION).out.splitlines()]
    assert [lines[lines.index(f"▸ {name}") + 1] for name in ("AskUserQuestion", "Bash")] == said


@pytest.mark.parametrize(("status", "is_told"), [("busy", False), ("waiting", False), ("idle", True), (None, True)])
@pytest.mark.parametrize("command", ["tail", "read"])
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_line_that_a_client_at_work_has_begun_is_not_told(
    claude_dir: Path, run: Callable[..., Ran], command: str, options: tuple[str], status: str | None, is_told: bool
) -> None:
    session_file(claude_dir, SESSION).write_bytes(line(0, "go") + line(1, "BEGUN")[:40])
    if status is not None:
        tell_client(claude_dir, SESSION, status)
    assert ("line without an end" in run(command, SESSION, *options).out) is is_told


class Following:
    """`cc-session tail -f` in a process of its own."""

    def __init__(self, path: Path, *arguments: str) -> None:
        words = [sys.executable, "-m", "cc_session_tui.cli.main", "tail", "-f", *arguments, str(path)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdout=pipe, stderr=pipe, cwd=ROOT, env=os.environ.copy())

    def until(self, text: str, error: bool = False) -> str:
        """What it writes until TEXT comes."""
        stream = self.process.stderr if error else self.process.stdout
        assert stream is not None
        said = ""
        for data in stream:
            said += data.decode()
            if text in said:
                return said
        raise AssertionError(f"it ended: {said}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / f"{SESSION}.jsonl"
    path.write_bytes(line(0, "PROMPT-0"))
    return path


@pytest.fixture
def follow(path: Path) -> Iterator[Callable[..., Following]]:
    """Return a function that begins to follow PATH."""
    running: list[Following] = []

    def begin(*arguments: str) -> Following:
        running.append(Following(path, *arguments))
        return running[-1]

    yield begin
    for one in running:
        one.process.kill()
        one.process.communicate()


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def test_what_comes_is_told_once_and_a_call_with_its_result(path: Path, follow: Callable[..., Following]) -> None:
    following = follow("--json")
    said = following.until("PROMPT-0")
    use = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "RESULT"}
    append(path, line(1, [use], "assistant"))
    append(path, line(2, [result])[:40])
    append(path, line(2, [result])[40:])
    said += following.until("RESULT")
    append(path, line(3, [{"type": "text", "text": "REPLY"}], "assistant"))
    said += following.until("REPLY")
    kinds = [json.loads(text)["kind"] for text in said.splitlines()]
    assert kinds == ["prompt", "tool_call", "reply"]


def test_a_rewritten_file_is_said_and_gone_on_with_after_what_was_told(
    path: Path, follow: Callable[..., Following]
) -> None:
    append(path, line(1, "PROMPT-1"))
    following = follow("-n", "1")
    assert "PROMPT-0" not in following.until("PROMPT-1")
    new = path.with_suffix(".new")
    new.write_bytes(b'{"type":"mode","mode":"plan"}\n' + path.read_bytes() + line(2, "PROMPT-2"))
    new.replace(path)
    said = following.until("PROMPT-2")
    assert "PROMPT-1" not in said
    assert "the file was rewritten" in following.until("rewritten", error=True)


def test_what_comes_after_a_record_was_taken_back_is_told_and_once_that_the_file_was_rewritten(
    path: Path, follow: Callable[..., Following]
) -> None:
    following = follow("-n", "1")
    following.until("PROMPT-0")
    size = path.stat().st_size
    append(path, line(1, "PARTIAL"))
    following.until("PARTIAL")
    os.truncate(path, size)
    following.until("the file was rewritten", error=True)
    append(path, line(1, "RETRY").replace(b"u1", b"v1"))
    assert "PROMPT" not in following.until("RETRY")
    append(path, line(2, "PROMPT-2").replace(b"u1", b"v1"))
    following.until("PROMPT-2")
    following.process.send_signal(signal.SIGINT)
    assert following.process.communicate()[1] == b"\n"


def test_a_file_that_is_deleted_and_comes_back_is_followed_on(path: Path, follow: Callable[..., Following]) -> None:
    following = follow()
    following.until("PROMPT-0")
    path.unlink()
    following.until("the file is gone", error=True)
    path.write_bytes(line(0, "OTHER-0").replace(b"u0", b"other"))
    following.until("OTHER-0")


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("kept", [0, 1, 2])
def test_what_is_new_in_a_file_that_is_made_anew_is_told_where_no_entries_were_wanted(
    path: Path, kept: int, as_json: bool
) -> None:
    lines = [line(number, f"PROMPT-{number}") for number in range(3)]
    path.write_bytes(b"".join(lines[:2]))
    tail = Tail(path, as_json=as_json, hold=True)
    assert list(tail.last(0)) == []
    path.unlink()
    path.write_bytes(b"".join(lines[2 - kept :]))
    assert tail.read_on(anew=True)
    told = "".join(tail.news())
    assert "PROMPT-2" in told
    assert "PROMPT-1" not in told


def test_a_file_that_is_short_for_a_moment_loses_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tail = Tail(path, as_json=True, hold=True)
    list(tail.last(9))
    append(path, line(1, "PROMPT-1"))
    fails, read = iter([True, True, False]), Index.read

    def short(index: Index, offset: int, length: int) -> bytes:
        if next(fails, False):
            raise ReadError("it is shorter than it was")
        return read(index, offset, length)

    monkeypatch.setattr(Index, "read", short)
    _, told = tail.read_news(anew=False)
    assert "".join(told).count("PROMPT") == 1
    assert "PROMPT-1" in told[0]


def test_interrupted_it_ends_with_130(follow: Callable[..., Following]) -> None:
    following = follow()
    following.until("PROMPT-0")
    following.process.send_signal(signal.SIGINT)
    out, error = following.process.communicate()
    assert (following.process.returncode, out, error.strip()) == (130, b"", b"")


def test_without_f_nothing_is_imported_that_watches(claude_dir: Path) -> None:
    code = (
        "import sys; from cc_session_tui.cli.main import main; main(sys.argv[1:]); "
        "sys.exit(str({'asyncio', 'watchfiles'} & set(sys.modules) or ''))"
    )
    words = [sys.executable, "-c", code, "tail", str(session_file(claude_dir, FIRST))]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stderr == "\n" or not ran.stderr


def test_it_is_noted_once_that_the_client_went_on_elsewhere(
    follow: Callable[..., Following], path: Path, claude_dir: Path
) -> None:
    def tell(session_id: str, status: str = "idle") -> None:
        file = claude_dir / "sessions" / f"{os.getpid()}.json"
        file.parent.mkdir(exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text(json.dumps({"pid": os.getpid(), "sessionId": session_id, "cwd": "/p", "status": status}))
        new.replace(file)

    other, third = SESSION.replace("0", "1"), SESSION.replace("0", "2")
    tell(SESSION)
    following = follow("-n", "1")
    append(path, line(1, "PROMPT-1"))
    following.until("PROMPT-1")
    append(path, line(2, "PROMPT-2"))  # by now it watches, if it did not before
    following.until("PROMPT-2")
    tell(other)
    said = following.until("went on in", error=True)
    tell(other, "busy")
    tell(third)
    said += following.until("went on in", error=True)
    assert said.splitlines() == [
        f"cc-session tail: the client of this session went on in {session}" for session in (other, third)
    ]

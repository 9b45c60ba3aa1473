"""Full disks, kills, permissions, and several processes at once; all in processes of their own."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui import parse_jsonl_file
from tests.core.editing.children import line
from tests.core.editing.sessions import chain, saved, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

CHILD = Path(__file__).with_name("children.py")
KILLS = 30
LIMIT = 300_000


def command(*args: object) -> list[str]:
    return [sys.executable, str(CHILD), *map(str, args)]


def run(*args: object, before: Sequence[str] = ()) -> str:
    """What a child says; it must end by itself."""
    done = subprocess.run([*before, *command(*args)], capture_output=True, check=False, timeout=50, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kill_at(*args: object, seconds: float) -> None:
    """Start a child, let it go on for SECONDS after its first write, and kill it."""
    with subprocess.Popen(command(*args), stdout=subprocess.PIPE) as child:
        assert child.stdout
        assert child.stdout.readline() == b"going\n"
        time.sleep(seconds)  # the moment is what is tested
        child.kill()
        assert child.wait() < 0


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_in_the_middle_of_appends_leaves_whole_lines(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "s.jsonl"
    kill_at("append", path, seconds=random.Random(seed).random() / 20)  # noqa: S311
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines == [line(number) for number in range(len(lines))]


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_in_the_middle_of_a_replacement_leaves_one_file_or_the_other(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "s.jsonl"
    kill_at("replace", path, seconds=random.Random(seed).random() / 20)  # noqa: S311
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines
    assert lines == [line(number) for number in range(len(lines))]


def test_a_process_goes_on_where_a_killed_one_was(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    for seed in range(5):
        kill_at("append", path, seconds=random.Random(seed).random() / 20)  # noqa: S311
    numbers = [record["n"] for record in parse_jsonl_file(path)]
    assert numbers.count(0) == 5
    assert path.read_bytes() == b"".join(line(int(str(number))) for number in numbers)


def test_two_processes_that_append_at_once_lose_nothing(tmp_path: Path) -> None:
    session = saved(tmp_path)
    path = session.jsonl_path
    children = [subprocess.Popen(command("messages", path, 500, name)) for name in ("a", "b")]
    assert [child.wait(timeout=100) for child in children] == [0, 0]
    written = [text.split("x")[0].strip() for text in texts(path)[2:]]
    assert sorted(written) == sorted(f"{name} {at}" for name in "ab" for at in range(500))
    assert [text for text in written if text[0] == "a"] == [f"a {at}" for at in range(500)]
    assert len(chain(path)) == 1002
    lines = path.read_bytes().splitlines()
    assert all(isinstance(json.loads(text), dict) for text in lines)


@pytest.mark.parametrize("how", ["small", "large", "replace"])
def test_a_file_that_may_not_grow_is_as_it_was(tmp_path: Path, how: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line(4))
    assert re.fullmatch(f"WriteError: cannot write {path}: .+", run("fill", path, LIMIT, how))
    assert_whole(path)
    assert path.stat().st_size > LIMIT // 2
    assert [file.name for file in tmp_path.iterdir()] == ["s.jsonl"]


def assert_whole(path: Path) -> None:
    """Every line is one that was written, and whole."""
    lines = path.read_bytes().splitlines(keepends=True)
    assert set(lines) <= {line(0), line(3), line(4)}


@pytest.mark.parametrize("how", ["small", "large", "replace"])
def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, how: str) -> None:
    disk, out = tmp_path / "disk", tmp_path / "out"
    disk.mkdir()
    out.mkdir()
    script = f'mount -t tmpfs -o size=600k none {disk} && "$@" && cp -a {disk}/. {out}'
    apart = ["unshare", "-rm", "sh", "-c", script, "sh"]
    if not shutil.which("unshare") or subprocess.run([*apart, "true"], check=False, capture_output=True).returncode:
        pytest.skip("no disk can be mounted here (unshare -rm)")
    said = run("fill", disk / "s.jsonl", 1 << 30, how, before=apart)
    assert "No space left on device" in said
    assert said.startswith("WriteError: cannot write")
    assert_whole(out / "s.jsonl")
    assert [file.name for file in out.iterdir()] == ["s.jsonl"]


PREPARE = """
import sys; sys.dont_write_bytecode = True
import os
from pathlib import Path
from cc_session_tui import *
from cc_session_tui.core.editing.backups import Backups
session = read_session({path!r})
session.add_user_message("x" * {size})
os.setresgid(65534, 65534, 65534); os.setresuid(65534, 65534, 65534)
try:
    {what}
except SessionError as error:
    print(f"{{type(error).__name__}}: {{error}}")
"""


@pytest.mark.parametrize("size", [10, 10_000])
@pytest.mark.parametrize("what", ["session.save()", "session.clear(backups=Backups(Path({trash!r})))"])
@pytest.mark.parametrize("closed", ["file", "folder", "both"])
def test_what_may_not_be_written_is_one_clear_error(tmp_path: Path, what: str, size: int, closed: str) -> None:
    if os.geteuid():
        pytest.skip("only root can become somebody else")
    session = saved(tmp_path)
    path = session.jsonl_path
    before = path.read_bytes()
    for folder in (*path.parents, *tmp_path.parents):
        if folder.stat().st_mode & 0o5 != 0o5:
            folder.chmod(0o755)
    path.chmod(0o644 if closed != "folder" else 0o666)
    path.parent.chmod(0o755 if closed != "file" else 0o777)
    if closed == "folder" and size == 10 and "save" in what:
        size = 10_000  # what fits in the page needs no folder
    trash = tmp_path / "trash"
    code = PREPARE.format(path=str(path), size=size, what=what.format(trash=str(trash)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert re.fullmatch(r"WriteError: cannot (write|keep a backup of) .*\.jsonl: Permission denied\n", done.stdout), (
        done
    )
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]

"""Files that are no session files, or hardly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cc_session_tui.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_NAME = "0b1e5a3c-0000-4000-8000-000000000001.jsonl"


def test_a_symlink_to_nothing_is_not_said_to_be_without_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "projects" / "-p"
    folder.mkdir(parents=True)
    (folder / _NAME).symlink_to("nowhere.jsonl")

    assert main(["check", _NAME.removesuffix(".jsonl"), "--claude-dir", str(tmp_path)]) == 1
    assert "cannot read" in capsys.readouterr().err


def test_a_run_of_many_nuls_is_not_said_to_be_shorter_than_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / _NAME).write_bytes(bytes(100_000))

    main(["read", str(tmp_path / _NAME), "--view", "file", "--claude-dir", str(tmp_path)])

    assert "over 65,536 NUL bytes" in capsys.readouterr().out


def test_json_does_not_steer_the_terminal_that_prints_it(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = "a\x9b31m\x7f\u202eb é"
    record = {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": text}}
    (tmp_path / _NAME).write_text(json.dumps(record) + "\n", encoding="utf-8")

    main(["read", str(tmp_path / _NAME), "--json", "--claude-dir", str(tmp_path)])

    out = capsysbinary.readouterr().out
    assert rb"a\u009b31m\u007f\u202eb " + "é".encode() in out
    assert json.loads(out)[0]["text"] == text

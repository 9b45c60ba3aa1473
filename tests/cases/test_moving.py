"""A session whose project has moved: carried over to the project's new folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cc_session_tui.core.editing.copying import copy_session
from tests.cases.case_files import checks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CASE = Path("tests/data/cases/48-moved-project-directory")


def records(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, path.read_text().splitlines())


def test_a_copy_to_the_new_directory_changes_the_cwd_of_its_records_and_no_text(tmp_path: Path) -> None:
    checks = checks_of(CASE)
    shutil.copytree(CASE / "input", tmp_path / "claude")
    (old,) = (tmp_path / "claude").rglob("*.jsonl")
    new_name = tmp_path / "new-name"
    new_name.mkdir()
    before = old.read_bytes()

    copied = copy_session(old, project_path=new_name, claude_dir=tmp_path / "claude")

    pairs = list(zip(records(old), records(copied), strict=True))
    moved = [was["cwd"].replace("/home/u/old-name", str(new_name)) for was, _ in pairs]
    assert [now["cwd"] for _, now in pairs] == moved
    assert len([1 for was, now in pairs if was["cwd"] != now["cwd"]]) == checks["cwd_rewrites"]
    assert all(was["message"] == now["message"] for was, now in pairs) is checks["text_unchanged"]
    assert old.read_bytes() == before

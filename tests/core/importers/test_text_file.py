from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from cc_session_tui import parse_jsonl_file
from cc_session_tui.core.errors import EditError, ReadError
from cc_session_tui.core.importers.text_file import file_attachment

if TYPE_CHECKING:
    from pathlib import Path


def real_attachments(root: Path) -> list[dict[str, Any]]:
    """Return the records with a file that real clients wrote, by all versions in the test data."""
    found = [record for path in sorted(root.glob("*/projects/*/*.jsonl")) for record in parse_jsonl_file(path)]
    attached: list[dict[str, Any]] = [record for record in found if record.get("type") == "attachment"]
    return [record for record in attached if record["attachment"]["type"] == "file"]


def test_it_is_what_the_client_writes(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    records = real_attachments(pytestconfig.rootpath / "tests/data/sessions")
    assert len(records) > 5
    for record in records:
        theirs = record["attachment"]
        theirs.pop("savedCopyFraming", None)  # 2.1.332 notes how it rendered the file
        path = tmp_path / theirs["displayPath"]
        path.write_text(theirs["content"]["file"]["content"])
        ours = file_attachment(path, str(tmp_path))
        assert list(ours) == list(theirs)
        theirs["filename"] = theirs["content"]["file"]["filePath"] = str(path)
        assert ours == theirs


def test_a_file_outside_of_the_directory_is_shown_by_the_way_to_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("")
    assert file_attachment(path, str(tmp_path / "b" / "c"))["displayPath"] == "../../a.txt"
    assert file_attachment(path, "")["displayPath"] == str(path)


def test_what_is_no_text_or_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff")
    with pytest.raises(EditError, match="binary"):
        file_attachment(tmp_path / "binary", "")
    with pytest.raises(ReadError, match="gone"):
        file_attachment(tmp_path / "gone", "")
    with pytest.raises(ReadError, match="cannot read"):
        file_attachment(tmp_path / ("x" * 300), "")
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ReadError, match="regular"):
        file_attachment(tmp_path / "fifo", "")

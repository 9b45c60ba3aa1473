"""Cases in which something happens, or in which case.json says more than its checks."""

from __future__ import annotations

import json
import os
import runpy
import sys
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.cli.main import main
from cc_session_tui.core.chain.resume import context_rows
from cc_session_tui.core.format.index import Index
from cc_session_tui.core.store.cache import MetaCache
from cc_session_tui.core.store.models import SessionState
from cc_session_tui.core.store.store import Store
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.entries import ForkPoint, Kind, Text, ToolCall
from cc_session_tui.core.transcript.views import ViewName
from tests.cases.case_files import CASES, Case, checks_of

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any


def case_of(number: int, place: Path) -> Case:
    """Return the case NUMBER, to be worked on in PLACE."""
    return Case(next(folder for folder in CASES if folder.name.startswith(f"{number:02}-")), place)


def listed(claude_dir: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> list[dict[str, Any]]:
    """Return what `cc-session list --all --json` says of CLAUDE_DIR."""
    assert main(["--claude-dir", str(claude_dir), "list", "--all", "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsysbinary.readouterr().out)
    return found


def test_06_the_branch_that_was_left_can_be_chosen(tmp_path: Path) -> None:
    case = case_of(6, tmp_path)
    (fork,) = (entry for entry in case.entries(Kind.FORK) if isinstance(entry, ForkPoint))
    left = next(branch for branch in fork.branches if not branch.active)
    other = case.document.view(ViewName.HISTORY, 3, left.leaf)
    assert [other.entry(at).kind for at in range(len(other))].count(Kind.TOOL_CALL) == 1


def test_09_a_resume_takes_the_later_copies_which_have_lost_their_parent(tmp_path: Path) -> None:
    """The case says that the first copy wins; client 2.1.332 takes the later one. Reading shows all."""
    case = case_of(9, tmp_path)
    texts = [entry.text for entry in case.entries(Kind.PROMPT, Kind.REPLY) if isinstance(entry, Text)]
    assert texts == ["one", "two", "three", "four"]
    assert len(context_rows(case.document.index)) == 3


def test_11_the_prompt_that_was_sent_again_is_marked(tmp_path: Path) -> None:
    prompts = case_of(11, tmp_path).entries(Kind.PROMPT)
    assert [entry.label for entry in prompts if isinstance(entry, Text)].count("retry") == 1


def test_22_the_call_without_a_result_says_so_in_text(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["read", str(case_of(22, tmp_path).files[0])]) == 0
    assert "no result" in capsysbinary.readouterr().out.decode()


def test_28_the_pixels_of_an_image_are_read_from_its_header(tmp_path: Path) -> None:
    (prompt,) = (entry for entry in case_of(28, tmp_path).entries(Kind.PROMPT) if getattr(entry, "images", ()))
    assert isinstance(prompt, Text)
    assert prompt.images[0].width == 2400


def test_32_a_session_of_a_megabyte_is_listed_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The 300 MB of the case are measured by the benchmarks."""
    path = tmp_path / "projects" / "p" / "00000abc-0000-4000-8000-000000000abc.jsonl"
    path.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "argv", ["make_big.py", "1000000", str(path)])
    runpy.run_path(str(case_of(32, tmp_path).input / "make_big.py"))
    (session,) = listed(tmp_path, capsysbinary)
    assert session["records"] == path.read_bytes().count(b"\n")
    assert session["title"].startswith("prompt 0")
    assert main(["read", str(path), "--json"]) == 0
    assert len(json.loads(capsysbinary.readouterr().out)) == session["records"]


def test_43_two_spellings_of_one_directory_are_one_project(tmp_path: Path) -> None:
    projects = case_of(43, tmp_path).projects
    assert len(projects) == 6
    assert sorted(len(project.folders) for project in projects) == [1, 1, 1, 1, 1, 2]


def test_45_the_merged_project_has_two_folders(tmp_path: Path) -> None:
    projects = case_of(45, tmp_path).projects
    assert sorted(len(project.folders) for project in projects) == [1, 2]


def test_48_a_project_whose_directory_is_gone_says_so(tmp_path: Path) -> None:
    (project,) = case_of(48, tmp_path).projects
    assert (project.path, project.exists, project.note) == ("/home/u/old-name", False, "moved")


def test_55_a_continuation_counts_nothing_twice(tmp_path: Path) -> None:
    case = case_of(55, tmp_path)
    first, second = case.sessions
    checks = checks_of(case.folder)
    copies = [s for s in case.sessions[1:] if s.meta.first_uuid == first.meta.first_uuid]
    assert len(copies) == checks["continuations"]
    assert second.meta.output_tokens == checks["output_tokens_total"]


def test_56_the_background_copy_adds_two_records(tmp_path: Path) -> None:
    case = case_of(56, tmp_path)
    first, second = case.sessions
    assert second.meta.first_uuid == first.meta.first_uuid
    assert second.meta.records - first.meta.records == checks_of(case.folder)["own_records_B"]


def test_58_the_prompt_typed_while_working_says_so(tmp_path: Path) -> None:
    labels = [entry.label for entry in case_of(58, tmp_path).entries(Kind.PROMPT) if isinstance(entry, Text)]
    assert labels == ["", "typed while working"]


def test_64_a_rewrite_with_the_same_size_and_time_is_noticed(tmp_path: Path) -> None:
    case = case_of(64, tmp_path)
    path = tmp_path / "claude" / "projects" / "p" / "00000abc-0000-4000-8000-000000000abc.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes((case.input / "v1.jsonl").read_bytes())
    assert "bbbb" in _last_prompts(path)
    before = path.stat()
    path.write_bytes((case.input / "v2.jsonl").read_bytes())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert "cccc" in _last_prompts(path)


def _last_prompts(path: Path) -> str:
    """Return the texts of PATH as the store, with the cache of this machine, and the transcript have them."""
    store = Store(path.parents[2], MetaCache())
    (project,) = store.scan()
    (session,) = (s if s.known else next(iter(store.fill([s]))) for s in project.sessions)
    view = Document.open(path).view(ViewName.HISTORY, 3)
    return session.meta.last_prompt + "".join(view.text(at) for at in range(len(view)))


def test_65_a_line_in_pieces_is_read_once_and_whole(tmp_path: Path) -> None:
    case = case_of(65, tmp_path)
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"")
    document = Document.open(path)
    seen = []
    for step in sorted(case.input.glob("*.bin")):
        with path.open("ab") as file:
            file.write(step.read_bytes())
        document.extend()
        seen.append(sum(document.index.record(row) is not None for row in range(len(document.index))))
    assert seen == checks_of(case.folder)["records_after"]
    view = document.view(ViewName.HISTORY, 3)
    calls = [entry for at in range(len(view)) if isinstance(entry := view.entry(at), ToolCall)]
    assert [call.result is not None for call in calls] == [True]


@pytest.mark.parametrize("form", [[], ["--json"], ["--markdown"]], ids=["text", "json", "markdown"])
def test_67_square_brackets_are_written_as_they_are(
    form: list[str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    case = case_of(67, tmp_path)
    assert main(["read", str(case.files[0]), *form]) == 0
    out = capsysbinary.readouterr().out.decode()
    assert "use [bold]x[/bold] and arr[0] and [/] and [link=http://e.invalid]" in out
    assert "[/red] [[nested]]" in out
    assert case.session.meta.title.startswith("use [bold]x[/bold] and arr[0] and [/]")


def test_70_odd_timestamps_keep_the_order_of_the_file(tmp_path: Path) -> None:
    case = case_of(70, tmp_path)
    rows = [entry.rows[0] for entry in case.entries(Kind.PROMPT, Kind.REPLY)]
    assert rows == [0, 1, 2, 3]
    assert case.session.meta.modified.endswith("14:59:59.999Z")


def test_71_the_config_dir_is_honoured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    case = case_of(71, tmp_path)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(case.input / "other"))
    assert main(["list", "--all", "--json"]) == 0
    there = json.loads(capsysbinary.readouterr().out)
    at_home = listed(case.input / "home" / ".claude", capsysbinary)
    assert len(there + at_home) == checks_of(case.folder)["sessions"]
    assert {session["project"] for session in there} == {"/home/u/other"}


def test_78_what_is_no_session_is_said_to_be_none(tmp_path: Path) -> None:
    case = case_of(78, tmp_path)
    foreign = {s.session_id for s in case.sessions if s.meta.state is SessionState.FOREIGN}
    assert foreign == {"array", "rollout-1", "stream", "x"}


def test_no_case_is_changed_by_reading_it(tmp_path: Path) -> None:
    for folder in CASES:
        case = Case(folder, tmp_path)
        before = {path: path.stat().st_mtime_ns for path in case.files}
        for path in case.files:
            Index.open(path)
        assert {path: path.stat().st_mtime_ns for path in case.files} == before

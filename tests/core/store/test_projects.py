"""Which sessions are shown as one project."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.store.store import Store
from tests.core.store.factories import CWD, OTHER, SESSION, ClaudeDir, title, user

if TYPE_CHECKING:
    from cc_session_tui.core.store.models import Project

CASES = Path("tests/data/cases")


def projects(claude_dir: Path) -> tuple[Project, ...]:
    """The projects of CLAUDE_DIR, its sessions read."""
    store = Store(claude_dir)
    return store.regroup(store.fill(store.sessions()))


def test_directories_of_one_folder_are_projects_of_their_own() -> None:
    found = projects(CASES / "42-slug-collision-ascii" / "input")
    assert sorted(project.path for project in found) == [
        "/home/u/my proj",
        "/home/u/my-proj",
        "/home/u/my.proj",
        "/home/u/my_proj",
    ]
    assert {len(project.folders) for project in found} == {1}


def test_both_compositions_of_a_name_are_one_project() -> None:
    found = projects(CASES / "43-slug-collision-unicode" / "input")
    assert sorted(len(project.folders) for project in found) == [1, 1, 1, 1, 1, 2]


def test_spellings_of_a_windows_path_are_one_project() -> None:
    found = projects(CASES / "45-windows-drive-case-and-junction" / "input")
    assert sorted(len(project.folders) for project in found) == [1, 2]
    assert {(project.exists, project.note) for project in found} == {(False, "on Windows")}


def test_a_project_is_named_by_its_directory_and_never_by_its_folder() -> None:
    found = projects(CASES / "49-folder-name-cannot-be-decoded" / "input")
    assert sorted(project.path for project in found) == ["/home/u/parent-my-app", "/home/u/parent/my-app"]


def test_a_directory_that_is_gone_was_moved(claude: ClaudeDir, tmp_path: Path) -> None:
    claude.session(cwd=str(tmp_path / "gone"))
    [project] = projects(claude.path)
    assert (project.path, project.exists, project.note) == (str(tmp_path / "gone"), False, "moved")


def test_a_directory_that_is_there_has_no_note(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    claude.session(cwd=str(tmp_path / "here"))
    [project] = projects(claude.path)
    assert (project.exists, project.note) == (True, "")


def test_a_symlink_says_where_it_leads(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    claude.session(cwd=str(tmp_path / "link"))
    [project] = projects(claude.path)
    assert project.note == f"symlink to {(tmp_path / 'real').resolve()}"


@pytest.mark.parametrize(
    ("git", "note"),
    [
        ("gitdir: {repo}/.git/worktrees/tree\n", "worktree of {repo}"),
        ("gitdir: ../repo/.git/worktrees/tree", "worktree of {repo}"),
        ("gitdir: {repo}/.git/modules/tree\n", ""),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_a_git_file_tells_a_worktree(claude: ClaudeDir, tmp_path: Path, git: str, note: str) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / ".git").write_text(git.format(repo=tmp_path / "repo"))
    claude.session(cwd=str(tmp_path / "tree"))
    [project] = projects(claude.path)
    assert (project.exists, project.note) == (True, note.format(repo=tmp_path / "repo"))


def test_a_git_folder_is_no_worktree(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    claude.session(cwd=str(tmp_path / "repo"))
    assert [project.note for project in projects(claude.path)] == [""]


def test_a_worktree_of_the_clients_own_is_told_by_its_place(claude: ClaudeDir) -> None:
    claude.session(cwd="/repo/.claude/worktrees/quick-fox")
    assert [project.note for project in projects(claude.path)] == ["worktree of /repo"]


def test_a_worktree_record_tells_a_worktree(claude: ClaudeDir) -> None:
    state = {"type": "worktree-state", "sessionId": SESSION, "worktreeSession": {"originalCwd": "/repo"}}
    claude.session(user("q", cwd="/trees/x"), state, cwd="/trees/x")
    claude.session(user("q", cwd="/repo", sessionId=OTHER), state, cwd="/repo", session_id=OTHER)
    assert {project.path: project.note for project in projects(claude.path)} == {
        "/trees/x": "worktree of /repo",
        "/repo": "moved",
    }


def test_projects_and_sessions_are_newest_first(claude: ClaudeDir) -> None:
    for number, cwd in enumerate(["/a", "/b", "/a"]):
        claude.session(cwd=cwd, session_id=f"{number}")
    found = projects(claude.path)
    assert [(project.path, [s.session_id for s in project.sessions]) for project in found] == [
        ("/a", ["2", "0"]),
        ("/b", ["1"]),
    ]


def test_a_session_without_a_directory_goes_with_its_folder(claude: ClaudeDir) -> None:
    claude.session()
    claude.session(title("ai-title", "nothing said", "empty"), session_id="empty")
    store = Store(claude.path)
    filled = list(store.fill(store.sessions()))
    claude.session(session_id="new")
    assert [(project.path, len(project.sessions)) for project in store.regroup(filled)] == [(CWD, 2)]
    assert [(project.path, len(project.sessions)) for project in store.scan()] == [(CWD, 3)]


def test_a_folder_without_any_directory_is_shown_by_its_name(claude: ClaudeDir) -> None:
    claude.session(title("ai-title", "nothing said"), folder="short")
    [project] = projects(claude.path)
    assert (project.path, project.is_path, project.exists, project.note) == ("short", False, False, "")


def test_a_session_of_a_sub_directory_belongs_to_the_project_of_its_folder(claude: ClaudeDir) -> None:
    claude.session(user("q", cwd=f"{CWD}/sub"), cwd=CWD)
    assert [project.path for project in projects(claude.path)] == [CWD]


@pytest.mark.parametrize("cwd", ["relative", "/nul\0byte", "/" + "long/" * 2000, "/[bold]x", "/資料 😀", "C:", "//"])
def test_any_directory_is_shown(claude: ClaudeDir, cwd: str) -> None:
    claude.session(user("q", cwd=cwd), folder="odd")
    assert [project.path for project in projects(claude.path)] == [cwd]


def test_a_config_dir_may_name_its_folders_otherwise() -> None:
    found = projects(CASES / "71-config-dir-redirects" / "input" / "other")
    assert [(project.path, project.folders[0].name) for project in found] == [("/home/u/other", "short")]


def test_the_clients_sessions_are_one_project_each(tmp_path: Path) -> None:
    for source in sorted(Path("tests/data/sessions").iterdir()):
        place = tmp_path / source.name
        shutil.copytree(source, place)
        [project] = projects(place)
        assert project.path == "/home/dev/demo"
        titles = sorted((session.meta.title[:17], session.meta.title_source) for session in project.sessions)
        assert titles == [
            ("My named session", "custom-title"),
            ("after compaction", "prompt"),
            ("fix add in app.py", "prompt"),
            ("use a subagent ST", "prompt"),
        ]
        assert {session.meta.entrypoint for session in project.sessions} == {"sdk-cli"}
        assert {session.meta.version for session in project.sessions} == {source.name}
        [agent] = [agent for session in project.sessions for agent in session.subagents]
        assert (agent.agent_type, agent.description) == ("Explore", "look around")
        assert agent.tool_use_id.startswith("toolu_")


def test_reading_changes_no_time(claude: ClaudeDir) -> None:
    path = claude.session()
    before = path.stat().st_mtime_ns
    list(Store(claude.path).fill(Store(claude.path).sessions(), full=True))
    assert path.stat().st_mtime_ns == before


def test_a_git_file_that_cannot_be_read_is_none(claude: ClaudeDir, tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / ".git").write_bytes(b"\xff\xfe" + json.dumps({}).encode())
    os.truncate(tmp_path / "tree" / ".git", 3)
    claude.session(cwd=str(tmp_path / "tree"))
    assert [project.note for project in projects(claude.path)] == [""]

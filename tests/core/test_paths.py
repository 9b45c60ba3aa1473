"""Names of project folders, and what is found by them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.paths import (
    LONGEST_NAME,
    get_claude_dir,
    get_project_dir,
    get_session_path,
    is_named_after,
    is_session_id,
    is_windows_path,
    normalize_project_path,
    project_dirs,
    project_key,
    project_of,
    project_path_to_hash,
)

COMPOSED = "/home/u/caf\u00e9"
DECOMPOSED = "/home/u/cafe\u0301"


def test_the_claude_dir_is_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.delenv("CLAUDE_CONFIG_DIR")
    assert get_claude_dir() == home / ".claude"


@pytest.mark.parametrize("chosen", ["", None])
def test_an_empty_config_dir_counts_as_none(monkeypatch: pytest.MonkeyPatch, home: Path, chosen: str | None) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", chosen or "")
    assert get_claude_dir() == home / ".claude"


def test_the_config_dir_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/elsewhere")
    assert get_claude_dir() == Path("/elsewhere")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/u/my_proj", "-home-u-my-proj"),
        ("/home/u/my.proj", "-home-u-my-proj"),
        ("/home/u/資料", "-home-u---"),
        ("/home/u/📁x", "-home-u---x"),
        (COMPOSED, "-home-u-caf-"),
        (DECOMPOSED, "-home-u-cafe-"),
        (r"D:\work\app", "D--work-app"),
        ("/", "-"),
    ],
)
def test_a_folder_is_named_by_utf_16_units(path: str, name: str) -> None:
    assert project_path_to_hash(path) == name


def test_a_long_name_ends_in_a_hash_of_the_path() -> None:
    path = "/" + "a" * 250
    value = 0
    for unit in path.encode("utf-16-le")[::2]:
        value = (value * 31 + unit + 2**31) % 2**32 - 2**31
    name = project_path_to_hash(path)
    assert name[:201] == "-" + "a" * 199 + "-"
    assert int(name[201:], 36) == abs(value)


def test_a_name_of_just_two_hundred_units_has_no_hash() -> None:
    assert project_path_to_hash("/" + "a" * 199) == "-" + "a" * 199


@given(st.text())
def test_any_path_has_a_name_of_plain_characters(path: str) -> None:
    name = project_path_to_hash(path)
    assert name.isascii()
    assert name.replace("-", "").isalnum() or not name.replace("-", "")
    assert is_named_after(name, path)


def test_a_project_is_recorded_without_its_symlinks(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert normalize_project_path(tmp_path / "link") == str((tmp_path / "real").resolve())


def test_a_windows_path_is_left_alone() -> None:
    assert normalize_project_path(r"D:\work\app") == r"D:\work\app"


def test_the_folder_of_a_project_is_where_the_newest_client_looks(tmp_path: Path) -> None:
    place = tmp_path / "caf\u00e9"
    assert get_project_dir(place, Path("/c")) == Path("/c/projects") / project_path_to_hash(str(place.resolve()))


def test_both_compositions_of_a_path_are_looked_up(tmp_path: Path) -> None:
    old, new = tmp_path / "projects" / "-home-u-caf-", tmp_path / "projects" / "-home-u-cafe-"
    old.mkdir(parents=True)
    new.mkdir()
    assert set(project_dirs(tmp_path, DECOMPOSED)) == {old, new}
    assert set(project_dirs(tmp_path, COMPOSED)) == {old, new}


def test_a_long_path_is_looked_up_by_its_beginning(tmp_path: Path) -> None:
    path = "/home/" + "long/" * 60
    name = project_path_to_hash(normalize_project_path(path))
    other_build = tmp_path / "projects" / f"{name[:LONGEST_NAME]}-otherhash"
    other_build.mkdir(parents=True)
    (tmp_path / "projects" / "-home-elsewhere").mkdir()
    assert project_dirs(tmp_path, path) == (other_build,)
    assert is_named_after(other_build.name, normalize_project_path(path))


def test_a_project_without_a_folder_has_none(tmp_path: Path) -> None:
    assert project_dirs(tmp_path, "/nowhere") == ()
    assert project_dirs(tmp_path, "/nowhere" * 40) == ()


def test_a_symlinked_project_is_found_by_either_path(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    folder = tmp_path / "c" / "projects" / project_path_to_hash(str(tmp_path / "link"))
    folder.mkdir(parents=True)
    assert project_dirs(tmp_path / "c", tmp_path / "link") == (folder,)


def test_the_path_of_a_session_is_where_it_lies(tmp_path: Path) -> None:
    old = tmp_path / "projects" / "-home-u-caf-"
    old.mkdir(parents=True)
    (old / "s.jsonl").touch()
    assert get_session_path("s", DECOMPOSED, tmp_path) == old / "s.jsonl"
    assert get_session_path("new", DECOMPOSED, tmp_path) == tmp_path / "projects" / "-home-u-cafe-" / "new.jsonl"


@pytest.mark.parametrize(
    ("one", "other"),
    [(COMPOSED, DECOMPOSED), (r"D:\work\app", "d:/Work/app/"), ("/home/u/", "/home/u"), ("/", "/")],
)
def test_spellings_of_one_directory_have_the_same_key(one: str, other: str) -> None:
    assert project_key(one) == project_key(other)


def test_case_tells_directories_apart_that_are_not_of_windows() -> None:
    assert project_key("/Home") != project_key("/home")


@pytest.mark.parametrize(("path", "windows"), [("C:\\x", True), ("c:/x", True), (r"\\srv\x", True), ("/c:/x", False)])
def test_windows_paths_are_told_by_their_drive(path: str, windows: bool) -> None:
    assert is_windows_path(path) is windows


@pytest.mark.parametrize(
    ("cwds", "folder", "project"),
    [
        (["/home/u/proj"], "-home-u-proj", "/home/u/proj"),
        (["/elsewhere", "/home/u/proj"], "-home-u-proj", "/home/u/proj"),
        (["/home/u/proj/sub/sub"], "-home-u-proj", "/home/u/proj"),
        ([r"D:\work\app\src"], "D--work-app", r"D:\work\app"),
        (["/home/u/proj", "/x"], "short", "/home/u/proj"),
        ([], "-home-u-proj", ""),
        ([DECOMPOSED], "-home-u-caf-", DECOMPOSED),
    ],
)
def test_the_project_is_the_directory_that_the_folder_is_named_after(
    cwds: list[str], folder: str, project: str
) -> None:
    assert project_of(cwds, folder) == project


def test_session_ids_are_uuids() -> None:
    assert is_session_id("00000abc-0000-4000-8000-000000000abc")
    assert not is_session_id("memory")


def test_composing_is_what_tells_the_two_spellings_apart() -> None:
    assert unicodedata.normalize("NFC", DECOMPOSED) == COMPOSED

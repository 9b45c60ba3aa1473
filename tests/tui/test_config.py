from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.config import Alerts, Config, config_path, read_config

if TYPE_CHECKING:
    from pathlib import Path

IDS = {"tree.sort", "transcript.next_fork"}
THEMES = {"cc-dark", "cc-light"}


def read(path: Path, text: str | bytes) -> Config:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_config(path, IDS, THEMES)


def test_a_missing_file_is_an_empty_one(tmp_path: Path) -> None:
    assert read_config(tmp_path / "config.toml", IDS, THEMES) == Config()


def test_theme_and_keys_are_read(tmp_path: Path) -> None:
    config = read(tmp_path / "c", 'theme = "cc-light"\n[keys]\n"tree.sort" = "o,f8"\n')
    assert config == Config("cc-light", {"tree.sort": "o,f8"})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("theme = ", "c: "),
        (b'theme = "\xff"', "c: "),
        ('theme = "nonsense"', "unknown theme 'nonsense'"),
        ("theme = 3", "unknown theme 3"),
        ("colour = 3", "c: unknown setting 'colour'"),
        ("keys = 3", "`keys` is not a table"),
        ('[keys]\n"tree.nothing" = "x"', "unknown command 'tree.nothing'"),
        ('[keys]\n"tree.sort" = ""', "no key for 'tree.sort'"),
        ('[keys]\n"tree.sort" = 7', "no key for 'tree.sort'"),
    ],
)
def test_what_is_wrong_with_the_file_is_told(tmp_path: Path, text: str | bytes, problem: str) -> None:
    (found,) = read(tmp_path / "c", text).problems
    assert found.startswith(problem)


def test_what_is_right_holds_beside_what_is_wrong(tmp_path: Path) -> None:
    config = read(tmp_path / "c", 'theme = "cc-dark"\nx = 1\n[keys]\n"tree.sort" = "o"\n"no.such" = "p"\n')
    assert (config.theme, config.keys, len(config.problems)) == ("cc-dark", {"tree.sort": "o"}, 2)


def test_a_folder_in_its_place_is_told_too(tmp_path: Path) -> None:
    assert read_config(tmp_path, IDS, THEMES).problems


def test_the_file_lies_in_the_users_config_folder(home: Path) -> None:
    assert config_path() == home / ".config" / "cc-session-tui" / "config.toml"


def test_alerts_are_off_until_they_are_turned_on(tmp_path: Path) -> None:
    assert read(tmp_path / "c", "").alerts == Alerts(bell=False, notify=False)
    assert read(tmp_path / "c", "[alerts]\nbell = true\n").alerts == Alerts(bell=True)
    assert read(tmp_path / "c", "[alerts]\nbell = true\nnotify = true\n").alerts == Alerts(bell=True, notify=True)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("alerts = true", "`alerts` is not a table"),
        ("[alerts]\nlight = true", "unknown alert 'light'"),
        ('[alerts]\nbell = "loud"', "'bell' in `alerts` is not true or false: 'loud'"),
    ],
)
def test_what_is_wrong_with_the_alerts_is_told_and_the_rest_holds(tmp_path: Path, text: str, problem: str) -> None:
    config = read(tmp_path / "c", f'theme = "cc-dark"\n{text}\n')
    assert (config.problems, config.theme, config.alerts) == ((problem,), "cc-dark", Alerts())

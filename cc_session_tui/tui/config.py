"""The user's config file: the theme, the keymap, and the command that runs the client.

    theme = "cc-light"
    claude = "npx claude"

    [keys]
    "transcript.next_fork" = "f8"

    [alerts]
    bell = true
    notify = true

It is read once, at the start. What is wrong with it is told as a notification, and the rest of it holds.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

APP_NAME = "cc-session-tui"
"""The folder's name below the user's config folder."""
_SETTINGS: Final = frozenset({"theme", "keys", "claude", "alerts"})


class Alerts(NamedTuple):
    """How one is told that a session is done, or asks."""

    bell: bool = False
    """By the bell of the terminal."""
    notify: bool = False
    """By a notification on the desktop, which the terminal shows (OSC 9)."""


class Config(NamedTuple):
    """What the config file says."""

    theme: str = ""
    """Name of a theme; empty for the default."""
    keys: Mapping[str, str] = MappingProxyType({})
    """Command id -> keys, as Textual's keymap takes them."""
    claude: str = ""
    """The command that runs the client; empty for `claude`."""
    problems: tuple[str, ...] = ()
    """What is wrong with the file, one line each."""
    alerts: Alerts = Alerts()
    """How one is told of what goes on in running sessions; by default not at all."""


def config_path() -> Path:
    """Where the config file lies."""
    from platformdirs import user_config_path  # noqa: PLC0415 - only the program needs it, and not a library user

    return user_config_path(APP_NAME) / "config.toml"


def read_config(path: Path, ids: Collection[str], themes: Collection[str]) -> Config:
    """The config file at PATH, checked against the known command IDS and THEMES; a missing file is an empty one."""
    import tomllib  # noqa: PLC0415 - most have no config file

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Config()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return Config(problems=(f"{path.name}: {error}",))
    theme, theme_problems = _theme(data.get("theme", ""), themes)
    keys, key_problems = _keys(data.get("keys", {}), ids)
    alerts, alert_problems = _alerts(data.get("alerts", {}))
    unknown = [f"{path.name}: unknown setting {name!r}" for name in data if name not in _SETTINGS]
    claude = data.get("claude", "")
    if not isinstance(claude, str):
        claude, unknown = "", [*unknown, f"{path.name}: `claude` is no command: {claude!r}"]
    return Config(theme, keys, claude, (*theme_problems, *key_problems, *alert_problems, *unknown), alerts)


def _theme(value: object, themes: Collection[str]) -> tuple[str, list[str]]:
    """The theme VALUE names, or none, and what is wrong with it."""
    if value == "" or (isinstance(value, str) and value in themes):
        return str(value), []
    return "", [f"unknown theme {value!r}"]


def _keys(value: object, ids: Collection[str]) -> tuple[dict[str, str], list[str]]:
    """The part of the keymap VALUE that holds, and what is wrong with the rest."""
    if not isinstance(value, dict):
        return {}, ["`keys` is not a table of command ids"]
    keys = {name: text for name, text in value.items() if name in ids and _is_keys(text)}
    problems = [f"unknown command {name!r} in `keys`" for name in value if name not in ids]
    problems += [f"no key for {name!r}: {text!r}" for name, text in value.items() if not _is_keys(text)]
    return keys, problems


def _alerts(value: object) -> tuple[Alerts, list[str]]:
    """The part of the alerts VALUE that holds, and what is wrong with the rest."""
    if not isinstance(value, dict):
        return Alerts(), ["`alerts` is not a table"]
    alerts = {name: its for name, its in value.items() if name in Alerts._fields and isinstance(its, bool)}
    problems = [f"unknown alert {name!r}" for name in value if name not in Alerts._fields]
    wrong = [(name, its) for name, its in value.items() if name in Alerts._fields and not isinstance(its, bool)]
    return Alerts(**alerts), [
        *problems,
        *(f"{name!r} in `alerts` is not true or false: {its!r}" for name, its in wrong),
    ]


def _is_keys(value: object) -> bool:
    """Whether VALUE is a list of key names separated by commas, none of them empty."""
    return isinstance(value, str) and all(key.strip() for key in value.split(","))

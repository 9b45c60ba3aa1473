"""README's library section: every example runs, in order, as one would type them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import pytest

import cc_session_tui
from cc_session_tui import Session

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SECTION = README.split("\n## The library\n")[1].split("\n## ")[0]
EXAMPLES = re.findall(r"^```python\n(.*?)^```", SECTION, re.M | re.S)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all examples are run in."""
    return tmp_path_factory.mktemp("project")


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """Return the names that the examples before have made."""
    return {"__name__": "example"}


@pytest.fixture
def _there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in FOLDER, which has the Claude dir too."""
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(folder / ".claude"))
    monkeypatch.chdir(folder)


@pytest.mark.usefixtures("_there")
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: re.findall(r"\w+_\w+", text)[0])
def test_every_example_runs(example: str, names: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example, "README.md", "exec", dont_inherit=True), names)  # noqa: S102
    assert "changed by somebody else" not in capsys.readouterr().out


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 8


def test_every_public_name_is_told() -> None:
    told = set(re.findall(r"\w+", SECTION))
    assert set(cc_session_tui.__all__) - {"__version__"} <= told


def test_everything_that_a_session_can_do_is_told() -> None:
    rows = "".join(re.findall(r"^\| `.*$", SECTION, re.M))
    public = {name for name, _ in inspect.getmembers(Session) if not name.startswith("_")}
    assert public - set(re.findall(r"\w+", rows)) == set()

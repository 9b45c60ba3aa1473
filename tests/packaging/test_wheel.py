"""The wheel as a user installs it: built, put into a fresh environment, and run from there."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from cc_session_tui.demo import open_demo

ROOT = Path(__file__).parents[2]
HEADLESS = """
import asyncio
import cc_session_tui.tui.app as module
from cc_session_tui.demo import open_demo

async def start():
    demo = open_demo()
    app = module.CcSessionsApp(demo.claude_dir, home=demo.home)
    async with app.run_test(size=(120, 40)) as pilot:
        while "Fix&#160;add&#160;in&#160;app.py" not in app.export_screenshot():
            await pilot.pause()

asyncio.run(start())
print(module.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip(sys.executable, "wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An interpreter that has the wheel; what the wheel needs it borrows from this environment, without the network."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    pip(str(python), "install", "--no-index", str(wheel))
    site_packages = next(folder.glob("lib/python*/site-packages"))
    site_packages.joinpath("borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return python


def pip(python: str, command: str, *arguments: str) -> None:
    run(sys.executable, "-m", "pip", "--python", python, "--quiet", command, "--no-deps", *arguments)


def run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=50, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def packed(wheel: Path, below: str, pattern: str) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(below) and Path(name).match(pattern)]
        return {name.removeprefix(below): archive.read(name) for name in names}


def tree(folder: Path, pattern: str) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob(pattern) if file.is_file()}


def test_the_wheel_holds_every_style_sheet(wheel: Path) -> None:
    assert packed(wheel, "cc_session_tui/styles/", "*") == tree(ROOT / "styles", "*.tcss")


def test_the_wheel_holds_the_demo_store(wheel: Path) -> None:
    below = "cc_session_tui/demo_store/"
    assert packed(wheel, below, "*") == tree(ROOT / below, "*")


def test_the_wheel_holds_every_module(wheel: Path) -> None:
    below = "cc_session_tui/"
    assert packed(wheel, below, "*.py") == tree(ROOT / below, "*.py")


def test_the_installed_app_shows_the_demo_store_headless(python: Path, tmp_path: Path) -> None:
    assert Path(run(str(python), "-c", HEADLESS, cwd=tmp_path).strip()).is_relative_to(python.parents[1])


def test_the_installed_browser_starts_in_a_terminal_and_gives_it_back(python: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [str(python.with_name("cc-sessions")), "--demo"]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40"}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment
    ) as browser:
        os.close(theirs)
        try:
            read_until(ours, b"Fix add in app.py")
            os.write(ours, b"q")
            read_until(ours, b"\x1b[?1049l")
        except BaseException:
            browser.kill()
            raise
    os.close(ours)
    assert browser.returncode == 0


def read_until(terminal: int, wanted: bytes) -> None:
    seen = b""
    while wanted not in seen:
        seen += os.read(terminal, 65536)


def test_the_installed_command_line_lists_the_demo_store(python: Path, tmp_path: Path) -> None:
    claude_dir = open_demo(tmp_path).claude_dir
    command = str(python.with_name("cc-session"))
    listed = json.loads(run(command, "list", "--all", "--json", "--claude-dir", str(claude_dir)))
    assert "Fix add in app.py" in {session["title"] for session in listed}


def test_the_installed_package_opens_its_own_demo_store(python: Path, tmp_path: Path) -> None:
    code = "import cc_session_tui.demo as d; d.open_demo(); print(d.__file__)"
    assert Path(run(str(python), "-c", code, cwd=tmp_path).strip()).is_relative_to(python.parents[1])

"""The wheel as a user installs it: built, put into a fresh environment, and run from there."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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


def test_the_installed_package_opens_its_own_demo_store(python: Path, tmp_path: Path) -> None:
    code = "import cc_session_tui.demo as d; d.open_demo(); print(d.__file__)"
    assert Path(run(str(python), "-c", code, cwd=tmp_path).strip()).is_relative_to(python.parents[1])

"""The real Claude Code client, asked what it does with a session.

It runs in a network namespace that holds loopback alone, with a home and a config folder of its own and a key that
opens nothing; the model is a stand-in (see `inside`). It is installed from npm into a cache folder, `CC_CLIENT_CACHE`
or the user's, and never becomes part of this repository: it is Anthropic's, under its own terms.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.core.chain.plain import on_the_wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERSION: Final = "2.1.332"
PROMPT: Final = "PROBE-PROMPT"
"""What a resume asks."""
_MACHINES: Final = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "ANTHROPIC_API_KEY": "none",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}
_SECONDS: Final = 40
_UNSHARE: Final = "/usr/bin/unshare"


class NoClient(Exception):
    """The client cannot be had here; says why."""


@dataclass(frozen=True)
class Answer:
    """What a call of the client did."""

    code: int
    stdout: str
    stderr: str
    requests: list[dict[str, Any]]
    """The bodies of its requests for a message."""

    @property
    def messages(self) -> list[dict[str, Any]] | None:
        """The messages of the last request that carries PROMPT; None where there is none."""
        asked = [body["messages"] for body in self.requests if PROMPT in json.dumps(body.get("messages"))]
        return asked[-1] if asked else None


@dataclass(frozen=True)
class Client:
    """The client in a folder of its own, which holds its home, its config and a project."""

    program: Path
    folder: Path

    @property
    def config(self) -> Path:
        """Its config folder."""
        return self.folder / "config"

    @property
    def project(self) -> Path:
        """The project that it works in."""
        return self.folder / "project"

    def session_path(self, session_id: str) -> Path:
        """Where the session SESSION_ID of the project lies."""
        name = re.sub(r"[^a-zA-Z0-9]", "-", str(self.project.resolve()))
        return self.config / "projects" / name / f"{session_id}.jsonl"

    def run(self, *args: str) -> Answer:
        """Call the client with ARGS in its project."""
        requests = self.folder / f"requests-{uuid.uuid4()}"
        done = subprocess.run(
            self.command(requests, _SECONDS, *args),
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS + 20,
            check=False,
        )
        bodies = [json.loads(line) for line in requests.read_text().splitlines()] if requests.exists() else []
        return Answer(done.returncode, done.stdout.decode(), done.stderr.decode(), bodies)

    def command(self, requests: Path, seconds: int, *args: str) -> list[str]:
        """The words that call it with ARGS for at most so many SECONDS, once its folders are there.

        The bodies of its requests go to the file REQUESTS.
        """
        for folder in (self.config, self.project, self.folder / "home"):
            folder.mkdir(parents=True, exist_ok=True)
        inside = [sys.executable, str(Path(__file__).with_name("inside.py")), str(requests), str(seconds)]
        return [_UNSHARE, "-rn", *inside, str(self.program), *args]

    def environment(self) -> dict[str, str]:
        """The environment that it runs in."""
        return _ENVIRONMENT | {"HOME": str(self.folder / "home"), "CLAUDE_CONFIG_DIR": str(self.config)}

    def resume(self, session_id: str, *args: str) -> Answer:
        """Resume the session SESSION_ID of the project with PROMPT."""
        return self.run("-p", PROMPT, "--resume", session_id, "--output-format", "json", *args)


def sent(session: Path | bytes, program: Path | None = None) -> list[str] | None:
    """What the client sends when it resumes SESSION, a line a block; None where it finds no conversation."""
    data = session if isinstance(session, bytes) else session.read_bytes()
    with tempfile.TemporaryDirectory(prefix="client-") as folder:
        client = Client(program or installed(), Path(folder))
        name = str(uuid.uuid4())
        path = client.session_path(name)
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        messages = client.resume(name).messages
    return None if messages is None else on_the_wire(messages, PROMPT)


def installed(environment: Mapping[str, str] = os.environ) -> Path:
    """The client's program, installed if need be.

    Raises:
        NoClient: it cannot be installed, or not be run apart from the network.
    """
    package = _package()
    cache = _cache(environment) / VERSION
    program = cache / "node_modules" / package / "claude"
    if not program.is_file():
        _install(cache, f"{package}@{VERSION}")
    _try([_UNSHARE, "-rn", "true"], "no network namespace can be made (unshare -rn)")
    return program


def _cache(environment: Mapping[str, str]) -> Path:
    """CC_CLIENT_CACHE of ENVIRONMENT, or a folder in the user's cache."""
    if given := environment.get("CC_CLIENT_CACHE"):
        return Path(given)
    user = environment.get("XDG_CACHE_HOME") or Path(environment["HOME"]) / ".cache"
    return Path(user) / "cc-session-tui" / "client"


def _package() -> str:
    machine = _MACHINES.get(platform.machine())
    if sys.platform != "linux" or machine is None:
        raise NoClient("the client is run on Linux only, x86-64 or Arm")
    return f"@anthropic-ai/claude-code-linux-{machine}"


def _install(cache: Path, package: str) -> None:
    """Install PACKAGE at CACHE, whole or not at all."""
    if not shutil.which("npm"):
        raise NoClient("there is no npm to install the client with")
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoClient(f"{error.filename} cannot be made") from error
    with tempfile.TemporaryDirectory(dir=cache.parent) as folder:
        _try(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder, package],
            "npm cannot install it",
        )
        if not cache.exists():
            Path(folder).rename(cache)
            Path(folder).mkdir()


def _try(command: Sequence[str], otherwise: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoClient(otherwise) from error

"""A store that changes at random, as clients, editors and people change one."""

from __future__ import annotations

import json
import os
import random
import shutil
from typing import TYPE_CHECKING

from tests.core.store.factories import ClaudeDir, assistant, lines, title, user, write

if TYPE_CHECKING:
    from pathlib import Path

PIDS = (os.getpid(), os.getppid())
"""Processes that run, and may pass for clients."""
CWDS = ("/home/u/proj", "/home/u/pr\u00f6j", "/home/u/pro\u0308j", "/home/u/other.one", "/home/u/other-one")


def register(claude: ClaudeDir, pid: int, session_id: str, status: str = "busy") -> None:
    (claude.path / "sessions").mkdir(exist_ok=True)
    record = {"pid": pid, "sessionId": session_id, "cwd": "/p", "status": status}
    (claude.path / "sessions" / f"{pid}.json").write_text(json.dumps(record))


class Changing:
    """Random changes to a store, as clients, editors and people make them."""

    def __init__(self, claude: ClaudeDir, seed: int) -> None:
        self.claude = claude
        self.choose = random.Random(seed)  # noqa: S311 - no secret
        self.number = 0
        self.told: list[Path] = []
        """What a watcher would tell."""

    def step(self) -> None:
        """Change something."""
        steps = [self.create, self.name, self.tear, self.replace, self.shorten, self.delete, self.delete_project]
        steps += [self.start_agent, self.start_agent, self.grow_agent, self.end_agent, self.end_client]
        steps += [self.rename_beside, self.delete_beside, *[self.run_client] * 2, *[self.grow] * 4]
        self.choose.choice(steps)()

    def take(self) -> list[Path]:
        """What was told, in any order; then nothing is."""
        told, self.told = self.told, []
        self.choose.shuffle(told)
        return told

    def a_file(self) -> Path:
        """A session file; there is one then."""
        files = sorted(self.claude.path.glob("projects/*/*.jsonl"))
        return self.choose.choice(files or [self.create()])

    def beside(self) -> Path:
        """The folder beside a session file, there or not."""
        return self.a_file().with_suffix("")

    def an_agent(self) -> Path:
        """A subagent's file; there is one then."""
        agents = sorted(self.beside().glob("subagents/**/agent-*.jsonl"))
        return self.choose.choice(agents or [self.start_agent()])

    def records(self, path: Path) -> list[dict[str, object]]:
        cwd, name = self.choose.choice(CWDS), path.stem
        made = {
            0: user(f"prompt {self.number}", sessionId=name, cwd=cwd),
            1: assistant(message_id=f"msg_{self.choose.randrange(9)}", sessionId=name, cwd=cwd),
            2: user([{"type": "tool_result", "tool_use_id": "t", "content": "x" * 2000}], sessionId=name, cwd=cwd),
        }
        return [made[self.choose.randrange(3)] for _ in range(self.choose.randrange(1, 40))]

    def create(self) -> Path:
        self.number += 1
        path = self.claude.folder(self.choose.choice(CWDS)) / f"{self.number:08x}-0000-4000-8000-000000000000.jsonl"
        self.told.append(write(path, self.records(path) if self.choose.random() < 0.9 else []))
        return path

    def append(self, path: Path, data: bytes) -> None:
        with path.open("ab") as file:
            file.write(data)
        self.told.append(path)

    def grow(self) -> None:
        path = self.a_file()
        self.append(path, lines(self.records(path)))

    def name(self) -> None:
        path, kind = self.a_file(), self.choose.choice(["custom-title", "ai-title"])
        self.append(path, lines([title(kind, f"title {self.choose.random()}", path.stem)]))

    def tear(self) -> None:
        path = self.a_file()
        self.append(path, lines(self.records(path))[: self.choose.randrange(1, 3000)])

    def replace(self) -> None:
        path = self.a_file()
        write(path.with_suffix(".tmp"), self.records(path)).replace(path)
        self.told.append(path)

    def shorten(self) -> None:
        path = self.a_file()
        os.truncate(path, self.choose.randrange(path.stat().st_size + 1))
        self.told.append(path)

    def delete(self) -> None:
        path = self.a_file()
        path.unlink()
        self.told.append(path)

    def delete_project(self) -> None:
        folder = self.a_file().parent
        if self.choose.random() < 0.3:
            self.told += folder.glob("*.jsonl")
            shutil.rmtree(folder)

    def start_agent(self) -> Path:
        self.number += 1
        where = self.beside() / "subagents" / self.choose.choice(["", "", "workflows/wf_1"])
        path = write(where / f"agent-{self.number:04x}.jsonl", [user("task", isSidechain=True)])
        self.told.append(path)
        self.describe(path)
        return path

    def describe(self, path: Path, **fields: object) -> None:
        meta = {"agentType": "Explore", "description": f"look {self.number}", "toolUseId": "toolu_1"} | fields
        path.with_suffix(".tmp").write_text(json.dumps(meta))
        path.with_suffix(".tmp").replace(path.with_suffix(".meta.json"))
        self.told.append(path.with_suffix(".meta.json"))

    def grow_agent(self) -> None:
        self.append(self.an_agent(), lines([user("more", isSidechain=True)]))

    def end_agent(self) -> None:
        self.describe(self.an_agent(), finished=True)

    def rename_beside(self) -> None:
        file = self.beside() / "custom-title.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps({"customTitle": f"beside {self.choose.random()}"}))
        self.told.append(file)

    def delete_beside(self) -> None:
        beside = self.beside()
        shutil.rmtree(beside, ignore_errors=True)
        self.told.append(beside)

    def run_client(self) -> None:
        status = self.choose.choice(["busy", "idle", "waiting"])
        register(self.claude, self.choose.choice(PIDS), self.a_file().stem, status)

    def end_client(self) -> None:
        (self.claude.path / "sessions" / f"{self.choose.choice(PIDS)}.json").unlink(missing_ok=True)

"""Makes the benchmarks' data: ``python -m benchmarks.generate [FOLDER] [NAME ...]``."""

from __future__ import annotations

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from benchmarks.conversation import conclude, converse, errand, launch
from benchmarks.corpus import WORDS, corpus, seeded
from benchmarks.plans import PLANS
from benchmarks.records import Records

if TYPE_CHECKING:
    from benchmarks.plans import Plan

VERSION = "5"
"""Changes when the same seed would give other bytes; data of another version is made anew."""

START = 1_767_225_600.0
"""Time of the oldest session, in seconds since 1970: 1 January 2026."""

AGENT_FROM = 40_000
"""Bytes of the smallest session that may have subagents."""

SPREAD = 280 * 86_400.0
"""Seconds over which the sessions of a store start."""


def bench_dir() -> Path:
    """Give the folder of the data: ``$CC_BENCH_DIR``, or one in the user's cache."""
    chosen = os.environ.get("CC_BENCH_DIR")
    return Path(chosen) if chosen else platformdirs.user_cache_path("cc-session-tui") / "benchmarks"


def ensure(name: str, base: Path | None = None) -> Path:
    """Make the Claude dir ``name`` if it is not there, and give its path."""
    plan = PLANS[name]
    claude_dir = (base or bench_dir()) / name
    stamp = claude_dir / "made-by-benchmarks"
    wanted = f"{VERSION} {plan}"
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(claude_dir, ignore_errors=True)
        _make(plan, claude_dir)
        stamp.write_text(wanted)
    return claude_dir


def _make(plan: Plan, claude_dir: Path) -> None:
    rng = seeded(plan.name)
    weights = [rng.lognormvariate(0, 1.6) for _ in range(plan.sessions)]
    for number, weight in enumerate(weights):
        _write_session(plan, claude_dir, number, int(plan.size * weight / sum(weights)))


def _write_session(plan: Plan, claude_dir: Path, number: int, size: int) -> None:
    path = plan.path(claude_dir, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    records = _records(plan, number)
    with path.open("wb") as file:
        file.writelines(converse(records, size))
        if plan.sessions > 1 and size > AGENT_FROM and records.chance(0.2):
            for _ in range(records.rng.choice((1, 1, 2, 4))):
                _write_agent(records, path, size // 20)
        conclude(records)
        file.write(records.take())
    os.utime(path, (records.now, records.now))


def _records(plan: Plan, number: int) -> Records:
    rng = seeded(plan.name, number)
    store = plan.sessions > 1
    start = START + SPREAD * rng.random() * store
    branch = rng.choice(("main", "main", "fix/parser", "feature/[tree]"))
    records = Records(rng, plan.session_id(number), plan.cwd(number), start, branch)
    return replace(records, entrypoint="sdk-cli") if store and records.chance(0.05) else records


def _write_agent(records: Records, path: Path, size: int) -> None:
    rng = records.rng
    agent_id, call_id = f"a{rng.getrandbits(64):016x}", records.token("toolu")
    prompt = corpus().text(rng, 200)
    folder = path.with_suffix("") / "subagents"
    folder.mkdir(parents=True, exist_ok=True)
    own = replace(records, agent_id=agent_id, parent="", size=0, lines=[])
    (folder / f"agent-{agent_id}.jsonl").write_bytes(errand(own, prompt, size))
    meta = {"agentType": "Explore", "description": rng.choice(WORDS), "toolUseId": call_id}
    (folder / f"agent-{agent_id}.meta.json").write_text(json.dumps(meta))
    launch(records, call_id, agent_id, prompt)


def main(arguments: list[str]) -> None:
    """Make what is named, by default everything, in the folder given first."""
    base = Path(arguments[0]) if arguments else bench_dir()
    for name in arguments[1:] or PLANS:
        sys.stdout.write(f"{ensure(name, base)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The sessions of ~/work/api, and of a worktree of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cc_session_tui.demo import IDLE_SESSION, WAITING_SESSION

from . import injected
from .agents import Subagent, finished_agent_call, subagent
from .store import new_session
from .tools import ask_user, bash, edit, glob, grep, read, task_create, task_list, task_update, web_fetch, write
from .turns import end_turn, prompt, say, text, thinking

if TYPE_CHECKING:
    from .session import Session
    from .store import Store

_LIMITS = '''"""How often a client may ask."""

WINDOW = 60


def allowed(client, now):
    hits = [hit for hit in client.hits if hit > now - WINDOW]
    return len(hits) < client.limit
'''
_TASKS = ["Read the RFC on rate limit headers", "Count in a token bucket", "Tell the client when to come back"]
_SEED = """#!/usr/bin/env python3
\"\"\"Fill an empty database with ten customers.\"\"\"

import random

NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hana", "Ida", "Jo"]


def main() -> None:
    for name in NAMES:
        print(name, random.randint(1, 99))


if __name__ == "__main__":
    main()
"""


def add_all(store: Store) -> None:
    """Add the sessions of the API."""
    _limits(store)
    _seed(store)
    _worktree(store)


def _limits(store: Store) -> None:
    session = new_session("limits", "work/api", "2026-11-30 12:20:31", branch="rate-limits", session_id=IDLE_SESSION)
    injected.start_hook(session, "on rate-limits, 2 files changed")
    prompt(session, "Rate limits, take two: a token bucket instead of the window. Keep a task list.")
    injected.first_turn(session, "branch rate-limits, 2 files changed")
    say(session, *(task_create(at, subject, f"Step {at} of the change") for at, subject in enumerate(_TASKS, 1)))
    agent = _ask_agent(session)
    _fetch(session)
    _prompt_while_working(session)
    for number in (1, 2):
        say(session, task_update(number, "pending", "completed"))
    say(session, task_list(list(zip(_TASKS, ["completed", "completed", "pending"], strict=True))))
    say(session, text(_LIMITS_REPLY))
    session.note("custom-title", customTitle="Rate limits, take two")
    session.note("agent-name", agentName="Rate limits, take two")
    end_turn(session)
    store.add(session, agent)


_LIMITS_REPLY = """The bucket works. One thing is open: whether `Retry-After` is in seconds or a date.

```http
HTTP/1.1 429 Too Many Requests
Retry-After: 12
RateLimit-Remaining: 0
```"""


def _ask_agent(session: Session) -> Subagent:
    agent_id, task = "a0c4417ab3f9915d2", "Which endpoints are limited today, and by what?"
    report = "Three endpoints are limited: `/login`, `/search`, `/export`, all by `allowed()` in limits.py."
    say(
        session,
        text("First I look where it is used."),
        finished_agent_call(agent_id, "Explore", "limited endpoints", task, report),
    )
    agent = subagent(session, agent_id, "Explore", "limited endpoints", task)
    say(
        agent.session,
        grep("allowed\\(", ["login.py", "search.py", "export.py"]),
        glob("*.py", ["export.py", "limits.py"]),
    )
    say(agent.session, text(report))
    return Subagent(agent.session, agent.meta | {"finished": True})


def _fetch(session: Session) -> None:
    path, new = f"{session.cwd}/limits.py", "    return client.bucket.take(now)"
    old = "    hits = [hit for hit in client.hits if hit > now - WINDOW]\n    return len(hits) < client.limit"
    answer = "The header fields are `RateLimit` and `RateLimit-Policy`; `Retry-After` stays for 429."
    say(
        session,
        thinking("Three reads that do not depend on each other.", 2),
        read(path, _LIMITS),
        web_fetch("https://example.com/rfc/rate-limits", "Which header fields are defined?", answer),
        bash("git log --oneline -3", "9f3c1d2 Count hits\n77aa012 Limit /login\n01bd2f4 First version", "Show the log"),
    )
    say(session, edit(path, _LIMITS, old, new))
    session.bill.added, session.bill.removed = 1, 2


def _prompt_while_working(session: Session) -> None:
    words = "and say in the docs that [burst] is 20"
    session.note("queue-operation", operation="enqueue", timestamp=session.stamp(), content=words)
    session.note("queue-operation", operation="remove", timestamp=session.stamp())
    session.attach("queued_command", [words], role="user", prompt=words, commandMode="prompt", origin={"kind": "human"})


def _seed(store: Store) -> None:
    session = new_session("seed", "work/api", "2026-11-25 15:02:00")
    options = [("ten", "Enough to page through"), ("a thousand", "Slow, but like the real one")]
    injected.start_hook(session, "on main")
    prompt(session, "Write a seed script for onboarding.")
    injected.first_turn(session, "branch main, clean")
    say(session, ask_user("How many customers?", "Customers", options, "ten"))
    say(
        session,
        write(f"{session.cwd}/seed.py", _SEED),
        bash("python3 seed.py | head -3", "Ada 48\nBen 7\nCleo 91", "Try it"),
    )
    say(session, text("`seed.py` fills the database with ten customers. Run it once after `make migrate`."))
    session.bill.added = 17
    session.note("ai-title", aiTitle="Seed: onboarding script")
    session.note(
        "pr-link",
        prNumber=41,
        prUrl="https://example.com/api/pull/41",
        prRepository="demo/api",
        timestamp=session.stamp(),
    )
    end_turn(session)
    store.add(session)


def _worktree(store: Store) -> None:
    project, start = "work/api/.claude/worktrees/bucket", "2026-11-30 13:16:20"
    session = new_session("worktree", project, start, branch="worktree-bucket", session_id=WAITING_SESSION)
    state = {"originalCwd": "/home/dev/work/api", "worktreePath": session.cwd, "worktreeName": "bucket"}
    state |= {"worktreeBranch": session.branch, "originalBranch": "main", "sessionId": session.session_id}
    session.note("worktree-state", worktreeSession=state)
    injected.start_hook(session, "in worktree bucket")
    prompt(session, "Try the bucket in a worktree: does it survive a clock that goes back?")
    injected.first_turn(session, "branch worktree-bucket, clean")
    say(session, bash("pytest -q -k clock", "2 passed, 31 deselected in 0.12s", "Run the clock tests", seconds=2))
    say(session, text("It does: `take` uses `max(now, last)`, so time stands still at worst."))
    session.note("ai-title", aiTitle="Try the bucket in a worktree")
    end_turn(session)
    session.wait(80)
    prompt(session, "Then push it, I want to see it in CI.")
    say(session, replace(bash("git push -u origin worktree-bucket", "", "Push the branch"), pending=True))
    store.add(session)

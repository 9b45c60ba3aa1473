"""The other sessions of ~/work/shop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import injected
from .session import Call
from .store import new_session
from .tools import bash, edit, exit_plan_mode, read, todo_write, write
from .turns import end_turn, prompt, say, text, thinking

if TYPE_CHECKING:
    from .session import Fields, Session
    from .store import Store

_PLAN = """# Move the cart to Redis

1. Put the cart behind `CartStore` (two methods: `load`, `save`).
2. Add `RedisCartStore`; keep the file store for tests.
3. Copy live carts on first read, so that nobody loses one.

**Not** in this change: expiry, and the admin page."""
_STORE = '''"""Where carts are kept."""

import json
from typing import Protocol

from cart import Cart, Item


class CartStore(Protocol):
    """Keeps carts by customer."""

    def load(self, customer: str) -> Cart: ...

    def save(self, customer: str, cart: Cart) -> None: ...


class RedisCartStore:
    """Keeps carts in Redis, as JSON, for a week."""

    def __init__(self, client):
        self.client = client

    def load(self, customer):
        data = json.loads(self.client.get(f"cart:{customer}") or "[]")
        return Cart([Item(**item) for item in data])

    def save(self, customer, cart):
        data = json.dumps([vars(item) for item in cart.items])
        self.client.set(f"cart:{customer}", data, ex=7 * 86400)
'''
_SETTINGS = 'CURRENCY = "EUR"\nCART_FILE = "carts.json"\nSESSION_DAYS = 7\n'
_JAPANESE_REPLY = """書きました。全角の文字と絵文字（👩‍👩‍👧‍👦、🇯🇵、1️⃣）も入っています。

| 列 | 幅 |
| --- | --- |
| ｶﾀｶﾅ | 半角 |
| カタカナ | 全角 |"""
_STEPS = ["Put the cart behind CartStore", "Add RedisCartStore", "Copy live carts on first read", "Run the tests"]


def add_others(store: Store) -> None:
    """Add the sessions about Redis, about CI and the Japanese one."""
    _redis(store)
    _ci(store)
    _japanese(store)


def _redis(store: Store) -> None:
    session = new_session("redis", "work/shop", "2026-11-30 11:40:10", branch="redis-cart")
    injected.start_hook(session, "on redis-cart, nothing to commit")
    prompt(
        session,
        "Migrate the cart to Redis. Plan first, I want to see it before you touch anything.",
        permissionMode="plan",
    )
    injected.first_turn(session, "branch redis-cart, clean")
    plan_file = "/home/dev/.claude/plans/quiet-humming-teapot.md"
    session.slug = "quiet-humming-teapot"
    session.attach(
        "plan_mode", ["Plan only; change nothing."], reminderType="full", planFilePath=plan_file, planExists=False
    )
    say(session, thinking("The cart is used in four places.", 9), exit_plan_mode(_PLAN, plan_file))
    session.attach("plan_mode_exit", ["The plan was approved."], planFilePath=plan_file, planExists=True)
    _redis_work(session)
    reply = session.leaf
    session.system("turn_duration", durationMs=148_220, messageCount=12, isMeta=False)
    session.note("ai-title", aiTitle="Migrate the cart to Redis")
    end_turn(session, leaf=reply)
    store.add(session)


def _redis_work(session: Session) -> None:
    settings = f"{session.cwd}/settings.py"
    old = 'CART_FILE = "carts.json"'
    new = 'REDIS_URL = "redis://localhost:6379/0"\nCART_KEY = "cart:{customer}"'
    say(session, todo_write([], _todos(0)))
    say(session, write(f"{session.cwd}/cart_store.py", _STORE), edit(settings, _SETTINGS, old, new))
    say(session, todo_write(_todos(0), _todos(3)))
    say(
        session,
        bash("make test", "5 passed in 0.31s", "Run the tests", seconds=3, hook=injected.bash_hook("ruff: all good")),
    )
    session.bill.added, session.bill.removed = 33, 1
    say(session, todo_write(_todos(3), _todos(4)))
    say(
        session,
        text("The cart lives in Redis now; live carts are copied when they are first read. All **5** tests pass."),
    )


def _todos(done: int) -> list[tuple[str, str]]:
    states = ["completed" if at < done else "in_progress" if at == done else "pending" for at in range(len(_STEPS))]
    return list(zip(_STEPS, states, strict=True))


def _ci(store: Store) -> None:
    session = new_session("ci", "work/shop", "2026-11-30 10:12:44")
    injected.start_hook(session, "on main, 1 commit ahead")
    prompt(session, "Why is CI red again?")
    injected.first_turn(session, "branch main, 1 commit ahead of origin/main")
    session.system("api_error", level="error", error={"status": 529}, retryInMs=612, retryAttempt=1, maxRetries=10)
    say(session, thinking(""), bash("gh run view --log-failed", _ci_log(), "Show the failed job", seconds=4.1))
    say(session, text("One job fails: the linter found a *print*. I'll push the fix."), _blocked_push())
    say(session, text("A hook forbids to push to `main`. Shall I open a pull request?"))
    end_turn(session)
    _ci_error(session)
    store.add(session)


def _ci_error(session: Session) -> None:
    session.wait(300)
    prompt(session, "yes, and name it [ci] no print in cart.py")
    usage = {"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
    message = "API Error: 529 Overloaded. Try again in a moment."
    synthetic: Fields = {"id": session.ids.uuid(), "type": "message", "role": "assistant", "model": "<synthetic>"}
    synthetic |= {"content": [text(message)], "stop_reason": "stop_sequence", "stop_sequence": "", "usage": usage}
    session.chain({"message": synthetic, "type": "assistant"}, {"isApiErrorMessage": True, "error": "server_error"})
    session.note("custom-title", customTitle="Why is CI red again?")
    session.note("last-prompt", lastPrompt=session.last_prompt, leafUuid=session.leaf)


def _ci_log() -> str:
    def line(number: int) -> str:
        state = "\x1b[32mPASSED\x1b[0m" if number % 37 else "\x1b[33mSKIPPED\x1b[0m"
        return f"\x1b[2m{number:>4}\x1b[0m tests/test_shop.py::test_case_{number:03} {state}"

    head = ["\x1b[1;34m::group::\x1b[0m Run make check", "\x1b[36;1mmake check\x1b[0m", ""]
    bar = ["", "collecting  10%\rcollecting  60%\rcollecting 100%", ""]
    tail = [
        "\x1b[1;31mcart.py:41:5: T201 `print` found\x1b[0m",
        "   \x1b[38;5;110m|\x1b[0m",
        '\x1b[38;5;110m41 |\x1b[0m     \x1b[38;2;200;120;60mprint\x1b[0m("total", total)',
        "   \x1b[38;5;110m|\x1b[0m     \x1b[1;31m^^^^^\x1b[0m",
        "\x1b[7m Found 1 error. \x1b[0m\x07",
        "\x1b]8;;https://example.com/run/812\x1b\\run 812\x1b]8;;\x1b\\ \x1b[31mfailed\x1b[0m in 4m 12s",
    ]
    return "\n".join([*head, *map(line, range(1, 161)), *bar, *tail])


def _blocked_push() -> Call:
    error = {"blockingError": "pushing to main is not allowed", "command": "~/.claude/hooks/no-push.sh"}
    hook: Fields = {"type": "hook_blocking_error", "hookName": "PreToolUse:Bash", "hookEvent": "PreToolUse"}
    message = f"PreToolUse:Bash hook error: [{error['command']}]: {error['blockingError']}"
    asked = {"command": "git push origin main", "description": "Push the fix"}
    return Call("Bash", asked, message, f"Error: {message}", is_error=True, hook=hook | {"blockingError": error})


def _japanese(store: Store) -> None:
    session = new_session("readme", "work/shop", "2026-11-28 09:30:00", model="claude-sonnet-4-6")
    readme = f"{session.cwd}/README.ja.md"
    injected.start_hook(session, "on main")
    prompt(session, "日本語のREADMEを書いてください。お店の名前は「お茶屋さん🍵」です。")
    injected.first_turn(session, "branch main, clean")
    say(session, read(f"{session.cwd}/README.md", "# shop\n\nSells tea 🍵 and teapots 🫖.\n"))
    say(
        session,
        thinking("短く、丁寧に。", 3),
        write(readme, "# お茶屋さん🍵\n\nお茶と急須を売っています。\n\n## 使い方\n\n    make run\n"),
    )
    say(session, text(_JAPANESE_REPLY))
    session.note("ai-title", aiTitle="日本語のREADMEを書く")
    end_turn(session)
    store.add(session)

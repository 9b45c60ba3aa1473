"""The session to look at first: a fix with everything that a transcript can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.demo import BUSY_SESSION

from . import injected
from .agents import Subagent, agent_call, notify, subagent
from .compaction import compact
from .store import new_session
from .tools import bash, bash_fails, edit, glob, grep, read
from .turns import end_turn, prompt, say, text, thinking

if TYPE_CHECKING:
    from .session import Session
    from .store import Store

_APP = "def add(a, b):\n    return a - b\n"
_CART_ITEMS = "\n".join(
    f'    Item("{name}", price={price}, weight={weight}),'
    for name, price, weight in [
        ("teapot", 1850, 900),
        ("cup", 420, 180),
        ("saucer", 260, 150),
        ("strainer", 390, 40),
        ("tin", 510, 220),
        ("kettle", 4900, 1400),
    ]
)
_CART = f'''"""The cart: what is in it, what it costs, what it weighs."""

from dataclasses import dataclass, field

from app import add


@dataclass(frozen=True)
class Item:
    name: str
    price: int  # cents
    weight: int  # grams


CATALOGUE = [
{_CART_ITEMS}
]


@dataclass
class Cart:
    items: list[Item] = field(default_factory=list)

    def put(self, item: Item) -> None:
        self.items.append(item)

    def take_out(self, name: str) -> None:
        self.items = [item for item in self.items if item.name != name]

    def __len__(self) -> int:
        return len(self.items)


def total(items):
    return sum(i.price for i in items) or None


def weight(items):
    return sum(i.weight for i in items)


def shipping(items):
    grams = weight(items)
    if grams == 0:
        return 0
    if grams < 1000:
        return 490
    return 890


def grand_total(items):
    return add(total(items), shipping(items))
'''
_TEST_OUTPUT = """python3 -m pytest -q
..F..                                                                    [100%]
=================================== FAILURES ===================================
___________________________ test_an_empty_cart_is_free ___________________________

    def test_an_empty_cart_is_free():
>       assert grand_total([]) == 0

tests/test_cart.py:14:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

items = []

    def grand_total(items):
>       return add(total(items), shipping(items))

cart.py:57:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

a = None, b = 0

    def add(a, b):
>       return a + b
E       TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'

app.py:2: TypeError
=========================== short test summary info ============================
FAILED tests/test_cart.py::test_an_empty_cart_is_free - TypeError: unsupported operand type(s) for +
1 failed, 4 passed in 0.21s
make: *** [Makefile:4: test] Error 1"""
_FIRST_REPLY = """Fixed: **add** subtracted. The test suite still fails for another reason, in `cart.py`:

```python
def total(items):
    return sum(i.price for i in items) or None
```

An empty cart has no total, so `grand_total([])` adds `None` and `0`. Three ways out:

1. return `0` from `total` (smallest change),
2. let `add` refuse what is no number,
3. raise on an empty cart.

| way | callers to change | tests to change |
| --- | ---: | ---: |
| 1 | 0 | 0 |
| 2 | 0 | 2 |
| 3 | 4 | 1 |

I would take the first."""
_SUMMARY = """1. The person asked for a fix of `add` in app.py, which subtracted. It adds now.
2. `make test` still fails in cart.py: `total([])` is `None`. Nothing was changed there yet.
3. A plan of the checkout flow was made; it wants `grand_total` to be the only place that adds.

Next: change `total` when asked."""


def add_fix(store: Store) -> None:
    """Add the session and its two subagents."""
    session = new_session("fix", "work/shop", "2026-11-30 13:02:05", session_id=BUSY_SESSION)
    reply = _first_turn(session)
    _abandoned_branch(session, reply)
    plan = _planned_branch(session, reply)
    session.wait(500)
    compact(session, _SUMMARY, before=168_213, after=12_040)
    session.wait(75)
    explore = _after_compaction(session)
    store.add(session, explore, plan)


def _first_turn(session: Session) -> str:
    path, run = f"{session.cwd}/app.py", "python3 -c 'import app; print(app.add(2, 1))'"
    injected.start_hook(session, "on main, nothing to commit")
    prompt(session, "The totals are wrong: add() gives 1 for 2 and 1. Fix it and *prove it*.")
    injected.first_turn(session, "branch main, clean, last commit 4f1c2aa Sell teapots")
    say(session, read(path, _APP))
    say(session, thinking("It subtracts. A one character fix.", 4), edit(path, _APP, "a - b", "a + b"))
    say(
        session,
        bash(run, "3", "Add two and one", hook=injected.bash_hook("formatted 1 file")),
        bash_fails("make test", _TEST_OUTPUT, "Run the tests", code=2),
    )
    session.bill.added, session.bill.removed = 1, 1
    reply = say(session, text(_FIRST_REPLY))[-1]
    session.note("ai-title", aiTitle="Fix add in app.py")
    end_turn(session)
    return reply


def _abandoned_branch(session: Session, reply: str) -> None:
    session.wait(290)
    session.leaf = reply
    prompt(session, "try a decorator instead")
    say(session, text("A decorator that checks the types would work, but it hides the mistake in `total`."))
    end_turn(session)


def _planned_branch(session: Session, reply: str) -> Subagent:
    session.wait(240)
    session.leaf = reply
    agent, task = (
        "a51f0c97be2d4e810",
        "Read cart.py and app.py. How should the checkout add up? Write a plan of five lines.",
    )
    prompt(session, "Leave total() for now. How should the checkout add up? Let someone plan it.")
    say(session, text("I'll have it planned."), agent_call(agent, "Plan", "checkout flow", task))
    plan = _plan_transcript(session, agent, task)
    say(session, text("The plan is being written; I'll tell you when it is there."))
    session.now = plan.session.now
    notify(session, agent, "Plan the checkout flow", "One place adds: grand_total.")
    session.bill.context = 166_000
    say(session, thinking("The report is short; pass it on.", 2), text(_PLAN_REPLY))
    end_turn(session)
    return plan


_PLAN_REPLY = """The plan in short:

- `grand_total` is the **only** place that adds;
- `total` and `shipping` return cents, never `None`;
- rounding happens once, when a price is shown.

> Money is an `int` until somebody reads it.

See [the notes](https://example.com/notes/checkout) for the reasons."""


def _plan_transcript(session: Session, agent: str, task: str) -> Subagent:
    plan = subagent(session, agent, "Plan", "checkout flow", task)
    cart = f"{session.cwd}/cart.py"
    say(
        plan.session,
        glob("*.py", ["app.py", "cart.py", "shipping.py"]),
        grep("total", ["cart.py", "tests/test_cart.py"]),
    )
    say(plan.session, thinking("Two callers add on their own.", 6), read(cart, _CART))
    say(plan.session, text("One place adds: `grand_total`.\n\n1. cents everywhere\n2. no `None`\n3. round when shown"))
    return Subagent(plan.session, plan.meta | {"finished": True})


def _after_compaction(session: Session) -> Subagent:
    agent, task = "a67ed20cec8977ac8", "Find everything that calls total() or relies on its None. Name files and lines."
    prompt(session, "Now the same for `total()`, please. @cart.py")
    injected.attached_file(session, f"{session.cwd}/cart.py", "cart.py", _CART)
    session.bill.context = 66_900
    call = agent_call(agent, "Explore", "look around", task)
    say(session, thinking("Who relies on None? Look first.", 3), call)
    explore = subagent(session, agent, "Explore", "look around", task)
    say(explore.session, grep("total\\(", ["cart.py", "invoice.py", "tests/test_cart.py"]))
    say(explore.session, read(f"{session.cwd}/invoice.py", "from cart import total\n\nprint(total([]) or 'nothing')\n"))
    session.note("last-prompt", lastPrompt=session.last_prompt, leafUuid=session.leaf)
    session.chain({"type": "frobnicate", "frobs": [3, {"deep": True}], "note": "a type of some later client"})
    return explore

"""Draw `screenshots/*.svg` from the demo store: `make screenshots`."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cc_session_tui.demo import BUSY_SESSION, Demo, open_demo
from cc_session_tui.tui.app import CcSessionsApp
from cc_session_tui.tui.config import Config

if TYPE_CHECKING:
    from textual.pilot import Pilot

FOLDER: Final = Path(__file__).parents[1] / "screenshots"
"""Where the pictures go."""
NOW: Final = datetime(2026, 11, 30, 13, 22, tzinfo=UTC)
"""The time on the screen: a minute after the newest record of the bundled store."""
_REDIS = "b0233195-1750-4a13-bfad-240599192c93"
_LIMITS = "c81d4e2a-36f9-4b7c-a1e5-90d27bb6f318"
_STEADY = 8


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture."""

    name: str
    size: tuple[int, int]
    """Columns and rows of the terminal."""
    session_id: str = BUSY_SESSION
    keys: tuple[tuple[str, ...], ...] = ()
    """Pressed once the session is there, each group once the screen is still."""
    theme: str = ""


def typed(text: str) -> tuple[str, ...]:
    """The keys that type TEXT."""
    return tuple({" ": "space", "\n": "enter"}.get(letter, letter) for letter in text)


_PROMPT = """\
We move the sessions of the shop to Redis:

- `CartStore` stays as it is
- a session lives for **30 days**

Read the code first."""
_WRITTEN = (("a",), typed("Keep the sessions for 30 days, not 7."), ("ctrl+j",), typed("Done: the TTL is 30 days now."))
SHOTS: Final = (
    Shot("browser-dark", (132, 46), keys=(("g", "down"),)),
    Shot("browser-light", (132, 46), _LIMITS, (("g", "down"),), "cc-light"),
    Shot("diff", (100, 52), _REDIS, (("backslash", "g", *["down"] * 7, "enter"),)),
    Shot("inspector", (140, 40), keys=(("g", *["down"] * 5, "i"),)),
    Shot("narrow", (64, 34)),
    Shot("help", (110, 46), keys=(("question_mark",),)),
    Shot("compose", (110, 32), _REDIS, (("ctrl+n",), ("enter",), typed(_PROMPT))),
    Shot("review", (110, 40), _REDIS, (("g", *["down"] * 7, "x"), *_WRITTEN, ("ctrl+s",), ("ctrl+s",))),
)
"""All pictures."""


async def draw(shot: Shot, demo: Demo) -> str:
    """Return the SVG of SHOT."""
    session = next(demo.claude_dir.glob(f"projects/*/{shot.session_id}.jsonl"))
    app = CcSessionsApp(
        demo.claude_dir, home=demo.home, clock=lambda: NOW, open_session=session, config=Config(theme=shot.theme)
    )
    async with app.run_test(size=shot.size) as pilot:
        await _steady(pilot)
        for keys in shot.keys:
            await pilot.press(*keys)
            await _steady(pilot)
        return await _steady(pilot)


async def _steady(pilot: Pilot[None]) -> str:
    """Wait until the screen stays as it is, and return it."""
    seen: list[str] = []
    while len(seen) < _STEADY or len(set(seen[-_STEADY:])) > 1:
        await pilot.pause(0.05)
        seen.append(pilot.app.export_screenshot(title="cc-sessions"))
    return seen[-1]


def main() -> None:
    """Draw all pictures anew."""
    # A fixed place, since the inspector shows paths; a cache of its own, so that nothing of the user's is read,
    # and a state of its own, which does not outlive a picture: edits that were not saved would be offered.
    base = Path(tempfile.gettempdir(), "cc-sessions-screenshots")
    shutil.rmtree(base, ignore_errors=True)
    base.mkdir()
    state = base / "state"
    os.environ |= {"HOME": str(base), "XDG_CACHE_HOME": str(base / "cache"), "XDG_STATE_HOME": str(state)}
    demo = open_demo(base)
    FOLDER.mkdir(exist_ok=True)
    for shot in SHOTS:
        shutil.rmtree(state, ignore_errors=True)
        FOLDER.joinpath(f"{shot.name}.svg").write_text(asyncio.run(draw(shot, demo)), encoding="utf-8")
    shutil.rmtree(base)


if __name__ == "__main__":
    main()

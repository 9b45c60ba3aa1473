"""What the browser did before its first useful paint, counted: ``python -m benchmarks.counters tree|open TEXT DIR``.

Run in a process of its own, since counting each call of the decoder is slow.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks.conversation import LAST_WORD
from benchmarks.screen import Screen, running
from cc_session_tui.tui.app import CcSessionsApp

if TYPE_CHECKING:
    from types import FrameType


class Counters:
    """Counts session files opened, and JSON values decoded, until it is stopped."""

    def __init__(self) -> None:
        """Start to count."""
        self.opened = self.decoded = 0
        self.result: dict[str, int] = {}
        """The counts when it was stopped."""
        sys.addaudithook(self._audit)
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def stop(self) -> None:
        """Keep the counts as they are now."""
        self.result = {"opened": self.opened, "decoded": self.decoded}
        threading.setprofile(None)
        sys.setprofile(None)

    def _audit(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" and str(arguments[0]).endswith(".jsonl"):
            self.opened += 1

    def _profile(self, _frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call" and isinstance(getattr(function, "__self__", None), msgspec.json.Decoder):
            self.decoded += 1


async def main(what: str, text: str, claude_dir: Path) -> None:
    """Start the browser, wait for the paint, and print the counts."""
    screen = Screen()
    session = Path(text) if what == "open" else None
    counters = Counters()
    screen.watched[LAST_WORD if session else text] = counters.stop
    app = CcSessionsApp(claude_dir=claude_dir, open_session=session)
    async with running(app, screen):
        while not counters.result:
            await screen.frame(1)
            screen.drawn.clear()
    sys.stdout.write(json.dumps(counters.result))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))

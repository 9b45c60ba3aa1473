"""`cc-session list` of a store whose metadata is cached, beside a Python that does nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.generate import ensure
from benchmarks.measure import clock, python
from benchmarks.plans import PLANS
from benchmarks.report import Row, at_most, milliseconds
from benchmarks.terminal import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.scale import Scale

LIST = ("-m", "cc_session_tui.cli.main", "list", "--all")
SCREEN_MODULES = ("textual", "rich", "watchfiles")
"""What the command line may not import."""


def rows(scale: Scale) -> Iterator[Row]:
    """Fill the cache, then measure."""
    with TemporaryDirectory(prefix="cc-bench-") as home:
        env = environment(Path(home), ensure(scale.store))
        python(LIST, env)
        best = clock({"list": LIST, "json": (*LIST, "--json"), "pass": ("-c", "pass")}, env, scale.rounds)
        what = f"cc-session list of {PLANS[scale.store].sessions}, cached"
        for name, label in (("list", ""), ("json", " --json")):
            detail = f"{milliseconds(best[name])}, python -c pass {milliseconds(best['pass'])}"
            yield at_most(f"{what}{label} / python -c pass", best[name] / best["pass"], 6.0, detail)
        code = f"import sys, cc_session_tui.cli.main; print(sum(name in sys.modules for name in {SCREEN_MODULES}))"
        yield at_most("  modules of the screen imported", int(python(["-c", code], env)), 0)

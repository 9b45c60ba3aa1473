"""Times that can be compared: of functions by CPU, of commands by the clock, both interleaved."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def cpu(functions: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Run all functions in turn, ``rounds`` times; give the least CPU seconds of each."""
    best = dict.fromkeys(functions, float("inf"))
    for _ in range(rounds):
        for name, function in functions.items():
            gc.collect()
            start = time.process_time()
            function()
            best[name] = min(best[name], time.process_time() - start)
    return best


def clock(commands: Mapping[str, Sequence[str]], env: Mapping[str, str], rounds: int) -> dict[str, float]:
    """Run Python with each list of arguments in turn; give the least seconds from start to end of each.

    Raises:
        subprocess.CalledProcessError: a command failed.
    """
    best = dict.fromkeys(commands, float("inf"))
    for _ in range(rounds):
        for name, arguments in commands.items():
            start = time.perf_counter()
            python(arguments, env)
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def python(arguments: Sequence[str], env: Mapping[str, str]) -> str:
    """Run this Python with the arguments, and give what it prints.

    Raises:
        subprocess.CalledProcessError: it failed.
    """
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return done.stdout

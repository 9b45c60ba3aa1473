"""Measures the rows of DESIGN's "Speed" and prints them: ``python -m benchmarks [--quick] [GROUP ...]``."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks import report
from benchmarks.scale import FULL, QUICK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from benchmarks.scale import Scale

GROUPS = ("tree", "opening", "reading", "memory", "frames", "live", "listing")
"""The modules that measure, in the order of the table."""


def main() -> int:
    """Run the groups that are asked for; 1 where a bar does not hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="1 MB, 10 MB and 200 sessions instead of up to 2 GB")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"some of: {', '.join(GROUPS)}")
    options = parser.parse_args()
    sys.stdout.write(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    scale = QUICK if options.quick else FULL
    return 0 if report.write(_rows(options.groups or GROUPS, scale), sys.stdout) else 1


def _rows(groups: Iterable[str], scale: Scale) -> Iterator[report.Row]:
    for group in groups:
        yield from import_module(f"benchmarks.{group}").rows(scale)


if __name__ == "__main__":
    sys.exit(main())

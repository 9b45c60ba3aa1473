"""How much is measured: everything, or a small part in less than two minutes."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.generate import ensure
from benchmarks.plans import PLANS

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Scale:
    """Names of the data that the rows are measured on."""

    few: str
    """A session of some 650 records."""
    many: str
    """A session of some 66,000 records (6,500 in a quick run)."""
    small: str
    """The session that opening and memory are compared with."""
    large: str
    """The largest session."""
    naive: str
    """The session that the naive way is shown on; it takes seconds for each 10 MB."""
    store: str
    rounds: int
    """How often the short measurements are repeated."""


FULL = Scale(few="s1", many="s100", small="s10", large="s500", naive="s10", store="store", rounds=12)
"""What DESIGN's bars are written for."""

QUICK = Scale(few="s1", many="s10", small="s1", large="s10", naive="s1", store="store200", rounds=4)
"""The same rows on little data."""


def session(name: str) -> Path:
    """Give the path of the one session of the data ``name``."""
    return PLANS[name].path(ensure(name))


def copied(path: Path, folder: Path) -> Path:
    """Give a copy of a session that may be written to, in a Claude dir of its own."""
    copy = folder / "projects" / path.parent.name / path.name
    copy.parent.mkdir(parents=True)
    shutil.copyfile(path, copy)
    return copy

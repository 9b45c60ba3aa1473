"""Run by the tests of this folder as processes of their own, which may be killed or find the disk full.

usage: python children.py append|replace FILE SECONDS_OR_COUNT [NAME]
"""

from __future__ import annotations

import resource
import sys
from itertools import count
from pathlib import Path

from cc_session_tui import SessionError, read_session
from cc_session_tui.core.editing.stamp import Stamp
from cc_session_tui.core.editing.writer import append, replace

SIZES = (40, 3000, 5000, 70_000, 200, 400_000)
"""Lengths of the texts that are written, in turn."""


def line(number: int, name: str = "") -> bytes:
    """A record of one of SIZES that can be told from every other."""
    return b'{"type":"x","name":"%s","n":%d,"text":"%s"}\n' % (
        name.encode(),
        number,
        b"x" * SIZES[number % len(SIZES)],
    )


def append_for_ever(path: Path) -> None:
    """Append record after record; say so when the first is there."""
    stamp = Stamp.of(path)
    for number in count():
        stamp = append(path, line(number), stamp)
        if not number:
            sys.stdout.write("going\n")
            sys.stdout.flush()


def replace_for_ever(path: Path) -> None:
    """Replace the file by others, each of the records 0 to N."""
    stamp = Stamp.of(path)
    for number in count():
        stamp = replace(path, map(line, range(number % 12 + 1)), stamp)
        if not number:
            sys.stdout.write("going\n")
            sys.stdout.flush()


def add_messages(path: Path, number: int, name: str) -> None:
    """Add NUMBER messages to the session at PATH, saving after each."""
    session = read_session(path)
    for at in range(number):
        session.add_user_message(f"{name} {at} " + "x" * (at % 7 * 400))
        session.save()


def fill(path: Path, limit: int, how: str) -> None:
    """Write until no file may grow beyond LIMIT bytes; say what went wrong."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    stamp = Stamp.of(path)
    try:
        for number in count():
            added = line(4) if how == "small" else line(3)
            stamp = replace(path, [line(0)] * number * 40, stamp) if how == "replace" else append(path, added, stamp)
    except SessionError as error:
        sys.stdout.write(f"{type(error).__name__}: {error}\n")


if __name__ == "__main__":
    what, file, *rest = sys.argv[1:]
    if what == "append":
        append_for_ever(Path(file))
    elif what == "replace":
        replace_for_ever(Path(file))
    elif what == "messages":
        add_messages(Path(file), int(rest[0]), rest[1])
    else:
        fill(Path(file), int(rest[0]), rest[1])

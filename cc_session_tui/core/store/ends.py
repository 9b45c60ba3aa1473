"""Adding up the two ends of a session file, where nearly all stands that a list shows of it.

A title may stand between them (anthropics/claude-code#26031, #53264: the client itself then loses it); reading the
whole file finds it. To search the bytes between for one would take twice the time of all this, and the disk's.
"""

from __future__ import annotations

import os
from io import BufferedReader, FileIO
from typing import TYPE_CHECKING, Final

from cc_session_tui.core.store.facts import Facts, facts_of
from cc_session_tui.core.store.prompts import human_prompt
from cc_session_tui.core.store.tally import SYNTHETIC, Tally
from cc_session_tui.core.store.titles import LAST_PROMPT

if TYPE_CHECKING:
    from collections.abc import Sequence

BLOCK: Final = 16 << 10
"""Bytes that are read first of either end; four times as many where that holds no whole record, and so on."""

_MOST_HEAD = 1 << 20
_MOST_TAIL = 16 << 20
_GROWTH = 4
_TITLE = b'-title"'


def add_ends(tally: Tally, file: int, size: int) -> bool:
    """Add the first and last lines of FILE, of SIZE bytes; tell whether these are all."""
    with BufferedReader(FileIO(file, closefd=False), BLOCK) as stream:
        start = _add_head(tally, stream)
    if start >= size:
        return True
    end, lines = _tail(file, start, size)
    if end == start:
        for line in lines:
            tally.add_line(line)
        return True
    first, tally.last_prompt = tally.last_prompt, ""  # between the ends there may be newer ones
    for facts in _telling(lines):
        tally.add(facts)
    if not tally.last_prompt and not tally.titles.last(LAST_PROMPT, tally.own_ids()):
        tally.last_prompt = first
    return False


def _add_head(tally: Tally, stream: BufferedReader[FileIO]) -> int:
    """Add lines from the start until the first prompt was there, and the titles near it; return where they end."""
    at = 0
    for line in stream:
        tally.add_line(line)
        at += len(line)
        found = tally.title_prompt and tally.cwds and _TITLE not in stream.peek()
        if found or at > _MOST_HEAD:
            break
    return at


def _tail(file: int, start: int, size: int) -> tuple[int, list[bytes]]:
    """The last lines, none from before START, as many as hold a record with a time; and where they begin."""
    block = BLOCK
    while block < _MOST_TAIL:
        at = max(start, size - block)
        data = os.pread(file, size - at, at)
        cut = 0 if at == start else data.find(b"\n") + 1
        lines = data[cut:].split(b"\n") if cut or at == start else []
        if at == start or any(facts.timestamp for line in lines if (facts := facts_of(line))):
            return at + cut, lines
        block *= _GROWTH
    return size, []


def _telling(lines: Sequence[bytes]) -> list[Facts]:
    """The last records of LINES that a list shows something of: an answer, a prompt, a time; and all titles."""
    found: list[Facts] = []
    missing = {"assistant", "prompt", "time"}
    for line in reversed(lines):
        if (not missing and _TITLE not in line) or (facts := facts_of(line)) is None:
            continue
        found.append(facts)
        if facts.timestamp:
            missing.discard("time")
        if facts.type == "assistant" and facts.message is not None and facts.message.model not in (None, SYNTHETIC):
            missing.discard("assistant")
        elif facts.type == LAST_PROMPT or (facts.type == "user" and human_prompt(facts)):
            missing.discard("prompt")
    return found[::-1]

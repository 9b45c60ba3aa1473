"""A transcript as Markdown, for `cc-session read --markdown`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.cli.markdown import body, code, fenced, inline, quoted
from cc_session_tui.cli.table import local_time
from cc_session_tui.cli.tool_parts import DIFF, input_parts
from cc_session_tui.cli.transcript_text import NAMES, image_text, is_folded, title_of
from cc_session_tui.cli.visible import visible
from cc_session_tui.core.transcript.entries import Compaction, ForkPoint, Kind, Raw, Run, Text, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.transcript.entries import Entry, Result


def entry_blocks(entry: Entry) -> Iterator[str]:
    """The blocks of Markdown for ENTRY; a blank line goes between any two."""
    if entry.starts_turn:
        words = (NAMES.get(entry.speaker, ""), local_time(entry.time), "" if entry.resumed else "not resumed")
        yield f"## {' · '.join(inline(word) for word in words if word)}"
    for block in _body(entry):
        yield visible(block)


def _body(entry: Entry) -> Iterator[str]:
    match entry:
        case ToolCall():
            yield from _call(entry)
        case Text(kind=Kind.PROMPT | Kind.REPLY):
            if entry.label:
                yield f"*{inline(entry.label)}*"
            yield body(entry.text.strip("\n"))
        case Text(kind=Kind.THINKING):
            yield f"> *{inline(title_of(entry))}*\n>\n{quoted(entry.text)}"
        case Compaction():
            yield f"---\n\n**{inline(title_of(entry))}**"
            yield quoted(entry.summary)
        case ForkPoint():
            yield f"**⑂ {inline(title_of(entry))}**"
            yield "\n".join(f"- {'**this one**' if b.active else 'other'}: {inline(b.title)}" for b in entry.branches)
        case _:
            yield f"*{inline(title_of(entry))}*"
            yield from _said(entry)
    yield from (f"*▣ {inline(image_text(image))}*" for image in getattr(entry, "images", ()))


def _said(entry: Entry) -> Iterator[str]:
    """What ENTRY says beside its title, as it is."""
    match entry:
        case Text(text=text) | Run(text=text) if text and not is_folded(entry):
            yield fenced(text)
        case Raw(data=data):
            yield fenced(data.decode("utf-8", "surrogateescape"))


def _call(call: ToolCall) -> Iterator[str]:
    yield f"**{inline(call.name or title_of(call))}**"
    parts = input_parts(call)
    if short := [part for part in parts if "\n" not in part.text and part.name != DIFF]:
        yield "\n".join(f"- {inline(name)}: {code(text)}" for name, text in short)
    for part in parts:
        if part not in short:
            yield from (fenced(part.text, DIFF),) if part.name == DIFF else (f"{inline(part.name)}:", fenced(part.text))
    if call.result:
        yield from _result(call.result)
    elif call.kind is Kind.TOOL_CALL:
        yield "*no result*"


def _result(result: Result) -> Iterator[str]:
    if result.is_error:
        yield "*error*"
    if result.text:
        yield fenced(result.text)
    yield from (f"*▣ {inline(image_text(image))}*" for image in result.images)

"""A transcript as plain text, the human form of `cc-session read`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.cli.table import local_time, size_text
from cc_session_tui.cli.tool_parts import input_parts
from cc_session_tui.cli.visible import one_line, visible
from cc_session_tui.core.transcript.entries import Compaction, ForkPoint, Kind, Raw, Run, Speaker, Text, ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cc_session_tui.core.transcript.entries import Entry, Image, Result

NAMES: Final = {Speaker.USER: "You", Speaker.ASSISTANT: "Claude"}
"""Who a speaker is."""
_INDENT: Final = "    "
_NOTHING: Final[Mapping[str, str]] = {}
_RUNS: Final = "◐"
_MARKS: Final = {"waits for you": "◆"}
_SPOKEN: Final = frozenset({Kind.PROMPT, Kind.REPLY})


def entry_lines(entry: Entry, running: Mapping[str, str] = _NOTHING) -> Iterator[str]:
    """The lines of ENTRY, safe for a terminal; RUNNING is what is said of the calls that run, by tool_use id."""
    if entry.starts_turn or entry.kind in _SPOKEN:
        yield ""
    if entry.starts_turn:
        yield visible(_headline(entry))
    for line in _body(entry, running):
        yield visible(line)


def image_text(image: Image) -> str:
    """What IMAGE is: its type, pixels and size."""
    pixels = f" · {image.width}\u00d7{image.height}" if image.width else ""
    return f"{image.media_type or 'image'}{pixels} · {size_text(image.size)}"


def title_of(entry: Entry) -> str:
    """What ENTRY is, in a few words: its label, or its kind."""
    match entry:
        case Run(parts=parts) if is_folded(entry) or len(parts) > 1:
            labels = ", ".join(dict.fromkeys(part.label for part in parts))
            return f"{len(parts)} {entry.kind} · {labels} · {size_text(entry.size)}"
        case Compaction():
            tokens = f" · {entry.tokens_before:,} → {entry.tokens_after:,} tokens" if entry.tokens_before else ""
            return f"compacted{tokens}{f' · {entry.trigger}' if entry.trigger else ''}"
        case ForkPoint():
            return f"{len(entry.branches)} branches"
        case Text(label=label) | Run(label=label) | Raw(label=label) if label:
            return f"{entry.kind} · {label}"
    return str(entry.kind).replace("_", " ")


def _headline(entry: Entry) -> str:
    model = getattr(entry, "model", "")
    words = (NAMES.get(entry.speaker, ""), model, local_time(entry.time), "" if entry.resumed else "(not resumed)")
    return "▌ " + "  ".join(one_line(word) for word in words if word)


def _body(entry: Entry, running: Mapping[str, str]) -> Iterator[str]:
    match entry:
        case ToolCall():
            yield from _call(entry, running.get(entry.identity, ""))
        case Text() if entry.kind in _SPOKEN:
            if entry.label:
                yield f"({one_line(entry.label)})"
            yield from entry.text.strip("\n").split("\n")
            yield from (f"▣ {image_text(image)}" for image in entry.images)
        case ForkPoint():
            yield f"⑂ {title_of(entry)}"
            yield from (f"{_INDENT}{'●' if b.active else '○'} {one_line(b.title)}" for b in entry.branches)
        case _:
            yield f"{'✗' if getattr(entry, 'is_error', False) else '·'} {one_line(title_of(entry))}"
            yield from _indented(_said(entry))
            yield from (f"{_INDENT}▣ {image_text(image)}" for image in getattr(entry, "images", ()))


def is_folded(entry: Entry) -> bool:
    """Whether only the title of ENTRY is written: it is context that the client injected, and no file."""
    return entry.kind is Kind.INJECTED and not (isinstance(entry, Run) and " " in entry.label)


def _said(entry: Entry) -> str:
    """What ENTRY says beside its title."""
    if is_folded(entry):
        return ""
    match entry:
        case Text(text=text) | Run(text=text) | Compaction(summary=text):
            return text
        case Raw(data=data):
            return data.decode("utf-8", "surrogateescape").rstrip("\n")
    return ""


def _call(call: ToolCall, running: str) -> Iterator[str]:
    yield f"▸ {one_line(call.name) or title_of(call)}"
    for name, text in input_parts(call):
        if "\n" in text:
            yield f"{_INDENT}{one_line(name)}:"
            yield from (f"{_INDENT}{line}" for line in _indented(text))
        else:
            yield f"{_INDENT}{one_line(name)}: {text}"
    if call.result:
        yield from _result(call.result)
    elif call.kind is Kind.TOOL_CALL:
        yield f"  {f'{_MARKS.get(running, _RUNS)} {running}' if running else '· no result'}"


def _result(result: Result) -> Iterator[str]:
    yield f"  {'✗ error' if result.is_error else '✓ result'}"
    yield from _indented(result.text)
    yield from (f"{_INDENT}▣ {image_text(image)}" for image in result.images)


def _indented(text: str) -> Iterator[str]:
    text = text.strip("\n")
    yield from (f"{_INDENT}{line}" for line in text.split("\n")) if text else ()

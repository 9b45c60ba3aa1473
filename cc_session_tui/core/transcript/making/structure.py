"""Entries for what stands between records, and for records and bytes that are shown as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.blocks import Object, block_of, content_of, members, number, string, text_of
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.format.lines import loads
from cc_session_tui.core.transcript.entries import Branch, Compaction, ForkPoint, Raw, Text
from cc_session_tui.core.transcript.peeks import texts_at
from cc_session_tui.core.transcript.texts import take_apart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cc_session_tui.core.chain.history import BranchSpan, Chain
    from cc_session_tui.core.transcript.making.common import Common
    from cc_session_tui.core.transcript.reading import Reading

_MOST_RAW: Final = 64 << 10
_MOST_STEPS: Final = 20_000
_TITLE: Final = 200


def compaction(reading: Reading, common: Common) -> Compaction:
    """A compact boundary with its summary, or one of the two alone."""
    metadata: Object = {}
    summary, time = "", ""
    for row in common["rows"]:
        record = reading.record(row)
        time = time or string(record.get("timestamp"))
        if reading.index.flags[row] & Flag.COMPACT_SUMMARY:
            summary = text_of(content_of(record))
        else:
            metadata = members(record.get("compactMetadata"))
    common["time"] = time
    return Compaction(
        **common,
        trigger=string(metadata.get("trigger")),
        tokens_before=number(metadata.get("preTokens")),
        tokens_after=number(metadata.get("postTokens")),
        summary=summary,
    )


def gap(reading: Reading, common: Common) -> Text:
    """A parent that is not in the file; the text is its uuid."""
    return Text(**common, text=reading.index.dangling.get(common["rows"][0], ""), label="missing parent")


def fork(reading: Reading, common: Common, chain: Chain, row: int) -> ForkPoint:
    """The branches below ROW, or the conversations that share nothing where ROW is -1."""
    branches = (_branch(reading, chain, span) for span in chain.forks.get(row, ()))
    return ForkPoint(**common, branches=tuple(branches))


def raw(reading: Reading, common: Common, block: int, record: Object) -> Raw:
    """A record, a content block of one, or bytes, as they are."""
    row = common["rows"][0]
    data = _bytes_at(reading, row)
    if not record:
        return Raw(**common, label=_damage(reading, row, data), data=data)
    if block < 0:
        return Raw(**common, label=reading.nature(row).label, data=data, record=record)
    found = block_of(record, block)
    return Raw(**common, label=string(found.get("type")) or "no type", data=data, record=found or record)


def _bytes_at(reading: Reading, row: int) -> bytes:
    index = reading.index
    try:
        return index.read(index.offset[row], min(index.length[row], _MOST_RAW))
    except (ReadError, IndexError):
        return b""


def _damage(reading: Reading, row: int, data: bytes) -> str:
    """What is wrong with the bytes at ROW."""
    flags = reading.index.flags[row]
    if not data:
        return "cannot be read"
    if flags & Flag.BLANK:
        nuls, is_cut = data.count(0), len(data) < reading.index.length[row]
        return f"{'over ' if is_cut else ''}{nuls:,} NUL bytes" if nuls else "blank line"
    if flags & Flag.GLUED:
        return "fragment on a line with a record"
    if flags & Flag.TORN:
        return "line without an end"
    return _not_a_record(data)


def _not_a_record(data: bytes) -> str:
    try:
        value = loads(data)
    except ValueError:
        return "damaged line"
    names = {dict: "object", list: "array", str: "string", bool: "truth value", type(None): "null"}
    return f"no record: JSON {names.get(type(value), 'number')}"


def _branch(reading: Reading, chain: Chain, span: BranchSpan) -> Branch:
    rows = _rows_of_active(chain, span) if span.active else _rows_up(reading, span)
    return Branch(span.leaf, span.first, _title(reading, rows), span.messages, span.active)


def _rows_of_active(chain: Chain, span: BranchSpan) -> Iterable[int]:
    try:
        return chain.rows[chain.rows.index(span.first) :][:_MOST_STEPS]
    except ValueError:
        return ()


def _rows_up(reading: Reading, span: BranchSpan) -> Iterable[int]:
    """The rows from the branch's first down to its leaf."""
    parent = reading.index.parent
    rows = [span.leaf]
    while rows[-1] != span.first and len(rows) < _MOST_STEPS and parent[rows[-1]] >= 0:
        rows.append(parent[rows[-1]])
    return reversed(rows if rows[-1] == span.first else [span.first])


def _title(reading: Reading, rows: Iterable[int]) -> str:
    """The first line of the first prompt, or of the first reply where there is none."""
    said = ""
    for row in rows:
        if reading.is_prompt(row):
            return _first_line(reading, row) or said
        if not said and reading.nature(row).type == "assistant":
            said = _first_line(reading, row)
    return said


def _first_line(reading: Reading, row: int) -> str:
    texts = (take_apart(text).text.strip() for text in texts_at(reading.index, row) if text)
    return next((text.partition("\n")[0][:_TITLE] for text in texts if text), "")

"""The index of a session file: a few numbers for each record, in columns; everything else stays in the file.

A *row* is one record, or one stretch of bytes that is none (a damaged line, a blank one, the stub before a glued record). Rows tile
the file: joined in order they are its bytes. Columns are arrays, so 100 MB of records take about 10 MB.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from enum import IntFlag
from pathlib import Path
from typing import Final, NamedTuple, Self

import msgspec

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.lines import JSON, Piece, loads, pieces, split_lines
from cc_session_tui.core.format.records import Head, decode_blocks, decode_fast, decode_head, head_of

NO_PARENT: Final = -1
"""`parent` of a record whose parentUuid is null or missing."""
DANGLING: Final = -2
"""`parent` of a record whose parentUuid names no record of this file."""

_CHUNK: Final = 4 << 20
_TAIL_BLOCK: Final = 64 << 10
_REFUSED = (msgspec.MsgspecError, ValueError, RecursionError)


class Flag(IntFlag):
    """What is true of a row."""

    SIDECHAIN = 1
    META = 2
    COMPACT_SUMMARY = 4
    API_ERROR = 8
    SLOW = 16
    """Only the tolerant decoder reads it: lone surrogate, NaN, BOM, NUL run, control character, wrongly typed field."""
    GLUED = 32
    """Its line holds more than this row."""
    DAMAGED = 64
    """Its bytes are no record."""
    TORN = 128
    """It is the last line and has no newline yet."""
    BLANK = 256
    """It holds nothing but white space or NULs."""
    HAS_UUID = 512


class Block(NamedTuple):
    """A content block as the index knows it."""

    type: str
    """`text` (also for string content), `thinking`, `tool_use`, `tool_result`, `image`, or any other type as it stands."""
    call: int
    """The number of its tool call, see `Index.uses`; -1 for a block of another type, or without an id."""


class Calls:
    """The tool calls of a session by id: where each tool_use and each tool_result stands."""

    def __init__(self) -> None:
        """No calls."""
        self.numbers: dict[str, int] = {}
        """tool_use id -> number of the call."""
        self.use = array("i")
        """Row of the first tool_use by call number; -1 where there is none."""
        self.result = array("i")
        """Row of the first tool_result by call number; -1 where there is none."""
        self.repeated: dict[int, list[tuple[int, bool]]] = {}
        """By call number: (row, is a tool_use) of each further use and result of the same id."""

    def add(self, identity: str, row: int, *, is_use: bool) -> int:
        """Note that ROW holds a tool_use or a tool_result of IDENTITY; return the call's number."""
        call = self.numbers.setdefault(identity, len(self.use))
        if call == len(self.use):
            self.use.append(-1)
            self.result.append(-1)
        column = self.use if is_use else self.result
        if column[call] < 0:
            column[call] = row
        else:
            self.repeated.setdefault(call, []).append((row, is_use))
        return call

    def forget(self, row: int) -> None:
        """Undo `add` for ROW, the last row."""
        for column in (self.use, self.result):
            for call in range(len(column) - 1, -1, -1):
                if column[call] == row:
                    column[call] = -1
        for found in self.repeated.values():
            found[:] = [item for item in found if item[0] != row]


class Index:
    """The columns of one session file, and its bytes on demand.

    One thread at a time may call `extend`; others may read meanwhile, and see rows that are complete.
    """

    def __init__(self, path: Path, base: int = 0) -> None:
        """An empty index that reads PATH from offset BASE (the start of a line) on.

        Raises:
            ReadError: PATH cannot be opened.
        """
        self.path = path
        self.base = base
        """Offset of the first row; 0 for the index of a whole file."""
        self.position = base
        """Offset up to which complete lines were read."""
        self.offset = array("Q")
        self.length = array("I")
        self.kind = array("H")
        """Index into `kinds`."""
        self.flags = array("H")
        self.parent = array("i")
        """Row of the parent; NO_PARENT or DANGLING where there is none."""
        self.message = array("i")
        """Number of the API message (`message.id`); -1 where there is none. Lines of one message share it."""
        self.kinds: list[str] = []
        """Every kind met: `user`, `system/compact_boundary`, `attachment/file`, ..., `(damaged)`, `(blank)`."""
        self.rows: dict[str, int] = {}
        """uuid -> row; where a uuid stands twice the later record wins, as in the client (2.1.332)."""
        self.superseded: dict[int, int] = {}
        """Row whose uuid stands again later -> that later row."""
        self.dangling: dict[int, str] = {}
        """Row -> its parentUuid, where that is not in the file."""
        self.last_prompts: list[tuple[int, str]] = []
        """(row, leafUuid) of each last-prompt record that names a leaf."""
        self.calls = Calls()
        self.decoded = 0
        """How many whole records were decoded so far."""
        self._block = array("B")
        self._call = array("i")
        self._many: dict[int, tuple[Block, ...]] = {}
        self._kind_codes: dict[tuple[str, str | None], int] = {}
        self._block_types: list[str] = ["", "text", "thinking", "tool_use", "tool_result", "image"]
        self._messages: dict[str, int] = {}
        self._file = _open(path)

    @classmethod
    def open(cls, path: Path) -> Self:
        """The index of the whole file at PATH.

        Raises:
            ReadError: PATH cannot be read.
        """
        index = cls(path)
        index.extend()
        return index

    @classmethod
    def tail(cls, path: Path, records: int = 60) -> Self:
        """The index of about the last RECORDS lines of PATH, read backwards in growing blocks."""
        file = _open(path)
        try:
            base = _tail_start(file, records)
        finally:
            os.close(file)
        index = cls(path, base)
        index.extend()
        return index

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.offset)

    def __del__(self) -> None:
        """Close the file."""
        if (file := getattr(self, "_file", -1)) >= 0:
            os.close(file)

    @property
    def size(self) -> int:
        """Offset just after the last row, in bytes."""
        return self.offset[-1] + self.length[-1] if len(self) else self.base

    def extend(self) -> int:
        """Read what was appended since; return the first row that is new or was read again (a torn line grown).

        Raises:
            ReadError: the file cannot be read.
        """
        self._drop_torn()
        first = len(self)
        for offset, line in self._lines():
            self._add_line(offset, line)
        self._resolve(first)
        return first

    def raw(self, row: int) -> bytes:
        """The bytes of ROW, its newline included.

        Raises:
            ReadError: the file is shorter than it was, or cannot be read.
        """
        return self.read(self.offset[row], self.length[row])

    def read(self, offset: int, length: int) -> bytes:
        """LENGTH bytes of the file from OFFSET.

        Raises:
            ReadError: the file is shorter than that, or cannot be read.
        """
        try:
            data = os.pread(self._file, length, offset)
        except OSError as error:
            raise ReadError(f"cannot read {self.path}: {error.strerror}") from error
        if len(data) < length:
            raise ReadError(f"{self.path} is shorter than it was")
        return data

    def record(self, row: int) -> dict[str, JSON] | None:
        """The record of ROW, decoded; None where its bytes are no record.

        Raises:
            ReadError: as for `raw`.
        """
        if self.flags[row] & (Flag.DAMAGED | Flag.BLANK):
            return None
        line = self.raw(row)
        self.decoded += 1
        try:
            value = loads(line) if self.flags[row] & Flag.SLOW else decode_fast(line)
        except _REFUSED:
            value = loads(line)
        return value if isinstance(value, dict) else None

    def kind_of(self, row: int) -> str:
        """The kind of ROW, such as `user` or `attachment/file`."""
        return self.kinds[self.kind[row]]

    def blocks(self, row: int) -> tuple[Block, ...]:
        """The content blocks of ROW; empty for a record without a message."""
        if many := self._many.get(row):
            return many
        kind = self._block[row]
        return (Block(self._block_types[kind], self._call[row]),) if kind else ()

    def uuid_of(self, row: int) -> str | None:
        """The uuid of ROW, read from the file; None where it has none."""
        if not self.flags[row] & Flag.HAS_UUID:
            return None
        record = self.record(row)
        return head_of(record).uuid if record else None

    # reading

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """(offset, line) of each line from `position` on; the last may be torn."""
        rest = b""
        while True:
            at = self.position + len(rest)
            try:
                chunk = os.pread(self._file, _CHUNK, at)
            except OSError as error:
                raise ReadError(f"cannot read {self.path}: {error.strerror}") from error
            if not chunk:
                break
            end = chunk.rfind(b"\n") + 1
            if not end:
                rest += chunk
                continue
            yield from split_lines(rest + chunk[:end], self.position)
            self.position = at + end
            rest = chunk[end:]
        if rest:
            yield self.position, rest

    def _drop_torn(self) -> None:
        """Forget the rows of a last line that had no newline, so that it is read again."""
        while len(self) and self.offset[-1] >= self.position:
            self._drop_last()

    def _drop_last(self) -> None:
        row = len(self) - 1
        for uuid in [u for u, r in self.rows.items() if r == row]:
            del self.rows[uuid]
            for old in [o for o, new in self.superseded.items() if new == row]:
                self.rows[uuid] = old
                del self.superseded[old]
        self.calls.forget(row)
        self._many.pop(row, None)
        self.dangling.pop(row, None)
        self.last_prompts = [item for item in self.last_prompts if item[0] != row]
        for column in (self.offset, self.length, self.kind, self.flags, self.parent, self.message, self._block, self._call):
            column.pop()

    def _add_line(self, offset: int, line: bytes) -> None:
        try:
            head = decode_head(line)
        except _REFUSED:
            self._add_pieces(offset, line)
            return
        self._add(offset, len(line), head, 0 if line.endswith(b"\n") else int(Flag.TORN))

    def _add_pieces(self, offset: int, line: bytes) -> None:
        """Add a line that the fast decoder refused, by what the tolerant one makes of it."""
        torn = 0 if line.endswith(b"\n") else int(Flag.TORN)
        if not line.strip(b"\x00 \t\r\n"):
            self._add_bytes(offset, len(line), "(blank)", torn | Flag.BLANK)
            return
        parts = pieces(line)
        glued = int(Flag.GLUED) if len(parts) > 1 else 0
        for part in parts:
            self._add_piece(offset, part, torn | glued)

    def _add_piece(self, offset: int, part: Piece, flags: int) -> None:
        length = part.end - part.start
        if isinstance(part.value, dict):
            self._add(offset + part.start, length, head_of(part.value), flags | Flag.SLOW)
        else:
            self._add_bytes(offset + part.start, length, "(damaged)", flags | Flag.DAMAGED)

    def _add_bytes(self, offset: int, length: int, kind: str, flags: int) -> None:
        """A row that is no record."""
        self._append(offset, length, self._code(kind, None), flags, NO_PARENT, -1)
        self._block.append(0)
        self._call.append(-1)

    def _append(self, offset: int, length: int, kind: int, flags: int, parent: int, message: int) -> None:
        self.length.append(length)
        self.kind.append(kind)
        self.flags.append(flags)
        self.parent.append(parent)
        self.message.append(message)
        self.offset.append(offset)

    def _add(self, offset: int, length: int, head: Head, flags: int) -> None:
        """A row that is a record."""
        row = len(self.offset)
        if head.is_sidechain:
            flags |= Flag.SIDECHAIN
        if head.is_meta:
            flags |= Flag.META
        if head.is_compact_summary:
            flags |= Flag.COMPACT_SUMMARY
        if head.is_api_error:
            flags |= Flag.API_ERROR
        if head.uuid:
            flags |= Flag.HAS_UUID
            self._add_uuid(head.uuid, row)
        if head.leaf_uuid and head.type == "last-prompt":
            self.last_prompts.append((row, head.leaf_uuid))
        sub = head.subtype
        if head.attachment is not None:
            sub = head.attachment.type
        elif head.data is not None:
            sub = head.data.type
        message = self._add_message(row, head) if head.message is not None else self._no_blocks()
        self._append(offset, length, self._code(head.type, sub), flags, self._parent_row(row, head.parent_uuid), message)

    def _no_blocks(self) -> int:
        self._block.append(0)
        self._call.append(-1)
        return -1

    def _add_uuid(self, uuid: str, row: int) -> None:
        old = self.rows.get(uuid)
        if old is not None:
            self.superseded[old] = row
        self.rows[uuid] = row

    def _parent_row(self, row: int, parent_uuid: str | None) -> int:
        if not parent_uuid:
            return NO_PARENT
        parent = self.rows.get(parent_uuid)
        if parent is None:
            self.dangling[row] = parent_uuid
            return DANGLING
        return parent

    def _code(self, type_: str, sub: str | None) -> int:
        code = self._kind_codes.get((type_, sub))
        if code is None:
            code = min(len(self.kinds), 0xFFFF)
            self._kind_codes[type_, sub] = code
            if code == len(self.kinds):
                self.kinds.append(f"{type_}/{sub}" if sub else type_)
        return code

    def _add_message(self, row: int, head: Head) -> int:
        """Note the message's blocks; return the number of its id."""
        message = head.message
        blocks = decode_blocks(message.content) if message is not None else None
        if blocks is None:
            self._block.append(1)
            self._call.append(-1)
        else:
            found = tuple(self._block_of(row, b.type, b.id, b.tool_use_id) for b in blocks)
            if len(found) > 1:
                self._many[row] = found
            self._block.append(self._block_code(found[0].type) if found else 0)
            self._call.append(found[0].call if found else -1)
        if message is None or not message.id:
            return -1
        return self._messages.setdefault(message.id, len(self._messages))

    def _block_of(self, row: int, type_: str, use_id: str | None, result_id: str | None) -> Block:
        if type_ == "tool_use" and use_id:
            return Block(type_, self.calls.add(use_id, row, is_use=True))
        if type_ == "tool_result" and result_id:
            return Block(type_, self.calls.add(result_id, row, is_use=False))
        return Block(type_ or "?", -1)

    def _block_code(self, type_: str) -> int:
        try:
            return self._block_types.index(type_)
        except ValueError:
            self._block_types.append(type_)
            return min(len(self._block_types) - 1, 255)

    def _resolve(self, first: int) -> None:
        """Settle parents that stand later in the file, and parents that were superseded by a later record."""
        for row, uuid in list(self.dangling.items()):
            parent = self.rows.get(uuid)
            if parent is not None:
                self.parent[row] = parent
                del self.dangling[row]
        if self.superseded:
            for row in range(len(self)):
                while (parent := self.parent[row]) in self.superseded:
                    self.parent[row] = self.superseded[parent]


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise ReadError(f"cannot read {path}: {error.strerror}") from error


def _tail_start(file: int, records: int) -> int:
    """Offset of the line with which the last RECORDS lines begin."""
    size = os.fstat(file).st_size
    block = _TAIL_BLOCK
    while block < size:
        data = os.pread(file, block, size - block)
        if data.count(b"\n") > records:
            break
        block *= 2
    else:
        return 0
    at = len(data) - 1 if data.endswith(b"\n") else len(data)
    for _ in range(records):
        at = data.rfind(b"\n", 0, at)
    return size - block + at + 1

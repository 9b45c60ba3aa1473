"""The index of a session file: a few numbers for each record, in columns; everything else stays in the file.

A *row* is one record, or one stretch of bytes that is none (a damaged line, a blank one, the stub before a glued
record). Rows tile the file: joined in order they are its bytes. Columns are arrays, so that 100 MB of records take
about 20 MB.
"""

from __future__ import annotations

from array import array
from io import BytesIO
from itertools import accumulate, count, repeat
from typing import TYPE_CHECKING, Final, Self

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.format.calls import Block, Calls
from cc_session_tui.core.format.names import Names
from cc_session_tui.core.format.records import BlockHead, Head, decode_head, head_of
from cc_session_tui.core.format.rows import REFUSED, Flag, rows_of, value_of
from cc_session_tui.core.format.source import FileSource, Source, tail_start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cc_session_tui.core.format.lines import JSON

__all__ = ["DANGLING", "NO_PARENT", "Block", "Calls", "Flag", "Index"]

NO_PARENT: Final = -1
"""`parent` of a record whose parentUuid is null or missing."""
DANGLING: Final = -2
"""`parent` of a record whose parentUuid names no record of this file."""

CHUNK: Final = 1 << 18
"""Bytes of a file that are read at once to index them."""
_MOST_UUIDS: Final = 1 << 16
"""Uuids up to which they are settled only when there is time for it."""
_MOST_IDS: Final = 1 << 15
"""The same for the ids of messages, and of calls."""
_MOST_GROWING: Final = 1 << 12
"""The same for each once there was."""
_MOST_CODES: Final = 0xFFFF
_MOST_BLOCK_CODES: Final = 0xFF


_SIDECHAIN, _META, _COMPACT_SUMMARY, _API_ERROR, _HAS_UUID = (
    int(f) for f in (Flag.SIDECHAIN, Flag.META, Flag.COMPACT_SUMMARY, Flag.API_ERROR, Flag.HAS_UUID)
)
_TEXT: Final = 1
_TOOL_USE: Final = 3
_TOOL_RESULT: Final = 4


class Index:
    """The columns of one session file, and its bytes on demand.

    One thread at a time may call `extend`; others may read meanwhile, and see rows that are complete.
    """

    def __init__(self, source: Source, base: int = 0) -> None:
        """An empty index that reads SOURCE from offset BASE (the start of a line) on."""
        self.source = source
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
        self.rows = Names()
        """uuid -> row; where a uuid stands twice the later record wins, as in the client (2.1.332)."""
        self.superseded: dict[int, int] = {}
        """Row whose uuid stands again later -> that later row."""
        self.dangling: dict[int, str] = {}
        """Row -> its parentUuid, where that is not in the file."""
        self.last_prompts: list[tuple[int, str]] = []
        """(row, leafUuid) of each last-prompt record that names a leaf."""
        self.calls = Calls()
        self.relinked = False
        """Whether a compaction before the first row preserved records: known only where this is a part of an index."""
        self.decoded = 0
        """How many whole records were decoded so far."""
        self._torn: dict[int, str] = {}
        self._most = _MOST_UUIDS, _MOST_IDS, _MOST_IDS
        self._block = array("B")
        self._call = array("i")
        self._many: dict[int, tuple[Block, ...]] = {}
        self._kind_codes: dict[str, int] = {}
        self._block_types: list[str] = ["", "text", "thinking", "tool_use", "tool_result", "image"]
        self._block_codes: dict[str, int] = {name: code for code, name in enumerate(self._block_types) if code}
        self._messages = Names()

    @classmethod
    def open(cls, path: Path, *, torn: bool = True) -> Self:
        """The index of the whole file at PATH. Without TORN, a last line that has no end is not read.

        Raises:
            ReadError: PATH cannot be read.
        """
        return cls.of(FileSource(path), torn=torn)

    @classmethod
    def of(cls, source: Source, *, torn: bool = True) -> Self:
        """The index of all of SOURCE; TORN as in `open`.

        Raises:
            ReadError: it cannot be read.
        """
        index = cls(source)
        index.extend(torn=torn)
        return index

    @classmethod
    def tail(cls, path: Path, records: int = 60, *, torn: bool = True) -> Self:
        """The index of the last RECORDS lines of PATH, read backwards in growing blocks; TORN as in `open`.

        Raises:
            ReadError: PATH cannot be read.
        """
        source = FileSource(path)
        index = cls(source, tail_start(source, records))
        index.extend(torn=torn)
        return index

    @property
    def path(self) -> Path:
        """The file that is read."""
        return self.source.path

    @property
    def _names(self) -> tuple[Names, ...]:
        return self.rows, self._messages, self.calls.numbers

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.offset)

    @property
    def size(self) -> int:
        """Offset just after the last row, in bytes."""
        return self.offset[-1] + self.length[-1] if len(self) else self.base

    def extend(self, *, torn: bool = True) -> int:
        """Read what was appended since; return the first row that is new or was read again (a torn line grown).

        Without TORN, a last line that has no end is not read yet.

        Raises:
            ReadError: the file cannot be read.
        """
        self._drop_torn()
        first, copies = len(self), len(self.superseded)
        for offset, lines in self._lines(torn=torn):
            lengths, heads, flags = self._decode(offset, lines)
            if offset >= self.position:
                self._torn = {row: head.uuid for row, head in enumerate(heads, len(self)) if head.uuid}
            self._add(heads, flags)
            self.length.extend(lengths)
            self.offset.extend(accumulate(lengths[:-1], initial=offset))
        self._resolve_dangling()
        if len(self.superseded) > copies:
            self._resolve_copies()
        return first

    def settle(self) -> None:
        """Take less memory from now on; nothing else changes. The thread that may call `extend` may call it."""
        self._most = _MOST_GROWING, _MOST_GROWING, _MOST_GROWING
        for names in () if self._torn else self._names:  # what is torn may be taken back
            names.settle()

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
        data = self.source.read(offset, length)
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
        value = value_of(line, slow=bool(self.flags[row] & Flag.SLOW))
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

    def _lines(self, *, torn: bool) -> Iterator[tuple[int, list[bytes]]]:
        """(offset, lines) of each chunk from `position` on, then the TORN line if there is one and it is wanted."""
        rest: list[bytes] = []  # of a line that has not ended yet; joined once, since a line may have hundreds of MB
        at = self.position
        while chunk := self.source.read(at, CHUNK):
            at += len(chunk)
            lines = BytesIO(chunk).readlines()  # splits at b"\n" alone, three times as fast as bytes.split
            last = [] if lines[-1].endswith(b"\n") else [lines.pop()]
            if lines:
                lines[0] = b"".join([*rest, lines[0]])
                start, self.position = self.position, at - len(last[0]) if last else at
                yield start, lines
                rest = []
            rest += last
        if rest and torn:
            yield self.position, [b"".join(rest)]

    def _drop_torn(self) -> None:
        """Forget the rows of a last line that had no newline, so that it is read again."""
        while len(self) and self.offset[-1] >= self.position:
            self._drop_last()

    def _drop_last(self) -> None:
        row = len(self) - 1
        if (uuid := self._torn.pop(row, None)) is not None:
            self._drop_uuid(uuid, row)
        self.calls.forget(row, self.blocks(row))
        self._many.pop(row, None)
        self.dangling.pop(row, None)
        if self.last_prompts and self.last_prompts[-1][0] == row:
            self.last_prompts.pop()
        for column in (
            self.offset,
            self.length,
            self.kind,
            self.flags,
            self.parent,
            self.message,
            self._block,
            self._call,
        ):
            column.pop()

    def _drop_uuid(self, uuid: str, row: int) -> None:
        """Forget that ROW, the last row, has UUID: its children hang below the record that it replaced, or dangle."""
        before = next((old for old, new in self.superseded.items() if new == row), None)
        if before is not None:
            del self.superseded[before]
        self.rows.restore(uuid, before)
        parent = self.rows.get(uuid, DANGLING)
        while row in self.parent:
            child = self.parent.index(row)
            self.parent[child] = parent
            if parent == DANGLING:
                self.dangling[child] = uuid

    def _decode(self, offset: int, lines: list[bytes]) -> tuple[list[int], list[Head], Iterable[int]]:
        """Length, head and flags of each row in LINES, which stand from OFFSET on."""
        try:
            flags = repeat(0) if offset < self.position else repeat(int(Flag.TORN))
            return list(map(len, lines)), list(map(decode_head, lines)), flags
        except REFUSED:
            numbered = enumerate(lines)
            items = [item for n, line in numbered for item in rows_of(line, at_start=not offset and not n)]
            return [item[0] for item in items], [item[1] for item in items], [item[2] for item in items]

    def _add(self, heads: list[Head], all_flags: Iterable[int]) -> None:  # noqa: C901, PLR0912, PLR0915
        """Add rows. All in one loop, since a call a record makes indexing a third slower."""
        kinds: list[int] = []
        flag_column: list[int] = []
        parents: list[int] = []
        messages: list[int] = []
        blocks: list[int] = []
        calls: list[int] = []
        for names, most in zip(self._names, self._most, strict=True):
            if len(names.recent) >= most:
                names.settle()
        codes, block_codes = self._kind_codes, self._block_codes
        rows, old_row, old_rows = self.rows.recent, self.rows.old_number, self.rows.old_marks
        last_slot = len(old_rows) - 1
        message_numbers, next_message = self._messages.recent, len(self._messages)
        old_message, old_messages = self._messages.old_number, self._messages.old_marks
        add_use, add_result = self.calls.add_use, self.calls.add_result
        numbers, use, result = self.calls.numbers.recent, self.calls.use, self.calls.result
        has_old_calls = bool(self.calls.numbers.old_marks)
        for row, head, first_flags in zip(count(len(self.offset)), heads, all_flags):
            type_ = head.type
            message = head.message if type_ == "assistant" or type_ == "user" else None  # noqa: PLR1714 - twice as fast
            number = call = -1
            flags = first_flags
            block = 0
            if message is not None:
                content = message.content
                if type(content) is not list:
                    block = _TEXT
                elif content:
                    first = content[0]
                    block = block_codes.get(first.type) or self._block_code(first.type)
                    if len(content) > 1:
                        call = self._add_blocks(row, content)
                    elif block == _TOOL_USE and first.id:
                        if (call := numbers.get(first.id, -1)) < 0 and not has_old_calls:
                            call = numbers[first.id] = len(use)
                            use.append(row)
                            result.append(-1)
                        else:
                            call = add_use(first.id, row)
                    elif block == _TOOL_RESULT and first.tool_use_id:
                        if (call := numbers.get(first.tool_use_id, -1)) >= 0 and result[call] < 0:
                            result[call] = row
                        else:
                            call = add_result(first.tool_use_id, row)
                if message.id:
                    number = message_numbers.setdefault(message.id, next_message)
                    if number == next_message:
                        if old_messages and (old := old_message(message.id)) >= 0:
                            number = message_numbers[message.id] = old
                        else:
                            next_message += 1
                if head.is_meta:
                    flags |= _META
                if head.is_compact_summary:
                    flags |= _COMPACT_SUMMARY
                if head.is_api_error:
                    flags |= _API_ERROR
                code = codes.get(type_)
            else:
                code = self._code_of(head)
                if head.is_meta:
                    flags |= _META
                if head.leaf_uuid and type_ == "last-prompt":
                    self.last_prompts.append((row, head.leaf_uuid))
            if head.is_sidechain:
                flags |= _SIDECHAIN
            uuid = head.uuid
            if uuid:
                flags |= _HAS_UUID
                if (old := rows.setdefault(uuid, row)) != row:
                    self.superseded[old] = row
                    rows[uuid] = row
                elif old_rows and old_rows[hash(uuid) >> 7 & last_slot] and (old := old_row(uuid)) >= 0:
                    self.superseded[old] = row
            parent_uuid = head.parent_uuid
            parent = rows.get(parent_uuid, DANGLING) if parent_uuid else NO_PARENT
            if parent == DANGLING and parent_uuid:
                if old_rows:
                    parent = self.rows.get(parent_uuid, DANGLING)
                if parent == DANGLING:
                    self.dangling[row] = parent_uuid
            kinds.append(self._kind_code(type_) if code is None else code)
            flag_column.append(flags)
            parents.append(parent)
            messages.append(number)
            blocks.append(block)
            calls.append(call)
        self.kind.extend(kinds)
        self.flags.extend(flag_column)
        self.parent.extend(parents)
        self.message.extend(messages)
        self._block.extend(blocks)
        self._call.extend(calls)

    def _code_of(self, head: Head) -> int:
        """The number of the kind of a record without a message."""
        sub = head.subtype
        if head.attachment is not None:
            sub = head.attachment.type
        elif head.data is not None:
            sub = head.data.type
        kind = f"{head.type}/{sub}" if sub else head.type
        code = self._kind_codes.get(kind)
        return self._kind_code(kind) if code is None else code

    def _kind_code(self, kind: str) -> int:
        """A number for a kind that was not met before."""
        if len(self.kinds) < _MOST_CODES:
            self.kinds.append(kind)
        return self._kind_codes.setdefault(kind, len(self.kinds) - 1)

    def _block_code(self, type_: str) -> int:
        """A number for a block type that was not met before."""
        if len(self._block_types) < _MOST_BLOCK_CODES:
            self._block_types.append(type_ or "?")
        return self._block_codes.setdefault(type_, len(self._block_types) - 1)

    def _add_blocks(self, row: int, content: list[BlockHead]) -> int:
        """Note the blocks of ROW that are calls, or more than one; return the call of the first."""
        found = tuple(self._block_of(row, b.type, b.id, b.tool_use_id) for b in content)
        if len(found) > 1:
            self._many[row] = found
        return found[0].call

    def _block_of(self, row: int, type_: str, use_id: str | None, result_id: str | None) -> Block:
        if type_ == "tool_use" and use_id:
            return Block(type_, self.calls.add_use(use_id, row))
        if type_ == "tool_result" and result_id:
            return Block(type_, self.calls.add_result(result_id, row))
        return Block(type_ or "?", -1)

    def _resolve_dangling(self) -> None:
        """Settle parents that stand later in the file."""
        for row, uuid in list(self.dangling.items()):
            parent = self.rows.get(uuid)
            if parent is not None:
                self.parent[row] = parent
                del self.dangling[row]

    def _resolve_copies(self) -> None:
        """Settle parents that were superseded by a later record."""
        for row in range(len(self)):
            while (parent := self.parent[row]) in self.superseded:
                self.parent[row] = self.superseded[parent]

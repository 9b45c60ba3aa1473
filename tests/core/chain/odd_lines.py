"""Lines that are not just a record to the letter, and whether client 2.1.332 reads the record that they begin with."""

from __future__ import annotations

import json

TIMES = "2026-01-01T00:00:{:02d}.000Z"
"""At most five seconds apart: the client goes on above a record that it skips."""


def _record(number: int, text: str) -> bytes:
    """A prompt that hangs below the one before it."""
    record = {
        "parentUuid": _uuid(number - 1) if number else None,
        "isSidechain": False,
        "type": "user",
        "message": {"role": "user", "content": text},
        "uuid": _uuid(number),
        "timestamp": TIMES.format(number),
    }
    return json.dumps(record).encode()


def _uuid(number: int) -> str:
    return f"{number:08x}-0000-4000-8000-{number:012x}"


ODD = {
    "plain": (b"%s", True),
    "blanks around it": (b" \t %s \r", True),
    "a BOM in the middle of the file": (b"\xef\xbb\xbf%s", False),
    "a no-break space before it": (b"\xc2\xa0%s", False),
    "NULs before it": (b"\0\0\0%s", False),
    "NULs behind it": (b"%s\0\0", True),
    "a comma behind it": (b"%s,", True),
    "a stub before it": (b'{"type":"us%s', False),
    "a stub behind it": (b'%s{"type":"us', True),
    "a record behind it": (b'%s{"type":"mode","mode":"x","sessionId":"s"}', True),
    "a record before it": (b'{"type":"mode","mode":"x","sessionId":"s"}%s', False),
}
"""Name -> (the line around the record, whether it is read)."""
INSIDE = {
    "a control character": (b"\x01", False),
    "a tab": (b"\t", False),
    "invalid UTF-8": (b"\xff", True),
}
"""Name -> (bytes inside the text, whether the record is read)."""


def odd_file() -> tuple[bytes, list[str]]:
    """A session of odd lines, and the names of those that the client reads, in order."""
    lines = [around % _record(number, f"say {name}") for number, (name, (around, _)) in enumerate(ODD.items())]
    read = [name for name, (_, is_read) in ODD.items() if is_read]
    for name, (inside, is_read) in INSIDE.items():
        lines.append(_record(len(lines), f"say {name}@").replace(b"@", inside))
        read += [name] if is_read else []
    lines.append(_record(len(lines), "say NaN").replace(b"{", b'{"n":NaN,', 1))
    lines.append(_record(len(lines), "say 1e400").replace(b"{", b'{"n":1e400,', 1))
    return b"\n".join(lines) + b"\n", [*read, "1e400"]

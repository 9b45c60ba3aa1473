"""Bytes that may stand in a session file: real records, hostile ones, and what crashes and other programs leave."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

UUIDS = st.sampled_from(["u1", "u2", "u3", "u4"])
CALL_IDS = st.sampled_from(["toolu_1", "toolu_2"])
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        False,
        5,
        -1,
        10**30,
        1e300,
        float("nan"),
        float("-inf"),
        "",
        "text",
        "wide 漢字 😀 \x00\x1b[31m\u2028",
        "\ud800",
        [],
        ["x", None],
        {},
        {"type": 5},
        [[{"type": "user", "uuid": "u1"}]],
    ]
)
TYPES = ["user", "assistant", "system", "attachment", "progress", "last-prompt"]
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "thinking", "tool_use", "tool_result", "image", "frobnicate"]) | ODD},
    optional={"id": CALL_IDS | ODD, "tool_use_id": CALL_IDS | ODD, "text": ODD},
)
MESSAGES = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from(["msg_1", "msg_2"]) | ODD,
        "content": st.lists(BLOCKS, max_size=3) | st.lists(BLOCKS | ODD, max_size=2) | ODD,
    },
)
RECORDS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | ODD},
    optional={
        "uuid": UUIDS | ODD,
        "parentUuid": UUIDS | ODD,
        "leafUuid": UUIDS | ODD,
        "subtype": ODD,
        "message": MESSAGES | ODD,
        "attachment": ODD,
        "data": ODD,
        "isSidechain": ODD,
        "isMeta": ODD,
        "isCompactSummary": ODD,
        "isApiErrorMessage": ODD,
    },
)


def encode(record: dict[str, Any], *, escaped: bool) -> bytes:
    """Return RECORD as a line without its newline, its text escaped to ASCII or as it is (surrogates included)."""
    return json.dumps(record, ensure_ascii=escaped, separators=(",", ":")).encode("utf-8", "surrogatepass")


LINES = st.builds(lambda record, escaped: encode(record, escaped=escaped), RECORDS, st.booleans())
SCRAPS = st.binary(max_size=8) | st.sampled_from(
    [
        b"\n",
        b"\r\n",
        b"\n\n",
        b"\x00" * 5,
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b" ",
        b'{"',
        b"}",
        b'{"type":"user"}',
        b'"uuid":"u1"}\n',
    ]
)
FILES = st.lists(LINES.map(lambda line: line + b"\n") | LINES | SCRAPS, max_size=8).map(b"".join)
"""Any file: records with and without their newline (so that some are glued), between scraps."""


@st.composite
def files_in_chunks(draw: st.DrawFn) -> list[bytes]:
    """A file, cut where a writer may have stopped for a moment."""
    data = draw(FILES)
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=4)))
    return [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]

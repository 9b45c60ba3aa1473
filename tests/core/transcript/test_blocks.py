"""Content blocks: their text, and what an image's header says."""

from __future__ import annotations

import base64
import struct
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.format import blocks
from tests.core.transcript.script import image

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + struct.pack(">II", 1280, 720) + b"\x08\x06" + bytes(90)
GIF = b"GIF89a" + struct.pack("<HH", 320, 200) + bytes(90)
JPEG = b"\xff\xd8\xff\xe1\x10\x00" + bytes(0xFFE) + b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 480, 640) + bytes(90)
LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 " + bytes(10) + struct.pack("<HH", 99, 88) + bytes(90)
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L" + bytes(5) + struct.pack("<I", 98 | 87 << 14) + bytes(90)
EXTENDED = b"RIFF\x00\x00\x00\x00WEBPVP8X" + bytes(8) + b"\x62\x00\x00\x57\x00\x00" + bytes(90)


def encoded(data: bytes) -> str:
    """Return DATA in base64."""
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (1280, 720)),
        (GIF, (320, 200)),
        (JPEG, (640, 480)),
        (LOSSY, (99, 88)),
        (LOSSLESS, (99, 88)),
        (EXTENDED, (99, 88)),
        (PNG[:20], (0, 0)),
        (b"BM not read", (0, 0)),
    ],
    ids=["png", "gif", "jpeg", "webp lossy", "webp lossless", "webp extended", "cut off", "another format"],
)
def test_the_pixels_of_a_picture_are_read_from_its_header(data: bytes, size: tuple[int, int]) -> None:
    assert blocks.pixel_size(encoded(data)) == size


def test_only_the_beginning_of_a_large_picture_is_decoded() -> None:
    block = image(encoded(PNG + bytes(3_000_000)))
    tracemalloc.start()
    facts = blocks.image_facts(block)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (facts.width, facts.height, facts.size) == (1280, 720, len(PNG) + 3_000_000)
    assert peak < 50_000


@pytest.mark.parametrize("length", range(5))
def test_the_decoded_size_is_known_without_decoding(length: int) -> None:
    assert blocks.decoded_size(encoded(bytes(length))) == length


def test_a_picture_elsewhere_has_a_type_and_no_size() -> None:
    block: dict[str, Any] = {"type": "image", "source": {"type": "url", "url": "https://example.com/x.png"}}
    assert blocks.image_facts(block) == ("url", 0, 0, 0)


@given(data=st.text() | st.binary().map(encoded))
def test_any_data_of_a_picture_is_looked_at_without_an_exception(data: str) -> None:
    assert min(blocks.image_facts(image(data))[1:]) >= 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("plain", "plain"),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
        ([{"type": "image"}, {"type": "text", "text": "beside a picture"}], "beside a picture"),
        ([{"type": "tool_reference", "tool_name": "CronList"}], "CronList"),
        (
            [{"type": "document", "title": "a.txt", "source": {"type": "text", "data": "text of it"}}],
            "a.txt\ntext of it",
        ),
        ([{"type": "brand_new", "x": 1}], '{\n  "type": "brand_new",\n  "x": 1\n}'),
        (["a string in the list"], "a string in the list"),
        (None, ""),
        (5, "5"),
        ({"odd": True}, '{\n  "odd": true\n}'),
    ],
)
def test_a_tool_result_of_any_shape_has_a_text(content: Any, said: str) -> None:
    assert blocks.result_text({"type": "tool_result", "content": content}) == said


def test_a_document_in_base64_says_what_it_is() -> None:
    source: Any = {"type": "base64", "media_type": "application/pdf", "data": encoded(bytes(4000))}
    assert blocks.document_text({"title": "paper", "source": source}) == "paper\napplication/pdf, 4,000 bytes"


@pytest.mark.parametrize(
    ("value", "number"), [(5, 5), (2.9, 2), (True, 0), ("5", 0), (float("nan"), 0), (float("inf"), 0), (10**400, 0)]
)
def test_only_a_number_of_sensible_size_counts_as_one(value: Any, number: int) -> None:
    assert blocks.number(value) == number


@pytest.mark.parametrize(
    ("record", "count"),
    [
        ({}, 0),
        ({"message": None}, 0),
        ({"message": [1]}, 0),
        ({"message": {"content": None}}, 0),
        ({"message": {"content": "text"}}, 1),
        ({"message": {"content": [{}, None, 3]}}, 3),
    ],
)
def test_content_of_any_shape_is_a_list_of_blocks(record: dict[str, Any], count: int) -> None:
    assert len(blocks.content_of(record)) == count
    assert blocks.block_of(record, 7) == {}

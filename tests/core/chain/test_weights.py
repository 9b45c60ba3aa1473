from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.sending import Sent
from cc_session_tui.core.chain.weights import tokens_of, weights

if TYPE_CHECKING:
    from collections.abc import Mapping

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (750).to_bytes(4, "big") + (100).to_bytes(4, "big") + bytes(90_000)
IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(PNG).decode()},
}


def sent(row: int, value: Mapping[str, object]) -> Sent:
    return Sent(row, 0, "user", str(value["type"]), json.loads(json.dumps(value)))


def test_an_image_costs_its_pixels_wherever_it_stands_and_not_its_bytes() -> None:
    alone = tokens_of(sent(0, IMAGE))
    in_result = tokens_of(sent(0, {"type": "tool_result", "tool_use_id": "t", "content": [IMAGE]}))
    assert 100 <= alone <= 110
    assert 100 <= in_result <= 130


def test_the_heaviest_record_comes_first_with_all_its_blocks() -> None:
    light, heavy = {"type": "text", "text": "a" * 40}, {"type": "text", "text": "b" * 300}
    found = weights([sent(3, light), sent(5, heavy), sent(3, light), sent(-1, heavy)])
    assert [weight.row for weight in found] == [5, 3]
    assert found[1].size == 2 * len(json.dumps(light))

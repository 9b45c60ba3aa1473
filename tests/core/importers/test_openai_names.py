from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cc_session_tui.core.errors import EditError
from cc_session_tui.core.importers.openai_names import messages_of, with_api_names

ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["toolCall", "tool_result", "type"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "content", "messages", "toolCallId", "arguments", "finish_reason"]), inner
        )
    ),
)


@pytest.mark.parametrize("name", ["toolCall", "function_call"])
def test_a_call_is_a_tool_use(name: str) -> None:
    block: dict[str, Any] = {"type": name, "id": "t", "name": "Read", "input": {"a": 1}}
    assert with_api_names(block) == {**block, "type": "tool_use"}


@pytest.mark.parametrize("name", ["toolResult", "function_response"])
def test_a_response_is_a_tool_result(name: str) -> None:
    block: dict[str, Any] = {"type": name, "toolCallId": "t", "content": "x", "is_error": True}
    assert with_api_names(block) == {"type": "tool_result", "tool_use_id": "t", "content": "x", "is_error": True}


@pytest.mark.parametrize(
    ("arguments", "expected"), [({"a": 1}, {"a": 1}), ('{"a": 1}', {"a": 1}), ("no JSON", "no JSON")]
)
def test_arguments_are_the_input_of_a_call(arguments: Any, expected: Any) -> None:
    block = with_api_names({"type": "toolCall", "toolCallId": "t", "name": "Read", "arguments": arguments})
    assert block == {"type": "tool_use", "id": "t", "name": "Read", "input": expected}


@pytest.mark.parametrize(
    ("given_reason", "reason"),
    [("function_call", "tool_use"), ("tool_calls", "tool_use"), ("stop", "end_turn"), ("refusal", "refusal")],
)
def test_a_finish_reason_is_a_stop_reason(given_reason: str, reason: str) -> None:
    [message] = messages_of([{"role": "assistant", "content": "x", "finish_reason": given_reason}])
    assert message == {"role": "assistant", "content": "x", "stop_reason": reason}


def test_names_of_the_api_win_over_others() -> None:
    block: dict[str, Any] = {"type": "tool_result", "tool_use_id": "a", "toolCallId": "b"}
    assert with_api_names(block) == block
    [message] = messages_of([{"role": "assistant", "stop_reason": "stop", "finish_reason": "length"}])
    assert message["stop_reason"] == "stop"


def test_what_a_tool_answered_keeps_its_names() -> None:
    inner: list[Any] = [{"type": "toolCall", "toolCallId": "x"}]
    assert with_api_names({"type": "toolResult", "toolCallId": "t", "content": inner})["content"] == inner


@given(data=ODD)
def test_any_value_is_messages_or_an_error_and_stays_as_it_was(data: Any) -> None:
    before = json.dumps(data)
    with contextlib.suppress(EditError):
        assert all(isinstance(message, dict) for message in messages_of(data))
    assert json.dumps(data) == before

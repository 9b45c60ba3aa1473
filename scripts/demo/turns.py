"""What a conversation is made of: prompts, replies with their tool calls, and the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .session import Call, Fields

if TYPE_CHECKING:
    from .session import Session

_PERMISSION = {"decision": "accept", "source": "config", "reasonType": "rule", "ruleSource": "projectSettings"}


def text(words: str) -> Fields:
    """Return a text block."""
    return {"type": "text", "text": words}


def thinking(words: str, seconds: float = 4) -> Fields:
    """Return a thinking block; without WORDS only its signature is left, as newer models have it."""
    return {"type": "thinking", "thinking": words, "signature": "EqDemo", "_seconds": seconds}


def prompt(session: Session, words: str | list[Fields], **tail: Any) -> str:
    """Add a human prompt and return its uuid."""
    session.prompt_id = session.ids.uuid()
    session.turns += 1
    shown = words if isinstance(words, str) else " ".join(block.get("text", "") for block in words).strip()
    session.last_prompt = shown
    session.bill.take(shown)
    if session.agent_id:
        return session.chain(_user(session, words) | {"rowSource": "recorded"})
    typed = session.entrypoint == "cli"
    source: Fields = {"permissionMode": "default"} | ({"origin": {"kind": "human"}} if typed else {})
    source |= {"promptSource": "typed" if typed else "sdk", "sentAtMs": session.milliseconds(), "rowSource": "local"}
    source |= {"turnOrigin": "human" if typed else "sdk"}
    source |= {"turnPosition": {"promptIndex": 0, "turnIndex": session.turns}}
    return session.chain(_user(session, words), source | tail)


def say(session: Session, *blocks: Fields | Call) -> list[str]:
    """Add one assistant message, a line a block, then the results of its tool calls.

    Returns:
        The uuids of the assistant lines.
    """
    message_id, request = f"msg_{session.ids.hex(24)}", session.ids.uuid()
    calls = [(block, f"toolu_{session.ids.hex(24)}") for block in blocks if isinstance(block, Call)]
    ids = iter(calls)
    plain = [_tool_use(*next(ids)) if isinstance(block, Call) else block for block in blocks]
    usage = session.bill.charge(plain)
    session.wait(1.2 + usage["output_tokens"] / 90)
    _note_tools(session, calls)
    base = _message(session, message_id, "tool_use" if calls else "end_turn") | {"usage": usage, "stop_details": None}
    rest = {"requestRef": request, "requestedModel": session.model, "promptCacheRequested": "5m"}
    lines = [_assistant(session, base, block, {"apiBlockIndex": at} | rest) for at, block in enumerate(plain)]
    _results(session, calls, [line for line, block in zip(lines, blocks, strict=True) if isinstance(block, Call)])
    return lines


def interrupt(session: Session) -> None:
    """Add the record of a turn that the person stopped."""
    session.chain(_user(session, [text("[Request interrupted by user]")]))


def end_turn(session: Session, *, leaf: str | None = None) -> None:
    """Add what the client writes when it waits for the next prompt."""
    session.note("last-prompt", lastPrompt=session.last_prompt, leafUuid=leaf or session.leaf)
    session.note("mode", mode="normal")
    session.note("atis-latch", atis="")
    session.note("cost-state", **session.bill.total(session.now))


def _user(session: Session, content: Any) -> Fields:
    return {"promptId": session.prompt_id, "type": "user", "message": {"role": "user", "content": content}}


def _tool_use(call: Call, call_id: str) -> Fields:
    return {"type": "tool_use", "id": call_id, "name": call.name, "input": call.input}


def _note_tools(session: Session, calls: list[tuple[Call, str]]) -> None:
    new = [call.name for call, _ in calls if call.name not in session.tools_used]
    if new and not session.agent_id:
        session.tools_used += dict.fromkeys(new)
        session.note("tools-used", tools=list(session.tools_used))


def _message(session: Session, message_id: str, stop: str) -> Fields:
    named: Fields = {"id": message_id, "type": "message", "role": "assistant", "model": session.model, "content": []}
    return named | {"stop_reason": stop, "stop_sequence": None}


def _assistant(session: Session, base: Fields, block: Fields, rest: Fields) -> str:
    shown = {key: value for key, value in block.items() if not key.startswith("_")}
    head: Fields = {"message": base | {"content": [shown]}}
    if block["type"] == "thinking":
        session.wait(block["_seconds"])
        head |= {"thinkingDurationMs": round(block["_seconds"] * 1000), "thinkingDisplay": "omitted"}
    if block["type"] == "tool_use":
        head |= {"toolInputStreamMs": 240}
    head |= rest | ({"attributionAgent": "Explore"} if session.agent_id else {})
    tail = {"effort": "medium", "perTurnEffort": "medium", "madeBy": "model"}
    return session.chain(head | {"type": "assistant"}, tail)


def _results(session: Session, calls: list[tuple[Call, str]], lines: list[str]) -> None:
    for (call, call_id), line in zip(calls, lines, strict=True):
        if not call.pending:
            _result(session, call, call_id, line)


def _result(session: Session, call: Call, call_id: str, line: str) -> None:
    session.wait(call.seconds)
    session.bill.tool_seconds += call.seconds
    block: Fields = {"tool_use_id": call_id, "type": "tool_result", "content": call.content}
    if call.is_error or call.name == "Bash":
        block["is_error"] = call.is_error
    session.bill.take(call.content if isinstance(call.content, str) else "")
    tail: Fields = {} if session.agent_id else {"toolUseResult": call.result}
    tail |= {"sandboxed": False} if call.name == "Bash" else {}
    tail |= {"sourceToolAssistantUUID": line, "permissionDecision": _PERMISSION}
    session.chain(_user(session, [block]), tail, parent=line)
    if call.hook:
        session.attach(**{"kind": call.hook["type"], "toolUseID": call_id} | _without_type(call.hook))


def _without_type(fields: Fields) -> Fields:
    return {key: value for key, value in fields.items() if key != "type"}

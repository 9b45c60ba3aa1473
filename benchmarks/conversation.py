"""A made-up conversation: turns, parallel tool calls, compactions, rewinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks import tools
from benchmarks.corpus import corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.records import Records

LAST_WORD = "Benchmark-session-ends-here"
"""The last reply of every main session: what is looked for on the screen."""

TURNS_A_COMPACTION, TURNS_A_TITLE = 150, 40
"""Turns between two compactions, and between two titles."""


def converse(records: Records, size: int) -> Iterator[bytes]:
    """Make a main session of about ``size`` bytes, in pieces that end at a line's end."""
    _start(records)
    turn = 0
    while not turn or records.size < size:
        turn += 1
        _turn(records, turn, size)
        if turn % TURNS_A_COMPACTION == 0:
            _compact(records)
        yield records.take()


def conclude(records: Records) -> None:
    """Add a last turn, as short in every session: what is done at the end shall not depend on it."""
    asked = corpus().some(records.rng, 1)
    _prompt(records, asked, records.parent)
    text = f"{corpus().line(records.rng)}\\n\\n{LAST_WORD}"
    records.assistant(records.token("msg"), f'{{"type":"text","text":"{text}"}}', "end_turn")
    if records.chance(0.05):
        records.loose(f'"type":"custom-title","customTitle":"{corpus().line(records.rng)}"')
    _end(records, asked[0])


def errand(records: Records, prompt: str, size: int) -> bytes:
    """Make a subagent's file of about ``size`` bytes: one prompt, steps and a reply."""
    records.user(f'"{prompt}"')
    while records.size < size:
        _step(records, size)
    _reply(records)
    return records.take()


def launch(records: Records, call_id: str, agent_id: str, prompt: str) -> None:
    """Add the call that started a subagent, with its result."""
    asked = f'{{"description":"look around","subagent_type":"Explore","prompt":"{prompt}"}}'
    block = f'{{"type":"tool_use","id":"{call_id}","name":"Agent","input":{asked}}}'
    uuid = records.assistant(records.token("msg"), block)
    text = f'[{{"type":"text","text":"{corpus().text(records.rng, 300)}"}}]'
    result = f'{{"status":"completed","agentId":"{agent_id}","content":{text},"totalTokens":26,"totalToolUseCount":4}}'
    tools.result(records, uuid, call_id, tools.Call("Agent", asked, text, result))


def _start(records: Records) -> None:
    records.loose('"type":"mode","mode":"normal"')
    hook = '"hookEvent":"SessionStart","hookName":"SessionStart:startup"'
    records.chained(
        f'"attachment":{{"type":"hook_success",{hook},"content":"hello","stdout":"hello","stderr":"","exitCode":0,'
        '"command":"echo hello","durationMs":54},"type":"attachment"'
    )


def _turn(records: Records, number: int, size: int) -> None:
    rng = records.rng
    fork = records.parent
    asked = corpus().some(rng, rng.choice((1, 2, 4, 12)))
    _prompt(records, asked, fork)
    if records.chance(0.02):
        _reply(records)
        _prompt(records, asked, fork)
    for _ in range(1 + int(rng.expovariate(1 / 6))):
        _step(records, size)
        if records.size >= size:
            break
    _reply(records)
    _end(records, asked[0])
    if number % TURNS_A_TITLE == 1:
        records.loose(f'"type":"ai-title","aiTitle":"{corpus().line(rng)}"')


def _prompt(records: Records, asked: list[str], under: str) -> None:
    text = "\\n".join(asked)
    rest = f',"promptId":"{records.uuid()}","permissionMode":"default"'
    _snapshot(records, records.user(f'"{text}"', rest, under=under))


def _end(records: Records, asked: str) -> None:
    duration = records.rng.randrange(900, 90000)
    leaf = records.chained(f'"type":"system","subtype":"turn_duration","durationMs":{duration},"isMeta":false')
    records.loose(f'"type":"last-prompt","lastPrompt":"{asked}","leafUuid":"{leaf}"')


def _step(records: Records, size: int) -> None:
    """Add one reply that calls tools, and their results, each under its own call."""
    rng = records.rng
    message_id = records.token("msg")
    if records.chance(0.45):
        thought = corpus().text(rng, rng.choice((150, 400, 900)))
        signature = corpus().picture[100:700]
        records.assistant(message_id, f'{{"type":"thinking","thinking":"{thought}","signature":"{signature}"}}')
    if records.chance(0.35):
        records.assistant(message_id, f'{{"type":"text","text":"{corpus().text(rng, 120)}"}}')
    calls = []
    for _ in range(rng.choices((1, 2, 3), (85, 10, 5))[0]):
        call_id, call = records.token("toolu"), tools.draw(rng, max(size - records.size, 400) // 2)
        block = f'{{"type":"tool_use","id":"{call_id}","name":"{call.name}","input":{call.input}}}'
        calls.append((records.assistant(message_id, block), call_id, call))
    for uuid, call_id, call in calls:
        if records.chance(0.25):
            tools.progress(records, uuid, call_id)
        tools.result(records, uuid, call_id, call)


def _reply(records: Records) -> None:
    text = corpus().text(records.rng, records.rng.choice((80, 300, 700, 1500)))
    records.assistant(records.token("msg"), f'{{"type":"text","text":"{text}"}}', "end_turn")


def _snapshot(records: Records, uuid: str) -> None:
    backup = f'"src/app.py":{{"backupFileName":"{records.rng.getrandbits(64):016x}@v1","version":1}}'
    records.loose(
        f'"type":"file-history-snapshot","messageId":"{uuid}","snapshot":{{"messageId":"{uuid}",'
        f'"trackedFileBackups":{{{backup}}},"timestamp":"{records.tick()}"}},"isSnapshotUpdate":false'
    )


def _compact(records: Records) -> None:
    """Add a boundary without parent, its summary, and what the client injects after it."""
    rng = records.rng
    metadata = f'{{"trigger":"auto","preTokens":{rng.randrange(120000, 190000)}}}'
    records.chained(
        f'"logicalParentUuid":"{records.parent}","type":"system","subtype":"compact_boundary",'
        f'"content":"Conversation compacted","isMeta":false,"compactMetadata":{metadata}',
        under="",
    )
    summary = corpus().text(rng, 6000)
    records.user(f'"{summary}"', ',"isVisibleInTranscriptOnly":true,"isCompactSummary":true')
    listing = f'"content":"{corpus().text(rng, 4000)}","skillCount":13,"isInitial":true'
    records.chained(f'"attachment":{{"type":"skill_listing",{listing}}},"type":"attachment"')

"""Tool calls of a made-up session: what is asked, what comes back, what is told meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.corpus import AVERAGE, WORDS, corpus

if TYPE_CHECKING:
    import random

    from benchmarks.records import Records

TEXT_MEDIAN, TEXT_SIGMA, TEXT_MAX = 300, 1.3, 1_000_000
"""Characters of a tool's output: lognormal, cut."""

PICTURES, HUGE = 0.002, 0.0003
"""Shares of the calls that bring a picture, and a megabyte of text."""


class Call(NamedTuple):
    """One tool call, in JSON."""

    name: str
    input: str
    content: str
    """``content`` of the tool_result block."""
    result: str
    """``toolUseResult`` of the record."""


def draw(rng: random.Random, room: int) -> Call:
    """Make a call whose result takes at most about ``room`` bytes."""
    chance = rng.random()
    if chance < PICTURES:
        return _picture(rng, room)
    if chance < PICTURES + HUGE:
        return _bash(rng, min(TEXT_MAX, room // 2))
    length = min(int(rng.lognormvariate(0, TEXT_SIGMA) * TEXT_MEDIAN), TEXT_MAX, room // 2)
    return rng.choice((_bash, _bash, _read, _read, _edit, _grep))(rng, length)


def result(records: Records, call_uuid: str, call_id: str, call: Call) -> str:
    """Add the result of a call under its own tool_use record."""
    return records.user(
        f'[{{"tool_use_id":"{call_id}","type":"tool_result","content":{call.content}}}]',
        f',"toolUseResult":{call.result},"sourceToolAssistantUUID":"{call_uuid}"',
        under=call_uuid,
    )


def progress(records: Records, call_uuid: str, call_id: str) -> None:
    """Add a few progress records beside the chain; one in three nests a whole message."""
    for _ in range(records.rng.choice((1, 1, 2, 3))):
        kind = records.rng.choice((_hook_progress, _bash_progress, _agent_progress))
        data = kind(records)
        records.aside(
            f'"type":"progress","data":{data},"parentToolUseID":"{call_id}","toolUseID":"{call_id}"',
            under=call_uuid,
        )


def _path(rng: random.Random) -> str:
    return f"/home/dev/code/src/{rng.choice(WORDS)}/{rng.choice(WORDS)}.py"


def _bash(rng: random.Random, length: int) -> Call:
    text = corpus().text(rng, length)
    command = corpus().line(rng)
    return Call(
        "Bash",
        f'{{"command":"{command}","description":"{rng.choice(WORDS)} {rng.choice(WORDS)}"}}',
        f'"{text}"',
        f'{{"stdout":"{text}","stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}}',
    )


def _read(rng: random.Random, length: int) -> Call:
    path, count = _path(rng), max(1, length // AVERAGE)
    text = "\\n".join(corpus().some(rng, count))
    return Call(
        "Read",
        f'{{"file_path":"{path}"}}',
        f'"{text}"',
        f'{{"type":"text","file":{{"filePath":"{path}","content":"{text}","numLines":{count},"startLine":1,'
        f'"totalLines":{count}}}}}',
    )


def _edit(rng: random.Random, length: int) -> Call:
    path, original = _path(rng), corpus().text(rng, length)
    gone, come = corpus().some(rng, 3), corpus().some(rng, 4)
    old, new = "\\n".join(gone), "\\n".join(come)
    lines = ",".join([*(f'"-{line}"' for line in gone), *(f'"+{line}"' for line in come)])
    return Call(
        "Edit",
        f'{{"replace_all":false,"file_path":"{path}","old_string":"{old}","new_string":"{new}"}}',
        f'"The file {path} has been updated successfully."',
        f'{{"filePath":"{path}","oldString":"{old}","newString":"{new}","originalFile":"{original}",'
        f'"structuredPatch":[{{"oldStart":7,"oldLines":3,"newStart":7,"newLines":4,"lines":[{lines}]}}],'
        '"userModified":false,"replaceAll":false}',
    )


def _grep(rng: random.Random, length: int) -> Call:
    names = [_path(rng) for _ in range(1 + length // 200)]
    listed = ",".join(f'"{name}"' for name in names)
    found = "\\n".join(names)
    return Call(
        "Grep",
        f'{{"pattern":"{rng.choice(WORDS)}"}}',
        f'"Found {len(names)} files\\n{found}"',
        f'{{"mode":"files_with_matches","filenames":[{listed}],"numFiles":{len(names)}}}',
    )


def _picture(rng: random.Random, room: int) -> Call:
    size = min(rng.randrange(50_000, 900_000), max(room // 2, 1000)) // 4 * 4
    data = corpus().picture[:size]
    source = f'{{"type":"base64","data":"{data}","media_type":"image/png"}}'
    return Call(
        "Read",
        f'{{"file_path":"/home/dev/code/{rng.choice(WORDS)}.png"}}',
        f'[{{"type":"image","source":{source}}}]',
        f'{{"type":"image","file":{{"type":"image/png","originalSize":{size * 3 // 4},'
        '"dimensions":{"originalWidth":1280,"originalHeight":720}}}',
    )


def _hook_progress(records: Records) -> str:
    event = records.rng.choice(("PreToolUse", "PostToolUse"))
    hook = f'"hookEvent":"{event}","hookName":"{event}:Bash","command":"callback"'
    return f'{{"type":"hook_progress",{hook}}}'


def _bash_progress(records: Records) -> str:
    output = corpus().text(records.rng, 300)
    state = '"elapsedTimeSeconds":3,"totalLines":6'
    return f'{{"type":"bash_progress","output":"{output}","fullOutput":"{output}",{state}}}'


def _agent_progress(records: Records) -> str:
    rng = records.rng
    text = corpus().text(rng, 400)
    return (
        f'{{"message":{{"type":"assistant","timestamp":"{records.tick()}","message":{{"id":"{records.token("msg")}",'
        f'"type":"message","role":"assistant","content":[{{"type":"text","text":"{text}"}}],"stop_reason":null}},'
        f'"uuid":"{records.uuid()}"}},"type":"agent_progress","prompt":"","agentId":"a{rng.getrandbits(64):016x}"}}'
    )

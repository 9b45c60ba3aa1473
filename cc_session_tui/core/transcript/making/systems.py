"""What a system record or a progress record says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.format.blocks import Object, indented, items, members, number, string
from cc_session_tui.core.transcript.making.common import Said, facts, lines
from cc_session_tui.core.transcript.texts import command_of, command_output, is_error_output

if TYPE_CHECKING:
    from collections.abc import Callable

# fmt: off
_ENVELOPE: Final = (
    "parentUuid", "logicalParentUuid", "isSidechain", "userType", "cwd", "sessionId", "session_id", "version",
    "gitBranch", "type", "subtype", "uuid", "timestamp", "slug", "entrypoint", "level", "isMeta",
)
# fmt: on
_ERRORS: Final = frozenset({"api_error", "api_refusal", "error"})


def system_said(record: Object) -> Said:
    """What a system record says, labelled by its subtype."""
    kind = string(record.get("subtype"))
    reader = _READERS.get(kind)
    text = reader(record) if reader else string(record.get("content"))
    is_error = kind in _ERRORS or string(record.get("level")) == "error"
    if kind == "stop_hook_summary":
        is_error = bool(items(record.get("hookErrors"))) or record.get("preventedContinuation") is True
    return Said(text or facts(record, without=_ENVELOPE), kind or "system", is_error)


def command_said(text: str) -> Said:
    """What the echo of a command says, or what it printed."""
    if text.lstrip().startswith(("<local-command-std", "<bash-std")):
        failed = is_error_output(text)
        return Said(command_output(text), "error output" if failed else "output", failed)
    command = command_of(text)
    return Said(command.text, command.name)


def progress_said(record: Object) -> Said:
    """What a progress record says; of an agent's only the newest message, since each repeats the ones before."""
    data = members(record.get("data"))
    kind = string(data.get("type"))
    match kind:
        case "bash_progress":
            text = string(data.get("fullOutput")) or string(data.get("output"))
        case "hook_progress":
            text = lines(string(data.get("hookName")), string(data.get("command")))
        case "agent_progress":
            text = indented(data["message"]) if data.get("message") else string(data.get("prompt"))
        case _:
            text = ""
    return Said(text or facts(data, without=("type", "normalizedMessages")), kind or "progress")


def _api_error(record: Object) -> str:
    error = members(record.get("error"))
    status = number(error.get("status"))
    said = string(error.get("message")) or string(members(error.get("error")).get("message"))
    attempt, most = number(record.get("retryAttempt")), number(record.get("maxRetries"))
    wait = number(record.get("retryInMs")) / 1000
    retry = f"retry {attempt} of {most} in {wait:.1f} s" if attempt else ""
    return " · ".join(part for part in (str(status or ""), said or string(record.get("content")), retry) if part)


def _turn(record: Object) -> str:
    return f"{number(record.get('durationMs')) / 1000:.1f} s"


def _microcompact(record: Object) -> str:
    metadata = members(record.get("microcompactMetadata"))
    cleared = len(items(metadata.get("compactedToolIds"))) + len(items(metadata.get("clearedAttachmentUUIDs")))
    saved = number(metadata.get("tokensSaved"))
    return f"tool results cleared: {cleared}" + (f" · {saved:,} tokens saved" if saved else "")


def _stop_hooks(record: Object) -> str:
    hooks = [string(members(info).get("command")) for info in items(record.get("hookInfos"))]
    errors = [string(error) or indented(error) for error in items(record.get("hookErrors"))]
    return lines(*(f"$ {command}" for command in hooks if command), *errors, string(record.get("stopReason")))


def _model_change(record: Object) -> str:
    return f"{string(record.get('originalModel'))} → {string(record.get('fallbackModel'))}"


_READERS: Final[dict[str, Callable[[Object], str]]] = {
    "api_error": _api_error,
    "turn_duration": _turn,
    "microcompact_boundary": _microcompact,
    "stop_hook_summary": _stop_hooks,
    "model_refusal_fallback": _model_change,
}

"""Browse, watch and edit Claude Code sessions.

The commands `cc-sessions` (the browser) and `cc-session` (the command line) stand on this library. Its names are
loaded when they are first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # every command starts here, and typing takes as long to import as Python to start
if TYPE_CHECKING:
    from cc_session_tui.core.chain.pairing import repair_tool_pairing, repair_with_origin
    from cc_session_tui.core.editing.copying import copy_session
    from cc_session_tui.core.editing.jsonl import parse_jsonl, parse_jsonl_file, serialize_jsonl
    from cc_session_tui.core.editing.lifecycle import (
        create_session,
        delete_session,
        open_session,
        read_session,
        rename_session,
    )
    from cc_session_tui.core.editing.records import serialize_record
    from cc_session_tui.core.editing.session import Session
    from cc_session_tui.core.errors import (
        AmbiguousSession,
        ConflictError,
        EditError,
        ReadError,
        SessionError,
        SessionNotFound,
        WriteError,
    )
    from cc_session_tui.core.paths import (
        get_claude_dir,
        get_project_dir,
        get_session_path,
        normalize_project_path,
        project_path_to_hash,
    )

__all__ = [
    "AmbiguousSession",
    "ConflictError",
    "EditError",
    "ReadError",
    "Session",
    "SessionError",
    "SessionNotFound",
    "WriteError",
    "__version__",
    "copy_session",
    "create_session",
    "delete_session",
    "get_claude_dir",
    "get_project_dir",
    "get_session_path",
    "normalize_project_path",
    "open_session",
    "parse_jsonl",
    "parse_jsonl_file",
    "project_path_to_hash",
    "read_session",
    "rename_session",
    "repair_tool_pairing",
    "repair_with_origin",
    "serialize_jsonl",
    "serialize_record",
]

__version__ = "0.1.0"
"""The version of this distribution."""

_NAMES = {
    "chain.pairing": ("repair_tool_pairing", "repair_with_origin"),
    "editing.copying": ("copy_session",),
    "editing.jsonl": ("parse_jsonl", "parse_jsonl_file", "serialize_jsonl"),
    "editing.lifecycle": ("create_session", "delete_session", "open_session", "read_session", "rename_session"),
    "editing.records": ("serialize_record",),
    "editing.session": ("Session",),
    "errors": (
        "AmbiguousSession",
        "ConflictError",
        "EditError",
        "ReadError",
        "SessionError",
        "SessionNotFound",
        "WriteError",
    ),
    "paths": (
        "get_claude_dir",
        "get_project_dir",
        "get_session_path",
        "normalize_project_path",
        "project_path_to_hash",
    ),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    """The public NAME, out of its module."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as for typing

    return getattr(import_module(f"{__name__}.core.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__

"""What a command that writes answers: one word, or with --json an object; docs/cli.md describes its stable fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cc_session_tui.cli import output

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

json_option = click.option("--json", "as_json", is_flag=True, help="An object instead.")
"""The option that asks for an object."""


def write(path: Path, word: str, more: Mapping[str, Any], *, as_json: bool) -> None:
    """Write WORD, if it is not empty, on a line; or an object that tells of the session at PATH, and MORE."""
    if as_json:
        output.write(f"{output.to_json({'id': path.stem, 'path': str(path), **more})}\n")
    elif word:
        output.write(f"{word}\n")

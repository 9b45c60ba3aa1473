"""`cc-session tail -f` beside the real client: every entry is told once, when it is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.cli.told import as_told, in_order, read, telling
from tests.client.scripts import converse
from tests.client.terminal import at_terminal, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.client import harness


async def test_every_entry_is_told_once_and_whole(client: harness.Client) -> None:
    client.project.mkdir(parents=True)
    (client.project / "notes.md").write_text("remember the milk\n")
    async with at_terminal(client) as terminal:
        await terminal.enter("Say OK FIRST-PROMPT")
        await until(lambda: terminal.path)
        path = terminal.path
        assert path is not None

        async def until_client(status: str, _: str, what: Callable[[], object] = lambda: True) -> None:
            await until(lambda: what() and terminal.status == status)

        with telling(path, client.folder) as told:
            await until(lambda: told.entries)
            await converse(terminal, until_client)
            whole = as_told(read(path))
            await until(lambda: len(told.entries) >= len(whole))
        others = [entry for entry in told.entries if entry["kind"] != "tool_call"]
        assert others == in_order(others)
        assert as_told(in_order(told.entries)) == whole
        assert not told.notes.strip()

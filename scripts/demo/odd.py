"""Sessions that are odd: of a moved project, with damaged lines, with markup in their text, and empty ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import injected
from .store import new_session
from .tools import bash, multi_edit, read
from .turns import end_turn, prompt, say, text

if TYPE_CHECKING:
    from .session import Session
    from .store import Store

_LITERAL = "[bold] and [/] must be shown as they are. So must \x1b[31mred\x1b[0m."
_BRACKETS = "`[bold]`, [link=https://example.com]no link[/link], [/], \\[x]"
_SNAPSHOT = b'{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}'
_WEEK = "# Week 46\n\n- [ ] call the printer\n- [ ] read about tea\n- [x] water the plants\n"


def add_all(store: Store) -> None:
    """Add the odd sessions."""
    _moved(store)
    _markup(store)
    _damaged(store)
    _without_conversation(store)


def _moved(store: Store) -> None:
    session = new_session(
        "notes", "notes", "2026-11-14 08:05:00", version="1.0.128", branch="", model="claude-sonnet-4-6"
    )
    prompt(session, "Tidy up this week's notes.")
    edits = [("- [ ] call the printer\n", "- [x] call the printer\n"), ("read about tea", "read about **green** tea")]
    say(session, read(f"{session.cwd}/46.md", _WEEK), multi_edit(f"{session.cwd}/46.md", _WEEK, edits))
    leaf = say(session, text("Done: one box ticked, one line made clearer."))[-1]
    session.raw(b'{"type":"summary","summary":"Weekly notes, tidied","leafUuid":"%s"}' % leaf.encode())
    store.add(session)


def _markup(store: Store) -> None:
    session = new_session("markup", "scratch", "2026-11-27 10:00:00", branch="fix/[bold]-in-titles")
    injected.start_hook(session, "[green]ready[/green]")
    prompt(session, f"{_LITERAL} A NUL \x00, a bell \x07 and a tab\there, too.")
    injected.first_turn(session, "branch fix/[bold]-in-titles")
    say(session, bash("printf '[/]\\n[red]no[/red]\\n'", "[/]\n[red]no[/red]", "Print brackets"))
    say(session, text(f"They are plain text: {_BRACKETS}, \u202eright to left\u202c, 😀 e\u0301."))
    session.note("custom-title", customTitle="Show [bold] and [/] as they are")
    end_turn(session)
    store.add(session)


def _damaged(store: Store) -> None:
    session = new_session("damaged", "scratch", "2026-11-26 22:40:00")
    injected.start_hook(session, "ready")
    prompt(session, "Copy my sessions to the new disk, it's nearly full.")
    injected.first_turn(session, "no repository")
    say(session, bash("cp -r ~/.claude /mnt/disk", "", "Copy everything", seconds=40))
    _damage(session)
    say(
        session,
        text("Copied. The old disk was full while Claude Code wrote, so a few lines of *this* session are damaged."),
    )
    end_turn(session)
    store.add(session, torn=b'{"parentUuid":"%s","isSidechain":false,"type":"us' % str(session.leaf).encode())


def _damage(session: Session) -> None:
    session.raw(b'{"type":"queue-operation","operation":"enq')
    session.raw(b"\x00" * 24 + b'{"type":"mode","mode":"normal"}')
    session.raw(_SNAPSHOT + _SNAPSHOT)
    session.raw(b'{"type":"summary","summary":"caf\xe9 \xff","leafUuid":"none"}')
    session.raw(b'{"type":"summary","summary":"half an emoji: \\ud83d","leafUuid":"none"}')
    session.raw(b"[1, 2, 3]")
    session.raw(b"")


def _without_conversation(store: Store) -> None:
    store.add(new_session("empty", "scratch", "2026-11-20 12:00:00"))
    session = new_session("state", "scratch", "2026-11-20 12:05:00")
    session.note("mode", mode="normal")
    session.note("permission-mode", permissionMode="default")
    store.add(session)

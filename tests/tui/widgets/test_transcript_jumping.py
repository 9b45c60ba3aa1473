from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.widgets import transcript_jumping
from cc_session_tui.tui.widgets.transcript import Transcript
from tests.tui.widgets.transcript_fakes import call, fork, said, texts, view_of
from tests.tui.widgets.transcript_host import Hosted, hosting

if TYPE_CHECKING:
    from cc_session_tui.core.transcript.entries import Entry


def mixed() -> list[Entry]:
    """Prompts at 0, 10, 20 and 30, errors at 7 and 25, forks at 12 and 28, replies between."""
    entries: list[Entry] = list(texts(*[2] * 40))
    for at in (0, 10, 20, 30):
        entries[at] = said(f"prompt {at}", at=at, kind=Kind.PROMPT)
    for at in (7, 25):
        entries[at] = call(at, text="no such file", is_error=True)
    entries[12], entries[28] = fork(12), fork(28, active=2)
    return entries


def notices(hosted: Hosted) -> list[str]:
    """What was notified."""
    return [toast.message for toast in hosted.host._notifications]


@pytest.mark.parametrize("is_slow", [False, True], ids=["at-once", "in-a-thread"])
@pytest.mark.parametrize(
    ("keys", "at"),
    [
        ("}", 20),
        ("}}", 30),
        ("{", 10),
        ("{{", 0),
        (")", 25),
        ("(", 7),
        (">", 28),
        ("<", 12),
        (")(", 7),
    ],
)
async def test_keys_jump_to_prompts_errors_and_forks(
    keys: str, at: int, is_slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_slow:
        monkeypatch.setattr(transcript_jumping, "_AT_ONCE", -1.0)
    async with hosting(view_of(*mixed()), at=15) as hosted:
        for key in keys:
            await hosted.press(key)
        assert hosted.transcript.cursor == at
        assert hosted.transcript.reader.window.span_of(at) is not None  # type: ignore[union-attr]
        assert not notices(hosted)


@pytest.mark.parametrize(("key", "at", "what"), [("}", 31, "prompt"), ("(", 3, "error"), (">", 30, "fork")])
async def test_where_there_is_none_one_stays_and_is_told(key: str, at: int, what: str) -> None:
    async with hosting(view_of(*mixed()), at=at) as hosted:
        await hosted.press(key)
        assert hosted.transcript.cursor == at
        assert any(what in notice for notice in notices(hosted))


@pytest.mark.parametrize(
    ("key", "at", "leaf"),
    [("]", 12, 101), ("[", 12, 102), ("]", 28, 100), ("[", 28, 101), ("]", 15, 101), ("[", 39, 101)],
)
async def test_a_branch_is_chosen_at_the_fork_or_at_the_last_one_above(key: str, at: int, leaf: int) -> None:
    async with hosting(view_of(*mixed()), at=at) as hosted:
        await hosted.press(key)
        chosen = [event.leaf for event in hosted.host.told if isinstance(event, Transcript.BranchChosen)]
        assert chosen == [leaf]
        assert hosted.transcript.view is not None
        assert hosted.transcript.view.kind(hosted.transcript.cursor) is Kind.FORK


async def test_above_all_forks_there_is_no_branch_to_choose() -> None:
    async with hosting(view_of(*mixed()), at=5) as hosted:
        await hosted.press("]")
        assert notices(hosted) == ["There is no fork above."]


async def test_enter_on_a_fork_shows_its_next_branch() -> None:
    async with hosting(view_of(*mixed()), at=12) as hosted:
        await hosted.press("enter")
        assert [event.leaf for event in hosted.host.told if isinstance(event, Transcript.BranchChosen)] == [101]

"""What a client that is at work has not written yet: no result, no end of a line. Neither is taken for lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.tui.screens import live_session
from cc_session_tui.tui.screens.edit_drafts import DraftPane
from cc_session_tui.tui.screens.findings_screen import FindingsScreen
from cc_session_tui.tui.screens.live_reading import LineBegun
from tests.core.transcript.script import use
from tests.tui.browsing import browsing, lines_of
from tests.tui.test_live import append_now, heard, watches
from tests.tui.test_live_following import status
from tests.tui.test_live_running import Client, opened, shown

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.tui.screens.edit_findings import Checked
    from tests.tui.browsing import Browsing

TORN = "line without an end"
BEGINNING = b'{"type":"assistant","uuid":"torn","message":{"ro'


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A client at work, whose session has a call that it runs; nothing is waited for as long as for a person."""
    monkeypatch.setattr(live_session, "TORN_SECONDS", 0.1)
    monkeypatch.setattr(live_session, "_QUIET_SECONDS", 0.2)
    client = Client(tmp_path / "claude")
    client.script.user("fix it")
    client.say("I look.", use("c1", command="make test"))
    client.tell("busy")
    return client


def text(run: Browsing) -> str:
    return "\n".join(shown(run))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many findings were told of, each time."""
    found: list[int] = []
    take = DraftPane.take_findings

    def noted(pane: DraftPane, checked: Checked) -> None:
        found.append(checked.serious)
        take(pane, checked)

    monkeypatch.setattr(DraftPane, "take_findings", noted)
    return found


# findings


@pytest.mark.parametrize("state", ["busy", "waiting"])
async def test_a_call_that_runs_is_no_finding_from_the_first_moment_on(
    client: Client, counts: list[int], state: str
) -> None:
    client.tell(state)
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await run.until(lambda: counts)
        await run.press("exclamation_mark")
        await run.until(lambda: run.notices)
        assert run.notices == ["Nothing is wrong with this session."]
        client.end()
        await run.until(lambda: 1 in counts)
        assert counts == [0] * (len(counts) - 1) + [1]


async def test_what_mends_all_findings_lets_a_call_be_that_runs(client: Client) -> None:
    client.script.user("never mind")
    client.say("Then this.", use("c2", command="make lint"))
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.press("exclamation_mark")
        await run.until(lambda: isinstance(run.app.screen, FindingsScreen))
        assert "1 finding" in str(run.app.screen.query_one("#findings").border_title)
        await run.press("A")
        await run.until(lambda: run.reading.edited)  # type: ignore[attr-defined]
        edits = run.reading.edited[client.path]  # type: ignore[attr-defined]
        calls = edits.now.draft.index.calls
        assert [calls.result[calls.numbers[name]] >= 0 for name in ("c1", "c2")] == [True, False]


async def test_a_call_is_a_finding_of_a_client_that_rests(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        client.tell("idle")
        await run.until(lambda: "! 1 finding " in status(run))
        await run.press("exclamation_mark")
        await run.until(lambda: isinstance(run.app.screen, FindingsScreen))


# a line without an end


async def test_a_line_that_is_being_written_is_shown_when_it_is_whole_however_long_that_takes(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: watches(run, client.path))
        before, begun = text(run), heard(run, LineBegun)
        append_now(client.path, BEGINNING)
        await run.until(lambda: len(begun) > 3)  # it was waited for three times
        assert text(run) == before
        assert "damaged" not in status(run)
        line = {"type": "user", "uuid": "u-torn", "parentUuid": client.script.last}
        whole = json.dumps({**line, "message": {"role": "user", "content": "WHOLE"}}).encode()
        client.path.write_bytes(client.path.read_bytes().removesuffix(BEGINNING) + whole + b"\n")
        await run.until(lambda: "WHOLE" in text(run))


async def test_a_line_without_an_end_is_shown_once_its_client_has_died(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: watches(run, client.path))
        begun = heard(run, LineBegun)
        append_now(client.path, BEGINNING)
        await run.until(lambda: len(begun) > 1)
        assert TORN not in text(run)
        client.end()
        await run.until(lambda: TORN in text(run))
        assert "1 damaged" in status(run)


@pytest.mark.parametrize("key", ["v", "f5"])
async def test_a_session_that_is_opened_while_a_line_is_written_is_shown_without_it(client: Client, key: str) -> None:
    append_now(client.path, BEGINNING)
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.press(key)
        await run.until(lambda: watches(run, client.path) and run.opened)
        begun = heard(run, LineBegun)
        await run.until(lambda: len(begun) > 1)
        assert TORN not in text(run)
        assert "damaged" not in status(run)
        client.end()
        await run.until(lambda: TORN in text(run))


async def test_a_line_without_an_end_that_nobody_writes_is_shown_at_once(client: Client) -> None:
    client.end()
    append_now(client.path, BEGINNING)
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await run.until_opened(client.path.name)
        assert TORN in text(run)
        assert any("1 damaged" in line for line in lines_of(run.browser.query_one("#status")))


async def test_what_is_added_below_edits_is_added_when_it_is_whole(client: Client) -> None:
    async with browsing(client.claude_dir, open_session=client.path) as run:
        await opened(run, client)
        await run.until(lambda: watches(run, client.path))
        await run.press("x")
        await run.until(lambda: run.reading.edited)  # type: ignore[attr-defined]
        told, begun = len(run.notices), heard(run, LineBegun)
        append_now(client.path, BEGINNING)
        await run.until(lambda: len(begun) > 2)
        assert TORN not in text(run)
        assert len(run.notices) == told
        append_now(client.path, b'le":"assistant","content":"x"}}\n')
        await run.until(lambda: len(run.notices) > told)
        assert run.notices[-1] == "The file grew by 1 record: it stands below your edits, which are kept."
        append_now(client.path, BEGINNING)
        await run.until(lambda: len(begun) > 4)
        client.end()
        await run.until(lambda: TORN in text(run))

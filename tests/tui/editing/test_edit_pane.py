from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.transcript.entries import Kind
from cc_session_tui.tui.screens.edit_kinds import KindsScreen
from cc_session_tui.tui.screens.edit_marks import Mark
from tests.tui.browsing import Browsing, browsing, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo

LIMITS = "c81d4e2a-36f9-4b7c-a1e5-90d27bb6f318"


def session_of(demo: Demo) -> Path:
    """A session that no client writes to."""
    return next(demo.claude_dir.glob("projects/*/b0233195-*.jsonl"))


async def go_to(run: Browsing, kind: Kind) -> None:
    """Select the last entry of KIND."""
    await run.until(lambda: run.opened and run.reading.document is not None and run.reading.document.whole)
    view = run.transcript.view
    assert view is not None
    at = max(at for at in range(len(view)) if view.kind(at) is kind)
    run.transcript.move(lambda reader: reader.jump(at))
    await run.pilot.pause()


def edits(run: Browsing) -> int:
    """How many edits the session has."""
    pane = run.browser.reading_pane
    return len(pane.edits) if pane.edits is not None else 0


def marked(run: Browsing) -> list[Mark]:
    """The marks of all entries."""
    view, marks = run.transcript.view, run.browser.reading_pane.transcript.marks
    if view is None or marks is None:
        return []
    found = (marks.of(view, at) for at in range(len(view)))
    return [mark for mark in found if mark is not None]


async def test_a_pruned_entry_stays_struck_and_the_title_counts_the_edit(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        before = session_of(demo).read_bytes()
        await go_to(run, Kind.TOOL_CALL)
        await run.press("x")
        await run.until(lambda: marked(run))
        assert marked(run) == [Mark.PRUNED]
        assert "1 edit, not saved" in lines_of(run.browser.query_one("#title"))[0]
        await run.press("u")
        await run.until(lambda: not marked(run))
        assert "not saved" not in lines_of(run.browser.query_one("#title"))[0]
        await run.press("ctrl+r")
        await run.until(lambda: marked(run))
        assert session_of(demo).read_bytes() == before


async def test_marked_entries_are_pruned_in_one_edit(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("shift+up", "x")
        await run.until(lambda: len(marked(run)) == 2)
        assert edits(run) == 1


async def test_every_prune_of_a_held_key_counts(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("x", "up", "x", "u", "u", "x")
        await run.until(lambda: edits(run) == 1 and len(marked(run)) == 1)


async def test_all_of_a_kind_is_pruned_from_a_list_with_sizes(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("X")
        await run.until(lambda: isinstance(run.app.screen, KindsScreen) and run.app.focused is not None)
        text = "\n".join(lines_of(run.app.screen.query_one("#kinds-list")))
        assert "this turn" in text
        assert "tokens" in text
        await run.press("enter")
        await run.until(lambda: edits(run) == 1)
        assert Mark.PRUNED in marked(run)


async def test_edits_are_still_there_when_one_comes_back_to_the_session(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("x")
        await run.until(lambda: marked(run))
        await run.press("escape", "down")
        await run.until(lambda: run.opened and run.opened != session_of(demo).name)
        assert not marked(run)
        await run.press("up")
        await run.until(lambda: run.opened == session_of(demo).name and marked(run))


async def test_a_running_session_is_told_at_the_first_edit(demo: Demo) -> None:
    path = next(demo.claude_dir.glob(f"projects/*/{LIMITS}.jsonl"))
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await go_to(run, Kind.REPLY)
        await run.until(lambda: run.reading.target is not None and run.reading.target.session is not None)
        await run.press("x")
        await run.until(lambda: any("running" in notice for notice in run.notices))


async def test_the_branch_that_is_shown_becomes_the_one_that_a_resume_takes(tmp_path: Path) -> None:
    def record(uuid: str, parent: str | None, text: str) -> str:
        kind = "user" if uuid in "ac" else "assistant"
        message = {"role": kind, "content": [{"type": "text", "text": text}]}
        time = f"2026-01-01T00:00:0{ord(uuid) - ord('a')}Z"
        fields = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "timestamp": time}
        return json.dumps(fields | {"message": message})

    path = tmp_path / "projects" / "-w" / "00000000-0000-4000-8000-000000000001.jsonl"
    path.parent.mkdir(parents=True)
    lines = [
        record("a", None, "start"),
        record("b", "a", "old way"),
        record("c", "a", "new way"),
        record("d", "c", "x"),
    ]
    path.write_text("\n".join(lines) + "\n")
    async with browsing(tmp_path, open_session=path) as run:
        await go_to(run, Kind.FORK)
        await run.press("b")
        assert any("takes" in notice for notice in run.notices)
        await run.press("right_square_bracket")
        await run.until(lambda: run.reading.wanted.leaf is not None)
        await run.press("b")
        await run.until(lambda: edits(run) == 1)
        state = run.browser.reading_pane.edits
        assert state is not None
        texts = [sent.value["text"] for sent in resumed_blocks(state.now.draft.index)]
        assert texts == ["start", "old way"]


async def test_a_session_whose_edits_were_undone_follows_its_file_again(demo: Demo) -> None:
    path = session_of(demo)
    async with browsing(demo.claude_dir, home=demo.home, open_session=path) as run:
        await go_to(run, Kind.REPLY)
        await run.press("x", "u")
        await run.until(lambda: run.browser.reading_pane.edits is not None and edits(run) == 0)
        with path.open("a") as file:
            file.write('{"type":"user","uuid":"new","parentUuid":null,"message":{"role":"user","content":"more"}}\n')
        await run.press("f5")
        await run.until(lambda: run.reading.document is not None and "new" in run.reading.document.index.rows)


async def test_escape_clears_the_marks_before_it_leaves_the_search_or_the_transcript(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        transcript = run.browser.reading_pane.transcript
        await run.press("shift+up")
        assert len(transcript.chosen) == 2
        await run.press("escape")
        assert not transcript.chosen
        assert run.focused == "transcript"
        await run.press("escape")
        assert run.focused != "transcript"


async def test_an_undo_leaves_nothing_marked(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        await run.press("x")
        await run.until(lambda: edits(run) == 1)
        await run.press("shift+up", "u")
        await run.until(lambda: edits(run) == 0)
        assert not run.browser.reading_pane.transcript.chosen


async def test_how_many_matches_there_are_is_said_once(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home, open_session=session_of(demo)) as run:
        await go_to(run, Kind.REPLY)
        status, count = run.browser.query_one("#status"), run.browser.query_one("#find-count")
        await run.press("slash", "e")
        await run.until(lambda: " of " in lines_of(count)[0] and run.transcript.found.done)
        said = lines_of(count)[0].strip()
        assert said not in lines_of(status)[0]
        await run.press("enter")
        await run.until(lambda: said in lines_of(status)[0])

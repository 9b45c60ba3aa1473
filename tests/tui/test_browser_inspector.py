from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cc_session_tui.core.transcript.entries import Kind
from tests.tui.browsing import Browsing, browsing, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.demo import Demo
    from cc_session_tui.tui.widgets.inspector import Inspector


def inspector(run: Browsing) -> Inspector:
    assert run.browser.inspector_pane is not None
    return run.browser.inspector_pane.inspector


async def inspected(run: Browsing, kind: Kind) -> list[str]:
    """The inspector's lines for the first entry of KIND, in the file view."""
    view = run.transcript.view
    assert view is not None
    at = [view.kind(at) for at in range(len(view))].index(kind)
    run.transcript.move(lambda reader: reader.jump(at))
    row = view.rows(at)[0]
    await run.until(lambda: (facts := inspector(run).facts) is not None and facts.row == row)
    await run.pilot.pause()
    return lines_of(inspector(run))


async def test_the_record_under_the_cursor_is_shown_with_its_place_and_family(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "i")
        lines = await inspected(run, Kind.PROMPT)
        assert lines[0] == " kind      user"
        assert lines[1].startswith(" line      ")
        assert "bytes" in lines[1]
        assert lines[2].startswith(" parent    record ")
        assert lines[3].startswith(" children  record ")
        assert any(line.startswith(" resumed   ") for line in lines)
        assert " {" in lines
        assert any(line.startswith('   "type": "user"') or '"uuid"' in line for line in lines)


async def test_the_inspector_follows_the_cursor_and_is_closed_again(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "i")
        await run.until(lambda: inspector(run).facts is not None)
        before = inspector(run).facts
        await run.press("up")
        await run.until(lambda: inspector(run).facts is not before)
        await run.press("i")
        assert run.browser.inspector_pane is not None
        assert not run.browser.inspector_pane.display
        assert run.focused == "transcript"


async def test_the_records_of_a_tool_call_are_shown_one_after_the_other(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "i")
        assert (await inspected(run, Kind.TOOL_CALL))[0] == " kind      assistant"
        await run.press("tab", "right")
        await run.until(lambda: lines_of(inspector(run))[0] == " kind      user")
        await run.press("left")
        await run.until(lambda: lines_of(inspector(run))[0] == " kind      assistant")


async def test_a_parent_is_gone_to(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "i")
        await inspected(run, Kind.REPLY)
        facts = inspector(run).facts
        assert facts is not None
        await run.press("tab", "down", "down", "enter")
        await run.until(lambda: (now := inspector(run).facts) is not None and now.row == facts.parent_row)


async def test_a_line_of_a_megabyte_is_shown_cut_and_opened_by_enter(tmp_path: Path) -> None:
    text = "x" * (1 << 20)
    record = {"type": "user", "uuid": "1", "sessionId": "s", "message": {"role": "user", "content": text}}
    session = tmp_path / "projects" / "-w" / "00000000-0000-4000-8000-000000000001.jsonl"
    session.parent.mkdir(parents=True)
    session.write_text(json.dumps(record) + "\n")
    async with browsing(tmp_path, open_session=session) as run:
        await run.until(lambda: run.opened)
        await run.press("i")
        lines = await inspected(run, Kind.PROMPT)
        at = next(at for at, line in enumerate(lines) if "… 1 MB" in line or "… 1.0 MB" in line)
        await run.press("tab")
        inspector(run).move(at)
        await run.press("enter")
        await run.until(lambda: not any("… 1" in line for line in lines_of(inspector(run))))
        await run.press("end")
        assert lines_of(inspector(run))[-1] == " }"


async def test_bytes_that_are_no_record_are_shown_as_they_are(tmp_path: Path) -> None:
    session = tmp_path / "projects" / "-w" / "00000000-0000-4000-8000-000000000001.jsonl"
    session.parent.mkdir(parents=True)
    session.write_bytes(b'{"type":"user","uuid":"1","message":{"content":"hi"}}\n\x00\x1b[31m{"broken\n')
    async with browsing(tmp_path, open_session=session) as run:
        await run.until(lambda: run.opened)
        await run.press("v", "i")
        await run.until(lambda: run.opened)
        lines = await inspected(run, Kind.DAMAGED)
        assert ' ␀␛[31m{"broken' in lines
        assert any("The line is damaged: the client skips it" in line for line in lines)


async def test_the_json_of_the_record_is_copied(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        await run.press("enter", "i")
        await inspected(run, Kind.PROMPT)
        await run.press("tab", "c")
        assert json.loads(run.app.clipboard)["type"] == "user"

"""The browser beside a client that writes: another process changes the store, and nobody presses a key."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING

from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.live_reading import LineBegun
from tests.tui.browsing import Browsing, browsing, lines_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from textual.message import Message

    from cc_session_tui.demo import Demo

APPEND = "import sys; open(sys.argv[1], 'ab').write(sys.argv[2].encode())"
UUID = "aaaaaaaa-0000-4000-8000-00000000000{}"


async def append(path: Path, text: str) -> None:
    """Append TEXT to PATH in another process."""
    writer = await asyncio.create_subprocess_exec(sys.executable, "-c", APPEND, path, text)
    assert await writer.wait() == 0


def largest(claude_dir: Path) -> Path:
    """The largest session file in CLAUDE_DIR."""
    return max(claude_dir.glob("projects/*/*.jsonl"), key=size_of)


def size_of(path: Path) -> int:
    return path.stat().st_size


def read(path: Path) -> bytes:
    return path.read_bytes()


def append_now(path: Path, data: bytes) -> None:
    with path.open("ab") as file:
        file.write(data)


def records(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def replace(path: Path, data: bytes) -> None:
    """Replace PATH by a file with DATA, as an atomic rewrite does."""
    new = path.with_suffix(".new")
    new.write_bytes(data)
    new.replace(path)


def tell_running(claude_dir: Path, pid: int, session_id: str) -> None:
    """Write what a busy client of SESSION_ID writes."""
    record = {"pid": pid, "sessionId": session_id, "cwd": "/p", "status": "busy"}
    (claude_dir / "sessions").mkdir(exist_ok=True)
    (claude_dir / "sessions" / f"{pid}.json").write_text(json.dumps(record))


def prompt_after(path: Path, text: str, number: int = 0) -> str:
    """A line with a prompt TEXT below the last record in PATH."""
    chained = [record for record in records(path) if record.get("uuid") and not record.get("isSidechain")]
    user = next(record for record in chained if record["type"] == "user")
    links = {"uuid": UUID.format(number), "parentUuid": chained[-1]["uuid"], "timestamp": "2026-12-01T10:00:00.000Z"}
    message = {"role": "user", "content": text}
    return json.dumps({**user, **links, "message": message}) + "\n"


def shown(run: Browsing) -> str:
    return "\n".join(lines_of(run.transcript))


def heard(run: Browsing, kind: type[Message]) -> list[Message]:
    """The messages of KIND that the transcript's pane gets from now on."""
    found: list[Message] = []
    post = run.reading.post_message

    def noted(message: Message) -> bool:
        if isinstance(message, kind):
            found.append(message)
        return post(message)

    run.reading.post_message = noted  # type: ignore[method-assign]
    return found


def watches(run: Browsing, path: Path) -> bool:
    """Whether the store is watched, and PATH closely."""
    assert isinstance(run.browser, LiveBrowser)
    return run.browser.followed == path


async def opened(run: Browsing, path: Path) -> None:
    """Wait until the whole of PATH is shown."""
    await run.until_opened(path.name)
    await run.until(lambda: run.reading.document is not None and run.reading.document.whole)


async def test_what_another_process_appends_is_shown_at_the_end(real: Path) -> None:
    path = largest(real)
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        for number in range(3):
            await append(path, prompt_after(path, f"LIVE-{number}", number))
            await run.until(lambda: f"LIVE-{number}" in shown(run))  # noqa: B023 - called before the next
        assert run.transcript.follow
        view = run.transcript.view
        assert view is not None
        assert run.transcript.cursor == len(view) - 1
        assert not run.notices


async def test_a_record_in_pieces_is_shown_when_it_is_whole(real: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cc_session_tui.tui.screens.live_session.TORN_SECONDS", 3600.0)
    path = largest(real)
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        await run.until(lambda: watches(run, path))
        line, begun, before = prompt_after(path, "IN-PIECES"), heard(run, LineBegun), shown(run)
        for number, start in enumerate(range(0, len(line) - 1, 200), start=1):
            await append(path, line[start : min(start + 200, len(line) - 1)])
            await run.until(lambda: len(begun) >= number)  # noqa: B023 - called before the next
            assert shown(run) == before
        await append(path, "\n")
        await run.until(lambda: "IN-PIECES" in shown(run))
        assert "line without an end" not in shown(run)


async def test_what_is_there_of_a_line_is_shown_when_no_more_of_it_comes(real: Path) -> None:
    path = largest(real)
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        await run.until(lambda: watches(run, path))
        await append(path, prompt_after(path, "IN-PIECES")[:200])
        await run.until(lambda: "line without an end" in shown(run))


async def test_where_one_reads_stays_when_the_session_grows(real: Path) -> None:
    path = largest(real)
    async with browsing(real, open_session=path, size=(100, 12)) as run:
        await opened(run, path)
        await run.press("home")
        selected, lines, view = run.transcript.selected, shown(run), run.transcript.view
        await append(path, prompt_after(path, "FAR-BELOW"))
        await run.until(lambda: run.transcript.view is not view)
        assert run.transcript.selected == selected
        assert shown(run) == lines
        await run.press("end")
        await run.until(lambda: "FAR-BELOW" in shown(run))


async def test_who_went_to_the_end_of_a_session_that_was_empty_for_a_moment_is_at_its_end(real: Path) -> None:
    path = largest(real)
    data = read(path)
    async with browsing(real, open_session=path, size=(100, 12)) as run:
        await opened(run, path)
        await run.until(lambda: watches(run, path))
        await run.press("home", "down", "1")  # an entry that the view of prompts lacks
        await run.until_opened(path.name)
        replace(path, b"")
        await run.until(lambda: run.transcript.view is not None and not len(run.transcript.view))
        await run.press("2")
        await run.until_opened(path.name)
        await run.press("end")
        replace(path, data)
        await run.until(lambda: run.transcript.view is not None and len(run.transcript.view))
        view = run.transcript.view
        assert view is not None
        assert (run.transcript.cursor, run.transcript.follow) == (len(view) - 1, True)


async def test_a_rewritten_file_is_read_anew_at_the_same_record_and_said(real: Path) -> None:
    path = largest(real)
    async with browsing(real, open_session=path, size=(100, 12)) as run:
        await opened(run, path)
        await run.press("end", "up", "up", "up")
        await run.press("F") if run.transcript.follow else None
        entry = run.reading.entry
        assert entry is not None
        assert run.reading.document is not None
        uuid = run.reading.document.index.uuid_of(entry.rows[0])
        replace(path, b'{"type":"mode","mode":"plan"}\n' + path.read_bytes())
        await run.until(lambda: run.notices)
        assert run.notices == ["The file was rewritten, and was read anew."]

        def there() -> str | None:
            entry, document = run.reading.entry, run.reading.document
            return document.index.uuid_of(entry.rows[0]) if entry is not None and document is not None else None

        await run.until(lambda: there() == uuid)


async def test_a_new_session_is_listed_and_the_cursor_stays(demo: Demo) -> None:
    async with browsing(demo.claude_dir, home=demo.home) as run:
        await run.until(lambda: run.opened)
        before = run.tree.row
        assert before is not None
        assert before.session is not None
        path = before.session.file.path
        await run.until(lambda: watches(run, path))
        new = path.with_name("bbbbbbbb-0000-4000-8000-000000000000.jsonl")
        line = prompt_after(path, "A brand new session")
        await append(new, line)
        await run.until(lambda: any("A brand new session" in text for text in lines_of(run.tree)))
        after = run.tree.row
        assert after is not None
        assert after.identity == before.identity
        assert run.opened == path.name


async def test_what_is_deleted_here_is_not_told_as_news_but_what_is_deleted_elsewhere_is(real: Path) -> None:
    path, gone = largest(real), "The file of this session is gone. What was read of it stays."
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        await run.until(lambda: watches(run, path))
        before = run.tree.rows
        await run.press("D", "enter")
        await run.until(lambda: not path.exists() and run.tree.rows is not before)
        assert isinstance(run.browser, LiveBrowser)
        await run.until(lambda: run.browser.tree_pane.session_of(path) is None)
        other = path.with_name("cccccccc-0000-4000-8000-000000000000.jsonl")
        other.write_bytes(b"")
        await run.until(lambda: run.browser.tree_pane.session_of(other))  # told after what was deleted
        assert gone not in run.notices
        run.browser.deleted.clear()
        path.write_bytes(b"{}\n")
        await run.until(lambda: run.browser.tree_pane.session_of(path))
        path.unlink()
        await run.until(lambda: gone in run.notices)


async def test_a_client_that_starts_is_marked_and_one_that_dies_is_not_any_more(real: Path) -> None:
    path = largest(real)
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        await run.until(lambda: watches(run, path))
        client = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE)
        tell_running(real, client.pid, path.stem)
        await run.until(lambda: any("● busy" in line for line in lines_of(run.browser.query_one("#title"))))
        await client.communicate(b"\n")
        await run.until(lambda: not any("● busy" in line for line in lines_of(run.browser.query_one("#title"))))


async def test_where_the_system_does_not_notify_the_browser_says_so_and_goes_on(
    real: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr("cc_session_tui.watching.watcher.watch", refuse)
    path = largest(real)
    async with browsing(real, open_session=path) as run:
        await opened(run, path)
        await run.until(lambda: run.notices)
        assert run.notices == ["The store is looked at every few seconds: OS file watch limit reached"]
        await append(path, prompt_after(path, "POLLED"))
        await run.until(lambda: "POLLED" in shown(run))

from __future__ import annotations

import base64
import json
import stat
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.errors import ReadError
from cc_session_tui.core.transcript.document import Document
from cc_session_tui.core.transcript.views import ViewName
from cc_session_tui.tui.screens import pictures
from cc_session_tui.tui.screens.pictures import open_pictures
from tests.tui.browsing import browsing

if TYPE_CHECKING:
    from pathlib import Path

    from cc_session_tui.core.transcript.entries import Entry

PNG = b"\x89PNG\r\n\x1a\n and so on"
GIF = b"GIF89a and so on"


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were opened."""
    files: list[Path] = []
    monkeypatch.setattr(pictures, "launch", files.append)
    return files


def block(data: bytes | str, media_type: str = "image/png") -> dict[str, object]:
    text = base64.b64encode(data).decode() if isinstance(data, bytes) else data
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": text}}


def session(tmp_path: Path, *records: dict[str, object]) -> Path:
    path = tmp_path / "projects" / "-w" / "00000000-0000-4000-8000-000000000001.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def user(uuid: str, parent: str | None, *content: object) -> dict[str, object]:
    message = {"role": "user", "content": list(content)}
    return {"type": "user", "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message}


def entries(path: Path) -> tuple[Document, list[Entry]]:
    document = Document.open(path)
    view = document.view(ViewName.HISTORY, 3)
    return document, [view.entry(at) for at in range(len(view))]


def test_the_pictures_of_a_prompt_are_written_for_the_user_alone_and_opened(
    tmp_path: Path, launched: list[Path]
) -> None:
    text = {"type": "text", "text": "look"}
    document, shown = entries(session(tmp_path, user("1", None, text, block(PNG), block(GIF, "image/gif"))))
    assert open_pictures(document.index, shown[0]) == len(launched) == 2
    assert [path.suffix for path in launched] == [".png", ".gif"]
    assert [path.read_bytes() for path in launched] == [PNG, GIF]
    assert stat.S_IMODE(launched[0].stat().st_mode) == 0o600
    assert stat.S_IMODE(launched[0].parent.stat().st_mode) == 0o700


def test_a_picture_that_stands_alone_is_opened_alone(tmp_path: Path, launched: list[Path]) -> None:
    document, shown = entries(session(tmp_path, user("1", None, block(PNG), block(GIF, "image/gif"))))
    assert [entry.kind for entry in shown] == ["image", "image"]
    assert open_pictures(document.index, shown[1]) == 1
    assert launched[0].read_bytes() == GIF


def test_the_picture_that_a_tool_gave_back_is_opened_and_no_other(tmp_path: Path, launched: list[Path]) -> None:
    calls: list[object] = [{"type": "tool_use", "id": name, "name": "Read", "input": {}} for name in ("a", "b")]
    message = {"role": "assistant", "id": "m", "content": calls}
    called: dict[str, object] = {
        "type": "assistant",
        "uuid": "1",
        "parentUuid": None,
        "sessionId": "s",
        "message": message,
    }
    results = [{"type": "tool_result", "tool_use_id": n, "content": [block(d)]} for n, d in (("a", PNG), ("b", GIF))]
    document, shown = entries(session(tmp_path, called, user("2", "1", *results)))
    first = next(entry for entry in shown if entry.kind == "tool_call")
    assert open_pictures(document.index, first) == 1
    assert launched[0].read_bytes() == PNG


@pytest.mark.parametrize(
    "bad", [block("***"), block(b"<svg/>", "image/svg+xml"), {"type": "image", "source": {"type": "url", "url": "x"}}]
)
def test_what_is_no_picture_is_not_opened(tmp_path: Path, launched: list[Path], bad: dict[str, object]) -> None:
    document, shown = entries(session(tmp_path, user("1", None, bad)))
    with pytest.raises(ReadError, match="picture"):
        open_pictures(document.index, shown[0])
    assert launched == []


async def test_a_key_opens_the_picture(tmp_path: Path, launched: list[Path]) -> None:
    path = session(tmp_path, user("1", None, {"type": "text", "text": "look"}, block(PNG)))
    async with browsing(tmp_path, open_session=path) as run:
        await run.until(lambda: run.opened)
        await run.press("p")
        await run.until(lambda: launched)


async def test_an_entry_without_a_picture_says_so(tmp_path: Path, launched: list[Path]) -> None:
    path = session(tmp_path, user("1", None, {"type": "text", "text": "look"}))
    async with browsing(tmp_path, open_session=path) as run:
        await run.until(lambda: run.opened)
        await run.press("p")
        await run.until(lambda: "There is no picture in this entry." in run.notices)
        assert launched == []

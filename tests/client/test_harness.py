"""The harness itself: the client resumes what is there, and nothing where nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.client import harness
from tests.client.harness import sent

CASES = Path("tests/data/resume")


def test_a_recorded_session_is_sent_as_it_was_recorded(program: Path) -> None:
    assert sent(CASES / "compact" / "session.jsonl", program) == [
        "user text SUMMARY-TEXT",
        "assistant text A-after",
        "user text Q5",
        "assistant text A5",
    ]


def test_a_file_without_messages_is_no_conversation(program: Path) -> None:
    assert sent(b'{"type":"mode","mode":"plan"}\n', program) is None


def test_the_client_is_the_version_that_the_rules_are_of(client: harness.Client) -> None:
    answer = client.run("--version")
    assert answer.code == 0
    assert harness.VERSION in answer.stdout
    assert answer.requests == []


def test_without_npm_the_client_cannot_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(harness.NoClient, match="npm"):
        harness.installed({"CC_CLIENT_CACHE": str(tmp_path)})

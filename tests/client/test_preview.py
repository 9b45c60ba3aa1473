"""What the product says that a resume sends, held against what the client sends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.format.index import Index
from tests.client.harness import sent
from tests.client.variants import Variant
from tests.core.chain.plain import in_order, previewed

if TYPE_CHECKING:
    from pathlib import Path

VARIANTS = 100
AT_ONCE = 2
"""Resumes at a time; each takes about a second of a processor."""


def differing(seed: int, program: Path, folder: Path) -> str:
    """Return how preview and client differ on the variant of SEED; nothing where they agree."""
    variant = Variant(seed)
    path = folder / f"{seed}.jsonl"
    path.write_bytes(variant.data())
    by_client, by_us = sent(path, program), previewed(Index.open(path))
    if (by_client and in_order(by_client)) == (by_us and in_order(by_us)):
        return ""
    return f"seed {seed} ({', '.join(variant.steps)}): the client sends {by_client}, the preview says {by_us}"


@pytest.mark.timeout(240)
def test_preview_and_client_agree_on_damaged_and_grown_sessions(program: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda seed: differing(seed, program, tmp_path), range(VARIANTS)))
    assert [text for text in found if text] == []


def test_a_session_whose_last_prompt_names_a_sidechain_is_not_resumed(program: Path, tmp_path: Path) -> None:
    variant = Variant(0)
    side = variant.reply(None, isSidechain=True)
    variant.records.append({"type": "last-prompt", "lastPrompt": "x", "leafUuid": side, "sessionId": "s"})
    path = tmp_path / "session.jsonl"
    path.write_bytes(variant.data())
    assert sent(path, program) is None
    assert previewed(Index.open(path)) is None

"""Repairs, asked of the real client: what was lost is there again, and what was not is as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cc_session_tui.core.chain.findings import findings
from cc_session_tui.core.editing.repairs import mend, repair_of
from tests.client.harness import sent
from tests.client.variants import Variant
from tests.core.chain.odd_lines import odd_file
from tests.core.chain.plain import in_order, previewed
from tests.core.editing.broken_sessions import BROKEN, GOOD, WHOLE, Broken
from tests.core.editing.test_repairs import data_of, draft_of, same_ids

if TYPE_CHECKING:
    from pathlib import Path

UNCHANGED = [broken for broken in BROKEN if broken.before == broken.after]
"""Those of which a resume sends the same before and after: asked once, after."""
CHANGED = [broken for broken in BROKEN if broken.before != broken.after]


def mended(broken: Broken) -> bytes:
    """BROKEN after the repair of its finding."""
    draft = draft_of(broken.data)
    (finding,) = findings(draft.index)
    repair = repair_of(finding)
    assert repair is not None
    return data_of(repair(draft))


def test_the_good_session_is_sent_whole(program: Path) -> None:
    assert same_ids(sent(WHOLE, program)) == GOOD


@pytest.mark.parametrize("broken", CHANGED, ids=lambda broken: broken.code)
def test_the_client_lacks_what_the_finding_says(broken: Broken, program: Path) -> None:
    assert same_ids(sent(broken.data, program)) == broken.before


@pytest.mark.parametrize("broken", [*CHANGED, *UNCHANGED], ids=lambda broken: broken.code)
def test_the_client_sends_what_was_lost_after_the_repair(broken: Broken, program: Path) -> None:
    assert same_ids(sent(mended(broken), program)) == broken.after


@pytest.mark.parametrize("seed", range(8))
def test_the_client_sends_what_is_previewed_of_a_mended_session(seed: int, program: Path) -> None:
    after = mend(draft_of(Variant(seed).data())).draft
    assert in_order(sent(data_of(after), program) or []) == in_order(previewed(after.index) or [])


def test_the_client_reads_odd_lines_as_recorded(program: Path) -> None:
    data, read = odd_file()
    said = [line.removeprefix("user text say ").rstrip("\ufffd") for line in sent(data, program) or []]
    assert said == read

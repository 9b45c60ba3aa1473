"""Real sessions, damaged at random and mended."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from cc_session_tui.core.chain.findings import Severity, findings
from cc_session_tui.core.editing.repairs import mend
from tests.client.variants import Variant
from tests.core.chain.plain import previewed
from tests.core.editing.test_repairs import data_of, draft_of, same_ids, touched

REWRITTEN = {"parentUuid", "sessionId", "leafUuid", "message", "logicalParentUuid"}
"""The keys of a record that the repairs of these sessions may change."""


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_session_is_mended_whole(seed: int) -> None:
    draft = draft_of(Variant(seed).data())
    after, mended = mend(draft)
    left = [f.code for f in findings(after.index) if f.severity is not Severity.INFO and f.can_mend]
    assert left == []
    if "stale_last_prompt" not in {finding.code for finding in mended}:  # which goes on at another branch
        lost = Counter(same_ids(previewed(draft.index))) - Counter(same_ids(previewed(after.index)))
        assert [line for line in lost if not line.endswith("(missing)")] == []


@pytest.mark.parametrize("seed", range(60))
def test_a_repair_changes_no_more_than_it_says(seed: int) -> None:
    data = Variant(seed).data()
    after, mended = mend(draft_of(data))
    old, new = data.splitlines(), data_of(after).splitlines()
    by_uuid = {record["uuid"]: record for record in map(json.loads, new) if "uuid" in record}
    for number in touched(data, data_of(after)):
        record = json.loads(old[number - 1])
        now = by_uuid.get(record.get("uuid"), record)
        changed = {key for key in record if record[key] != now.get(key)}
        assert changed <= REWRITTEN or "duplicate_uuid" in {finding.code for finding in mended}

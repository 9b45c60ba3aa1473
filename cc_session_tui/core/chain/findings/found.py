"""All findings of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings.beginning import beginning_finding
from cc_session_tui.core.chain.findings.calls import call_findings
from cc_session_tui.core.chain.findings.contents import content_findings, surrogate_finding
from cc_session_tui.core.chain.findings.envelopes import Envelopes, window_finding
from cc_session_tui.core.chain.findings.ground import Ground
from cc_session_tui.core.chain.findings.images import Images
from cc_session_tui.core.chain.findings.lines import line_findings
from cc_session_tui.core.chain.findings.links import link_findings
from cc_session_tui.core.chain.findings.model import CODES
from cc_session_tui.core.format.index import Flag
from cc_session_tui.core.format.records import decode_fast
from cc_session_tui.core.format.rows import REFUSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cc_session_tui.core.chain.findings.model import Finding
    from cc_session_tui.core.format.index import Index

    Look = Callable[[Index], tuple[Finding, ...]]

_NO_RECORD: Final = int(Flag.DAMAGED | Flag.BLANK)


def findings(index: Index) -> tuple[Finding, ...]:
    """Everything wrong or odd in the session that INDEX reads, the worst first, then in file order.

    Raises:
        ReadError: the file is shorter than it was, or cannot be read.
    """
    ground = Ground(index)
    severities, codes = ["error", "warning", "info"], list(CODES)
    found = [
        *line_findings(ground),
        *link_findings(ground),
        *call_findings(ground),
        *_record_findings(ground),
        *beginning_finding(ground),
        *window_finding(ground),
    ]
    found.sort(key=lambda f: (severities.index(f.severity), f.lines[:1], codes.index(f.code)))
    return tuple(found)


def _record_findings(ground: Ground) -> Iterator[Finding]:
    """What needs the whole record; each is decoded once."""
    index = ground.index
    envelopes, images = Envelopes(ground), Images(ground)
    for row, flags in enumerate(index.flags):
        if flags & _NO_RECORD:
            continue
        try:
            record = decode_fast(index.raw(row))
        except REFUSED:
            record = index.record(row)
            yield from surrogate_finding(ground, row)
        if isinstance(record, dict):
            envelopes.add(row, record)
            if ground.graph.main[row]:
                images.add(row, record)
                yield from content_findings(ground, row, record)
    yield from envelopes.findings()
    yield from images.findings()

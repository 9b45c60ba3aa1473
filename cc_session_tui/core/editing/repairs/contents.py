"""Repairs of what messages and compact boundaries hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cc_session_tui.core.chain.findings.contents import is_empty_text
from cc_session_tui.core.chain.findings.images import images_of, over_limit
from cc_session_tui.core.editing.splice import with_key, with_value, without
from cc_session_tui.core.format.blocks import image_facts, items, members

if TYPE_CHECKING:
    from collections.abc import Callable

    from cc_session_tui.core.chain.findings import Finding
    from cc_session_tui.core.editing.repairs.changes import Changes
    from cc_session_tui.core.format.blocks import Object
    from cc_session_tui.core.format.lines import JSON

_THINKING: Final = ("thinking", "redacted_thinking")


def remove_blocks(changes: Changes, row: int, unwanted: Callable[[JSON], bool]) -> None:
    """Remove the UNWANTED blocks of ROW, unless that was done before; the record too, where nothing else is in it."""
    if row in changes.emptied:
        return
    changes.emptied.add(row)
    content = items(members((changes.index.record(row) or {}).get("message")).get("content"))
    numbers = [number for number, block in enumerate(content) if unwanted(block)]
    if len(numbers) == len(content):
        changes.remove(row)
        return
    for number in reversed(numbers):
        path = ("message", "content", number)
        changes.change(row, without, path)


def remove_empty_text(changes: Changes, finding: Finding) -> None:
    """Remove text blocks without text."""
    for row in finding.rows:
        remove_blocks(changes, row, is_empty_text)


def remove_message(changes: Changes, finding: Finding) -> None:
    """Remove records without content."""
    for row in finding.rows:
        changes.remove(row)


def remove_thinking(changes: Changes, finding: Finding) -> None:
    """Remove all thinking of the messages: signed thinking is never altered, only dropped whole."""
    index = changes.index
    for row in finding.rows:
        number = index.message[row]
        for line in [row] if number < 0 else changes.lines_of_message[number]:
            if any(block.type in _THINKING for block in index.blocks(line)):
                remove_blocks(changes, line, _is_thinking)


def _is_thinking(block: JSON) -> bool:
    return members(block).get("type") in _THINKING


def give_metadata(changes: Changes, finding: Finding) -> None:
    """Give a compact boundary its compactMetadata."""
    metadata: dict[str, JSON] = {"trigger": "manual", "preTokens": 0}
    for row, record in changes.records(finding.rows):
        edit = with_value if "compactMetadata" in record else with_key
        changes.change(row, edit, "compactMetadata", metadata)


def make_root(changes: Changes, finding: Finding) -> None:
    """Make a compact boundary a root; what was its parent becomes its logicalParentUuid, where it has none."""
    for row, record in changes.records(finding.rows):
        parent = record.get("parentUuid")
        changes.change(row, with_value, "parentUuid", None)
        if "logicalParentUuid" not in record:
            changes.change(row, with_key, "logicalParentUuid", parent)


def replace_images(changes: Changes, finding: Finding) -> None:
    """Put a text in the place of each image over the limits."""
    for row, record in changes.records(finding.rows):
        for path, image in images_of(record):
            if over_limit(image):
                text: JSON = {"type": "text", "text": _said_of(image)}
                changes.change(row, with_value, path, text)


def _said_of(image: Object) -> str:
    facts = image_facts(image)
    pixels = f", {facts.width} by {facts.height} pixels" if facts.width else ""
    return f"[image removed: {facts.media_type}{pixels}, {facts.size:,} bytes]"

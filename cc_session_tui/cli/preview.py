"""`cc-session preview`: what a resume of a session sends to the model, and what it leaves out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import click

from cc_session_tui.cli import output
from cc_session_tui.cli.options import chosen, session_argument, shared
from cc_session_tui.cli.sessions import find, named, store
from cc_session_tui.cli.visible import cut, one_line
from cc_session_tui.core.chain.graph import Graph
from cc_session_tui.core.chain.leaf import active_leaf
from cc_session_tui.core.chain.resume import resumed_blocks
from cc_session_tui.core.chain.weights import weights
from cc_session_tui.core.chain.why import SENTENCES, reasons
from cc_session_tui.core.errors import SessionNotFound
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cc_session_tui.core.chain.sending import Sent

_KEPT: Final = ("text", "thinking", "name", "input", "content", "is_error")
"""Members of a block that are written as they are."""
_USUAL_WIDTH: Final = 100
_MOST_HEAVY: Final = 5
"""How many of the heaviest records are named."""


@click.command("preview")
@session_argument
@shared("project", "session", "claude_dir")
@click.option("--json", "as_json", is_flag=True, help="An array of objects, one a content block that is sent.")
def command(reference: str | None, *, as_json: bool) -> None:
    """Show what `claude --resume` of SESSION sends to the model, and why the rest is not sent."""
    index = Index.open(find(store(), named(reference), chosen("project")).file.path)
    graph = Graph(index)
    if graph.side or active_leaf(graph).row < 0:
        raise SessionNotFound(f"nothing can be resumed: {_why_not(graph)}")
    if as_json:
        output.write_parts(output.json_array(_object(block, index) for block in resumed_blocks(index)))
    else:
        output.write_parts(output.lines(_lines(index)))


def _why_not(graph: Graph) -> str:
    if graph.side:
        return "it is a subagent's transcript"
    if not any(graph.held):
        return "it holds no message"
    return "its last record belongs to a subagent's conversation"


def _object(block: Sent, index: Index) -> dict[str, Any]:
    """BLOCK for JSON; `offset` says where in the file its record stands."""
    value = block.value
    head: dict[str, Any] = {"role": block.role, "type": block.type}
    if block.type == "attachment":
        head["attachment"] = value
    elif identity := value.get("tool_use_id", value.get("id")):
        head["id"] = identity
    head |= {key: value[key] for key in _KEPT if key in value and block.type != "attachment"}
    return head | {"missing": block.missing, "offset": index.offset[block.row] if block.row >= 0 else None}


def _lines(index: Index) -> Iterator[str]:
    width = output.terminal_width() or _USUAL_WIDTH
    blocks = resumed_blocks(index)
    for block in blocks:
        yield cut(f"{block.role:9}  {one_line(_words(block))}", width)
    records = len({block.row for block in blocks if block.row >= 0})
    yield ""
    heaviest = weights(blocks)
    size, tokens = sum(w.size for w in heaviest), sum(w.tokens for w in heaviest)
    yield f"sent: {len(blocks):,} blocks of {records:,} records, {size:,} bytes, about {tokens:,} tokens"
    for weight in heaviest[:_MOST_HEAVY]:
        yield f"  {weight.tokens:6,}  record {weight.row + 1:,} · {index.kind_of(weight.row)}"
    left_out = Counter(reasons(index).values())
    if left_out:
        yield f"left out: {left_out.total():,} records"
    for reason, count in left_out.most_common():
        yield f"  {count:6,}  {SENTENCES[reason]}"


def _words(block: Sent) -> str:
    """BLOCK in one line."""
    value = block.value
    match block.type:
        case "text":
            return str(value.get("text", ""))
        case "thinking":
            return f"(thinking) {value.get('thinking', '')}"
        case "tool_use":
            return f"▸ {value.get('name')} {output.to_json(value.get('input'))}"
        case "tool_result":
            return _result(block)
        case "attachment":
            return f"(attachment) {value.get('type')}"
    return f"({block.type})"


def _result(block: Sent) -> str:
    if block.missing:
        return "✗ (no result was recorded: the client sends an error)"
    return f"{'✗' if block.value.get('is_error') else '✓'} {_text(block.value.get('content'))}"


def _text(content: Any) -> str:
    """CONTENT of a result as text."""
    if isinstance(content, list):
        return " ".join(str(item.get("text", item.get("type"))) for item in content if isinstance(item, dict))
    return str(content or "")

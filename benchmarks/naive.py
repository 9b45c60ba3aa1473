"""The way that most viewers go: json for each line, a widget for each record (``python -m benchmarks.naive PATH``)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.containers import VerticalScroll
from textual.widgets import Static, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult

READY = "Naive-tree-is-ready"
"""What the tree paints when all its titles are there."""

SHOWN = 600
"""Characters of a record that are shown."""


class NaiveSession(App[None]):
    """A session, one widget a record."""

    def __init__(self, path: Path) -> None:
        """Show the session at ``path``."""
        super().__init__()
        self.path = path

    def compose(self) -> ComposeResult:
        """Make all widgets."""
        with VerticalScroll():
            for record in records(self.path):
                yield Static(text_of(record)[:SHOWN], markup=False)

    def on_mount(self) -> None:
        """Go to the end."""
        self.query_one(VerticalScroll).scroll_end(animate=False)


class NaiveStore(App[None]):
    """A tree of sessions, each read from its first to its last line for its title."""

    def __init__(self, claude_dir: Path) -> None:
        """Show the store of ``claude_dir``."""
        super().__init__()
        self.claude_dir = claude_dir

    def compose(self) -> ComposeResult:
        """Read everything, then make the tree."""
        tree: Tree[None] = Tree(READY)
        for folder in (self.claude_dir / "projects").iterdir():
            project = tree.root.add(folder.name)
            for path in folder.glob("*.jsonl"):
                project.add_leaf(title_of(path))
        tree.root.expand()
        yield tree


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Decode every line."""
    with path.open() as file:
        for line in file:
            yield json.loads(line)


def text_of(record: dict[str, Any]) -> str:
    """Give the text of a record's message, or the record."""
    content = record.get("message", {}).get("content", record)
    blocks = content if isinstance(content, list) else [content]
    return "\n".join(block.get("text") or str(block) if isinstance(block, dict) else str(block) for block in blocks)


def title_of(path: Path) -> str:
    """Give the last title, or the first prompt."""
    title = ""
    for record in records(path):
        title = record.get("customTitle") or record.get("aiTitle") or title or text_of(record)[:80]
    return title


if __name__ == "__main__":
    target = Path(sys.argv[1])
    app = NaiveSession(target) if target.is_file() else NaiveStore(target)
    app.run()

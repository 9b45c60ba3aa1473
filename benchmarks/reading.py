"""Indexing: the whole of a large session, beside decoders that read every line in full."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import orjson

from benchmarks import measure
from benchmarks.report import Row, at_least, milliseconds
from benchmarks.scale import session
from cc_session_tui.core.format.index import Index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from benchmarks.scale import Scale


def rows(scale: Scale) -> Iterator[Row]:
    """Measure the index against orjson, and against json as the naive way."""
    path = session(scale.many)
    size = path.stat().st_size
    ways: dict[str, Callable[[], object]] = {
        "index": partial(Index.open, path),
        "orjson": partial(_decode, path, orjson.loads),
        "json": partial(_decode, path, json.loads),
    }
    best = measure.cpu(ways, scale.rounds)
    index, fast = best["index"], best["orjson"]
    detail = f"{milliseconds(index)} of CPU, orjson {milliseconds(fast)}"
    yield at_least(f"index {size / 1e6:.0f} MB: orjson's decoding / index", fast / index, 1.15, detail)
    yield Row("  naive: json per line / index", f"{best['json'] / index:.2f}  ({milliseconds(best['json'])})")


def _decode(path: Path, loads: Callable[[bytes], object]) -> None:
    with path.open("rb") as file:
        for line in file:
            loads(line)

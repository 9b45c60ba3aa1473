"""From an entry to lines to draw: pure functions, testable without an app."""

from __future__ import annotations

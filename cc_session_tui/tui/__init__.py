"""The browser: a full-screen program on Textual."""

from __future__ import annotations

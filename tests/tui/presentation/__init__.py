"""Tests of the presentation."""

from __future__ import annotations

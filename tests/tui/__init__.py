"""Tests of the browser."""

from __future__ import annotations

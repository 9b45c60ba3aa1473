"""Tokens and cost of a session, in plausible numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

_CHARACTERS_PER_TOKEN = 3.6
_DOLLARS_PER_MILLION = {"input": 5.0, "output": 25.0, "read": 0.5, "creation": 6.25}


@dataclass(slots=True)
class Bill:
    """What was used so far."""

    model: str
    started: datetime
    context: int = 21_400
    """Tokens of the context at the next request."""
    input: int = 0
    output: int = 0
    read: int = 0
    creation: int = 0
    requests: int = 0
    tool_seconds: float = 0
    added: int = 0
    """Lines added by edits."""
    removed: int = 0

    def charge(self, blocks: Any) -> dict[str, Any]:
        """Count one API message with BLOCKS, and return its usage."""
        output = max(24, round(len(json.dumps(blocks)) / _CHARACTERS_PER_TOKEN))
        creation = 310 + output // 2
        usage = self._usage(creation, output)
        self.input, self.output, self.requests = self.input + 4, self.output + output, self.requests + 1
        self.read, self.creation = self.read + self.context, self.creation + creation
        self.context += creation + output
        return usage

    def take(self, text: str) -> None:
        """Count TEXT as context of the next request."""
        self.context += round(len(text) / _CHARACTERS_PER_TOKEN)

    def total(self, now: datetime) -> dict[str, Any]:
        """Return the fields of a `cost-state` record."""
        dollars = round(sum(getattr(self, kind) * price for kind, price in _DOLLARS_PER_MILLION.items()) / 1e6, 6)
        seconds = (now - self.started).total_seconds()
        return {
            "totalCostUSD": dollars,
            "totalAPIDuration": self.requests * 2_900,
            "totalAPIDurationWithoutRetries": self.requests * 2_800,
            "totalToolDuration": round(self.tool_seconds * 1000),
            "totalLinesAdded": self.added,
            "totalLinesRemoved": self.removed,
            "totalDuration": round(seconds * 1000),
            "startTime": round(self.started.timestamp() * 1000),
            "modelUsage": {self.model: self._model_usage(dollars)},
            "hasUnknownModelCost": False,
        }

    def _usage(self, creation: int, output: int) -> dict[str, Any]:
        return {
            "input_tokens": 4,
            "cache_creation_input_tokens": creation,
            "cache_read_input_tokens": self.context,
            "output_tokens": output,
            "output_tokens_details": {"thinking_tokens": 0},
            "server_tool_use": {"web_search_requests": 0, "web_fetch_requests": 0},
            "service_tier": "standard",
            "cache_creation": {"ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": creation},
            "inference_geo": "",
            "iterations": [],
            "speed": "standard",
            "fallback_credit": None,
        }

    def _model_usage(self, dollars: float) -> dict[str, Any]:
        return {
            "inputTokens": self.input,
            "outputTokens": self.output,
            "thinkingTokens": 0,
            "cacheReadInputTokens": self.read,
            "cacheCreationInputTokens": self.creation,
            "cacheCreationEphemeral5mInputTokens": self.creation,
            "cacheCreationEphemeral1hInputTokens": 0,
            "webSearchRequests": 0,
            "costUSD": dollars,
        }

"""What is wrong with a session, and what that does to a resume.

What mends a finding is in `core.editing.repairs`.
"""

from __future__ import annotations

from cc_session_tui.core.chain.findings.found import findings
from cc_session_tui.core.chain.findings.model import CODES, Finding, Severity

__all__ = ["CODES", "Finding", "Severity", "findings"]

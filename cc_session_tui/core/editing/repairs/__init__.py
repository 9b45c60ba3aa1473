"""The edits that mend findings: Draft in, Draft out; every line that a repair does not name stays byte for byte."""

from __future__ import annotations

from cc_session_tui.core.editing.repairs.mending import Mended, mend, repair_of

__all__ = ["Mended", "mend", "repair_of"]

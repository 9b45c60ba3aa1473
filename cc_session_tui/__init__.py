"""Browse, watch and edit Claude Code sessions.

The commands `cc-sessions` (the browser) and `cc-session` (the command line) stand on this library.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
"""The version of this distribution."""

"""`python -m cc_session_tui` starts the browser, like `cc-sessions`."""

from __future__ import annotations

from cc_session_tui.tui.main import main

if __name__ == "__main__":
    main()

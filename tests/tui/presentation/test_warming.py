from __future__ import annotations

import subprocess
import sys

CODE = """
import sys
from cc_session_tui.tui.presentation import draw
from tests.tui.presentation.looks import PALETTE
assert not {"pygments", "markdown_it"} & set(sys.modules)
from cc_session_tui.tui.presentation.warming import warm
warm(PALETTE)
assert {"pygments.lexers.python", "pygments.lexers.shell", "markdown_it"} <= set(sys.modules)
"""


def test_slow_modules_are_loaded_only_when_they_are_needed_or_asked_for() -> None:
    subprocess.run([sys.executable, "-c", CODE], check=True)

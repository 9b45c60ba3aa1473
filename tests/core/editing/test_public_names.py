"""What `from cc_session_tui import ...` gives, and when it is loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cc_session_tui
from cc_session_tui import _MODULE_OF


@pytest.mark.parametrize("name", cc_session_tui.__all__)
def test_every_public_name_is_there_and_described(name: str) -> None:
    value = getattr(cc_session_tui, name)
    assert name == "__version__" or value.__doc__
    assert name in dir(cc_session_tui)


def test_every_name_that_can_be_loaded_is_public() -> None:
    assert {*_MODULE_OF, "__version__"} == set(cc_session_tui.__all__)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cc_session_tui.nothing  # noqa: B018


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, cc_session_tui; print([m for m in sys.modules if m.startswith('cc_session_tui.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"

"""The screen on which the client draws in these tests."""

from __future__ import annotations

import pytest

from tests.client.screen import Screen


@pytest.mark.parametrize(
    ("drawn", "there"),
    [
        ("one\r\ntwo", "one\ntwo"),
        ("one two\x1b[4Dthree", "onethree"),
        ("\x1b[2;3Hx\x1b[1;1Hy", "y\n  x"),
        ("abc\r\x1b[1Cx\x1b[5Gy", "axc y"),
        ("abcdef\x1b[3G\x1b[K", "ab"),
        ("one\r\ntwo\x1b[2J", ""),
        ("1\r\n2\r\n3\r\n4", "2\n3\n4"),
        ("1234567890ab", "1234567890\nab"),
        ("\x1b[38;5;246mgrey\x1b[39m\x1b]0;title\x07 \x1b[?25l\x1b(Bü❯", "grey ü❯"),
    ],
)
def test_what_is_drawn_is_there_however_it_comes(drawn: str, there: str) -> None:
    at_once, slowly = Screen(3, 10), Screen(3, 10)
    at_once.feed(drawn.encode())
    for byte in drawn.encode():
        slowly.feed(bytes([byte]))
    assert str(at_once) == there
    assert str(slowly) == there

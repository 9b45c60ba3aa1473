"""Which folders lie on another machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cc_session_tui.watching.mounts import network_of

if TYPE_CHECKING:
    from pathlib import Path

MOUNTS = r"""22 1 0:20 / / rw - ext4 /dev/sda1 rw
23 22 0:21 / /home rw shared:1 - nfs4 server:/home rw
24 23 0:22 / /home/u/a\040b rw - tmpfs none rw
broken
"""


def test_the_nearest_mount_tells(tmp_path: Path) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert network_of(["/var", "/home/u/.claude"], mounts) == "nfs4"
    assert network_of(["/var", "/home/u/a b/c", "/homely"], mounts) == ""


def test_where_nothing_tells_nothing_is_assumed(tmp_path: Path) -> None:
    assert network_of(["/home"], tmp_path / "none") == ""

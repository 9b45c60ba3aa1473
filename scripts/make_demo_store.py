"""Write `cc_session_tui/demo_store`, the Claude dir that `cc-sessions --demo` shows: `make demo-store`."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from cc_session_tui.demo import STORE
from scripts.demo import api, odd, raytracer, shop, shop_fix
from scripts.demo.store import Store

if TYPE_CHECKING:
    from pathlib import PurePosixPath


def make() -> dict[PurePosixPath, bytes]:
    """Return the files of the store by their path."""
    store = Store()
    shop_fix.add_fix(store)
    shop.add_others(store)
    api.add_all(store)
    raytracer.add_all(store)
    odd.add_all(store)
    return store.files


def main() -> None:
    """Replace the store by a new one."""
    shutil.rmtree(STORE, ignore_errors=True)
    for path, content in make().items():
        target = Path(STORE, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main()

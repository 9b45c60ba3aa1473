"""Where the style sheets lie: inside the package once installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]
# The package first: a `styles` beside it in site-packages could belong to someone else.
_FOLDERS: Final = (_PACKAGE / "styles", _PACKAGE.parent / "styles")


def stylesheet(name: str) -> Path:
    """Return the absolute path of the style sheet NAME, such as `app.tcss`: what `CSS_PATH` takes.

    Raises:
        FileNotFoundError: It is in neither place.
    """
    for folder in _FOLDERS:
        if (path := folder / name).is_file():
            return path
    raise FileNotFoundError(f"no style sheet {name} in {' or '.join(map(str, _FOLDERS))}")

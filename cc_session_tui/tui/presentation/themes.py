"""The two themes of cc-sessions: quiet colours with one meaning each."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

CC_DARK: Final = Theme(
    name="cc-dark",
    primary="#6cb6ff",
    secondary="#8fbf7f",
    accent="#e0956b",
    warning="#c9a95c",
    error="#f0717c",
    success="#4fd08a",
    foreground="#d7dce5",
    background="#11141a",
    surface="#161a22",
    panel="#2b3342",
    dark=True,
    variables={
        "cc-text": "#d7dce5",
        "cc-person": "#6cb6ff",
        "cc-claude": "#e0956b",
        "cc-tool": "#8fbf7f",
        "cc-structure": "#c9a95c",
        "cc-wrong": "#f0717c",
        "cc-live": "#4fd08a",
        "cc-dim": "#7e8796",
        "cc-faint": "#444c5b",
        "cc-rule": "#2a303c",
        "cc-fence": "#1b202a",
        "cc-added": "#1c3326",
        "cc-added-ink": "#9fd8a6",
        "cc-removed": "#3a2027",
        "cc-removed-ink": "#f0a3a8",
        "cc-selected": "#22324a",
    },
)
"""The dark theme, the default."""

CC_LIGHT: Final = Theme(
    name="cc-light",
    primary="#1e6dc2",
    secondary="#3d7a38",
    accent="#a95528",
    warning="#886811",
    error="#c23440",
    success="#177c49",
    foreground="#2b2e34",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e4dd",
    dark=False,
    variables={
        "cc-text": "#2b2e34",
        "cc-person": "#1e6dc2",
        "cc-claude": "#a95528",
        "cc-tool": "#3d7a38",
        "cc-structure": "#886811",
        "cc-wrong": "#c23440",
        "cc-live": "#177c49",
        "cc-dim": "#6a6d75",
        "cc-faint": "#b9b6ad",
        "cc-rule": "#d9d5cb",
        "cc-fence": "#f1efe9",
        "cc-added": "#e2f2e2",
        "cc-added-ink": "#256b2f",
        "cc-removed": "#fbe4e4",
        "cc-removed-ink": "#9c2b33",
        "cc-selected": "#dbe7f6",
    },
)
"""The light theme."""

THEMES: Final = (CC_DARK, CC_LIGHT)
"""What the app registers."""

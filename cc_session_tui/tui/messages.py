"""Messages that cross panes."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


@dataclass
class RowWanted(Message):
    """A record that the inspector names is to be shown in the transcript."""

    row: int
    """Its row in the document's index."""


@dataclass
class FileWanted(Message):
    """The transcript of the open session, or of a subagent of it, is to be shown."""

    name: str
    """Name of its file."""


@dataclass
class Failed(Message):
    """Something could not be read, or went wrong."""

    text: str
    """Why, one line for the user."""
    is_shown: bool = False
    """Whether that is on the screen, in the place of what could not be read."""


@dataclass
class Withdrawn(Message):
    """What was told does not hold any more."""

    text: str
    """What."""


@dataclass
class Alerted(Message):
    """Somebody who looks elsewhere is to be told something."""

    text: str
    """What, one line."""

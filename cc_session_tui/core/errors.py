"""The errors that the core raises.

    SessionError
    ├── SessionNotFound   no session, project or Claude dir where one was looked for
    ├── AmbiguousSession  a beginning of an id that fits several sessions
    └── ReadError         a file that cannot be read (gone, no permission, not a file)

Bad *content* is never an error: a damaged line is read as a damaged row (see `format.lines`).
"""

from __future__ import annotations


class SessionError(Exception):
    """Base of all errors of this library; its text is one line for the user."""


class SessionNotFound(SessionError):
    """No session, project or Claude dir where one was looked for."""


class AmbiguousSession(SessionError):
    """A beginning of an id, or a title, that fits several sessions."""


class ReadError(SessionError):
    """A file that cannot be read: gone, no permission, or not a regular file."""

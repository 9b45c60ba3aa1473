"""The errors that the core raises.

    SessionError
    ├── SessionNotFound   no session, project or Claude dir where one was looked for
    ├── AmbiguousSession  a beginning of an id that fits several sessions
    ├── ReadError         a file that cannot be read (gone, no permission, not a file)
    ├── EditError         an edit that makes no sense: an empty message, a parent that is not there
    ├── WriteError        a file that cannot be written (disk full, no permission); it is as it was
    └── ConflictError     a file that is no longer what was read; nothing was written

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


class EditError(SessionError):
    """An edit that makes no sense: an empty message, a parent that is not in the session."""


class WriteError(SessionError):
    """A file that cannot be written: disk full, no permission, read-only. The file is as it was."""


class ConflictError(SessionError):
    """A file that is no longer what was read. Nothing was written."""

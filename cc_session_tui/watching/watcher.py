"""Watches a store: an async iterator of what changes in it."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from watchfiles import watch

from cc_session_tui.core.errors import SessionError
from cc_session_tui.core.store.layout import SUFFIX
from cc_session_tui.watching.changes import PollingInstead
from cc_session_tui.watching.looking import Looker
from cc_session_tui.watching.mounts import network_of

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Iterator, Mapping
    from pathlib import Path

    from cc_session_tui.watching.changes import Change
    from cc_session_tui.watching.looking import Before

_STEP_MS: Final = 20
"""How often watchfiles looks whether it was notified: at 10 ms that alone took half a percent of a core."""
_DEBOUNCE_MS: Final = 40
_CLOSE_SECONDS: Final = 0.25
_CLIENT_SECONDS: Final = 1.0
_ALL_SECONDS: Final = 20.0
_POLL_SECONDS: Final = 4.0
_NOT_UTF8: Final = "Unable to decode path"
"""What watchfiles says where something happened at a path that is not UTF-8."""


class StoreWatcher:
    """Watches a Claude dir, and closely one session in it.

    A watch on a file dies when that is replaced, and one on a folder when that is made anew: so folders are watched,
    flat, and anew whenever one comes or goes; and the whole is looked at from time to time all the same.

    It looks in a thread of its own, so that an event loop has nothing to do while nothing happens.
    """

    def __init__(self, claude_dir: Path, before: Before | None = None) -> None:
        """A watcher of CLAUDE_DIR, which need not be there yet.

        What has changed since it was as BEFORE tells is told first; without that, what changes from the first look on.
        """
        self._looker = Looker(claude_dir, before)
        self._wanted = self._followed = ""
        self._due = self._clients_due = self._silent_due = 0.0
        self._silent: list[str] = []
        self._every = _ALL_SECONDS

    def follow(self, path: Path | None) -> None:
        """Look closely at the session file PATH, in the store or not, and at its subagents; None: at no session.

        It begins within a quarter of a second, with a `SessionGone`, or a `SessionGrown` of no bytes: read what was
        written until then.
        """
        self._wanted = str(path.absolute()) if path is not None else ""

    async def changes(self) -> AsyncGenerator[tuple[Change, ...], None]:
        """What changes from now on, in batches that are never empty, until it is closed or its task is cancelled.

        Raises:
            SessionError: the store cannot be looked at any more.
        """
        news: asyncio.Queue[tuple[Change, ...] | Exception] = asyncio.Queue()
        stop = threading.Event()
        told = asyncio.get_running_loop(), news, stop
        threading.Thread(target=self._tell, args=told, name="watch", daemon=True).start()
        try:
            while True:
                found = await news.get()
                if isinstance(found, Exception):
                    raise SessionError(f"Watching stopped: {_reason(found)}") from found
                yield found
        finally:
            stop.set()

    # in the thread

    def _tell(
        self,
        loop: asyncio.AbstractEventLoop,
        news: asyncio.Queue[tuple[Change, ...] | Exception],
        stop: threading.Event,
    ) -> None:
        """Put what changes into the NEWS of LOOP, until STOP is set."""
        try:
            for batch in self._batches(stop):
                if batch:
                    loop.call_soon_threadsafe(news.put_nowait, batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where the news are read
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(news.put_nowait, error)

    def _batches(self, stop: threading.Event) -> Iterator[tuple[Change, ...]]:
        """What changes; nothing from time to time."""
        try:
            while not stop.is_set():
                yield from self._notified(stop)
        except Exception as error:  # noqa: BLE001 - no more watches, or what nobody thought of: it goes on all the same
            self._due, self._every = 0.0, _POLL_SECONDS
            yield (PollingInstead(_reason(error)),)
        while not stop.wait(_CLOSE_SECONDS):
            yield self._look(())

    def _notified(self, stop: threading.Event) -> Iterator[tuple[Change, ...]]:
        """What changes, until the folders to watch are others.

        Raises:
            OSError: the system does not notify, or has no more watches.
            RuntimeError: the same.
        """
        yield self._look(())
        folders = self._looker.folders()
        if not folders:
            self._due = 0.0
            stop.wait(_CLOSE_SECONDS)
            return
        if network := network_of(folders):
            raise OSError(f"{network} does not tell what changes")
        notified = [folder for folder in folders if _is_utf8(folder)]
        if not notified:
            raise OSError("its name is not UTF-8")
        self._silent = [path for folder, path in folders.items() if not _is_utf8(folder)]
        self._due = 0.0  # what changed before the watches were there
        try:
            yield from self._hinted(notified, folders, stop)
        except FileNotFoundError:
            return  # a folder went before it was watched
        except PermissionError:
            if self._looker.folders() == folders:
                raise  # it may be read, but not watched
        except RuntimeError as error:
            if _NOT_UTF8 not in str(error):
                raise
            stop.wait(_CLOSE_SECONDS)  # then all is looked at, and watched anew

    def _hinted(
        self, notified: Iterable[str], folders: Mapping[str, str], stop: threading.Event
    ) -> Iterator[tuple[Change, ...]]:
        """What changes, by hints from those of FOLDERS that are NOTIFIED, until others are to be watched."""
        for found in _hints(notified, stop):
            paths, before = {_given(path, folders) for path in found}, self._state
            yield self._look(paths)
            if self._is_outdated(paths, folders, looked=before != self._state):
                return

    @property
    def _state(self) -> tuple[object, ...]:
        """What is another when other folders may have to be watched."""
        return self._followed, self._due, self._looker.companions

    def _look(self, paths: Iterable[str]) -> tuple[Change, ...]:
        """What happened at PATHS, and to the followed session; anywhere, if that is due."""
        changes: list[Change] = []
        if self._wanted != self._followed:
            self._followed = self._wanted
            changes += self._looker.follow(self._followed)
        now = time.monotonic()
        if now >= self._due:
            changes += self._looker.all()
            self._due = now + self._every
        else:
            changes += self._looker.at([*paths, *self._unnotified(now)])
        if now >= self._clients_due:  # one that dies leaves its file as it was
            changes += self._looker.clients()
            self._clients_due = now + _CLIENT_SECONDS
        return tuple(changes)

    def _unnotified(self, now: float) -> list[str]:
        """The files in folders that watchfiles cannot take; none where they were looked at just before NOW."""
        if not self._silent or now < self._silent_due:
            return []
        self._silent_due = now + _CLOSE_SECONDS
        return [path for folder in self._silent for path in self._looker.files_in(folder)]

    def _is_outdated(self, paths: Iterable[str], folders: Mapping[str, str], *, looked: bool) -> bool:
        """Whether other FOLDERS are to be watched, or one of them was made anew, which its inode may not tell.

        LOOKED tells whether more than PATHS was looked at: folders that came before the watches are found so.
        """
        others = [path for path in paths if not path.endswith((SUFFIX, ".json", ".key"))]
        if not folders.keys().isdisjoint(others) or not set(folders.values()).isdisjoint(others):
            return True
        return (looked or bool(others)) and self._looker.folders() != folders


def _hints(folders: Iterable[str], stop: threading.Event) -> Iterator[set[str]]:
    """Paths at which something happened in FOLDERS, until STOP is set; none from time to time."""
    batches = watch(
        *folders,
        watch_filter=None,
        step=_STEP_MS,
        debounce=_DEBOUNCE_MS,
        rust_timeout=int(_CLOSE_SECONDS * 1000),
        yield_on_timeout=True,
        stop_event=stop,
        recursive=False,
        force_polling=False,
        ignore_permission_denied=False,  # else it does not say either that no watches are left
    )
    return ({path for _, path in batch} for batch in batches)


def _given(path: str, folders: Mapping[str, str]) -> str:
    """PATH, which the system tells, as the store calls it: FOLDERS are given by their real paths."""
    folder, _, name = path.rpartition("/")
    return f"{folders[folder]}/{name}" if folder in folders else path


def _is_utf8(path: str) -> bool:
    """Whether watchfiles can take PATH."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: Exception) -> str:
    """Why it is not notified any more, by the ERROR that was raised; watchfiles adds the path, and more."""
    if not isinstance(error, OSError | RuntimeError):
        return f"{type(error).__name__}: {error}"
    return str(error).partition(" about [")[0].rstrip(".")

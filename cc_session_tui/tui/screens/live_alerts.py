"""The browser that tells when a client is done, or asks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from cc_session_tui.tui.messages import Alerted
from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.widgets.session_tree_names import title_of

if TYPE_CHECKING:
    from pathlib import Path

    from textual.timer import Timer

    from cc_session_tui.core.store.alerts import Seen
    from cc_session_tui.core.store.models import RunningClient, Session
    from cc_session_tui.tui.screens.setting import Setting
    from cc_session_tui.watching.changes import Change


class LiveAlerts(RecoveringBrowser):
    """The screen, as far as it tells of clients to somebody who looks elsewhere; the app decides how."""

    def __init__(self, setting: Setting, open_session: Path | None = None, claude: str = "") -> None:
        """A browser in SETTING that opens OPEN_SESSION first; CLAUDE is the command that runs the client."""
        super().__init__(setting, open_session, claude)
        self._alert_clients: dict[int, RunningClient] | None = None
        self._alert_seen: dict[int, Seen] = {}
        self._is_alert_due = False
        self._alert_timer: Timer | None = None

    def take_alert_change(self, change: Change) -> None:
        """Note CHANGE; `alert_soon` tells."""
        from cc_session_tui.watching import changes as kinds  # noqa: PLC0415 - with the watcher

        match change:
            case kinds.ClientStarted(client) | kinds.ClientChanged(client):
                self._known_clients()[client.pid] = client
                self._is_alert_due = True
            case kinds.ClientEnded(client):
                self._known_clients().pop(client.pid, None)
                self._is_alert_due = True

    def alert_soon(self) -> None:
        """Tell what is to be told of the clients, if one changed."""
        if self._is_alert_due:
            self._is_alert_due = False
            self._judge_clients()

    def _known_clients(self) -> dict[int, RunningClient]:
        """The clients that run; at first those that are listed, as they were before anything changed."""
        if self._alert_clients is None:
            running = [session.running for session in self._sessions_listed()]
            self._alert_clients = {client.pid: client for client in running if client is not None}
            self._judge_clients()
        return self._alert_clients

    def _judge_clients(self) -> None:
        from cc_session_tui.core.store.alerts import judge  # noqa: PLC0415 - after the first frames
        from cc_session_tui.tui.presentation.alert_words import alert_words  # noqa: PLC0415

        if self._alert_timer is not None:
            self._alert_timer.stop()
            self._alert_timer = None
        clients = (self._alert_clients or {}).values()
        self._alert_seen, alerts, wait = judge(self._alert_seen, clients, time.monotonic())
        for alert in alerts:
            sessions = (its for its in self._sessions_listed() if its.session_id == alert.client.session_id)
            if (session := next(sessions, None)) is not None:
                self.post_message(Alerted(alert_words(alert, title_of(session))))
        if wait is not None:
            self._alert_timer = self.set_timer(wait, self._judge_clients)

    def _sessions_listed(self) -> list[Session]:
        return [session for project in self.tree_pane.projects for session in project.sessions]

"""The app: themes, keymap, notifications; what is on screen is the browser's."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import App, SystemCommand
from textual.events import Key

from cc_session_tui.tui.commands import APP_COMMANDS, bindings, key_label
from cc_session_tui.tui.config import Alerts, Config, config_path
from cc_session_tui.tui.css import stylesheet
from cc_session_tui.tui.messages import Alerted, Withdrawn
from cc_session_tui.tui.presentation.plain import visible
from cc_session_tui.tui.presentation.themes import CC_DARK, CC_LIGHT, THEMES
from cc_session_tui.tui.screens.edit_new import NewBrowser
from cc_session_tui.tui.screens.edit_recovery import RecoveringBrowser
from cc_session_tui.tui.screens.live import LiveBrowser
from cc_session_tui.tui.screens.registry import BY_ID
from cc_session_tui.tui.screens.setting import Setting
from cc_session_tui.tui.widgets.safe_lines import SafeLines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import BindingType
    from textual.filter import LineFilter
    from textual.notifications import Notification, SeverityLevel
    from textual.screen import Screen

    from cc_session_tui.tui.screens.live_lead import Following

_SIGNALS = ("SIGTERM", "SIGHUP")
_SIGNALLED = 128  # what a shell adds to the number of a signal
_LONG = 10.0
_GONE_SECONDS = 0.1  # a toast is off the screen by then
_MOVES = ("cursor_", "page_", "half_page_", "command_palette")  # of no use in the palette


def local_time() -> datetime:
    """The time now, in the machine's zone."""
    return datetime.now().astimezone()


class CcSessionsApp(App[None]):
    """Browse the sessions of one Claude dir."""

    TITLE = "cc-sessions"
    CSS_PATH = stylesheet("app.tcss")
    BINDINGS: ClassVar[list[BindingType]] = bindings(APP_COMMANDS)

    def __init__(  # noqa: PLR0913
        self,
        claude_dir: Path,
        *,
        home: Path | None = None,
        clock: Callable[[], datetime] = local_time,
        open_session: Path | None = None,
        new_in: Path | None = None,
        following: Following | None = None,
        config: Config | None = None,
        notice: str = "",
        store_name: str = "",
    ) -> None:
        """An app for CLAUDE_DIR.

        Args:
            claude_dir: The folder that holds `projects/`.
            home: Shown as `~`; None for the user's.
            clock: The time, with its zone.
            open_session: The session file to open first; None for the newest.
            new_in: The project in which a new session is begun at the start; None for none.
            following: How the session that is opened first is followed; None for not at all.
            config: The user's config; None for the defaults.
            notice: Something to tell the user at the start.
            store_name: What the store is called; empty for its path.
        """
        super().__init__()
        self.config = config or Config()
        """The user's config."""
        self.claude_dir = claude_dir
        """The folder that holds `projects/`."""
        self.open_session = open_session
        """The session file to open first; None for the newest."""
        self.new_in = new_in
        """The project in which a new session is begun at the start; None for none."""
        self.following = following
        """How the session that is opened first is followed; None for not at all."""
        self.notice = notice
        """Something to tell the user at the start."""
        self.alerts = self.config.alerts
        """How one is told of running sessions now."""
        self._safe = SafeLines()
        self._setting = Setting(claude_dir, home or Path.home(), clock, store_name)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.config.theme or CC_DARK.name
        self.set_keymap(self.config.keys)

    def get_default_screen(self) -> Screen[None]:
        """The browser."""
        browser = LiveBrowser(self._setting, self.open_session, self.config.claude)
        if self.following is not None:
            browser.follow(self.following)
        return browser

    def on_mount(self) -> None:
        """Leave in order when told to, and say what there is to say."""
        loop = asyncio.get_running_loop()
        for name in _SIGNALS:
            with suppress(AttributeError, NotImplementedError, RuntimeError, ValueError):
                number = getattr(signal, name)
                loop.add_signal_handler(number, self.exit, None, _SIGNALLED + number)
        browser = self.screen_stack[0]
        if self.new_in is not None and isinstance(browser, NewBrowser):
            browser.new_session_in(self.new_in)
        if self.notice:
            self.notify(self.notice, timeout=_LONG, markup=False)
        for problem in self.config.problems:
            self.notify(problem, title="Config file", severity="warning", timeout=_LONG, markup=False)

    def on_key(self, event: Key) -> None:
        """Give a letter to the line that is typed in: it may have been pressed before that line had the focus.

        Keys that come fast (a paste, a quick hand) are sent to what has the focus when they are read, and those after
        a `/` would be commands else.
        """
        focused = self.focused
        if focused is not None and event.is_printable and focused.check_consume_key(event.key, event.character):
            event.prevent_default()
            focused.post_message(Key(event.key, event.character))

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Tell MESSAGE, in which names and texts of sessions may stand: it is shown as it is, and obeyed by nothing.

        Widgets and screens pass MARKUP on as Textual has it by default: it is off for them too.
        """
        _ = markup
        shown = visible(message), visible(title)
        super().notify(shown[0], title=shown[1], severity=severity, timeout=timeout, markup=False)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What goes over every line that is drawn."""
        return [*super().get_line_filters(), self._safe]

    def copy_to_clipboard(self, text: str) -> None:
        """Copy TEXT to the clipboard of the terminal (OSC 52); a lone surrogate becomes a question mark."""
        super().copy_to_clipboard(text.encode("utf-8", "replace").decode("utf-8"))

    def _unnotify(self, notification: Notification, refresh: bool = True) -> None:
        """Paint all anew once NOTIFICATION is gone.

        Where something else was laid out in the same moment, Textual takes the place of a toast for painted (8.2).
        """
        super()._unnotify(notification, refresh)
        self.set_timer(_GONE_SECONDS, self._paint_anew)

    def _paint_anew(self) -> None:
        for screen in self.screen_stack[-1:]:  # none is there at the very end
            screen.refresh()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: the commands that work on SCREEN now, then Textual's themes and screenshot."""
        seen = set()
        for key, active in screen.active_bindings.items():
            command = BY_ID.get(active.binding.id or "")
            if command is None or command.id in seen or not active.enabled or command.action.startswith(_MOVES):
                continue
            seen.add(command.id)
            run = partial(self.run_action, active.binding.action, active.node)
            yield SystemCommand(command.text, f"{key_label(key)}  {command.id}".replace("[", "\\["), run)
        for system in super().get_system_commands(screen):
            if system.title in {"Theme", "Screenshot"}:
                yield system

    async def action_quit(self) -> None:
        """Leave, once the user was asked about edits that are not saved."""
        browser = self.screen_stack[0]
        if not isinstance(browser, RecoveringBrowser) or browser.may_leave():
            self.exit()

    def action_toggle_dark(self) -> None:
        """Switch between the two themes of this program."""
        self.theme = CC_LIGHT.name if self.current_theme.dark else CC_DARK.name

    @on(Withdrawn)
    def _withdraw(self, message: Withdrawn) -> None:
        """Tell no longer what does not hold any more."""
        words = visible(message.text)
        for notification in [told for told in self._notifications if told.message == words]:
            self._unnotify(notification)

    @on(Alerted)
    def _alert(self, message: Alerted) -> None:
        """Tell somebody who looks elsewhere, in the ways that are on."""
        if self.alerts.bell:
            self.bell()
        if self.alerts.notify:
            self._notify_desktop(message.text)

    def _notify_desktop(self, text: str) -> None:
        """Have the terminal show TEXT on the desktop. It goes the way of the frames: no two writes mix."""
        from cc_session_tui.tui.presentation.alert_words import notification  # noqa: PLC0415 - few have it on

        if self._driver is not None and not self.is_headless:  # Textual has no other way to its terminal
            self._driver.write(notification(text, in_tmux="TMUX" in os.environ))
            self._driver.flush()

    def action_toggle_alerts(self) -> None:
        """Turn alerts on or off for this run: those of the config, else all."""
        on_again = self.config.alerts if any(self.config.alerts) else Alerts(bell=True, notify=True)
        self.alerts = Alerts() if any(self.alerts) else on_again
        ways = " and ".join(name for name, is_on in zip(("bell", "notification"), self.alerts, strict=True) if is_on)
        self.notify(f"Alerts are on: {ways}, when a session is done or asks." if ways else "Alerts are off.", timeout=3)

    def action_show_help(self) -> None:
        """Show every key."""
        from cc_session_tui.tui.screens.help import HelpScreen  # noqa: PLC0415 - not needed for the first frame

        screen = self.screen
        if isinstance(screen, HelpScreen):
            return
        self.push_screen(HelpScreen(_group_of(screen), self.config.keys, self._setting.shown(config_path())))


def _group_of(screen: Screen[object]) -> str:
    """The group of commands of what has the focus on SCREEN."""
    for active in screen.active_bindings.values():
        command = BY_ID.get(active.binding.id or "")
        if command is not None and active.node is screen.focused:
            return command.group
    return "browser"

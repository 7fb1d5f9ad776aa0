"""Find a browser and keep a tab of it alive, headed or headless, with a fresh or a kept profile.

The order of the search: the given path, Playwright's own Chromium, an installed Chromium or Chrome.
A tab or browser that died or hangs is started again with the same profile, so that the page finds
its running game.
"""

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from playwright.sync_api import (
    BrowserContext,
    Error,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)

from automation.deadline import within
from automation.errors import (
    PageError,
    PageReloadedError,
    SiteUnreachableError,
    TabLostError,
)
from automation.tab import RELOADED
from engine.errors import InputError, UnavailableError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
)
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

# Where the system shares its cores among sessions, a nice value counts only within a session. The
# browser gets a session of its own, so the session as a whole is made nice too.
LOW_PRIORITY = """#!/bin/sh
{{ echo {nice} > /proc/self/autogroup; }} 2> /dev/null
exec nice -n {nice} {program} "$@"
"""
NICE = 10
START_S = 30.0  # for a browser to start
TAB_S = 15.0  # for it to open a tab, or to close
HOW_TO_GET_ONE = (
    "install Chromium or Chrome, run `python -m playwright install chromium`, "
    "or name one with --browser PATH or in the settings"
)
NO_DISPLAY = (
    "there is no display for a browser window: `play` and `doctor` work without --headed, "
    "`watch` needs a desktop"
)
LOST = ("has been closed", "crashed", "Connection closed", "Browser closed")


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """Which browser, with a window or without, and where its profile is kept (None: nowhere)."""

    executable: Path | None = None
    headed: bool = False
    profile_dir: Path | None = None
    low_priority: bool = False  # leave the cores to the window that people look at
    pop_ups: bool = False  # keep windows that the page opens: a person uses it
    width: int = 1280
    height: int = 720


class Tabs(Protocol):
    """The part of a browser that the player needs."""

    @property
    def page(self) -> Page:
        """The tab in use."""

    def revive(self) -> Page:
        """Return a new tab with the same profile, of a new browser if need be."""


def find_browser(given: Path | None = None, own: str = "") -> Path:
    """Return the browser to start; `own` is where Playwright would keep its own."""
    if given is not None:
        return _checked(given)
    on_path = (shutil.which(name) for name in NAMES)
    for place in (own, *on_path, *PLACES):
        if place and Path(place).is_file():
            return Path(place)
    raise UnavailableError(f"no browser was found: {HOW_TO_GET_ONE}")


def _checked(given: Path) -> Path:
    found = shutil.which(given)
    if found is None:
        raise InputError(f'"{given}" is not a browser that can be started: {HOW_TO_GET_ONE}')
    return Path(found)


def is_root() -> bool:
    """Return True if the program runs as root, for whom Chromium has no sandbox."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_display() -> bool:
    """Return True if there is a screen that a browser can use."""
    names = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform != "linux" or any(os.environ.get(name) for name in names)


def sandbox_note() -> str:
    """Return a warning for root, who has no sandbox; "" for everyone else."""
    return "Chromium runs without its sandbox, because this is root" if is_root() else ""


def launch_args() -> list[str]:
    """Return switches that keep the browser quiet; for root, one that turns the sandbox off."""
    return [*QUIET, *(["--no-sandbox"] if is_root() else [])]


def at_low_priority(program: Path, folder: Path) -> Path:
    """Write a script into a folder that starts a program at low priority; return the script."""
    made = folder / "browser"
    made.write_text(
        LOW_PRIORITY.format(nice=NICE, program=shlex.quote(str(program))), encoding="utf-8"
    )
    made.chmod(0o700)
    # The folder may be mounted without permission to run programs.
    return made if os.access(made, os.X_OK) else program


class Chrome:
    """A browser with one tab; use it as a context manager, in one thread."""

    def __init__(self, options: BrowserOptions) -> None:
        self.options = options
        self._scratch = ""
        self._playwright: Playwright | None = None
        self._context: BrowserContext | None = None
        self._page: Page | None = None
        self._is_opening = False

    def __enter__(self) -> "Chrome":
        try:
            self._start()
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    @property
    def page(self) -> Page:
        """The tab in use."""
        if self._page is None:
            raise TabLostError("the browser is closed")
        return self._page

    @property
    def profile_dir(self) -> Path:
        """The folder of the browser's profile: the kept one, or a folder that goes at the end."""
        return self.options.profile_dir or self._scratch_dir / "profile"

    @property
    def _scratch_dir(self) -> Path:
        self._scratch = self._scratch or tempfile.mkdtemp(prefix="pokle-browser-")
        return Path(self._scratch)

    def revive(self) -> Page:
        """Return a new tab of the same browser, or of a new one on the same profile."""
        try:
            if self._context is None:
                raise TabLostError("the browser is closed")
            lost, self._page = self._page, self._new_page(self._context)
            if lost is not None:
                with within(TAB_S, "close a tab"):
                    lost.close()
        except (Error, TabLostError):
            self._stop()
            self._start()
        return self.page

    def _start(self) -> None:
        self._playwright = sync_playwright().start()
        chromium = self._playwright.chromium
        executable = find_browser(self.options.executable, chromium.executable_path)
        size: ViewportSize = {"width": self.options.width, "height": self.options.height}
        try:
            self._context = chromium.launch_persistent_context(
                self.profile_dir,
                executable_path=self._program(executable),
                headless=not self.options.headed,
                args=launch_args(),
                chromium_sandbox=not is_root(),  # by default Playwright turns it off
                accept_downloads=False,
                timeout=START_S * 1000,
                # A window has the size that the screen allows: the page is laid out in it.
                no_viewport=self.options.headed,
                viewport=None if self.options.headed else size,
            )
        except Error as error:
            raise UnavailableError(
                _why_not_started(executable, str(error), self.options)
            ) from error
        self._page = self._context.pages[0]
        if not self.options.pop_ups:
            self._context.on("page", self._shut_pop_up)

    def _new_page(self, context: BrowserContext) -> Page:
        self._is_opening = True
        try:
            with within(TAB_S, "open a tab"):
                return context.new_page()
        finally:
            self._is_opening = False

    def _shut_pop_up(self, page: Page) -> None:
        if not self._is_opening:
            with suppress(Error):
                page.close()

    def _program(self, executable: Path) -> Path:
        is_low = self.options.low_priority and sys.platform == "linux"
        return at_low_priority(executable, self._scratch_dir) if is_low else executable

    def _stop(self) -> None:
        with suppress(Error, TabLostError):
            if self._context is not None:
                with within(TAB_S, "close"):
                    self._context.close()
        with suppress(Error):
            if self._playwright is not None:
                self._playwright.stop()
        self._context = self._playwright = self._page = None

    def _close(self) -> None:
        self._stop()
        if self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)


def _why_not_started(executable: Path, message: str, options: BrowserOptions) -> str:
    if "ProcessSingleton" in message or "profile is already in use" in message:
        return f"the browser profile {options.profile_dir} is in use by another browser: close it"
    if options.headed and not has_display():
        return NO_DISPLAY
    if "No usable sandbox" in message or "setuid_sandbox" in message:
        return (
            f"{executable} cannot make its sandbox: allow unprivileged user namespaces, or use "
            "the Chromium that your system installs"
        )
    if "Timeout" in message:
        return f"{executable} did not start within {START_S:.0f} seconds: {HOW_TO_GET_ONE}"
    return f"{executable} did not start: {message.splitlines()[0]}"


@contextmanager
def translated() -> Iterator[None]:
    """Turn Playwright's errors into those of this package."""
    try:
        yield
    except Error as error:
        line = error.message.splitlines()[0]
        if any(word in error.message for word in LOST):
            raise TabLostError(f"the tab is gone: {line}") from error
        if "net::ERR_" in error.message:
            reason = line[line.index("net::") :].replace(" at ", ", ")
            raise SiteUnreachableError(f"the site does not answer ({reason})") from error
        if any(word in error.message for word in RELOADED):
            raise PageReloadedError from error
        raise PageError(f"the page does not answer: {line}") from error

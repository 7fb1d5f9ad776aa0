"""A browser tab with a deadline for every call.

A page may loop, never settle, or ask something again and again, and then a call to it would never
return. Here the tab is closed instead: the call fails with the reason; if the whole
browser hangs, the call is given up. A tab also stays where it was sent: another origin is not read,
and loading again and again is counted.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import resources
from typing import Any
from urllib.parse import urlsplit

from greenlet import greenlet  # type: ignore[import-untyped]
from playwright.sync_api import CDPSession, Dialog, Error, Page, Request
from playwright.sync_api import TimeoutError as WaitedTooLong

from automation.deadline import Calls
from automation.errors import (
    PageError,
    PageHungError,
    PageRefusedError,
    SiteUnreachableError,
    TabLostError,
)
from engine.cards import shorten

CALL_S = 10.0  # for a call that takes a few milliseconds on a sound page
PICTURE_S = 15.0
CLOSE_S = 5.0  # for a tab to close, before the browser counts as lost
TICK_S = 0.2  # how often a call that goes on is looked at
GRACE_S = 1.0  # a call may take so long after a stop was asked for
POLL_MS = 50  # how often the page itself looks for a change
LOADED = {  # what is waited for, and for how many seconds at most; a page may ask without end
    **dict.fromkeys(("document", "script", "stylesheet", "image", "font"), 120.0),
    **dict.fromkeys(("xhr", "fetch"), 30.0),
}
MAX_COMING = 500
MAX_LOADS = 20  # loads of the page without a new row
WORLD = "card-table-assistant"  # the isolated world where our scripts run
RELOADED = (  # what is said of a call while another page came
    "context was destroyed", "Cannot find context", "was collected", "detached",
    "navigated", "navigating",
)  # fmt: skip
WAIT = f"""([given, most_ms]) => new Promise((done) => {{
  const end_ms = performance.now() + most_ms;
  const look = () => {{
    if ((%s)(given)) done(true);
    else if (performance.now() > end_ms) done(false);
    else setTimeout(look, {POLL_MS});
  }};
  look();
}})"""


def load_script(name: str) -> str:
    """Return one of our scripts as a function, with the helpers that all of them share."""
    folder = resources.files("automation")
    begin, own = (folder.joinpath(file).read_text("utf-8") for file in ("find.js", name))
    return f"(arg) => {{\n{begin}\nreturn (\n{own.rstrip()}\n)(arg);\n}}"


class Tab:
    """One open page, with a deadline for every call."""

    def __init__(self, page: Page, should_stop: Callable[[], bool] = lambda: False) -> None:
        self.page = page
        self.call_s = CALL_S
        self._should_stop = should_stop
        self._origin = ""
        self.n_loads = 0  # since the last `settle`
        self.n_loads_ever = 0
        self.accepts_questions = False  # dialogs of the page are confirmed
        self._coming: dict[Request, float] = {}  # files on their way, and until when they count
        self._world = _World(page)
        page.on("domcontentloaded", self._count_load)
        page.on("request", self._begin_load)
        page.on("requestfinished", self._end_load)
        page.on("requestfailed", self._end_load)
        page.on("dialog", self._answer)

    def open(self, url: str, seconds: float, whole_s: float) -> None:
        """Go to the address; a site that answers with an error is not there.

        It has `seconds` to answer, and `whole_s` for the page with its scripts.
        """
        self._origin = ""
        limit_s = seconds
        try:
            with self._deadline(seconds + CALL_S):
                answer = self.page.goto(url, wait_until="commit", timeout=seconds * 1000)
            if answer is None or answer.status < 400:
                limit_s = whole_s
                with self._deadline(whole_s + CALL_S):
                    self.page.wait_for_load_state("domcontentloaded", timeout=whole_s * 1000)
        except WaitedTooLong as error:
            raise PageHungError(f"the page did not load within {limit_s:.0f} seconds") from error
        if answer is not None and answer.status >= 400:
            raise SiteUnreachableError(f"the site answers with the error {answer.status}")
        if not _same_site(url, self.page.url):
            raise PageRefusedError(f"{url} leads to another site, {shorten(self.page.url, 80)}")
        self._origin = self.page.url

    def adopt(self, url: str) -> None:
        """Stay at an address where the tab is already."""
        self._origin = url

    def ask(self, script: str, given: Any = None) -> Any:
        """Run our script where the page's own scripts cannot reach it; return its answer."""
        self._check_place()
        with self._deadline(self.call_s):
            return self._world.call(script, given)

    def click(self, x: float, y: float) -> None:
        """Click with the mouse."""
        self._check_place()
        with self._deadline(self.call_s):
            self.page.mouse.click(x, y)

    def press(self, key: str) -> None:
        """Press a key of the keyboard."""
        self._check_place()
        with self._deadline(self.call_s):
            self.page.keyboard.press(key)

    def tap(self, x: float, y: float) -> None:
        """Touch the page with a finger."""
        self._check_place()
        with self._deadline(self.call_s):
            self._world.tap(x, y)

    @property
    def is_loading(self) -> bool:
        """True while files of the page are on their way."""
        now_s = time.monotonic()
        return any(now_s < end_s for end_s in self._coming.values())

    def picture(self) -> bytes:
        """Return a screenshot of what is in view."""
        with self._deadline(PICTURE_S):
            return self.page.screenshot(timeout=PICTURE_S * 1000)

    def wait_until(self, script: str, given: Any, seconds: float) -> bool:
        """Wait until the script answers true, or another page comes; False if not in time."""
        self._check_place()
        try:
            with self._deadline(seconds + self.call_s):
                return bool(self._world.call(WAIT % script, [given, seconds * 1000]))
        except Error as error:
            if any(words in error.message for words in RELOADED):
                return True
            raise

    def settle(self) -> None:
        """Reset the count of loads, because the game made progress."""
        self.n_loads = 0

    def _count_load(self, _: object) -> None:
        self.n_loads += 1
        self.n_loads_ever += 1

    def _begin_load(self, request: Request) -> None:
        most_s = LOADED.get(request.resource_type, 0.0)
        if most_s and len(self._coming) < MAX_COMING:
            self._coming[request] = time.monotonic() + most_s

    def _end_load(self, request: Request) -> None:
        self._coming.pop(request, None)

    def _answer(self, dialog: Dialog) -> None:
        """Say yes to a question about a guess that is submitted, no to everything else."""
        is_meant = self.accepts_questions and dialog.type == "confirm"
        with suppress(Error):
            if is_meant or dialog.type in ("alert", "beforeunload"):
                dialog.accept()
            else:
                dialog.dismiss()

    def _check_place(self) -> None:
        if self.page.url.startswith("chrome-error:"):
            raise SiteUnreachableError("the site does not answer any more")
        if self._origin and not _same_site(self._origin, self.page.url):
            place = shorten(self.page.url, 80)
            raise PageRefusedError(f"the page went to another site, {place}: nothing is read there")
        if self.n_loads > MAX_LOADS:
            raise PageRefusedError(
                f"the page was loaded {self.n_loads} times without progress: giving up"
            )

    @contextmanager
    def _deadline(self, seconds: float) -> Iterator[None]:
        """Close the tab if what is inside takes longer, or goes on after a stop."""
        watchdog = _Watchdog(self.page, seconds, self._should_stop)
        try:
            yield
        except Error as error:
            if watchdog.has_closed:
                raise PageHungError(f"the page did not answer for {seconds:.0f} seconds") from error
            raise
        except asyncio.CancelledError as error:
            raise TabLostError(f"the browser did not answer for {seconds:.0f} seconds") from error
        finally:
            watchdog.end()


class _World:
    """Runs scripts beside those of the page: they see the same elements, but the page cannot
    change what `slice` or `JSON.stringify` do there, so that bounds in our scripts are bounds."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession | None = None

    def call(self, script: str, given: Any) -> Any:
        """Call a script's function; the isolated world is made again after another load of the
        page.
        """
        session = self._connected()
        world = session.send(
            "Page.createIsolatedWorld", {"frameId": self._frame, "worldName": WORLD}
        )
        answer = session.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": script,
                "executionContextId": world["executionContextId"],
                "arguments": [{"value": given}],
                "returnByValue": True,
                "awaitPromise": True,
            },
        )
        if "exceptionDetails" in answer:
            raise PageError(
                f"the page does not answer: {_exception_text(answer['exceptionDetails'])}"
            )
        return answer["result"].get("value")

    def tap(self, x: float, y: float) -> None:
        """Touch a point and release it."""
        session = self._connected()
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        point = {"x": x, "y": y}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _connected(self) -> CDPSession:
        if self._session is None:
            self._session = self._page.context.new_cdp_session(self._page)
            self._frame = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        return self._session


def _exception_text(details: dict[str, Any]) -> str:
    text = details.get("exception", {}).get("description") or details.get("text", "")
    return shorten(str(text).partition("\n")[0], 80)


class _Watchdog:
    """Watches a call from Playwright's own loop, which runs while the call waits."""

    def __init__(self, page: Page, seconds: float, should_stop: Callable[[], bool]) -> None:
        self.has_closed = False
        self._page, self._seconds, self._should_stop = page, seconds, should_stop
        self._start_s = time.monotonic()
        self._calls = Calls()
        self._loop = self._calls.loop
        self._next = self._loop.call_later(TICK_S, self._tick)

    def end(self) -> None:
        """Stop watching: the call is over."""
        self._next.cancel()

    def _tick(self) -> None:
        waited_s = time.monotonic() - self._start_s
        if waited_s > self._seconds or (self._should_stop() and waited_s > GRACE_S):
            self.has_closed = True
            self._next = self._loop.call_later(CLOSE_S, self._calls.give_up)
            greenlet(self._close).switch()
        else:
            self._next = self._loop.call_later(TICK_S, self._tick)

    def _close(self) -> None:
        with suppress(Error, asyncio.CancelledError):  # it may be gone already, or hang
            self._page.close()


def _same_site(asked: str, found: str) -> bool:
    """Return True if both addresses are one site; `www.` and a change to https do not matter."""
    one, other = urlsplit(asked), urlsplit(found)
    hosts = [(part.hostname or "").removeprefix("www.") for part in (one, other)]
    if one.scheme == other.scheme:
        return hosts[0] == hosts[1] and one.port == other.port
    return hosts[0] == hosts[1] and (one.scheme, other.scheme) == ("http", "https")

"""Pages that mean harm, and sites that are not well: the bot ends, says why, and leaves nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Download

from automation import tab
from automation.browser import BrowserOptions, Chrome
from automation.errors import (
    PageHungError,
    PageRefusedError,
    PuzzleChangedError,
    SiteUnreachableError,
)
from automation.listener import Archive
from automation.profiles import load_profile
from automation.site import Patience, PokleSite
from automation.state import BrowserOutcome, Turn
from engine.errors import InputError, UnavailableError
from engine.pokle.feedback import Row
from engine.pokle.rules import Puzzle
from tests.browser.family import PageServer, Shape, page_of, visiting
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

LOOP = "addEventListener('click', () => { while (true); })"
ALERTS = "addEventListener('click', () => { while (true) alert('again'); })"


@pytest.fixture
def server() -> Iterator[PageServer]:
    with closing(PageServer()) as running:
        yield running


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab, "CALL_S", 1.0)


@pytest.mark.parametrize("script", [LOOP, ALERTS])
@pytest.mark.usefixtures("hasty")
def test_a_page_that_never_answers_is_closed(stage: Stage, script: str) -> None:
    stage.server.inject(script)
    with pytest.raises(PageHungError, match=r"the page (did not answer|did not load) .* seconds"):
        stage.play(patience=Patience(load_s=2, total_s=4))
    assert len(stage.record.notes) == 1  # it was given one more chance
    assert not stage.record.turns


def test_a_stop_ends_a_call_that_hangs(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab, "CALL_S", 10_000.0)  # much longer than a test may take
    stage.server.inject(LOOP)
    player = stage.player()
    threading.Timer(1.5, player.stop).start()
    assert player.run().status == "stopped"


def test_a_page_that_never_settles_has_two_minutes_at_most(stage: Stage) -> None:
    assert Patience().total_s == 120
    stage.server.inject("""
      setInterval(() => document.querySelectorAll(".name-tag").forEach((name) =>
        name.textContent = Math.random() + "!?".repeat(29)), 5);
    """)
    with stage.refusal(PageRefusedError, "is not a name"):
        stage.play(patience=Patience(total_s=2))


def test_what_a_page_says_is_cut_in_the_page(stage: Stage) -> None:
    stage.server.inject("""
      const names = ["suit", "card-color", "active", "src"];
      const watch = setInterval(() => {
        if (!document.querySelector(".guess-button")) return;
        clearInterval(watch);
        const long = "x".repeat(3e6);
        for (const cell of document.querySelectorAll("#board td, .guess-button")) {
          for (const name of names) cell.setAttribute(name, long);
          for (let i = 0; i < 50; i++) cell.append(document.createElement("i"));
        }
        document.querySelector(".name-tag").hidden = true;
        document.querySelector(".name-tag").append(long);
      }, 50);
    """)
    page = stage.tabs.page
    page.goto(stage.server.url(seed=5, pace=0))
    page.wait_for_selector("#board i", state="attached")
    site = PokleSite(page, load_profile("practice").profile)
    site.look()
    assert len(site.seen) < 200_000


def test_a_page_cannot_change_how_it_is_read(stage: Stage) -> None:
    """Three hundred million letters for each look once ended Playwright for want of memory."""
    page = stage.open(seed=5, pace=0)
    page.evaluate("""() => {
      // The page's own clock would trip over what follows, and the page hang by itself.
      for (let timer = setTimeout(() => {}); timer > 0; timer--) clearInterval(timer);
      const long = () => "x".repeat(3e8);
      JSON.stringify = String.prototype.slice = long;
      Array.prototype.map = Array.prototype.filter = () => { throw new Error(long()); };
      document.createTreeWalker = Element.prototype.getAttribute = () => { while (true); };
      performance.now = () => NaN;
    }""")
    site = PokleSite(page, load_profile("practice").profile)
    site.look()
    assert len(site.seen) < 200_000
    assert not site.wait_for_change(0.1)


def test_an_answer_without_an_end_is_left(server: PageServer, chromium: Browser) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while True:
            handler.wfile.write(b"<p>" + b"x" * 10_000)
            time.sleep(0.01)

    server.answer = endless  # type: ignore[method-assign]
    with pytest.raises(UnavailableError, match="did not load within 1 seconds"):
        run_on(server, chromium, Patience(load_s=1, total_s=1))


def run_on(server: PageServer, chromium: Browser, patience: Patience) -> BrowserOutcome:
    with visiting(server, chromium) as stage:
        return stage.play(url=server.url, patience=patience)


@pytest.mark.parametrize("status", [404, 503])
def test_a_site_with_errors_is_left_alone_after_five_tries(
    server: PageServer, chromium: Browser, status: int
) -> None:
    times: list[float] = []

    def fail(handler: BaseHTTPRequestHandler) -> None:
        if handler.path == "/":
            times.append(time.monotonic())
        handler.send_response(status)
        handler.send_header("Content-Length", "5")
        handler.end_headers()
        handler.wfile.write(b"error")

    server.answer = fail  # type: ignore[method-assign]
    with pytest.raises(SiteUnreachableError, match=f"error {status}: gave up after 5 tries"):
        run_on(server, chromium, Patience(retry_s=0.05))
    assert len(times) == 5
    pauses = [after - before for before, after in pairwise(times)]
    assert all(pause > 0.05 * 2**n for n, pause in enumerate(pauses))


def test_a_page_that_loads_itself_again_and_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab, "MAX_LOADS", 5)
    stage.server.inject('addEventListener("load", () => setTimeout(() => location.reload(), 40))')
    with stage.refusal(PageRefusedError, r"loaded 6 times without progress"):
        stage.play()


def test_another_site_is_not_read(stage: Stage) -> None:
    other = stage.server.url(seed=5).replace("127.0.0.1", "localhost")
    stage.server.inject(
        "if (location.hostname !== 'localhost')"
        f"  addEventListener('click', () => location = {other!r}, {{ once: true }})"
    )
    with stage.refusal(PageRefusedError, r"to another site, http://localhost:"):
        stage.play()


def test_a_redirection_to_another_site_is_refused(server: PageServer, chromium: Browser) -> None:
    def redirect(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(302 if "localhost" not in handler.headers["Host"] else 200)
        handler.send_header("Location", server.url.replace("127.0.0.1", "localhost"))
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    server.answer = redirect  # type: ignore[method-assign]
    with pytest.raises(PageRefusedError, match="leads to another site, http://localhost"):
        run_on(server, chromium, Patience())


def test_questions_are_no_obstacle(stage: Stage) -> None:
    stage.server.inject("""
      setTimeout(() => prompt("Your name?"), 300);
      addEventListener("beforeunload", (event) => event.preventDefault());
    """)
    assert stage.play(max_guesses=1).n_guesses == 1


def settled(condition: Callable[[], bool], page_wait: Callable[[float], None]) -> bool:
    for _ in range(50):
        if condition():
            return True
        page_wait(100)
    return False


def test_pop_ups_are_shut_and_downloads_refused(server: PageServer) -> None:
    """In a thread of its own, as two Playwrights cannot share one."""
    server.page = (
        "<!doctype html><title>x</title><a id=d download=a.bin href='/file'>get</a>"
        "<button id=p onclick=\"window.open('about:blank'); window.open('/')\">pop</button>"
    )
    found: list[object] = []

    def visit() -> None:
        with Chrome(BrowserOptions()) as chrome:
            page = chrome.page
            page.goto(server.url)
            page.click("#p")
            page.wait_for_timeout(300)
            found.append(settled(lambda: len(page.context.pages) == 1, page.wait_for_timeout))
            failures: list[Download] = []
            page.on("download", lambda download: failures.append(download))
            page.click("#d")
            found.append(settled(lambda: bool(failures), page.wait_for_timeout))
            found.append(failures[0].failure())

    thread = threading.Thread(target=visit)
    thread.start()
    thread.join(120)
    assert found[:2] == [True, True]
    assert found[2]  # why it was not kept


class Memory(Archive):
    def __init__(self) -> None:
        self.kept: list[BrowserOutcome] = []

    def rows(self, puzzle: Puzzle) -> tuple[Row, ...]:
        states = [outcome.state for outcome in self.kept]
        return next((s.rows for s in states if s and s.puzzle == puzzle), ())

    def keep(self, outcome: BrowserOutcome) -> None:
        self.kept.append(outcome)


def test_another_puzzle_at_midnight(server: PageServer, chromium: Browser) -> None:
    memory = Memory()
    server.page = page_of(Shape(), "7")
    with visiting(server, chromium, memory) as stage:

        def midnight(turn: Turn) -> None:
            server.page = page_of(Shape(), "8")
            stage.tabs.page.reload()

        stage.record.after_turn = midnight
        with pytest.raises(PuzzleChangedError, match=r"another puzzle .*[🟩🟨⬛]{5}.*start again"):
            stage.play(url=server.url)
    # The rows are not lost: the next visit knows them, though the page has forgotten.
    server.page = page_of(Shape(), "7")
    with visiting(server, chromium, memory) as again:
        assert again.play(url=server.url).status == "won"
        assert again.record.states[0].rows == (stage.record.turns[0].row,)


def test_a_selector_that_the_browser_does_not_know(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "practice"\nname = "mine"\n[ways]\nsubmit = ["#go:nope(1)"]\n')
    site = PokleSite(stage.open(seed=5, pace=0), load_profile(str(file)).profile)
    with pytest.raises(InputError, match=r'mine has the selector "#go:nope\(1\)"'):
        site.read()

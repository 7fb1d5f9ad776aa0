"""Honest play: a page whose storage, globals and answers notice anybody who reads them."""

import json

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Page, Response

from tests.browser import standin
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

TRAPS = """
(() => {
  const OWN = /\\/(main|storage|dialogs|view)\\.js/;  // the page's own scripts may
  const trip = (name) => { if (!OWN.test(new Error().stack)) console.warn("TRAP " + name); };
  const trap = (owner, name, lie) => {
    const real = owner[name];
    Object.defineProperty(owner, name, { get() { trip(name); return lie ?? real; } });
  };
  const wrap = (owner, name) => {
    const real = owner[name];
    owner[name] = function (...given) { trip(name); return real.apply(this, given); };
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) trap(window, name);
  for (const name of ["getItem", "key"]) wrap(Storage.prototype, name);
  for (const name of ["gameString", "game", "answer", "solution", "puzzle", "pokle"])
    trap(window, name, "AS KS QS JS 10S");
  trap(document, "cookie", "AS KS QS JS 10S");
  wrap(window, "fetch");
  wrap(XMLHttpRequest.prototype, "open");
  wrap(performance, "getEntries");
})();
"""
FORBIDDEN = [
    (BrowserContext, "storage_state"),
    (BrowserContext, "cookies"),
    (BrowserContext, "route"),
    (Page, "route"),
    (Page, "expect_response"),
    (Response, "body"),
    (Response, "text"),
    (Response, "json"),
    (APIRequestContext, "fetch"),
    (APIRequestContext, "get"),
]


def tripped(stage: Stage) -> list[str]:
    return [line for line in stage.tabs.log if line.startswith("TRAP")]


def test_traps_catch_whoever_looks(stage: Stage) -> None:
    stage.server.inject(TRAPS)
    page = stage.open(seed=5, pace=0)
    assert tripped(stage) == []
    page.evaluate("localStorage.getItem('gameString')")
    page.evaluate("window.answer")
    page.evaluate("document.cookie")
    page.evaluate("fetch('puzzle.json')")
    page.evaluate("0")  # what was logged before has arrived by now
    assert tripped(stage) == [f"TRAP {name}" for name in
                              ("localStorage", "getItem", "answer", "cookie", "fetch")]  # fmt: skip


def test_the_bot_looks_at_nothing_that_a_person_cannot_see(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def caught(*_: object, **__: object) -> None:
        raise AssertionError("the bot looked behind the page")

    stage.server.inject(TRAPS)
    stage.server.tamper = lambda puzzle: puzzle.update(hint="AS KS QS JS 10S")
    for owner, name in FORBIDDEN:
        monkeypatch.setattr(owner, name, caught)
    outcome = stage.play(max_guesses=2)
    assert outcome.n_guesses == 2
    assert tripped(stage) == []
    assert outcome.state is not None
    first = standin.advise(stage.record.states[0]).guess
    assert set(outcome.state.rows[0].guess) == set(first)  # thought of, not looked up


def test_the_answer_was_there_to_be_stolen(stage: Stage) -> None:
    page = stage.open(seed=5, pace=0)
    stage.play(max_guesses=1)
    kept = json.loads(page.evaluate("localStorage.gameString"))
    assert len(kept["answer"].split()) == 5

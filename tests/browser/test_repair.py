"""Repairing by pointing: each of ten strange pages is repaired by clicks alone, and then won."""

import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from assistant.pokle_bot import PlayedPuzzles
from assistant.pokle_page import repair_open_page
from automation.errors import PageError
from automation.profiles import load_profile
from automation.repair import RepairStep
from automation.site import Patience, PokleSite
from tests.browser import family
from tests.browser.family import PageServer, guesses_of, visiting
from tests.browser.strange import COMBINED, FIRST_GUESS, SKINS, page_of

pytestmark = pytest.mark.browser

HASTY = Patience(part_s=0.5, draw_s=0.5, still_s=0.8, obstacle_s=0.3, refusal_s=1.5)


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with closing(PageServer()) as running:
        yield running


class Person:
    """Clicks what is asked for, and plays one guess by hand."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.asked: list[str] = []

    def __call__(self, step: RepairStep) -> None:
        self.asked.append(step.part)
        if step.plays:
            self._page.evaluate("cards => playGuess(cards)", FIRST_GUESS)
            self._page.keyboard.press("F8")
            return
        place = self._page.evaluate("part => partOf(part)", step.part)
        if place is None:
            self._page.keyboard.press("F9")
        else:
            self._page.mouse.click(*place)


@pytest.mark.parametrize(
    ("skins", "name"),
    [
        *(pytest.param(SKINS, name, id=name, marks=pytest.mark.slow) for name in SKINS),
        *(pytest.param(COMBINED, name, id=f"combined: {name}") for name in COMBINED),
    ],
)
def test_a_strange_page_is_repaired_by_clicks_and_then_won(
    server: PageServer,
    chromium: Browser,
    skins: dict[str, dict[str, Any]],
    name: str,
    tmp_path: Path,
) -> None:
    server.page = page_of(skins[name])
    kept = tmp_path / "played.json"
    with visiting(server, chromium, PlayedPuzzles(kept)) as stage:
        with pytest.raises(PageError):
            stage.play(url=server.url, patience=HASTY)
        assert guesses_of(stage) == []
        assert not kept.exists()
    file = tmp_path / "sites" / "practice.toml"
    with visiting(server, chromium) as stage:
        person = Person(stage.tabs.page)
        site = PokleSite(stage.tabs.page, load_profile("practice").profile, HASTY)
        lines = list(repair_open_page(site, server.url, tmp_path, file, person))
        assert lines[-1] == f"The profile is repaired and saved in {file}."
        assert any("Ann" in line for line in lines)  # the puzzle as it is read now
        assert len(guesses_of(stage)) == 1
        assert len(person.asked) <= 45
    assert set(tomllib.loads(file.read_text("utf-8"))["ways"]) >= {"names", "cells", "keys"}
    with visiting(server, chromium) as stage:
        outcome = stage.play(url=server.url, profile=load_profile("practice", file.parent).profile)
        assert outcome.status == "won"
        assert len(guesses_of(stage)) == outcome.n_guesses


def test_only_what_changed_is_asked_for(
    server: PageServer, chromium: Browser, tmp_path: Path
) -> None:
    """The practice page with other colours: everything else is kept as it is found."""
    server.page = family.page_of(family.Shape(marks="teal", tutorial=False), "7")
    file = tmp_path / "practice.toml"
    file.write_text('tutorial = []\n[colours]\n"#123456" = "e"\n[ranks]\nx = "10"\n')

    class Sparing(Person):
        def __call__(self, step: RepairStep) -> None:
            self.asked.append(step.part)
            page = self._page
            if step.plays:
                for index, card in enumerate(FIRST_GUESS):
                    page.locator(".guess-button").nth(index).click()
                    page.locator(".rank-button").get_by_text(card[:-1], exact=True).click()
                    page.locator(".suit-button").get_by_text(card[-1].lower(), exact=True).click()
                page.click("#submit-button")
                page.wait_for_selector("#flop-table tr:nth-child(3)")
            if step.part.startswith("colour "):
                index = "gye".index(step.part[-1])
                box = page.locator(".guess-button").nth(index).bounding_box()
                assert box is not None
                page.mouse.click(box["x"] + 8, box["y"] + 8)
            else:
                page.keyboard.press("F9" if step.part == "cover" else "F8")

    with visiting(server, chromium) as stage:
        person = Sparing(stage.tabs.page)
        site = PokleSite(stage.tabs.page, load_profile("practice").profile, HASTY)
        lines = list(repair_open_page(site, server.url, tmp_path, file, person))
        assert lines[-1].startswith("The profile is repaired")
    assert [part for part in person.asked if not part.startswith("keep")] == [
        "cover", "guess", "colour g", "colour y", "colour e",
    ]  # fmt: skip
    saved = tomllib.loads(file.read_text("utf-8"))
    assert set(saved) == {"tutorial", "colours", "ranks"}  # what was there before stays
    assert saved["colours"]["#123456"] == "e"
    with visiting(server, chromium) as stage:
        profile = load_profile("practice", tmp_path).profile
        assert stage.play(url=server.url, profile=profile).status == "won"


def test_what_cannot_be_read_is_not_saved(
    server: PageServer, chromium: Browser, tmp_path: Path
) -> None:
    server.page = page_of({})
    file = tmp_path / "live.toml"

    class Careless(Person):
        def __call__(self, step: RepairStep) -> None:
            if "trophy" in step.part:
                step = step._replace(part="name of player 1")
            super().__call__(step)

    with visiting(server, chromium) as stage:
        site = PokleSite(stage.tabs.page, load_profile("practice").profile, HASTY)
        lines = list(repair_open_page(site, server.url, tmp_path, file, Careless(stage.tabs.page)))
    assert "nothing is saved" in lines[-1]
    assert not file.exists()

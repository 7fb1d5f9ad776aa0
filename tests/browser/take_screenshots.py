"""Take the pictures of the practice site: `python -m tests.browser.take_screenshots`."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from automation.practice.server import PracticeServer
from tests.browser.stage import cell, dismiss_tutorial, fill_row, launched

FOLDER = Path(__file__).parents[2] / "resources" / "screenshots"
PUZZLE = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"
GUESSES = ("JD 10C QD KH 6C", "QS 10S KD 6H 7D", "QS 10S AS 6H 6D")  # the last suit is pardoned
LOST = "2C 3C 4C 5C 7C"
SIZES = {"": (1280, 720), "phone-": (390, 844)}
ON_A_PHONE = ("filling", "stats", "won")  # what looks different there


class Visit:
    """One visitor's page at one size; `take` keeps a picture of what it shows."""

    def __init__(self, browser: Browser, server: PracticeServer, size: str) -> None:
        width, height = SIZES[size]
        self.page = browser.new_page(viewport={"width": width, "height": height})
        self.page.goto(server.url(puzzle=PUZZLE, pace=0))
        self._size = size

    def take(self, name: str) -> None:
        if self._size and name not in ON_A_PHONE:
            return
        expect(self.page.locator(".toast")).to_have_count(0)
        self.page.screenshot(path=FOLDER / f"practice-{self._size}{name}.png")

    def guess(self, number: int, cards: str) -> None:
        fill_row(self.page, number, cards)
        self.page.keyboard.press("Enter")
        expect(self.page.locator(cell("river", number))).not_to_have_attribute("card-color", "")


def win(visit: Visit) -> None:
    visit.page.wait_for_selector("#intro[open]")
    visit.take("intro")
    dismiss_tutorial(visit.page)
    visit.take("start")
    fill_row(visit.page, 1, GUESSES[0])
    visit.take("filling")
    visit.guess(1, GUESSES[0])
    visit.guess(2, GUESSES[1])
    visit.take("mid-game")
    visit.page.reload(wait_until="networkidle")
    visit.take("returning")
    visit.guess(3, GUESSES[2])
    visit.take("stats")
    visit.page.click("#stats-end-button")
    visit.take("won")


def lose(visit: Visit) -> None:
    dismiss_tutorial(visit.page)
    for number in range(1, 7):
        visit.guess(number, LOST)
    visit.page.click("#stats-end-button")
    visit.take("lost")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with launched() as browser, PracticeServer() as server:
        for size in SIZES:
            win(Visit(browser, server, size))
        lose(Visit(browser, server, ""))


if __name__ == "__main__":
    main()

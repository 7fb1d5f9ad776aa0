"""Take the pictures of the practice site: `python -m tests.browser.take_screenshots`."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from automation.browser import find_browser, launch_args
from automation.practice.server import PracticeServer
from tests.browser.stage import cell, dismiss_tutorial, row_cells, type_by_keyboard

FOLDER = Path(__file__).parents[2] / "resources" / "screenshots"
PUZZLE = "KC JS JC JH 10H 6S QS 10S AS 6C 6D"
GUESSES = ("JD 10C QD KH 6C", "QS 10S KD 6H 7D", "QS 10S AS 6H 6D")  # the last suit is pardoned


def take(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"practice-{name}.png")


def guess(page: Page, number: int) -> None:
    for css, card in zip(row_cells(number), GUESSES[number - 1].split(), strict=True):
        page.click(css)
        type_by_keyboard(page, card)
    page.keyboard.press("Enter")
    expect(page.locator(cell("river", number))).not_to_have_attribute("card-color", "")


def open_page(browser: Browser, server: PracticeServer, width: int, height: int) -> Page:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(server.url(puzzle=PUZZLE, pace=0))
    return page


def tour(browser: Browser, server: PracticeServer) -> None:
    page = open_page(browser, server, 1280, 720)
    page.wait_for_selector("#intro[open]")
    take(page, "intro")
    dismiss_tutorial(page)
    take(page, "start")
    guess(page, 1)
    guess(page, 2)
    expect(page.locator(".toast")).to_have_count(0)
    take(page, "mid-game")
    guess(page, 3)
    expect(page.locator(".toast")).to_have_count(0)
    take(page, "stats")
    page.click("#stats-end-button")
    take(page, "won")


def phone(browser: Browser, server: PracticeServer) -> None:
    page = open_page(browser, server, 390, 844)
    dismiss_tutorial(page)
    guess(page, 1)
    guess(page, 2)
    expect(page.locator(".toast")).to_have_count(0)
    take(page, "phone")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, PracticeServer() as server:
        path = find_browser(own=playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=launch_args())
        tour(browser, server)
        phone(browser, server)
        browser.close()


if __name__ == "__main__":
    main()

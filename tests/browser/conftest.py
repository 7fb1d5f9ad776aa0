"""One Chromium for all browser tests; each test has a context, a site and a record of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from automation.browser import find_browser, launch_args
from tests.browser.stage import SharedTabs, SpoiltServer, Stage


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_browser(own=playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, args=launch_args())
        yield browser
        browser.close()


@pytest.fixture
def stage(chromium: Browser) -> Iterator[Stage]:
    with SpoiltServer() as server:
        tabs = SharedTabs(chromium)
        yield Stage(server, tabs)
        tabs.context.close()

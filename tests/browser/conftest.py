"""One Chromium for all browser tests; each test has a context, a site and a record of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.stage import SharedTabs, SpoiltServer, Stage, launched


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def stage(chromium: Browser) -> Iterator[Stage]:
    with SpoiltServer() as server:
        tabs = SharedTabs(chromium)
        yield Stage(server, tabs)
        tabs.context.close()

"""The driver's sources name nothing that a person cannot see."""

from importlib import resources

import pytest

HIDDEN = (
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "storage_state",
    "cookie",
    "gameString",
    "expect_response",
    '"response"',
    "APIRequest",
    "fetch(",
    "window.",
)
DRIVER = ("browser.py", "site.py", "reading.py", "player.py", "doctor.py", "look.js", "aim.js")


@pytest.mark.parametrize("name", DRIVER)
def test_sources(name: str) -> None:
    source = resources.files("automation").joinpath(name).read_text("utf-8")
    assert [word for word in HIDDEN if word in source] == []

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
DRIVER = [
    file.name
    for file in resources.files("automation").iterdir()
    if file.name.endswith((".py", ".js"))
]


def test_all_sources_are_looked_at() -> None:
    assert {"browser.py", "site.py", "tab.py", "find.js", "look.js", "snapshot.js"} <= set(DRIVER)


@pytest.mark.parametrize("name", DRIVER)
def test_sources(name: str) -> None:
    source = resources.files("automation").joinpath(name).read_text("utf-8")
    assert [word for word in HIDDEN if word in source] == []

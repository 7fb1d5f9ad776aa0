"""No text that a person may read has a phrase that only the authors understand."""

import re
from pathlib import Path

import pytest

from tests.visible_words import ROOT, VisibleText, python_texts, rust_texts, visible_texts

BANNED = {
    r"(?<!there )(?<!There )\bis no (?!longer|more\b)": 'say "is not a …"',
    r"\banew\b": 'say "again"',
    r"\bmay be it\b": 'say "possible"',
    r"\blifted\b": 'say "improved by wild cards"',
    r"=[gye]{5}\b(?!\")": "give colours in words; as an example, quote the guess",
    r"\b1 (?:cards|boards|guesses|players|games|points|groups)\b": "count in the singular",
    r"\d %|\} %": "write 37.7%, without a space",
    r"\bwhich is none\b|\bthat is none\b": "say what it is not",
}


@pytest.fixture(scope="module")
def texts() -> list[VisibleText]:
    return list(visible_texts())


@pytest.mark.parametrize("pattern", BANNED)
def test_no_banned_phrase(pattern: str, texts: list[VisibleText]) -> None:
    found = [str(each) for each in texts if re.search(pattern, each.text)]
    assert not found, f"{BANNED[pattern]}:\n" + "\n".join(found)


def test_texts_are_found_and_docstrings_are_not(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""A page of words."""\nx = f"{1} is no card"\ny = "key"\n')
    assert [each.text for each in python_texts(module)] == ["{} is no card"]
    crate = tmp_path / "lib.rs"
    crate.write_text('// "not this one"\nlet x = "two \\\n    words";\n#[cfg(test)]\n"nor this"\n')
    assert [each.text for each in rust_texts(crate)] == ["two words"]


def test_every_package_has_texts(texts: list[VisibleText]) -> None:
    folders = {each.path.relative_to(ROOT).parts[0] for each in texts}
    assert {"assistant", "automation", "engine", "gui", "rust_meld"} <= folders

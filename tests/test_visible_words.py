"""No text that a person may read has a phrase that only the authors understand."""

import re
from pathlib import Path

import pytest

from tests.visible_words import (
    ROOT,
    VisibleText,
    prose_texts,
    python_texts,
    rust_texts,
    visible_texts,
)

BANNED = {
    r"(?<!there )(?<!There )\bis no (?!longer|more\b)": 'say "is not a …"',
    r"(?<!there )(?<!There )\bare no (?!longer|more\b)": 'say "are not …"',
    r"\banew\b": 'say "again"',
    r"\b[Ww]ho tells\b|\bneed not tell\b": 'say "with … you can leave out …"',
    r"\btold apart\b": 'say "too close to be sure"',
    r"\bone a core\b|\bone a seat\b": 'say "one for each …"',
    r"\b[Ww]hom the\b": "start with what it is",
    r"\b[Rr]eckon(?:s|ed)?\b": 'say "count" or "consider"',
    r"\bis meant\b": 'say "is used"',
    r"\bmay be it\b": 'say "possible"',
    r"\blifted\b": 'say "improved by wild cards"',
    r"\b(?:[Ee]nem(?:y|ies)|[Rr]ivals?)\b": 'say "opponent"',
    r"\blook(?:s|ed|ing)? into\b": 'say "study" or "examine"',
    r"\bstands? still\b": 'say "does not react" or "does not change"',
    r"\b[Tt]he store\b": 'say "the session file"',
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


def test_prose_is_found_and_code_blocks_are_not(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# A whole page\n\n```sh\nnot this one\n```\n\nTwo\nlines.\n")
    found = [(each.line, each.text) for each in prose_texts(page)]
    assert found == [(1, "# A whole page"), (7, "Two lines.")]


def test_every_package_has_texts(texts: list[VisibleText]) -> None:
    folders = {each.path.relative_to(ROOT).parts[0] for each in texts}
    assert {"assistant", "automation", "docs", "engine", "gui", "rust_meld"} <= folders

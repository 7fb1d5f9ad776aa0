"""Collect every text of the program that a person may read: `python -m tests.visible_words`.

Texts are the string literals of the packages and of the Rust crate, without docstrings, comments
and tests, the words of the practice page, and the prose of the Markdown files: README, changelog,
documentation. Parts that are filled in later stand as `{}`. Read the table from top to bottom when
you edit wording; `test_visible_words.py` looks for phrases that do not belong there.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("assistant", "automation", "engine", "gui", ".ci")
RUST_STRING = re.compile(r'"((?:[^"\\\n]|\\.|\\\n)*)"')
RUST_COMMENT = re.compile(r"//[^\n]*")
RUST_TESTS = re.compile(r"^\s*#\[cfg\(test\)\].*", re.DOTALL | re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
PARAGRAPH = re.compile(r"(?:^[^\n]+\n?)+", re.MULTILINE)
MARKUP = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class VisibleText:
    """A text and where it stands."""

    path: Path
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text!r}"


def visible_texts() -> Iterator[VisibleText]:
    """Yield the texts of all sources."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from python_texts(path)
        for path in sorted((ROOT / package).rglob("*.html")):
            yield from page_texts(path)
    for path in sorted((ROOT / "rust_meld" / "src").rglob("*.rs")):
        yield from rust_texts(path)
    for path in (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs" / "pages").rglob("*.md"))):
        yield from prose_texts(path)


def prose_texts(path: Path) -> Iterator[VisibleText]:
    """Yield the paragraphs of a Markdown page, without its blocks of code."""
    prose = CODE_BLOCK.sub(lambda m: "\n" * m[0].count("\n"), path.read_text("utf-8"))
    for match in PARAGRAPH.finditer(prose):
        text = " ".join(match[0].split())
        if _reads_like_words(text):
            yield VisibleText(path, prose.count("\n", 0, match.start()) + 1, text)


def python_texts(path: Path) -> Iterator[VisibleText]:
    """Yield the string literals of a module that are not docstrings and read like words."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {id(node.value) for node in ast.walk(tree) if _is_docstring(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if _reads_like_words(text):
            yield VisibleText(path, node.lineno, text)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def rust_texts(path: Path) -> Iterator[VisibleText]:
    """Yield the string literals of a Rust module outside of its tests and comments."""
    source = RUST_TESTS.sub("", path.read_text("utf-8"))
    source = RUST_COMMENT.sub("", source)
    for match in RUST_STRING.finditer(source):
        text = re.sub(r"\\\n\s*", "", match[1])
        if _reads_like_words(text):
            yield VisibleText(path, source.count("\n", 0, match.start()) + 1, text)


def page_texts(path: Path) -> Iterator[VisibleText]:
    """Yield the words between the tags of a page."""
    page = MARKUP.sub(lambda m: "\n" * m[0].count("\n") or "\0", path.read_text("utf-8"))
    for number, line in enumerate(page.splitlines(), 1):
        for text in line.split("\0"):
            if _reads_like_words(text.strip()):
                yield VisibleText(path, number, text.strip())


def _reads_like_words(text: str) -> bool:
    """Return True for a phrase, not for a key, a name of a file or a format."""
    return bool(re.search(r"[A-Za-z]{2}.*\s.*[A-Za-z]{2}", text, re.DOTALL))


if __name__ == "__main__":
    for found in visible_texts():
        print(found)

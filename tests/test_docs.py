"""Every command and snippet of the documentation is run, or at least read by its command.

`console` blocks are run whole, `python` and `pycon` blocks too, a page's in one namespace. `sh`
blocks hold what opens windows, plays long or needs another machine: their words are read by the
command they call, which then does nothing.
"""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted((ROOT / "docs" / "pages").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROGRAMS = {"assistant": "assistant.cli.main:app", "konkan-play": "assistant.cli.konkan_play:app"}


def blocks(path: Path, *kinds: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(path.read_text("utf-8")) if kind in kinds]


def commands(text: str) -> list[list[str]]:
    """The calls of our own programs in a block, without prompts and comments."""
    joined = text.replace("\\\n", " ")
    lines = [shlex.split(line.removeprefix("$ "), comments=True) for line in joined.splitlines()]
    return [words for words in lines if words and words[0] in PROGRAMS]


def pages_with(*kinds: str) -> list[pytest.param]:
    return [pytest.param(path, id=path.stem) for path in PAGES if blocks(path, *kinds)]


@pytest.mark.parametrize("path", pages_with("console"))
def test_commands_answer(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for program, *args in commands("\n".join(blocks(path, "console"))):
        code = run(load_command(PROGRAMS[program]), args)
        printed = capsys.readouterr()
        # The doctor exits with 1 where something is missing, and says what.
        assert code == 0 or args == ["doctor"], f"{shlex.join(args)}: {printed.err}"
        assert printed.out


@pytest.mark.parametrize("path", pages_with("sh"))
def test_other_commands_are_understood(path: Path) -> None:
    for program, *args in commands("\n".join(blocks(path, "sh"))):
        command = load_command(PROGRAMS[program])
        context = command.make_context(program, list(args))
        while hasattr(command, "resolve_command") and context._protected_args + context.args:
            name, command, args = command.resolve_command(
                context, [*context._protected_args, *context.args]
            )
            context = command.make_context(name, list(args), parent=context)


@pytest.mark.parametrize("path", pages_with("python"))
def test_python_runs(path: Path) -> None:
    namespace: dict[str, object] = {}
    for text in blocks(path, "python"):
        exec(compile(text, str(path), "exec"), namespace)


@pytest.mark.parametrize("path", pages_with("pycon"))
def test_python_prints_what_it_says(path: Path) -> None:
    text = "\n".join(blocks(path, "pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test)
    assert not runner.failures


def test_the_site_builds_and_asks_nobody_else(tmp_path: Path) -> None:
    build = ["mkdocs", "build", "-q", "--strict", "-f", "docs/mkdocs.yml", "-d", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", *build], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = re.compile(
        r'(?:<script[^>]+src|<link[^>]+stylesheet[^>]+href|<img[^>]+src)="(https?:)'
    )
    for page in tmp_path.rglob("*.html"):
        assert not loaded.findall(page.read_text("utf-8")), page.name

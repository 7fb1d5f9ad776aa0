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
from playwright.sync_api import sync_playwright

from assistant.cli.app import load_command
from assistant.cli.main import COMMANDS, run
from assistant.cli.start import PROGRAMS
from automation.browser import find_browser, launch_args
from tests import shown_output
from tests.shown_output import PAGES, ROOT

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
WORD = re.compile(r"[A-Za-z][a-z]{3,}")  # of a sentence or a heading, not a card


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
def test_commands_print_what_the_page_shows(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words are compared, figures and cards are not: some are sampled within a time limit."""
    monkeypatch.setenv("COLUMNS", str(shown_output.WIDTH))
    for shown in map(shown_output.shown_commands, shown_output.blocks(path)):
        for each in shown:
            program, *args = each.words
            if program not in PROGRAMS:
                continue
            code = run(load_command(PROGRAMS[program]), args)
            printed = capsys.readouterr()
            # The doctor exits with 1 where something is missing, and says what.
            assert code == 0 or args == ["doctor"], f"{shlex.join(args)}: {printed.err}"
            assert printed.out
            missing = set(WORD.findall("\n".join(each.output))) - set(WORD.findall(printed.out))
            assert not missing, f"{path.name}, {each.command}: run python -m tests.shown_output"


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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site of files."""
    folder = tmp_path_factory.mktemp("site")
    build = ["mkdocs", "build", "-q", "--strict", "-f", "docs/mkdocs.yml", "-d", str(folder)]
    done = subprocess.run([sys.executable, "-m", *build], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_the_site_asks_nobody_else(site: Path) -> None:
    loaded = re.compile(
        r'(?:<script[^>]+src|<link[^>]+stylesheet[^>]+href|<img[^>]+src)="(https?:)'
    )
    for page in site.rglob("*.html"):
        assert not loaded.findall(page.read_text("utf-8")), page.name


def test_every_command_is_on_the_page_of_commands(site: Path) -> None:
    page = (site / "commands.html").read_text("utf-8")
    for name in COMMANDS:
        assert f"assistant {name}" in page


@pytest.mark.browser
def test_search_and_copy_work_from_files(site: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(), args=launch_args())
        page = browser.new_page()
        page.goto((site / "index.html").as_uri())
        page.locator("input[name=query]").press_sequentially("gutshot", delay=50)
        page.wait_for_selector(".md-search-result__item")
        assert "Glossary" in page.inner_text(".md-search-result__list")
        block = page.locator("code:has(.gp)").first
        copied = block.evaluate("e => (e.setAttribute('data-md-copying', ''), e.innerText)")
        assert copied.startswith("assistant ")
        assert "$" not in copied
        browser.close()

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import typer

from assistant.cli.app import load_command
from assistant.cli.main import run
from assistant.settings import Settings, save_settings
from assistant.version import full_version
from engine.errors import Cancelled, CardError, UnavailableError
from tests.assistant.cli.conftest import Call
from tests.assistant.cli.test_start import assistant
from tests.bench.commands import COMMANDS

HEAVY = {"numba", "scipy", "PySide6", "torch", "pandas", "matplotlib", "playwright"}


def test_version() -> None:
    done = assistant("--version")
    assert (done.returncode, done.stdout) == (0, f"assistant {full_version()}\n")


def test_help_lists_every_command_and_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from assistant.cli.main import run, load_command\n"
        "run(load_command('assistant.cli.main:app'), ['--help'])\n"
        f"print('HEAVY', sorted({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert "kings-lows" in done.stdout
    assert "doctor" in done.stdout
    assert "HEAVY []" in done.stdout


@pytest.mark.parametrize(
    "name", ["hand", "holdem, hand against hand", "kings-lows", "pokle solve", "konkan melds"]
)
def test_games_of_the_native_module_are_answered_without_the_compiler(name: str) -> None:
    """Importing it takes longer than the answer."""
    code = (
        "import sys\n"
        "from assistant.cli.main import run, load_command\n"
        f"code = run(load_command('assistant.cli.main:app'), {COMMANDS[name]!r})\n"
        f"print('HEAVY', code, sorted({HEAVY!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "HEAVY 0 []" in done.stdout


FOR_OTHERS = {"assistant.advisors.pokle_game", "assistant.cli.option_groups", "rich.progress"}


@pytest.mark.parametrize(
    ("args", "unused"),
    [
        (COMMANDS["--help"], {"numpy", "pydantic"}),
        (COMMANDS["hand"], {"numpy", "rich"}),
        (COMMANDS["konkan melds"], {"numpy", *FOR_OTHERS}),
        (COMMANDS["pokle solve"], {"numba", *FOR_OTHERS}),
        ([*COMMANDS["pokle solve"], "--json"], {"rich"}),
        ([*COMMANDS["slave advise"], "--json"], {"rich"}),
    ],
)
def test_a_command_imports_only_what_it_uses(args: list[str], unused: set[str]) -> None:
    code = (
        "import sys\n"
        "from assistant.cli.main import run, load_command\n"
        f"code = run(load_command('assistant.cli.main:app'), {args!r})\n"
        f"print('UNUSED', code, sorted({unused!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "UNUSED 0 []" in done.stdout


def test_doctor_as_json_names_what_it_found() -> None:
    done = assistant("doctor", "--json")
    report = json.loads(done.stdout)
    names = {finding["name"] for finding in report["findings"]}
    assert {"Python", "Rust module", "Slave's engine", "browser", "display", "numba"} <= names
    assert done.returncode == (0 if report["ok"] else 1)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CardError('cannot read the card "Zz"'), 2),
        (UnavailableError("no browser"), 1),
        (Cancelled("gone"), 1),
        (ZeroDivisionError("oops"), 1),
    ],
)
def test_every_error_is_one_line(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    app = typer.Typer()

    @app.command()
    def fail() -> None:
        raise error

    assert run(typer.main.get_command(app), []) == code
    output = capsys.readouterr().err
    assert output.startswith("error: ")
    assert output.count("\n") == 1
    assert "Traceback" not in output


def test_every_command_of_the_table_loads() -> None:
    from assistant.cli.main import COMMANDS

    for target, _ in COMMANDS.values():
        assert load_command(target).name is not None


def test_a_bug_report_packs_what_is_needed_and_nothing_private(tmp_path: Path) -> None:
    save_settings(Settings(browser_path="/secret/chromium"))
    done = assistant("doctor", "--report", str(tmp_path / "report.zip"))
    assert "report.zip" in done.stderr
    with zipfile.ZipFile(tmp_path / "report.zip") as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert set(texts) == {"doctor.json", "system.txt", "settings.json", "log.txt"}
    assert json.loads(texts["doctor.json"])["findings"]
    assert "/secret" not in str(texts)
    assert str(Path.home()) not in str(texts)


@pytest.mark.parametrize("command", ["", "arena run", "slave play", "hand", "review", "doctor"])
def test_help_shows_no_type_of_python(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(load_command("assistant.cli.main:app"), [*command.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert not re.search(r"<(bool|str|int|list)|\[\[|\{", shown)


def test_options_of_earlier_versions_are_still_read(call: Call) -> None:
    hand = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
    today = ("--opponent", "14", "--simulations", "8")
    former = ("--enemy=14", "--simulations", "8")
    answers = [call.json("konkan", "advise", hand, *options) for options in (today, former)]
    assert answers[0]["why"] == answers[1]["why"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("holdem", "Ah", "Kh"), 'error: "Kh" is too much here: put words that belong together'),
        (("holdem",), "error: HAND is missing: your two cards"),
        (("pokle", "solve"), 'error: --hole is missing: a player\'s two cards, "KC JS"'),
        (("holdem", "Ah Kh", "--bogus"), "error: There is no option --bogus"),
    ],
)
def test_a_beginners_slip_is_answered_with_what_to_do(
    line: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(load_command("assistant.cli.main:app"), list(line)) == 2
    assert capsys.readouterr().err.startswith(words)


def test_a_group_without_a_command_prints_its_help_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(load_command("assistant.cli.main:app"), ["slave"]) == 2
    assert not capsys.readouterr().err

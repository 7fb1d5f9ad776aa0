"""The console scripts from outside: Ctrl-C at any moment, odd terminals, no home, shells."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from assistant import log, paths

ASSISTANT = [sys.executable, "-m", "assistant.cli.start"]
ROYAL = ["hand", "AhKhQhJhTh"]


def assistant(*args: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*ASSISTANT, *args], capture_output=True, text=True, timeout=120, env=os.environ | env
    )


INTERRUPTED = """
import os, signal, sys
from assistant.cli import start

class Interrupt:
    def find_spec(self, name, *_):
        if name == where:
            os.kill(os.getpid(), signal.SIGINT)

where = sys.argv[1]
sys.argv[1:] = ["hand", "AhKhQhJhTh"]
sys.meta_path.insert(0, Interrupt())
start.assistant()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on Unix")
@pytest.mark.parametrize("module", ["typer", "pydantic", "assistant.log", "assistant.cli.hand"])
def test_an_early_interrupt_is_quiet(module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, module]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "error: Stopped\n")


SPARED = """
import gc, os
from assistant.cli import start

try:
    start.assistant()
finally:
    print(gc.get_threshold()[0], gc.get_freeze_count() > 0)
    print(os.environ["OPENBLAS_THREAD_TIMEOUT"], os.environ["PYDANTIC_DISABLE_PLUGINS"])
"""


@pytest.mark.parametrize(
    ("wish", "found"), [({}, "20 1"), ({"OPENBLAS_THREAD_TIMEOUT": "4"}, "4 1")]
)
def test_a_short_process_spares_the_processor(wish: dict[str, str], found: str) -> None:
    command = [sys.executable, "-c", SPARED, *ROYAL]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | wish)
    assert done.stdout.splitlines()[-2:] == ["100000 True", found]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_utf_8_gets_letters(encoding: str) -> None:
    done = assistant(*ROYAL, PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stdout) == (0, "AH KH QH JH 10H  royal flush\n")


def _with_stdout(stdout: str) -> "subprocess.CompletedProcess[str]":
    line = f'"$@" {stdout}'
    command = ["sh", "-c", line, "sh", *ASSISTANT, *ROYAL]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_one_line() -> None:
    done = _with_stdout("> /dev/full")
    assert (done.returncode, done.stderr) == (1, "error: No space left on device\n")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell as on Unix")
def test_a_closed_output_is_no_trouble() -> None:
    assert (_with_stdout(">&-").returncode, _with_stdout(">&-").stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a home as on Unix")
def test_without_a_home_what_needs_none_works() -> None:
    done = assistant(*ROYAL, CARD_TABLE_HOME="/dev/null/x")
    assert (done.returncode, done.stderr) == (0, "")
    done = assistant("arena", "show", "--all", CARD_TABLE_HOME="/dev/null/x")
    assert done.returncode == 1
    assert done.stderr.startswith('error: Cannot write "/dev/null')
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("assistant pok", "pokle"),
        ("assistant pokle ", "solve"),
        ("assistant holdem --samp", "--samples"),
        ("assistant holdem AhKh --boa", "--board"),
        ("assistant kings-lows fi", "five"),
        ("assistant konkan ", "melds"),
        ("assistant slave ", "train"),
        ("assistant arena run --wor", "--workers"),
        ("assistant doctor --comp", "--compile"),
        ("assistant gui --che", "--check"),
        ("assistant hand --js", "--json"),
    ],
)
def test_a_shell_completes_every_group(words: str, offered: str) -> None:
    done = assistant(
        _ASSISTANT_COMPLETE="complete_bash",
        COMP_WORDS=words,
        COMP_CWORD=str(len(words.split(" ")) - 1),
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert offered in done.stdout.split("\n")


@pytest.mark.parametrize(
    ("args", "meant"),
    [(["pokle", "sove"], "solve"), (["holdme"], "holdem"), (["arena", "raplay"], "replay")],
)
def test_a_slip_is_told_the_command_that_was_meant(args: list[str], meant: str) -> None:
    done = assistant(*args)
    assert done.returncode == 2
    assert args[-1] in done.stderr
    assert meant in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(("group", "option"), [("holdem", "--board"), ("kings-lows", "--variant")])
def test_help_shows_the_options_of_the_command_that_is_meant(group: str, option: str) -> None:
    assert option in assistant(group, "--help").stdout


def test_verbose_says_what_is_done_and_keeps_it(user_home: Path) -> None:
    done = assistant("--verbose", *ROYAL)
    assert "INFO assistant: done after" in done.stderr
    assert "INFO assistant: done after" in paths.log_file().read_text()


def test_the_log_is_bounded_and_private(monkeypatch: pytest.MonkeyPatch) -> None:
    import logging

    monkeypatch.setattr(log, "MAX_BYTES", 2000)
    before = logging.getLogger().handlers[:]
    try:
        log.start_log()
        for n in range(200):
            logging.getLogger("test").warning("line %d of %s", n, Path.home() / "cards")
    finally:
        logging.getLogger().handlers[:] = before
    kept = sorted(paths.log_file().parent.iterdir())
    assert [path.name for path in kept] == ["assistant.log", "assistant.log.1", "assistant.log.2"]
    assert all(path.stat().st_size <= 2000 for path in kept)
    assert str(Path.home()) not in "".join(path.read_text() for path in kept)
    assert paths.log_file().stat().st_mode & 0o077 == 0

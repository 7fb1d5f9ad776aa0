"""Whole command lines, made from the tree of commands: every option with good and odd values.

The line runs in this process; after a second it gets Ctrl-C, and again later, as a person would.
It must end with 0, 1 or 2 and at most one line of error, which is never "unexpected".
"""

import importlib
import io
import os
import random
import signal
import threading
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from typing import Any

from assistant.cli.app import load_command
from assistant.cli.interrupts import handle_interrupts
from assistant.cli.main import COMMANDS, run
from tests.fuzz import odd
from tests.fuzz.files import folder

PATIENCE_S = 1.0
NEVER = {  # they open a window, a browser or a server, train for hours, or ask a person
    "gui", "play", "watch", "practice", "doctor", "ask", "train", "slave-data", "build-preflop",
}  # fmt: skip
NEVER_OPTIONS = {"--cluster", "--dashboard", "--install-completion", "--show-completion"}
FEW = ("--workers", "--threads")
VALUES = (
    "AhKh", "AS KS QS JS 10S 2H 3H 4H 5H 6H 7H 8H 9H 10H", "QQ+", "random", "3C 4C 5C 6C", "14",
    "5:83", "slave:random", "konkan:greedy", "a: Kh 2d | 3c 4c", "b: 5h 6h | 7d 8d", "1 2 3",
    "gyege", "AS KD", "QH 10C", "2C 3C", "5S 6S 7S 8S 9S=ggyee", "1", "2", "0", "x.csv",
)  # fmt: skip


@cache
def _leaves() -> list[tuple[list[str], Any]]:
    """Every command that may be tried: its words and its description."""
    for module in ("scipy.stats", "pandas", "matplotlib.figure", "engine.slave.kernels.playouts"):
        importlib.import_module(module)  # Ctrl-C in the middle would leave half of it
    found: list[tuple[list[str], Any]] = []
    for name, (target, _) in COMMANDS.items():
        if name not in NEVER:
            found += _below([name], load_command(target))
    return found


def _below(words: list[str], command: Any) -> list[tuple[list[str], Any]]:
    if not hasattr(command, "commands"):
        return [(words, command)]
    inner = [(name, c) for name, c in command.commands.items() if name not in NEVER]
    return [leaf for name, c in inner for leaf in _below([*words, name], c)]


def command_lines(rng: random.Random) -> None:
    """One command line."""
    words, command = rng.choice(_leaves())
    args = [*words]
    for parameter in command.params:
        args += _given(rng, parameter)
    if rng.random() < 0.1:
        args.insert(rng.randrange(len(args) + 1), odd.word(rng))
    out, err = io.StringIO(), io.StringIO()
    with chdir(folder()), redirect_stdout(out), redirect_stderr(err), _impatient():
        code = run(load_command("assistant.cli.main:app"), args)
    output = err.getvalue()
    assert code in (0, 1, 2), f"{args}: exit {code}"
    assert "unexpected" not in output.lower(), f"{args}: {output}"
    assert "Traceback" not in output, f"{args}: {output}"
    assert sum(line.startswith("error: ") for line in output.splitlines()) == (code != 0), (
        args,
        output,
    )


def _given(rng: random.Random, parameter: Any) -> list[str]:
    name = max(parameter.opts, key=len)
    is_option = name.startswith("-")
    wanted = parameter.required or rng.random() < (0.3 if is_option else 0.8)
    if not wanted or name in NEVER_OPTIONS:
        return []
    if getattr(parameter, "is_flag", False):
        return [name]
    value = _value(rng, name)
    return [name, value] if is_option else [value]


def _value(rng: random.Random, name: str) -> str:
    if name in FEW:
        return rng.choice(("1", "2", "-1", "x"))
    kind = rng.random()
    if kind < 0.6:
        return rng.choice(VALUES)
    return str(odd.number(rng)) if kind < 0.8 else odd.text(rng).replace("\0", "")


@contextmanager
def _impatient() -> Any:
    """Press Ctrl-C after a while, and again and again."""
    over = threading.Event()

    def press() -> None:
        while not over.wait(PATIENCE_S):
            os.kill(os.getpid(), signal.SIGINT)

    handle_interrupts()
    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()

"""Commands of the program run as a user runs them, each in a process of its own, and measured."""

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

BIN = Path(sys.executable).parent
HAND_14 = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
POKLE = [
    *("pokle", "solve", "--hole", "KC JS", "--hole", "JC JH", "--hole", "10H 6S"),
    *("--flop", "1,2,3", "--turn", "1,3,2", "--river", "2,3,1"),
]
COMMANDS: dict[str, list[str]] = {
    "--help": ["--help"],
    "hand": ["hand", "Ah Kh Qh Jh 10h 2c 3d"],
    "konkan melds": ["konkan", "melds", HAND_14],
    "holdem, hand against hand": ["holdem", "AhAs", "--range", "KdKc"],
    "holdem, three opponents": ["holdem", "AhKh", "--opponents", "3", "--board", "Qh Jh 2c"],
    "kings-lows": ["kings-lows", "--player", "A: Kh 2d | 3c", "--player", "B: As | Ac"],
    "slave advise": ["slave", "advise", "--hand", "4C 4H 6D 9S 9H JC KD AS 2C 2S"],
    "pokle solve": [*POKLE, "--guess", "JD 10C QD KH 6C=eyyyy"],
    "pokle solve, first guess": POKLE,
}
# An installed program keeps its compiled bytecode, whatever this shell asks for.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
OF_A_HOME = ("XDG_", "NUMBA_CACHE_DIR", "CARD_TABLE_HOME", "HOME")


@dataclass(frozen=True, slots=True)
class Usage:
    """What one process used: processor seconds of user and system, and its largest memory."""

    processor_s: float
    peak_mib: float


def run_command(*args: str) -> Usage:
    """Run `assistant` with arguments; raise if it fails."""
    return run_process(str(BIN / "assistant"), *args)


def first_seconds(home: Path, *args: str) -> list[float]:
    """Run `assistant` for the first time of a user with an empty home.

    Return the seconds on the clock until each line of standard error, and until the end.
    """
    kept = {name: text for name, text in ENVIRONMENT.items() if not name.startswith(OF_A_HOME)}
    start_s = time.perf_counter()
    with subprocess.Popen(
        [str(BIN / "assistant"), *args],
        env=kept | {"HOME": str(home)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        if process.stderr is None:
            raise RuntimeError("standard error was not read")
        times_s = [time.perf_counter() - start_s for _ in process.stderr]
    if process.returncode:
        raise RuntimeError(f"{args} failed")
    return [*times_s, time.perf_counter() - start_s]


def run_process(*command: str, **variables: str) -> Usage:
    """Run a process to its end, with some variables of its environment set; raise if it fails."""
    process = subprocess.Popen(
        command,
        env=ENVIRONMENT | variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(f"{command} failed: {process.stderr.read() if process.stderr else ''}")
    process.returncode = 0
    return Usage(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)

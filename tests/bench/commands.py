"""Commands of the program run as a user runs them, each in a process of its own, and measured."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BIN = Path(sys.executable).parent
HAND_14 = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"
COMMANDS: dict[str, list[str]] = {
    "--help": ["--help"],
    "hand": ["hand", "Ah Kh Qh Jh 10h 2c 3d"],
    "konkan melds": ["konkan", "melds", HAND_14],
    "holdem, hand against hand": ["holdem", "AhAs", "--range", "KdKc"],
    "holdem, three opponents": ["holdem", "AhKh", "--opponents", "3", "--board", "Qh Jh 2c"],
    "kings-lows": ["kings-lows", "--player", "A: Kh 2d | 3c", "--player", "B: As | Ac"],
    "slave advise": ["slave", "advise", "--hand", "4C 4H 6D 9S 9H JC KD AS 2C 2S"],
    "pokle solve": [
        *("pokle", "solve", "--hole", "KC JS", "--hole", "JC JH", "--hole", "10H 6S"),
        *("--flop", "1,2,3", "--turn", "1,3,2", "--river", "2,3,1"),
    ],
}


@dataclass(frozen=True, slots=True)
class Usage:
    """What one process used: processor seconds of user and system, and its largest memory."""

    processor_s: float
    peak_mib: float


def run_command(*args: str) -> Usage:
    """Run `assistant` with arguments; raise if it fails."""
    return run_process(str(BIN / "assistant"), *args)


def run_process(*command: str) -> Usage:
    """Run a process to its end; raise if it fails."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise RuntimeError(f"{command} failed: {process.stderr.read() if process.stderr else ''}")
    process.returncode = 0
    return Usage(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)

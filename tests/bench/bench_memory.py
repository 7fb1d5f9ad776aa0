"""The largest memory of each command, measured of its process; a deal with the most boards, too."""

from tests.bench.commands import COMMANDS, run_command
from tests.bench.harness import Bench

MANY_BOARDS = [
    *("pokle", "solve", "--hole", "AC AD", "--hole", "KH KS", "--hole", "2C 7D"),
    *("--flop", "1,2,3", "--turn", "1,2,3", "--river", "1,2,3", "--rule", "any"),
]
LARGE: dict[str, list[str]] = {
    "holdem, ten million samples": [
        "holdem",
        "AhKh",
        "--board",
        "Qh Jh 2c",
        "--opponents",
        "6",
        "--samples",
        "10000000",
    ],
    "kings-lows, an enumeration": [
        *("kings-lows", "--player", "A: Kh 2d | 3c 9h", "--player", "B: As 2h | Ac 7d"),
    ],
    "kings-lows, all hands": ["kings-lows", "frequencies"],
    "pokle solve, over a million boards": MANY_BOARDS,
}


def run(bench: Bench) -> None:
    """One run of every command."""
    for name, args in (COMMANDS | LARGE).items():
        bench.row(name, run_command(*args).peak_mib, "MiB", at_most=1_024)

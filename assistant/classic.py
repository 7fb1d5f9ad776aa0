"""Commands and names of the founding documents that need more than the engine.

`python -m assistant.classic --mode watch --games 5` is the `main.py` of Thai Slave: every mode is
a command of `assistant slave`. The four `konkan-*` commands are for developers, in a checkout.
"""

import argparse
import subprocess
import sys
from collections.abc import Sequence

from assistant.arena.head_to_head import run_head_to_head

__all__ = [
    "konkan_format",
    "konkan_lint",
    "konkan_test",
    "konkan_typecheck",
    "main",
    "run_head_to_head",
]
MODES = ("train", "eval", "tournament", "watch", "play", "test")  # commands of `assistant slave`
FOUR_AGENTS = ("greedy", "random", "greedy", "random")


def slave_arguments(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of `assistant` for those of `main.py`."""
    parser = argparse.ArgumentParser(prog="main.py")
    parser.add_argument("--mode", choices=MODES, required=True)
    parser.add_argument("--agents", nargs="+", default=[])
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int)
    asked = parser.parse_args(arguments)
    command = "tournament" if asked.mode == "test" else asked.mode
    agents = asked.agents or (FOUR_AGENTS if command == "tournament" else ())
    numbers = (("--games", asked.games), ("--seed", asked.seed))
    given = [word for name, value in numbers if value is not None for word in (name, str(value))]
    return ["slave", command, *agents, *given]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a mode of Thai Slave's `main.py`; return the exit code."""
    from assistant.cli.app import load_command
    from assistant.cli.main import run

    words = sys.argv[1:] if arguments is None else arguments
    return run(load_command("assistant.cli.main:app"), slave_arguments(words))


def konkan_format() -> int:
    """Format the sources."""
    return _run_tools(["ruff", "format", "."])


def konkan_lint() -> int:
    """Lint the sources."""
    return _run_tools(["ruff", "check", "."])


def konkan_typecheck() -> int:
    """Check the types."""
    return _run_tools(["mypy"])


def konkan_test() -> int:
    """Lint, check the types and run Konkan's tests."""
    return _run_tools(["ruff", "check", "."], ["mypy"], ["pytest", "-q", "tests/engine/konkan"])


def _run_tools(*commands: list[str]) -> int:
    """Run tools one after the other in the current folder; stop at the first that fails."""
    for command in commands:
        code = subprocess.run([sys.executable, "-m", *command], check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

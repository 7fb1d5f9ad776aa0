"""Keep the terminal output that the documentation shows: `python -m tests.shown_output`.

A `console` block has commands after `$ ` and below each what it prints. A line `…` stands for lines
that are left out: as many lines as stand before it are kept from the top, as many as stand after
it from the end. Run as a program, this module runs every command that shows output and writes what
it prints now.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assistant.cli.start import PROGRAMS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted((ROOT / "docs" / "pages").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"
WIDTH = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """A command of a page as it is written there, and the output below it."""

    command: str
    output: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """Return program and arguments."""
        return shlex.split(self.command.replace("\\\n", " ").removeprefix("$ "), comments=True)


def shown_commands(block: str) -> Iterator[Shown]:
    """Yield the commands of a block."""
    lines = block.splitlines()
    while lines:
        command = [lines.pop(0)]
        while command[-1].endswith("\\"):
            command.append(lines.pop(0))
        output: list[str] = []
        while lines and not lines[0].startswith("$ "):
            output.append(lines.pop(0))
        yield Shown("\n".join(command), tuple(output))


def blocks(path: Path) -> list[str]:
    """Return the console blocks of a page."""
    return CONSOLE.findall(path.read_text("utf-8"))


def excerpt(printed: list[str], shown: tuple[str, ...]) -> list[str]:
    """Return what a page shows of the printed lines."""
    lines = [line.rstrip() for line in printed]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    if LEFT_OUT not in shown:
        return lines
    first = shown.index(LEFT_OUT)
    last = len(shown) - first - 1
    if len(lines) <= first + last:
        return lines
    return [*lines[:first], LEFT_OUT, *lines[len(lines) - last :]]


def print_of(words: list[str]) -> list[str]:
    """Run one of our programs; return the lines that it prints."""
    command = [Path(sys.executable).with_name(words[0]), *words[1:]]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def refresh(path: Path) -> None:
    """Write what the commands of a page print now."""

    def renewed(match: re.Match[str]) -> str:
        lines: list[str] = []
        for shown in shown_commands(match[1]):
            printed = print_of(shown.words) if shown.words[0] in PROGRAMS else []
            lines.append(shown.command)
            lines += excerpt(printed, shown.output) if shown.output else []
        return "```console\n" + "\n".join(lines) + "\n```"

    text = path.read_text("utf-8")
    path.write_text(CONSOLE.sub(renewed, text), "utf-8")


def main() -> None:
    """Refresh the pages that are named, or all, each in a home of its own."""
    os.environ["COLUMNS"] = str(WIDTH)
    for path in [Path(name) for name in sys.argv[1:]] or PAGES:
        if CONSOLE.search(path.read_text("utf-8")):
            with tempfile.TemporaryDirectory() as home:
                os.environ["CARD_TABLE_HOME"] = home
                refresh(path)


if __name__ == "__main__":
    main()

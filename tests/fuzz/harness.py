"""What fuzzers share: numbered tries that can be repeated, what counts as a problem, odd values.

A border is a function of a `random.Random`. It may raise the errors that users may meet, each in
one line; anything else, a try that takes too long or a process that dies is a problem. Try number
n of seed s is always the same: `python -m tests.fuzz BORDER --seed s --first n --tries 1`.
"""

import datetime
import logging
import multiprocessing
import os
import random
import re
import signal
import subprocess
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from engine.errors import Cancelled, InputError, UnavailableError

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = (InputError, UnavailableError, Cancelled, ValidationError)
MAX_TRY_S = 60.0  # longer is a hang; a loaded machine is slow
MAX_PROBLEMS = 5
START_S = 120.0  # until a process has loaded what it needs
Border = Callable[[random.Random], None]


class Hang(BaseException):
    """A try that does not end."""


@dataclass
class Row:
    """What came of one border."""

    name: str
    seed: int
    tries: int = 0
    refused: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    problems: list[str] = field(default_factory=list)


def attack(
    name: str, border: Border, seed: int, seconds: float, first: int = 0, tries: int = 10**9
) -> Row:
    """Try until the time is up or enough problems were met; the first try loads what is needed."""
    row = Row(name, seed)
    start_s = time.monotonic()
    for number in range(first, first + tries):
        if number == first + 1:
            start_s = time.monotonic()
        if time.monotonic() - start_s >= seconds or len(row.problems) >= MAX_PROBLEMS:
            break
        _try(border, row, number)
    row.seconds = time.monotonic() - start_s
    return row


def _try(border: Border, row: Row, number: int) -> None:
    began_s = time.monotonic()
    try:
        with _alarm(MAX_TRY_S if row.tries else START_S):  # the first try loads what is needed
            border(random.Random(f"{row.seed}/{number}"))
    except ALLOWED as error:
        row.refused += 1
        text = str(error)
        # "unexpected KeyError: …" is ours; "Unexpected keyword argument" is a checked refusal
        if re.search(r"unexpected [A-Z]\w+:", text) or "native engine failed" in text:
            row.problems.append(f"try {number}: a defect that is told as an error: {text[:500]}")
        if not isinstance(error, ValidationError) and (len(text) > 2000 or "Traceback" in text):
            row.problems.append(f"try {number}: a message of {len(text)} letters: {text[:200]}")
    except (Exception, Hang):
        row.problems.append(f"try {number}: {traceback.format_exc(limit=-6)}")
    row.tries += 1
    row.slowest_s = max(row.slowest_s, time.monotonic() - began_s)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Hang(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def attack_apart(name: str, seed: int, seconds: float) -> Row:
    """Do the same in a separate process, so that a crash is reported, too."""
    context = multiprocessing.get_context("spawn")
    mine, other = context.Pipe(duplex=False)
    at = context.Value("q", 0)
    process = context.Process(target=_serve, args=(other, at, name, seed, seconds))
    process.start()
    other.close()
    row = Row(name, seed)
    try:
        if mine.poll(seconds + START_S + 2 * MAX_TRY_S):
            row = mine.recv()
        else:
            process.kill()
            row.problems.append(f"try {at.value}: native code that does not end")
    except EOFError:
        row.problems.append(f"try {at.value}: the process died")
    process.join()
    row.tries = row.tries or at.value
    return row


def _serve(pipe: Any, at: Any, name: str, seed: int, seconds: float) -> None:
    from tests.fuzz.borders import BORDERS

    def counted(rng: random.Random) -> None:
        try:
            BORDERS[name](rng)
        finally:
            at.value += 1

    logging.disable(logging.WARNING)  # of damaged files there are thousands
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp(prefix="fuzz-")
    pipe.send(attack(name, counted, seed, seconds))


def stamp() -> str:
    """The day and the commit that is attacked."""
    output = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude", "*"],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    day = datetime.datetime.now(datetime.UTC).date()
    return f"{day:%Y-%m-%d}, commit {output.stdout.strip() or 'unknown'}"


def table(rows: list[Row]) -> str:
    """Return the result as a table, as docs/pages/testing.md shows it."""
    seconds = sum(row.seconds for row in rows)
    lines = [
        f"`make fuzz`, {stamp()}, {seconds:.0f} seconds:",
        "",
        "| border | seed | tries | refused | slowest | problems |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {row.name} | {row.seed} | {row.tries:,} | {row.refused:,} | {row.slowest_s:.1f} s "
        f"| {len(row.problems)} |"
        for row in rows
    ]
    return "\n".join(lines)

"""Kernels answer the same with and without numba, and numba is there for whatever is new."""

import json
import os
import subprocess
import sys
from enum import IntEnum
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from engine.kernels.compiled import kinds_of, names_of

MODULE = '''
import numpy as np
from typing import NamedTuple
from engine.kernels.compiled import intrinsic, njit

class Pair(NamedTuple):
    first: np.ndarray
    second: int

@intrinsic
def twice(typing_context, x):
    """Two times a number."""
    from numba import types
    def code(context, builder, signature, args):
        return builder.add(args[0], args[0])
    return types.int64(types.int64), code

@njit(nogil=True, inline="always")
def add_one(x):
    return x + 1

@njit(nogil=True, cache=True)
def scale(numbers, factor):
    """Numbers times a factor, added up."""
    total = numbers[0] * 0
    for number in numbers:
        total += number * factor
    return total

@njit(nogil=True, cache=True)
def work(pair, out):
    """Calls the others, writes, allocates, returns several values, raises."""
    if pair.second < 0:
        raise ValueError("expected a number from 0")
    out[0] = add_one(twice(scale(pair.first, pair.second)))
    return out[0], np.zeros(pair.second, np.int32), True
'''
CALLS = """
import json, sys
import numpy as np
import sample

def tell(value):
    answers.append([value, "numba" in sys.modules])

answers, numbers = [], np.arange(5)
tell(int(sample.scale(numbers, 3)))
first, made, flag = sample.work(sample.Pair(numbers, 3), np.zeros(2, np.int64))
tell([first, made.tolist(), str(made.dtype), flag])
try:
    sample.work(sample.Pair(numbers, -1), np.zeros(2, np.int64))
except ValueError as error:
    tell(str(error))
if len(sys.argv) > 1:
    tell(float(sample.scale(numbers / 4, 3)))
    tell(int(sample.scale(numbers=numbers, factor=3)))
    tell(int(sample.scale(numbers, 3)))
print(json.dumps(answers))
"""
FIRST = [30, [61, [0, 0, 0], "int32", True], "expected a number from 0"]


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """A folder with a module of kernels."""
    (tmp_path / "sample.py").write_text(MODULE)
    (tmp_path / "calls.py").write_text(CALLS)
    return tmp_path


def run(folder: Path, *args: str, **settings: str) -> Any:
    """What a new process prints."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache")} | settings
    root = Path(__file__).parents[3]
    environment["PYTHONPATH"] = os.pathsep.join([str(folder), str(root)])
    command = [sys.executable, *(args or ["calls.py"])]
    return json.loads(subprocess.check_output(command, env=environment, cwd=folder, text=True))


def answers_of(told: Any) -> list[Any]:
    return [answer for answer, _ in told]


def files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.nbo"))


def test_what_was_compiled_runs_without_numba(sample: Path) -> None:
    compiled = run(sample)
    assert compiled == [[answer, True] for answer in FIRST]
    assert [file.name.split("-")[0] for file in files(sample)] == ["sample.scale", "sample.work"]
    again = run(sample)
    assert answers_of(again) == FIRST
    assert again[0] == [30, False]


def test_numba_comes_later_for_what_is_new(sample: Path) -> None:
    run(sample)
    told = run(sample, "calls.py", "more")
    assert answers_of(told) == [*FIRST, 7.5, 30, 30]
    assert told[0] == [30, False]
    assert told[3] == [7.5, True]
    assert len(files(sample)) == 3


@pytest.mark.parametrize("content", [b"", b"no pickle"])
def test_a_file_that_is_spoilt_is_made_again(sample: Path, content: bytes) -> None:
    run(sample)
    for file in files(sample):
        file.write_bytes(content)
    assert run(sample) == [[answer, True] for answer in FIRST]
    assert run(sample)[0] == [30, False]


def test_changed_sources_are_compiled_anew(sample: Path) -> None:
    run(sample)
    changed = MODULE.replace("number * factor", "number + factor")
    (sample / "sample.py").write_text(changed)
    assert run(sample)[0] == [25, True]
    assert run(sample)[0] == [25, False]


def test_without_compiling_kernels_are_plain_functions(sample: Path) -> None:
    code = "import json, sample as s; print(json.dumps([type(s.scale).__name__, s.scale([1], 3)]))"
    assert run(sample, "-c", code, NUMBA_DISABLE_JIT="1") == ["function", 3]


def test_a_folder_that_cannot_be_written_is_no_error(sample: Path) -> None:
    run(sample)
    for file in files(sample):
        file.unlink()
        file.mkdir()  # where the file should be
    assert run(sample) == [[answer, True] for answer in FIRST]


class Pair(NamedTuple):
    first: Any
    second: Any


class Other(NamedTuple):
    first: Any
    second: Any


class Number(IntEnum):
    ONE = 1


def read_only() -> Any:
    array = np.zeros(4)
    array.flags.writeable = False
    return array


PLAIN = [
    1, -1, 2**40, -(2**63) + 1, True, 1.5, None, np.int64(1), np.uint64(1), np.uint8(1),
    np.float64(1), np.float32(1), np.bool_(True), (1, 2), (1, 2.0), (), Pair(1, 2), Other(1, 2),
    Pair(1.0, 2), np.zeros(4), np.zeros(8)[::2], np.zeros(8)[:4], read_only(), np.zeros((2, 2)),
    np.zeros((2, 3)).T, np.zeros((4, 4))[:2, :2], np.zeros(4, np.float32), np.zeros(4, np.int64),
    np.zeros(4, np.uint64), np.zeros(4, np.bool_), np.array(3), np.zeros(0), Pair(np.zeros(4), 1),
    Pair(np.zeros(4, np.int8), 1), np.zeros(33, np.uint8)[1:].view(np.float64),
]  # fmt: skip


def test_values_of_one_name_are_one_type_to_numba() -> None:
    """And values of one key have one name."""
    for one, other in product(PLAIN, repeat=2):
        if names_of((one,)) == names_of((other,)):
            assert numba.typeof(one) == numba.typeof(other)
        if kinds_of((one,)) == kinds_of((other,)):
            assert names_of((one,)) == names_of((other,))


def test_plain_values_have_names() -> None:
    assert None not in [names_of((value,)) for value in PLAIN]


@pytest.mark.parametrize(
    "value",
    [
        2**63,
        -(2**63),
        "text",
        Number.ONE,
        [1],
        (1, "text"),
        np.zeros(2, np.complex128),
        np.zeros(2, ">i8"),
        np.zeros(2, [("a", "i4")]),
        np.zeros(4).view(np.recarray),
        1j,
    ],
    ids=repr,
)
def test_unusual_values_are_left_to_numba(value: Any) -> None:
    assert names_of((value,)) is None

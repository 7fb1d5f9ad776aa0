"""Nearly valid arguments at every native door: `NATIVE` and `ARRAYS` hold a row for each.

A row is a function that returns valid arguments (`Door.call`), made again for each try. From them
come the tries: every argument in turn is replaced by values of a wrong kind, range, size or shape.
A door may answer, or refuse by one of the errors that callers know. Anything else is a problem: a
panic, another error, a process that dies or does not end.

To add a function: add a row to `tests/fuzz/native_rows.py`; the test fails until there is one.
`python -m tests.fuzz.doors NAME...` attacks some doors in this process; without a name it attacks
all of them, each group in a process of its own, and prints a table.
"""

import importlib
import inspect
import json
import math
import os
import pkgutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

AGENTS = "engine.slave.agents"  # named by the founding documents, without a list of its own
MOST_S = 600.0  # for a group of doors on a busy machine; one that hangs takes for ever
HUGE = (2**31, 2**63 - 1, 2**63, 2**64, 10**30)


@dataclass(frozen=True)
class Call:
    """A function with arguments; `place` names one of them."""

    function: Callable[..., Any]
    args: tuple[Any, ...] = ()
    named: dict[str, Any] | None = None

    def places(self) -> list[int | str]:
        """The arguments: by number, then by name."""
        return [*range(len(self.args)), *(self.named or {})]

    def value(self, place: int | str) -> Any:
        """One of the arguments."""
        return self.args[place] if isinstance(place, int) else (self.named or {})[place]

    def with_value(self, place: int | str, value: Any) -> "Call":
        """The same call with another argument at a place."""
        if isinstance(place, str):
            return Call(self.function, self.args, {**(self.named or {}), place: value})
        return Call(self.function, (*self.args[:place], value, *self.args[place + 1 :]), self.named)

    def __call__(self) -> Any:
        return self.function(*self.args, **(self.named or {}))


@dataclass(frozen=True)
class Door:
    """A valid call, made again for each try; large numbers for `work` only mean more work."""

    call: Callable[[], Call]
    work: tuple[int | str, ...] = ()


def odd_values(value: Any) -> list[Any]:
    """Values that are nearly like a valid one."""
    if isinstance(value, bool):
        return [not value, 2, None, "x"]
    if isinstance(value, int):
        near = [-1, 0, value - 1, value + 1, 255, 256, 65_536, *HUGE, -(2**63)]
        return [*near, None, "x", 0.5, math.nan, b"1"]
    if isinstance(value, float):
        return [math.nan, math.inf, -math.inf, -1.0, 0.0, -0.0, 1e308, 1e-308, value + 1, None, "x"]
    if isinstance(value, bytes):
        more = [value[:-1], value[1:], value * 2, value + b"\xff", value[::-1], value[:1] * 5]
        filled = [bytes([n]) * len(value) for n in (0, 1, 52, 53, 255)]
        return [b"", *more, *filled, b"\0" * 70_000, None, value.hex(), 7]
    if isinstance(value, str):
        cuts = [value[: len(value) * n // 4] for n in range(4)]
        swaps = [value.replace(a, b) for a, b in (("1", "9"), (" ", ""), ("0", "-1"), ("2", "99"))]
        return [*cuts, value * 2, value[::-1], "\0", "é🂡", "9" * 400, "x" * 200_000, *swaps, None]
    if isinstance(value, np.ndarray):
        return list(odd_arrays(value))
    if isinstance(value, list | tuple):
        return list(odd_lists(value))
    if callable(value):
        return [None, 7, lambda: None, lambda: "x", _fail]
    return [0, 1, "x", b"", object()]


def _fail() -> bool:
    raise ValueError("this caller fails")


def odd_lists(value: list[Any] | tuple[Any, ...]) -> Iterator[Any]:
    """Lists of other lengths, or with one odd element."""
    kind = type(value)
    yield from (kind(), value[:-1], value + value, value[::-1], None, 7, "x")
    for place, inner in enumerate(value[:8]):
        for odd in odd_values(inner)[:12]:
            yield kind([*value[:place], odd, *value[place + 1 :]])


def odd_arrays(value: "np.ndarray[Any, Any]") -> Iterator[Any]:
    """Arrays of other shapes, kinds, orders and contents."""
    flat = value.reshape(-1)
    yield from (None, 7, "x", value.tolist(), value.astype(object))
    for dtype in (np.float64, np.float32, np.int64, np.int8, np.uint8, np.uint64, np.bool_, ">i4"):
        if value.dtype != dtype:
            with np.errstate(all="ignore"):
                yield value.astype(dtype)
    yield from (flat[:0], flat[:-1], value[:0], value[None], value[..., None], value[::-1])
    yield np.concatenate([flat, flat])
    yield np.repeat(flat, 2)[::2].reshape(value.shape)  # with gaps between its numbers
    yield np.asfortranarray(value)
    locked = value.copy()
    locked.flags.writeable = False
    yield locked
    info = np.finfo(value.dtype) if value.dtype.kind == "f" else np.iinfo(value.dtype)
    extreme: list[Any] = [info.min, info.max, 0, 1]
    if value.dtype.kind == "f":
        extreme += [math.nan, math.inf, -math.inf, -1.0, 0.5, 9.0, 1e30]
    else:
        extreme += [n for n in (-1, 2, 13, 51, 52, 53, 255) if info.min <= n <= info.max]
    for odd in extreme:
        yield np.full_like(value, odd)
        for place in sorted({0, flat.size // 3, flat.size // 2, flat.size - 1}):
            changed = value.copy()
            if flat.size:
                changed.reshape(-1)[place] = odd
            yield changed


def tries_of(door: Door) -> Iterator[tuple[str, Call]]:
    """Every nearly valid call of a door, with words that say what is odd about it."""
    places = door.call().places()
    for place in places:
        n_odd = len(odd_values(door.call().value(place)))
        for number in range(n_odd):
            call = door.call()  # again: a try may have changed an array or a game
            odd = odd_values(call.value(place))[number]
            is_large = isinstance(odd, int) and odd > 10_000
            if place in door.work and (is_large or odd in (math.inf, 1e308)):
                continue
            yield f"{place}: {type(odd).__name__} {repr(odd)[:60]}", call.with_value(place, odd)
    for place in places[: len(door.call().args)]:
        call = door.call()
        yield f"without {place}", Call(call.function, call.args[: int(place)], call.named)


def native_names(module: Any) -> list[str]:
    """Every function, class, method and property of a compiled module: "frontier", "Game.apply"."""
    found: list[str] = []
    for name, item in vars(module).items():
        if inspect.isclass(item) and not issubclass(item, BaseException):
            inner = [key for key in vars(item) if not key.startswith("__")]
            found += [name, *(f"{name}.{key}" for key in inner)]
        elif inspect.isbuiltin(item):
            found.append(name)
    return found


def array_names() -> list[str]:
    """Every function and method with array arguments that a package of the engine exports."""
    import engine

    found: list[str] = []
    packages = [
        part.name for part in pkgutil.walk_packages(engine.__path__, "engine.") if part.ispkg
    ]
    for package in packages:
        module = importlib.import_module(package)
        for name in getattr(module, "__all__", ()):
            found += [f"{package}.{key}" for key in _taking_arrays(name, getattr(module, name))]
    for part in pkgutil.iter_modules(importlib.import_module(AGENTS).__path__, f"{AGENTS}."):
        for name, item in vars(importlib.import_module(part.name)).items():
            is_own = inspect.isclass(item) and item.__module__ == part.name
            if is_own and not inspect.isabstract(item):
                found += [f"{part.name}.{key}" for key in _taking_arrays(name, item)]
    return found


def _taking_arrays(name: str, item: Any) -> list[str]:
    if not inspect.isclass(item):
        return [name] if callable(item) and _takes_arrays(item) else []
    methods = [
        key
        for key, method in inspect.getmembers(item, callable)
        if (key == "__init__" or not key.startswith("_")) and _takes_arrays(method)
    ]
    return [f"{name}.{key}" for key in methods]


def _takes_arrays(function: Any) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return any("ndarray" in str(p.annotation) or "NDArray" in str(p.annotation) for p in parameters)


@dataclass(frozen=True)
class Found:
    """What came of some doors."""

    n_tries: int
    n_refused: int
    problems: list[str]


def attack(names: list[str]) -> Found:
    """Try every nearly valid call of some doors in this process."""
    import rust_meld
    from engine.errors import Cancelled, UnavailableError
    from tests.fuzz.native_rows import ARRAYS, NATIVE

    known = (ValueError, TypeError, OverflowError, UnavailableError, Cancelled)
    n_tries = n_refused = 0
    problems: list[str] = []
    for name in names:
        door = NATIVE.get(name) or ARRAYS[name]
        door.call()()  # the row itself is valid
        for words, call in tries_of(door):
            os.write(2, f"{name} with {words}\n".encode("utf-8", "replace"))
            n_tries += 1
            try:
                call()
            except BaseException as error:
                n_refused += 1
                if not isinstance(error, known) or isinstance(error, rust_meld.EngineError):
                    output = traceback.format_exc(limit=-2)
                    problems.append(f"{name} with {words}: {output}")
    return Found(n_tries, n_refused, problems)


def attack_apart(names: list[str], seconds: float = MOST_S) -> Found:
    """Do the same in a separate process, so that a crash or a hang is reported, too."""
    command = [sys.executable, "-m", "tests.fuzz.doors", *names]
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds)
        output, code = done.stderr.decode("utf-8", "replace"), done.returncode
    except subprocess.TimeoutExpired as late:
        output, code = (late.stderr or b"").decode("utf-8", "replace"), None
    if code == 0:
        return Found(**json.loads(done.stdout.decode()))
    last = output.strip().splitlines()[-1:] or ["the start"]
    end = "it does not end" if code is None else f"the process died ({code})"
    return Found(output.count("\n"), 0, [f"{last[0]}: {end}\n{output[-800:]}"])


def group_of(name: str) -> str:
    """Return the class of a native method, "functions", or the name of an array function."""
    from tests.fuzz.native_rows import NATIVE

    if name not in NATIVE:
        return name
    return name.split(".")[0] if "." in name else "functions"


def attack_all() -> int:
    """Attack every function, print the sums as a table, and return the number of problems."""
    from tests.fuzz.native_rows import ARRAYS, NATIVE

    print("| functions | number | tries | refused | problems |\n|---|---|---|---|---|")
    n_problems = 0
    for words, rows in (("of the compiled module", NATIVE), ("that take arrays", ARRAYS)):
        groups = sorted({group_of(name) for name in rows})
        found = [attack_apart([n for n in rows if group_of(n) == group]) for group in groups]
        problems = [problem for each in found for problem in each.problems]
        n_problems += len(problems)
        tries = sum(each.n_tries for each in found)
        refused = sum(each.n_refused for each in found)
        print(f"| {words} | {len(rows)} | {tries:,} | {refused:,} | {len(problems)} |", flush=True)
        print("\n".join(problems), file=sys.stderr)
    return n_problems


if __name__ == "__main__":
    from dataclasses import asdict

    if sys.argv[1:]:
        print(json.dumps(asdict(attack(sys.argv[1:]))))
    else:
        sys.exit(1 if attack_all() else 0)

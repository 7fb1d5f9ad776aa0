import re
from importlib import import_module
from pathlib import Path

from assistant import warm_up


def test_every_kernel_module_of_the_program_is_known() -> None:
    root = Path(warm_up.__file__).parent.parent
    found = {
        ".".join(file.relative_to(root).with_suffix("").parts)
        for package in ("engine", "assistant")
        for pattern in ("kernels.py", "kernels/*.py")
        for file in (root / package).rglob(pattern)
        if "slave" not in file.parts and re.search(r"import .*\bnjit\b", file.read_text())
    }
    assert found == set(warm_up.KERNEL_MODULES)


def test_after_compiling_nothing_is_missing() -> None:
    told: list[str] = []
    for half in warm_up.HALVES:
        warm_up.compile_kernels(told.append, half)
    assert warm_up.missing_kernels() == []
    assert told == [f"compiling {name}" for name, _ in warm_up.STAGES]


def test_kernels_are_cached_outside_the_sources() -> None:
    numba = import_module("numba")
    root = Path(warm_up.__file__).parent.parent
    assert root not in Path(numba.config.CACHE_DIR).parents

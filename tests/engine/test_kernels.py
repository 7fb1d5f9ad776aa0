"""Kernels stand on kernels and tables alone, and the name of their cache covers all of these."""

import ast
import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import engine
from tests.engine.test_cache import cache_of_process

ROOT = Path(engine.__file__).parent.parent
OURS = ("engine", "assistant", "automation", "gui", "resources", "rust_meld", "tests")
SOURCES = [
    file
    for package in ("engine", "assistant", "automation", "gui")
    for file in engine.kernel_sources(ROOT / package)
    if file.suffix == ".py" and (package == "engine" or "kernels" in file.as_posix())
    if "slave" not in file.parts  # whose cache has a name of its own
]


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


KNOWN = {name_of(file) for file in SOURCES}


def imported(file: Path) -> Iterator[str]:
    """The modules of ours that a file imports anywhere; names of modules in packages, too."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: a relative import"
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            modules = [name for name in inside if path_of(name)]
            yield from modules
            if len(modules) < len(inside):
                yield str(node.module)


def path_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    files = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in files if file.exists()), None)


@pytest.mark.parametrize("file", SOURCES, ids=name_of)
def test_a_kernel_module_imports_only_kernels_and_tables(file: Path) -> None:
    ours = {name for name in imported(file) if name.split(".")[0] in OURS}
    assert ours <= KNOWN, f"{name_of(file)} is built from more than its cache is named after"


def test_compiled_code_stands_in_kernel_modules_alone() -> None:
    for package in ("engine", "assistant", "automation", "gui"):
        for file in (ROOT / package).rglob("*.py"):
            if "slave" not in file.parts and re.search(r"import .*\bnjit\b", file.read_text()):
                assert name_of(file) in KNOWN


def test_any_change_of_what_kernels_are_built_from_gives_another_cache(tmp_path: Path) -> None:
    copy = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", copy, ignore=shutil.ignore_patterns("__pycache__"))
    names = {engine._cache_name(copy)}
    files = engine.kernel_sources(copy)
    assert {"layout.py", "tables.py", "tables.npz", "generator.py"} <= {f.name for f in files}
    for file in files:
        file.write_bytes(file.read_bytes() + b" ")
        names.add(engine._cache_name(copy))
    assert len(names) == len(files) + 1


def test_a_changed_kernel_is_not_answered_from_the_old_cache(tmp_path: Path) -> None:
    copy = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", copy, ignore=shutil.ignore_patterns("__pycache__"))
    folder = partial(cache_of_process, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    before = folder()
    rounds = copy / "slave" / "kernels" / "rounds.py"
    rounds.write_text(rounds.read_text() + "\n")
    assert folder() != before
    assert folder(NUMBA_BOUNDSCHECK="1") == Path(f"{folder()}-bounds")


def test_the_folder_of_the_cache_is_the_users_own(tmp_path: Path) -> None:
    engine._usable(tmp_path / "program" / "numba" / "name")
    made = [tmp_path / "program", *(tmp_path / "program").rglob("*")]
    assert [path.stat().st_mode & 0o777 for path in made] == [0o700] * 3

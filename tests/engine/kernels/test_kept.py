"""What is kept is linked only where all that it needs is there."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numba.core.caching import UserProvidedCacheLocator

from engine.kernels import cache_folder, kept
from engine.kernels.compiled import names_of
from engine.poker.kernels import evaluate_sevens

HANDS, VALUES = np.arange(7, dtype=np.uint8).reshape(1, 7), np.zeros(1, np.uint16)
KINDS = names_of((HANDS, VALUES))


@pytest.fixture
def file() -> Path:
    """A kernel that is kept: asked for once, it is."""
    evaluate_sevens(HANDS, VALUES)
    return kept._file(evaluate_sevens.py_func, str(KINDS))


def test_files_are_beside_those_of_numba(file: Path) -> None:
    source = evaluate_sevens.py_func.__code__.co_filename
    assert file.is_file()
    assert file.parent == cache_folder(Path(source).parent)
    assert file.parent.name == UserProvidedCacheLocator.get_suitable_cache_subpath(source)
    assert list(file.parent.glob("kernels.evaluate_sevens-*.nbi"))


def test_a_symbol_that_nobody_has_is_never_linked(file: Path) -> None:
    """Linking it would end the process."""
    found = pickle.loads(file.read_bytes())
    assert kept._link(evaluate_sevens.py_func, found) is not None
    lacking = replace(found, needs=found.needs | {"nobody_has_this"})
    assert kept._link(evaluate_sevens.py_func, lacking) is None


def test_other_arguments_are_not_kept() -> None:
    assert kept.load(evaluate_sevens.py_func, "(builtins.str)") is None


@pytest.fixture
def new_process() -> Iterator[None]:
    """With the circumstances looked at again, as in a new process."""
    kept._circumstances.cache_clear()
    yield
    kept._circumstances.cache_clear()


@pytest.mark.usefixtures("new_process")
def test_settings_in_the_working_folder_are_left_to_numba(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".numba_config.yaml").write_text("opt: 0")
    monkeypatch.chdir(tmp_path)
    kept._circumstances.cache_clear()
    assert kept.load(evaluate_sevens.py_func, str(KINDS)) is None
    (tmp_path / ".numba_config.yaml").unlink()
    assert kept.load(evaluate_sevens.py_func, str(KINDS)) is not None


@pytest.mark.usefixtures("new_process")
@pytest.mark.parametrize("setting", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME"])
def test_other_settings_have_files_of_their_own(
    file: Path, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, "1")
    kept._circumstances.cache_clear()
    assert kept._file(evaluate_sevens.py_func, str(KINDS)) != file


@pytest.mark.usefixtures("new_process")
def test_another_numba_has_files_of_its_own(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_version.py").write_text("another version")
    monkeypatch.setattr(kept, "_numba_folder", lambda: tmp_path)
    kept._circumstances.cache_clear()
    assert kept._file(evaluate_sevens.py_func, str(KINDS)) != file
    (tmp_path / "_version.py").unlink()
    kept._circumstances.cache_clear()
    assert kept.load(evaluate_sevens.py_func, str(KINDS)) is None

"""The start of the bundle: kernels find their place, and fit or do not fit the processor."""

import os
from pathlib import Path

import pytest
from numba.core.caching import UserProvidedCacheLocator

from assistant import bundled


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    """Compiled kernels as the bundle files them."""
    folder = tmp_path / "kernels"
    (folder / "engine" / "poker").mkdir(parents=True)
    (folder / "engine" / "poker" / "kernels.value-1.py311.nbi").write_bytes(b"index")
    (folder / bundled.READY).write_text(bundled.processor() + "\n")
    return folder


def test_kernels_go_where_numba_looks(kernels: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert bundled.use_kernels(cache, kernels)
    source = bundled.PACKAGES / "engine" / "poker" / "kernels.py"
    place = cache / UserProvidedCacheLocator.get_suitable_cache_subpath(str(source))
    assert (place / "kernels.value-1.py311.nbi").read_bytes() == b"index"


def test_another_processor_gets_code_for_any(
    kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    (kernels / bundled.READY).write_text("another\n")
    assert not bundled.use_kernels(tmp_path / "cache", kernels)
    assert os.environ["NUMBA_CPU_NAME"] == "x86-64-v2"


def test_what_was_compiled_since_is_not_overwritten(kernels: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    bundled.use_kernels(cache, kernels)
    (cache / bundled.READY).write_text("mine\n" + bundled.processor() + "\n")
    assert bundled.use_kernels(cache, kernels)
    assert (cache / bundled.READY).read_text().startswith("mine")


def test_a_cache_that_cannot_be_written_is_no_error(kernels: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", dict(os.environ))
        assert not bundled.use_kernels(tmp_path / "cache" / "numba", kernels)

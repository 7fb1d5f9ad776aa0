"""What each game's package promises can be imported, and its examples are true."""

import doctest
import importlib
import subprocess
import sys

import pytest

PACKAGES = (
    "engine.holdem",
    "engine.kings_lows",
    "engine.konkan",
    "engine.pokle",
    "engine.slave",
)
EXAMPLES = (
    *PACKAGES,
    "engine.holdem.solver",
    "engine.kings_lows.simulation",
    "engine.konkan.melds",
    "engine.pokle.solver",
    "engine.slave.solver",
)


@pytest.mark.parametrize("name", PACKAGES)
def test_every_public_name_is_there(name):
    package = importlib.import_module(name)
    missing = [public for public in package.__all__ if not hasattr(package, public)]
    assert package.__all__ == sorted(package.__all__)
    assert not missing


@pytest.mark.parametrize("name", PACKAGES)
def test_another_name_is_an_ordinary_error(name):
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        importlib.import_module(name).nothing  # noqa: B018


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_print_what_they_say(name):
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert tried
    assert not failed


def test_a_package_imports_no_kernels_before_it_is_asked():
    names = ", ".join(PACKAGES)
    code = f"import sys, {names}; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0

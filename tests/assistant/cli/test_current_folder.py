"""Nothing in the current folder is run or configures the program."""

import subprocess
import sys
from pathlib import Path

import pytest

HOSTILE = """
from pathlib import Path
Path(__file__).with_name("was-run").touch()
raise SystemExit("this file must never be imported")
"""
NAMES = ("multiprocessing", "pickle", "numpy", "assistant", "engine", "random", "typer", "yaml")
RUN = ["arena", "run", "--agents", "konkan:greedy", "konkan:random", "--rounds", "2"]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with modules that somebody else has put there."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    return tmp_path


def run(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """Call the console script, which is how users start the program."""
    script = Path(sys.executable).with_name("assistant")
    return subprocess.run([str(script), *args], cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("where", [["--workers", "2"], ["--cluster", "local:1"]], ids=str)
def test_workers_import_nothing_from_it(hostile: Path, where: list[str]) -> None:
    done = run(hostile, *RUN, *where)
    assert done.returncode == 0, done.stderr
    assert not (hostile / "was-run").exists()


def test_settings_of_numba_are_refused(tmp_path: Path) -> None:
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1\n")
    done = run(tmp_path, "slave", "advise", "3C 4C")
    assert done.returncode == 1
    assert done.stderr.startswith('error: The current folder holds ".numba_config.yaml"')
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("module", ["assistant", "assistant.cli.main", "assistant.cli.start"])
def test_the_program_is_a_module_too(module: str) -> None:
    command = [sys.executable, "-m", module, "--version"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.startswith("assistant "), done.stderr

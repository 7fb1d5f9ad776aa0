"""The wheel as a user gets it: built, installed elsewhere, run from an empty folder."""

import json
import os
import shlex
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(
    *command: object, cwd: Path, env: dict[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    texts = list(map(str, command))
    return subprocess.run(texts, cwd=cwd, env=env, capture_output=True, text=True, timeout=280)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "maturin", "build", "--release", "--out", out]
    done = run(*build, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    (found,) = out.glob("*.whl")
    return found


def test_one_wheel_holds_the_packages_the_rust_module_and_the_resources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {"assistant", "automation", "engine", "gui", "resources", "rust_meld"} <= tops
    assert "tests" not in tops
    assert any(n.startswith("rust_meld/") and n.endswith((".so", ".pyd")) for n in names)
    assert any(n.startswith("resources/") and not n.endswith(".py") for n in names)
    assert any("LICENSE" in n for n in names)
    typed = {f"{top}/py.typed" for top in tops if top.isidentifier()}
    assert {*typed, "rust_meld/rust_meld.pyi"} <= set(names)
    assert {"automation/profiles/live.toml", "resources/policies/slave.npz"} <= set(names)
    assert {"rust_meld/rust_meld.pyi", "automation/practice/static/index.html"} <= set(names)


def test_the_wheel_fits_many_systems_and_pythons(wheel: Path) -> None:
    assert "-abi3-" in wheel.name
    if sys.platform.startswith("linux"):
        shown = run(sys.executable, "-m", "auditwheel", "show", wheel, cwd=wheel.parent)
        assert "manylinux" in shown.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment that holds the wheel and the packages it needs."""
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "env"
    assert (
        run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=folder).returncode == 0
    )
    pip = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python", "install", "-q"]
    done = run(*pip, "--disable-pip-version-check", "--no-deps", wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    # The dependencies of this environment, behind what the wheel installed; their .pth files
    # are not read again, so the source tree stays out of reach.
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return environment / "bin"


@pytest.fixture(scope="module")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user who has never used the program."""
    home = tmp_path_factory.mktemp("home")
    unset = {"NUMBA_CACHE_DIR", "CARD_TABLE_HOME"}
    kept = {k: v for k, v in os.environ.items() if k not in unset and not k.startswith("XDG_")}
    return kept | {"HOME": str(home)}


def test_the_installed_wheel_runs_doctor_from_any_folder(installed: Path, tmp_path: Path) -> None:
    done = run(installed / "assistant", "doctor", "--json", cwd=tmp_path)
    findings = {f["name"]: f for f in json.loads(done.stdout)["findings"]}
    assert findings["Rust module"]["ok"]
    assert str(installed.parent) in findings["Rust module"]["detail"]


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ('hand "Ah Kh Qh Jh 10h 2c 3d"', "royal flush"),
        ('holdem "Ah As"', "85.2"),
        ('kings-lows hand "Kh 2d 3c 9h 9d 4s 2c"', "five of a kind, nines"),
        ('konkan melds "7S 8S 9S JK QH KH AH"', "7♠ 8♠ 9♠"),
        (
            'pokle solve --hole "KC JS" --hole "JC JH" --hole "10H 6S" --flop 1,2,3 --turn 1,3,2 '
            '--river 2,3,1 --guess "JD 10C QD KH 6C=eyyyy"',
            "boards",
        ),
    ],
)
def test_each_game_answers(
    installed: Path, tmp_path: Path, empty_home: dict[str, str], command: str, answer: str
) -> None:
    done = run(installed / "assistant", *shlex.split(command), cwd=tmp_path, env=empty_home)
    assert done.returncode == 0, done.stderr
    assert answer in done.stdout.lower() or answer in done.stdout


@pytest.mark.parametrize(
    ("command", "least"),
    [
        ('holdem "Ah Kh" --range "QQ+,AKs" --range random --samples 200000', 200_000),
        ('kings-lows --player "Ann: Kh 2d | 3c" --player "Bob: | Ac" --deals 50000', 50_000),
        ('slave advise --hand "4C 4H 2S 7D" --left 3,3,3', 19_900),  # 20,000 shared by the moves
    ],
)
def test_the_first_sample_is_a_full_one(
    installed: Path, tmp_path: Path, empty_home: dict[str, str], command: str, least: int
) -> None:
    """Whatever has to be prepared first takes nothing from the sample."""
    words = [*shlex.split(command), "--json"]
    done = run(installed / "assistant", *words, cwd=tmp_path, env=empty_home)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n_samples"] >= least

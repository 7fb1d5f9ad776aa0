"""The wheel as a user gets it: built, installed elsewhere, run from an empty folder."""

import json
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def run(*command: object, cwd: Path) -> "subprocess.CompletedProcess[str]":
    texts = list(map(str, command))
    return subprocess.run(texts, cwd=cwd, capture_output=True, text=True, timeout=280)


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


def test_the_installed_wheel_runs_doctor_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "env"
    assert run(sys.executable, "-m", "venv", environment, cwd=tmp_path).returncode == 0
    python = environment / "bin" / "python"
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
    assert run(*pip, wheel, cwd=tmp_path).returncode == 0
    # The dependencies of this environment, behind what the wheel installed; their .pth files
    # are not read again, so the source tree stays out of reach.
    site = Path(run(python, "-c", "import sysconfig;print(sysconfig.get_path('purelib'))",
                    cwd=tmp_path).stdout.strip())  # fmt: skip
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    done = run(environment / "bin" / "assistant", "doctor", "--json", cwd=tmp_path)
    findings = {f["name"]: f for f in json.loads(done.stdout)["findings"]}
    assert findings["Rust module"]["ok"]
    assert str(environment) in findings["Rust module"]["detail"]
    named = run(environment / "bin" / "assistant", "hand", "Ah Kh Qh Jh 10h 2c 3d", cwd=tmp_path)
    assert "royal flush" in named.stdout.lower()

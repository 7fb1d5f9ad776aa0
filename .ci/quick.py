"""`make test-quick`: lint and test what changed since the branch left main.

A changed test is run; a changed module is tested by the tests that mirror its path, in the nearest
folder that has any (`engine/pokle/rules.py`: `tests/engine/pokle/test_rules.py`, else the folder).
Of the Rust crate only the tests of the modules that changed are run.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("assistant", "automation", "engine", "gui")


def changed_files() -> list[Path]:
    """Return the files that differ from where this branch left main, and new ones."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = _git("diff", "--name-only", base[0]) + _git("ls-files", "-o", "--exclude-standard")
    return [path for name in dict.fromkeys(names) if (path := ROOT / name).exists()]


def _git(*args: str) -> list[str]:
    done = subprocess.run(["git", *args], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def tests_for(path: Path) -> Path | None:
    """Return the test file or folder of a changed file; None if no path mirrors it."""
    inner = path.relative_to(ROOT)
    if inner.parts[0] == "tests":
        return path if path.name.startswith("test_") else None
    if path.suffix != ".py" or inner.parts[0] not in PACKAGES:
        return None
    mirror = ROOT / "tests" / inner.with_name(f"test_{path.name}")
    if mirror.exists():
        return mirror
    return next((folder for folder in mirror.parents[:-1] if any(folder.glob("test_*.py"))), None)


def rust_modules(files: list[Path]) -> list[str]:
    """Return the modules of the Rust crate that changed, such as `pokle`; not the bridge."""
    inner = [path.relative_to(ROOT).parts for path in files if path.suffix == ".rs"]
    found = {parts[2] for parts in inner if parts[:2] == ("rust_meld", "src") and len(parts) > 3}
    return sorted(found - {"python"})


def test_rust(modules: list[str]) -> int:
    """Run the unit tests of some modules, as `make test-rust` runs all; return the exit code."""
    options = ["--locked", "--no-default-features", "--profile", "checked", "--lib"]
    names = [f"{module}::" for module in modules]
    command = ["cargo", "test", "-q", "--manifest-path", "rust_meld/Cargo.toml", *options, "--"]
    return subprocess.run([*command, *names], cwd=ROOT).returncode


def main() -> int:
    """Lint the changed Python files and run the tests of all; stop at the first failure."""
    files = changed_files()
    modules = [] if sys.argv[1:] else rust_modules(files)
    if modules and test_rust(modules):
        return 1
    python = [str(path) for path in files if path.suffix == ".py"]
    tests = sys.argv[1:] or sorted({str(test) for path in files if (test := tests_for(path))})
    if not tests:
        print("nothing else that is tested has changed" if modules else "no change that is tested")
        return 0
    binaries = Path(sys.executable).parent
    if python and subprocess.run([binaries / "ruff", "check", "-q", *python], cwd=ROOT).returncode:
        return 1
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", *tests]
    return subprocess.run(command, cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main())

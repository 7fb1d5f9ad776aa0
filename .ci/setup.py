"""Set up all that `make run` and `make test` need, with nothing but Python's own library.

A virtual environment in .venv, pinned packages, the system's libraries and Chromium (where they
may be installed), the Rust build and Slave's compiled kernels. Each step prints one line and leaves
a stamp of what it was done for, so that a second start takes seconds. What cannot be had ends
in one line that says the remedy, and exit code 1.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = VENV / "stamps"
LOG = VENV / "setup.log"
PIP = [VENV / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
sys.path.insert(0, str(ROOT))

from assistant import system_libraries  # noqa: E402 - it needs only Python's own library

FONTS = {
    "fonts-dejavu-core": "/usr/share/fonts/truetype/dejavu",
    "fonts-noto-color-emoji": "/usr/share/fonts/truetype/noto",
}
# Debian package -> the program that shows it is there: a display and a bus for screen readers.
TEST_PROGRAMS = {
    "xvfb": "Xvfb",
    "dbus": "dbus-daemon",
    "at-spi2-core": "/usr/libexec/at-spi-bus-launcher",
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class SetupError(Exception):
    """A step that failed; the message says what to do."""


def main() -> None:
    """Set up for running or for testing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("purpose", choices=["run", "test"])
    purpose = parser.parse_args().purpose
    try:
        check_python()
        make_venv()
        install_system_packages(purpose)
        install_packages(purpose)
        build()
        compile_kernels()
    except SetupError as error:
        sys.exit(f"set-up stopped: {error}")
    except KeyboardInterrupt:
        sys.exit("\nset-up stopped; run the same command again to continue")


def check_python() -> None:
    """Require Python 3.11 or newer, with venv."""
    if sys.version_info < (3, 11):
        found = ".".join(map(str, sys.version_info[:3]))
        raise SetupError(
            f"Python {found} is too old; install 3.11 or newer, or say `make PYTHON=python3.12 …`"
        )


def make_venv() -> None:
    """Make the virtual environment."""
    if (VENV / "bin" / "pip").exists():
        return
    with step("virtual environment .venv"):
        done = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True)
        if done.returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            raise SetupError(
                "python3 -m venv failed; install it (Debian: apt-get install python3-venv)"
            )
    STAMPS.mkdir(parents=True, exist_ok=True)


def install_system_packages(purpose: str) -> None:
    """Qt's libraries, fonts and a browser, by apt where that is allowed."""
    missing = missing_system_packages(purpose)
    if not missing:
        return
    command = "apt-get install --no-install-recommends " + " ".join(missing)
    prefix = apt_prefix()
    if prefix is None:
        raise SetupError(f"missing system packages; as root, run: {command}")
    show("system packages to install", missing)
    if prefix and not may_install():
        raise SetupError(f"nothing was installed; when you want to: sudo {command}")
    with step("system packages"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        run([*prefix, "apt-get", "update", "-qq"], "run apt-get update", environment)
        install = [*prefix, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        run(install, f"run: {command}", environment)


def may_install() -> bool:
    """Return True unless a person at the terminal says no."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return True
    try:
        answer = input("install them with sudo? [Y/n] ")
    except (EOFError, KeyboardInterrupt):
        return False
    return answer.strip().lower() in ("", "y", "yes")


def show(title: str, names: list[str]) -> None:
    """Say what is going to be installed, before it is."""
    text = f"{title} ({len(names)}): {' '.join(names)}"
    print(textwrap.fill(text, 100, subsequent_indent="    ", break_on_hyphens=False), flush=True)


def missing_system_packages(purpose: str) -> list[str]:
    """The Debian packages whose library, font or program is not found; none off Linux."""
    if not sys.platform.startswith("linux"):
        return []
    missing = list(system_libraries.missing_packages(*window_libraries(purpose)))
    if Path("/etc/debian_version").exists():
        missing += [package for package, path in FONTS.items() if not Path(path).exists()]
    if purpose == "test":
        missing += [package for package, name in TEST_PROGRAMS.items() if not shutil.which(name)]
    return missing if has_browser() else [*missing, "chromium"]


def has_browser() -> bool:
    """Return True if a Chromium is on the PATH, or Playwright's own is in its cache."""
    own = Path.home() / ".cache" / "ms-playwright"
    return any(map(shutil.which, BROWSERS)) or any(own.glob("chromium-*"))


def window_libraries(purpose: str) -> Iterator[dict[str, str]]:
    """What Qt needs, and what its way to the present display needs; tests have a display."""
    yield system_libraries.QT
    if purpose == "test" or os.environ.get("DISPLAY"):
        yield system_libraries.X11
    if os.environ.get("WAYLAND_DISPLAY"):
        yield system_libraries.WAYLAND


def apt_prefix() -> list[str] | None:
    """Return how apt-get may be called: as root, by sudo without a password, or not at all."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = shutil.which("sudo")
    may = sudo and subprocess.run([sudo, "-n", "true"], capture_output=True).returncode == 0
    return ["sudo", "-n"] if may else None


def install_packages(purpose: str) -> None:
    """Install the pinned packages; those for testing include those for running."""
    if purpose == "run" and is_done("packages-test", [ROOT / "requirements/test.txt"]):
        return
    pins = ROOT / "requirements" / f"{purpose}.txt"
    if is_done(f"packages-{purpose}", [pins]):
        return
    show("Python packages to install", pinned(pins, VENV / "bin/python"))
    extra = " (with torch: some minutes)" if purpose == "test" else ""
    with step(f"Python packages from requirements/{purpose}.txt{extra}"):
        run([*PIP, "--require-hashes", "-r", pins], f"see {LOG}; is the package index reachable?")
        mark_done(f"packages-{purpose}", [pins])


# Which lines of pins are meant for this Python and system, as pip itself reads them.
FITTING = """
import sys
from pip._vendor.packaging.requirements import Requirement
for one in map(Requirement, map(str.strip, sys.stdin)):
    if one.marker is None or one.marker.evaluate():
        print(f"{one.name}{one.specifier}")
"""


def pinned(pins: Path, python: Path) -> list[str]:
    """Return the packages and versions of a file of pins that this Python will get."""
    lines = re.findall(r"^[A-Za-z0-9][^\\\n]*==[^\\\n]+", pins.read_text(), re.MULTILINE)
    given = "\n".join(lines)
    asked = subprocess.run([python, "-c", FITTING], input=given, capture_output=True, text=True)
    return lines if asked.returncode else asked.stdout.split()


def build() -> None:
    """Build the Rust module and install the project itself, editable."""
    crate = ROOT / "rust_meld"
    sources = [ROOT / "pyproject.toml", crate / "Cargo.toml", crate / "Cargo.lock"]
    sources += [crate / "rust_meld.pyi"]
    sources += [
        file for suffix in ("rs", "bin") for file in sorted(crate.glob(f"src/**/*.{suffix}"))
    ]
    if is_done("build", sources):
        return
    if shutil.which("cargo") is None:
        raise SetupError("cargo is not on the PATH; install Rust 1.88 or newer (https://rustup.rs)")
    with step("Rust module rust_meld"):
        environment = os.environ | {"PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        options = ["--no-deps", "--no-build-isolation", "--editable", ROOT]
        run([*PIP, *options], f"see {LOG} for what the compiler said", environment)
        mark_done("build", sources)


def compile_kernels() -> None:
    """Compile Slave's numba kernels into the user's cache folder."""
    sources = [*sorted((ROOT / "engine/slave").rglob("*.py")), ROOT / "requirements/run.txt"]
    if is_done("kernels", sources):
        return
    with step("Slave's compiled kernels"):
        run([VENV / "bin/python", "-m", "engine.slave.compile"], f"see {LOG}")
        mark_done("kernels", sources)


class step:  # noqa: N801 - reads as a statement
    """Print one line for a step, with the seconds it took."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        print(f"· {self.name} … ", end="", flush=True)
        self.start_s = time.monotonic()

    def __exit__(self, kind: object, *_: object) -> None:
        print("failed" if kind else f"{time.monotonic() - self.start_s:.0f} s", flush=True)


def run(command: list[object], remedy: str, environment: dict[str, str] | None = None) -> None:
    """Run a command with its output in the log."""
    texts = list(map(str, command))
    with LOG.open("ab") as log:
        done = subprocess.run(texts, stdout=log, stderr=log, cwd=ROOT, env=environment)
    if done.returncode:
        raise SetupError(f"{Path(texts[0]).name} failed ({last_line()}); {remedy}")


def last_line() -> str:
    """Return the last line of the failed command's output."""
    lines = [line for line in LOG.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1].strip()[:120] if lines else "no output"


def fingerprint(files: Iterable[Path]) -> str:
    """Return a hash over the contents of files and this Python."""
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_done(name: str, files: list[Path]) -> bool:
    """Return True if the step was done for exactly these files."""
    stamp = STAMPS / name
    return stamp.exists() and stamp.read_text() == fingerprint(files)


def mark_done(name: str, files: list[Path]) -> None:
    """Remember that the step was done for exactly these files."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(fingerprint(files))


if __name__ == "__main__":
    main()

"""The table of system libraries is complete: all that Qt's own files ask for is in it."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from assistant import system_libraries as libraries

BASE = r"lib(c|m|gcc_s|stdc\+\+|dl|pthread|rt)\.so\.\d|ld-linux.*"  # on every Linux
OURS = r"lib(Qt6|pyside6|shiboken6|icu).*"  # come with the package
PARTS = ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtTest", "QtDBus")


def needed(file: Path) -> set[str]:
    dump = subprocess.run(["objdump", "-p", file], capture_output=True, text=True, check=True)
    return set(re.findall(r"NEEDED\s+(\S+)", dump.stdout))


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("objdump"), reason="looks into files of Linux"
)
@pytest.mark.parametrize(
    ("plugin", "tables"),
    [
        ("libqxcb.so", (libraries.QT, libraries.X11)),
        ("libqwayland.so", (libraries.QT, libraries.WAYLAND)),
        ("libqoffscreen.so", (libraries.QT,)),
    ],
)
def test_the_tables_are_complete(plugin: str, tables: tuple[dict[str, str], ...]) -> None:
    spec = importlib.util.find_spec("PySide6")
    assert spec is not None
    home = Path(next(iter(spec.submodule_search_locations or ())))
    waiting = {home / "Qt/plugins/platforms" / plugin}
    waiting |= {home / f"{part}.abi3.so" for part in PARTS if (home / f"{part}.abi3.so").exists()}
    seen: set[Path] = set()
    outside: set[str] = set()
    while waiting:
        file = waiting.pop()
        seen.add(file)
        for name in needed(file):
            own = home / "Qt/lib" / name
            if own.exists():
                waiting |= {own} - seen
            elif not re.fullmatch(f"{BASE}|{OURS}", name):
                outside.add(name)
    known = {name for table in tables for name in table.values()}
    assert outside - {"libgthread-2.0.so.0"} <= known  # libgthread comes with libglib2.0-0


@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "; run: sudo apt-get install libnone1"),
        ("dnf", "; run: sudo dnf install 'libnone.so.1()(64bit)'"),
        ("pacman", ""),
    ],
)
def test_the_command_is_that_of_the_system(
    manager: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name == manager)
    line = libraries.explain_missing({"libnone1": "libnone.so.1"})
    assert line == f"system libraries are missing: libnone.so.1{command}"


def test_what_is_there_is_not_missing() -> None:
    assert libraries.missing_packages({"x": "libnone.so.99", "libc6": "libc.so.6"}) == {
        "x": "libnone.so.99"
    }

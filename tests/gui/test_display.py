import ctypes
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from assistant import system_libraries
from engine.errors import UnavailableError
from gui import display

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="display servers of Linux")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def open_window(*options: str, **names: str) -> subprocess.CompletedProcess[str]:
    """`assistant gui` in a process of its own, with these variables."""
    start = "from assistant.cli.start import assistant; assistant()"
    command = [sys.executable, "-c", start, "gui", *options]
    environment = {**os.environ, **names}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)


@pytest.mark.parametrize(
    "names",
    [
        {"DISPLAY": ":987"},
        {"DISPLAY": "nonsense"},
        {"WAYLAND_DISPLAY": "wayland-987"},
        {"DISPLAY": ":987", "WAYLAND_DISPLAY": "wayland-987"},
    ],
    ids=str,
)
def test_a_dead_display_is_one_line_and_no_abort(names: dict[str, str]) -> None:
    done = open_window(**names)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: ")
    assert done.stdout == ""


def test_the_line_names_the_display_and_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setattr(system_libraries, "missing_packages", lambda *tables: [])
    with pytest.raises(UnavailableError, match=r'DISPLAY=":987".*command line'):
        display.require_display()


def test_check_tells_without_opening() -> None:
    assert open_window("--check", DISPLAY=":987").returncode == 1
    assert open_window("--check", QT_QPA_PLATFORM="offscreen").returncode == 0


def test_all_missing_libraries_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(ctypes, "CDLL", load)
    monkeypatch.setattr("shutil.which", lambda name: name == "apt-get")
    with pytest.raises(UnavailableError) as raised:
        display.require_display()
    for table in (system_libraries.QT, system_libraries.X11):
        assert all(name in str(raised.value) for name in table.values())
        assert all(f" {package}" in str(raised.value) for package in table)
    assert "run: sudo apt-get install libegl1 libgl1 " in str(raised.value)


def test_qt_is_sent_to_the_server_that_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "wayland-7"))
    server.listen()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.setattr(display, "_x_answers", lambda: False)
    monkeypatch.setattr(display, "_load_plugin", lambda platform: None)
    display.require_display()
    assert os.environ["QT_QPA_PLATFORM"] == "wayland"
    server.close()
    monkeypatch.delenv("QT_QPA_PLATFORM")

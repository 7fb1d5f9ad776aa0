import subprocess
import sys

import pytest

from assistant.cli.app import load_command
from assistant.cli.main import run
from gui import app as window


def test_without_a_display_one_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    code = run(load_command("assistant.cli.main:app"), ["gui"])
    error = capsys.readouterr().err
    assert code == 1
    assert error.startswith("error: there is no display")
    assert error.count("\n") == 1


def test_unknown_panel_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(load_command("assistant.cli.main:app"), ["gui", "--panel", "chess"]) == 2
    assert '"chess"' in capsys.readouterr().err


def test_the_panel_that_was_asked_for_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(window, "run", lambda panel, scenario: asked.append((panel, scenario)) or 0)
    assert run(load_command("assistant.cli.main:app"), ["gui", "--panel", "konkan"]) == 0
    assert run(load_command("assistant.cli.main:app"), ["gui", "hand.json"]) == 0
    assert asked == [("konkan", ""), ("", "hand.json")]


def test_help_loads_no_qt() -> None:
    code = (
        "import sys; from assistant.cli.start import assistant; sys.argv[1:] = ['gui', '--help']\n"
    )
    code += "try: assistant()\nexcept SystemExit: pass\nassert 'PySide6' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0

import subprocess
import sys

import pytest

from gui import app as window
from tests.assistant.cli.conftest import Call


def test_without_a_display_one_line_says_so(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert call.refusal("gui", code=1).startswith("error: There is no display")


def test_the_panel_that_was_asked_for_is_shown(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(window, "run", lambda panel, scenario: asked.append((panel, scenario)) or 0)
    call("gui", "--panel", "konkan")
    call("gui", "hand.json")
    assert asked == [("konkan", ""), ("", "hand.json")]


def test_help_loads_no_qt() -> None:
    code = (
        "import sys; from assistant.cli.start import assistant; sys.argv[1:] = ['gui', '--help']\n"
    )
    code += "try: assistant()\nexcept SystemExit: pass\nassert 'PySide6' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0

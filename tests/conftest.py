"""What all tests share: user folders of their own, and few, repeatable hypothesis examples."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from engine.control import Control

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("suite", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("suite")


@pytest.fixture
def cancelled() -> Control:
    """Return a control that was cancelled before anything began."""
    control = Control()
    control.cancel.set()
    return control


@pytest.fixture(autouse=True)
def user_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, sessions and logs of a test go to a folder of its own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CARD_TABLE_HOME", str(home))
    return home

"""Recordings of pages (`assistant pokle doctor --record`), read as they were when they were made.

A folder that is put into `recordings` is a test as it is; pictures may be left out.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from automation.profiles import load_profile, profile_names
from automation.recording import load_index, replay

pytestmark = pytest.mark.browser

FOLDERS = sorted(path for path in Path(__file__).with_name("recordings").iterdir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_recording_is_read_as_it_was(chromium: Browser, folder: Path) -> None:
    name = load_index(folder).profile
    profile = load_profile(name if name in profile_names() else "live")
    context = chromium.new_context()
    phases = list(replay(folder, context.new_page(), profile))
    context.close()
    assert [phase.phase.name for phase in phases if not phase.is_same] == []
    assert any(phase.diagnosis.is_sound for phase in phases)

"""Recordings of pages (`assistant pokle doctor --record`), read as they were when they were made.

A folder that is put into `recordings` is a test as it is; pictures may be left out.
"""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from automation.errors import TabLostError
from automation.profiles import load_profile, profile_names
from automation.recording import Recording, load_index, record_by_hand, replay
from automation.site import PokleSite
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

FOLDERS = sorted(path for path in Path(__file__).with_name("recordings").iterdir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_recording_is_read_as_it_was(chromium: Browser, folder: Path) -> None:
    name = load_index(folder).profile
    profile = load_profile(name if name in profile_names() else "live").profile
    context = chromium.new_context()
    phases = list(replay(folder, context.new_page(), profile))
    context.close()
    assert [phase.phase.name for phase in phases if not phase.is_same] == []
    assert any(phase.diagnosis.is_sound for phase in phases)


PERSON = """
addEventListener("load", async () => {
  const pause = (ms) => new Promise((go) => setTimeout(go, ms));
  const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
  while (!document.querySelector("#intro[open]")) await pause(50);
  await pause(1500);
  while (localStorage.tutorialSeen !== "true") {
    document.querySelector("dialog[open] button")?.click();
    await pause(50);
  }
  await pause(1500);
  for (const key of "2c3h4h5s7c") press(key);
  await pause(1500);
  press("Enter");
});
"""


def test_what_a_person_plays_is_kept_phase_by_phase(stage: Stage, tmp_path: Path) -> None:
    stage.server.inject(PERSON)
    profile = load_profile("practice").profile
    recording = Recording(tmp_path, profile)
    url, end_s = stage.server.url(seed=5, pace=0), time.monotonic() + 60

    def closes_the_window() -> bool:
        """After the phase of the first guess, as a person who has seen enough."""
        if recording.phases and recording.phases[-1].reads and recording.phases[-1].reads["rows"]:
            stage.tabs.page.close()
        return time.monotonic() > end_s  # nobody waits for ever

    with pytest.raises(TabLostError):
        record_by_hand(PokleSite(stage.tabs.page, profile), url, recording, closes_the_window)
    n_rows = [len(phase.reads["rows"]) for phase in recording.phases if phase.reads]
    assert n_rows == [0] * (len(n_rows) - 1) + [1]
    assert len(n_rows) >= 3  # the intro, the empty row, the filled one, the coloured one
    again = list(replay(tmp_path, stage.tabs.revive(), profile))
    assert all(phase.is_same for phase in again)

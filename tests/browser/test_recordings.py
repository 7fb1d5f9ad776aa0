"""Recordings of pages (`assistant pokle doctor --record`), read as they were when they were made.

A folder that is put into `recordings` is a test as it is; pictures may be left out.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from automation import recording
from automation.errors import TabLostError
from automation.profiles import load_profile, profile_names
from automation.recording import Recording, load_index, record_by_hand, replay
from automation.site import PokleSite
from tests.browser.stage import Stage, dismiss_tutorial, type_by_keyboard

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


def test_what_a_person_plays_is_kept_phase_by_phase(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "STEADY_S", 0.2)
    page, profile = stage.tabs.page, load_profile("practice").profile
    kept = Recording(tmp_path, profile)
    acts: list[Callable[[], object]] = [  # one after each phase
        lambda: dismiss_tutorial(page),
        lambda: type_by_keyboard(page, "2C 3H 4H 5S 7C"),
        lambda: page.keyboard.press("Enter"),
    ]
    done = 0

    def acts_as_a_person() -> bool:
        """Do the next thing once the last one was kept; close the window after the guess."""
        nonlocal done
        if kept.phases and kept.phases[-1].reads and kept.phases[-1].reads["rows"]:
            page.close()
        elif done < min(len(kept.phases), len(acts)):
            acts[done]()
            done += 1
        return False

    url = stage.server.url(seed=5, pace=0)
    with pytest.raises(TabLostError):
        record_by_hand(PokleSite(page, profile), url, kept, acts_as_a_person)
    n_rows = [len(phase.reads["rows"]) for phase in kept.phases if phase.reads]
    assert n_rows == [0] * (len(n_rows) - 1) + [1]
    assert len(n_rows) >= 3  # the intro, the empty row, the filled one, the coloured one
    again = list(replay(tmp_path, stage.tabs.revive(), profile))
    assert all(phase.is_same for phase in again)

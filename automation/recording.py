"""Store what a page shows: as evidence of a failure, or phase by phase as a recording.

A recording is a folder: for each phase the HTML without scripts and storage, a screenshot, and what
each way found and was read then. `replay` reads the pages again, without the site, and checks
whether the profile in force still reads the same.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from automation.browser import translated
from automation.doctor import Diagnosis, diagnose
from automation.errors import PageError, PageReloadedError
from automation.look import Look
from automation.profiles import Profile
from automation.reading import read_game
from automation.site import PokleSite
from automation.tab import Tab, load_script
from engine.errors import InputError, UnavailableError
from engine.files import make_folder, write_bytes, write_text

SNAPSHOT = load_script("snapshot.js")
MAX_PHASES = 40
STEADY_S = 0.7  # without a change, before what a person does counts as a phase
INDEX = "recording.json"


def keep_evidence(tab: Tab, folder: Path | None, details: str = "") -> Path | None:
    """Keep a screenshot, the HTML and the error of a page that could not be played.

    None if they were not kept.
    """
    if folder is None:
        return None
    try:
        html, picture = str(tab.ask(SNAPSHOT)), tab.picture()
        make_folder(folder)
        write_text(folder / "error.txt", details)
        write_text(folder / "page.html", html)
        write_bytes(folder / "page.png", picture)
    except (Error, UnavailableError):
        return None  # the error itself matters more than its evidence
    return folder


class Phase(BaseModel):
    """One moment of a game: its files (`file`.html and .png), and what was read of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(max_length=60)
    file: str = Field(pattern=r"^[\w-]{1,60}$")
    reads: dict[str, Any] | None = None  # None: it could not be read
    problem: str = ""


class Index(BaseModel):
    """The contents of a recording."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str = ""
    profile: str
    phases: tuple[Phase, ...] = Field(max_length=MAX_PHASES)


class Recording:
    """A recording in the making; call `keep` in each phase."""

    def __init__(self, folder: Path, profile: Profile) -> None:
        self.folder = make_folder(folder)
        self.phases: list[Phase] = []
        self.diagnoses: list[Diagnosis] = []
        self._profile = profile

    def keep(self, site: PokleSite, name: str) -> None:
        """Keep what the page shows now."""
        if len(self.phases) >= MAX_PHASES:
            return
        with translated():
            look = site.look()
            html, picture, url = str(site.tab.ask(SNAPSHOT)), site.tab.picture(), site.tab.page.url
        file = f"{len(self.phases) + 1:02}-{name.replace(' ', '-')}"
        reads, problem = read_again(site, look)
        diagnosis = diagnose(look, site.profile, url, problem)
        self.phases.append(Phase(name=name, file=file, reads=reads, problem=problem))
        self.diagnoses.append(diagnosis)
        write_text(self.folder / f"{file}.html", html)
        write_bytes(self.folder / f"{file}.png", picture)
        write_text(self.folder / f"{file}.json", json.dumps(asdict(diagnosis), indent=1) + "\n")
        self._write_index(url)

    def _write_index(self, url: str) -> None:
        index = Index(url=url, profile=self._profile.name, phases=tuple(self.phases))
        write_text(self.folder / INDEX, index.model_dump_json(indent=1) + "\n")


def record_by_hand(
    site: PokleSite, url: str, recording: Recording, should_stop: Callable[[], bool]
) -> None:
    """Store a phase whenever the page has settled, until its window is closed.

    A person plays meanwhile, so nothing of the page needs to be understood.
    """
    with translated():
        site.open(url)
    kept = ""
    while not should_stop() and len(recording.phases) < MAX_PHASES:
        with suppress(PageReloadedError), translated():
            site.look()
            if site.wait_for_change(STEADY_S) or site.seen == kept:
                continue
            recording.keep(site, f"phase {len(recording.phases) + 1}")
            kept = site.seen


def read_again(site: PokleSite, look: Look) -> tuple[dict[str, Any] | None, str]:
    """Return what a look says of the game, and why it cannot be played (if it cannot)."""
    try:
        reads = read_game(look, site.profile).as_dict()
        return reads, str(site.legend_problem(look) or "")
    except PageError as error:
        return None, str(error)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A phase that was looked at again: what each way finds, and whether it reads as it did."""

    phase: Phase
    diagnosis: Diagnosis
    reads: dict[str, Any] | None

    @property
    def is_same(self) -> bool:
        """True if the page is read now as it was recorded, and can still be played if it could."""
        is_playable, was_playable = not self.diagnosis.problem, not self.phase.problem
        return self.reads == self.phase.reads and is_playable == was_playable

    @property
    def is_worse(self) -> bool:
        """True if the page could be read when it was recorded, and cannot be now."""
        return self.reads is None and self.phase.reads is not None


def load_index(folder: Path) -> Index:
    """Return the contents of a recording."""
    try:
        return Index.model_validate_json((folder / INDEX).read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f'"{folder}" is not a recording: expected a folder that --record made'
        ) from error
    except ValidationError as error:
        raise InputError(f"{folder / INDEX} is damaged: {error.errors()[0]['msg']}") from error


def replay(folder: Path, page: Page, profile: Profile) -> Iterator[Replayed]:
    """Look at each phase of a recording again; nothing but its own files is loaded."""
    index = load_index(folder)
    page.context.set_offline(True)
    for phase in index.phases:
        file = (folder / f"{phase.file}.html").resolve()
        if not file.is_file():
            raise InputError(f'"{file}" is missing from the recording')
        site = PokleSite(page, profile)
        with translated():
            site.open(file.as_uri())
            look = site.look()
        with translated():
            reads, problem = read_again(site, look)
        yield Replayed(phase, diagnose(look, site.profile, file.name, problem), reads)

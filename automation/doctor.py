"""Diagnose a page: which way finds each part, and which does not."""

from dataclasses import dataclass
from typing import Any

from automation.browser import translated
from automation.errors import PageError, PageReloadedError
from automation.look import Look
from automation.parts import KINDS, N_CELLS, N_KEYS, WORDS, parts_of
from automation.profiles import Profile, as_text
from automation.reading import is_drawn, keys_of, problem_of, read_game, shows_tutorial
from automation.site import PokleSite

EXPECTED = {kind: len(parts_of(kind)) for kind in KINDS} | {"cells": N_CELLS, "keys": N_KEYS}

TUTORIAL_FIRST = (
    "the tutorial covers the game: `assistant pokle play --dry-run` closes it, and "
    "`assistant pokle doctor --record FOLDER` looks at what comes after it"
)


@dataclass(frozen=True, slots=True)
class WayFound:
    """The parts of a kind that one way found, and why it cannot be used ("" if it can)."""

    selector: str
    n_found: int
    problem: str


@dataclass(frozen=True, slots=True)
class PartFinding:
    """One kind of part: how many there should be, and each way that looks for them."""

    part: str
    n_expected: int
    ways: tuple[WayFound, ...]
    optional: bool = False

    @property
    def used(self) -> int | None:
        """The way that is used (from 0); None if none is any good."""
        return next((place for place, way in enumerate(self.ways) if not way.problem), None)

    @property
    def is_sound(self) -> bool:
        """True if a way finds all of it, or it is not needed."""
        return self.optional or self.used is not None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings, and why the page cannot be read (if it cannot)."""

    url: str
    findings: tuple[PartFinding, ...]
    problem: str
    reads: dict[str, Any] | None = None  # the puzzle and the rows as they are read

    @property
    def is_sound(self) -> bool:
        """True if the bot can play here."""
        return not self.problem and all(finding.is_sound for finding in self.findings)

    @property
    def verdict(self) -> str:
        """The verdict in one line: can the bot play here?"""
        if self.problem:
            return f"The page cannot be played: {self.problem}"
        missing = [finding.part for finding in self.findings if not finding.is_sound]
        if not missing:
            return "The page can be played."
        keys = " (the bot would try the physical keyboard)" if WORDS["keys"] in missing else ""
        return f"The page cannot be played: {', '.join(missing)} not found{keys}."


def examine(site: PokleSite, url: str) -> Diagnosis:
    """Open the page, give it time to draw itself, and look at every part."""
    with translated():
        site.open(url)
        problem = ""
        try:
            site.read(dismiss=False, before_guess=True)
        except (PageError, PageReloadedError) as error:
            problem = str(error)
        look = site.look()
        if shows_tutorial(look) and not is_drawn(look):
            problem = TUTORIAL_FIRST
        return diagnose(look, site.profile, url, problem)


def diagnose(look: Look, profile: Profile, url: str, problem: str = "") -> Diagnosis:
    """Return the findings of a look; at the end of a game keys and button may be missing."""
    state = None
    try:
        state = read_game(look, profile)
    except PageError as error:
        problem = problem or str(error)
    is_over = state is not None and state.is_finished
    findings = [_finding(look, profile, kind, is_over) for kind in KINDS]
    reads = state.as_dict() if state else None
    return Diagnosis(url, (*findings, _tutorial(look, profile)), problem, reads)


def _finding(look: Look, profile: Profile, kind: str, is_over: bool) -> PartFinding:
    selectors = map(as_text, getattr(profile.ways, kind))
    ways = tuple(_way(css, look, profile, kind, way) for way, css in enumerate(selectors))
    return PartFinding(WORDS[kind], EXPECTED[kind], ways, is_over and kind in ("keys", "submit"))


def _way(css: str, look: Look, profile: Profile, kind: str, way: int) -> WayFound:
    elements = look.ways(kind)[way]
    counted = elements[:N_CELLS] if kind == "cells" else elements
    n_found = sum(element is not None for element in counted)
    if kind == "keys":
        n_found = len(keys_of(elements, profile))
    return WayFound(css, n_found, problem_of(look, profile, kind, way))


def _tutorial(look: Look, profile: Profile) -> PartFinding:
    """Return how many tutorial steps are shown; a returning visitor sees none."""
    steps = look.ways("tutorial")[0]
    n_found = sum(step is not None for step in steps)
    way = WayFound(" ".join((*profile.tutorial, *profile.close)), n_found, "")
    return PartFinding(WORDS["tutorial"], len(steps), (way,), optional=True)

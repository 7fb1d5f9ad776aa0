"""Looks over a page and says which parts were found and which not."""

from dataclasses import dataclass

from automation.browser import translated
from automation.errors import PageError, PageReloadedError
from automation.profiles import N_PLAYERS, Profile
from automation.reading import Look, read_game
from automation.site import PokleSite

KEYS = {"rank keys": 13, "suit keys": 4}


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of part: how many are there, how many should be, and the first that is missing."""

    part: str
    selector: str
    n_found: int
    n_expected: int
    missing: str = ""
    optional: bool = False

    @property
    def is_sound(self) -> bool:
        """True if all are there, or none is needed."""
        return self.optional or self.n_found >= self.n_expected


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All findings, and why the page cannot be read (if it cannot)."""

    url: str
    findings: tuple[Finding, ...]
    problem: str

    @property
    def is_sound(self) -> bool:
        """True if the bot can play here."""
        return not self.problem and all(finding.is_sound for finding in self.findings)


def examine(site: PokleSite, url: str) -> Diagnosis:
    """Open the page, give it time to draw itself, and look at every part."""
    with translated():
        site.open(url)
        problem = ""
        try:
            site.read(dismiss=False)
        except (PageError, PageReloadedError) as error:
            problem = str(error)
        look = site.look()
    return Diagnosis(url, tuple(_findings(look, site.profile)), problem or _unreadable(look, site))


def _unreadable(look: Look, site: PokleSite) -> str:
    try:
        read_game(look, site.profile)
    except PageError as error:
        return str(error)
    return ""


def _findings(look: Look, profile: Profile) -> list[Finding]:
    css = profile.selectors
    kinds = {
        "player names": ("name of", css.name, N_PLAYERS),
        "hole cards": ("hole card", css.hole_card, 2 * N_PLAYERS),
        "streets": (" row", css.stage, len(profile.street_rows)),
        "trophies": (" trophy ", css.trophy, N_PLAYERS * len(profile.street_rows)),
        "guess cells": (" of guess 1", f"{css.flop_cell} …", 5),
        "submit button": ("submit button", css.submit, 1),
    }
    found = [_group(look, profile, kind, *how) for kind, how in kinds.items()]
    keys = [_keys(look, profile, part, count) for part, count in KEYS.items()]
    steps = len(profile.tutorial)
    tutorial = _group(
        look, profile, "tutorial", "tutorial button", " ".join(profile.tutorial), steps, True
    )
    return [*found, *keys, tutorial]


def _group(
    look: Look,
    profile: Profile,
    kind: str,
    word: str,
    css: str,
    count: int,
    optional: bool = False,
) -> Finding:
    parts = [part for part in profile.parts if word in part]
    missing = [part for part in parts if not look.root.get(part)]
    return Finding(kind, css, count - len(missing), count, missing[0] if missing else "", optional)


def _keys(look: Look, profile: Profile, part: str, count: int) -> Finding:
    found = len(look.root.get(part, ()))
    return Finding(part, profile.parts[part], found, count, "" if found >= count else part)

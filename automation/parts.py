"""The parts of a page, and the places where each way of a profile looks for them.

A part is one thing a person sees ("hole card 2 of player 1"). Parts come in kinds, and a way is
tried for a whole kind at once: what finds some hole cards but not all has found something else.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from automation.profiles import Profile, Way, as_text
from engine.pokle.rules import N_GUESSES, STREETS

N_PLAYERS = 3
PLAYERS = range(1, N_PLAYERS + 1)
CELL_PLACES = (("flop", 1), ("flop", 2), ("flop", 3), ("turn", 1), ("river", 1))
WIDTHS = {"flop": 3, "turn": 1, "river": 1}
N_CELLS = len(CELL_PLACES)
N_KEYS = 17  # thirteen ranks and four suits
KINDS = ("names", "hole_cards", "streets", "trophies", "cells", "keys", "submit")
WORDS = {
    "names": "player names",
    "hole_cards": "hole cards",
    "streets": "streets",
    "trophies": "trophies",
    "cells": "guess cells",
    "keys": "card keys",
    "submit": "submit button",
    "tutorial": "tutorial",
}
_PLACE = re.compile(
    r'(?P<css>.*?)(?: row "(?P<row>[^"]*)")?(?: "(?P<text>[^"]*)")?(?: @(?P<n>\d+))?', re.DOTALL
)
ROLES = {  # what has a role without saying so
    "button": 'button, [role="button"], input[type="button"], input[type="submit"]',
    "cell": 'td, [role="cell"], [role="gridcell"]',
    "heading": 'h1, h2, h3, [role="heading"]',
    "img": 'img, svg, [role="img"]',
    "link": 'a[href], [role="link"]',
    "rowheader": 'th, [role="rowheader"]',
}


@dataclass(frozen=True, slots=True)
class ElementPlace:
    """The n-th element (from 1; 0: all of them) that a selector matches.

    With `text` only elements that read so or are called so count, with `row` only those in a row
    that has a cell which reads so.
    """

    css: str
    n: int = 1
    text: str = ""
    row: str = ""

    def sent(self) -> list[object]:
        """Return the place as the scripts in the page take it."""
        return [self.css, self.n, self.text, self.row]


def parse_place(way: str) -> ElementPlace:
    """Return a way with its blanks filled in: `CSS`, `CSS @3`, `CSS "text"`, `CSS row "text" @3`.

    In place of a selector `role=button` takes whatever has that role.
    """
    match = _PLACE.fullmatch(way.strip())
    assert match is not None  # everything matches
    css = match["css"].strip()
    if css.startswith("role="):
        role = css.removeprefix("role=")
        css = ROLES.get(role, f'[role="{role}"]')
    text, row = (match["text"] or "").lower(), (match["row"] or "").lower()
    return ElementPlace(css, int(match["n"] or 1), text, row)


def name_part(player: int) -> str:
    """Return the part that shows a player's name."""
    return f"name of player {player}"


def hole_part(player: int, card: int) -> str:
    """Return the part that shows a hole card."""
    return f"hole card {card} of player {player}"


def stage_part(street: str) -> str:
    """Return the part that names a street in the player table."""
    return f"{street} row"


def trophy_part(street: str, player: int) -> str:
    """Return the part that shows a player's trophy on a street."""
    return f"{street} trophy of player {player}"


def cell_part(guess: int, index: int) -> str:
    """Return the part that shows card `index` (0 to 4) of guess `guess` (from 0)."""
    return f"card {index + 1} of guess {guess + 1}"


Blanks = Mapping[str, object]


@lru_cache(maxsize=8)
def parts_of(kind: str) -> tuple[str, ...]:
    """Return the parts of a kind, in the order in which looks and readings have them."""
    return tuple(part for part, _ in _blanks(kind, _NO_ROWS))


def places_of(profile: Profile, kind: str) -> list[list[ElementPlace]]:
    """Return the places of the parts for each way of a kind; keys are one list of all matches."""
    if kind == "tutorial":
        return [[parse_place(step) for step in (*profile.tutorial, *profile.close)]]
    ways: tuple[Way, ...] = getattr(profile.ways, kind)
    if kind == "keys":
        return [[replace(parse_place(as_text(way)), n=0)] for way in ways]
    filled = [blanks for _, blanks in _blanks(kind, profile.rows.model_dump())]
    return [_filled(way, filled) for way in ways]


def _filled(way: Way, filled: list[Blanks]) -> list[ElementPlace]:
    """Return the place of each part: one selector for all, or one for each of them."""
    each = (way,) * len(filled) if isinstance(way, str) else way
    pairs = zip(each, filled, strict=True)
    return [parse_place(selector.format_map(blanks)) for selector, blanks in pairs]


_NO_ROWS = dict.fromkeys(("hole_card_1", "hole_card_2", *STREETS), 0)


def _blanks(kind: str, rows: dict[str, int]) -> Iterator[tuple[str, Blanks]]:
    """Yield each part of a kind with what its selectors are filled in with."""
    if kind == "names":
        yield from ((name_part(p), {"player": p, "column": p + 1}) for p in PLAYERS)
    elif kind == "hole_cards":
        for n, (player, card) in enumerate(((p, c) for p in PLAYERS for c in (1, 2)), 1):
            blanks = {"player": player, "card": card, "column": player + 1, "n": n}
            yield hole_part(player, card), {**blanks, "row": rows[f"hole_card_{card}"]}
    elif kind in ("streets", "trophies"):
        yield from _street_blanks(kind, rows)
    elif kind == "cells":
        yield from _cell_blanks()
    else:
        yield WORDS[kind], {}


def _street_blanks(kind: str, rows: dict[str, int]) -> Iterator[tuple[str, Blanks]]:
    for place, street in enumerate(STREETS):
        row: Blanks = {"street": street, "row": rows[street]}
        if kind == "streets":
            yield stage_part(street), {**row, "n": place + 1}
            continue
        for player in PLAYERS:
            number = N_PLAYERS * place + player
            yield (
                trophy_part(street, player),
                {**row, "player": player, "column": player + 1, "n": number},
            )


def _cell_blanks() -> Iterator[tuple[str, Blanks]]:
    for guess in range(N_GUESSES):
        for index, (street, cell) in enumerate(CELL_PLACES):
            number = WIDTHS[street] * guess + cell
            blanks = {"street": street, "cell": cell, "index": index, "n": number}
            yield cell_part(guess, index), {**blanks, "guess": guess + 1, "line": guess + 2}

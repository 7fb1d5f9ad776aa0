"""Reads a look at the page into a game: checked here once, word by word, and refused if absurd.

A page is not to be trusted: ranks and colours must be what a Pokle page can show, and of names only
what prints is kept. What is read is text and styles that a person sees; nothing of it is ever run.
Each kind of part is read in the first way that finds and understands all of it; if none does, the
first part that is wrong is told. Where a second way understands hole cards or trophies too, both
must say the same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from automation.errors import PageError, PageRefusedError, PartNotFoundError, one_line
from automation.look import Elements, Look, Seen
from automation.parts import N_CELLS, N_KEYS, WORDS, cell_part, parts_of, stage_part
from automation.profiles import Profile
from automation.state import GameState
from engine.cards import Card, parse_card, shorten
from engine.errors import CardError, InputError
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, Hole, Puzzle

_RANK = re.compile(r"\??\s*(10|[2-9TJQKA])\s*\??", re.IGNORECASE)  # "?" marks a pardoned suit
MAX_NAME = 40


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of a guess row, as far as it is filled and coloured."""

    card: Card | None
    colour: str | None
    active: bool | None  # None: the page does not say
    text: str = ""


def read_game(look: Look, profile: Profile) -> GameState:
    """The puzzle and the rows that have all their colours."""
    names = read_kind(look, profile, "names")
    for kind in ("hole_cards", "trophies"):
        _check_agreement(look, profile, kind)
    hands = read_kind(look, profile, "hole_cards")
    read_kind(look, profile, "streets")
    places = read_kind(look, profile, "trophies")
    hole: Hole = tuple(zip(hands[::2], hands[1::2], strict=True))  # type: ignore[assignment]
    flop, turn, river = (tuple(places[i : i + 3]) for i in (0, 3, 6))
    try:
        puzzle = Puzzle(hole, flop, turn, river)
    except InputError as error:
        raise PageRefusedError(f"the page shows no Pokle puzzle: {error}") from error
    return GameState(puzzle, tuple(names), read_rows(look, profile))


def read_kind(look: Look, profile: Profile, kind: str) -> list[Any]:
    """What the parts of a kind say, in the first way that finds and understands them all."""
    return _first_way(look, profile, kind)[1]


def way_of(look: Look, profile: Profile, kind: str) -> int:
    """The first way that finds and understands a kind (from 0); raise what is wrong first."""
    return _first_way(look, profile, kind)[0]


def _first_way(look: Look, profile: Profile, kind: str) -> tuple[int, list[Any]]:
    """The first way that finds and understands a kind, and what it reads there."""
    problems: list[PageError] = []
    for way, elements in enumerate(look.ways(kind)):
        try:
            return way, _read_all(elements, profile, kind)
        except PageError as error:
            problems.append(error)
    raise min(problems, key=lambda problem: problem.at, default=PartNotFoundError(WORDS[kind]))


def _check_agreement(look: Look, profile: Profile, kind: str) -> None:
    """Refuse parts that the first two ways which understand a kind read differently."""
    for part, *said in zip(parts_of(kind), *islice(_readings(look, profile, kind), 2), strict=True):
        if len(set(said)) > 1:
            words = " and ".join(map(repr, said))
            raise PageRefusedError(f"the {part} reads {words}, each in one way: nothing is guessed")


def _readings(look: Look, profile: Profile, kind: str) -> Iterator[list[Any]]:
    """What each way that understands a kind reads."""
    for elements in look.ways(kind):
        with suppress(PageError):
            yield _read_all(elements, profile, kind)


def problem_of(elements: Elements, profile: Profile, kind: str) -> str:
    """Why what a way found of a kind cannot be used; "" if it can."""
    try:
        _read_all(elements, profile, kind)
    except PageError as error:
        return str(error)
    return ""


def read_rows(look: Look, profile: Profile) -> tuple[Row, ...]:
    """The rows from the top that have all five colours."""
    rows: list[Row] = []
    for guess, cells in enumerate(read_cells(look, profile)):
        _check_cards(cells, guess)
        row = row_of(cells)
        if row is None:
            break
        rows.append(row)
        if row.is_won:
            break
    return tuple(rows)


def row_of(cells: Sequence[Cell]) -> Row | None:
    """The row of these cells once they have five cards and five colours."""
    if not all(cell.card and cell.colour for cell in cells):
        return None
    cards = tuple(cell.card for cell in cells if cell.card)
    try:
        return Row(cards, "".join(cell.colour or "" for cell in cells))
    except InputError as error:
        raise PageRefusedError(f"the page shows a guess that is none: {error}") from error


def _check_cards(cells: Sequence[Cell], guess: int) -> None:
    """Refuse a row that was handed in and shows something else than a card."""
    if not all(cell.colour and cell.active is False for cell in cells):
        return
    unread = [index for index, cell in enumerate(cells) if cell.card is None]
    if 0 < len(unread) < N_CELLS:
        part, text = cell_part(guess, unread[0]), shorten(cells[unread[0]].text)
        raise PageRefusedError(f'{part} shows "{text}", which is no card')


def read_cells(look: Look, profile: Profile) -> list[list[Cell]]:
    """The cells of the guess rows that are there, row by row."""
    return read_kind(look, profile, "cells")


def open_row(rows: Sequence[Sequence[Cell]]) -> int | None:
    """The row to fill (from 0): the one that says so, else the first that was not handed in."""
    for guess, cells in enumerate(rows):
        if all(cell.active for cell in cells):
            return guess
    silent = (g for g, cells in enumerate(rows) if all(cell.active is None for cell in cells))
    return next((g for g in silent if not _is_handed_in(rows[g])), None)


def _is_handed_in(cells: Sequence[Cell]) -> bool:
    """True if five cards stand there that may not be changed any more."""
    is_full = all(cell.card for cell in cells)
    return is_full and any(cell.colour or cell.active is False for cell in cells)


def is_drawn(look: Look) -> bool:
    """True once there is anything of a game: a hole card or a cell of the first guess."""
    kinds = ("hole_cards", "cells")
    return any(element for kind in kinds for way in look.ways(kind) for element in way)


def is_colouring(rows: Sequence[Sequence[Cell]]) -> bool:
    """True while a row that was handed in waits for some of its colours."""
    return any(_is_handed_in(cells) and row_of(cells) is None for cells in rows)


def shown_step(look: Look) -> int | None:
    """The step of the tutorial that is shown (from 0)."""
    steps = look.ways("tutorial")[0] if look.ways("tutorial") else []
    return next((i for i, step in enumerate(steps) if step and step.shown), None)


def shows_tutorial(look: Look) -> bool:
    """True while a step of the tutorial is shown."""
    return shown_step(look) is not None


# -- the kinds ----------------------------------------------------------------------------------


def _each(
    elements: Elements, kind: str, read: Callable[[str, Seen, Profile], Any], profile: Profile
) -> list[Any]:
    """What each part says; an error tells which one is wrong."""
    found = []
    if len(elements) != len(parts_of(kind)):
        raise PageRefusedError(f"the page cannot be read: {len(elements)} {kind.replace('_', ' ')}")
    for at, (part, seen) in enumerate(zip(parts_of(kind), elements, strict=True)):
        try:
            if seen is None:
                raise PartNotFoundError(part)
            found.append(read(part, seen, profile))
        except PageError as error:
            error.at = at
            raise
    return found


def _name(part: str, seen: Seen, profile: Profile) -> str:
    name = one_line(seen.text)
    if not 1 <= len(name) <= MAX_NAME:
        raise PageRefusedError(
            f'{part}: "{shorten(name)}" is no name of a player: expected up to {MAX_NAME} letters'
        )
    return name


def _hole(part: str, seen: Seen, profile: Profile) -> Card:
    card = _card(seen, profile)
    if card is None:
        suit = _word(seen.pictures, profile.suits)
        raise PageRefusedError(
            f'{part} shows "{shorten(seen.text)}" with the suit "{suit or ""}", which is no card'
        )
    return card


def _card(seen: Seen, profile: Profile) -> Card | None:
    """The card that an element shows, if it shows one."""
    rank = _RANK.fullmatch(seen.text)
    suit = profile.suits.get(seen.suit.lower()) or _word(seen.pictures, profile.suits)
    try:
        return parse_card(f"{rank[1]}{suit}" if rank and suit else seen.text)
    except CardError:
        return None


def _word(pictures: Sequence[str], words: Mapping[str, Any]) -> Any:
    """What the pictures mean, if they all mean the same: a word in the names of their files."""
    files = (picture.rpartition("/")[2].lower() for picture in pictures)
    names = (name for file in files for name in re.findall(r"[a-z0-9]{2,}", file))
    found = {words[name] for name in names if name in words}
    return found.pop() if len(found) == 1 else None


def _street(part: str, seen: Seen, profile: Profile) -> str:
    street = seen.text.casefold()
    if part != stage_part(street):
        raise PageRefusedError(
            f'the {part} reads "{shorten(seen.text)}": expected "{part.partition(" ")[0]}"'
        )
    return street


def _trophy(part: str, seen: Seen, profile: Profile) -> int:
    place: int | None = _word(seen.pictures, profile.trophies)
    if place is None:
        shown = shorten(", ".join(seen.pictures))
        raise PageRefusedError(
            f'{part} shows "{shown}": expected a picture of {", ".join(profile.trophies)}'
        )
    return place


def _read_cells(elements: Elements, profile: Profile) -> list[list[Cell]]:
    """The rows that are there from the top; the first one must be."""
    rows = [elements[at : at + N_CELLS] for at in range(0, N_CELLS * N_GUESSES, N_CELLS)]
    made: list[list[Cell]] = []
    for row in rows:
        if not all(row):
            break
        made.append([_cell(seen, profile) for seen in row if seen])
    if not made:
        missing = next(index for index, seen in enumerate(rows[0]) if not seen)
        raise PartNotFoundError(cell_part(0, missing))
    return made


def _cell(seen: Seen, profile: Profile) -> Cell:
    active = {"true": True, "false": False}.get(seen.active)
    return Cell(_card(seen, profile), None if active else _colour(seen, profile), active, seen.text)


def _colour(seen: Seen, profile: Profile) -> str | None:
    """The colour as attribute, as inline style or as it is painted; none if a person sees none."""
    if profile.colours.get(_plain(seen.paint)) == "":
        return None
    for text in (seen.colour, seen.fill, seen.paint):
        found = profile.colours.get(_plain(text))
        if found:
            return found
    return None


def _plain(colour: str) -> str:
    """A colour as profiles spell it: rgb(0, 100, 0) also for rgba(0,100,0,1) and #006400."""
    if re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"
    parts = re.fullmatch(r"rgba?\((\d+)[, ]+(\d+)[, ]+(\d+)(?:[,/ ]+1(?:\.0*)?)?\)", colour.strip())
    return f"rgb({', '.join(parts.groups())})" if parts else colour.strip().lower()


def _read_keys(elements: Elements, profile: Profile) -> list[str]:
    """What each key types: a rank, h d c s for a suit, "" for anything else."""
    found = [_key(seen, profile) if seen else "" for seen in elements]
    missing = sorted(_KEYS - keys_of(elements, profile))
    if missing:
        raise PartNotFoundError(f"key {missing[0]}" if found else "card keyboard")
    return found


def keys_of(elements: Elements, profile: Profile) -> set[str]:
    """The keys among these elements."""
    return _KEYS & {_key(seen, profile) for seen in elements if seen}


_KEYS = {*map(str, range(2, 11)), *"JQKA", *"hdcs"}
assert len(_KEYS) == N_KEYS


def _key(seen: Seen, profile: Profile) -> str:
    rank = _RANK.fullmatch(seen.text)
    if rank:
        return rank[1].upper()
    return profile.suits.get(seen.text.lower()) or _word(seen.pictures, profile.suits) or ""


def _submit(part: str, seen: Seen, profile: Profile) -> Seen:
    if not seen.shown:
        raise PartNotFoundError(part)
    return seen


_PARTS: dict[str, Callable[[str, Seen, Profile], Any]] = {
    "names": _name,
    "hole_cards": _hole,
    "streets": _street,
    "trophies": _trophy,
    "submit": _submit,
}


def _read_all(elements: Elements, profile: Profile, kind: str) -> list[Any]:
    """What a way found of a kind, understood; raise what is wrong."""
    if kind == "cells":
        return _read_cells(elements, profile)
    if kind == "keys":
        return _read_keys(elements, profile)
    return _each(elements, kind, _PARTS[kind], profile)

"""Reads a look at the page into a game: checked here once, word by word, and refused if absurd.

A page is not to be trusted: names, ranks and colours must be what a Pokle page can show. What is
read is text and styles of elements that a person sees; nothing of it is ever run.
"""

import re
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError

from automation.errors import PageRefusedError, PartNotFoundError
from automation.profiles import (
    CELL_PLACES,
    N_PLAYERS,
    Profile,
    cell_part,
    hole_part,
    name_part,
    stage_part,
    trophy_part,
)
from automation.state import GameState
from engine.cards import Card, parse_card, shorten
from engine.errors import CardError, InputError
from engine.pokle.feedback import Row
from engine.pokle.rules import N_GUESSES, STREETS, Hole, Places, Puzzle

_NAME = re.compile(r"[\w .'’&!-]{1,40}")
_IMAGE = re.compile(r"""url\(["']?(?:[^"')]*/)?([\w.-]+)["']?\)""")
_RANK = re.compile(r"(10|[2-9TJQKA])\s*\??", re.IGNORECASE)  # "?" marks a pardoned suit


class Seen(BaseModel):
    """One element as a person sees it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str = Field(max_length=200)
    image: str = Field(max_length=200)
    fill: str = Field(max_length=200)
    suit: str = Field(max_length=200)
    colour: str = Field(max_length=200)
    active: bool
    shown: bool


class Look(RootModel[dict[str, list[Seen]]]):
    """All parts of the page at one moment."""

    def first(self, part: str) -> Seen:
        """The first element of a part; raise if the page has none."""
        found = self.root.get(part)
        if not found:
            raise PartNotFoundError(part)
        return found[0]

    def is_shown(self, part: str) -> bool:
        """True if the part is there and can be seen."""
        return any(element.shown for element in self.root.get(part, ()))


@dataclass(frozen=True, slots=True)
class Cell:
    """A card of a guess row, as far as it is filled and coloured."""

    card: Card | None
    colour: str | None
    active: bool


def parse_look(text: str) -> Look:
    """Check what the look brought back."""
    try:
        return Look.model_validate_json(text)
    except ValidationError as error:
        raise PageRefusedError(f"the page cannot be read: {error.errors()[0]['msg']}") from error


def read_game(look: Look, profile: Profile) -> GameState:
    """The puzzle and the rows that have all their colours."""
    names = tuple(_read_name(look, player) for player in range(1, N_PLAYERS + 1))
    return GameState(read_puzzle(look, profile), names, read_rows(look, profile))


def read_puzzle(look: Look, profile: Profile) -> Puzzle:
    """Hole cards and trophies."""
    hands = [
        tuple(_read_hole(look, profile, player, card) for card in (1, 2))
        for player in range(1, N_PLAYERS + 1)
    ]
    hole: Hole = tuple(hands)  # type: ignore[assignment]  # three hands of two cards
    flop, turn, river = (_read_places(look, profile, street) for street in STREETS)
    try:
        return Puzzle(hole, flop, turn, river)
    except InputError as error:
        raise PageRefusedError(f"the page shows no Pokle puzzle: {error}") from error


def read_rows(look: Look, profile: Profile) -> tuple[Row, ...]:
    """The rows from the top that have all five colours."""
    rows: list[Row] = []
    for guess in range(N_GUESSES):
        cells = read_cells(look, profile, guess)
        if not cells or any(cell.card is None or cell.colour is None for cell in cells):
            break
        cards = tuple(cell.card for cell in cells if cell.card)
        rows.append(_row(cards, "".join(cell.colour or "" for cell in cells)))
        if rows[-1].is_won:
            break
    return tuple(rows)


def _row(cards: tuple[Card, ...], colors: str) -> Row:
    try:
        return Row(cards, colors)
    except InputError as error:
        raise PageRefusedError(f"the page shows a guess that is none: {error}") from error


def read_cells(look: Look, profile: Profile, guess: int) -> list[Cell]:
    """The five cells of a guess row (from 0); none if the row is not there yet."""
    parts = [cell_part(guess, index) for index in range(len(CELL_PLACES))]
    if guess > 0 and not any(look.root.get(part) for part in parts):
        return []
    return [_read_cell(look, profile, guess, index) for index in range(len(CELL_PLACES))]


def is_drawn(look: Look) -> bool:
    """True once there is anything of a game: a hole card or a cell of the first guess."""
    holes = [hole_part(player, card) for player in range(1, N_PLAYERS + 1) for card in (1, 2)]
    cells = [cell_part(0, index) for index in range(len(CELL_PLACES))]
    return any(look.root.get(part) for part in (*holes, *cells))


def is_colouring(look: Look, profile: Profile) -> bool:
    """True while a row that was handed in waits for some of its colours."""
    for guess in range(N_GUESSES):
        cells = read_cells(look, profile, guess)
        filled = all(cell.card for cell in cells) and not any(cell.active for cell in cells)
        if filled and any(cell.colour is None for cell in cells):
            return True
    return False


def _read_name(look: Look, player: int) -> str:
    text = look.first(name_part(player)).text
    if not _NAME.fullmatch(text):
        raise PageRefusedError(
            f'"{shorten(text)}" is no name of a player: expected up to 40 letters and digits'
        )
    return text


def _read_hole(look: Look, profile: Profile, player: int, card: int) -> Card:
    seen = look.first(hole_part(player, card))
    suit = profile.suits.get(_file_name(seen.image), "")
    return _read_card(seen.text, suit, hole_part(player, card))


def _read_card(rank: str, suit: str, part: str) -> Card:
    match = _RANK.fullmatch(rank)
    try:
        return parse_card((match[1] if match else rank) + suit)
    except CardError as error:
        raise PageRefusedError(
            f'{part} shows "{shorten(rank)}" with the suit "{shorten(suit)}", which is no card'
        ) from error


def _read_places(look: Look, profile: Profile, street: str) -> Places:
    stage = look.first(stage_part(street)).text
    if stage.casefold() != street:
        raise PageRefusedError(f'the {street} row reads "{shorten(stage)}": expected "{street}"')
    first, second, third = (_read_trophy(look, profile, street, p) for p in (1, 2, 3))
    return first, second, third


def _read_trophy(look: Look, profile: Profile, street: str, player: int) -> int:
    image = _file_name(look.first(trophy_part(street, player)).image)
    if image not in profile.trophies:
        raise PageRefusedError(
            f'{trophy_part(street, player)} shows "{shorten(image)}": '
            f"expected {', '.join(profile.trophies)}"
        )
    return profile.trophies[image]


def _read_cell(look: Look, profile: Profile, guess: int, index: int) -> Cell:
    seen = look.first(cell_part(guess, index))
    colour = profile.colours.get(seen.colour or seen.fill)
    suit = seen.suit or profile.suits.get(_file_name(seen.image), "")
    if not seen.text or not suit:
        return Cell(None, colour, seen.active)
    return Cell(_read_card(seen.text, suit, cell_part(guess, index)), colour, seen.active)


def _file_name(image: str) -> str:
    match = _IMAGE.fullmatch(image.strip())
    return match[1] if match else ""

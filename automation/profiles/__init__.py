"""Where things are on a page: the selectors of `*.toml`, and the parts that they name.

A part is one thing a person sees ("hole card 2 of player 1"); `Profile.parts` lists them all with
their selectors, so that one look at the page can read them together.
"""

import tomllib
from functools import cached_property
from importlib import resources

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.errors import InputError
from engine.pokle.rules import N_GUESSES, STREETS

N_PLAYERS = 3
CELL_PLACES = (("flop", 1), ("flop", 2), ("flop", 3), ("turn", 1), ("river", 1))


class Selectors(BaseModel):
    """CSS selectors with the places to fill in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    hole_card: str
    stage: str
    trophy: str
    flop_cell: str
    turn_cell: str
    river_cell: str
    rank_keys: str
    suit_keys: str
    submit: str


class Profile(BaseModel):
    """One page's address, selectors and words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    address: str
    tutorial: tuple[str, ...]
    selectors: Selectors
    street_rows: dict[str, int]
    colours: dict[str, str]
    trophies: dict[str, int]
    suits: dict[str, str]

    @cached_property
    def parts(self) -> dict[str, str]:
        """Every part of the page by its name, with its selector."""
        return {
            **self._players(),
            **self._streets(),
            **self._cells(),
            "rank keys": self.selectors.rank_keys,
            "suit keys": self.selectors.suit_keys,
            "submit button": self.selectors.submit,
            **{tutorial_part(step): css for step, css in enumerate(self.tutorial, 1)},
        }

    def _players(self) -> dict[str, str]:
        found = {}
        for player in range(1, N_PLAYERS + 1):
            found[name_part(player)] = self.selectors.name.format(column=player + 1)
            for card in (1, 2):
                css = self.selectors.hole_card.format(player=player, card=card)
                found[hole_part(player, card)] = css
        return found

    def _streets(self) -> dict[str, str]:
        found = {}
        for street, row in self.street_rows.items():
            found[stage_part(street)] = self.selectors.stage.format(row=row)
            for player in range(1, N_PLAYERS + 1):
                css = self.selectors.trophy.format(row=row, column=player + 1)
                found[trophy_part(street, player)] = css
        return found

    def _cells(self) -> dict[str, str]:
        css = {street: getattr(self.selectors, f"{street}_cell") for street in STREETS}
        return {
            cell_part(guess, index): css[street].format(line=guess + 2, cell=cell)
            for guess in range(N_GUESSES)
            for index, (street, cell) in enumerate(CELL_PLACES)
        }


def name_part(player: int) -> str:
    """The part that shows a player's name."""
    return f"name of player {player}"


def hole_part(player: int, card: int) -> str:
    """The part that shows a hole card."""
    return f"hole card {card} of player {player}"


def stage_part(street: str) -> str:
    """The part that names a street in the player table."""
    return f"{street} row"


def trophy_part(street: str, player: int) -> str:
    """The part that shows a player's trophy on a street."""
    return f"{street} trophy of player {player}"


def cell_part(guess: int, index: int) -> str:
    """The part that shows card `index` (0 to 4) of guess `guess` (from 0)."""
    return f"card {index + 1} of guess {guess + 1}"


def tutorial_part(step: int) -> str:
    """The part that ends a step of the tutorial."""
    return f"tutorial button {step}"


def load_profile(name: str) -> Profile:
    """The profile of a site by its name: live, practice."""
    try:
        return Profile.model_validate(_read(name))
    except ValidationError as error:
        raise InputError(f"the profile {name}.toml is damaged: {error.errors()[0]}") from error


def profile_names() -> list[str]:
    """The sites that have a profile."""
    files = resources.files(__name__).iterdir()
    return sorted(f.name.removesuffix(".toml") for f in files if f.name.endswith(".toml"))


def _read(name: str) -> dict[str, object]:
    if name not in profile_names():
        raise InputError(f'there is no site "{name}": expected {" or ".join(profile_names())}')
    own = tomllib.loads((resources.files(__name__) / f"{name}.toml").read_text("utf-8"))
    base = own.pop("extends", None)
    return {**_read(base), **own} if base else own

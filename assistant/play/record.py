"""The record of a game: how it was dealt, who sat where, and every decision; one JSON file each.

Moves of one decision stand together, "lay 7S 8S 9S; throw KH", and " | " stands between decisions.
Unknown keys are ignored, so that a newer version's file opens as far as it can be understood.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from assistant.play.game import DEALER, EARLIER_DEALER, Dealer, Decision
from assistant.requests import PlayerName
from assistant.version import VERSION
from engine.errors import InputError

MAX_ROUNDS = 1_000
BETWEEN_DECISIONS, BETWEEN_MOVES = " | ", "; "
HUMAN = "human"
ShortText = Annotated[str, StringConstraints(max_length=500)]


FORMAT = "card-table-game"


class Record(BaseModel):
    """A game as it is kept, in progress or finished."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: Literal["card-table-game"] = "card-table-game"
    version: Literal[1] = 1
    game: ShortText
    rules: ShortText = ""
    seats: tuple[tuple[PlayerName, ShortText], ...]  # name and agent of each seat
    rounds: int = Field(ge=1, le=MAX_ROUNDS)
    seed: int = Field(ge=0, lt=1 << 63)
    dealer: Dealer = DEALER
    start: str = ""  # a puzzle that was not dealt from the seed, as a position line
    moves: str = ""
    taken_back: tuple[tuple[int, str], ...] = ()  # after how many decisions, and what it was
    paused: bool = False
    places: tuple[Annotated[int, Field(ge=1)], ...] | None = None
    points: tuple[FiniteFloat, ...] | None = None
    begun: ShortText = ""
    helped: bool = False  # True if hints or warnings were on: such a game is not rated
    program: ShortText = VERSION

    @field_validator("places", "points")
    @classmethod
    def _one_for_each_seat(
        cls, values: tuple[float, ...] | None, info: ValidationInfo
    ) -> tuple[float, ...] | None:
        if values is not None and len(values) != len(info.data.get("seats", ())):
            raise ValueError("expected one for each seat")
        return values

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(name for name, _ in self.seats)

    @property
    def agents(self) -> tuple[str, ...]:
        """The agent of each seat, "human" for a person."""
        return tuple(agent for _, agent in self.seats)

    @property
    def is_over(self) -> bool:
        """True if it was played to the end."""
        return self.places is not None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions, each with its moves."""
        return split_decisions(self.moves)

    def until(self, n_decisions: int) -> "Record":
        """Return the record of the first decisions: to try again from there."""
        moves = join_decisions(self.decisions[:n_decisions])
        update = {"moves": moves, "places": None, "points": None, "taken_back": ()}
        return self.model_copy(update=update)

    def to_json(self) -> str:
        """Return the text of the file."""
        return self.model_dump_json(indent=1) + "\n"


def join_decisions(decisions: Sequence[Decision]) -> str:
    """Return decisions as one text."""
    return BETWEEN_DECISIONS.join(BETWEEN_MOVES.join(moves) for moves in decisions)


def split_decisions(text: str) -> tuple[Decision, ...]:
    """Read decisions back."""
    parts = text.split(BETWEEN_DECISIONS.strip()) if text else []
    return tuple(
        tuple(move.strip() for move in part.split(BETWEEN_MOVES.strip())) for part in parts
    )


def read_record(text: str) -> Record:
    """Read a record, or a table that version 0.2.0 kept; a damaged one is refused."""
    try:
        return Record.model_validate_json(text)
    except ValidationError as error:
        earlier = _read_earlier(text)
        if earlier is not None:
            return earlier
        first = error.errors()[0]
        if first["loc"] == ("version",):
            raise InputError(
                "This game was saved by another version of the program: open it with that version."
            ) from None
        where = " ".join(map(str, first["loc"]))
        raise InputError(
            f'This saved game is damaged: its "{where}" cannot be read.'
            if where
            else "This file is not a saved game, or it is damaged."
        ) from None


class _SavedTable(BaseModel):
    """A table as version 0.2.0 kept it."""

    model_config = ConfigDict(extra="forbid")

    game: str
    agents: tuple[str, ...]
    names: tuple[str, ...]
    n_rounds: int = Field(ge=1, le=MAX_ROUNDS)
    seed: int
    options: tuple[str, ...] = ()
    moves: tuple[str, ...]
    is_paused: bool = False
    version: str


def _read_earlier(text: str) -> Record | None:
    from assistant.play.registry import find_game

    try:
        saved = _SavedTable.model_validate_json(text)
    except ValidationError:
        return None
    values: dict[str, Any] = {
        "game": saved.game,
        "rules": find_game(saved.game).rules_type.read(saved.options).full_text,
        "seats": tuple(zip(saved.names, saved.agents, strict=True)),
        "rounds": saved.n_rounds,
        "seed": saved.seed,
        "dealer": EARLIER_DEALER,
        "moves": join_decisions([(move,) for move in saved.moves]),
        "paused": saved.is_paused,
        "program": saved.version,
    }
    return Record(**values)

"""What the arena asks of a game, and what it gets back.

A `Match` is one game that is stepped move by move (watching, replaying, slow agents). A `Game`
makes matches and players, and may override `play_batch` where its engine plays many games in
one call; both must play the same moves from the same seeds.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.tables.view import TableView
from engine.agents import AgentKind, AgentSpec
from engine.cards import shorten
from engine.errors import InputError
from engine.split_mix import GOLDEN, MIX_1, MIX_2

SEED_BITS = 63  # fits SQLite's signed integers and the engines' 64-bit seeds


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: each seat's place (1 is best, equal places are ties) and points."""

    places: tuple[int, ...]
    points: tuple[float, ...]


class Match(Protocol):
    """One game in progress. Moves are text; `view` shows it as a table."""

    def seat(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""

    def legal(self) -> Sequence[str]:
        """The moves that this seat may make (a game with too many may list none)."""

    def apply(self, move: str) -> None:
        """Make a move; an illegal one raises `InputError`."""

    def outcome(self) -> Outcome:
        """Places and points, once the game is over."""

    def words(self, move: str) -> str:
        """A move of the seat whose turn it is in words."""

    def view(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """The table with all cards, to be painted or printed."""


class Player(Protocol):
    """An agent in its seat in one match."""

    def choose(self, match: Match) -> str:
        """The move it makes now."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to play: row i of each array belongs to game i; seatings are places in `agents`."""

    agents: tuple[AgentSpec, ...]
    deal_seeds: NDArray[np.uint64]
    play_seeds: NDArray[np.uint64]
    seatings: NDArray[np.uint8]
    n_rounds: int = 1  # of each game

    def __len__(self) -> int:
        return len(self.deal_seeds)

    @property
    def n_seats(self) -> int:
        """How many players sit at the table."""
        return int(self.seatings.shape[1])

    def seats(self, row: int) -> tuple[AgentSpec, ...]:
        """The agents of a game, seat by seat."""
        return tuple([self.agents[i] for i in self.seatings[row].tolist()])


@dataclass(frozen=True, slots=True)
class Games:
    """Games that were played: places and points by seat, and the bytes of all games' moves."""

    places: NDArray[np.uint8]
    points: NDArray[np.float32]
    lengths: NDArray[np.uint32]
    moves: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.places)

    def moves_of(self, row: int) -> bytes:
        """The moves of one game."""
        start = int(self.lengths[:row].sum())
        return self.moves[start : start + int(self.lengths[row])].tobytes()


def player_seeds(play_seeds: NDArray[np.uint64], n_seats: int) -> NDArray[np.uint64]:
    """The seed of every seat's player, from each game's own seed, [game, seat]."""
    return split_mix(play_seeds[:, None] + np.arange(1, n_seats + 1, dtype=np.uint64) * GOLDEN)


def split_mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble numbers into seeds: what `mix` of the kernels does, for many at once."""
    z = z ^ (z >> np.uint64(30))
    z *= MIX_1  # in place: millions of seeds are made in a second
    z ^= z >> np.uint64(27)
    z *= MIX_2
    z ^= z >> np.uint64(31)
    z >>= np.uint64(64 - SEED_BITS)
    return z


class Game(ABC):
    """A game of the arena: who plays it, how many sit down, and how it is dealt."""

    name: str
    title: str
    n_seats: ClassVar[tuple[int, ...]]
    agents: ClassVar[Mapping[str, AgentKind]]
    example: ClassVar[tuple[str, ...]]  # agents for a first session
    points_name: ClassVar[str] = "points"
    max_rounds: ClassVar[int] = 1  # that one game may have
    # True where seats make no difference (a race): deals are then not played again rotated.
    is_race: ClassVar[bool] = False

    def with_options(self, options: Sequence[str]) -> "Game":
        """The game by house rules, such as "threshold=90"; most games have none."""
        if options:
            raise InputError(f'{self.title} has no house rules here: "{shorten(options[0])}"')
        return self

    @abstractmethod
    def new_match(self, deal_seed: int, n_seats: int, n_rounds: int = 1) -> Match:
        """A game that was just dealt."""

    @abstractmethod
    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""

    def encode(self, moves: Sequence[str]) -> bytes:
        """Moves as they are stored; `decode` reads them back."""
        return "\n".join(moves).encode()

    def decode(self, stored: bytes) -> list[str]:
        """The moves of a stored game."""
        return stored.decode().split("\n") if stored else []

    def play_batch(self, batch: Batch) -> Games:
        """Play the games one after the other, move by move."""
        return self.pack(self._play_coded(batch, row) for row in range(len(batch)))

    def _play_coded(self, batch: Batch, row: int) -> tuple[Outcome, bytes]:
        """Moves are encoded as soon as a game is over."""
        outcome, moves = self.play_one(batch, row)
        return outcome, self.encode(moves)

    def pack(self, played: Iterable[tuple[Outcome, bytes]]) -> Games:
        """Outcomes and encoded moves of games as arrays.

        Results are kept flat until then: among thousands of small tuples Python would look for
        garbage again and again.
        """
        places: list[int] = []
        points: list[float] = []
        codes: list[bytes] = []
        for outcome, code in played:
            places += outcome.places
            points += outcome.points
            codes.append(code)
        shape = len(codes), -1
        return Games(
            np.array(places, np.uint8).reshape(shape),
            np.array(points, np.float32).reshape(shape),
            np.array([len(code) for code in codes], np.uint32),
            np.frombuffer(b"".join(codes), np.uint8),
        )

    def sit_down(self, batch: Batch, row: int) -> list[Player]:
        """The players of one game, each with a seed of its own."""
        seeds = player_seeds(batch.play_seeds[row : row + 1], batch.n_seats)[0]
        seats = enumerate(zip(batch.seats(row), seeds, strict=True))
        return [self.new_player(spec, int(seed), seat) for seat, (spec, seed) in seats]

    def play_one(self, batch: Batch, row: int) -> tuple[Outcome, list[str]]:
        """Play one game of a batch; return its outcome and its moves."""
        match = self.new_match(int(batch.deal_seeds[row]), batch.n_seats, batch.n_rounds)
        players = self.sit_down(batch, row)
        moves: list[str] = []
        while (seat := match.seat()) is not None:
            moves.append(players[seat].choose(match))
            match.apply(moves[-1])
        return match.outcome(), moves


def places_of(scores: Sequence[float]) -> tuple[int, ...]:
    """Places from scores, the highest first; equal scores share the better place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)

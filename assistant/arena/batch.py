"""Games by the thousand: batches of them as arrays, played move by move or by compiled calls.

Games between simple agents are played by one compiled call where the engine has one; both ways
make the same moves from the same seeds.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from assistant.play.game import Decision, Game, Outcome, Player, State, play_out
from engine.agents import AgentSpec, resolve
from engine.control import Control
from engine.rules import Rules
from engine.split_mix import GOLDEN, MIX_1, MIX_2

SEED_BITS = 63  # fits SQLite's signed integers and the engines' 64-bit seeds
MAX_MOVES = 256  # a round of Slave has three gifts, at most 52 plays and three passes on each
SIMPLE_KONKAN = ("random", "greedy")


@dataclass(frozen=True, slots=True)
class Batch:
    """Games to play: row i of each array belongs to game i; seatings are places in `agents`."""

    agents: tuple[AgentSpec, ...]
    deal_seeds: NDArray[np.uint64]
    play_seeds: NDArray[np.uint64]
    seatings: NDArray[np.uint8]
    n_rounds: int = 1  # rounds of each game
    rules: Rules | None = None

    def __len__(self) -> int:
        return len(self.deal_seeds)

    @property
    def n_seats(self) -> int:
        """How many players sit at the table."""
        return int(self.seatings.shape[1])

    def seats(self, row: int) -> tuple[AgentSpec, ...]:
        """Return the agents of a game, seat by seat."""
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
        """Return the moves of one game."""
        start = int(self.lengths[:row].sum())
        return self.moves[start : start + int(self.lengths[row])].tobytes()


def player_seeds(play_seeds: NDArray[np.uint64], n_seats: int) -> NDArray[np.uint64]:
    """Return the seed of every seat's player, from each game's own seed, [game, seat]."""
    return split_mix(play_seeds[:, None] + np.arange(1, n_seats + 1, dtype=np.uint64) * GOLDEN)


def split_mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble numbers into seeds: what `mix` of the kernels does, for many at once."""
    z = z ^ (z >> np.uint64(30))
    z *= MIX_1  # in place, for speed: millions of seeds a second
    z ^= z >> np.uint64(27)
    z *= MIX_2
    z ^= z >> np.uint64(31)
    z >>= np.uint64(64 - SEED_BITS)
    return z


def deal_one(game: Game, batch: Batch, row: int) -> State:
    """Return one game of a batch as it was dealt."""
    return game.deal(int(batch.deal_seeds[row]), batch.n_seats, batch.n_rounds, batch.rules)


def sit_down(game: Game, batch: Batch, row: int) -> list[Player]:
    """Return the players of one game, each with a seed of its own."""
    seeds = player_seeds(batch.play_seeds[row : row + 1], batch.n_seats)[0]
    seats = enumerate(zip(batch.seats(row), seeds, strict=True))
    return [game.player(spec, int(seed), seat) for seat, (spec, seed) in seats]


def play_one(game: Game, batch: Batch, row: int) -> tuple[Outcome, list[str]]:
    """Play one game of a batch; return its outcome and its moves."""
    state, players = deal_one(game, batch, row), sit_down(game, batch, row)
    control = Control()

    def choose(state: State, seat: int) -> Decision:
        return players[seat].choose(state.seen(seat), control)

    moves = [move for decision in play_out(state, choose) for move in decision]
    return state.outcome(), moves


def prepare(game: Game, agents: Iterable[AgentSpec], control: Control) -> Control:
    """Compile the engine of these agents if it never was, with progress; return the control, its
    clock at zero then.
    """
    if game.name != "slave":
        return control
    from engine.slave import compile as compiling
    from engine.slave.agents.registry import AGENTS

    kinds = [AGENTS[resolve(spec, AGENTS).name] for spec in agents]
    needs_it = any(kind.is_compiled or kind.kernel is not None for kind in kinds)
    return compiling.prepare(control) if needs_it and not compiling.is_compiled() else control


def play_batch(game: Game, batch: Batch) -> Games:
    """Play the games of a batch, the fast way if there is one for these agents."""
    names = {spec.name for spec in batch.agents}
    if game.name == "slave" and names <= _slave_policies().keys():
        return _play_slave(batch)
    if game.name == "konkan" and names <= set(SIMPLE_KONKAN):
        return pack(_play_konkan(batch))
    return play_moves(game, batch)


def play_moves(game: Game, batch: Batch) -> Games:
    """Play the games one after the other, move by move."""
    play: Callable[[int], tuple[Outcome, list[str]]] = partial(play_one, game, batch)
    played = map(play, range(len(batch)))
    return pack((outcome, game.encode(moves)) for outcome, moves in played)


def pack(played: Iterable[tuple[Outcome, bytes]]) -> Games:
    """Return outcomes and encoded moves of games as arrays.

    Results are kept flat until then: thousands of small tuples would slow down Python's garbage
    collection.
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


def _play_konkan(batch: Batch) -> Iterator[tuple[Outcome, bytes]]:
    """Play rounds between the engine's simple players: the loop of each is all Rust."""
    from assistant.play.konkan import round_outcome
    from engine.konkan.game import KonkanGame
    from engine.konkan.rules import DEFAULT_RULES, KonkanRules

    rules, names = batch.rules or DEFAULT_RULES, [spec.name for spec in batch.agents]
    assert isinstance(rules, KonkanRules)
    seeds = player_seeds(batch.play_seeds, batch.n_seats)
    columns = batch.deal_seeds.tolist(), batch.seatings.tolist(), seeds.tolist()
    for deal_seed, seated, own_seeds in zip(*columns, strict=True):
        game = KonkanGame.deal(deal_seed, batch.n_seats, rules=rules)
        text = game.play_out([names[i] for i in seated], own_seeds)
        yield round_outcome(game), text.encode()


def _slave_policies() -> dict[str, int]:
    from assistant.play.slave import POLICIES

    return POLICIES


def _play_slave(batch: Batch) -> Games:
    from engine.slave.kernels.records import record_games
    from engine.slave.rules import SlaveRules

    rules = batch.rules or SlaveRules()
    assert isinstance(rules, SlaveRules)
    n, n_rounds = len(batch), batch.n_rounds
    policies = np.array([_slave_policies()[spec.name] for spec in batch.agents])
    places: NDArray[np.uint8] = np.empty((n, 4), np.uint8)
    points: NDArray[np.float32] = np.empty((n, 4), np.float32)
    lengths: NDArray[np.uint32] = np.empty(n, np.uint32)
    moves: NDArray[np.uint8] = np.empty(
        n * n_rounds * MAX_MOVES, np.uint8
    )  # mostly unused: the system provides pages only when they are written
    tables = batch.deal_seeds, batch.play_seeds, batch.seatings
    options = int(rules.trick == "lap"), int(not rules.first_lead_contains_3c)
    n_moves = record_games(*tables, policies, n_rounds, *options, places, points, lengths, moves)
    return Games(places, points, lengths, moves[:n_moves])

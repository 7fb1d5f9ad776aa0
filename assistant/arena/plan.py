"""The plan of a session: who plays whom, on which deals, with which seeds, until when.

A round is one deal, played once in every seating of every line-up: seats are rotated, and the
order around the table changes from round to round, so no agent profits from its chair or its
neighbour. A game's number says all about it, so any worker can play any game alone.
"""

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.arena.batch import SEED_BITS, Batch, split_mix
from assistant.play.game import Game
from assistant.play.registry import EARLIER_NAMES, find_agents, find_game
from engine.agents import AgentSpec, parse_agent
from engine.errors import InputError
from engine.rules import Rules
from engine.split_mix import GOLDEN

MAX_GAMES = 100_000_000  # results are kept in memory: two gigabytes at four seats
FIRST_LOOK = 50  # rounds before the first look of a session that may stop early
_DEALS, _PLAYS = 0, 1  # the two streams of seeds


@dataclass(frozen=True)
class SessionPlan:
    """A session's settings. `line_ups` hold places in `agents`, one for each seat."""

    game: str
    agents: tuple[str, ...]
    line_ups: tuple[tuple[int, ...], ...]
    rounds: int
    seed: int
    stop_when_clear: bool = False
    game_rounds: int = 1  # rounds within one game, where the game has some
    options: tuple[str, ...] = ()  # house rules that differ from the usual ones

    @property
    def n_seats(self) -> int:
        """How many players sit at the table."""
        return len(self.line_ups[0])

    @property
    def n_games(self) -> int:
        """How many games the session has if it is not stopped early."""
        return self.rounds * self.games_a_round

    @property
    def games_a_round(self) -> int:
        """How often each deal is played."""
        return int(self._seatings.shape[1])

    @cached_property
    def specs(self) -> tuple[AgentSpec, ...]:
        """The agents, read."""
        kinds = self.load_game().agents
        return tuple(parse_agent(text, self.game, kinds) for text in self.agents)

    def load_game(self) -> Game:
        """Return the game that is played."""
        return find_game(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The house rules."""
        return self.load_game().rules_type.read(self.options)

    @cached_property
    def _seatings(self) -> NDArray[np.uint8]:
        is_race = self.load_game().is_race
        tables = [[[line_up]] if is_race else _orders(line_up) for line_up in self.line_ups]
        period = math.lcm(*map(len, tables))
        rows = [[s for t in tables for s in t[i % len(t)]] for i in range(period)]
        return np.array(rows, np.uint8)

    def seatings(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Return who sits where in the games of these numbers."""
        cycle = self._seatings.reshape(-1, self.n_seats)  # every seating of every order, once
        chosen: NDArray[np.uint8] = np.take(cycle, numbers % len(cycle), axis=0)
        return chosen

    def batch(self, first: int, count: int) -> Batch:
        """Return the games from number `first` on, with their seeds."""
        numbers = np.arange(first, first + count)
        deals = _seeds(self.seed, _DEALS, numbers // self.games_a_round)
        plays = _seeds(self.seed, _PLAYS, numbers)
        seatings = self.seatings(numbers)
        return Batch(self.specs, deals, plays, seatings, self.game_rounds, self.rules)

    def interim_looks(self) -> list[int]:
        """Return the rounds after which a session asks if the answer is clear; the last is
        the end.
        """
        if not self.stop_when_clear:
            return [self.rounds]
        doubled = (FIRST_LOOK << i for i in range(self.rounds.bit_length()))
        return [look for look in doubled if look < self.rounds] + [self.rounds]

    def lasting(self, n_games: int) -> "SessionPlan":
        """Return the same plan with the rounds that so many games give."""
        plan = replace(self, rounds=rounds_in(n_games, self.games_a_round))
        _verify_length(plan)
        return plan

    def to_json(self) -> str:
        """Return the plan as it is stored, with every house rule: defaults may change later."""
        return json.dumps(asdict(self) | {"options": self.rules.full}, sort_keys=True)

    @classmethod
    def from_json(cls, text: str) -> "SessionPlan":
        """Read a stored plan."""
        values = json.loads(text)
        values.pop("place", None)  # what version 0.1.0 wrote: a game is found by its name
        values["agents"] = tuple(values["agents"])
        values["line_ups"] = tuple(map(tuple, values["line_ups"]))
        values["options"] = tuple(map(str, values.get("options", ())))
        values = _with_present_name(values)
        rules = find_game(values["game"]).rules_type.read(values["options"])
        return cls(**values | {"options": rules.changed})

    def verify(self) -> None:
        """Raise unless a plan read from a file can come from `plan_match` or `plan_round_robin`."""
        game, _ = self.load_game(), self.rules
        seats = {len(line_up) for line_up in self.line_ups}
        places = {place for line_up in self.line_ups for place in line_up}
        numbers = (self.rounds, self.seed, self.game_rounds, *places)
        is_whole = all(type(number) is int for number in numbers)
        if (
            not is_whole
            or not 1 <= self.rounds <= MAX_GAMES
            or not 0 <= self.seed < 1 << SEED_BITS
            or not 1 <= self.game_rounds <= game.max_rounds
            or not places <= set(range(len(self.agents)))
            or len(seats) != 1
            or not seats <= set(game.n_seats)
            or type(self.stop_when_clear) is not bool
            or len(self.specs) > 256  # seatings are kept as bytes
            or self.n_games > MAX_GAMES
        ):
            raise InputError("its numbers do not fit together")


def _with_present_name(values: dict[str, Any]) -> dict[str, Any]:
    """Turn a plan of "slave_lap" and its like into one of Slave with house rules.

    Seeds do not depend on the name, so a session that was begun so goes on.
    """
    name = values["game"]
    if name not in EARLIER_NAMES:
        return values
    game, options = EARLIER_NAMES[name]
    agents = tuple(text.replace(f"{name}:", f"{game}:", 1) for text in values["agents"])
    return values | {"game": game, "agents": agents, "options": options}


def _present_names(
    texts: Sequence[str], game: str, options: Sequence[str]
) -> tuple[Sequence[str], str, Sequence[str]]:
    """Read agents, game and house rules that are named as in 0.2.0: "slave_lap:greedy"."""
    name = game or (texts[0].partition(":")[0] if texts else "")
    if name not in EARLIER_NAMES:
        return texts, game, options
    present, meant = EARLIER_NAMES[name]
    return [text.removeprefix(f"{name}:") for text in texts], present, (*meant, *options)


def rounds_in(n_games: int, games_a_round: int) -> int:
    """Return the whole rounds that so many games give, at least one."""
    return max(1, n_games // games_a_round)


def _verify_length(plan: SessionPlan) -> None:
    """Raise if the results of a plan would not fit in memory."""
    if plan.n_games > MAX_GAMES:
        raise InputError(
            f"{plan.rounds:,} rounds are {plan.n_games:,} games: expected at most {MAX_GAMES:,}"
        )


def _orders(line_up: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    """Return the orders around the table, each with the rotations that are played on one deal."""
    if math.gcd(*Counter(line_up).values()) > 1:  # some orders repeat themselves: play them all
        return [sorted(set(permutations(line_up)))]
    head, *rest = line_up
    circles = dict.fromkeys(_canonical((head, *tail)) for tail in permutations(rest))
    return [_rotations(circle) for circle in circles]


def _rotations(circle: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [circle[i:] + circle[:i] for i in range(len(circle))]


def _canonical(circle: tuple[int, ...]) -> tuple[int, ...]:
    return min(_rotations(circle))


def _seeds(seed: int, stream: int, numbers: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return the seeds of some numbers: a stream of SplitMix64 whose start comes from the plan's
    seed.
    """
    start = np.random.SeedSequence(seed, spawn_key=(stream,)).generate_state(1, np.uint64)
    return split_mix(start + numbers.astype(np.uint64) * GOLDEN)


def plan_match(
    texts: Sequence[str],
    rounds: int,
    seed: int,
    game: str = "",
    stop_when_clear: bool = False,
    game_rounds: int = 1,
    options: Sequence[str] = (),
) -> SessionPlan:
    """Return a session of one line-up: each agent named has one seat at the table."""
    texts, game, options = _present_names(texts, game, options)
    specs = find_agents(texts, game)
    return _plan(specs, [specs], rounds, seed, stop_when_clear, game_rounds, options)


def plan_round_robin(
    texts: Sequence[str],
    rounds: int,
    seed: int,
    game: str = "",
    n_seats: int | None = None,
    stop_when_clear: bool = False,
    game_rounds: int = 1,
    options: Sequence[str] = (),
) -> SessionPlan:
    """Return a session in which every two agents meet, with half of the seats each; a race
    has all.
    """
    texts, game, options = _present_names(texts, game, options)
    specs = tuple(dict.fromkeys(find_agents(texts, game)))
    if len(specs) < 2:
        raise InputError(f"a round robin needs two different agents; given: {specs[0].text}")
    found = find_game(specs[0].game)
    if found.is_race:
        return _plan(specs, [specs], rounds, seed, stop_when_clear, game_rounds, options)
    seats = n_seats or min(found.n_seats)
    if seats % 2:
        raise InputError(f"{seats} seats cannot be shared by two agents: expected an even number")
    line_ups = [(a,) * (seats // 2) + (b,) * (seats // 2) for a, b in combinations(specs, 2)]
    return _plan(specs, line_ups, rounds, seed, stop_when_clear, game_rounds, options)


def _absolute(spec: AgentSpec) -> AgentSpec:
    """Name an agent's file by its whole path: workers, and who resumes, stand somewhere else."""
    options = dict(spec.options)
    if options.get("file"):
        options["file"] = str(Path(str(options["file"])).absolute())
    return replace(spec, options=tuple(sorted(options.items())))


def _plan(
    specs: Sequence[AgentSpec],
    line_ups: Sequence[Sequence[AgentSpec]],
    rounds: int,
    seed: int,
    stop_when_clear: bool,
    game_rounds: int,
    options: Sequence[str] = (),
) -> SessionPlan:
    specs = [_absolute(spec) for spec in specs]
    line_ups = [[_absolute(spec) for spec in line_up] for line_up in line_ups]
    game = find_game(specs[0].game)
    changed = game.rules_type.read(options).changed
    if len(line_ups[0]) not in game.n_seats:
        wanted = " or ".join(map(str, game.n_seats))
        raise InputError(
            f"{game.name} needs {wanted} agents, not {len(line_ups[0])}: name one for each seat "
            "(one may be named twice), or let them meet in a round-robin"
        )
    if rounds < 1:
        raise InputError(f"{rounds} rounds cannot be played: expected at least 1")
    if not 1 <= game_rounds <= game.max_rounds:
        wanted = f"1 to {game.max_rounds}" if game.max_rounds > 1 else "1"
        raise InputError(f"{game_rounds} rounds in a game of {game.name}: expected {wanted}")
    if not 0 <= seed < 1 << SEED_BITS:
        raise InputError(f"{seed} is not a seed: expected 0 to 2^{SEED_BITS} - 1")
    agents = tuple(dict.fromkeys(spec.text for spec in specs))
    indices = tuple(tuple(agents.index(spec.text) for spec in line_up) for line_up in line_ups)
    plan = SessionPlan(
        game.name, agents, indices, rounds, seed, stop_when_clear, game_rounds, changed
    )
    _verify_length(plan)
    return plan

"""A tiny game for the arena's own tests: five numbers a hand, the highest of each trick wins it."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from assistant.arena.results import Chunk
from assistant.arena.runner import play_chunk as play_here
from assistant.play.game import DEALER, Dealer, Decision, Game, Outcome, Player, State, places_of
from assistant.play.registry import GAMES
from assistant.play.view import Group, Seat, TableView
from assistant.requests import Request
from engine.agents import AgentKind, AgentSpec, Option
from engine.control import Control, Progress
from engine.errors import InputError
from engine.rules import Rules

HAND = 5
PLACE = "tests.assistant.arena.toy:GAME"
RACE_PLACE = "tests.assistant.arena.toy:RACE"


class EveryChunk(Control):
    """A control that reports every chunk, however fast they come."""

    def report(self, done: int, total: int = 0, text: str = "", partial: object = None) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(done, total, text, partial))


@dataclass
class ToySeen:
    """The own cards and the trick."""

    seat: int
    hand: list[int]
    trick: list[int]

    def legal(self) -> Sequence[str]:
        return [str(card) for card in sorted(self.hand)]

    def request(self) -> Request:
        raise NotImplementedError


@dataclass
class ToyMatch(State):
    hands: list[list[int]]
    tricks: list[int]
    laid: list[int] = field(default_factory=list)
    n_rounds = round_number = 1

    @property
    def seat(self) -> int | None:
        return len(self.laid) % len(self.hands) if any(self.hands) else None

    @property
    def is_over(self) -> bool:
        return self.seat is None

    def seen(self, seat: int) -> ToySeen:
        return ToySeen(seat, self.hands[seat], self.trick())

    def legal(self) -> Sequence[str]:
        seat = self.seat
        return [] if seat is None else [str(card) for card in sorted(self.hands[seat])]

    def _apply(self, move: str) -> None:
        if move not in self.legal():
            raise InputError(f"{move!r} cannot be played: expected one of {self.legal()}")
        self.hands[len(self.laid) % len(self.hands)].remove(int(move))
        self.laid.append(int(move))
        n = len(self.hands)
        if len(self.laid) % n == 0:
            trick = self.laid[-n:]
            self.tricks[trick.index(max(trick))] += 1

    def outcome(self) -> Outcome:
        return Outcome(places_of(self.tricks), tuple(map(float, self.tricks)))

    def words(self, move: str) -> str:
        return f"lays {move}"

    def look(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        seats = tuple(
            Seat(names[i], agents[i], tuple(map(str, hand)), "", str(self.tricks[i]), False)
            for i, hand in enumerate(self.hands)
        )
        return TableView("tricks", seats, (Group("trick 0", "", tuple(map(str, self.trick()))),))

    def trick(self) -> list[int]:
        return self.laid[len(self.laid) - len(self.laid) % len(self.hands) :]


@dataclass
class ToyPlayer:
    name: str
    rng: random.Random
    pause_ms: float

    def choose(self, seen: Any, control: Control) -> Decision:
        legal = seen.legal()
        if self.pause_ms:
            time.sleep(self.pause_ms / 1000)
        if self.name == "random":
            return (self.rng.choice(legal),)
        if self.name == "smart":
            return (self.beat(seen, legal),)
        return (legal[-1] if self.name == "high" else legal[0],)

    def beat(self, seen: ToySeen, legal: Sequence[str]) -> str:
        enough = [card for card in legal if int(card) > max(seen.trick, default=99)]
        return enough[0] if enough else legal[0]


class ToyGame(Game):
    name = "toy"
    title = "Toy"
    n_seats = (2, 3, 4)
    agents: ClassVar = {
        "random": AgentKind("any card", {"pause_ms": Option(0.0, 0, 1_000_000)}),
        "smart": AgentKind("just enough to win the trick, else the lowest card"),
        "high": AgentKind("the highest card"),
        "low": AgentKind("the lowest card", {"mood": Option("calm", choices=("calm", "cross"))}),
    }

    def deal(
        self,
        seed: int,
        n_seats: int,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> ToyMatch:
        cards = random.Random(seed).sample(range(100), HAND * n_seats)
        hands = [cards[i * HAND : (i + 1) * HAND] for i in range(n_seats)]
        return ToyMatch(hands, [0] * n_seats)

    def player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        pause_ms = self.agents[spec.name].settings(spec.options).get("pause_ms", 0.0)
        return ToyPlayer(spec.name, random.Random(seed), float(pause_ms))


class ToyRace(ToyGame):
    name = "race"
    is_race = True
    n_seats = tuple(range(1, 9))


GAME = ToyGame()
RACE = ToyRace()


def register() -> None:
    """Put the toys on the list of games of this process."""
    GAMES.update({"toy": PLACE, "race": RACE_PLACE})


def play_chunk(plan_text: str, first: int, count: int) -> Chunk:
    """The job of a worker that knows the toys: it finds a game by its name alone."""
    register()
    return play_here(plan_text, first, count)

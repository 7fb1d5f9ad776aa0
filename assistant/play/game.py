"""The contract of a live game: a state that is played on, what a seat may know, and the players.

    game = find_game("konkan")
    state = game.deal(seed=7, n_seats=3)
    choose = lambda state, seat: players[seat].choose(state.seen(seat), control)
    decisions = list(play_out(state, choose))
    state.outcome()

Players get a `Seen`, never a state: they cannot look at what their seat may not know. Moves are
text; `apply` reads every spelling that earlier versions wrote, `spell` returns the usual one.
Window, terminals, arena and review all play on these objects.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, Self

from assistant.play.view import Choice, Hint, RoundStanding, TableView
from assistant.requests import Request
from engine.agents import AgentKind, AgentSpec
from engine.control import Control
from engine.errors import IllegalStateError
from engine.rules import NoRules, Rules

DEAL = "deal"  # the move that opens the next round; no seat makes it
Dealer = Literal["v1", "v2"]
EARLIER_DEALER: Dealer = "v1"
DEALER: Dealer = "v2"
"""How cards come from a seed: tables of 0.2.0 and older; all others, the arena's sessions too."""

WEAK_AGENTS = {"greedy", "random"}

Decision = tuple[str, ...]
"""Moves that belong together: two gifts, or a whole turn of Konkan after the pull."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: each seat's place (1 is best, equal places are ties) and points."""

    places: tuple[int, ...]
    points: tuple[float, ...]


class Seen(Protocol):
    """All that one seat may know of a game in progress."""

    @property
    def seat(self) -> int:
        """The seat whose knowledge this is."""

    def legal(self) -> Sequence[str]:
        """Return the moves this seat may make now; none if another seat is to act."""

    def request(self) -> Request:
        """Return the question to the advisor: Hint, Analyse and review all ask this one."""


class State(ABC):
    """A match in progress; an illegal move raises and changes nothing."""

    n_seats: int
    n_rounds: int
    round_number: int  # from 1
    start: str  # "deal 7/3": how the match was opened

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat to act; None between rounds and at the end."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """True when all rounds are played."""

    @abstractmethod
    def legal(self) -> Sequence[str]:
        """Return the legal moves (a game with too many may list none)."""

    @abstractmethod
    def _apply(self, move: str) -> None:
        """Make a move of the seat to act."""

    @abstractmethod
    def seen(self, seat: int) -> Seen:
        """Return all that a seat may know."""

    @abstractmethod
    def words(self, move: str) -> str:
        """Return a move of the seat to act in words."""

    @abstractmethod
    def look(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """Return the table with all cards, ready to paint."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return places and points so far."""

    def apply(self, move: str) -> None:
        """Make a move of the seat to act; a round that is due is dealt first."""
        if move == DEAL:
            self.deal()
        elif self.seat is None and not self.is_over:
            dealt = self.copy()
            dealt.deal()
            dealt.apply(move)  # an illegal move must not deal
            self.deal()
            self._apply(move)
        else:
            self._apply(move)

    def deal(self) -> None:
        """Deal the next round once the last one is over."""
        raise IllegalStateError("this game has one round")

    def copy(self) -> Self:
        """Return an independent copy."""
        return deepcopy(self)

    def spell(self, move: str) -> str:
        """Return the usual spelling of a legal move."""
        return move

    def may_know(self, move: str, seat: int) -> bool:
        """Return True if a seat may know the cards of a move of the seat to act."""
        return True

    def past(self, move: str, is_known: bool = True) -> str:
        """Return what a player did, for after the name: "threw 6♠"; without cards if unknown."""
        return self.words(move)

    def consequences(self, before: Self, humans: Sequence[int]) -> str:
        """Return what the last move brought about besides, as people at the table see it."""
        return ""

    def prompt(self, chosen: Sequence[str] = ()) -> str:
        """Return what the seat to act is to do, for after "Your turn:"."""
        return ""

    def target_words(self, place: str) -> str:
        """Return what bringing cards to a place is called now; "" for its usual name."""
        return ""

    def choices(self) -> tuple[Choice, ...]:
        """Return everything that the seat to act may do, likely choices first."""
        return tuple(Choice((move,), self.words(move), (), "") for move in self.legal())

    def options_for(self, cards: Sequence[str], target: str) -> tuple[Choice, ...]:
        """Return the ways to bring cards to a place if a player has to choose one of several."""
        return ()

    def standings(self) -> tuple[RoundStanding, ...]:
        """Return how each seat came out of the round that is over, best first."""
        return ()

    @property
    def scoring(self) -> str:
        """How points are counted, in one line."""
        return ""

    def moves_for(self, cards: Sequence[str], target: str) -> Decision:
        """Return the moves that bring cards of the seat to act to a place, or the rule against."""
        raise IllegalStateError(f"nothing can be put on the {target}")


def play_out(state: State, choose: Callable[[State, int], Decision]) -> Iterator[Decision]:
    """Play to the end and deal each round that is due; yield every decision once it is made."""
    while not state.is_over:
        if (seat := state.seat) is None:
            state.deal()
            continue
        decision = choose(state, seat)
        for move in decision:
            state.apply(move)
        yield decision


class Player(Protocol):
    """An agent in its seat."""

    def choose(self, seen: Seen, control: Control) -> Decision:
        """Return the moves to make now, at least one."""


class Game(ABC):
    """A game: who plays it, how many sit down, how it is dealt, advised on and stored."""

    name: str
    title: str
    n_seats: ClassVar[tuple[int, ...]]
    agents: ClassVar[Mapping[str, AgentKind]]
    example: ClassVar[tuple[str, ...]] = ()  # agents for a first session
    points_name: ClassVar[str] = "points"
    max_rounds: ClassVar[int] = 1  # the most rounds of one game in a session
    is_race: ClassVar[bool] = False  # seats make no difference: deals are not played again rotated
    rules_type: ClassVar[type[Rules]] = NoRules
    orders: ClassVar[tuple[str, ...]] = ("suit", "rank")  # ways to sort a hand, the usual one first
    targets: ClassVar[tuple[tuple[str, str, str], ...]] = ()  # place, button, key
    weak_opponents: ClassVar[str] = (
        ""  # what the advisor calls them, if it distinguishes them from equal ones
    )
    largest_hand: ClassVar[int] = 0  # cards that a hand ever has; 0 if there are no hands

    @abstractmethod
    def deal(
        self,
        seed: int,
        n_seats: int,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> State:
        """Return a match whose first round was just dealt."""

    @abstractmethod
    def player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """Return an agent that sits down."""

    def ask_against(self, request: Any, opponents: Sequence[str]) -> Any:
        """Return a question whose chances hold against weak players if all opponents are."""
        if not self.weak_opponents:
            return request
        against = self.weak_opponents if _are_weak(opponents) else "equal"
        return request.model_copy(update={"against": against})

    def hints(self, advice: Any, state: State) -> tuple[Hint, ...]:
        """Return an answer as choices, best first; `state` is a copy of what was asked about."""
        return ()

    def sort_key(self, card: str, by: str) -> tuple[int, int]:
        """Return where a card stands in a hand that is sorted by "suit" or "rank"."""
        return (0, 0)

    def arrange(self, cards: Sequence[str], by: str, rules: Rules) -> list[tuple[str, ...]]:
        """Return a hand in one of the `orders`, in groups that belong together."""
        return [tuple(sorted(cards, key=lambda card: self.sort_key(card, by)))]

    def encode(self, moves: Sequence[str]) -> bytes:
        """Return moves as a session stores them; `decode` reads them back."""
        return "\n".join(moves).encode()

    def decode(self, stored: bytes) -> list[str]:
        """Return the moves of a stored game, in a spelling that `apply` reads."""
        return stored.decode().split("\n") if stored else []


def _are_weak(opponents: Sequence[str]) -> bool:
    """Return True if all agents are of the simple kinds, which play worse than the advisor
    assumes.
    """
    return bool(opponents) and {agent.partition("?")[0] for agent in opponents} <= WEAK_AGENTS


def places_of(scores: Sequence[float]) -> tuple[int, ...]:
    """Return places from scores, the highest first; equal scores share the better place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def start_text(seed: int, n_seats: int, n_rounds: int) -> str:
    """Return how a match was dealt: "deal 7/3", or "deal 7/3/5" if it has five rounds."""
    return f"deal {seed}/{n_seats}" + (f"/{n_rounds}" if n_rounds > 1 else "")

"""One round of Konkan: a typed interface to the state machine in Rust.

    game = KonkanGame.deal(seed=7, players=3)         # same seed, same game
    while not game.is_over:
        action = game.choose("greedy", seed=1)        # or one of game.legal_actions()
        game.apply(action)                            # illegal: raises, nothing changes
    game.result()                                     # winner, laid points, deadwood

Moves are written as text, as in files: "pull deck", "pull trash", "lay 7S 8S JK=9S", "sarf 0 10S",
"sarf 0 JK=10S", "swap 0 9S", "throw KH"; numbers are those of the melds on the table. `actions()`
and `read_action()` give the same moves as values. Coming down is a sequence
of lays, each legal only if the threshold can still be reached. `observation(seat)` is all that a
seat may know. Players by name: `random`, `greedy`, and `search?simulations=256` in
`engine.konkan.players`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import rust_meld
from engine.errors import IllegalStateError, InputError
from engine.konkan.actions import Action, action_of
from engine.konkan.cards import KonkanCard, card_of_code, from_codes, kind_of, to_codes, to_kinds
from engine.konkan.melds import Meld, meld_of
from engine.konkan.rules import DEFAULT_RULES, MAX_PLAYERS, MIN_PLAYERS, KonkanRules
from engine.words import counted

View = rust_meld.View
"""A seat's view, as the search gets it."""


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: its number, the seat that laid it, its cards."""

    number: int
    owner: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public state of one seat."""

    seat: int
    n_cards: int
    down_total: int | None
    laid_points: int
    known: tuple[KonkanCard, ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat may know; `view` is what the search is given."""

    me: int
    seat: int
    phase: str
    turn: int
    hand: tuple[KonkanCard, ...]
    threshold: int
    seats: tuple[SeatView, ...]
    table: tuple[TableMeld, ...]
    trash: tuple[KonkanCard, ...]
    deck_size: int
    view: View


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """An end of a turn before its throw: what stays in hand, points that count, the way there."""

    left: tuple[KonkanCard, ...]
    points: int
    way: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended; `winner` is None for a draw."""

    winner: int | None
    laid_points: tuple[int, ...]
    deadwood: tuple[int, ...]
    turns: int


class KonkanGame:
    """The state of one round. Legal actions, apply, text, observations, result."""

    __slots__ = ("_core", "rules")

    def __init__(self, core: rust_meld.Game, rules: KonkanRules) -> None:
        self._core = core
        self.rules = rules

    @classmethod
    def deal(
        cls, seed: int, players: int = 3, starter: int = 0, rules: KonkanRules = DEFAULT_RULES
    ) -> "KonkanGame":
        """Shuffle from a seed and deal; the starter gets fifteen cards and only throws."""
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise InputError(
                f"{counted(players, 'player')}: expected {MIN_PLAYERS} or {MAX_PLAYERS}"
            )
        if not 0 <= starter < players:
            raise InputError(f"starter {starter}: expected a seat from 0 to {players - 1}")
        return cls(rust_meld.Game(seed % 2**64, players, starter, rules.as_tuple()), rules)

    @classmethod
    def from_text(cls, text: str) -> "KonkanGame":
        """Read a game back from its `text`."""
        try:
            core = rust_meld.Game.from_text(text)
        except ValueError as error:
            raise IllegalStateError(str(error)) from None
        return cls(core, KonkanRules(*core.rules))

    @property
    def text(self) -> str:
        """The whole state in one line, hidden cards included."""
        return self._core.text()

    def copy(self) -> "KonkanGame":
        """Return an independent copy."""
        return KonkanGame(self._core.copy(), self.rules)

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._core.players

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self._core.seat

    @property
    def phase(self) -> str:
        """ "pull", "act" or "over"."""
        return self._core.phase

    @property
    def turn(self) -> int:
        """Turns ended so far."""
        return self._core.turn

    @property
    def is_over(self) -> bool:
        """True once somebody has won or the round is drawn."""
        return self._core.phase == "over"

    @property
    def winner(self) -> int | None:
        """The seat that went out."""
        return self._core.winner

    @property
    def taken(self) -> KonkanCard | None:
        """The trash card taken this turn, as long as it is in hand."""
        kind = self._core.taken
        return None if kind is None else card_of_code(kind)

    @property
    def must_lay(self) -> bool:
        """True while the player has begun to come down and must finish."""
        return self._core.must_lay

    @property
    def coming(self) -> int:
        """Points laid in this turn by a player who is coming down."""
        return self._core.coming

    def view(self, seat: int) -> View:
        """Return what a seat may know, for the search."""
        return self._core.view(seat)

    def shuffled(self, seed: int) -> "KonkanGame":
        """Return a copy with the deck in another order."""
        return KonkanGame(self._core.shuffled(seed % 2**64), self.rules)

    def hand(self, seat: int) -> tuple[KonkanCard, ...]:
        """Return the cards of a seat."""
        return from_codes(self._core.hand(seat))

    @property
    def table(self) -> tuple[TableMeld, ...]:
        """The melds on the table."""
        melds = enumerate(self._core.table)
        return tuple(TableMeld(i, owner, meld_of(meld)) for i, (owner, meld) in melds)

    @property
    def trash(self) -> tuple[KonkanCard, ...]:
        """The trash pile, its top last; four-sets lie at the beginning."""
        return from_codes(self._core.trash)

    @property
    def deck_size(self) -> int:
        """Cards left to draw."""
        return self._core.deck_size

    def threshold(self, seat: int) -> int:
        """Return the points that a seat needs to come down."""
        return self._core.threshold(seat)

    def legal_actions(self) -> list[str]:
        """Return every legal action, as text."""
        return [text for text, *_ in self._core.legal_actions()]

    def actions(self) -> list[Action]:
        """Return every legal action, as a value."""
        return list(map(action_of, self._core.legal_actions()))

    def read_action(self, text: str) -> Action:
        """Read an action by the table as it lies; it need not be legal."""
        try:
            return action_of(self._core.read_action(text))
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def turns(self) -> list["TurnEnd"]:
        """Return every possible end of the current turn that no other one dominates."""
        try:
            ends = self._core.turns()
        except ValueError as error:
            raise IllegalStateError(str(error)) from None
        return [TurnEnd(from_codes(left), points, tuple(way)) for left, points, way in ends]

    def going_out(self) -> tuple[str, ...] | None:
        """Return the actions that go out in this turn, its throw included; None if nothing does.

        Before the pull it is asked with the trash card.
        """
        way = self._core.going_out()
        return None if way is None else tuple(way)

    def verify(self, action: str) -> None:
        """Raise with the reason if an action is not legal."""
        try:
            self._core.verify(action)
        except ValueError as error:
            raise IllegalStateError(f"{action!r}: {error}") from None

    def can(self, action: str) -> bool:
        """Return True if an action is legal."""
        try:
            self._core.verify(action)
        except ValueError:
            return False
        return True

    def apply(self, action: str) -> None:
        """Do an action; an illegal one raises and changes nothing."""
        try:
            self._core.apply(action)
        except ValueError as error:
            raise IllegalStateError(f"{action!r}: {error}") from None

    def choose(self, player: str = "greedy", seed: int = 0) -> str:
        """Return the action of the player "random" or "greedy", the same for the same seed."""
        try:
            return self._core.choose(player, seed % 2**64)
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def reference_actions(self) -> tuple[str, ...]:
        """Return the next actions of the reference player of playouts: the pull, or the rest of a
        turn.

        That player weighs all hands, so it serves measurements and must not play against people.
        """
        try:
            return tuple(self._core.reference_actions())
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def play_out(self, players: list[str], seeds: list[int]) -> str:
        """Play to the end, one named player for each seat; return all actions, one on each line.

        The n-th choice of a seat is made with the seat's seed plus n.
        """
        try:
            return self._core.play_out(players, seeds)
        except ValueError as error:
            raise IllegalStateError(str(error)) from None

    def observation(self, seat: int) -> Observation:
        """Return all that a seat may know."""
        if not 0 <= seat < self.players:
            raise InputError(f"seat {seat}: expected 0 to {self.players - 1}")
        return Observation(
            me=seat,
            seat=self.seat,
            phase=self.phase,
            turn=self.turn,
            hand=self.hand(seat),
            threshold=self.threshold(seat),
            seats=self.seats,
            table=self.table,
            trash=self.trash,
            deck_size=self.deck_size,
            view=self.view(seat),
        )

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The public state of every seat."""
        return tuple(map(self._seat_view, range(self.players)))

    def _seat_view(self, seat: int) -> SeatView:
        core = self._core
        known = from_codes(core.known(seat))
        return SeatView(seat, core.hand_size(seat), core.down(seat), core.laid(seat), known)

    def result(self) -> RoundResult:
        """Return the winner, laid points and deadwood so far."""
        seats = range(self.players)
        laid = tuple(self._core.laid(seat) for seat in seats)
        deadwood = tuple(self._core.deadwood(seat) for seat in seats)
        return RoundResult(self.winner, laid, deadwood, self.turn)


def make_view(
    hand: Sequence[KonkanCard],
    seats: Sequence[SeatView],
    table: Sequence[tuple[int, Meld]],
    trash: Sequence[KonkanCard],
    *,
    phase: str,
    turn: int,
    taken: KonkanCard | None = None,
    coming: int = 0,
    rules: KonkanRules = DEFAULT_RULES,
) -> View:
    """Return the view of a player who is to act, made from what the player sees.

    That player is seat 0 and the others follow in the order of play; `table` has the owner of each
    meld. The deck holds all cards that are nowhere else.
    """
    try:
        return View(
            to_kinds(hand),
            [(s.n_cards, to_kinds(s.known), s.down_total, s.laid_points) for s in seats],
            [(owner, to_codes(meld.cards)) for owner, meld in table],
            to_kinds(trash),
            phase=phase,
            turn=turn,
            taken=None if taken is None else kind_of(taken),
            coming=coming,
            rules=rules.as_tuple(),
        )
    except ValueError as error:
        raise IllegalStateError(str(error)) from None

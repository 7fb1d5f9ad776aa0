"""Pokle as a live game: a race on the same generated puzzle; fewer guesses is better.

Everybody sits at a board of their own, so seats make no difference and nothing is rotated.
A puzzle that is not solved in six guesses counts as seven.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from assistant.play.game import (
    DEALER,
    Dealer,
    Decision,
    Game,
    Outcome,
    State,
    places_of,
    start_text,
)
from assistant.play.view import HIDDEN, Group, Seat, TableView
from engine.agents import AgentKind, AgentSpec
from engine.cards import Card, format_cards, parse_cards
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.rules import Rules
from engine.words import counted

if TYPE_CHECKING:
    from assistant.advisors.pokle import PokleRequest
    from engine.pokle.boards import Boards
    from engine.pokle.feedback import Row
    from engine.pokle.rules import Puzzle

LOST = 7  # what a puzzle counts that was not solved


@dataclass(frozen=True, slots=True)
class PokleSeen:
    """A seat's view: the puzzle, its own guesses and the boards that still fit."""

    seat: int
    puzzle: "Puzzle"
    rows: "tuple[Row, ...]"
    left: "Boards"

    def legal(self) -> Sequence[str]:
        """Any five different cards may be guessed: too many to list."""
        return ()

    def request(self) -> "PokleRequest":
        """Return the question of this seat."""
        from assistant.advisors.pokle import PokleRequest

        puzzle = self.puzzle
        return PokleRequest(
            hole=puzzle.hole,
            flop=puzzle.flop,
            turn=puzzle.turn,
            river=puzzle.river,
            rows=self.rows,
            board_rule=puzzle.board_rule,
            suit_pardon=puzzle.suit_pardon,
        )


class PokleRace(State):
    """One puzzle and the guesses of every seat; the seats guess in turn, a guess each."""

    n_rounds = round_number = 1

    def __init__(self, deal_seed: int, n_seats: int) -> None:
        from engine.control import Control
        from engine.pokle.boards import find_boards
        from engine.pokle.generator import generate_puzzle

        self.n_seats, self.start = n_seats, start_text(deal_seed, n_seats, 1)
        made = generate_puzzle(deal_seed)
        self.puzzle = made.puzzle
        self.board: tuple[Card, ...] = tuple(made.board)
        every = find_boards(self.puzzle, Control())
        self.left: list[Boards] = [every] * n_seats
        self.rows: list[list[Row]] = [[] for _ in range(n_seats)]
        self._known: dict[tuple[Card, ...], str] = {}  # colours that the page has given

    @classmethod
    def of_line(cls, line: str) -> "PokleRace":
        """Return a puzzle of the page as a game of one seat; the line has all guesses made."""
        from assistant.advisors.pokle import PokleRequest
        from assistant.play.position import read_position
        from engine.pokle.boards import find_boards

        request = read_position(line)
        if not isinstance(request, PokleRequest):
            raise InputError("This is not a game of Pokle.")
        race = object.__new__(cls)
        race.n_seats, race.start = 1, line
        race.puzzle = request.puzzle()
        won = next((row for row in request.rows if row.is_won), None)
        race.board = () if won is None else won.guess
        race.left = [find_boards(race.puzzle, Control())]
        race.rows = [[]]
        race._known = {row.guess: row.colors for row in request.rows}
        return race

    def is_done(self, seat: int) -> bool:
        """Return True if a seat has won or has no guess left."""
        rows = self.rows[seat]
        return len(rows) == LOST - 1 or (bool(rows) and rows[-1].is_won)

    @property
    def seat(self) -> int | None:
        """The seat with the fewest guesses that is not done."""
        waiting = [seat for seat in range(len(self.rows)) if not self.is_done(seat)]
        return min(waiting, key=lambda seat: len(self.rows[seat])) if waiting else None

    def legal(self) -> Sequence[str]:
        """Any five different cards may be guessed: too many to list."""
        return ()

    @property
    def is_over(self) -> bool:
        """True when every seat is done."""
        return self.seat is None

    def seen(self, seat: int) -> PokleSeen:
        """Return the puzzle and the seat's own guesses."""
        return PokleSeen(seat, self.puzzle, tuple(self.rows[seat]), self.left[seat])

    def copy(self) -> "PokleRace":
        """Return an independent copy."""
        twin = object.__new__(PokleRace)
        twin.__dict__.update(self.__dict__)
        twin.left, twin.rows = list(self.left), [list(rows) for rows in self.rows]
        return twin

    def spell(self, move: str) -> str:
        """Return a guess in the usual letters."""
        return format_cards(parse_cards(move))

    def _apply(self, move: str) -> None:
        """Make a guess for the seat whose turn it is, and colour it."""
        from engine.pokle.feedback import Row, check_guess, matching

        seat, guess = self.seat, parse_cards(move)
        if seat is None:
            raise IllegalStateError(f'"{move}" cannot be guessed: the race is over')
        check_guess(guess)
        row = Row(guess, self._colors(guess))
        self.rows[seat].append(row)
        if not row.is_won:
            left = self.left[seat]
            self.left[seat] = left.take(matching(self.puzzle, left, [row]))

    def _colors(self, guess: Sequence[Card]) -> str:
        from engine.pokle.colors import colors_of
        from engine.pokle.rules import as_indices, fits_trophies

        known = self._known.get(tuple(guess))
        if known is not None:
            return known
        if not self.board:
            raise IllegalStateError("The board of this puzzle is not known: no other guess fits.")
        fits = bool(fits_trophies(self.puzzle, as_indices([guess]))[0])
        return colors_of(guess, self.board, self.puzzle.suit_pardon and fits)

    def guesses(self, seat: int) -> int:
        """Return how many guesses a seat took; seven if it did not win."""
        rows = self.rows[seat]
        return len(rows) if rows and rows[-1].is_won else LOST

    def outcome(self) -> Outcome:
        """Return places by guesses, the fewest first."""
        counts = [self.guesses(seat) for seat in range(len(self.rows))]
        return Outcome(places_of([-count for count in counts]), tuple(map(float, counts)))

    def words(self, move: str) -> str:
        """Return a guess."""
        return " ".join(_symbols(parse_cards(move)))

    def look(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """Return the puzzle's hands and board, and the guesses in front of every seat."""
        to_move = self.seat
        seats = tuple(
            Seat(
                names[seat],
                agents[seat],
                (),
                f"{counted(len(left), 'board')} left",
                counted(self.guesses(seat), "guess", "guesses") if self.is_done(seat) else "",
                seat == to_move,
            )
            for seat, left in enumerate(self.left)
        )
        places = " · ".join(" ".join(map(str, street)) for street in self.puzzle.places)
        return TableView(f"places {places}", seats, (*self._puzzle(), *self._guessed()))

    def _puzzle(self) -> list[Group]:
        board = Group("board", "board", _symbols(self.board) or (HIDDEN,) * 5)
        hands = (
            Group(f"hand {i}", f"hand {i}", _symbols(cards))
            for i, cards in enumerate(self.puzzle.hole, 1)
        )
        return [board, *hands]

    def _guessed(self) -> list[Group]:
        return [
            Group(f"guess {seat}.{i}", row.colors, _symbols(row.guess), seat)
            for seat, rows in enumerate(self.rows)
            for i, row in enumerate(rows)
        ]


def _symbols(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.symbol for card in cards)


class PoklePlayer:
    """An agent at its own board."""

    def __init__(self, name: str, seed: int) -> None:
        self._name = name
        self._rng = np.random.default_rng(seed)

    def choose(self, seen: Any, control: Control) -> Decision:
        """Return the next guess."""
        from engine.pokle.rules import as_cards

        return (format_cards(as_cards(self._guess(seen))),)

    def _guess(self, seen: PokleSeen) -> NDArray[np.uint8]:
        from engine.pokle.games import fewest_guesses_player, max_entropy_player, mixed_player
        from engine.pokle.guesses import legal_guesses

        left = seen.left
        if self._name == "random":
            guess: NDArray[np.uint8] = left.cards[self._rng.integers(len(left))]
            return guess
        players = {
            "entropy": max_entropy_player,
            "mixed": mixed_player,
            "expected": fewest_guesses_player,
        }
        n_left = LOST - 1 - len(seen.rows)
        return players[self._name](left, legal_guesses(seen.puzzle), n_left)


class PokleGame(Game):
    """Pokle, as a race."""

    name = "pokle"
    title = "Pokle"
    n_seats = tuple(range(1, 9))
    is_race = True
    points_name = "guesses"
    agents: ClassVar = {
        "random": AgentKind("any board that still fits"),
        "entropy": AgentKind("the board that still fits and narrows the rest down most"),
        "mixed": AgentKind("a mix of narrowing down and winning at once"),
        "expected": AgentKind("the fewest guesses on average, even if the guess cannot win"),
    }
    example = ("expected", "entropy")

    def deal(
        self,
        seed: int,
        n_seats: int,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> PokleRace:
        """Return a generated puzzle."""
        return PokleRace(seed, n_seats)

    def player(self, spec: AgentSpec, seed: int, seat: int) -> PoklePlayer:
        """Return an agent that sits down."""
        return PoklePlayer(spec.name, seed)

    def encode(self, moves: Sequence[str]) -> bytes:
        """Return five bytes a guess: its cards."""
        return bytes(card.index for move in moves for card in parse_cards(move))

    def decode(self, stored: bytes) -> list[str]:
        """Return the guesses of a stored race, in the order they were made."""
        guesses = (stored[i : i + 5] for i in range(0, len(stored), 5))
        return [format_cards(map(Card.from_index, guess)) for guess in guesses]


GAME = PokleGame()

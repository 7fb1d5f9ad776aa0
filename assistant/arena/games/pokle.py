"""Pokle in the arena: a race on the same generated puzzles; fewer guesses is better.

Everybody sits at a board of their own, so seats make no difference and nothing is rotated.
A puzzle that is not solved in six guesses counts as seven.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from assistant.arena.game import Game, Match, Outcome, Player, places_of
from assistant.tables.view import Group, Seat, TableView
from engine.agents import AgentKind, AgentSpec
from engine.cards import Card, format_cards, parse_cards
from engine.errors import IllegalStateError
from engine.words import counted

if TYPE_CHECKING:
    from engine.pokle.boards import Boards
    from engine.pokle.feedback import Row

LOST = 7  # what a puzzle counts that was not solved


class PokleRace:
    """One puzzle and the guesses of every seat; the seats guess in turn, a guess each."""

    def __init__(self, deal_seed: int, n_seats: int) -> None:
        from engine.control import Control
        from engine.pokle.boards import find_boards
        from engine.pokle.generator import generate_puzzle

        made = generate_puzzle(deal_seed)
        self.puzzle, self.board = made.puzzle, made.board
        every = find_boards(self.puzzle, Control())
        self.left: list[Boards] = [every] * n_seats
        self.rows: list[list[Row]] = [[] for _ in range(n_seats)]

    def is_done(self, seat: int) -> bool:
        """True if a seat has won or has no guess left."""
        rows = self.rows[seat]
        return len(rows) == LOST - 1 or (bool(rows) and rows[-1].is_won)

    def seat(self) -> int | None:
        """The seat with the fewest guesses that is not done."""
        waiting = [seat for seat in range(len(self.rows)) if not self.is_done(seat)]
        return min(waiting, key=lambda seat: len(self.rows[seat])) if waiting else None

    def legal(self) -> Sequence[str]:
        """Any five different cards may be guessed: too many to list."""
        return ()

    def apply(self, move: str) -> None:
        """Make a guess for the seat whose turn it is, and colour it."""
        from engine.pokle.feedback import Row, check_guess, matching

        seat, guess = self.seat(), parse_cards(move)
        if seat is None:
            raise IllegalStateError(f'"{move}" cannot be guessed: the race is over')
        check_guess(guess)
        row = Row(guess, self._colors(guess))
        self.rows[seat].append(row)
        if not row.is_won:
            left = self.left[seat]
            self.left[seat] = left.take(matching(self.puzzle, left, [row]))

    def _colors(self, guess: Sequence[Card]) -> str:
        from engine.pokle.rules import as_indices, fits_trophies
        from engine.pokle.table import colors_of

        fits = bool(fits_trophies(self.puzzle, as_indices([guess]))[0])
        return colors_of(guess, self.board, self.puzzle.suit_pardon and fits)

    def guesses(self, seat: int) -> int:
        """How many guesses a seat took; seven if it did not win."""
        rows = self.rows[seat]
        return len(rows) if rows and rows[-1].is_won else LOST

    def outcome(self) -> Outcome:
        """Fewest guesses first."""
        counts = [self.guesses(seat) for seat in range(len(self.rows))]
        return Outcome(places_of([-count for count in counts]), tuple(map(float, counts)))

    def words(self, move: str) -> str:
        """A guess."""
        return " ".join(_symbols(parse_cards(move)))

    def view(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """The puzzle's hands and board, and the guesses in front of every seat."""
        to_move = self.seat()
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
        board = Group("board", "board", _symbols(self.board))
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

    def __init__(self, name: str, seed: int, seat: int) -> None:
        self._name, self._seat = name, seat
        self._rng = np.random.default_rng(seed)

    def choose(self, match: Match) -> str:
        """The next guess."""
        from engine.pokle.rules import as_cards

        assert isinstance(match, PokleRace)
        return format_cards(as_cards(self._guess(match)))

    def _guess(self, match: PokleRace) -> NDArray[np.uint8]:
        from engine.pokle.games import fewest_guesses_player, max_entropy_player, mixed_player
        from engine.pokle.guesses import legal_guesses

        left = match.left[self._seat]
        if self._name == "random":
            guess: NDArray[np.uint8] = left.cards[self._rng.integers(len(left))]
            return guess
        players = {
            "entropy": max_entropy_player,
            "mixed": mixed_player,
            "expected": fewest_guesses_player,
        }
        n_left = LOST - 1 - len(match.rows[self._seat])
        return players[self._name](left, legal_guesses(match.puzzle), n_left)


class PokleGame(Game):
    """Pokle, as a race."""

    name = "pokle"
    title = "Pokle"
    n_seats = tuple(range(1, 9))
    is_race = True
    points_name = "guesses"
    agents: ClassVar = {
        "random": AgentKind("any board that still fits"),
        "entropy": AgentKind("the board that still fits and tells the most bits"),
        "mixed": AgentKind("half the bits plus 2.5 times the chance to win at once"),
        "expected": AgentKind("the fewest expected guesses, also from outside the boards left"),
    }
    example = ("expected", "entropy")

    def new_match(self, deal_seed: int, n_seats: int, n_rounds: int = 1) -> Match:
        """A generated puzzle."""
        return PokleRace(deal_seed, n_seats)

    def new_player(self, spec: AgentSpec, seed: int, seat: int) -> Player:
        """An agent that sits down."""
        return PoklePlayer(spec.name, seed, seat)

    def encode(self, moves: Sequence[str]) -> bytes:
        """Five bytes a guess: its cards."""
        return bytes(card.index for move in moves for card in parse_cards(move))

    def decode(self, stored: bytes) -> list[str]:
        """The guesses of a stored race, in the order they were made."""
        guesses = (stored[i : i + 5] for i in range(0, len(stored), 5))
        return [format_cards(map(Card.from_index, guess)) for guess in guesses]


GAME = PokleGame()

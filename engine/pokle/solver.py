"""Functions for scripts and notebooks: `best_guesses` and `rank_hands`."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from engine.cards import Card, format_cards, parse_cards, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import find_boards
from engine.pokle.feedback import boards_that_fit, finished, parse_row
from engine.pokle.guesses import GuessRanking, legal_guesses
from engine.pokle.rules import (
    N_GUESSES,
    STREETS,
    BoardRule,
    Places,
    Puzzle,
    as_cards,
    as_indices,
    check_hole,
    parse_places,
    street_places,
)
from engine.pokle.search import Effort, GuessSearch
from engine.tabular import Tabular
from engine.words import counted


def rank_hands(hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> Places:
    """Return the places of three hands of two cards on three to five board cards; 1 is best.

    >>> from engine.cards import parse_cards
    >>> rank_hands([parse_cards(hand) for hand in ("KC JS", "JC JH", "10H 6S")],
    ...            parse_cards("QS 10S AS"))
    (1, 2, 3)
    """
    check_hole(hands)
    if not 3 <= len(board) <= 5:
        raise IllegalStateError(f"A board of {counted(len(board), 'card')}: expected 3 to 5.")
    require_distinct(card for cards in (*hands, board) for card in cards)
    first, second, third = street_places(as_indices(hands), as_indices([board]))[0]
    return int(first), int(second), int(third)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Guesses(Tabular):
    """The best next guesses of a puzzle; expected guesses count the next one too."""

    n_boards: int
    ranking: GuessRanking

    def rows(self) -> list[dict[str, object]]:
        """Return one row for each guess, the best first."""
        return [
            {
                "guess": format_cards(as_cards(guess.cards)),
                "wins now": guess.win_chance,
                "bits": Decimal(f"{guess.entropy:.2f}"),
                "expected": Decimal(f"{guess.expected_guesses:.2f}"),
                "worst": guess.worst_case,
            }
            for guess in self.ranking.guesses
        ]

    def footnote(self) -> str:
        """Return the number of boards left, and what is proven about the first guess."""
        best, gap = self.ranking.best, self.ranking.gap
        if best.proven:
            sure = "proven best"
        elif gap is not None:
            sure = f"at most {gap:.2f} above the fewest possible"
        elif best.loss_chance:
            sure = f"{best.loss_chance:.0%} chance of running out of guesses"
        else:
            least = math.floor(100 * self.ranking.least_expected) / 100
            sure = f"no guess can need fewer than {least:.2f}"
        return f"{counted(self.n_boards, 'board')} left, {sure}"


def best_guesses(
    *hands: str,
    flop: str,
    turn: str,
    river: str,
    rows: Sequence[str] = (),
    top: int = 5,
    board_rule: BoardRule = "no_kickers",
    suit_pardon: bool = True,
    effort: Effort = Effort.QUICK,
    control: Control | None = None,
) -> Guesses:
    """Return the best next guesses for three hands, their places and the rows so far, as text.

    >>> best_guesses("8H 7S", "JD 10D", "3H 5C", flop="312", turn="321", river="231",
    ...              rows=["2C 2D 2H 4C 4D=yyeye"], top=2)
    guess            wins now  bits  expected  worst
    ...
    13 boards left, proven best
    """
    cards = [parse_cards(hand) for hand in hands]
    check_hole(cards)
    streets = tuple(map(parse_places, (flop, turn, river), STREETS))
    hole = ((cards[0][0], cards[0][1]), (cards[1][0], cards[1][1]), (cards[2][0], cards[2][1]))
    puzzle = Puzzle(hole, streets[0], streets[1], streets[2], board_rule, suit_pardon)
    made = finished([parse_row(row) for row in rows])
    if any(row.is_won for row in made):
        raise IllegalStateError("The puzzle is won: no guess is left to make.")
    control = control or Control()
    boards = find_boards(puzzle, control)
    left = boards_that_fit(puzzle, boards, made)
    search = GuessSearch(left, legal_guesses(puzzle), control, N_GUESSES - len(made), effort)
    return Guesses(len(left), search.best(top))

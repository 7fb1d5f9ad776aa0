"""The face for scripts and notebooks: `best_guesses`, and the solver by the names of old.

`Solver` has three hands, three rankings, all boards and the next guess; everything is done on the
arrays behind it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from engine.cards import Card, colours_wanted, format_cards, parse_cards, require_distinct
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import (
    Boards,
    find_boards,
    pattern_matrix,
    possible_flops,
    possible_turns,
)
from engine.pokle.candidates import AskedBoards
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.feedback import Row, explain_impossible, explain_no_board, matching, parse_row
from engine.pokle.generator import generate_puzzle
from engine.pokle.patterns import pattern_to_colors
from engine.pokle.rules import (
    N_GUESSES,
    STREETS,
    BoardRule,
    Hole,
    Places,
    Puzzle,
    all_places,
    as_cards,
    as_indices,
    check_hole,
    fits,
    street_hands,
    street_places,
)
from engine.pokle.space import Ranking, guess_space
from engine.pokle.strategy import GuessSearch, rank_guesses
from engine.pokle.table import GREEN, ColorTable, Table
from engine.tabular import Tabular
from engine.words import counted

if TYPE_CHECKING:
    import pandas as pd

MAX_COMPARED = 1_500  # boards that are compared each with each: two million lines


def rank_hands(hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> Places:
    """The places of three hands of two cards on three to five board cards; 1 is best.

    >>> from engine.cards import parse_cards
    >>> rank_hands([parse_cards(hand) for hand in ("KC JS", "JC JH", "10H 6S")],
    ...            parse_cards("QS 10S AS"))
    (1, 2, 3)
    """
    check_hole(hands)
    if not 3 <= len(board) <= 5:
        raise IllegalStateError(f"a board of {counted(len(board), 'card')}: expected 3 to 5")
    require_distinct(card for cards in (*hands, board) for card in cards)
    first, second, third = street_places(as_indices(hands), as_indices([board]))[0]
    return int(first), int(second), int(third)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Guesses(Tabular):
    """The best next guesses of a puzzle; expected guesses count the next one too."""

    n_boards: int
    ranking: Ranking

    def rows(self) -> list[dict[str, object]]:
        """One line a guess, the best first."""
        return [
            {
                "guess": format_cards(as_cards(guess.cards)),
                "wins now": guess.win_share,
                "bits": Decimal(f"{guess.entropy:.2f}"),
                "expected": Decimal(f"{guess.expected:.2f}"),
                "worst": guess.worst,
            }
            for guess in self.ranking.guesses
        ]

    def footnote(self) -> str:
        """Boards left, and how good the first guess is for sure."""
        first, least = self.ranking.guesses[0], self.ranking.least_expected
        if first.proven:
            sure = "proven best"
        elif first.played:
            sure = f"at most {first.expected - least:.2f} above the fewest possible"
        else:
            sure = f"no guess can need fewer than {math.floor(100 * least) / 100:.2f}"
        return f"{self.n_boards:,} board{'' if self.n_boards == 1 else 's'} left, {sure}"


def best_guesses(
    *hands: str,
    flop: str,
    turn: str,
    river: str,
    rows: Sequence[str] = (),
    top: int = 5,
    board_rule: BoardRule = "no_kickers",
    suit_pardon: bool = True,
    control: Control | None = None,
) -> Guesses:
    """The best next guesses for three hands, their places and the rows so far, all as text.

    >>> best_guesses("8H 7S", "JD 10D", "3H 5C", flop="312", turn="321", river="231",
    ...              rows=["2C 2D 2H 4C 4D=yyeye"], top=2)
    guess            wins now  bits  expected  worst
    ...
    13 boards left, proven best
    """
    cards = [parse_cards(hand) for hand in hands]
    check_hole(cards)
    places = [[int(digit) for digit in text if digit.isdecimal()] for text in (flop, turn, river)]
    options = (board_rule, suit_pardon, control)
    solver = Solver(cards[0], cards[1], cards[2], places[0], places[1], places[2], *options)
    for row in map(parse_row, rows):
        solver.take_row(row)
    search = GuessSearch(
        solver.left, guess_space(solver.puzzle), solver.control, N_GUESSES - len(rows)
    )
    ranking = search.rank(top)
    return Guesses(len(solver.left), ranking if search.is_proven else search.bound_from_below())


def demo() -> None:
    """Play one puzzle of the generator and print every guess with its colours."""
    made = generate_puzzle("demo")
    solver = Solver(*made.puzzle.hole, *made.puzzle.places)
    answer, guess = Table(*made.board), solver.get_maxh_table()
    for number in range(1, N_GUESSES + 1):
        fits_all = fits(made.puzzle, guess.cards)
        colors = guess.compare(answer, suit_pardon=fits_all)
        print(f"{number}. {colors}   {len(solver.left):,} boards were left")  # noqa: T201
        if colors.colors == GREEN * 5:
            break
        guess = solver.next_table_guess(colors)
    solver.print_game(answer)


class Solver:
    """One puzzle while it is played: the boards that fit, fewer after each guess."""

    def __init__(
        self,
        p1: Sequence[Card],
        p2: Sequence[Card],
        p3: Sequence[Card],
        flop_hand_ranks: Sequence[int],
        turn_hand_ranks: Sequence[int],
        river_hand_ranks: Sequence[int],
        board_rule: BoardRule = "no_kickers",
        suit_pardon: bool = True,
        control: Control | None = None,
    ) -> None:
        self.puzzle = Puzzle(  # which checks the numbers of cards and places
            cast(Hole, (tuple(p1), tuple(p2), tuple(p3))),
            cast(Places, tuple(flop_hand_ranks)),
            cast(Places, tuple(turn_hand_ranks)),
            cast(Places, tuple(river_hand_ranks)),
            board_rule,
            suit_pardon,
        )
        self.control = control or Control()
        self.rows: tuple[Row, ...] = ()
        self._all: Boards | None = None
        self._left: Boards | None = None

    @property
    def left(self) -> Boards:
        """The boards that fit the puzzle and all colours so far."""
        if self._left is None:
            self._all = self._left = find_boards(self.puzzle, self.control)
        return self._left

    def solve(self) -> list[Table]:
        """All boards that are left; raises if the puzzle has none."""
        if not len(self.left):
            raise explain_impossible(self.puzzle)
        return [Table(*as_cards(row)) for row in self.left.cards]

    def possible_flops(self) -> list[Table]:
        """All flops that give the flop's places and may become a board."""
        return [Table(*as_cards(row)) for row in possible_flops(self.puzzle)]

    def possible_turns_rivers(self) -> tuple[list[Table], list[Table]]:
        """All flops with a turn that gives its places, and all full boards."""
        turns = possible_turns(self.puzzle, possible_flops(self.puzzle))
        return [Table(*as_cards(row)) for row in turns], self.solve()

    def get_maxh_table(self) -> Table:
        """The board that is left with the most entropy, exactly."""
        if not len(self.left):
            raise explain_impossible(self.puzzle)
        best = max_entropy_guess(self.left, self.puzzle.suit_pardon, self.control)
        return Table(*as_cards(best.cards))

    def rank(self, top: int = 10) -> Ranking:
        """The best guesses with entropy, chance to win, expected and worst number of guesses."""
        n_left = N_GUESSES - len(self.rows)
        if not n_left:
            raise IllegalStateError("all six guesses are made")
        space = guess_space(self.puzzle)
        return rank_guesses(self.left, space, self.control, n_left, top)

    @property
    def comparisons_matrix(self) -> "pd.DataFrame":
        """The colours of every board that is left as a guess (column) by every answer (row)."""
        import pandas as pd

        names = self._names()
        matrix = pattern_matrix(self.left, self.left)
        guesses = [as_cards(row) for row in self.left.cards]
        colors = {
            name: [pattern_to_colors(guess, int(pattern)) for pattern in row]
            for name, guess, row in zip(names, guesses, matrix, strict=True)
        }
        frame = pd.DataFrame(colors, index=pd.Index(names, name="answer_str"))
        return frame.rename_axis(columns="guess_str")

    @property
    def table_comparisons(self) -> "pd.DataFrame":
        """One line for each guess and answer: `guess_str`, `answer_str`, `table_comparison`."""
        matrix = self.comparisons_matrix.reset_index()
        return matrix.melt("answer_str", var_name="guess_str", value_name="table_comparison")

    @property
    def river_entropies(self) -> "pd.Series[float]":
        """The bits that each board that is left would tell as a guess, the most first."""
        import pandas as pd

        names, asked = self._names(), AskedBoards(self.left, guess_space(self.puzzle))
        bits = asked.rate(self.left.cards, pardoned=self.puzzle.suit_pardon).bits
        found = pd.Series(bits, index=pd.Index(names, name="guess_str"), name="entropy")
        return found.sort_values(ascending=False, kind="stable")

    def _names(self) -> list[str]:
        if len(self.left) > MAX_COMPARED:
            raise IllegalStateError(
                f"{len(self.left):,} boards are too many to compare each with each: "
                f"expected up to {MAX_COMPARED:,}"
            )
        return [repr(table) for table in self.solve()]

    def rank_hands(self, table: Table) -> Places:
        """The three players' places on a table of three to five cards."""
        return rank_hands(self.puzzle.hole, table.cards)

    def next_table_guess(self, colors: ColorTable) -> Table:
        """Keep the boards that give a guess these colours; return the best next guess.

        If no board is left, the error says which row is likely mistyped and nothing changes.
        """
        row = Row(colors.guess.cards, colors.colors)
        self.take_row(row)
        if row.is_won:
            return colors.guess
        return Table(*as_cards(self.rank(1).guesses[0].cards))

    def take_row(self, row: Row) -> None:
        """Keep the boards that give a guess its colours; if there is none, nothing changes."""
        left = self.left.take(matching(self.puzzle, self.left, [row]))
        if not len(left):
            known = self._all if self._all is not None else self.left
            raise explain_no_board(self.puzzle, known, [*self.rows, row])
        self.rows, self._left = (*self.rows, row), left

    def print_game(self, river: Table) -> None:
        """Print a board and what each player holds on flop, turn and river."""
        print(self.game_text(river))  # noqa: T201 - the one method whose purpose is to print

    def game_text(self, river: Table) -> str:
        """A board and what each player holds on each street, one line a street."""
        [hands] = street_hands(self.puzzle, as_indices([river.cards]))
        places = all_places(self.puzzle.hole, river.cards)
        lines = [f"board  {river}"]
        for street, ranks, held in zip(STREETS, places, hands, strict=True):
            lines.append(f"{street:<6} {self._street_text(ranks, held)}")
        return "\n".join(lines)

    @staticmethod
    def _street_text(places: Places, hands: Sequence[str]) -> str:
        mark = "\033[1m{}\033[0m" if colours_wanted() else "{}"
        texts = [
            (mark if place == 1 else "{}").format(f"P{player} {place}. {hand}")
            for player, (place, hand) in enumerate(zip(places, hands, strict=True), 1)
        ]
        return " | ".join(texts)

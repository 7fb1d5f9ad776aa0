"""The Pokle solver by the names of the founding documents, on the arrays of `engine/pokle`."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, cast

import numpy as np

from engine.cards import Card as EngineCard
from engine.cards import Suit, colours_wanted, parse_cards
from engine.classic.pokle_table import Card, ColorCard, ColorTable, Table
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import Boards, find_boards, possible_flops, possible_turns
from engine.pokle.colors import GREEN
from engine.pokle.feedback import (
    Row,
    boards_that_fit,
    finished,
    guess_patterns,
    pattern_to_colors,
)
from engine.pokle.games import max_entropy_player
from engine.pokle.generator import generate_puzzle
from engine.pokle.guesses import GuessRanking, legal_guesses
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
    fits_trophies,
    street_hands,
)
from engine.pokle.search import GuessSearch
from engine.pokle.solver import rank_hands

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Card", "ColorCard", "ColorTable", "Solver", "Table", "demo", "example", "sandbox"]
MAX_COMPARED = 1_500  # boards that are compared pairwise: two million lines


class Solver:
    """One puzzle while it is played: the boards that fit, fewer after each guess."""

    def __init__(
        self,
        p1: Sequence[EngineCard],
        p2: Sequence[EngineCard],
        p3: Sequence[EngineCard],
        flop_hand_ranks: Sequence[int],
        turn_hand_ranks: Sequence[int],
        river_hand_ranks: Sequence[int],
        board_rule: BoardRule = "no_kickers",
        suit_pardon: bool = True,
        control: Control | None = None,
    ) -> None:
        self.puzzle = Puzzle(  # which checks the numbers of cards and places
            cast(Hole, tuple(map(_plain, (p1, p2, p3)))),
            cast(Places, tuple(flop_hand_ranks)),
            cast(Places, tuple(turn_hand_ranks)),
            cast(Places, tuple(river_hand_ranks)),
            board_rule,
            suit_pardon,
        )
        self.control = control or Control()
        self.rows: tuple[Row, ...] = ()

    @cached_property
    def boards(self) -> Boards:
        """All boards that fit the puzzle; raises if there is none."""
        return find_boards(self.puzzle, self.control)

    @property
    def left(self) -> Boards:
        """The boards that fit the puzzle and all colours so far."""
        return boards_that_fit(self.puzzle, self.boards, self.rows)

    def solve(self) -> list[Table]:
        """Return all boards that are left; raises if the puzzle has none."""
        return [Table(*as_cards(row)) for row in self.left.cards]

    def possible_flops(self) -> list[Table]:
        """Return all flops that give the flop's places and may become a board."""
        return [Table(*as_cards(row)) for row in possible_flops(self.puzzle)]

    def possible_turns_rivers(self) -> tuple[list[Table], list[Table]]:
        """Return all flops with a turn that gives its places, and all full boards."""
        turns = possible_turns(self.puzzle, possible_flops(self.puzzle))
        return [Table(*as_cards(row)) for row in turns], self.solve()

    def get_maxh_table(self) -> Table:
        """Return the board with the most entropy; of over 20,000, the best of a sample."""
        best = max_entropy_player(self.left, legal_guesses(self.puzzle), N_GUESSES)
        return Table(*as_cards(best))

    def rank(self, top: int = 10) -> GuessRanking:
        """Return the best guesses with entropy, chance to win, expected and worst number of
        guesses.
        """
        legal, guesses_left = legal_guesses(self.puzzle), N_GUESSES - len(self.rows)
        return GuessSearch(self.left, legal, self.control, guesses_left).best(top)

    @property
    def comparisons_matrix(self) -> "pd.DataFrame":
        """The colours of every remaining board as a guess (column) for every answer
        (row).
        """
        import pandas as pd

        names = self._names()
        pardon = self.puzzle.suit_pardon
        matrix = [guess_patterns(row, self.left, pardon) for row in self.left.cards]
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
        """The bits that each remaining board would give as a guess, the most first."""
        import pandas as pd

        names, search = self._names(), legal_guesses(self.puzzle).search(self.left)
        scores = search.split_scores(self.left.cards.tobytes(), self.puzzle.suit_pardon)
        bits = np.array([entropy for entropy, _ in scores])
        found = pd.Series(bits, index=pd.Index(names, name="guess_str"), name="entropy")
        return found.sort_values(ascending=False, kind="stable")

    @staticmethod
    def entropy_from_series(colors: "pd.Series[str]") -> float:
        """Return the bits that a guess gives, from its column of the comparisons matrix."""
        from scipy.stats import entropy

        return float(entropy(colors.value_counts(), base=2))

    def _names(self) -> list[str]:
        if len(self.left) > MAX_COMPARED:
            raise IllegalStateError(
                f"{len(self.left):,} boards are too many to compare each with each: "
                f"expected up to {MAX_COMPARED:,}"
            )
        return [repr(table) for table in self.solve()]

    def rank_hands(self, table: Table) -> Places:
        """Return the three players' places on a table of three to five cards."""
        return rank_hands(self.puzzle.hole, table.cards)

    def next_table_guess(self, table_colors: ColorTable) -> Table:
        """Keep the boards that give a guess these colours; return the best next guess.

        If no board is left, the error says which row is likely mistyped and nothing changes.
        """
        row = Row(table_colors.guess.cards, table_colors.colors)
        self.take_row(row)
        if row.is_won:
            return table_colors.guess
        return Table(*as_cards(self.rank(1).best.cards))

    def take_row(self, row: Row) -> None:
        """Keep the boards that give a guess its colours; if there is none, nothing changes.

        A row whose colours are not all known changes nothing either.
        """
        rows = finished([*self.rows, row])
        boards_that_fit(self.puzzle, self.boards, rows)
        self.rows = rows

    def print_game(self, river: Table) -> None:
        """Print a board and what each player holds on flop, turn and river."""
        print(self.game_text(river))  # noqa: T201 - the one method whose purpose is to print

    def game_text(self, river: Table) -> str:
        """Return a board and what each player holds on each street, one line a street."""
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


def _plain(cards: Sequence[EngineCard]) -> tuple[EngineCard, ...]:
    return tuple(EngineCard(card.rank, Suit(card.suit)) for card in cards)


def demo() -> None:
    """Play one puzzle of the generator and print every guess with its colours."""
    made = generate_puzzle("demo")
    solver = Solver(*made.puzzle.hole, *made.puzzle.places)
    answer, guess = Table(*made.board), solver.get_maxh_table()
    for number in range(1, N_GUESSES + 1):
        is_pardoned = bool(fits_trophies(made.puzzle, as_indices([guess.cards]))[0])
        colors = guess.compare(answer, suit_pardon=is_pardoned)
        print(f"{number}. {colors}   {len(solver.left):,} boards were left")  # noqa: T201
        if colors.colors == GREEN * 5:
            break
        guess = solver.next_table_guess(colors)
    solver.print_game(answer)


def example() -> Solver:
    """Return the solver of a small puzzle with 161 boards, and print its first guess."""
    first, second, third = map(parse_cards, ("8H 7S", "JD 10D", "3H 5C"))
    solver = Solver(first, second, third, (3, 1, 2), (3, 2, 1), (2, 3, 1))
    print(f"{len(solver.solve())} boards; first guess {solver.get_maxh_table()!r}")  # noqa: T201
    return solver


def sandbox() -> Table:
    """Print how one table is coloured as a guess at another, and return the guess."""
    guess, answer = Table.parse("QS 10S AS 6C 6D"), Table.parse("QS AS 2H 6D 6C")
    print(f"{guess!r} against {answer!r}: {guess.compare(answer)!r}")  # noqa: T201
    return guess


if __name__ == "__main__":  # the document's `python example.py`
    demo()

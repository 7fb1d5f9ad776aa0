"""The solver by the names of old: three hands, three rankings, all boards, the next guess.

A small stateful face for scripts and terminals; everything is done on the arrays behind it.
"""

from collections.abc import Sequence
from typing import cast

from engine.cards import Card, colours_wanted
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import Boards, find_boards, possible_flops, possible_turns
from engine.pokle.entropy import max_entropy_guess
from engine.pokle.feedback import Row, explain_impossible, explain_no_board, matching
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
    street_hands,
)
from engine.pokle.space import Ranking, guess_space
from engine.pokle.strategy import rank_guesses
from engine.pokle.table import ColorTable, Table


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

    def next_table_guess(self, colors: ColorTable) -> Table:
        """Keep the boards that give a guess these colours; return the best next guess.

        If no board is left, the error says which row is likely mistyped and nothing changes.
        """
        row = Row(colors.guess.cards, colors.colors)
        left = self.left.take(matching(self.puzzle, self.left, [row]))
        if not len(left):
            known = self._all if self._all is not None else self.left
            raise explain_no_board(self.puzzle, known, [*self.rows, row])
        self.rows, self._left = (*self.rows, row), left
        if row.is_won:
            return colors.guess
        return Table(*as_cards(self.rank(1).guesses[0].cards))

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

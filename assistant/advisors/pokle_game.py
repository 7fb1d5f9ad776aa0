"""Report on a game of Pokle: what each guess cost, and every board that is left."""

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from assistant.advisors.pokle import PokleRequest, boards_left, boards_of
from assistant.requests import CardsField, FrozenModel
from engine.control import Control
from engine.files import write_with
from engine.pokle.boards import Boards
from engine.pokle.feedback import boards_are
from engine.pokle.games import ReviewedGuess, review_game
from engine.pokle.rules import STREETS, as_cards, street_hands
from engine.words import counted, figure_text

LISTED_AT_ONCE = 5_000
CSV_HEADINGS = (
    *("flop 1", "flop 2", "flop 3", "turn", "river"),
    *(f"player {player} on the {street}" for street in STREETS for player in (1, 2, 3)),
)
Hands = tuple[str, str, str]  # one text for each of the three players


class SkillStep(FrozenModel):
    """One guess in review: what it was worth and what the best was worth."""

    guess: CardsField
    colors: str
    boards_before: int
    boards_after: int
    expected_guesses: float
    best: CardsField
    best_expected_guesses: float
    cost: float  # guesses lost against the best, on average
    luck: float  # guesses gained by the colours against what was to be expected; may be negative


class SkillReport(FrozenModel):
    """A whole game in review."""

    steps: tuple[SkillStep, ...]
    total_cost: float
    total_luck: float
    summary: str


class ListedBoard(FrozenModel):
    """A board, and what the three players hold on each street."""

    board: CardsField
    flop: Hands
    turn: Hands
    river: Hands


class BoardList(FrozenModel):
    """The boards that are left, all or the first of them."""

    boards_left: int
    boards: tuple[ListedBoard, ...]

    @property
    def summary(self) -> str:
        """How many there are, and how many are listed."""
        n, listed = self.boards_left, len(self.boards)
        left = f"{boards_are(n)} left"
        if listed == n:
            return left
        first = "one is" if listed == 1 else f"{listed:,} are"
        return f"{left}; the first {first} listed"


def report_skill(request: PokleRequest, control: Control) -> SkillReport:
    """Return what each guess of a game cost against the best guess, and what luck gave."""
    puzzle = request.puzzle()
    steps = review_game(puzzle, boards_of(puzzle, control), request.rows, control)
    total_cost, total_luck = sum(s.cost for s in steps), sum(s.luck for s in steps)
    return SkillReport(
        steps=tuple(map(_skill_step, steps)),
        total_cost=total_cost,
        total_luck=total_luck,
        summary=_skill_words(len(steps), total_cost, total_luck),
    )


def _skill_words(n_guesses: int, cost: float, luck: float) -> str:
    """Return how well a game was played: "3 guesses: perfect play; luck saved 0.16 guesses."."""
    lost = f"{cost:.2f} guesses lost to weaker guesses" if round(cost, 2) else "perfect play"
    if not round(luck, 2):
        chance = "no luck either way"
    else:
        chance = f"luck {'saved' if luck > 0 else 'cost'} {abs(luck):.2f} guesses"
    return f"{counted(n_guesses, 'guess', 'guesses')}: {lost}; {chance}."


def signed(guesses: float) -> str:
    """Return guesses with their sign, such as +0.25; what rounds to zero is 0.00."""
    return figure_text(guesses, "+.2f")


def _skill_step(step: ReviewedGuess) -> SkillStep:
    return SkillStep(
        guess=step.row.guess,
        colors=step.row.colors,
        boards_before=step.n_before,
        boards_after=step.n_after,
        expected_guesses=step.made.expected_guesses,
        best=as_cards(step.best.cards),
        best_expected_guesses=step.best.expected_guesses,
        cost=step.cost,
        luck=step.luck,
    )


def list_boards(request: PokleRequest, control: Control, count: int | None = None) -> BoardList:
    """Return the first `count` boards that are left, with everybody's hands on each street."""
    left = boards_left(request, control)
    shown = left.take(np.arange(len(left) if count is None else min(count, len(left))))
    listed = tuple(_listed(request, shown, control))
    return BoardList(boards_left=len(left), boards=listed)


def _listed(request: PokleRequest, left: Boards, control: Control) -> Iterator[ListedBoard]:
    for start in range(0, len(left), LISTED_AT_ONCE):
        control.check()
        control.report(start, len(left), "listing boards")
        cards = left.cards[start : start + LISTED_AT_ONCE]
        for row, (flop, turn, river) in zip(
            cards, street_hands(request.puzzle(), cards), strict=True
        ):
            yield ListedBoard(board=as_cards(row), flop=flop, turn=turn, river=river)


def export_boards(request: PokleRequest, control: Control, path: Path) -> int:
    """Write every board that is left into a table for spreadsheets; return how many there are."""
    left = boards_left(request, control)

    def write(part: Path) -> None:
        with part.open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(CSV_HEADINGS)
            for line in _listed(request, left, control):
                table.writerow([*map(repr, line.board), *line.flop, *line.turn, *line.river])

    write_with(path, write)
    return len(left)

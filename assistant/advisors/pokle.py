"""Pokle advice: the boards that are left and the best next guess, ready to be shown.

`advise` is for people: a ranked list, a sample of boards, one sentence why. `next_guess` is for
the browser bot: the state of the page in, one guess out. `report_skill` looks back on a game.
"""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from assistant.advice import Advice
from assistant.requests import CardsField, Request
from engine.cards import Card
from engine.control import Control
from engine.errors import IllegalStateError
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import (
    Row,
    check_guess,
    explain_impossible,
    explain_no_board,
    matching,
)
from engine.pokle.rules import N_GUESSES, BoardRule, Places, Puzzle, as_cards
from engine.pokle.strategy import Ranking, RatedGuess, guess_space, rank_guesses
from engine.pokle.table import parse_colors

Hands = tuple[CardsField, CardsField, CardsField]


class GuessRow(BaseModel):
    """A guess that was made (flop, turn, river as typed) and its colours, such as "gyege"."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    guess: CardsField
    colors: str

    @field_validator("guess")
    @classmethod
    def _five_cards(cls, guess: tuple[Card, ...]) -> tuple[Card, ...]:
        check_guess(guess)
        return guess

    @field_validator("colors")
    @classmethod
    def _five_colors(cls, colors: str) -> str:
        return parse_colors(colors)


class PokleRequest(Request):
    """Three hands, their places on each street, and the guesses made so far."""

    game: ClassVar[str] = "pokle"

    hole: Hands
    flop: Places
    turn: Places
    river: Places
    rows: tuple[GuessRow, ...] = Field(default=(), max_length=N_GUESSES)
    refused: tuple[CardsField, ...] = ()
    board_rule: BoardRule = "no_kickers"
    suit_pardon: bool = True
    n_guesses: int = Field(default=10, ge=1, le=100)
    n_boards_shown: int = Field(default=12, ge=0, le=1000)

    @model_validator(mode="after")
    def _is_a_puzzle(self) -> "PokleRequest":
        self.puzzle()
        return self

    def puzzle(self) -> Puzzle:
        """The puzzle in the engine's words; raises if it is none."""
        return Puzzle(
            self.hole,  # type: ignore[arg-type]  # its shape is checked by Puzzle
            self.flop,
            self.turn,
            self.river,
            self.board_rule,
            self.suit_pardon,
        )

    def engine_rows(self) -> tuple[Row, ...]:
        """The rows in the engine's words."""
        return tuple(Row(row.guess, row.colors) for row in self.rows)


class RankedGuess(BaseModel):
    """One guess of the ranked list, with its four figures."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    cards: CardsField
    entropy: float  # bits
    win_chance: float
    expected_guesses: float  # still to come, this one included
    worst_case: int
    group_sizes: tuple[int, ...]  # boards in each group, the largest first
    inside: bool  # may itself be the board
    proven: bool  # expected_guesses is exact, not an estimate


class PokleAdvice(Advice):
    """What is left and what to guess; `exact` is False if the boards were sampled."""

    boards_left: int
    guesses_left: int
    won: bool = False
    guesses: tuple[RankedGuess, ...] = ()
    split: tuple[int, ...] = ()  # group sizes of the best guess, for a bar
    sample_boards: tuple[CardsField, ...] = ()


class SkillStep(BaseModel):
    """One guess looked back upon: what it was worth and what the best was worth."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    guess: CardsField
    colors: str
    boards_before: int
    boards_after: int
    expected_guesses: float
    best: CardsField
    best_expected_guesses: float
    cost: float  # guesses lost against the best, on average
    luck: float  # guesses gained by the colours against what was to be expected


class SkillReport(BaseModel):
    """A whole game looked back upon."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    steps: tuple[SkillStep, ...]
    total_cost: float
    summary: str


_found: dict[Puzzle, Boards] = {}  # the boards of the puzzles asked last
_N_REMEMBERED = 8


def boards_of(puzzle: Puzzle, control: Control) -> Boards:
    """All boards of a puzzle, remembered while the same puzzle is asked again."""
    boards = _found.get(puzzle)
    if boards is None:
        boards = find_boards(puzzle, control)
        if not len(boards):
            raise explain_impossible(puzzle)
        while len(_found) >= _N_REMEMBERED:
            _found.pop(next(iter(_found)))
        _found[puzzle] = boards
    return boards


def advise(request: PokleRequest, control: Control) -> PokleAdvice:
    """The boards that are left and the ranked guesses."""
    puzzle, rows = request.puzzle(), request.engine_rows()
    known = boards_of(puzzle, control)
    left = known.take(matching(puzzle, known, rows))
    if not len(left):
        raise explain_no_board(puzzle, known, rows)
    if any(row.is_won for row in rows):
        return _won(request, left, control)
    n_left = N_GUESSES - len(rows)
    if not n_left:
        return _lost(request, left, control)
    space = guess_space(puzzle, request.refused)
    ranking = rank_guesses(left, space, control, n_left, request.n_guesses)
    return _advice(request, left, ranking, control)


def _advice(request: PokleRequest, left: Boards, ranking: Ranking, control: Control) -> PokleAdvice:
    guesses = tuple(map(_ranked, ranking.guesses))
    return PokleAdvice(
        why=_why(len(left), guesses[0]),
        exact=ranking.exact,
        n_samples=ranking.n_samples,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=N_GUESSES - len(request.rows),
        guesses=guesses,
        split=guesses[0].group_sizes,
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _won(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    count = next(i for i, row in enumerate(request.engine_rows(), 1) if row.is_won)
    return PokleAdvice(
        why=f"won in {count} guess{'es' if count > 1 else ''}",
        exact=True,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=N_GUESSES - len(request.rows),
        won=True,
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _lost(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    return PokleAdvice(
        why=f"no guess is left; {len(left):,} boards would still fit",
        exact=True,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=0,
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _ranked(guess: RatedGuess) -> RankedGuess:
    return RankedGuess(
        cards=as_cards(guess.cards),
        entropy=guess.entropy,
        win_chance=guess.win_share,
        expected_guesses=guess.expected,
        worst_case=guess.worst,
        group_sizes=guess.sizes,
        inside=guess.inside,
        proven=guess.proven,
    )


def _why(n_left: int, best: RankedGuess) -> str:
    if n_left == 1:
        return "only this board is left"
    n_groups = len(best.group_sizes)
    groups = f"{n_groups} group{'s' if n_groups > 1 else ''}"
    more = best.expected_guesses - 1
    return (
        f"splits {n_left:,} boards into {groups}; {best.win_chance:.0%} to win now; "
        f"about {more:.1f} more guesses"
    )


def _sample(left: Boards, count: int) -> tuple[tuple[Card, ...], ...]:
    """Boards spread evenly over all that are left."""
    count = min(count, len(left))
    chosen = np.linspace(0, len(left) - 1, count).astype(np.intp)
    return tuple(as_cards(row) for row in left.cards[chosen])


def next_guess(
    hole: Sequence[Sequence[Card]],
    places: Sequence[Sequence[int]],
    rows: Sequence[tuple[Sequence[Card], str]] = (),
    refused: Sequence[Sequence[Card]] = (),
    control: Control | None = None,
) -> tuple[Card, ...]:
    """The guess for a page: hands, places on three streets, rows with colours, refused guesses."""
    flop, turn, river = places
    request = PokleRequest.model_validate(
        {
            "hole": [tuple(cards) for cards in hole],
            "flop": tuple(flop),
            "turn": tuple(turn),
            "river": tuple(river),
            "rows": [{"guess": tuple(guess), "colors": colors} for guess, colors in rows],
            "refused": [tuple(guess) for guess in refused],
            "n_guesses": 1,
            "n_boards_shown": 0,
        }
    )
    advice = advise(request, control or Control())
    if not advice.guesses:
        raise IllegalStateError(f"there is nothing to guess: {advice.why}")
    return advice.guesses[0].cards


def report_skill(request: PokleRequest, control: Control) -> SkillReport:
    """What each guess of a game cost against the best guess."""
    steps = [_skill_step(request, played, control) for played in range(len(request.rows))]
    total = sum(step.cost for step in steps)
    summary = f"{len(steps)} guesses, {total:.2f} lost against the best play"
    return SkillReport(steps=tuple(steps), total_cost=total, summary=summary)


def _skill_step(request: PokleRequest, played: int, control: Control) -> SkillStep:
    before = request.model_copy(update={"rows": request.rows[:played], "n_guesses": 1})
    after = request.model_copy(update={"rows": request.rows[: played + 1], "n_guesses": 1})
    asked, got = advise(before, control), advise(after, control)
    row, best = request.rows[played], asked.guesses[0]
    return SkillStep(
        guess=row.guess,
        colors=row.colors,
        boards_before=asked.boards_left,
        boards_after=got.boards_left,
        expected_guesses=best.expected_guesses,
        best=best.cards,
        best_expected_guesses=best.expected_guesses,
        cost=0.0,
        luck=0.0,
    )

"""Pokle advice: the boards that are left and the best next guess, ready to be shown.

A ranked list, a guess of one's own beside it, a sample of boards, one sentence why. What looks at a
game from outside, its skill and all its boards, is in `pokle_game.py`.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, cast

import numpy as np
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    model_validator,
)

from assistant.advice import Advice
from assistant.requests import CardsField, Request
from engine.cards import Card, format_cards, parse_cards
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import (
    Row,
    boards_are,
    check_guess,
    explain_impossible,
    explain_no_board,
    guess_rows,
    matching,
    parse_row,
)
from engine.pokle.rules import N_GUESSES, BoardRule, Hole, Places, Puzzle, as_cards
from engine.pokle.space import GuessSpace, Ranking, RatedGuess, guess_space, sample_of
from engine.pokle.strategy import MANY_BOARDS, GuessSearch
from engine.words import counted

Hands = tuple[CardsField, CardsField, CardsField]


def _read_row(value: Any) -> Any:
    if isinstance(value, str):
        return parse_row(value)
    if isinstance(value, dict) and value.keys() == {"guess", "colors"}:
        guess = value["guess"]
        return Row(parse_cards(guess) if isinstance(guess, str) else tuple(guess), value["colors"])
    return value


RowField = Annotated[Row, BeforeValidator(_read_row), PlainSerializer(str, return_type=str)]
"""A guess with its colours in a model: read from and written as "QS 10S AS 6C 6D=gyege"."""


class PokleRequest(Request):
    """Three hands, their places on each street, and the guesses made so far."""

    game: ClassVar[str] = "pokle"

    hole: Hands
    flop: Places
    turn: Places
    river: Places
    rows: tuple[RowField, ...] = ()
    refused: tuple[CardsField, ...] = ()
    board_rule: BoardRule = "no_kickers"
    suit_pardon: bool = True
    boards_only: bool = False  # only guesses that can be the board
    own_guess: CardsField | None = None  # a guess of one's own, to be rated beside the best
    n_guesses: int = Field(default=10, ge=1, le=100)
    n_boards_shown: int = Field(default=12, ge=0, le=1000)

    @model_validator(mode="after")
    def _is_a_puzzle(self) -> "PokleRequest":
        self.puzzle()
        if len(self.rows) > N_GUESSES:
            raise InputError(f"{len(self.rows)} guesses: a game has at most {N_GUESSES}")
        if self.own_guess is not None:
            check_guess(self.own_guess)
        return self

    def puzzle(self) -> Puzzle:
        """The puzzle in the engine's words; raises if it is none."""
        hole = cast(Hole, self.hole)  # Puzzle checks that each hand has two cards
        return Puzzle(hole, self.flop, self.turn, self.river, self.board_rule, self.suit_pardon)


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
    played: bool  # expected_guesses and worst_case were played to the end, not estimated
    proven: bool  # of all legal guesses none loses fewer boards, nor needs fewer guesses
    loss_chance: float = 0.0  # that the board is not found within six guesses
    safest: bool = False  # proven that no strategy loses fewer boards
    unavoidable: bool = False  # proven that every strategy loses some
    twins: tuple[CardsField, ...] = ()  # guesses that split the boards in the same way


class PokleAdvice(Advice):
    """What is left and what to guess; `exact` is False if the boards were sampled."""

    boards_left: int
    guesses_left: int
    won: bool = False
    guesses: tuple[RankedGuess, ...] = ()
    own_guess: RankedGuess | None = None  # by the same measure as the best
    least_expected: float | None = None  # guesses that no way of playing can beat, on average
    split: tuple[int, ...] = ()  # group sizes of the best guess, for a bar
    sample_boards: tuple[CardsField, ...] = ()


_found: dict[Puzzle, Boards] = {}  # the boards of the puzzles asked last
_N_REMEMBERED = 8


def boards_of(
    puzzle: Puzzle, control: Control, on_sample: Callable[[Boards, float], None] | None = None
) -> Boards:
    """All boards of a puzzle, remembered while the same puzzle is asked again."""
    boards = _found.get(puzzle)
    if boards is None:
        boards = find_boards(puzzle, control, on_sample)
        if not len(boards):
            raise explain_impossible(puzzle)
        while len(_found) >= _N_REMEMBERED:
            _found.pop(next(iter(_found)), None)
        if len(boards) <= MANY_BOARDS:
            _found[puzzle] = boards
    return boards


def boards_left(
    request: PokleRequest,
    control: Control,
    on_sample: Callable[[Boards, float], None] | None = None,
) -> Boards:
    """The boards that fit the puzzle and all rows; if there is none, the error says why."""
    puzzle, rows = request.puzzle(), request.rows
    known = boards_of(puzzle, control, on_sample)
    left = known.take(matching(puzzle, known, rows)) if rows else known
    if not len(left):
        raise explain_no_board(puzzle, known, rows)
    return left


def advise(request: PokleRequest, control: Control) -> PokleAdvice:
    """The boards that are left and the ranked guesses.

    Of very many boards a sample answers first, as an early answer that says so. If the best of
    few boards is not proven at once and somebody listens, it is told, and the proof goes on.
    """
    rows = request.rows
    early: list[PokleAdvice] = []

    def answer_early(sample: Boards, share: float) -> None:
        early.extend(_from_sample(request, sample, share, control))
        if early:
            control.report(int(100 * share), 100, "searching boards", early[0])

    try:
        left = boards_left(request, control, answer_early)
    except Cancelled:
        if early:
            return early[0]
        raise
    n_left = N_GUESSES - len(rows)
    if not n_left or any(row.is_won for row in rows):
        return _ended(request, left, control)
    control.report(1, 1, "ranking guesses", _counted(request, left, control))
    search = GuessSearch(left, _space(request), control, n_left)
    ranking = search.rank(request.n_guesses)
    if search.can_prove and not search.is_proven and control.on_progress is not None:
        control.report(1, 1, "proving the best guess", _advice(request, left, ranking, control))
        ranking = search.go_on()
    if search.may_save_boards:
        ranking = search.save_boards()
    if not search.is_proven:
        ranking = search.bound_from_below()
    return _advice(request, left, ranking, control, _own_guess(request, search))


def _space(request: PokleRequest) -> GuessSpace:
    space = guess_space(request.puzzle(), request.refused)
    return replace(space, boards_only=space.boards_only or request.boards_only)


def _own_guess(request: PokleRequest, search: GuessSearch) -> RankedGuess | None:
    if request.own_guess is None:
        return None
    rated = search.rate(guess_rows([request.own_guess])[0])
    return _ranked(rated).model_copy(update={"cards": request.own_guess})


def _counted(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    """What is known before the guesses are ranked: the boards left, and some of them."""
    return PokleAdvice(
        why=f"{boards_are(len(left))} left; ranking the guesses",
        exact=False,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=N_GUESSES - len(request.rows),
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _from_sample(
    request: PokleRequest, sample: Boards, share: float, control: Control
) -> Iterator[PokleAdvice]:
    """A first answer from the boards found so far, if the rows leave any of them."""
    puzzle, rows = request.puzzle(), request.rows
    left = sample.take(matching(puzzle, sample, rows))
    n_left = N_GUESSES - len(rows)
    if not len(left) or not n_left or any(row.is_won for row in rows):
        return
    quiet = replace(control, on_progress=None)  # its progress is not that of the whole
    asked = left.take(sample_of(len(left), MANY_BOARDS))
    search = GuessSearch(asked, _space(request), quiet, n_left)
    ranking = replace(search.rank(request.n_guesses), exact=False)
    advice = _advice(request, asked, ranking, control)
    estimate = round(len(left) / share)
    why = f"from a sample of {len(asked):,} of about {estimate:,} boards: {advice.why}"
    yield advice.model_copy(
        update={
            "why": why,
            "n_samples": len(asked),
            "boards_left": estimate,
        }
    )


def _advice(
    request: PokleRequest,
    left: Boards,
    ranking: Ranking,
    control: Control,
    own_guess: RankedGuess | None = None,
) -> PokleAdvice:
    guesses = tuple(map(_ranked, ranking.guesses))
    least_expected = ranking.least_expected if ranking.exact else None  # a sample bounds nothing
    return PokleAdvice(
        why=_why(len(left), guesses[0], least_expected),
        least_expected=least_expected,
        own_guess=own_guess,
        exact=ranking.exact,
        n_samples=ranking.n_samples,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=N_GUESSES - len(request.rows),
        guesses=guesses,
        split=guesses[0].group_sizes,
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _ended(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    """A game that is won, or out of guesses."""
    return PokleAdvice(
        why=_why_ended(request, len(left)),
        exact=True,
        elapsed_s=control.elapsed_s,
        boards_left=len(left),
        guesses_left=N_GUESSES - len(request.rows),
        won=any(row.is_won for row in request.rows),
        sample_boards=_sample(left, request.n_boards_shown),
    )


def _why_ended(request: PokleRequest, n_left: int) -> str:
    """How the game ended, and what is still not certain: suits that were pardoned."""
    wins = [number for number, row in enumerate(request.rows, 1) if row.is_won]
    fit = f"{counted(n_left, 'board')} still fit{'s' if n_left == 1 else ''}"
    own = "; your own guess is not rated: the game is over" if request.own_guess else ""
    if not wins:
        return f"no guess is left; {fit}{own}"
    guess = format_cards(request.rows[wins[0] - 1].guess)
    won = f"won in {counted(wins[0], 'guess', 'guesses')} with {guess}"
    return won + (f"; {fit}, as suits are pardoned" if n_left > 1 else "") + own


def _ranked(guess: RatedGuess) -> RankedGuess:
    return RankedGuess(
        cards=as_cards(guess.cards),
        entropy=guess.entropy,
        win_chance=guess.win_share,
        expected_guesses=guess.expected,
        worst_case=guess.worst,
        group_sizes=guess.sizes,
        inside=guess.inside,
        played=guess.played,
        proven=guess.proven,
        loss_chance=guess.loss_share,
        safest=guess.safest,
        unavoidable=guess.unavoidable,
        twins=tuple(map(as_cards, guess.twins)),
    )


def _why(n_left: int, best: RankedGuess, least_expected: float | None) -> str:
    if n_left == 1:
        return "only this board is left"
    groups = counted(len(best.group_sizes), "group")
    about = "" if best.played else "about "
    text = (
        f"splits {n_left:,} boards into {groups}; {best.win_chance:.0%} to win now; "
        f"{about}{best.expected_guesses:.2f} guesses on average, this one included"
    )
    text += _how_good(best, least_expected)
    if best.loss_chance:
        text += f"; {best.loss_chance:.0%} of the boards come too late"
        text += ", which no guess avoids" if best.unavoidable else ""
    return text


def _how_good(best: RankedGuess, least_expected: float | None) -> str:
    """What is certain of a guess, against all ways of playing."""
    if best.proven:
        return ", proven the fewest"
    if least_expected is None:
        return ""
    if not best.played:  # its own figure is an estimate: how far it is off is not certain
        return f"; no guess can need fewer than {math.floor(100 * least_expected) / 100:.2f}"
    gap = best.expected_guesses - least_expected
    return f", at most {gap:.2f} more than the fewest possible" if gap > 0 else ""


def own_words(own: RankedGuess, best: RankedGuess) -> str:
    """What a guess of one's own is worth beside the best, in a sentence."""
    cost = own.expected_guesses - best.expected_guesses
    worth = "as good as the best" if cost < 0.005 else f"{cost:.2f} guesses worse than the best"
    return (
        f"your guess is {worth}: it leaves {counted(len(own.group_sizes), 'group')}, "
        f"the largest of {max(own.group_sizes):,}, and wins now with {own.win_chance:.1%}"
    )


def _sample(left: Boards, count: int) -> tuple[tuple[Card, ...], ...]:
    """Boards spread evenly over all that are left."""
    count = min(count, len(left))
    chosen = np.linspace(0, len(left) - 1, count).astype(np.intp)
    return tuple(as_cards(row) for row in left.cards[chosen])

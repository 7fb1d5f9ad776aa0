"""Pokle advice: the boards that are left and the best next guess, ready to be shown.

A ranked list, a guess of one's own beside it, a sample of boards, one sentence why. The review of a
game and the list of all its boards are in `pokle_game.py`.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
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
from engine.cards import Card, in_symbols, parse_cards
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.pokle.boards import Boards, find_boards
from engine.pokle.feedback import (
    Row,
    boards_are,
    boards_that_fit,
    check_guess,
    finished,
    guess_rows,
    matching,
    parse_row,
)
from engine.pokle.guesses import EvaluatedGuess, GuessRanking, LegalGuesses, legal_guesses
from engine.pokle.many_boards import sample_of
from engine.pokle.rules import N_GUESSES, BoardRule, Hole, Places, Puzzle, as_cards
from engine.pokle.search import LIMITS, Effort, GuessSearch
from engine.words import counted, in_words

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
    own_guess: CardsField | None = None  # a guess of one's own, evaluated beside the best
    effort: Effort = Effort.PATIENT
    n_guesses: int = Field(default=10, ge=1, le=100)
    n_boards_shown: int = Field(default=12, ge=0, le=1000)

    @model_validator(mode="after")
    def _check(self) -> "PokleRequest":
        self.puzzle()
        if len(self.rows) > N_GUESSES:
            raise InputError(f"{len(self.rows)} guesses: a game has at most {N_GUESSES}")
        if self.own_guess is not None:
            check_guess(self.own_guess)
        return self

    @property
    def guesses_left(self) -> int:
        """Guesses that are not made yet; a row without all its colours is not made."""
        return N_GUESSES - len(finished(self.rows))

    def legal(self) -> LegalGuesses:
        """Return what may be guessed."""
        return legal_guesses(self.puzzle(), self.refused, self.boards_only)

    def puzzle(self) -> Puzzle:
        """Return the engine's puzzle; raise if the request is not a valid one."""
        hole = cast(Hole, self.hole)  # Puzzle checks that each hand has two cards
        return Puzzle(hole, self.flop, self.turn, self.river, self.board_rule, self.suit_pardon)


class RankedGuess(BaseModel):
    """One guess of the ranked list, with its figures."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    cards: CardsField
    entropy: float  # bits
    win_chance: float
    expected_guesses: float  # this one included; a board that is not found counts as one more
    worst_case: int
    group_sizes: tuple[int, ...]  # boards in each group, the largest first
    is_board: bool  # may itself be the board
    is_achievable: bool  # the figures were played to the end, not estimated
    proven: bool  # True if no legal guess loses fewer boards or needs fewer guesses
    loss_chance: float = 0.0  # chance that the board is not found within six guesses
    loss_is_minimal: bool = False  # proven that no way of playing loses fewer boards
    loss_is_unavoidable: bool = False  # proven that every way of playing loses some
    equivalent_guesses: tuple[CardsField, ...] = ()  # they split the boards in the same way


class PokleAdvice(Advice):
    """The boards left and the best guesses; `exact` is True if the first is proven best."""

    boards_left: int
    guesses_left: int
    won: bool = False
    guesses: tuple[RankedGuess, ...] = ()
    own_guess: RankedGuess | None = None  # by the same measure as the best
    least_expected: float | None = None  # guesses that no way of playing can beat, if known
    notes: tuple[str, ...] = ()  # rows that are unfinished, cards that a player holds
    split: tuple[int, ...] = ()  # group sizes of the best guess, for a bar
    sample_boards: tuple[CardsField, ...] = ()


_found: dict[Puzzle, Boards] = {}  # the boards of the puzzles asked last
_found_lock = Lock()
_N_REMEMBERED = 8  # at most 15,000 boards each
OnSample = Callable[[Boards, float], None]


def boards_of(puzzle: Puzzle, control: Control, on_sample: OnSample | None = None) -> Boards:
    """Return all boards of a puzzle, remembered while the same puzzle is asked again."""
    with _found_lock:
        known = _found.get(puzzle)
    if known is not None:
        return known
    boards = find_boards(puzzle, control, on_sample)
    if len(boards) <= LIMITS.listed_boards:
        with _found_lock:
            while len(_found) >= _N_REMEMBERED:
                _found.pop(next(iter(_found)))
            boards = _found.setdefault(puzzle, boards)
    return boards


def boards_left(
    request: PokleRequest, control: Control, on_sample: OnSample | None = None
) -> Boards:
    """Return the boards that fit the puzzle and all rows; if there is none, the error says why."""
    puzzle = request.puzzle()
    return boards_that_fit(puzzle, boards_of(puzzle, control, on_sample), request.rows)


def advise(request: PokleRequest, control: Control) -> PokleAdvice:
    """Return the boards that are left and the ranked guesses.

    Each stage of the search is reported as a partial answer. Of very many boards a sample answers
    first, and says so.
    """
    early: list[PokleAdvice] = []

    def answer_early(sample: Boards, share: float) -> None:
        advice = _from_sample(request, sample, share, control)
        if advice is not None:
            early.append(advice)
            # 1 of 1: a finished report is never throttled
            control.report(1, 1, "searching boards", advice)

    try:
        left = boards_left(request, control, answer_early)
    except Cancelled:
        if early:
            return early[0]
        raise
    if not request.guesses_left or any(row.is_won for row in request.rows):
        return _ended(request, left, control)
    control.report(1, 1, "ranking guesses", _counted(request, left, control))
    search = GuessSearch(left, request.legal(), control, request.guesses_left, request.effort)
    for ranking in search.answers(request.n_guesses):
        advice = _advice(request, left, ranking, control)
        control.report(1, 1, "proving the best guess", advice)
    return advice.model_copy(update={"own_guess": _own_guess(request, search)})


def _own_guess(request: PokleRequest, search: GuessSearch) -> RankedGuess | None:
    if request.own_guess is None:
        return None
    evaluated = search.evaluate(guess_rows([request.own_guess])[0])
    return _ranked(evaluated).model_copy(update={"cards": request.own_guess})


def _notes(request: PokleRequest) -> tuple[str, ...]:
    """Return warnings about the rows: missing colours, cards that a player holds."""
    notes = [
        f"Guess {number} does not count yet: {counted(row.n_missing, 'colour')} missing."
        for number, row in enumerate(request.rows, 1)
        if row.n_missing
    ]
    guesses = [(f"Guess {number}", row.guess) for number, row in enumerate(request.rows, 1)]
    guesses += [("Your guess", request.own_guess)] if request.own_guess else []
    dealt = {card: player for player, hand in enumerate(request.hole, 1) for card in hand}
    for name, guess in guesses:
        held = [f"{card.symbol} of player {dealt[card]}" for card in guess if card in dealt]
        if held:
            notes.append(f"{name} holds {in_words(held)}: the page may refuse it.")
    return tuple(notes)


def _counted(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    """Return what is known before the guesses are ranked: the boards left, and some of them."""
    why = f"{boards_are(len(left))} left; ranking the guesses"
    return PokleAdvice(why=why, exact=False, **_position(request, left, control))


def _position(request: PokleRequest, left: Boards, control: Control) -> dict[str, Any]:
    """Return the fields of an advice that do not depend on the guesses."""
    return {
        "elapsed_s": control.elapsed_s,
        "boards_left": len(left),
        "guesses_left": request.guesses_left,
        "notes": _notes(request),
        "sample_boards": _sample(left, request.n_boards_shown),
    }


def _from_sample(
    request: PokleRequest, sample: Boards, share: float, control: Control
) -> PokleAdvice | None:
    """Return a first answer from the boards found so far, if the rows leave any of them."""
    left = sample.take(matching(request.puzzle(), sample, request.rows))
    is_won = any(row.is_won for row in request.rows)
    if not len(left) or not request.guesses_left or is_won:
        return None
    quiet = replace(control, on_progress=None)  # its progress is not that of the whole
    asked = left.take(sample_of(len(left), LIMITS.listed_boards))
    search = GuessSearch(asked, request.legal(), quiet, request.guesses_left)
    advice = _advice(request, asked, next(search.answers(request.n_guesses)), control, True)
    estimate = round(len(left) / share)
    why = f"from a sample of {len(asked):,} of about {estimate:,} boards: {advice.why}"
    reason = f"from a sample of {len(asked):,} of about {estimate:,} boards: {advice.reason}"
    changes = {"why": why, "reason": reason, "n_samples": len(asked), "boards_left": estimate}
    return advice.model_copy(update=changes)


def _advice(
    request: PokleRequest,
    left: Boards,
    ranking: GuessRanking,
    control: Control,
    is_sample: bool = False,
) -> PokleAdvice:
    guesses = tuple(map(_ranked, ranking.guesses))
    return PokleAdvice(
        why=_why(request, len(left), ranking, is_sample),
        reason=_reason(request, len(left), ranking, is_sample),
        # the bound is of all boards, found without a loss
        least_expected=None if is_sample or ranking.best.loss_chance else ranking.least_expected,
        exact=ranking.best.proven and not is_sample,
        guesses=guesses,
        split=guesses[0].group_sizes,
        **_position(request, left, control),
    )


def _ended(request: PokleRequest, left: Boards, control: Control) -> PokleAdvice:
    """Return the answer for a game that is won, or out of guesses."""
    return PokleAdvice(
        why=_why_ended(request, len(left)),
        exact=True,
        won=any(row.is_won for row in request.rows),
        **_position(request, left, control),
    )


def _why_ended(request: PokleRequest, n_left: int) -> str:
    """Say how the game ended, and what is still not certain: suits that were pardoned."""
    wins = [number for number, row in enumerate(request.rows, 1) if row.is_won]
    fit = f"{counted(n_left, 'board')} still fit{'s' if n_left == 1 else ''}"
    own = "; your own guess is not rated: the game is over" if request.own_guess else ""
    if not wins:
        return f"no guess is left; {fit}{own}"
    guess = in_symbols(request.rows[wins[0] - 1].guess)
    won = f"won in {counted(wins[0], 'guess', 'guesses')} with {guess}"
    return won + (f"; {fit}, because wrong suits there are forgiven" if n_left > 1 else "") + own


def _ranked(guess: EvaluatedGuess) -> RankedGuess:
    figures = RankedGuess.model_fields.keys() - {"cards", "equivalent_guesses"}
    return RankedGuess(
        cards=as_cards(guess.cards),
        equivalent_guesses=tuple(map(as_cards, guess.equivalent_guesses)),
        **{name: getattr(guess, name) for name in figures},
    )


def _why(request: PokleRequest, n_left: int, ranking: GuessRanking, is_sample: bool) -> str:
    """Return what the best guess is worth, then how it splits the boards."""
    best = ranking.best
    if best.win_chance == 1:
        every = f"whichever of the {n_left:,} boards it is"
        return "only this board is left" if n_left == 1 else f"wins now, {every}"
    split = _split(n_left, best)
    if best.loss_chance:
        lost = f"{best.loss_chance:.1%} chance of running out of guesses"
        return f"{lost}{', whatever you play' * best.loss_is_unavoidable}; {split}"
    about = "" if best.is_achievable else "about "
    average = f"{about}{best.expected_guesses:.2f} guesses on average, this one included"
    return f"{average}{'' if is_sample else _how_good(request, ranking)}; {split}"


def _reason(request: PokleRequest, n_left: int, ranking: GuessRanking, is_sample: bool) -> str:
    """Return the why without the guesses that are expected."""
    best = ranking.best
    if best.win_chance == 1 or best.loss_chance:
        return _why(request, n_left, ranking, is_sample)
    good = "" if is_sample else _how_good(request, ranking).lstrip(",; ")
    return "; ".join(filter(None, [good, _split(n_left, best)]))


def _split(n_left: int, best: EvaluatedGuess) -> str:
    groups = counted(len(best.group_sizes), "group")
    return f"splits {n_left:,} boards into {groups}; {_wins_now(best.win_chance)}"


def _wins_now(chance: float) -> str:
    return f"wins now {chance:.1%} of the time" if chance else "can't win now"


def _how_good(request: PokleRequest, ranking: GuessRanking) -> str:
    """Say what is certain of a guess, against all ways of playing."""
    if ranking.best.proven:
        among = " of guesses that can be the board" if request.legal().boards_only else ""
        return f", proven the fewest{among}"
    if ranking.gap is None:  # its own figure is an estimate: how far it is off is not certain
        least = math.floor(100 * ranking.least_expected) / 100
        return f"; no guess can need fewer than {least:.2f}"
    return f", at most {ranking.gap:.2f} more than the fewest possible"


def own_words(own: RankedGuess, best: RankedGuess) -> str:
    """Say what a guess of one's own is worth beside the best, in a sentence."""
    groups = counted(len(own.group_sizes), "group")
    return (
        f"your guess is {_worth(own, best)}: it makes {groups}, the largest of "
        f"{counted(max(own.group_sizes), 'board')}, and {_wins_now(own.win_chance)}"
    )


def _worth(own: RankedGuess, best: RankedGuess) -> str:
    lost = own.loss_chance - best.loss_chance
    cost = own.expected_guesses - best.expected_guesses
    if lost > 0:
        return f"{lost:.1%} likelier to run out of guesses than the best"
    return "as good as the best" if cost < 0.005 else f"{cost:.2f} guesses worse than the best"


def _sample(left: Boards, count: int) -> tuple[tuple[Card, ...], ...]:
    """Return boards spread evenly over all that are left."""
    count = min(count, len(left))
    chosen = np.linspace(0, len(left) - 1, count).astype(np.intp)
    return tuple(as_cards(row) for row in left.cards[chosen])

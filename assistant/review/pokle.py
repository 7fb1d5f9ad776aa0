"""Pokle's judge: the solver, which knows what every guess is worth.

Values are guesses below zero, counted from the start of the game, so that more is better as in the
other games. The reference player is the solver itself: play and losses are the same figures. Six
guesses lie between the best result and the worst, so 0.3 guesses are 5 points of 100; a wasted
guess costs one, a blunder.
"""

from dataclasses import replace

from assistant.play.pokle import PokleRace
from assistant.play.record import Record
from assistant.review.decisions import Review, ReviewedDecision
from assistant.review.judgement import THRESHOLDS, Judgement, Mark, mark_of
from assistant.review.rounds import apply_move, dealt
from assistant.review.summary import account_for
from engine.cards import format_cards, in_symbols
from engine.control import Control
from engine.errors import InputError
from engine.pokle.boards import find_boards
from engine.pokle.games import ReviewedGuess, review_game
from engine.pokle.rules import N_GUESSES, as_cards
from engine.words import counted

UNIT = "expected guesses"
SAME = 1e-9
SPAN = float(N_GUESSES)  # from one guess to a game that is lost, which counts as one more than all


def review_race(record: Record, seat: int, control: Control) -> Review:
    """Review the guesses of one seat of a race."""
    race = dealt(record)
    assert isinstance(race, PokleRace)
    numbers = []  # places of the player's guesses among the moves of all seats
    for number, move in enumerate(move for moves in record.decisions for move in moves):
        if race.seat == seat:
            numbers.append(number)
        apply_move(race, move, number, record)
    if not race.is_done(seat):
        raise InputError("This game of Pokle is not finished yet: play it to its end first.")
    boards = find_boards(race.puzzle, control)
    guesses = review_game(race.puzzle, boards, race.rows[seat], control)
    reviewed = (_reviewed(made, guess) for made, guess in enumerate(guesses))
    decisions = tuple(
        replace(each, number=number) for each, number in zip(reviewed, numbers, strict=True)
    )
    judgements = [each.judgement for each in decisions if each.judgement is not None]
    start = judgements[0].reference  # every puzzle is its own game: no luck in the deal
    account = account_for(-float(race.guesses(seat)), start, judgements)
    return Review("pokle", seat, record.names, UNIT, decisions, (account,))


def _reviewed(made: int, guess: ReviewedGuess) -> ReviewedDecision:
    value, best = (-(made + each.expected_guesses) for each in (guess.made, guess.best))
    loss = guess.cost
    mark = mark_of(loss / SPAN, THRESHOLDS["pokle"]) if loss > SAME else Mark.BEST
    judgement = Judgement(
        played=0,
        best=0 if loss <= SAME else 1,
        values=(value, best),
        reference=best,
        loss=loss,
        half_width=0.0,
        mark=mark,
        is_decided=guess.best.proven,
        n_worlds=guess.n_before,
        lead=loss,
        span=SPAN,
    )
    cards = (guess.row.guess, as_cards(guess.best.cards))
    played, better = (format_cards(each) for each in cards)
    is_best = loss <= SAME
    return ReviewedDecision(
        made,
        1,
        in_symbols(cards[0]),
        in_symbols(cards[0 if is_best else 1]),
        judgement,
        moves=(played,),
        best_moves=(played if is_best else better,),
        kind="guess",
        reason="" if is_best else _reason(guess),
    )


def _reason(guess: ReviewedGuess) -> str:
    """Return what the better guess leaves, counted over the boards."""
    made, best = guess.made, guess.best
    return (
        f"{counted(guess.n_before, 'board')} {'was' if guess.n_before == 1 else 'were'} possible: "
        f"it takes {made.expected_guesses:.2f} guesses more with this one, "
        f"{best.expected_guesses:.2f} with the best, on average."
    )

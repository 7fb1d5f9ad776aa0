"""Pokle's judge: the solver, which knows what every guess is worth.

Values are guesses below zero, counted from the start of the game, so that more is better as in the
other games. The reference player is the solver itself: play and losses are the same figures.
"""

from assistant.play.pokle import PokleRace
from assistant.play.record import Record
from assistant.review.decisions import Review, ReviewedDecision, dealt
from assistant.review.judgement import Judgement, Mark, mark_of
from assistant.review.summary import account_for
from engine.cards import format_cards
from engine.control import Control
from engine.errors import InputError
from engine.pokle.boards import find_boards
from engine.pokle.games import ReviewedGuess, review_game
from engine.pokle.rules import as_cards

UNIT = "expected guesses"
SAME = 1e-9


def review_race(record: Record, seat: int, control: Control) -> Review:
    """Review the guesses of one seat of a race."""
    race = dealt(record)
    assert isinstance(race, PokleRace)
    for moves in record.decisions:
        for move in moves:
            race.apply(move)
    if not race.is_done(seat):
        raise InputError("This game of Pokle is not finished yet: play it to its end first.")
    boards = find_boards(race.puzzle, control)
    guesses = review_game(race.puzzle, boards, race.rows[seat], control)
    decisions = tuple(_reviewed(made, guess) for made, guess in enumerate(guesses))
    judgements = [each.judgement for each in decisions if each.judgement is not None]
    start = judgements[0].reference  # every puzzle is its own game: no luck in the deal
    account = account_for(-float(race.guesses(seat)), start, judgements)
    return Review("pokle", seat, record.names, UNIT, decisions, (account,))


def _reviewed(made: int, guess: ReviewedGuess) -> ReviewedDecision:
    value, best = (-(made + each.expected_guesses) for each in (guess.made, guess.best))
    loss = guess.cost
    mark = mark_of(loss) if loss > SAME else Mark.BEST
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
    )
    cards = (guess.row.guess, as_cards(guess.best.cards))
    played, better = (format_cards(each) for each in cards)
    return ReviewedDecision(made, 1, played, played if loss <= SAME else better, judgement)

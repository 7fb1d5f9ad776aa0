"""Slave's chances against its results: matches of two rounds between searching players.

Every seat plays as the search agent does. At its first decision of a round, and at every fourth
one after it, a seat is asked for the chances of its move. They come from deals of their own: with
few tries the best of many moves looks better than it is in the deals that chose it. The first
round and the round after an exchange are measured, the chance of King and of Slave; what is certain
by the rules (the last cards go) is not a chance and not counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from assistant.calibration.statements import CalibrationPlan, Condition, Measurements, Statement
from engine.control import Control
from engine.slave.card import N_SEATS
from engine.slave.evaluation import race_moves
from engine.slave.exchange import gift_by_shape
from engine.slave.match import SlaveMatch
from engine.slave.policy import load_policy
from engine.slave.rules import KIND_NAMES, TITLE_NAMES, decode_action, kind_of_action
from engine.slave.search import Search, settings_for, settings_for_chances
from engine.slave.view import PlayerView

ROUNDS = ("first round", "after an exchange")
FIGURES = (("King", 0), ("Slave", 3))
CARDS_PLAYED = (0, 13, 26, 39)  # in place of turns: the first of each bucket
CHOICE_TRIES = 2  # the move is chosen with so many times the tries
ASKED_EVERY = 4  # one in so many decisions of a seat is asked about
# Swaps of cards between two deals: tries are few here, and should not resemble each other.
N_SWAPS = 20


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that one seat got about its move: when, the chance of each title, and the
    result.
    """

    round_number: int
    seat: int
    phase: str
    cards_played: int
    action: int
    said: tuple[float, ...]
    title: int


def measure(plan: CalibrationPlan, control: Control) -> Measurements:
    """Play the matches and collect what was said."""
    answers: list[tuple[int, Answer]] = []
    for number in range(plan.n_games):
        if control.should_stop():
            break
        answers += [(number, answer) for answer in play_match(number, plan)]
        control.report(number + 1, plan.n_games, "Slave")
    return Measurements(
        [
            Condition(
                f"Slave, {words}: chance of {name}",
                [
                    _statement(number, answer, title)
                    for number, answer in answers
                    if answer.round_number == round_number
                ],
                CARDS_PLAYED,
                n_seats=N_SEATS,
                unit="cards played",
            )
            for round_number, words in enumerate(ROUNDS, 1)
            for name, title in FIGURES
        ]
    )


def _statement(game: int, answer: Answer, title: int) -> Statement:
    return Statement(
        game=game,
        seat=answer.seat,
        phase=answer.phase,
        turn=answer.cards_played,
        move=KIND_NAMES[kind_of_action(answer.action)],
        said=answer.said[title],
        happened=float(answer.title == title),
    )


def play_match(number: int, plan: CalibrationPlan) -> Iterator[Answer]:
    """Play two rounds; yield everything that was said in them."""
    match = SlaveMatch(plan.game_seed(number), n_rounds=len(ROUNDS))
    agent = Search(settings_for(CHOICE_TRIES * plan.n_tries), seed=number)
    asked: list[tuple[PlayerView, int, tuple[float, ...]]] = []
    n_decisions = [0] * N_SEATS
    while not match.is_over:
        seat, n_rounds = match.current_seat, match.rounds_completed
        view = match.view(seat)
        if match.phase == "exchange":
            match.apply(gift_by_shape(view))
            continue
        action = agent.run(view).best
        is_certain = len(decode_action(action, view.hand).cards) == view.cards_left(seat)
        if n_decisions[seat] % ASKED_EVERY == 0 and not is_certain:
            asked.append((view, action, chances(view, action, plan.n_tries, number + 1)))
        n_decisions[seat] += 1
        match.apply(action)
        if match.rounds_completed > n_rounds:
            places = match.places()
            for seen, action, said in asked:
                yield _answer(seen, action, said, n_rounds + 1, places[seen.seat])
            asked, n_decisions = [], [0] * N_SEATS


def chances(view: PlayerView, action: int, n_tries: int, seed: int) -> tuple[float, ...]:
    """Return the chance of every title after a move, King first."""
    settings = replace(settings_for_chances(n_tries), keep=1, n_swaps=N_SWAPS)
    places = race_moves(view, np.array([action], np.int64), settings, load_policy(), seed)[0]
    return tuple(np.bincount(places, minlength=4) / len(places))


def _answer(
    view: PlayerView, action: int, said: tuple[float, ...], round_number: int, title: int
) -> Answer:
    titles, left = view.titles, sum(view.cards_left(seat) for seat in range(N_SEATS))
    phase = "no title" if titles is None else TITLE_NAMES[titles[view.seat]]
    return Answer(round_number, view.seat, phase, 52 - left, action, said, title)

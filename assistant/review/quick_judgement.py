"""Judge decisions of many games in few deals each: for means over a thousand decisions.

A single judgement of this kind is noisy, but its lead is as likely too high as too low.
"""

import random

from assistant.play.record import Record
from assistant.review.decisions import OwnDecision, find_judge, walk
from assistant.review.judgement import Judgement, judge
from engine.control import Control


def judge_sample(
    record: Record, seat: int, n_worlds: int, n_decisions: int, seed: int, control: Control
) -> list[Judgement]:
    """Judge some free decisions of a seat, chosen at random, in `n_worlds` deals each."""
    judge_of_game = find_judge(record.game)
    judge_of_game.prepare(control)
    rng = random.Random(f"{seed} {record.seed} {seat}")
    free = free_decisions(record, seat)
    found, sampling = [], Control(cancel=control.cancel)  # a sample is whole, or cancelled
    for own in sorted(rng.sample(free, min(n_decisions, len(free))), key=lambda own: own.number):
        control.check()
        question = judge_of_game.ask(own, rng.getrandbits(60))
        sample = question.sample(n_worlds, rng.getrandbits(60), sampling)
        found.append(judge(sample.results, 0, sample.reference, judge_of_game.error))
    return found


def free_decisions(record: Record, seat: int) -> list[OwnDecision]:
    """Return the decisions of a seat in which it had a choice."""
    rounds = walk(record, seat, find_judge(record.game))
    return [own for each in rounds for own in each.decisions if not own.is_forced]

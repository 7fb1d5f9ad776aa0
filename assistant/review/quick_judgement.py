"""Judge decisions of many games quickly: for means over hundreds of decisions.

A single judgement of this kind is noisy, but its lead is as likely too high as too low: the best
move is chosen in other deals than those in which it is measured. Slave's decisions are tried in few
deals; Konkan's are judged by the advisor's search, whose networks value positions in the place of
long playouts.
"""

import random

from assistant.play.konkan import KonkanState
from assistant.play.record import Record
from assistant.review.judgement import THRESHOLDS, Judgement, judge, mark_of
from assistant.review.judges import find_judge
from assistant.review.rounds import OwnDecision, walk
from engine.control import Control
from engine.konkan.search import SearchConfig, search

N_SIMULATIONS = 160
ALL_TURNS = 1_000


def judge_sample(
    record: Record, seat: int, n_worlds: int, n_decisions: int, seed: int, control: Control
) -> list[Judgement]:
    """Judge some free decisions of a seat, chosen at random; `n_worlds` deals each in Slave."""
    rng = random.Random(f"{seed} {record.seed} {seat}")
    free = free_decisions(record, seat)
    found = []
    for own in sorted(rng.sample(free, min(n_decisions, len(free))), key=lambda own: own.number):
        control.check()
        seeds = rng.getrandbits(60), rng.getrandbits(60)
        if isinstance(own.state, KonkanState):
            judged = judge_by_search(own, seeds)
            found += [] if judged is None else [judged]
        else:
            found.append(_judge_by_deals(own, record.game, n_worlds, seeds, control))
    return found


def _judge_by_deals(
    own: OwnDecision, game: str, n_worlds: int, seeds: tuple[int, int], control: Control
) -> Judgement:
    judge_of_game = find_judge(game)
    judge_of_game.prepare(control)
    whole = Control(cancel=control.cancel)  # a sample is whole, or the job cancelled
    sample = judge_of_game.ask(own, seeds[0]).sample(n_worlds, seeds[1], whole)
    return judge(sample.results, 0, sample.reference, judge_of_game.thresholds, judge_of_game.error)


def judge_by_search(own: OwnDecision, seeds: tuple[int, int]) -> Judgement | None:
    """Judge a turn of Konkan by two searches: one chooses the best turn, the other measures it.

    None if the turn played is not among those that the search considers.
    """
    assert isinstance(own.state, KonkanState)
    observation = own.state.game.observation(own.state.game.seat)
    chosen, measured = (
        search(observation, SearchConfig(N_SIMULATIONS, seed=seed, candidates=ALL_TURNS))
        for seed in seeds
    )
    turns = {turn.turn: turn for turn in measured.actions}
    played, best = turns.get(own.moves), turns.get(chosen.best.turn)
    if played is None or best is None:
        return None
    ordered = [played, *(turn for turn in measured.actions if turn is not played)]
    lead = played.behind - best.behind
    return Judgement(
        played=0,
        best=ordered.index(best),
        values=tuple(turn.values[measured.me] for turn in ordered),
        reference=measured.win_share,
        loss=max(lead, 0.0),
        half_width=0.0,
        mark=mark_of(lead, THRESHOLDS["konkan"]),
        is_decided=False,
        n_worlds=N_SIMULATIONS,
        lead=lead,
    )


def free_decisions(record: Record, seat: int) -> list[OwnDecision]:
    """Return the decisions of a seat in which it had a choice."""
    rounds = walk(record, seat, find_judge(record.game))
    return [own for each in rounds for own in each.decisions if not own.is_forced]

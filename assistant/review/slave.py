"""Slave's judge: every play and every gift, by the expected title from 0 (Slave) to 1 (King).

Deals come from chains in which neighbours are alike, so many chains are used, each with a seed of
its own. They are interleaved in pairs: the even worlds, which choose the best move, say nothing of
the odd ones, which measure it, and the ± is that of the means of whole pairs.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from assistant.play.game import Decision, State
from assistant.play.slave import EXCHANGE, PASS_MOVE, SlaveState, move_code
from assistant.review.judgement import THRESHOLDS, Results
from assistant.review.judges import (
    N_THREADS,
    Consequence,
    Judge,
    Outcomes,
    Question,
    Sample,
    clearest,
    mid_sentence,
)
from assistant.review.rounds import OwnDecision, in_words
from engine.control import Control
from engine.slave.actions import N_ACTIONS
from engine.slave.card import from_mask
from engine.slave.compile import prepare
from engine.slave.evaluation import TITLE_VALUES, Evaluation, evaluate_chains, title_values
from engine.slave.exchange import evaluate_gifts, exchange_of
from engine.slave.explain import contrast_moves, explain_gift
from engine.slave.rules import TITLE_NAMES
from engine.slave.search import candidates
from engine.statistics import student
from engine.words import capital

CHAIN, LONGEST_CHAIN = 10, 40  # deals of one chain
MOST_SHORT = 32  # chains in one pass before they grow longer
NO_TITLE_SHARE = 0.5  # all seats are alike in a first round


class SlaveJudge(Judge):
    """Judges plays and gifts of Slave."""

    unit = "expected title"
    thresholds = THRESHOLDS["slave"]
    first_worlds = 160
    most_worlds = 1_280
    most_for_mistakes = 40_960

    def prepare(self, control: Control) -> None:
        """Compile the kernels if they are not."""
        prepare(control)

    def goes_on(self, before: State, move: str, after: State) -> bool:
        """Return True between two gifts of one seat; every play is its own decision."""
        assert isinstance(before, SlaveState)
        assert isinstance(after, SlaveState)
        return before.match.phase == after.match.phase == EXCHANGE and before.seat == after.seat

    def ask(self, own: OwnDecision, seed: int) -> Question:
        """Return all gifts, or all plays worth distinguishing, as candidates."""
        assert isinstance(own.state, SlaveState)
        if own.state.match.phase == EXCHANGE:
            return _gift_question(own, own.state)
        return _play_question(own, own.state)

    def kind(self, own: OwnDecision) -> str:
        """Return whether to give, to lead, or to beat a play."""
        assert isinstance(own.state, SlaveState)
        if own.state.match.phase == EXCHANGE:
            return "give"
        return "follow" if PASS_MOVE in own.state.legal() else "lead"

    def result(self, state: State, seat: int) -> float:
        """Return the title of the round, 0 to 1."""
        assert isinstance(state, SlaveState)
        return TITLE_VALUES[state.match.places()[seat]]

    def fair_share(self, state: State, seat: int) -> float:
        """Return the middle of the scale; what a title brings into the next round is part of its
        deal.
        """
        return NO_TITLE_SHARE

    def is_first(self, outcomes: Outcomes, own: OwnDecision) -> NDArray[np.bool_]:
        """Return where the own seat became King."""
        return np.equal(outcomes, 0)

    def happened_more_often(
        self, outcomes: Outcomes, own: OwnDecision, names: Sequence[str]
    ) -> Consequence | None:
        """Return which low title came out clearly more often after the move played, or how much
        more rarely King did.
        """
        name = mid_sentence(names[own.state.seat or 0])
        low = clearest(
            [(f"{name} became {TITLE_NAMES[title]}", outcomes == title) for title in (3, 2)]
        )
        missed = clearest([(f"{name} became King", outcomes != 0)])
        if low is not None or missed is None:
            return low
        return Consequence(missed.what, 1 - missed.played, 1 - missed.best)

    def contrast(self, own: OwnDecision, best: Decision) -> str:
        """Return what the move played breaks or spends, and what the better one gains.

        "K♠ breaks the pair of kings; A♥ cannot be beaten, so you lead next." What both do is left
        out. Of gifts everything is named.
        """
        assert isinstance(own.state, SlaveState)
        view = own.state.match.view(own.state.match.current_seat)
        played, better = (in_words(own.state, moves) for moves in (own.moves, best))
        if own.state.match.phase == EXCHANGE:
            exchange = exchange_of(view)
            given, best_gift = (
                explain_gift(exchange.dealt, exchange.given | _gift(moves), exchange.incoming)
                for moves in (own.moves, best)
            )
            return (
                "" if given == best_gift else capital(f"{played}: {given}; {better}: {best_gift}.")
            )
        cost, gain = contrast_moves(view, move_code(own.moves[0]), move_code(best[0]))
        parts = [f"{move} {text}" for move, text in ((played, cost), (better, gain)) if text]
        return capital("; ".join(parts) + ".") if parts else ""

    def error(self, leads: Results) -> float:
        """Return the ± by the means of pairs of chains, because the worlds of a chain are alike.

        Each pass doubles the worlds, so a block that holds whole pairs of the last one holds whole
        pairs of all.
        """
        means = leads.reshape(-1, 2 * max(CHAIN, len(leads) // MOST_SHORT)).mean(axis=1)
        return student(len(means) - 1) * float(means.std(ddof=1)) / math.sqrt(len(means))


def _play_question(own: OwnDecision, state: SlaveState) -> Question:
    view = state.match.view(state.match.current_seat)
    actions = list(dict.fromkeys([move_code(own.moves[0]), *candidates(view).tolist()]))
    moves = tuple((state.move_text(action),) for action in actions)

    def try_moves(kept: Sequence[int], n_worlds: int, seed: int, control: Control) -> Sample:
        tried = [actions[move] for move in kept]
        n_deals = min(max(CHAIN, n_worlds // MOST_SHORT), LONGEST_CHAIN)

        def every_second(first: int) -> list[Evaluation]:
            seeds = range(seed + first, seed + max(2, n_worlds // n_deals), 2)
            found = list[Evaluation]()
            for each in evaluate_chains(view, tried, n_deals, seeds):  # each takes milliseconds
                found.append(each)
                if control.should_stop():
                    break
            return found

        with ThreadPoolExecutor(N_THREADS) as pool:
            pairs = zip(*pool.map(every_second, range(2)), strict=False)  # one may be cut off
            chains = [each for pair in pairs for each in pair]
        places = _interleaved(np.stack([chain.places for chain in chains], axis=1))
        reference = _interleaved(np.stack([chain.reference for chain in chains])[None])[0]
        return _sample(places, reference)

    return Question(moves, try_moves)


def _interleaved(chains: NDArray[np.int8]) -> NDArray[np.int8]:
    """Interleave [move, chain, world] into [move, world], in pairs: even worlds from the first."""
    n_moves, n_chains, n_worlds = chains.shape
    pairs = chains.reshape(n_moves, n_chains // 2, 2, n_worlds)
    return pairs.transpose(0, 1, 3, 2).reshape(n_moves, -1)


def _gift_question(own: OwnDecision, state: SlaveState) -> Question:
    exchange = exchange_of(state.match.view(state.match.current_seat))
    played = exchange.given | _gift(own.moves)
    every = exchange.gifts()
    gifts = np.array([played, *(gift for gift in every if gift != played)], np.int64)
    by_rule = int(np.argmax(exchange.shapes(gifts)))
    moves = tuple(
        tuple(f"give {card!r}" for card in from_mask(int(gift) & ~exchange.given)) for gift in gifts
    )

    def try_moves(kept: Sequence[int], n_worlds: int, seed: int, control: Control) -> Sample:
        tried = list(dict.fromkeys([*kept, by_rule]))
        places = evaluate_gifts(exchange, gifts[tried], n_worlds, seed, control)
        return _sample(places[: len(kept)], places[tried.index(by_rule)])

    return Question(moves, try_moves)


def _gift(moves: Decision) -> int:
    """Return the cards of gifts as a mask."""
    return sum(1 << (move_code(move) - N_ACTIONS) for move in moves)


def _sample(places: NDArray[np.int8], reference: NDArray[np.int8]) -> Sample:
    return Sample(places.astype(np.uint8), title_values(places), title_values(reference))

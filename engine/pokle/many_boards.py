"""Rank guesses for more boards than can be searched: estimates from samples, and exact bounds.

The next guess of very many boards only has to split well. Those that lose the fewest boards for
sure come first, then those that need the fewest guesses by experience.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import Control
from engine.pokle.boards import Boards, board_keys
from engine.pokle.feedback import N_PATTERNS, WON, Patterns
from engine.pokle.guesses import EvaluatedGuess, Evaluation, LegalGuesses, describe_guess
from engine.pokle.rules import CardArray

SAMPLE_BOARDS = 3_000  # boards from which the short list is found
LOSS_BOARDS = 15_000  # boards of some flops from which sure losses are estimated
COUNTED_BOARDS = 500_000  # most boards whose classes are counted
CLASS_RUN = 1_500  # neighbouring boards from which the size of a class is estimated
MAX_CLASS = 16  # boards: two suits differ
SEED = 20_011  # seed of samples: equal questions get equal answers
GROUPS_A_GUESS = 40  # about how many groups a further guess makes of a group
Floats = NDArray[np.float64]


def sample_of(n_boards: int, count: int) -> NDArray[np.intp]:
    """Return the numbers of `count` boards, the same every time; all if there are not more."""
    if n_boards <= count:
        return np.arange(n_boards)
    rng = np.random.default_rng(SEED)
    return np.sort(rng.choice(n_boards, count, replace=False))


def rank_many(
    boards: Boards, legal: LegalGuesses, control: Control, guesses_left: int, count: int
) -> list[EvaluatedGuess]:
    """Return the best guesses of a sample, with their figures over all boards, the best first."""
    sample = boards.take(sample_of(len(boards), SAMPLE_BOARDS))
    search = legal.search(sample)
    found = search.shortlist(max(2, guesses_left), count, lambda: not control.should_stop())
    guesses = [np.frombuffer(cards, np.uint8) for cards, *_ in found] or [legal.any_guess()]
    evaluated = evaluate_many(boards, legal, guesses, guesses_left)
    return sorted(evaluated, key=lambda guess: guess.sort_key)


def evaluate_many(
    boards: Boards, legal: LegalGuesses, guesses: Sequence[CardArray], guesses_left: int
) -> list[EvaluatedGuess]:
    """Return the figures of guesses over all boards, in their order; what follows is estimated."""
    n = len(boards)
    run = _classes(boards.cards[:CLASS_RUN], legal.suit_pardon)
    boards_a_class = len(run) / len(np.unique(run))
    part = _some_flops(boards)
    search, share = legal.search(part), n / len(part)
    evaluated = []
    for guess in guesses:
        patterns = legal.patterns(guess, boards)
        wins_class = legal.one_wins_class(guess)
        lost = search.unfound(guesses_left - 1, guess.tobytes(), wins_class)
        if guesses_left == 1:
            lost, share = int((patterns != WON).sum()), 1.0
        sizes = np.bincount(patterns, minlength=N_PATTERNS)[:WON]
        after = (sizes * guesses_for(sizes / boards_a_class)).sum() if guesses_left > 1 else 0.0
        worst_case = min(guesses_left, likely_worst_case(patterns))
        evaluation = Evaluation(round(lost * share), n + float(after), worst_case, False)
        evaluated.append(describe_guess(boards, guess, patterns, evaluation, guesses_left))
    return evaluated


def guesses_for(n_classes: Floats) -> Floats:
    """Estimate the guesses for each board of a group with so many classes, as measured on real
    puzzles.
    """
    few = np.interp(n_classes, [1, 2, 3], [1, 1.5, 1.75])
    return np.asarray(few + 0.17 * np.log2(np.maximum(n_classes, 3) / 3))


def likely_worst_case(patterns: Patterns) -> int:
    """Return a rough worst case, from the largest group."""
    largest = int(np.bincount(patterns, minlength=N_PATTERNS)[:WON].max())
    further = int(np.ceil(np.log(max(largest, 1)) / np.log(GROUPS_A_GUESS)))
    return 1 + (largest > 0) + further


def tree_bound(boards: Boards, suit_pardon: bool) -> int:
    """Return a lower bound on the total guesses of all boards, whatever is played."""
    if len(boards) > COUNTED_BOARDS:  # assume that all classes are large
        sizes = [MAX_CLASS] * -(-len(boards) // MAX_CLASS)
    else:
        keys = _classes(boards.cards, suit_pardon)
        sizes = np.unique(keys, return_counts=True)[1].tolist()
    return rust_meld.pokle_tree_bound(sizes)


def _classes(cards: CardArray, suit_pardon: bool) -> NDArray[np.int32]:
    """Return a number for each board that is equal for those that win together."""
    keep = np.array([255, 255, 255, 252, 252] if suit_pardon else [255] * 5, np.uint8)
    return board_keys(cards & keep)


def _some_flops(boards: Boards) -> Boards:
    """Return the boards of some flops, all of them if there are few: losses are by flop."""
    keys = board_keys(boards.cards) // (52 * 52)
    flops = np.unique(keys)
    step = 1 + len(boards) // LOSS_BOARDS
    part = boards.take(np.isin(keys, flops[::step]))
    return part.take(np.arange(min(len(part), LOSS_BOARDS)))

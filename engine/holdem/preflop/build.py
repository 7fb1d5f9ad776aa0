"""Build the preflop table: exactly for one opponent, by dealing whole decks for two to six.

The work comes in numbered blocks whose result depends on the seed and the number alone; they may
run anywhere. What is done is kept in a file beside the table, so that a build can be resumed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from math import comb
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

import rust_meld
from engine.control import CancelFlag, Control
from engine.errors import Cancelled, InputError
from engine.files import set_aside, write_with
from engine.holdem.preflop.table import PreflopTable
from engine.holdem.tables import CLASS_OF_COMBO, COMBO_CARDS
from engine.holdem.tally import (
    CATEGORIES,
    N_CATEGORIES,
    N_SEAT_COUNTS,
    N_TALLY,
    TIE_SHARES,
    TIES,
    WINS,
)
from engine.poker.showdown import POT

SEED = 20_260_101
TARGET_ERROR = 1e-4
BLOCK_DECKS = 1 << 16
ROUND_BLOCKS = 8  # between two checks of precision and clock
MAX_DECKS = 1 << 26  # the most decks of one block, so that no count overflows
N_CLASSES = 169
N_FIGURES = 3  # win, tie, equity
MAX_OPPONENTS = 6
N_OTHERS = 22  # other hands on the same board
N_OUTCOMES = (N_OTHERS + 1) * (N_OTHERS + 2) // 2  # (beaten, tied), together at most 22

MapJobs = Callable[[Callable[[int], Any], Iterable[int]], Iterable[Any]]


@dataclass(slots=True)
class Sums:
    """The sums over blocks: per class, opponents less one and figure, with products."""

    n_blocks: NDArray[np.int64]  # shape ()
    hands: NDArray[np.float64]  # (169,) samples
    hands_squared: NDArray[np.float64]
    figures: NDArray[np.float64]  # (169, 6, 3) win, tie, equity
    figures_squared: NDArray[np.float64]
    products: NDArray[np.float64]  # figures times hands, block by block
    seated: NDArray[np.int64]  # (7, 169)
    splits: NDArray[np.int64]  # (7, 169, 2)

    def add(self, other: "Sums") -> None:
        """Add another block's sums."""
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))

    def means(self) -> NDArray[np.float64]:
        """Return win, tie and equity by class and opponents."""
        result: NDArray[np.float64] = self.figures / np.maximum(self.hands, 1)[:, None, None]
        return result

    def errors(self) -> NDArray[np.float64]:
        """Return the standard errors of the means, from how the blocks differ."""
        mean, n = self.means(), np.maximum(self.hands, 1)[:, None, None]
        squares = self.figures_squared - 2 * mean * self.products
        squares = squares + mean**2 * self.hands_squared[:, None, None]
        blocks = max(2, int(self.n_blocks))
        errors: NDArray[np.float64] = np.sqrt(np.maximum(squares, 0) * blocks / (blocks - 1)) / n
        return errors


def no_sums() -> Sums:
    """Return the sums before the first block: all zero."""
    shape = (N_CLASSES, MAX_OPPONENTS, N_FIGURES)
    return Sums(
        np.array(0),
        np.zeros(N_CLASSES),
        np.zeros(N_CLASSES),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros(shape),
        np.zeros((MAX_OPPONENTS + 1, N_CLASSES), np.int64),
        np.zeros((MAX_OPPONENTS + 1, N_CLASSES, 2), np.int64),
    )


def outcome_figures() -> NDArray[np.float64]:
    """Return win, tie and equity of a hand that beats b and ties e of the 22 others: (276,
    6, 3).
    """
    figures, place = np.zeros((N_OUTCOMES, MAX_OPPONENTS, N_FIGURES)), 0
    for tied in range(N_OTHERS + 1):
        for beaten in range(N_OTHERS + 1 - tied):
            for n in range(1, MAX_OPPONENTS + 1):
                ways = [comb(tied, j) * comb(beaten, n - j) for j in range(n + 1)]
                share = sum(w / (j + 1) for j, w in enumerate(ways))
                figures[place, n - 1] = ways[0], sum(ways[1:]), share
                figures[place, n - 1] /= comb(N_OTHERS, n)
            place += 1
    return figures


def run_block(
    number: int,
    seed: int = SEED,
    n_decks: int = BLOCK_DECKS,
    cancel: CancelFlag | None = None,
) -> Sums:
    """Deal one block of decks: the unit of work, on this machine or another.

    Raises `Cancelled` if the flag is set before the block is whole.
    """
    if min(number, seed, n_decks) < 0 or max(number, seed) >= 1 << 31 or n_decks > MAX_DECKS:
        raise InputError(
            f"block {number}, seed {seed}, {n_decks} decks: expected 0 to 2^31 - 1, and at most"
            f" {MAX_DECKS:,} decks"
        )
    sums, flag = no_sums(), cancel or CancelFlag()
    counts = np.zeros((N_CLASSES, N_OUTCOMES), np.int32)
    n_dealt = rust_meld.holdem_decks(
        seed, number, n_decks, flag.array, counts, sums.seated, sums.splits
    )
    if n_dealt < n_decks:
        raise Cancelled(f"block {number} was stopped")
    sums.n_blocks = np.array(1)
    sums.hands = counts.sum(axis=1).astype(np.float64)
    sums.hands_squared = sums.hands**2
    sums.figures = np.tensordot(counts.astype(np.float64), outcome_figures(), 1)
    sums.figures_squared = sums.figures**2
    sums.products = sums.figures * sums.hands[:, None, None]
    return sums


def build_preflop(
    path: Path,
    control: Control,
    *,
    target_error: float = TARGET_ERROR,
    executor: MapJobs | None = None,
    round_blocks: int = ROUND_BLOCKS,
    n_decks: int = BLOCK_DECKS,
) -> PreflopTable:
    """Deal until every standard error is at most the target, then write the table.

    `executor` maps a function over block numbers, as `map` does, here or on a cluster.
    """
    kept = path.with_suffix(".partial.npz")
    sums = _load_sums(kept)
    while not sums.n_blocks or worst_error(sums) > target_error:
        numbers = range(int(sums.n_blocks), int(sums.n_blocks) + round_blocks)
        blocks = (
            executor(_Block(n_decks), numbers) if executor else _run_here(numbers, n_decks, control)
        )
        for block in blocks:
            sums.add(block)
            if control.cancel.is_set():
                break
        _save_sums(kept, sums)
        done, goal = progress(sums, target_error)
        control.report(done, goal, f"standard error {worst_error(sums):.6f}")
        if control.should_stop():
            raise Cancelled(f"stopped after {int(sums.n_blocks)} blocks; run it again to go on")
    table = make_table(sums, exact_against_one(control))
    table.save(path)
    kept.unlink(missing_ok=True)
    return table


def _run_here(numbers: Iterable[int], n_decks: int, control: Control) -> Iterator[Sums]:
    """Run blocks one after the other until the build is cancelled."""
    for number in numbers:
        try:
            yield run_block(number, SEED, n_decks, control.cancel)
        except Cancelled:
            return


@dataclass(frozen=True, slots=True)
class _Block:
    """A picklable function that runs one block: it can be sent to other processes."""

    n_decks: int

    def __call__(self, number: int) -> Sums:
        return run_block(number, SEED, self.n_decks)


def worst_error(sums: Sums) -> float:
    """Return the largest standard error of any figure against two to six opponents."""
    return float(sums.errors()[:, 1:].max())


def progress(sums: Sums, target_error: float) -> tuple[int, int]:
    """Return blocks done, and about how many are needed: errors fall with the root of their
    number.
    """
    done = int(sums.n_blocks)
    return done, max(done, round(done * (worst_error(sums) / target_error) ** 2))


def exact_against_one(control: Control) -> NDArray[np.float64]:
    """Return the tallies of all classes against one random hand, exactly: shape (169, N_TALLY)."""
    tallies = np.zeros((N_CLASSES, N_TALLY))
    for place in range(N_CLASSES):
        combo = int(np.flatnonzero(place == CLASS_OF_COMBO)[0])
        gone, flag = COMBO_CARDS[combo].tobytes(), control.cancel.array
        rust_meld.holdem_against_random(combo, gone, 1.0, flag, tallies[place])
        control.check()
        control.report(place + 1, N_CLASSES, "one opponent, exactly")
    return tallies


def make_table(sums: Sums, tallies: NDArray[np.float64]) -> PreflopTable:
    """Put the sampled figures and the exact ones together."""
    win, tie, equity = np.moveaxis(sums.means(), (2, 1), (0, 1))
    errors = np.moveaxis(sums.errors(), (2, 1), (0, 1)).copy()
    categories = tallies[:, CATEGORIES:][:, : 2 * N_CATEGORIES].reshape(N_CLASSES, 2, N_CATEGORIES)
    total = categories[:, 0].sum(axis=1)
    seats = (
        tallies[:, :CATEGORIES].reshape(N_CLASSES, -1, N_SEAT_COUNTS)[:, :2] / total[:, None, None]
    )
    win[0], tie[0] = seats[:, 0, WINS], seats[:, 0, TIES]
    equity[0] = seats[:, 0, WINS] + seats[:, 0, TIE_SHARES] / POT
    errors[:, 0] = 0
    opponent_win, opponent_tie = opponent_odds(sums, win, tie)
    opponent_win[0], opponent_tie[0] = seats[:, 1, WINS], seats[:, 1, TIES]
    shares = categories[:, :, 1:] / total[:, None, None]
    win_error, tie_error, equity_error = errors
    return PreflopTable(
        win,
        tie,
        equity,
        win_error,
        tie_error,
        equity_error,
        shares[:, 0],
        shares[:, 1],
        opponent_win,
        opponent_tie,
        sums.hands.astype(np.int64),
    )


def opponent_odds(
    sums: Sums, win: NDArray[np.float64], tie: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return one opponent's win and tie: an equal part of what hero does not win or tie."""
    tables = np.maximum(np.cumsum(sums.seated, axis=0), 1)[1:]
    split, tied = np.moveaxis(sums.splits[1:] / tables[..., None], 2, 0)
    n_opponents = np.arange(1, MAX_OPPONENTS + 1)[:, None]
    return (1 - split - win) / n_opponents, (tied - tie) / n_opponents


def _load_sums(path: Path) -> Sums:
    if not path.exists():
        return no_sums()
    try:
        with np.load(path, allow_pickle=False) as stored:
            return Sums(**stored)
    except (OSError, ValueError, TypeError, EOFError, BadZipFile):
        set_aside(path)  # the blocks are played again
        return no_sums()


def _save_sums(path: Path, sums: Sums) -> None:
    arrays = {part.name: getattr(sums, part.name) for part in fields(sums)}
    write_with(path, lambda part: np.savez(part, **arrays))

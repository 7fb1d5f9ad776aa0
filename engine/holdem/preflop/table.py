"""The table that comes with the program, and its answers. Made by `assistant holdem build-preflop`.

Places run as in the range grid: row * 13 + column, ace to two, suited above the diagonal.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.files import write_with
from engine.holdem.order import PREFLOP_FILE
from engine.holdem.result import CATEGORY_NAMES, Odds, PlayerOdds
from engine.holdem.situation import Situation
from engine.holdem.tables import CLASS_OF_COMBO, CLASS_SIZES, N_COMBOS
from engine.statistics import Interval, wilson_of_error
from resources import resource_path

METHOD = "preflop table"
N_CASES_OF_HAND = 2_097_572_400  # 1,225 other hands on 1,712,304 boards


@dataclass(frozen=True, slots=True)
class PreflopTable:
    """By number of opponents less one, then by class: chances, and their standard errors."""

    win: NDArray[np.float64]  # (6, 169)
    tie: NDArray[np.float64]
    equity: NDArray[np.float64]
    win_error: NDArray[np.float64]
    tie_error: NDArray[np.float64]
    equity_error: NDArray[np.float64]
    hero_categories: NDArray[np.float64]  # (169, 10), high card to royal flush
    field_categories: NDArray[np.float64]
    opponent_win: NDArray[np.float64]  # (6, 169), one opponent's
    opponent_tie: NDArray[np.float64]
    n_samples: NDArray[np.int64]  # (169,), of two and more opponents

    def save(self, path: Path) -> None:
        """Write the table as one compressed file."""
        arrays = {name: getattr(self, name) for name in self.__slots__}
        write_with(path, lambda part: np.savez_compressed(part, **arrays))


def read_table(path: Path) -> PreflopTable:
    """Read a table that `save` wrote."""
    with np.load(path) as stored:
        return PreflopTable(**stored)


@cache
def stored_table() -> PreflopTable | None:
    """Return the table that comes with the program; None if it was not built."""
    path = resource_path(PREFLOP_FILE)
    return read_table(path) if path.exists() else None


def look_up(situation: Situation) -> Odds | None:
    """Return the stored answer for hands of one class, or any, against random ones on an empty
    board.
    """
    table = stored_table()
    if table is None or situation.board or situation.dead or not all(situation.random_seats[1:]):
        return None
    if situation.hero.is_random and len(situation.opponents) == 1:
        return odds_of_any(table)
    places = np.unique(CLASS_OF_COMBO[situation.hero.weights > 0])
    if len(places) > 1 or len(situation.opponents) > len(table.equity):
        return None
    return odds_of_class(table, int(places[0]), len(situation.opponents), situation.hero.n_combos)


def odds_of_any(table: PreflopTable) -> Odds:
    """Return the odds of two random hands: the exact entries, weighted by their number of hands."""
    shares = CLASS_SIZES / N_COMBOS
    tie = float(shares @ table.tie[0])
    player = PlayerOdds((1 - tie) / 2, tie, 0.5)
    categories = dict(zip(CATEGORY_NAMES, (shares @ table.hero_categories).tolist(), strict=True))
    n_cases = N_COMBOS * N_CASES_OF_HAND
    return Odds((player, player), METHOD, True, n_cases, categories, categories)


def odds_of_class(table: PreflopTable, place: int, n_opponents: int, n_hands: int = 1) -> Odds:
    """Return one entry of the table, for so many hands; opponents share evenly what hero leaves."""
    row = n_opponents - 1
    win, tie, equity = (float(a[row, place]) for a in (table.win, table.tie, table.equity))
    exact, n_samples = n_opponents == 1, int(table.n_samples[place])

    def interval(share: float, error: float) -> Interval:
        return wilson_of_error(share, error, n_samples)

    error = table.equity_error[row, place]
    hero = PlayerOdds(
        win,
        tie,
        equity,
        None if exact else interval(win, table.win_error[row, place]),
        None if exact else interval(equity, error),
    )
    rest = (1 - equity) / n_opponents
    opponent = PlayerOdds(
        float(table.opponent_win[row, place]),
        float(table.opponent_tie[row, place]),
        rest,
        None,
        None if exact else interval(rest, error / n_opponents),
    )
    return Odds(
        (hero, *[opponent] * n_opponents),
        METHOD,
        exact,
        n_hands * N_CASES_OF_HAND if exact else n_samples,
        dict(zip(CATEGORY_NAMES, table.hero_categories[place].tolist(), strict=True)),
        dict(zip(CATEGORY_NAMES, table.field_categories[place].tolist(), strict=True)),
    )

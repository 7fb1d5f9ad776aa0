"""Tables as the native module takes them, and the counts that it adds to."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rust_meld import StudDeal, StudOpenDeal

KIND_SHAPE = (16, 16, 8)  # category without, category with wild cards, natural cards
N_KINDS = 16 * 16 * 8
NO_LOW = 13  # the place in `lows` of hands in which no low rank was wild
TO_DEAL, NOT_OPEN = -1, -2  # in the place of an open card


class Counts(NamedTuple):
    """Counts of some players: wins, ties and shares; kinds of hands; ranks wild as the lowest."""

    results: NDArray[np.int64]  # [player] wins, ties, shares of the pot
    kinds: NDArray[np.int64]  # [player, KIND_SHAPE in one dimension]
    lows: NDArray[np.int64]  # [player, rank wild for being the lowest]


def no_counts(n_players: int) -> Counts:
    """Return counts of zero for so many players."""
    shapes = (n_players, 3), (n_players, N_KINDS), (n_players, NO_LOW + 1)
    return Counts(*(np.zeros(shape, np.int64) for shape in shapes))


class Deal(NamedTuple):
    """A table: each player's known cards as a mask, how many are missing, the deck, the rule.

    A player whose hand is worth less than the floor folds it at the end.
    """

    known: NDArray[np.uint64]
    n_missing: NDArray[np.int64]
    deck: NDArray[np.uint8]
    code: int
    floors: NDArray[np.uint16]

    @property
    def native(self) -> StudDeal:
        """The table as the native module checks and deals it."""
        return StudDeal(*self)


class OpenDeal(NamedTuple):
    """A table whose rule looks at the open cards, in the order in which they are dealt.

    `opens[street, player]` are cards, TO_DEAL or NOT_OPEN; `hidden` are the known cards that lie
    down and `n_hidden` those still to come, without extra cards for fours that are yet to be dealt.
    """

    hidden: NDArray[np.uint64]
    n_hidden: NDArray[np.int64]
    opens: NDArray[np.int64]
    deck: NDArray[np.uint8]
    code: int
    floors: NDArray[np.uint16]
    follows_queen: bool
    extra_for_four: bool

    @property
    def native(self) -> StudOpenDeal:
        """The table as the native module checks and deals it."""
        return StudOpenDeal(*self)


class Completions(NamedTuple):
    """The cards that complete a hand, as a mask, and what it is worth then."""

    added: NDArray[np.uint64]
    values: NDArray[np.uint16]

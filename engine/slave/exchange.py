"""What King and Queen should give: every gift is played out from the start of the round."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.errors import IllegalStateError
from engine.slave import kernels
from engine.slave.game_state import N_GIVEN, Title
from engine.slave.rules import FIRST_SINGLE
from engine.slave.search import SearchSettings
from engine.slave.view import PlayerView, pack_titles
from engine.slave.worlds import kernels as worlds

N_PHASES = 3
SLICE_PLAYOUTS = 2_000


@dataclass(frozen=True, slots=True)
class GiftResult:
    """For every gift (a mask of cards), how often each title came out."""

    gifts: NDArray[np.int64]
    tally: NDArray[np.int64]
    values: NDArray[np.float64]

    @property
    def best(self) -> int:
        """The mask of the best gift."""
        return int(self.gifts[np.argmax(self.values)])


def gifts_of(hand: int, n_cards: int, given: int = 0) -> NDArray[np.int64]:
    """All gifts of `n_cards` cards that contain what was `given` already."""
    bits = [1 << card for card in range(52) if hand >> card & 1]
    n_more = n_cards - given.bit_count()
    return np.array([sum(group) | given for group in combinations(bits, n_more)], np.int64)


def rank_gifts(
    dealt: int,
    incoming: int,
    titles: tuple[int, ...],
    seat: int,
    n_playouts: int,
    seed: int = 0,
    given: int = 0,
    round_number: int = 2,
    control: Control | None = None,
) -> GiftResult:
    """Play out all gifts of a King or Queen; weaker halves are dropped between phases."""
    title = Title(titles[seat])
    if title not in (Title.KING, Title.QUEEN):
        raise IllegalStateError(
            f"a {title.name.capitalize()} gives the best cards: nothing to choose"
        )
    gifts = gifts_of(dealt & ~given, N_GIVEN[title], given)
    alive, tally = np.ones(len(gifts), np.bool_), np.zeros((len(gifts), 4), np.int64)
    packed = pack_titles(titles)
    rng = np.array([seed], np.int64)
    values = np.zeros(len(gifts))
    for _ in range(N_PHASES):
        n_worlds = max(4, n_playouts // N_PHASES // int(alive.sum()))
        while n_worlds > 0:
            n_now = min(n_worlds, max(1, SLICE_PLAYOUTS // int(alive.sum())))
            worlds.gift_slice(
                seat, dealt, incoming, packed, round_number, gifts, alive, tally, n_now, rng
            )
            n_worlds -= n_now
            if control is not None and control.should_stop():
                break
        values = tally @ np.array(SearchSettings().utilities) / np.maximum(1, tally.sum(axis=1))
        if control is not None and control.should_stop():
            break
        alive &= values >= np.median(values[alive])
    return GiftResult(gifts, tally, np.where(alive, values, values - 1.0))


def best_gift(view: PlayerView, n_playouts: int, seed: int) -> int:
    """The next card to give in the exchange of a match, as an action 1 to 52."""
    titles = view.titles
    if titles is None:
        raise IllegalStateError("round 1 has no exchange")
    given = int(view.known[view.seat])
    partner = titles.index(3 - titles[view.seat])
    incoming = int(view.known[partner])
    round_number = int(view.row[kernels.ROUND])
    result = rank_gifts(
        view.hand | given, incoming, titles, view.seat, n_playouts, seed, given, round_number
    )
    rest = result.best & ~given
    return FIRST_SINGLE + (rest & -rest).bit_length() - 1

"""A player's view of a round: own hand, public fields, all moves seen, cards given or taken.

A view is cut from the true game by `cut_view`, which blanks every hidden hand; agents get
nothing else, so they cannot look at what they must not see.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.slave import row as rounds
from engine.slave.actions import N_ACTIONS
from engine.slave.card import FULL_DECK
from engine.slave.game_state import GameState
from engine.slave.row import Ints, pack_titles
from engine.slave.rules import HAND_SIZE

__all__ = ["Ints", "PlayerView", "cut_view", "pack_titles", "row_of"]


def _no_cards() -> Ints:
    return np.zeros(4, np.int64)


def _no_rows() -> Ints:
    return np.zeros((0, rounds.ROW), np.int64)


def _no_moves() -> Ints:
    return np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """The game as `seat` sees it; `row` and `past` have the layout of `row`.

    `past[i]` is the public row before move i and `laid[i]` the cards of that move (0: a pass).
    `known[other]` holds the cards that were given to another player in the exchange, and
    `received` those that came from there.
    """

    seat: int
    row: Ints
    past: Ints = field(default_factory=_no_rows)
    laid: Ints = field(default_factory=_no_moves)
    known: Ints = field(default_factory=_no_cards)
    received: int = 0
    _legal: list[int] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def hand(self) -> int:
        """The player's own cards as a mask."""
        return int(self.row[self.seat])

    @property
    def titles(self) -> tuple[int, ...] | None:
        """The titles of the last round by seat, 0 King to 3 Slave; None in round 1."""
        packed = int(self.row[rounds.TITLES])
        return None if packed < 0 else tuple(packed >> (2 * s) & 3 for s in range(4))

    def cards_left(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        return int(self.row[rounds.COUNTS]) >> (4 * seat) & 15

    def legal_actions(self) -> list[int]:
        """Return the legal actions, if this player is to move."""
        if self._legal is None:
            object.__setattr__(self, "_legal", rounds.legal_actions(self.row))
        return list(self._legal or ())

    def observation(self) -> NDArray[np.float32]:
        """Return the 155 features of the environment."""
        return rounds.observe(self.row, self.seat)

    def action_mask(self) -> NDArray[np.int8]:
        """Return one for every legal action."""
        mask = np.zeros(N_ACTIONS, np.int8)
        mask[self.legal_actions()] = 1
        return mask


def forget(view: PlayerView, n_plays: int) -> PlayerView:
    """Return what a player remembers who knows only the last plays of the round."""
    plays = view.laid[view.laid > 0]
    if len(plays) <= n_plays:
        return view
    row = view.row.copy()
    row[rounds.PLAYED] = np.bitwise_or.reduce(plays[len(plays) - n_plays :], initial=0)
    return replace(view, row=row)


def check_view(view: PlayerView) -> None:
    """Raise unless a view can be one of a round: kernels do not check its arrays."""
    arrays = ((view.row, (rounds.ROW,)), (view.known, (4,)), (view.laid, (len(view.laid),)))
    arrays += ((view.past, (len(view.laid), rounds.ROW)),)  # type: ignore[assignment]
    for array, shape in arrays:
        if array.dtype != np.int64 or array.shape != shape or not array.flags.c_contiguous:
            raise InputError(
                f"an array of {array.dtype} and shape {array.shape} is not that of a view"
            )
    if view.seat not in range(4) or (view.laid < 0).any() or (view.laid > FULL_DECK).any():
        raise InputError("the view has a seat or cards that cannot be")
    for row in (view.row, *view.past):
        _check_row(row)
    hand, left = view.hand, [view.cards_left(seat) for seat in range(4)]
    is_told = not 0 <= hand <= FULL_DECK or hand & int(view.row[rounds.PLAYED])
    if is_told or hand.bit_count() != left[view.seat] or max(left) > HAND_SIZE:
        raise InputError("the hand of the view does not fit the cards left or played")
    if sum(left) + int(view.row[rounds.PLAYED]).bit_count() > len(rounds.CARDS):
        raise InputError("the view has more than 52 cards in hands and played")


def _check_row(row: Ints) -> None:
    """Check the public fields of a row, each by its bounds."""
    for field_at, low, high in BOUNDS:
        if not low <= row[field_at] <= high:
            raise InputError(
                f"field {field_at} of a row is {row[field_at]}: expected {low} to {high}"
            )
    if row[rounds.KIND] and row[rounds.TOP] < 0:
        raise InputError("a row has a last play without a card")


BOUNDS = (
    (rounds.PLAYED, 0, FULL_DECK),
    (rounds.KIND, 0, 4),
    (rounds.TOP, -1, 51),
    (rounds.LAST, -1, 3),
    (rounds.CUR, 0, 3),
    (rounds.OUT, 0, 15),
    (rounds.N_DONE, 0, 4),
    (rounds.ORDER, 0, 255),
    (rounds.MUST, -1, 51),
    (rounds.TITLES, rounds.NO_TITLES, 255),
    (rounds.LAP, 0, 1),
    (rounds.COUNTS, 0, 0xFFFF),
)


def row_of(game: GameState) -> Ints:
    """Return the row of a round as it stands, with all hands."""
    row = np.zeros(rounds.ROW, np.int64)
    top = -1 if game.last_play is None else game.last_play.mask.bit_length() - 1
    kind = 0 if game.last_play is None else game.last_play.mask.bit_count()
    order = sum(seat << (2 * place) for place, seat in enumerate(game.finished))
    counts = sum(hand.bit_count() << (4 * seat) for seat, hand in enumerate(game.hands))
    row[:4] = game.hands
    row[4:] = (
        game.played,
        kind,
        top,
        game.last_player,
        game.current_player,
        game.out_of_trick,
        len(game.finished),
        order,
        game.must_contain,
        game.round_number,
        pack_titles(game.titles),
        game.rules.trick == "lap",
        counts,
    )
    return row


def cut_view(
    row: Ints,
    seat: int,
    past: Ints | None = None,
    laid: Ints | None = None,
    known: Ints | None = None,
) -> PlayerView:
    """Return the view of `seat`: a copy of the row with all other hands blanked, and what
    was seen.
    """
    own = row.copy()
    own[:4] = 0
    own[seat] = row[seat]
    return PlayerView(
        seat,
        own,
        _no_rows() if past is None else past,
        _no_moves() if laid is None else laid,
        _no_cards() if known is None else known,
    )

"""What one player may know: own hand, public fields, all moves seen, cards given or taken.

A view is cut from the true game by `cut_view`, which blanks every hidden hand; agents get
nothing else, so they cannot look at what they must not see.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.slave import row as rounds
from engine.slave.actions import N_ACTIONS
from engine.slave.game_state import GameState
from engine.slave.row import Ints, pack_titles

__all__ = ["Ints", "PlayerView", "cut_view", "pack_titles", "start_row"]


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
        """How many cards a seat holds."""
        return int(self.row[rounds.COUNTS]) >> (4 * seat) & 15

    def legal_actions(self) -> list[int]:
        """The legal actions, if this player is to move."""
        if self._legal is None:
            object.__setattr__(self, "_legal", rounds.legal_actions(self.row))
        return list(self._legal or ())

    def observation(self) -> NDArray[np.float32]:
        """The 155 features of the environment."""
        return rounds.observe(self.row, self.seat)

    def action_mask(self) -> NDArray[np.int8]:
        """One for every legal action."""
        mask = np.zeros(N_ACTIONS, np.int8)
        mask[self.legal_actions()] = 1
        return mask


def start_row(game: GameState) -> Ints:
    """The row at the start of a round, after any exchange."""
    rules = game.rules
    lap, must = rules.trick == "lap", rules.first_lead_contains_3c
    return rounds.begin_round(game.hands, game.titles, game.round_number, lap, must)


def cut_view(
    row: Ints,
    seat: int,
    past: Ints | None = None,
    laid: Ints | None = None,
    known: Ints | None = None,
) -> PlayerView:
    """The view of `seat`: a copy of the row with all other hands blanked, and what was seen."""
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

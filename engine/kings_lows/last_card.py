"""Down and dirty: is it better to take the seventh card up or down?

The odds of the showdown are the same; what differs is what the others see. The model: you bet half
the pot either way. Each opponent considers all hands that you may hold behind your open cards, and
calls with a high enough chance to win; a hand below the level at which it is folded is folded
anyway. Both ways are tried in the same random worlds, so their difference is known well.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.control import Control
from engine.kings_lows.hand import MAX_OPEN, N_HOLE
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import BaseballRules, FollowTheQueenRules
from engine.poker.hands import PLACE_BITS, HandType
from engine.poker.masks import mask_of
from engine.statistics import Z_95
from rust_meld import StudLastCard

BET = 0.5  # a bet, as a share of the pot
N_WORLDS = 2_000
SLICE_WORLDS = 50  # between two checks of the clock
Way = Literal["up", "down", "either"]


@dataclass(frozen=True, slots=True)
class LastCardOdds:
    """Hero's average gain either way, in pots; `half_width` is that of the difference."""

    up: float
    down: float
    half_width: float
    n_worlds: int

    @property
    def way(self) -> Way:
        """The better way; "either" where the difference is within the noise."""
        if abs(self.up - self.down) <= self.half_width:
            return "either"
        return "up" if self.up > self.down else "down"


def why_not(table: StudTable, hero: str) -> str:
    """Return why there is no advice on hero's last card, or "" if there is."""
    own = table.players[table.place_of(hero)]
    if isinstance(table.rules, FollowTheQueenRules) or (
        isinstance(table.rules, BaseballRules) and table.rules.extra_for_four
    ):
        return "an open card changes the wild cards or brings another card here"
    if own.last_card is not None:
        return f"{hero} has a last card already"
    if len(own.hole_cards) != N_HOLE or any(len(p.board_cards) != MAX_OPEN for p in table.players):
        return f"needs both hole cards of {hero} and four open cards of everybody"
    return ""


def weigh_last_card(
    table: StudTable,
    hero: str,
    *,
    folds_below: HandType | None = None,
    n_worlds: int = N_WORLDS,
    seed: int = 0,
    control: Control,
) -> LastCardOdds | None:
    """Return what taking the card up and down is worth; None if time ran out before any result."""
    question = question_of(table, hero, folds_below)
    worlds = _deal_worlds(table, question.n_cards, n_worlds, seed)
    gains, n_done = np.zeros((n_worlds, 2)), 0
    with control.watch() as stop:
        for first in range(0, n_worlds, SLICE_WORLDS):
            piece = slice(first, first + SLICE_WORLDS)
            n_done += question.weigh(worlds[piece], stop, gains[piece])
            control.report(n_done, n_worlds, "the last card")
            if stop[0]:
                break
    return _odds_of(gains[:n_done]) if n_done > 1 else None


def _odds_of(gains: NDArray[np.float64]) -> LastCardOdds:
    up, down = gains.mean(axis=0).tolist()
    error = float((gains[:, 0] - gains[:, 1]).std(ddof=1)) / sqrt(len(gains))
    return LastCardOdds(up, down, Z_95 * error, len(gains))


def question_of(table: StudTable, hero: str, folds_below: HandType | None) -> StudLastCard:
    """Return the question as the native module takes it."""
    own = table.players[table.place_of(hero)]
    others = [player for player in table.players if player is not own]
    shown = [card for player in others for card in _shown(player)]
    return StudLastCard(
        hero_hole=mask_of(own.hole_cards),
        hero_open=mask_of(own.board_cards),
        known=[mask_of(player.known_cards) for player in others],
        n_missing=[N_HAND - len(player.known_cards) for player in others],
        gone=mask_of((*shown, *table.dead_cards)),
        code=table.rules.code,
        bet=BET,
        least_chance=BET / (1 + 2 * BET),
        floor=0 if folds_below is None else int(folds_below) << PLACE_BITS,
    )


def _shown(player: KingsAndLowsPlayer) -> tuple[Card, ...]:
    return player.seen_by_others().known_cards


def _deal_worlds(table: StudTable, n_cards: int, n_worlds: int, seed: int) -> NDArray[np.uint8]:
    """Return Hero's last card and the others' missing ones, at random."""
    rng = np.random.default_rng(seed)
    deck = np.array([card.index for card in table.deck], np.uint8)
    return np.array([rng.permutation(deck)[:n_cards] for _ in range(n_worlds)])

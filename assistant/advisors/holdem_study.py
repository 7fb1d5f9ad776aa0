"""The study of a player's range, ready to be painted: by hand, made hand and draw, and by
boards.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from pydantic import Field

from assistant.requests import FrozenModel
from engine.control import Control
from engine.holdem.result import Odds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.study import PartOdds, Spread, study

N_POINTS = 101  # points of a curve, from the best hand to the worst
ROUNDING = 1e-12


class HoldemStudy(FrozenModel):
    """One player's range: every starting hand, made hands and draws, and the equity's spread."""

    player: str
    hands: tuple[PartOdds, ...]
    made: tuple[PartOdds, ...]
    draws: tuple[PartOdds, ...]
    spread: Spread | None
    curves: dict[str, tuple[float, ...]] = Field(default_factory=dict)
    """From the flop on with one opponent: each player's equities, the best hands first.

    One for each hundredth of the range, so that two ranges can be laid over each other.
    """


def study_range(
    situation: Situation, seat: int, name: str, odds: Odds, sampling: Sampling, control: Control
) -> HoldemStudy:
    """Study the range of a seat, 0 being hero; `odds` are those of the table."""
    others = tuple(r for place, r in enumerate(situation.given) if place != seat)
    turned = replace(situation, hero=situation.given[seat], opponents=others)
    found = study(turned, _turned(odds, seat), sampling, control)
    curves = {name: curve_of(found.hands)}
    if len(others) == 1 and situation.board:
        opponent = replace(situation, hero=others[0], opponents=(situation.given[seat],))
        answer = study(opponent, _turned(odds, 1 - seat), sampling, control)
        curves["Opponent 1" if seat == 0 else "You"] = curve_of(answer.hands)
    return HoldemStudy(
        player=name,
        hands=found.hands,
        made=found.made,
        draws=found.draws,
        spread=found.spread,
        curves=curves if situation.board else {},
    )


def curve_of(hands: Sequence[PartOdds]) -> tuple[float, ...]:
    """Return the equity at each hundredth of a range, the best hands first."""
    known = [(part.equity, part.n_combos) for part in hands if part.equity is not None]
    if not known:
        return ()
    known.sort(reverse=True)
    equities, combos = (np.array(column) for column in zip(*known, strict=True))
    ends = np.cumsum(combos) / combos.sum()
    places = np.searchsorted(ends, np.linspace(0, 1, N_POINTS) - ROUNDING)
    return tuple(equities[np.minimum(places, len(equities) - 1)].tolist())


def _turned(odds: Odds, seat: int) -> Odds:
    """Return the odds with a seat in hero's place; the map of next cards is hero's alone."""
    if seat == 0:
        return odds
    others = tuple(player for place, player in enumerate(odds.players) if place != seat)
    return replace(odds, players=(odds.players[seat], *others), next_cards={})

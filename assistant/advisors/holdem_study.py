"""A player's range looked into, ready to be painted: by hand, made hand and draw, and by boards."""

from dataclasses import replace

from assistant.requests import FrozenModel
from engine.control import Control
from engine.holdem.result import Odds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.study import PartOdds, Spread, study


class HoldemStudy(FrozenModel):
    """One player's range: every starting hand, made hands and draws, and the equity's spread."""

    player: str
    hands: tuple[PartOdds, ...]
    made: tuple[PartOdds, ...]
    draws: tuple[PartOdds, ...]
    spread: Spread | None


def study_range(
    situation: Situation, seat: int, name: str, odds: Odds, sampling: Sampling, control: Control
) -> HoldemStudy:
    """Look into the range of a seat, 0 being hero; `odds` are those of the table."""
    others = tuple(r for place, r in enumerate(situation.given) if place != seat)
    turned = replace(situation, hero=situation.given[seat], opponents=others)
    found = study(turned, _turned(odds, seat), sampling, control)
    return HoldemStudy(
        player=name,
        hands=found.hands,
        made=found.made,
        draws=found.draws,
        spread=found.spread,
    )


def _turned(odds: Odds, seat: int) -> Odds:
    """The odds with a seat in hero's place; the map of next cards is hero's alone."""
    if seat == 0:
        return odds
    others = tuple(player for place, player in enumerate(odds.players) if place != seat)
    return replace(odds, players=(odds.players[seat], *others), next_cards={})

"""A player's range looked into, ready to be painted: by hand, made hand and draw, and by boards."""

from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from engine.control import Control
from engine.holdem.result import Odds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.study import PartOdds, Spread, study


class _Part(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(frozen=True)


class RangePart(_Part):
    """Some hands of a range: combinations, share of the range, equity with its ± unless exact."""

    name: str
    n_combos: float
    share: float
    equity: float | None = Field(description="None if these hands cannot be held")
    half_width: float | None


class EquitySpread(_Part):
    """How the equity spreads over what may come."""

    over: str = Field(description="boards, or next cards")
    exact: bool
    n: int
    bins: tuple[float, ...] = Field(description="the share by equity, a tenth each, lowest first")
    quartiles: tuple[float, float, float]


class HoldemStudy(_Part):
    """One player's range: every starting hand, made hands and draws, and the equity's spread."""

    player: str
    hands: tuple[RangePart, ...]
    made: tuple[RangePart, ...]
    draws: tuple[RangePart, ...]
    spread: EquitySpread | None


def look_into(
    situation: Situation, seat: int, name: str, odds: Odds, sampling: Sampling, control: Control
) -> HoldemStudy:
    """Look into the range of a seat, 0 being hero; `odds` are those of the table."""
    others = tuple(r for place, r in enumerate(situation.given) if place != seat)
    turned = replace(situation, hero=situation.given[seat], opponents=others)
    found = study(turned, _turned(odds, seat), sampling, control)
    return HoldemStudy(
        player=name,
        hands=tuple(map(_part, found.hands)),
        made=tuple(map(_part, found.made)),
        draws=tuple(map(_part, found.draws)),
        spread=_spread(found.spread),
    )


def _turned(odds: Odds, seat: int) -> Odds:
    """The odds with a seat in hero's place; the map of next cards is hero's alone."""
    if seat == 0:
        return odds
    others = tuple(player for place, player in enumerate(odds.players) if place != seat)
    return replace(odds, players=(odds.players[seat], *others), next_cards={})


def _part(part: PartOdds) -> RangePart:
    return RangePart(
        name=part.name,
        n_combos=part.n_combos,
        share=part.share,
        equity=part.equity,
        half_width=part.half_width,
    )


def _spread(spread: Spread | None) -> EquitySpread | None:
    if spread is None:
        return None
    return EquitySpread(
        over=spread.over,
        exact=spread.exact,
        n=spread.n,
        bins=spread.bins,
        quartiles=spread.quartiles,
    )

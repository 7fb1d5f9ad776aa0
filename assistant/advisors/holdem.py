"""Hold'em advice: what is asked about a table, and the answer ready to be painted.

Hero and each opponent are written the same way: two cards ("Ah Kh"), a range ("QQ+, AKs") or
"random". Equities come with an interval unless they are exact; the why-line is one sentence.
"""

import secrets
from dataclasses import replace
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from assistant.advice import Advice
from assistant.requests import MAX_THREADS, CardField, CardsField, Request
from engine.cards import Card
from engine.control import Control
from engine.holdem.cache import AnswerCache
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.explain import explain, hand_now
from engine.holdem.ranges import Range, format_range, parse_range
from engine.holdem.result import Odds, PlayerOdds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.solver import solve

RECENT = AnswerCache()


class HoldemRequest(Request):
    """A table: hero, opponents, board and dead cards, and how much to spend on the answer."""

    game: ClassVar[str] = "holdem"

    hero: str
    opponents: tuple[str, ...] = ("random",)
    board: CardsField = ()
    dead: CardsField = ()
    mode: Mode = "default"
    n_samples: int | None = Field(default=None, ge=1, description="instead of the mode's number")
    exact: bool = Field(default=False, description="insist on an exact answer")
    seed: int | None = Field(default=None, ge=0, lt=1 << 62)
    n_threads: int = Field(default=0, ge=0, le=MAX_THREADS, description="0: one a core")
    config_path: str | None = None

    @field_validator("hero", "opponents")
    @classmethod
    def _readable(cls, value: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for text in (value,) if isinstance(value, str) else value:
            parse_range(text)
        return value

    def situation(self) -> Situation:
        """The table as the engine takes it, checked for cards given twice."""
        opponents = tuple(map(parse_range, self.opponents))
        return Situation(parse_range(self.hero), opponents, self.board, self.dead)


class HoldemPlayer(BaseModel):
    """One row of the answer; `low` and `high` bound the equity, None if it is exact."""

    model_config = ConfigDict(frozen=True)

    name: str
    hand: str
    win: float
    tie: float
    loss: float
    equity: float
    low: float | None
    high: float | None


class NextCard(BaseModel):
    """Hero's equity if this card comes next, and how much it changes by it."""

    model_config = ConfigDict(frozen=True)

    card: CardField
    equity: float
    change: float


class HoldemAdvice(Advice):
    """Every player's odds with hero first, category shares, and the next-card map."""

    players: tuple[HoldemPlayer, ...]
    method: str = Field(description="enumerated, sampled or preflop table")
    from_cache: bool = False
    hand_now: str = Field(default="", description="hero's hand in words, from the flop on")
    hero_categories: dict[str, float] = Field(default_factory=dict)
    field_categories: dict[str, float] = Field(default_factory=dict)
    next_cards: tuple[NextCard, ...] = ()

    @property
    def hero(self) -> HoldemPlayer:
        """The first player."""
        return self.players[0]


def advise(request: HoldemRequest, control: Control) -> HoldemAdvice:
    """Answer a request; early answers go to whoever listens to the control."""
    situation = request.situation()
    sampling = _sampling(request, load_config(request.config_path))
    cache = RECENT if request.seed is None else None  # with a seed, history must not matter
    telling = control.mapping(lambda odds: _advice(situation, odds))
    odds = solve(situation, sampling, telling, insist=request.exact, cache=cache)
    return _advice(situation, odds)


def _sampling(request: HoldemRequest, config: HoldemConfig) -> Sampling:
    given = config.simulation_settings.random_seed if request.seed is None else request.seed
    sampling = config.sampling(request.mode, secrets.randbits(62) if given is None else given)
    return replace(
        sampling,
        n_samples=request.n_samples or sampling.n_samples,
        n_threads=request.n_threads or sampling.n_threads,
    )


def _advice(situation: Situation, odds: Odds) -> HoldemAdvice:
    interval = odds.hero.equity_interval
    return HoldemAdvice(
        why=explain(situation, odds),
        exact=odds.exact,
        n_samples=odds.n_samples,
        half_width=None if interval is None else interval.half_width,
        seed=odds.seed,
        elapsed_s=odds.elapsed_s,
        players=tuple(
            _player(seat, hands, player)
            for seat, (hands, player) in enumerate(zip(situation.given, odds.players, strict=True))
        ),
        method=odds.method,
        from_cache=odds.from_cache,
        hand_now=hand_now(situation),
        hero_categories=odds.hero_categories,
        field_categories=odds.field_categories,
        next_cards=tuple(
            NextCard(card=Card.from_index(card), equity=equity, change=equity - odds.hero.equity)
            for card, equity in odds.next_cards.items()
        ),
    )


def _player(seat: int, hands: Range, odds: PlayerOdds) -> HoldemPlayer:
    interval = odds.equity_interval
    return HoldemPlayer(
        name="You" if seat == 0 else f"Opponent {seat}",
        hand=format_range(hands),
        win=odds.win,
        tie=odds.tie,
        loss=odds.loss,
        equity=odds.equity,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
    )

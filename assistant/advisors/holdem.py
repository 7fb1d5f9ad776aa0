"""Hold'em advice: a table in, every player's odds out, ready to be painted.

Hero and each opponent are given the same way: two cards ("Ah Kh"), a range ("QQ+, AKs") or
"random". Equities come with an interval unless they are exact; the why-line is one sentence.
"""

import secrets
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field, PlainSerializer, model_validator

from assistant.advice import Advice
from assistant.advisors.holdem_study import HoldemStudy, study_range
from assistant.requests import MAX_THREADS, CardField, CardsField, FrozenModel, Request, reading
from engine.cards import Card
from engine.control import Control
from engine.errors import InputError
from engine.holdem.cache import AnswerCache
from engine.holdem.call import Call, Verdict
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.explain import explain, give_reason, hand_now
from engine.holdem.made_hands import made_shares
from engine.holdem.ranges import Range, format_range, parse_range, random_range
from engine.holdem.result import Odds, PlayerOdds
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.solver import solve
from engine.words import figure_text

RECENT = AnswerCache()
NOT_EXACT = "there was no time to count every case, so these chances are sampled"
RangeField = Annotated[Range, reading(parse_range), PlainSerializer(format_range, return_type=str)]
"""A player's hands in a model: read from any notation, written as "QQ+, AKs"."""


class HoldemRequest(Request):
    """A table: hero, opponents, board and dead cards, and how much to spend on the answer."""

    game: ClassVar[str] = "holdem"

    hero: RangeField
    opponents: tuple[RangeField, ...] = (random_range(),)
    board: CardsField = ()
    dead: CardsField = ()
    mode: Mode = "default"
    n_samples: int | None = Field(default=None, ge=1, description="instead of the mode's number")
    exact: bool = Field(default=False, description="insist on an exact answer")
    seed: int | None = Field(default=None, ge=0, lt=1 << 62)
    n_threads: int = Field(default=0, ge=0, le=MAX_THREADS, description="0 uses all cores")
    config_path: str | None = None
    pot: float | None = Field(default=None, description="the pot, your opponents' bet included")
    price: float | None = Field(default=None, description="what a call costs")
    study_of: int | None = Field(
        default=None, ge=0, description="list this player's range hand by hand: 0 is hero's"
    )

    @model_validator(mode="after")
    def _check(self) -> "HoldemRequest":
        if (self.pot is None) != (self.price is None):
            raise InputError("the value of a call needs both: the pot and what the call costs")
        self.call()
        if self.study_of is not None and self.study_of > len(self.opponents):
            raise InputError(
                f"there is no player {self.study_of}: expected 0 (you) to {len(self.opponents)}"
            )
        return self

    def call(self) -> Call | None:
        """Return the call that is asked about, checked; None if there is none."""
        if self.pot is None or self.price is None:
            return None
        return Call(self.pot, self.price)

    def situation(self) -> Situation:
        """Return the table as the engine takes it, checked for cards given twice."""
        return Situation(self.hero, self.opponents, self.board, self.dead)


class HoldemPlayer(FrozenModel):
    """One row of the answer; `low` and `high` bound the equity, None if it is exact."""

    name: str
    hand: str
    win: float
    tie: float
    loss: float
    equity: float
    low: float | None
    high: float | None


class NextCard(FrozenModel):
    """Hero's equity if this card comes next, and how much it changes by it."""

    card: CardField
    equity: float
    change: float


class CallAdvice(FrozenModel):
    """The advice on a call: the equity it needs, what it gains on average, and the verdict."""

    pot: float
    price: float
    needed_equity: float
    value: float
    half_width: float | None = Field(default=None, description="± of the value; None if exact")
    low: float | None = Field(default=None, description="lower end of the value; None if exact")
    high: float | None = Field(default=None, description="upper end of the value; None if exact")
    verdict: Verdict

    @property
    def minimum_defence(self) -> float:
        """The share of hands to go on with, so that a bluff of any two cards gains nothing."""
        return max(0.0, 1 - self.price / self.pot)

    @property
    def words(self) -> str:
        """The verdict and its reason in one line."""
        even = "call or fold: no difference" if self.half_width is None else "too close to call"
        verdicts = {"call": "call", "fold": "fold", "even": even}
        ends = ""
        if self.low is not None and self.high is not None:
            ends = f" ({figure_text(self.low, '+.2f')} to {figure_text(self.high, '+.2f')})"
        gains = "gains" if self.value >= 0 else "loses"
        return (
            f"{verdicts[self.verdict]}: calling {self.price:g} into {self.pot:g} needs "
            f"{self.needed_equity:.1%} equity and {gains} {abs(self.value):.2f}{ends} on average"
        )


class HoldemAdvice(Advice):
    """Every player's odds with hero first, category shares, and the next-card map."""

    players: tuple[HoldemPlayer, ...]
    method: str = Field(description="enumerated, sampled or preflop table")
    from_cache: bool = False
    hand_now: str = Field(default="", description="hero's hand in words, from the flop on")
    hero_categories: dict[str, float] = Field(default_factory=dict)
    field_categories: dict[str, float] = Field(default_factory=dict)
    next_cards: tuple[NextCard, ...] = ()
    made_now: tuple[dict[str, float], ...] = Field(
        default=(), description="each player's made hands on the board, by their shares"
    )
    call: CallAdvice | None = None
    study: HoldemStudy | None = None

    @property
    def hero(self) -> HoldemPlayer:
        """The first player."""
        return self.players[0]


def advise(request: HoldemRequest, control: Control) -> HoldemAdvice:
    """Answer a request; early answers are reported to the control."""
    situation = request.situation()
    sampling = _sampling(request, load_config(request.config_path))
    # With a seed, earlier questions must not matter.
    cache = RECENT if request.seed is None else None
    converting = control.converting(lambda odds: _advice(request, situation, odds))
    sampled = request.n_samples is not None or request.seed is not None  # what is asked counts
    odds = solve(
        situation, sampling, converting, insist=request.exact, cache=cache, sampled=sampled
    )
    advice = _advice(request, situation, odds)
    if request.exact and not odds.exact:
        words = {name: f"{NOT_EXACT}; {getattr(advice, name)}" for name in ("why", "reason")}
        advice = advice.model_copy(update=words)
    if situation.board:
        shares = tuple(made_shares(hands, situation.board) for hands in situation.seats)
        advice = advice.model_copy(update={"made_now": shares})
    if request.study_of is None or control.should_stop():
        return advice
    control.report(0, 1, "hand by hand", advice)
    name = advice.players[request.study_of].name
    found = study_range(situation, request.study_of, name, odds, sampling, control)
    return advice.model_copy(update={"study": found, "elapsed_s": control.elapsed_s})


def type_in_words(name: str) -> str:
    """Return a hand type as the other games name it: "Pair", "Straight flush"."""
    return "Pair" if name == "One Pair" else name.capitalize()


def _sampling(request: HoldemRequest, config: HoldemConfig) -> Sampling:
    given = config.simulation_settings.random_seed if request.seed is None else request.seed
    sampling = config.sampling(request.mode, secrets.randbits(62) if given is None else given)
    return replace(
        sampling,
        n_samples=request.n_samples or sampling.n_samples,
        half_width=sampling.half_width if request.n_samples is None else None,
        n_threads=request.n_threads or sampling.n_threads,
    )


def _advice(request: HoldemRequest, situation: Situation, odds: Odds) -> HoldemAdvice:
    interval = odds.hero.equity_interval
    return HoldemAdvice(
        why=explain(situation, odds),
        reason=give_reason(situation, odds),
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
        call=_call(request.call(), odds.hero),
    )


def _call(call: Call | None, hero: PlayerOdds) -> CallAdvice | None:
    if call is None:
        return None
    interval = hero.equity_interval
    return CallAdvice(
        pot=call.pot,
        price=call.price,
        needed_equity=call.needed_equity,
        value=call.value(hero.equity),
        half_width=None if interval is None else interval.half_width * (call.pot + call.price),
        low=None if interval is None else call.value(interval.low),
        high=None if interval is None else call.value(interval.high),
        verdict=call.verdict(hero.equity, hero.equity_interval),
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

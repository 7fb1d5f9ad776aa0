"""Kings and Lows advice: a table of known and unknown cards in, everybody's chances out.

With a viewer the odds follow what that player can see: the others' hole cards, and a last card
dealt down, are unknown then, even if the request names them. Shares are exact or have bounds.
"""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from assistant.advice import Advice
from assistant.requests import MAX_THREADS, CardField, CardsField, Request, Seed
from engine.cards import Card
from engine.control import Control
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.odds import HandRecord, PlayerOdds, Share, SimulationResult
from engine.kings_lows.simulation import MAX_EXACT_DEALS, play
from engine.kings_lows.streets import street_odds
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import VARIANTS, WildCardRules, rules_of

N_STREET_DEALS = 20_000


class _Part(BaseModel):
    """A part of a request or an answer: frozen, nothing unknown in it."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class KingsLowsSeat(_Part):
    """One player and the cards of theirs that are known; what is left out is unknown."""

    name: str
    hole: CardsField = ()
    open: CardsField = ()
    last: CardField | None = None
    last_up: bool = Field(default=False, description="the others see the seventh card")

    def player(self) -> KingsAndLowsPlayer:
        """The player as the engine takes them."""
        return KingsAndLowsPlayer(self.name, self.hole, self.open, self.last, self.last_up)


class KingsLowsRequest(Request):
    """A table of two to seven players, dead cards, the variant, and whose eyes to use."""

    game: ClassVar[str] = "kings-lows"

    players: tuple[KingsLowsSeat, ...]
    dead: CardsField = ()
    variant: str = Field(default=VARIANTS[0], description="one of " + ", ".join(VARIANTS))
    king_required: bool = False
    viewer: str | None = Field(default=None, description="a player's name; None sees all cards")
    streets: bool = Field(default=False, description="also the odds after each street")
    n_deals: int = Field(default=100_000, ge=1)
    n_history: int = Field(default=3, ge=0, le=1_000)
    enumerate_up_to: int = Field(default=MAX_EXACT_DEALS, ge=0)
    seed: Seed = 0
    n_threads: int = Field(default=0, ge=0, le=MAX_THREADS, description="0: one a core")

    @model_validator(mode="after")
    def _can_be(self) -> "KingsLowsRequest":
        self.table().seen_by(self.viewer)
        return self

    def table(self) -> StudTable:
        """The table with all known cards, checked."""
        rules = rules_of(self.variant, self.king_required)
        return StudTable(tuple(seat.player() for seat in self.players), self.dead, rules)


class Chance(_Part):
    """A share with its 95 % bounds; no bounds if it is exact."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, share: Share) -> "Chance":
        """From the engine's share."""
        bounds = share.interval
        return cls(
            value=share.value,
            low=bounds.low if bounds else None,
            high=bounds.high if bounds else None,
        )


class KnownCard(_Part):
    """A card that the request names: is it wild by the cards so far, and how often in the end."""

    card: CardField
    place: str = Field(description="hole, open or last")
    seen: bool = Field(description="False: hidden from the viewer, so not reckoned with")
    wild_now: bool
    wild_share: float | None = Field(description="None if hidden")


class LiftShare(_Part):
    """How often wild cards take the hand from one category to another."""

    natural: str
    with_wild: str
    share: float


class WildCountShare(_Part):
    """How often the hand has so many wild cards, and how often it is then five of a kind."""

    n_wild: int
    share: float
    five_of_a_kind: float


class MadeHand(_Part):
    """A complete hand in words, the five cards that count and what each stands for."""

    words: str
    five: CardsField
    stands_for: CardsField
    wild: CardsField


class KingsLowsPlayerAdvice(_Part):
    """One player's row of the answer."""

    name: str
    win: Chance
    tie: Chance
    equity: Chance
    five_of_a_kind: Chance
    lifted: Chance = Field(description="how often wild cards lift the hand to a higher category")
    hand_types: dict[str, float] = Field(description="share by category, weakest first")
    lifts: tuple[LiftShare, ...] = Field(description="from and to, most frequent first")
    wild_counts: tuple[WildCountShare, ...]
    cards: tuple[KnownCard, ...]
    made: MadeHand | None = Field(default=None, description="if all seven cards are seen")


class StreetPlayer(_Part):
    """One player's chances after one street."""

    name: str
    win: Chance
    tie: Chance
    equity: Chance
    five_of_a_kind: Chance


class StreetAdvice(_Part):
    """The chances after one street, 3 to 7, as the viewer saw the table then."""

    street: int
    name: str
    exact: bool
    players: tuple[StreetPlayer, ...]


class HistoryHand(_Part):
    """One player's seven cards in a sample deal."""

    name: str
    cards: CardsField
    wild: CardsField
    words: str
    five: CardsField
    stands_for: CardsField
    won: bool


class KingsLowsAdvice(Advice):
    """Everybody's chances, the street-by-street odds if asked for, and some sample deals."""

    players: tuple[KingsLowsPlayerAdvice, ...]
    variant: str
    king_required: bool
    viewer: str | None
    streets: tuple[StreetAdvice, ...] = ()
    history: tuple[tuple[HistoryHand, ...], ...] = ()


def advise(request: KingsLowsRequest, control: Control) -> KingsLowsAdvice:
    """Answer a request; early answers go to whoever listens to the control."""
    full = request.table()
    result = play(
        full.seen_by(request.viewer),
        request.n_deals,
        seed=request.seed,
        n_history=request.n_history,
        n_threads=request.n_threads or None,
        enumerate_up_to=request.enumerate_up_to,
        control=control.mapping(lambda early: _advice(request, full, early)),
    )
    advice = _advice(request, full, result)
    if request.streets and not control.should_stop():
        streets = _streets(request, full, control, advice)
        advice = advice.model_copy(update={"streets": streets})
    return advice.model_copy(update={"elapsed_s": control.elapsed_s})


def _advice(
    request: KingsLowsRequest, full: StudTable, result: SimulationResult
) -> KingsLowsAdvice:
    seen = full.seen_by(request.viewer)
    rows = zip(result.players, full.players, seen.players, strict=True)
    return KingsLowsAdvice(
        why=_why(request, full, result),
        exact=result.exact,
        n_samples=result.n_samples,
        half_width=result.half_width,
        seed=result.seed,
        elapsed_s=result.elapsed_s,
        players=tuple(_player(odds, known, in_view, full) for odds, known, in_view in rows),
        variant=full.rules.variant,
        king_required=request.king_required,
        viewer=request.viewer,
        history=tuple(map(_history, result.history)),
    )


def _player(
    odds: PlayerOdds, known: KingsAndLowsPlayer, in_view: KingsAndLowsPlayer, table: StudTable
) -> KingsLowsPlayerAdvice:
    hand = odds.hand
    return KingsLowsPlayerAdvice(
        name=odds.name,
        win=Chance.of(odds.win),
        tie=Chance.of(odds.tie),
        equity=Chance.of(odds.equity),
        five_of_a_kind=Chance.of(hand.five_of_a_kind),
        lifted=Chance.of(hand.lifted),
        hand_types={kind.label: share for kind, share in hand.hand_types.items()},
        lifts=tuple(
            LiftShare(natural=x.natural.label, with_wild=x.with_wild.label, share=x.share)
            for x in hand.lifts
        ),
        wild_counts=tuple(
            WildCountShare(n_wild=x.n_wild, share=x.share, five_of_a_kind=x.five_of_a_kind)
            for x in hand.by_wild_count
        ),
        cards=_known_cards(known, in_view, table, hand.wild_shares),
        made=_made_hand(in_view, table),
    )


def _known_cards(
    known: KingsAndLowsPlayer,
    in_view: KingsAndLowsPlayer,
    table: StudTable,
    wild_shares: dict[Card, float],
) -> tuple[KnownCard, ...]:
    last = () if known.last_card is None else (known.last_card,)
    places = (("hole", known.hole_cards), ("open", known.board_cards), ("last", last))
    wild_now = table.rules.determine_wild_cards(in_view.known_cards)
    return tuple(
        KnownCard(
            card=card,
            place=place,
            seen=card in wild_shares,
            wild_now=card in wild_now,
            wild_share=wild_shares.get(card),
        )
        for place, cards in places
        for card in cards
    )


def _made_hand(player: KingsAndLowsPlayer, table: StudTable) -> MadeHand | None:
    cards = player.known_cards
    if len(cards) < N_HAND:
        return None
    wild = table.rules.determine_wild_cards(cards)
    best = WildCardHandEvaluator.best_hand(cards, wild)
    return MadeHand(words=best.words, five=best.five, stands_for=best.stands_for, wild=wild)


def _history(record: HandRecord) -> tuple[HistoryHand, ...]:
    return tuple(
        HistoryHand(
            name=name,
            cards=hand.cards,
            wild=hand.wild_cards,
            words=hand.best.words,
            five=hand.best.five,
            stands_for=hand.best.stands_for,
            won=name in record.winners,
        )
        for name, hand in record.hands.items()
    )


def _streets(
    request: KingsLowsRequest, table: StudTable, control: Control, so_far: KingsLowsAdvice
) -> tuple[StreetAdvice, ...]:
    found = street_odds(
        table,
        request.viewer,
        min(request.n_deals, N_STREET_DEALS),
        seed=request.seed,
        control=control.mapping(lambda _: so_far),
    )
    return tuple(
        StreetAdvice(
            street=street.street,
            name=street.name,
            exact=street.result.exact,
            players=tuple(map(_street_player, street.result.players)),
        )
        for street in found
    )


def _street_player(odds: PlayerOdds) -> StreetPlayer:
    return StreetPlayer(
        name=odds.name,
        win=Chance.of(odds.win),
        tie=Chance.of(odds.tie),
        equity=Chance.of(odds.equity),
        five_of_a_kind=Chance.of(odds.hand.five_of_a_kind),
    )


def _why(request: KingsLowsRequest, table: StudTable, result: SimulationResult) -> str:
    """One sentence: who leads, by how much, and what makes the hand."""
    leader = max(result.players, key=lambda player: player.equity.value)
    eyes = f"As {request.viewer} sees it, " if request.viewer else ""
    always = [card.symbol for card, share in leader.hand.wild_shares.items() if share == 1]
    sure = f", with {' and '.join(always)} wild in every hand" if always else ""
    kind = max(leader.hand.hand_types, key=leader.hand.hand_types.__getitem__)
    return (
        f"{eyes}{leader.name}: ahead with {leader.equity.value:.1%} of the pot{sure}: "
        f"mostly {kind.label} ({leader.hand.hand_types[kind]:.0%}), "
        f"five of a kind {leader.hand.five_of_a_kind.value:.1%} ({_rule_words(table)})"
    )


def _rule_words(table: StudTable) -> str:
    if isinstance(table.rules, WildCardRules):
        return "kings wild, lows with a king" if table.rules.king_required else "kings, lows wild"
    return {"baseball": "threes and nines wild"}.get(table.rules.variant, "twos wild")

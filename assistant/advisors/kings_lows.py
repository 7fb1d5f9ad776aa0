"""Kings and Lows advice: a table of known and unknown cards in, everybody's chances out.

With a viewer the odds follow what that player can see: the others' hole cards, and a last card
dealt down, are unknown then, even if the request names them. Shares are exact or have bounds.
"""

from typing import Any, ClassVar

from pydantic import Field, model_validator

from assistant.advice import Advice
from assistant.advisors.kings_lows_last_card import LastCardAdvice, advise_last_card
from assistant.advisors.kings_lows_words import reason, standing, why
from assistant.requests import (
    MAX_THREADS,
    CardField,
    CardsField,
    FrozenModel,
    PlayerName,
    Request,
    Seed,
)
from engine.cards import Card, shorten
from engine.control import Control
from engine.errors import InputError
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.last_card import why_not
from engine.kings_lows.odds import HandRecord, PlayerOdds, Share, SimulationResult, WildCount
from engine.kings_lows.open_cards import depends_on_deal, settle
from engine.kings_lows.simulation import MAX_EXACT_DEALS, Folding, play
from engine.kings_lows.streets import street_odds
from engine.kings_lows.table import KingsAndLowsPlayer, StudTable, n_extra
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import VARIANTS, FollowTheQueenRules, rules_of
from engine.poker.hands import HandType
from engine.words import capital

N_STREET_DEALS = 20_000
NO_TIME = "the time was too short"
FOLD_LEVELS = {
    kind.label: kind for kind in HandType if HandType.PAIR <= kind <= HandType.FIVE_OF_A_KIND
}


class KingsLowsSeat(FrozenModel):
    """One player and the cards of theirs that are known; what is left out is unknown."""

    name: PlayerName
    hole: CardsField = ()
    open: CardsField = ()
    last: CardField | None = None
    last_up: bool = Field(default=False, description="the others see the seventh card")

    def player(self) -> KingsAndLowsPlayer:
        """Return the player as the engine takes them."""
        return KingsAndLowsPlayer(self.name, self.hole, self.open, self.last, self.last_up)


class KingsLowsRequest(Request):
    """A table of two to seven players, dead cards, the variant, and the player whose view
    to take.
    """

    game: ClassVar[str] = "kings-lows"

    players: tuple[KingsLowsSeat, ...]
    dead: CardsField = ()
    variant: str = Field(default=VARIANTS[0], description="one of " + ", ".join(VARIANTS))
    king_required: bool = False
    extra_for_four: bool = Field(
        default=False, description="Baseball: a four dealt up brings an extra card, dealt down"
    )
    viewer: str | None = Field(default=None, description="a player's name; None sees all cards")
    fold_below: str | None = Field(
        default=None, description="all but hero fold hands below this: " + ", ".join(FOLD_LEVELS)
    )
    last_card: bool = Field(default=False, description="also whether to take hero's last card up")
    streets: bool = Field(default=False, description="also the odds after each street")
    n_deals: int = Field(default=100_000, ge=1)
    n_history: int = Field(default=3, ge=0, le=1_000)
    enumerate_up_to: int = Field(default=MAX_EXACT_DEALS, ge=0)
    seed: Seed = 0
    n_threads: int = Field(default=0, ge=0, le=MAX_THREADS, description="0 uses all cores")

    @model_validator(mode="after")
    def _check(self) -> "KingsLowsRequest":
        self.table().seen_by(self.viewer)
        self.folding()
        return self

    @property
    def hero(self) -> str:
        """The player who never folds and asks about the last card: viewer or first player."""
        return self.viewer or self.players[0].name

    def folding(self) -> Folding | None:
        """Return who folds what, checked; None if nobody folds."""
        if self.fold_below is None:
            return None
        level = FOLD_LEVELS.get(self.fold_below.strip().lower().replace("-", " "))
        if level is None:
            raise InputError(
                f'cannot fold below "{shorten(self.fold_below)}": expected {", ".join(FOLD_LEVELS)}'
            )
        return Folding(level, self.hero)

    def table(self) -> StudTable:
        """Return the table with all known cards, checked."""
        rules = rules_of(self.variant, self.king_required, self.extra_for_four)
        return StudTable(tuple(seat.player() for seat in self.players), self.dead, rules)


class Chance(FrozenModel):
    """A share with its 95% bounds; no bounds if it is exact."""

    value: float
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, share: Share) -> "Chance":
        """Return the chance of an engine's share."""
        bounds = share.interval
        return cls(
            value=share.value,
            low=bounds.low if bounds else None,
            high=bounds.high if bounds else None,
        )


class KnownCard(FrozenModel):
    """A card that the request names: is it wild by the cards so far, and how often in the end."""

    card: CardField
    place: str = Field(description="hole, open or last")
    seen: bool = Field(description="False: hidden from the viewer, so not counted")
    wild_now: bool
    wild_share: float | None = Field(description="None if hidden")


class ImprovementShare(FrozenModel):
    """How often wild cards improve the hand from one category to another."""

    natural: str
    with_wild: str
    share: float


class MadeHand(FrozenModel):
    """A complete hand in words, the five cards that count and what each stands for."""

    words: str
    five: CardsField
    stands_for: CardsField
    wild: CardsField


class StreetPlayer(FrozenModel):
    """One player's chances after one street."""

    name: str
    win: Chance
    tie: Chance
    equity: Chance
    five_of_a_kind: Chance


class KingsLowsPlayerAdvice(StreetPlayer):
    """One player's row of the answer."""

    improved: Chance = Field(
        description="how often wild cards improve the hand to a higher category"
    )
    hand_types: dict[str, float] = Field(description="share by category, weakest first")
    improvements: tuple[ImprovementShare, ...] = Field(
        description="from and to, most frequent first"
    )
    wild_counts: tuple[WildCount, ...]
    cards: tuple[KnownCard, ...]
    folds: float | None = Field(default=None, description="how often the hand is folded")
    made: MadeHand | None = Field(default=None, description="if all seven cards are seen")


class StreetAdvice(FrozenModel):
    """The chances after one street, 3 to 7, as the viewer saw the table then."""

    street: int
    name: str
    exact: bool
    players: tuple[StreetPlayer, ...]

    @property
    def title(self) -> str:
        """The street at the head of a row: "Third card", "Down and dirty"."""
        return capital(self.name) + " card" * (self.street < N_HAND)


class HistoryHand(FrozenModel):
    """One player's seven cards in a sample deal."""

    name: str
    cards: CardsField
    wild: CardsField
    words: str
    five: CardsField
    stands_for: CardsField
    won: bool
    folded: bool = False


class KingsLowsAdvice(Advice):
    """Everybody's chances, the street-by-street odds if asked for, and some sample deals."""

    standing: str  # how the viewer stands: "You are ahead"
    players: tuple[KingsLowsPlayerAdvice, ...]
    variant: str
    king_required: bool
    viewer: str | None
    fold_below: str | None = None
    last_card: LastCardAdvice | None = None
    no_last_card: str = Field(default="", description="why there is no advice on the last card")
    streets: tuple[StreetAdvice, ...] = ()
    history: tuple[tuple[HistoryHand, ...], ...] = ()


def advise(request: KingsLowsRequest, control: Control) -> KingsLowsAdvice:
    """Answer a request; early answers are reported to the control."""
    full = request.table()
    result = play(
        full.seen_by(request.viewer),
        request.n_deals,
        seed=request.seed,
        n_history=request.n_history,
        n_threads=request.n_threads or None,
        enumerate_up_to=request.enumerate_up_to,
        folding=request.folding(),
        control=control.converting(lambda early: _advice(request, full, early)),
    )
    advice = _advice(request, full, result)
    if request.last_card:
        advice = advice.model_copy(update=_last_card(request, full, control, advice))
    if request.streets and not control.should_stop():
        streets = _streets(request, full, result, control, advice)
        advice = advice.model_copy(update={"streets": streets})
    return advice.model_copy(update={"elapsed_s": control.elapsed_s})


def _last_card(
    request: KingsLowsRequest, full: StudTable, control: Control, so_far: KingsLowsAdvice
) -> dict[str, object]:
    """Return the advice on hero's last card, or why there is none."""
    reason = why_not(full.seen_by(request.hero), request.hero)
    if reason:
        return {"no_last_card": reason}
    if control.should_stop():
        return {"no_last_card": NO_TIME}
    control.report(0, 1, "the last card", so_far)
    found = advise_last_card(full, request.hero, request.folding(), request.seed, control)
    return {"last_card": found, "no_last_card": "" if found else NO_TIME}


def _advice(
    request: KingsLowsRequest, full: StudTable, result: SimulationResult
) -> KingsLowsAdvice:
    seen = full.seen_by(request.viewer)
    rows = zip(result.players, full.players, seen.players, strict=True)
    return KingsLowsAdvice(
        why=why(full, result, request.viewer, request.fold_below),
        standing=standing(result, request.viewer),
        reason=reason(full, result, request.viewer, request.fold_below),
        exact=result.exact,
        n_samples=result.n_samples,
        half_width=result.half_width,
        seed=result.seed,
        elapsed_s=result.elapsed_s,
        players=tuple(
            _player(odds, known, in_view, seen, request) for odds, known, in_view in rows
        ),
        variant=full.rules.variant,
        king_required=request.king_required,
        viewer=request.viewer,
        fold_below=request.fold_below,
        history=tuple(map(_history, result.history)),
    )


def _player(
    odds: PlayerOdds,
    known: KingsAndLowsPlayer,
    in_view: KingsAndLowsPlayer,
    table: StudTable,
    request: KingsLowsRequest,
) -> KingsLowsPlayerAdvice:
    hand = odds.hand
    return KingsLowsPlayerAdvice(
        **_chances(odds),
        improved=Chance.of(hand.improved),
        hand_types={kind.label: share for kind, share in hand.hand_types.items()},
        improvements=tuple(
            ImprovementShare(natural=x.natural.label, with_wild=x.with_wild.label, share=x.share)
            for x in hand.improvements
        ),
        wild_counts=hand.by_wild_count,
        cards=_known_cards(known, in_view, table, hand.wild_shares),
        folds=_folds(odds, request.folding()),
        made=_made_hand(in_view, table),
    )


def _folds(odds: PlayerOdds, folding: Folding | None) -> float | None:
    if folding is None or odds.name == folding.stays:
        return None
    return sum(share for kind, share in odds.hand.hand_types.items() if kind < folding.below)


def _known_cards(
    known: KingsAndLowsPlayer,
    in_view: KingsAndLowsPlayer,
    table: StudTable,
    wild_shares: dict[Card, float],
) -> tuple[KnownCard, ...]:
    last = () if known.last_card is None else (known.last_card,)
    places = (("hole", known.hole_cards), ("open", known.board_cards), ("last", last))
    wild_now = settle(table).rules.determine_wild_cards(in_view.known_cards)
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
    cards, rules = player.known_cards, settle(table).rules
    is_open = isinstance(rules, FollowTheQueenRules) and depends_on_deal(table)
    if is_open or len(cards) < N_HAND + n_extra(player, rules):
        return None
    wild = rules.determine_wild_cards(cards)
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
            folded=name in record.folded,
        )
        for name, hand in record.hands.items()
    )


def _streets(
    request: KingsLowsRequest,
    table: StudTable,
    now: SimulationResult,
    control: Control,
    so_far: KingsLowsAdvice,
) -> tuple[StreetAdvice, ...]:
    found = street_odds(
        table,
        request.viewer,
        min(request.n_deals, N_STREET_DEALS),
        now,
        seed=request.seed,
        folding=request.folding(),
        control=control.converting(lambda _: so_far),
    )
    return tuple(
        StreetAdvice(
            street=street.street,
            name=street.name,
            exact=street.result.exact,
            players=tuple(StreetPlayer(**_chances(odds)) for odds in street.result.players),
        )
        for street in found
    )


def _chances(odds: PlayerOdds) -> dict[str, Any]:
    """Return the fields of a `StreetPlayer`."""
    return {
        "name": odds.name,
        "win": Chance.of(odds.win),
        "tie": Chance.of(odds.tie),
        "equity": Chance.of(odds.equity),
        "five_of_a_kind": Chance.of(odds.hand.five_of_a_kind),
    }

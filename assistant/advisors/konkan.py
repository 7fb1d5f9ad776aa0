"""Konkan's advice: what to draw, lay, add, swap and throw, whether to come down, and why.

The request is what a player sees at a real table; it becomes a view, the search is given the
view, and the melds come from the exact solver. Nothing here knows a hidden card.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, PlainSerializer, model_validator

from assistant.advice import Advice
from assistant.requests import FrozenModel, Request, Seed, reading
from engine.control import Control
from engine.konkan.budget import QUESTION_TRIES
from engine.konkan.cards import KonkanCard, format_hand, parse_hand, parse_konkan_card
from engine.konkan.melds import Meld, parse_meld
from engine.konkan.rules import DEFAULT_RULES, KonkanRules

KonkanCardField = Annotated[
    KonkanCard, reading(parse_konkan_card), PlainSerializer(repr, return_type=str)
]
"""A card or a joker: read from any notation, written as "AH", "JK", "JK=9S"."""

KonkanCardsField = Annotated[
    tuple[KonkanCard, ...],
    reading(parse_hand, parse_konkan_card),
    PlainSerializer(format_hand, return_type=str),
]
"""Cards and jokers: read from text or a list, written as "AH 10D JK"."""

MeldField = Annotated[Meld, reading(parse_meld), PlainSerializer(repr, return_type=str)]
"""A meld: read from text, "7S 8S JK" or "7S 8S JK=9S", written with its jokers declared."""


class SeatEntry(FrozenModel):
    """An opponent: number of cards, points when coming down (None: not down), cards seen taken."""

    n_cards: int = Field(default=14, ge=1, le=15)
    down_total: int | None = Field(default=None, ge=0, le=200)
    known: KonkanCardsField = ()


class TableEntry(FrozenModel):
    """A meld on the table; owner 0 is you, 1 the next player, 2 the player after next."""

    owner: int = Field(ge=0, le=2)
    meld: MeldField


class KonkanRequest(Request):
    """A position as you see it. `opponents` in the order of play after you; trash top is last.

    `known` are own cards that all saw you take, `coming` the points laid in this turn while coming
    down, `laid` the points that each seat has laid, yours first.
    """

    game: ClassVar[str] = "konkan"

    hand: KonkanCardsField
    opponents: tuple[SeatEntry, ...] = (SeatEntry(), SeatEntry())
    table: tuple[TableEntry, ...] = ()
    trash: KonkanCardsField = ()
    down_total: int | None = Field(default=None, ge=0, le=200)
    phase: Literal["auto", "pull", "act"] = "auto"
    taken: KonkanCardField | None = None
    first_turn: bool = False
    turn: int = Field(default=0, ge=0, description="turns played by all; 0: by the cards thrown")
    against: Literal["equal", "greedy"] = Field(
        default="equal", description="the opponents that the chances are against"
    )
    known: KonkanCardsField = ()
    coming: int = Field(default=0, ge=0, le=200)
    laid: tuple[int, ...] = ()
    rules: KonkanRules = DEFAULT_RULES
    simulations: int = Field(default=QUESTION_TRIES, ge=1, le=1_000_000)
    threads: int = Field(default=1, ge=1, le=64)
    seed: Seed = 0

    @model_validator(mode="after")
    def _check(self) -> "KonkanRequest":
        from assistant.advisors.konkan_view import verify_request

        verify_request(self)
        return self


class MeldGroup(FrozenModel):
    """Cards to draw together: a run or a set with its points."""

    cards: KonkanCardsField
    points: int
    is_run: bool


class MoveAdvice(FrozenModel):
    """One possible turn: its actions, in words, how often tried, and the chance to win after it.

    `brief` says long turns by how many cards they lay and which they keep. `behind` is how much
    less the chance is than after the best turn in the same deals, `behind_half_width` its ±; the
    order of turns, their chances and the sentence follow it. From `pull` on the same actions are
    there as values: `added` are the cards of sarfs, `swapped` those put in for jokers.
    """

    action: str
    turn: tuple[str, ...]
    words: str
    brief: str
    sort: Literal["pull", "lay", "sarf", "swap", "throw"]
    visits: int
    share: float
    win_share: float
    half_width: float
    behind: float = 0.0
    behind_half_width: float = 0.0
    pull: Literal["deck", "trash"] | None = None
    lay: tuple[MeldGroup, ...] = ()
    swapped: KonkanCardsField = ()
    added: KonkanCardsField = ()
    throw: KonkanCardField | None = None


class MeldPoint(FrozenModel):
    """One step of the frontier: with so many cards laid, so many points at most."""

    n_cards: int
    points: int


class HelpfulCard(FrozenModel):
    """A card that would help: copies still unseen, the most points that could be laid with it."""

    card: KonkanCardField
    n_unseen: int
    points: int
    comes_down: bool
    goes_out: bool


class KonkanAdvice(Advice):
    """The move to make now, the whole turn as planned, and the melds of the hand as groups."""

    phase: Literal["pull", "act"]
    headline: str
    pull: Literal["deck", "trash"] | None = None
    come_down: bool = False
    come_down_points: int = 0
    lay: tuple[MeldGroup, ...] = ()
    sarf: tuple[str, ...] = ()
    swap: tuple[str, ...] = ()
    throw: KonkanCardField | None = None
    goes_out: bool = False
    plan: tuple[str, ...] = ()
    kept: KonkanCardsField = ()
    moves: tuple[MoveAdvice, ...] = ()
    win_share: float = 0.0
    seat_win_shares: tuple[float, ...] = ()
    against: Literal["equal", "greedy"] = "equal"
    groups: tuple[MeldGroup, ...] = ()
    group_points: int = 0
    threshold: int = DEFAULT_RULES.threshold
    is_down: bool = False
    reaches: bool = False
    left: KonkanCardsField = ()
    deadwood: int = 0
    frontier: tuple[MeldPoint, ...] = ()
    helpful: tuple[HelpfulCard, ...] = ()


def advise(request: KonkanRequest, control: Control) -> KonkanAdvice:
    """Return the best move for what you see, with the chances of the others and the reason."""
    from assistant.advisors.konkan_turn import advise_turn

    return advise_turn(request, control)

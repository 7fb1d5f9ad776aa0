"""Which plays beat which, and the 157 actions.

A play is one to four cards of one rank. Odd kinds (single, triple) meet only odd ones, even
kinds (pair, quad) only even ones; a triple beats any single and a quad any pair.
The numbers of the actions are in `actions`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import Annotated, Literal, get_args

from engine.cards import Card, in_symbols
from engine.errors import IllegalStateError
from engine.rules import RuleOption, Rules
from engine.slave.actions import (
    FIRST_PAIR,
    FIRST_QUAD,
    FIRST_SINGLE,
    FIRST_TRIPLE,
    FIXED_MASKS,
    N_ACTIONS,
    PAIR_SUITS,
    PASS_ACTION,
)
from engine.slave.card import from_int, from_mask, to_int, to_mask

HAND_SIZE = 13
TitleName = Literal["King", "Queen", "Commoner", "Slave"]
TITLE_NAMES: tuple[TitleName, ...] = get_args(TitleName)
# By title, King first.
N_GIVEN = (2, 1, 1, 2)  # cards in the exchange
TITLE_REWARDS = (10.0, 5.0, -5.0, -10.0)
CARD_PENALTY = -0.01  # for each card left
GROUP_RANKS = 10  # by the rule of shape, one group fewer is worth giving cards ten ranks higher

THREE_OF_CLUBS = 0
TRICK_RULES = ("pass_out", "lap")


class PlayType(IntEnum):
    """The kind of a play; its value is the number of cards."""

    PASS = 0
    SINGLE = 1
    PAIR = 2
    THREE_OF_KIND = 3
    FOUR_OF_KIND = 4


KIND_NAMES = ("pass", "single", "pair", "triple", "quad")


@dataclass(frozen=True, slots=True)
class SlaveRules(Rules):
    """House rules of Slave. A smaller `hand_size` is a shorter game for learners."""

    trick: Annotated[
        Literal["pass_out", "lap"],
        RuleOption(
            "One turn each",
            help="Everyone plays at most once in a trick, instead of until all pass.",
            key="one_turn_each",
            former="lap",
            values=TRICK_RULES,
        ),
    ] = "pass_out"
    first_lead_contains_3c: Annotated[
        bool,
        RuleOption(
            "3♣ need not lead",
            help="The first lead of the game need not contain 3♣.",
            key="free_lead",
            values=(True, False),
        ),
    ] = True
    hand_size: int = HAND_SIZE

    def __post_init__(self) -> None:
        Rules.__post_init__(self)
        if not isinstance(self.hand_size, int) or not 1 <= self.hand_size <= HAND_SIZE:
            raise IllegalStateError(f"hands of {self.hand_size} cards: expected 1 to {HAND_SIZE}")


@dataclass(frozen=True, slots=True)
class Play:
    """One to four cards of one rank, lowest suit first, or nothing at all: a pass."""

    cards: tuple[Card, ...] = ()
    kind: PlayType = field(init=False, repr=False, compare=False)
    top: int = field(init=False, repr=False, compare=False)  # the highest card; -1 for a pass
    mask: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = tuple(sorted(self.cards, key=to_int))
        if len({c.rank for c in cards}) > 1 or len(set(cards)) != len(cards):
            raise IllegalStateError(
                f"{in_symbols(cards)} is not a play: play cards of one rank only"
            )
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "kind", PlayType(len(cards)))
        object.__setattr__(self, "top", to_int(cards[-1]) if cards else -1)
        object.__setattr__(self, "mask", to_mask(cards))

    def __str__(self) -> str:
        return in_symbols(self.cards) or "pass"


PASS = Play()


def can_beat(play: Play, last: Play | None) -> bool:
    """Return True if `play` may be played on `last` (None: the trick is empty)."""
    if last is None or last.kind == PlayType.PASS:
        return play.kind != PlayType.PASS
    if play.kind == last.kind:
        return play.top > last.top
    return play.kind == PlayType.PASS or play.kind == last.kind + 2


def why_not_beat(play: Play, last: Play | None) -> str | None:
    """Return the rule that forbids `play` on `last`, or None if it may be played."""
    if can_beat(play, last):
        return None
    if last is None or last.kind == PlayType.PASS:
        return "the leader must play"
    if play.kind == last.kind:
        return f"{play} is not higher than {last}"
    return f"a {KIND_NAMES[play.kind]} does not beat a {KIND_NAMES[last.kind]}"


@cache
def play_of(mask: int) -> Play:
    """Return the play that lays exactly these cards."""
    return Play(from_mask(mask))


@cache
def _plays_of_rank(held: int) -> tuple[Play, ...]:
    """Return every play from the cards of one rank, given as a mask."""
    cards = from_mask(held)
    plays = [Play(group) for size in (1, 2) for group in combinations(cards, size)]
    if len(cards) >= 3:
        plays.append(Play(cards[:3]))  # the suits of a triple never matter: the lowest three
    if len(cards) == 4:
        plays.append(Play(cards))
    return tuple(plays)


def get_valid_plays(
    hand: Iterable[Card], last: Play | None, must_contain: Card | None = None
) -> list[Play]:
    """Return every legal play, in the order of the actions; a pass is there unless the trick is
    empty.
    """
    must = 0 if must_contain is None else to_mask((must_contain,))
    return valid_plays_of(to_mask(hand), last, must)


def valid_plays_of(hand: int, last: Play | None, must: int = 0) -> list[Play]:
    """Return every legal play from a hand given as a mask; each contains the cards of the mask
    `must`.
    """
    plays = [play for held in groups_of(hand) for play in _plays_of_rank(held)]
    legal = [play for play in (PASS, *plays) if can_beat(play, last) and play.mask & must == must]
    return sorted(legal, key=encode_play)


def determine_trick_winner(plays: Sequence[tuple[int, Play]]) -> int:
    """Return the seat whose play stands, given (seat, play) in the order of the trick."""
    winner, last = -1, None
    for seat, play in plays:
        if play.kind == PlayType.PASS:
            continue
        reason = why_not_beat(play, last)
        if reason is not None:
            raise IllegalStateError(f"{play} by seat {seat} is illegal: {reason}")
        winner, last = seat, play
    if winner < 0:
        raise IllegalStateError("a trick without a play has no winner")
    return winner


@cache
def encode_play(play: Play) -> int:
    """Return the action of a play."""
    kind, cards = play.kind, play.cards
    if kind == PlayType.PASS:
        return PASS_ACTION
    if kind == PlayType.SINGLE:
        return FIRST_SINGLE + to_int(cards[0])
    rank = to_int(cards[0]) // 4
    if kind == PlayType.PAIR:
        return FIRST_PAIR + 6 * rank + PAIR_SUITS.index((cards[0].suit, cards[1].suit))
    return (FIRST_TRIPLE if kind == PlayType.THREE_OF_KIND else FIRST_QUAD) + rank


def groups_of(hand: int) -> list[int]:
    """Return the hand's cards by rank, lowest rank first, as masks."""
    ranks = (hand & all_of(rank) for rank in range(13))
    return [held for held in ranks if held]


def all_of(rank: int) -> int:
    """Return the four cards of a rank, counted from 3, as a mask."""
    return 0b1111 << (4 * rank)


def action_mask_of(action: int, hand: int) -> int:
    """Return the cards that an action takes from a hand, as a mask; a triple takes its lowest
    three.
    """
    if not 0 <= action < N_ACTIONS:
        raise IllegalStateError(f"{action} is not an action: expected 0 to {N_ACTIONS - 1}")
    if action < FIRST_TRIPLE:
        return FIXED_MASKS[action]
    if action >= FIRST_QUAD:
        return all_of(action - FIRST_QUAD)
    held = hand & all_of(action - FIRST_TRIPLE)
    return held if held.bit_count() <= 3 else held & ~(1 << (held.bit_length() - 1))


def decode_action(action: int, hand: int) -> Play:
    """Return the play of an action for a hand (the hand decides which suits a triple has)."""
    return play_of(action_mask_of(action, hand))


def kind_of_action(action: int) -> PlayType:
    """Return the kind of play that an action stands for."""
    firsts = (FIRST_SINGLE, FIRST_PAIR, FIRST_TRIPLE, FIRST_QUAD)
    return PlayType(sum(action >= first for first in firsts))


def action_text(action: int) -> str:
    """Return a short name that needs no hand: "pass", "A♠", "7♣ 7♥", "triple 9", "quad 2"."""
    if action == PASS_ACTION:
        return "pass"
    if action < FIRST_TRIPLE:
        return in_symbols(from_mask(action_mask_of(action, 0)))
    kind, first = ("triple", FIRST_TRIPLE) if action < FIRST_QUAD else ("quad", FIRST_QUAD)
    return f"{kind} {from_int(4 * (action - first)).rank_name}"

"""Tables with a deck of few cards, and what hands are worth by the slow truth."""

from collections.abc import Container, Iterable
from functools import cache

from engine.cards import Card, full_deck, parse_cards
from engine.kings_lows.table import StudTable, parse_player
from engine.kings_lows.wild import WildRule
from tests.engine.kings_lows.oracle import brute_force

remembered = cache(brute_force)


def small_table(rules: WildRule, keep: str, *players: str, up: Container[str] = ()) -> StudTable:
    """A table with a deck of `keep` alone; `up` are those who show their last card."""
    seated = tuple(
        p.with_last_card_face_up(p.name in up) for p in (parse_player(text) for text in players)
    )
    held = {*parse_cards(keep), *(card for p in seated for card in p.known_cards)}
    return StudTable(seated, tuple(c for c in full_deck() if c not in held), rules)


def worth(cards: Iterable[Card], wild_ranks: Container[int]) -> int:
    """The worth of the best five of some cards."""
    key = tuple(sorted(card.index for card in cards))
    return remembered(key, tuple(i for i in key if i // 4 + 2 in wild_ranks))


def lows_worth(cards: Iterable[Card]) -> int:
    """The same in Kings and Lows: kings are wild, and the lowest cards."""
    held = tuple(cards)
    return worth(held, {13, min(card.rank for card in held)})

"""Which tables can be: enough cards for everybody, ranges that can be dealt at once, found fast."""

import time
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, format_cards, full_deck, parse_cards
from engine.control import Control
from engine.errors import IllegalStateError
from engine.holdem.dealable import can_be_dealt
from engine.holdem.ranges import Range, known_hand, parse_range, random_range
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.solver import solve
from engine.holdem.tables import COMBO_MASKS
from tests.engine.holdem.asking import table

HERO = parse_cards("AhKh")


def dead(n_cards: int, but: tuple[Card, ...] = HERO) -> tuple[Card, ...]:
    return tuple(card for card in full_deck() if card not in but)[:n_cards]


def test_a_deck_too_small_is_counted_and_refused() -> None:
    with pytest.raises(
        IllegalStateError, match="16 cards left, but 6 unknown hands and 5"
    ) as error:
        Situation(known_hand(*HERO), (random_range(),) * 6, (), dead(34))
    assert "need 17" in str(error.value)
    Situation(known_hand(*HERO), (random_range(),) * 6, (), dead(33))


def test_known_hands_need_no_cards_of_the_deck() -> None:
    pairs = [parse_cards(pair) for pair in ("AdKd", "AcKc")]
    gone = dead(41, but=(*HERO, *pairs[0], *pairs[1]))
    opponents = tuple(known_hand(*pair) for pair in pairs)
    Situation(known_hand(*HERO), opponents, (), gone)
    with pytest.raises(IllegalStateError, match="4 cards left, but 0 unknown hands and 5"):
        Situation(known_hand(*HERO), opponents, (), dead(42, but=(*HERO, *pairs[0], *pairs[1])))


@settings(max_examples=60)
@given(
    n_opponents=st.integers(1, 6),
    n_board=st.sampled_from([0, 3, 4, 5]),
    n_dead=st.integers(25, 48),
    wide=st.booleans(),
)
def test_small_decks_are_answered_or_refused(
    n_opponents: int, n_board: int, n_dead: int, wide: bool
) -> None:
    cards = dead(n_board + n_dead)
    opponent = parse_range("22+, A2+, K2+, Q2+") if wide else random_range()
    try:
        situation = Situation(
            known_hand(*HERO), (opponent,) * n_opponents, cards[:n_board], cards[n_board:]
        )
    except IllegalStateError:
        return
    n_hands = sum(seat.n_combos > 1 for seat in situation.seats)
    assert 2 * n_hands + 5 - n_board <= len(situation.deck), format_cards(cards)
    odds = solve(situation, Sampling(200, 1, 1), Control())
    assert sum(player.equity for player in odds.players) == pytest.approx(1)


def brute_force(ranges: list[Range]) -> bool:
    masks = [COMBO_MASKS[np.flatnonzero(r.weights)].tolist() for r in ranges]
    return any(
        sum(mask.bit_count() for mask in hands) == np.bitwise_or.reduce(hands).bit_count()
        for hands in product(*masks)
    )


few_cards = st.lists(st.sampled_from(range(28)), min_size=1, max_size=9, unique=True)


@settings(max_examples=150)
@given(st.lists(few_cards, min_size=2, max_size=4))
def test_room_is_found_as_by_trying_everything(combos: list[list[int]]) -> None:
    ranges = [Range(np.isin(np.arange(1326), hands).astype(float)) for hands in combos]
    assert can_be_dealt(ranges) == brute_force(ranges)


@pytest.mark.parametrize(
    ("texts", "fits"),
    [
        (["A2+"] * 6, False),
        (["AA, A2+", "A2+, KcQc, KcJc", *["A2+"] * 4], False),
        (["72o"] * 5, False),
        (["72o"] * 4, True),
        (["A2+, K2+"] * 6, True),
        (["22+, A2+, K2+, Q2+, J2+"] * 7, True),
        (["A2+", "K2+", "Q2+", "J2+", "T2+", "92+", "82+"], True),
        (["AA, KK, QQ, AKs, AKo, AQ, KQ"] * 7, False),
    ],
)
def test_wide_ranges_are_checked_at_once(texts: list[str], fits: bool) -> None:
    start = time.process_time()
    assert can_be_dealt(list(map(parse_range, texts))) == fits
    assert time.process_time() - start < 5  # it took half a minute once


def test_room_at_a_table_of_seven() -> None:
    with pytest.raises(IllegalStateError, match="no way to deal"):
        Situation(known_hand(*parse_cards("2c 2d")), (parse_range("A2+"),) * 6)


def test_the_only_hand_left_of_a_range_is_known_to_all() -> None:
    situation = table("AhKh", "KK", "AK, AdQc", "random", board="Kd 7c 2s")
    assert situation.seats[1:3] == (parse_range("KcKs"), parse_range("AdQc"))
    assert set(situation.known_cards) == set(parse_cards("Ah Kh Kc Ks Ad Qc Kd 7c 2s"))
    assert len(situation.deck) == 52 - 9
    assert situation.random_seats == (False, False, False, True)


def test_the_only_hand_left_cannot_be_held_twice() -> None:
    for others in (("KK", "KK"), ("KK", "KsQd, KcQd", "random")):
        with pytest.raises(IllegalStateError, match="no way to deal"):
            table("AhKh", *others, board="Kd 7c 2s")

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Card, parse_card, parse_cards
from engine.errors import IllegalStateError
from engine.slave.actions import N_ACTIONS
from engine.slave.card import from_int, slave_rank, to_int, to_mask
from engine.slave.rules import (
    PASS,
    Play,
    PlayType,
    SlaveRules,
    action_text,
    can_beat,
    decode_action,
    determine_trick_winner,
    encode_play,
    get_valid_plays,
    kind_of_action,
    why_not_beat,
)


def play(text: str) -> Play:
    return Play(parse_cards(text))


BEATS = [
    ("4C", "3S", True),
    ("3D", "3C", True),  # suits break ties
    ("3C", "3D", False),
    ("2C", "AS", True),
    ("AS", "2C", False),
    ("3C 3D 3H", "2S", True),  # a triple beats any single
    ("4C 4D 4H", "3C 3D 3H", True),
    ("3C 3D 3H", "4C 4D 4H", False),
    ("2S", "3C 3D 3H", False),
    ("3C 3D 3H", "4C 4D", False),  # never a pair
    ("3C 3S", "3D 3H", True),  # pairs by their higher card
    ("3D 3H", "3C 3S", False),
    ("4C 4D", "3H 3S", True),
    ("3C 3D 3H 3S", "2H 2S", True),  # a quad beats any pair
    ("4C 4D 4H 4S", "3C 3D 3H 3S", True),
    ("3C 3D 3H 3S", "4C 4D 4H 4S", False),
    ("3C 3D 3H 3S", "4C 4D 4H", False),  # never a triple
    ("3C 3D 3H 3S", "4C", False),
    ("4C 4D", "3C", False),
    ("4C", "3C 3D", False),
]


@pytest.mark.parametrize(("over", "under", "beats"), BEATS)
def test_what_beats_what(over: str, under: str, beats: bool) -> None:
    assert can_beat(play(over), play(under)) is beats
    assert (why_not_beat(play(over), play(under)) is None) is beats


def test_the_leader_may_play_anything_but_not_pass() -> None:
    for text in ("3C", "3C 3D", "3C 3D 3H", "3C 3D 3H 3S"):
        assert can_beat(play(text), None)
    assert not can_beat(PASS, None)
    assert why_not_beat(PASS, None) == "the leader must play"
    assert can_beat(PASS, play("3C"))


@pytest.mark.parametrize("text", ["3C 4C", "3C 3C"])
def test_what_is_no_play_is_quoted(text: str) -> None:
    with pytest.raises(IllegalStateError, match="is not a play"):
        play(text)


def test_every_action_goes_there_and_back() -> None:
    full = (1 << 52) - 1
    for action in range(N_ACTIONS):
        decoded = decode_action(action, full)
        assert encode_play(decoded) == action
        assert decoded.kind == kind_of_action(action)


@pytest.mark.parametrize(
    ("action", "cards"),
    [
        (1, "3C"),
        (52, "2S"),
        (53, "3C 3D"),
        (54, "3C 3H"),
        (55, "3C 3S"),
        (56, "3D 3H"),
        (57, "3D 3S"),
        (58, "3H 3S"),
        (59, "4C 4D"),
        (130, "2H 2S"),
        (131, "3C 3D 3H"),
        (144, "3C 3D 3H 3S"),
        (156, "2C 2D 2H 2S"),
    ],
)
def test_the_numbers_of_the_actions(action: int, cards: str) -> None:
    assert decode_action(action, (1 << 52) - 1) == play(cards)


def test_a_triple_of_four_takes_the_lowest_suits_and_of_three_all() -> None:
    assert decode_action(131, to_mask(parse_cards("3C 3D 3H 3S"))) == play("3C 3D 3H")
    assert decode_action(131, to_mask(parse_cards("3C 3H 3S"))) == play("3C 3H 3S")


def test_actions_have_names() -> None:
    assert [action_text(a) for a in (0, 1, 53, 133, 156)] == [
        "pass",
        "3♣",
        "3♣ 3♦",
        "triple 5",
        "quad 2",
    ]


@pytest.mark.parametrize("action", [-1, 157])
def test_a_wrong_action_is_quoted(action: int) -> None:
    with pytest.raises(IllegalStateError, match=str(action)):
        decode_action(action, 0)


def brute_force(hand: list[Card], last: list[Card]) -> set[frozenset[Card]]:
    """All legal sets of cards straight from the words of the rules, triples by rank alone."""
    legal: set[frozenset[Card]] = set() if not last else {frozenset()}
    for size in (1, 2, 3, 4):
        for group in combinations(hand, size):
            if len({c.rank for c in group}) == 1 and beats_in_words(group, last):
                legal.add(frozenset(group))
    return legal


def beats_in_words(group: tuple[Card, ...], last: list[Card]) -> bool:
    if not last or (len(group), len(last)) in ((3, 1), (4, 2)):
        return True
    strength = max((slave_rank(c), c.suit) for c in group)
    return len(group) == len(last) and strength > max((slave_rank(c), c.suit) for c in last)


@st.composite
def positions(draw: st.DrawFn) -> tuple[list[Card], list[Card]]:
    numbers = draw(st.permutations(range(24)))  # six ranks: many sets
    hand = [from_int(n) for n in numbers[: draw(st.integers(1, 13))]]
    rest = sorted(set(range(24)) - {to_int(c) for c in hand})
    groups = [
        g for s in (1, 2, 3, 4) for g in combinations(rest, s) if len({n // 4 for n in g}) == 1
    ]
    last = draw(st.sampled_from([(), *groups])) if groups else ()
    return hand, [from_int(n) for n in last]


@settings(max_examples=300, deadline=None)
@given(positions())
def test_valid_plays_are_what_the_words_allow(position: tuple[list[Card], list[Card]]) -> None:
    hand, last = position
    plays = get_valid_plays(hand, Play(tuple(last)) if last else None)
    expected = brute_force(hand, last)
    triples = {min(g, key=to_int).rank for g in expected if len(g) == 3}
    assert {frozenset(p.cards) for p in plays if p.kind != 3} == {
        g for g in expected if len(g) != 3
    }
    assert {p.cards[0].rank for p in plays if p.kind == PlayType.THREE_OF_KIND} == triples
    actions = [encode_play(p) for p in plays]
    assert actions == sorted(set(actions))


def test_a_card_that_must_be_there_is_in_every_play() -> None:
    hand = parse_cards("3C 3D 3H 4C")
    plays = get_valid_plays(hand, None, parse_card("3C"))
    assert [str(p) for p in plays] == ["3♣", "3♣ 3♦", "3♣ 3♥", "3♣ 3♦ 3♥"]


def test_the_trick_goes_to_the_last_play_that_stands() -> None:
    plays = [(0, play("3C")), (1, play("5D")), (2, PASS), (3, play("4C 4D 4H")), (0, PASS)]
    assert determine_trick_winner(plays) == 3
    with pytest.raises(IllegalStateError, match="not higher"):
        determine_trick_winner([(0, play("5C")), (1, play("4S"))])
    with pytest.raises(IllegalStateError, match="no winner"):
        determine_trick_winner([(0, PASS)])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"trick": "loop"}, "One turn each: loop cannot be used, expected pass_out or lap"),
        ({"hand_size": 0}, "hands of 0 cards: expected 1 to 13"),
        ({"hand_size": 14}, "hands of 14 cards: expected 1 to 13"),
        ({"hand_size": "7"}, "hands of 7 cards: expected 1 to 13"),
        ({"hand_size": 7.5}, "hands of 7.5 cards: expected 1 to 13"),
    ],
)
def test_unknown_rules_are_refused_in_one_line(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalStateError) as caught:
        SlaveRules(**fields)
    assert str(caught.value) == message

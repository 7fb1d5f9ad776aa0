"""The last card up or down: every world and every thought of the others, written out in Python."""

from itertools import combinations, permutations

import numpy as np
import pytest

from engine.cards import Card, full_deck
from engine.control import Budget, Control
from engine.kings_lows.last_card import LastCardOdds, question_of, weigh_last_card, why_not
from engine.kings_lows.table import StudTable
from engine.kings_lows.wild import FollowTheQueenRules, WildCardRules, WildRule
from engine.poker.hands import HandType
from tests.engine.kings_lows.oracle import QUADS, category_of
from tests.engine.kings_lows.small import lows_worth, small_table

PLAYERS = ("You: 10c 9d | 8s 8h 7c 4d", "Ann: 10h | 6c 6d Jd 3h", "Bob: 10s Jc | Qs Qh 5c 5d | 9c")
DECK = "Jh As 2c Kd"


def slow_gain(asked: StudTable, dealt: tuple[Card, ...], up: bool, least: int) -> float:
    """What hero gains, by the rules in plain words."""
    hero, *others = asked.players
    cards = list(dealt)
    last = cards.pop(0)
    hands = []
    for p in others:
        n = 7 - len(p.known_cards)
        hands.append([*p.known_cards, *cards[:n]])
        cards = cards[n:]
    shown = [*hero.board_cards, *([last] if up else [])]
    mine, stayed = lows_worth([*hero.hole_cards, *hero.board_cards, last]), []
    public = {*shown, *asked.dead_cards, *(c for p in others for c in p.board_cards)}
    for hand in hands:
        unseen = [c for c in full_deck() if c not in public and c not in hand]
        behind = [lows_worth([*shown, *hole]) for hole in combinations(unseen, 7 - len(shown))]
        own = lows_worth(hand)
        chance = sum((own > w) + (own == w) / 2 for w in behind) / len(behind)
        if category_of(own) >= least and chance >= 0.25:
            stayed.append(own)
    if not stayed:
        return 1.0
    if max(stayed) > mine:
        return -0.5
    return (1 + 0.5 * (len(stayed) + 1)) / (1 + stayed.count(mine)) - 0.5


@pytest.mark.parametrize(("level", "least"), [(None, 0), (HandType.FOUR_OF_A_KIND, QUADS)])
def test_gains_are_those_of_plain_reckoning(level: HandType | None, least: int) -> None:
    asked = small_table(WildCardRules(), DECK, *PLAYERS)
    worlds = list(permutations(asked.deck, 3))
    rows = np.array([[card.index for card in world] for world in worlds], np.uint8)
    gains, flag = np.zeros((len(rows), 2)), np.zeros(1, np.uint8)
    assert question_of(asked, "You", level).weigh(rows, flag, gains) == len(rows)
    expected = [[slow_gain(asked, world, up, least) for up in (True, False)] for world in worlds]
    assert gains.tolist() == pytest.approx(np.array(expected))


def test_a_sample_has_the_mean_of_all_worlds() -> None:
    asked = small_table(WildCardRules(), DECK, *PLAYERS)
    rows = np.array([[c.index for c in world] for world in permutations(asked.deck, 3)], np.uint8)
    gains = np.zeros((len(rows), 2))
    question_of(asked, "You", None).weigh(rows, np.zeros(1, np.uint8), gains)
    found = weigh_last_card(asked, "You", n_worlds=1_000, control=Control())
    assert found is not None
    assert [found.up, found.down] == pytest.approx(gains.mean(axis=0).tolist(), abs=0.12)
    assert found.n_worlds == 1_000


def test_the_better_way_is_told_only_beyond_the_noise() -> None:
    assert LastCardOdds(0.5, 0.4, 0.05, 100).way == "up"
    assert LastCardOdds(0.4, 0.5, 0.05, 100).way == "down"
    assert LastCardOdds(0.41, 0.4, 0.05, 100).way == "either"


@pytest.mark.parametrize(
    ("rules", "players", "said"),
    [
        (WildCardRules(), PLAYERS, ""),
        (FollowTheQueenRules(), PLAYERS, "changes the wild cards"),
        (WildCardRules(), ("You: 10c 9d | 8s 8h 7c 4d | 2c", PLAYERS[1]), "already"),
        (WildCardRules(), ("You: 10c 9d | 8s 8h 7c", PLAYERS[1]), "four open cards"),
        (WildCardRules(), ("You: 10c | 8s 8h 7c 4d", PLAYERS[1]), "both hole cards"),
    ],
)
def test_why_there_is_no_advice(rules: WildRule, players: tuple[str, ...], said: str) -> None:
    reason = why_not(small_table(rules, DECK, *players), "You")
    assert said in reason
    assert bool(said) == bool(reason)


def test_no_time_gives_no_figure() -> None:
    asked = small_table(WildCardRules(), DECK, *PLAYERS)
    assert weigh_last_card(asked, "You", control=Control(Budget(seconds=0.0))) is None

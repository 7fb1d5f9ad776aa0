"""Fast = slow: the state machine in Rust against the referee, state by state."""

import random
from collections import Counter

import pytest

from engine.konkan.game import KonkanGame
from engine.konkan.player_view import KonkanView
from engine.konkan.players import SearchPlayer
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig
from tests.engine.konkan import referee
from tests.engine.konkan.positions import fields_of
from tests.engine.konkan.referee import Referee

N_GAMES = 100


def compare(game: KonkanGame, slow: Referee) -> None:
    fields = fields_of(game)
    hands = [Counter(hand.split()) for hand in fields["hands"].split("/")]
    assert hands == [+hand for hand in slow.hands]
    table = ", ".join(f"{owner}: {meld.text}" for owner, meld in slow.table)
    assert fields["table"] == table
    assert fields["trash"].split() == slow.trash
    assert fields["deck"].split() == slow.deck
    totals = " ".join("-" if total is None else str(total) for total in slow.totals)
    assert fields["down"] == totals
    assert (game.seat, game.turn, game.phase) == (slow.seat, slow.turn, slow.phase)
    assert game.winner == slow.winner
    melded = sum(len(meld.faces) for _, meld in slow.table)
    held = sum(hand.total() for hand in hands)
    assert held + melded + len(slow.trash) + len(slow.deck) == 106


def play_both(
    seed: int, rules: KonkanRules = DEFAULT_RULES, greedy_share: float = 0.8
) -> Counter[str]:
    """Play a game in which greedy and random moves mix; returns how often each verb was used."""
    rng = random.Random(seed)
    game = KonkanGame.deal(seed, players=2 + seed % 2, starter=seed % 2, rules=rules)
    slow = Referee(game.text)
    verbs: Counter[str] = Counter()
    n_deck = len(slow.deck)
    while not game.is_over:
        legal = game.legal_actions()
        assert len(legal) == len(set(legal))
        assert set(legal) == slow.legal_actions(), game.text
        greedy = rng.random() < greedy_share
        action = game.choose("greedy") if greedy else rng.choice(legal)
        assert action in legal
        game.apply(action)
        slow.apply(action, fields_of(game)["deck"].split())
        compare(game, slow)
        verbs[action.partition(" ")[0]] += 1
        verbs["shuffled"] += action == "pull deck" and len(slow.deck) > n_deck
        n_deck = len(slow.deck)
    verbs["won"] += game.winner is not None
    referee.frontier.cache_clear()
    referee.melds_in.cache_clear()
    return verbs


def test_random_games_are_the_same_state_by_state() -> None:
    verbs: Counter[str] = Counter()
    for seed in range(N_GAMES):
        verbs += play_both(seed)
    assert min(verbs[verb] for verb in ("pull", "lay", "sarf", "swap", "throw", "won")) > 0, verbs


COMBINATIONS = [
    KonkanRules(threshold, naturals, raises, own, top, 10, max_turns)
    for threshold, max_turns in ((81, 400), (30, 400), (140, 20))
    for naturals in (1, 2)
    for raises in (False, True)
    for own in (False, True)
    for top in (False, True)
]


def test_every_combination_of_rules_is_played_to_the_end() -> None:
    verbs: Counter[str] = Counter()
    for seed, rules in enumerate(COMBINATIONS):
        verbs += play_both(seed, rules, greedy_share=0.5)
    # Nobody comes down in long games of random throws: the trash becomes the deck.
    for seed in (1, 2):
        rules = KonkanRules(threshold=140, keep_top=seed == 1)
        verbs += play_both(seed, rules, greedy_share=0.0)
    wanted = ("pull", "lay", "sarf", "swap", "throw", "won", "shuffled")
    assert min(verbs[verb] for verb in wanted) > 0, verbs


@pytest.mark.parametrize("rules", COMBINATIONS[::3])
def test_the_search_plays_every_rule_to_the_end(rules: KonkanRules) -> None:
    game = KonkanGame.deal(7, players=2 + rules.min_naturals % 2, rules=rules)
    seats = [SearchPlayer(SearchConfig(8, seed=seat)) for seat in range(game.players)]
    while not game.is_over:
        for action in seats[game.seat].choose(KonkanView(game, game.seat), seed=5):
            game.apply(action)
    assert game.winner is not None or game.turn == rules.max_turns


@pytest.mark.slow
@pytest.mark.timeout(3_600)
def test_thousands_of_games_are_the_same_state_by_state() -> None:
    for seed in range(N_GAMES, N_GAMES + 3_000):
        play_both(seed)

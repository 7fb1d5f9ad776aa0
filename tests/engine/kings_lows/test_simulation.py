"""Odds of a table: exact against a slow enumeration, sampled against exact, the same for a seed."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from engine.cards import parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled, CardError, IllegalStateError, InputError
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.simulation import (
    Folding,
    KingsAndLowsPlayer,
    KingsAndLowsSimulation,
    play,
)
from engine.kings_lows.wild import BaseballRules, DeucesWildRules, WildCardRules
from engine.poker.evaluator import evaluate
from engine.poker.hands import HandType, hand_type
from tests.engine.kings_lows.oracle import FULL, category_of
from tests.engine.kings_lows.small import lows_worth, small_table

ALL_RULES = [WildCardRules(), WildCardRules(True), BaseballRules(), DeucesWildRules()]


def player(name, hole="", board="", last=None, up=False):
    made = KingsAndLowsPlayer(name).with_hole_cards(hole).with_board_cards(board)
    made = made.with_last_card(last) if last else made
    return made.with_last_card_face_up(up)


def sitting(*players, dead=""):
    made = KingsAndLowsSimulation().with_dead_cards(dead)
    for one in players:
        made = made.with_player(one)
    return made


TWO = sitting(
    player("a", "Kh 2d", "3c 9h 4d 9d"), player("b", "As Qc", "Ac 7d 8c", "5c"), dead="4c 4h"
)


def slow_odds(simulation):
    """Wins, ties, pot shares and categories by running through all deals, one evaluation each."""
    table = simulation.table()
    n_missing = [7 - len(p.known_cards) for p in table.players]
    totals = [[0.0, 0.0, 0.0] for _ in table.players]
    kinds = [{} for _ in table.players]
    improved = [0] * len(table.players)
    n_deals = 0
    for dealt in _deals(table.deck, n_missing):
        strengths = []
        for i, (one, cards) in enumerate(zip(table.players, dealt, strict=True)):
            hand = (*one.known_cards, *cards)
            wild = table.rules.determine_wild_cards(hand)
            kind, strength = WildCardHandEvaluator.evaluate_best_hand(hand, wild)
            strengths.append(strength)
            kinds[i][kind] = kinds[i].get(kind, 0) + 1
            improved[i] += kind > hand_type(evaluate(hand))
        n_deals += 1
        winners = [i for i, s in enumerate(strengths) if s == max(strengths)]
        for i in winners:
            totals[i][0 if len(winners) == 1 else 1] += 1
            totals[i][2] += 1 / len(winners)
    return n_deals, totals, kinds, improved


def _deals(deck, n_missing):
    if not n_missing:
        yield ()
        return
    for cards in combinations(deck, n_missing[0]):
        left = [card for card in deck if card not in cards]
        for others in _deals(left, n_missing[1:]):
            yield (cards, *others)


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: str(rules))
def test_exact_odds_equal_a_slow_enumeration(rules):
    simulation = TWO.with_rules(rules)
    n_deals, totals, kinds, improved = slow_odds(simulation)
    result = simulation.simulate()
    assert (result.exact, result.n_samples, result.half_width) == (True, n_deals, None)
    for one, (wins, ties, shares), kind, n_improved in zip(
        result.players, totals, kinds, improved, strict=True
    ):
        assert one.win.value == pytest.approx(wins / n_deals)
        assert one.tie.value == pytest.approx(ties / n_deals)
        assert one.equity.value == pytest.approx(shares / n_deals)
        assert one.hand.hand_types == pytest.approx({k: n / n_deals for k, n in kind.items()})
        assert one.hand.improved.value == pytest.approx(n_improved / n_deals)
        assert one.equity.interval is None


def test_exact_odds_of_three_players_with_ties():
    """Three players share the pot when each can only make five aces."""
    simulation = sitting(
        player("a", "Kh 2d", "2c 9h 4d 9d", "Jh"),
        player("b", "As Qc", "Ac 7d 8c 8d"),
        player("c", "Ks Qd", "Ad 7h 6c 6d"),
    )
    n_deals, totals, _, _ = slow_odds(simulation)
    result = simulation.simulate()
    assert result.n_samples == n_deals
    for one, (wins, ties, shares) in zip(result.players, totals, strict=True):
        assert (one.win.value, one.tie.value) == pytest.approx((wins / n_deals, ties / n_deals))
        assert one.equity.value == pytest.approx(shares / n_deals)


def test_a_pot_is_shared_among_equal_hands():
    result = sitting(
        player("a", "Kh Kd", "Kc Ks 2d 2c", "Ah"), player("b", "3h 3d", "3c 3s 9d 9c", "Ad")
    ).simulate()
    assert [one.tie.value for one in result.players] == [1.0, 1.0]
    assert [one.equity.value for one in result.players] == [0.5, 0.5]


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: str(rules))
def test_samples_agree_with_the_enumeration(rules):
    exact = TWO.with_rules(rules).simulate()
    sampled = TWO.with_rules(rules).simulate(60_000, seed=5, enumerate_up_to=0)
    assert not sampled.exact
    for a, b in zip(exact.players, sampled.players, strict=True):
        assert a.equity.value == pytest.approx(b.equity.value, abs=0.012)
        assert a.hand.five_of_a_kind.value == pytest.approx(b.hand.five_of_a_kind.value, abs=0.012)
        assert b.hand.wild_shares == pytest.approx(a.hand.wild_shares, abs=0.012)


def test_the_answer_depends_on_the_seed_alone():
    full = sitting(*(player(f"seat {i}") for i in range(4)))
    first = full.simulate(9_000, seed=3, n_threads=1, n_history=2)
    again = full.simulate(9_000, seed=3, n_threads=2, n_history=2)
    other = full.simulate(9_000, seed=4, n_threads=2)
    assert first.players == again.players
    assert [record.hands for record in first.history] == [record.hands for record in again.history]
    assert first.players != other.players


def test_shares_add_up():
    result = sitting(*(player(f"seat {i}") for i in range(7))).simulate(5_000)
    assert sum(one.equity.value for one in result.players) == pytest.approx(1)
    for one in result.players:
        assert sum(one.hand.hand_types.values()) == pytest.approx(1)
        assert sum(row.share for row in one.hand.by_wild_count) == pytest.approx(1)
        assert sum(each.share for each in one.hand.improvements) == pytest.approx(
            one.hand.improved.value
        )
        assert one.win.value in one.win.interval


def test_the_seeds_example():
    result = (
        KingsAndLowsSimulation()
        .with_player(KingsAndLowsPlayer("Seat 1").with_hole_cards("Kh 2d").with_board_cards("3c"))
        .with_player(KingsAndLowsPlayer("Seat 2").with_hole_cards("As").with_board_cards("Ac"))
        .with_king_required(False)
        .simulate(10_000)
    )
    wild = result["Seat 1"].hand.wild_shares
    assert [wild[card] for card in parse_cards("Kh 2d 3c")] == [1, 1, 0]
    assert result["Seat 1"].equity.value > result["Seat 2"].equity.value


def test_king_required_changes_the_odds():
    relaxed = sitting(player("a", "2h 2d", "7c"), player("b"))
    strict = relaxed.with_king_required()
    assert strict.simulate(5_000)["a"].hand.wild_shares[parse_cards("2h")[0]] < 0.7
    assert relaxed.simulate(5_000)["a"].hand.wild_shares[parse_cards("2h")[0]] == 1


def test_history_is_a_sample_of_the_deals():
    result = TWO.simulate(4_000, n_history=50, enumerate_up_to=0, seed=8)
    assert len(result.history) == 50
    for record in result.history:
        hands = record.hands
        assert set(parse_cards("Kh 2d 3c 9h 4d 9d")) <= set(hands["a"].cards)
        assert hands["b"].down_card == parse_cards("5c")[0]
        dealt = [card for hand in hands.values() for card in hand.cards]
        assert len(set(dealt)) == 14
        assert not set(dealt) & set(parse_cards("4c 4h"))
        best = max(hand.strength for hand in hands.values())
        assert record.winners == tuple(n for n, hand in hands.items() if hand.strength == best)


def test_a_viewer_does_not_see_hidden_cards():
    """The odds for a viewer are the same whatever the others hide."""

    def odds(hole, last, up):
        other = player("b", hole, "Ac 7d 8c 8d", last, up)
        return sitting(player("a", "Kh 2d", "3c 9h 4d 9d", "Jh"), other).seen_by("a").simulate()

    assert odds("As Qc", "5c", False).players == odds("2s 2c", "Ks", False).players
    assert odds("As Qc", "5c", True).players == odds("2s 2c", "5c", True).players
    assert odds("As Qc", "5c", True).players != odds("As Qc", "Ks", True).players


def test_out_of_time_is_the_best_answer_so_far():
    result = sitting(player("a"), player("b")).simulate(
        10_000_000, control=Control(Budget(seconds=0.0))
    )
    assert 0 < result.n_samples < 10_000_000
    assert result.players[0].equity.interval is not None


def test_out_of_time_while_enumerating_is_the_sample():
    simulation = sitting(player("a", "Kh 2d", "3c 4d"), player("b", "As Qd", "Ac 7d"))
    result = simulation.simulate(2_000, control=Control(Budget(seconds=0.0)))
    assert not result.exact
    assert result.n_samples == 2_000


def test_more_deals_than_memory_holds_are_cut_as_they_come():
    result = sitting(player("a"), player("b")).simulate(
        10**10, control=Control(Budget(seconds=0.05))
    )
    assert 0 < result.n_samples < 10**10


def test_a_long_enumeration_is_stopped_inside_its_kernel():
    simulation = sitting(
        player("a", "Kh 2d", "3c 4d 9c"),
        player("b", "As Qd", "Ac 7d 7h"),
        player("c", "5s 5c", "6d 9d"),
    )
    control = Control(Budget(seconds=0.5))
    result = simulation.simulate(2_000, enumerate_up_to=10**18, control=control)
    assert not result.exact
    assert result.n_samples == 2_000


def test_cancelled_before_any_answer(cancelled):
    with pytest.raises(Cancelled):
        sitting(player("a"), player("b")).simulate(control=cancelled)


def test_partial_answers_are_told():
    reports = []
    control = Control(on_progress=reports.append)
    sitting(player("a"), player("b")).simulate(40_000, control=control)
    assert reports
    assert reports[0].partial.players[0].name == "a"


@pytest.mark.parametrize(
    ("players", "dead", "message"),
    [
        ([player("a", "Kh 2d 3c"), player("b")], "", "a has 3 hole cards"),
        ([player("a", "", "2c 3c 4c 5c 6c"), player("b")], "", "a has 5 open cards"),
        ([player("a", "Kh"), player("b", "", "Kh")], "", "K♥ is given twice: a and b"),
        ([player("a", "Kh"), player("b")], "Kh", "K♥ is given twice: a and the dead cards"),
        ([player("a")], "", "1 player:"),
        ([player(str(i)) for i in range(8)], "", "8 players"),
        ([player(str(i)) for i in range(7)], "2c 3c 4c 5c", "49 more cards"),
        ([player("a"), player("a")], "", "two players are called a"),
        ([player("a"), player(" ")], "", "has no name"),
    ],
)
def test_bad_tables_are_named(players, dead, message):
    with pytest.raises((IllegalStateError, CardError), match=message):
        sitting(*players, dead=dead).simulate(10)


def test_bad_numbers_and_names():
    with pytest.raises(InputError, match="0 deals"):
        TWO.simulate(0)
    with pytest.raises(InputError, match="expected 1 to 10,000,000,000"):
        TWO.simulate(10**11)
    with pytest.raises(InputError, match='"nobody"'):
        TWO.seen_by("nobody").simulate(10)
    with pytest.raises(IllegalStateError, match="expected one last card"):
        KingsAndLowsPlayer("a").with_last_card("2c 3c")


def test_five_of_a_kind_is_a_category_of_its_own():
    result = sitting(player("a", "Kh Kd", "Kc Ks"), player("b")).simulate(2_000)
    assert result["a"].hand.hand_types == {HandType.FIVE_OF_A_KIND: 1.0}


def test_hands_below_a_level_are_folded():
    """Every deal of a small deck by the slow evaluator: who folds wins nothing, hero stays."""
    players = ("You: 2c 5d | 7h 9s Jc Qd", "Ann: 3d 6h | 8c 10s Ad 6c", "Bob: 3s 4d | 10d 4h Qs As")
    table = small_table(WildCardRules(), "Kc 2h 8d 3c 9c", *players)
    folding = Folding(HandType.FULL_HOUSE, "You")
    shares, folded = Counter(), Counter()
    deals = list(permutations(table.deck, 3))
    for dealt in deals:
        worths = {}
        for player, last in zip(table.players, dealt, strict=True):
            worth = lows_worth((*player.known_cards, last))
            is_folded = player.name != "You" and category_of(worth) < FULL
            folded[player.name] += is_folded
            worths[player.name] = 0 if is_folded else worth
        best = [name for name, worth in worths.items() if worth == max(worths.values())]
        shares.update(dict.fromkeys(best, 1 / len(best)))
    expected = {p.name: shares[p.name] / len(deals) for p in table.players}
    assert 0 < folded["Ann"] < len(deals)
    exact = play(table, 10, folding=folding, control=Control())
    assert exact.exact
    assert {p.name: p.equity.value for p in exact.players} == pytest.approx(expected)
    sampled = play(
        table, 60_000, folding=folding, enumerate_up_to=0, n_history=60, control=Control()
    )
    assert {p.name: p.equity.value for p in sampled.players} == pytest.approx(expected, abs=0.009)
    folded = {name for record in sampled.history for name in record.folded}
    assert "Ann" in folded
    assert "You" not in folded

"""All completions of some cards, counted, against one-by-one evaluation."""

from itertools import combinations
from math import comb

import pytest

from engine.cards import full_deck, parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled, CardError, IllegalStateError
from engine.kings_lows import counting
from engine.kings_lows.counting import count_hands
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.wild import DeucesWildRules, WildCardRules
from engine.poker.hands import HandType

SIX = parse_cards("Kh 2d 3c 9h 4d 9d")


def test_counts_equal_one_by_one_evaluation():
    known, dead = SIX[:5], parse_cards("Ks Kd")
    counts = count_hands(known, dead, WildCardRules())
    found = {}
    wilds = {}
    for more in combinations([c for c in full_deck() if c not in known + dead], 2):
        hand = known + more
        wild = WildCardRules().determine_wild_cards(hand)
        kind, _ = WildCardHandEvaluator.evaluate_best_hand(hand, wild)
        found[kind] = found.get(kind, 0) + 1
        wilds[len(wild)] = wilds.get(len(wild), 0) + 1
    assert counts.with_wild == found
    assert {row.n_wild: row.n_hands for row in counts.by_wild_count} == wilds
    assert counts.n_hands == comb(45, 2)
    assert counts.exact


def test_seven_cards_are_one_hand():
    counts = count_hands((*SIX, *parse_cards("9s")))
    assert (counts.n_hands, counts.five_of_a_kind) == (1, 1.0)


def test_fives_by_number_of_wild_cards():
    counts = count_hands(parse_cards("Kh 2d 3c"))
    by_number = {row.n_wild: row for row in counts.by_wild_count}
    assert all(row.n_five == row.n_hands for n, row in by_number.items() if n >= 4)
    assert (
        0 < by_number[2].n_five / by_number[2].n_hands < by_number[3].n_five / by_number[3].n_hands
    )
    total = sum(row.n_five for row in counts.by_wild_count)
    assert total == counts.with_wild[HandType.FIVE_OF_A_KIND]


def test_one_thread_counts_as_two():
    one = count_hands(SIX[:4], rules=DeucesWildRules(), n_threads=1)
    two = count_hands(SIX[:4], rules=DeucesWildRules(), n_threads=2)
    assert (one.with_wild, one.natural) == (two.with_wild, two.natural)


def test_two_level_slices_count_every_hand_once():
    """From one card on, completions are cut by two cards: the known total still comes out."""
    dead = [card for card in full_deck() if card.rank < 10]
    counts = count_hands(parse_cards("As"), dead)
    assert counts.n_hands == comb(19, 6)


def test_stopped_counting_says_so():
    counts = count_hands((), control=Control(Budget(seconds=0.0)))
    assert not counts.exact
    assert 0 < counts.n_hands < counts.n_possible == 133_784_560


def test_a_stopped_count_is_of_all_kinds_of_hands(monkeypatch):
    """A count that ends after some slices is near the whole, and claims no interval."""
    known = parse_cards("9h")
    whole = count_hands(known)
    control, count_slice, done = Control(), counting._count_slice, []

    def count_some(*args, **named):
        done.append(args)
        if len(done) > 150:
            control.cancel.set()
            return None  # as a slice that is stopped before its end
        return count_slice(*args, **named)

    monkeypatch.setattr(counting, "_count_slice", count_some)
    part = count_hands(known, n_threads=1, control=control)
    assert 0.05 < part.n_hands / part.n_possible < 0.6
    assert not part.exact
    assert part.five_of_a_kind == pytest.approx(whole.five_of_a_kind, rel=0.1)
    assert part.odds.wild_shares == pytest.approx(whole.odds.wild_shares, abs=0.05)
    assert part.odds.five_of_a_kind.interval is part.odds.improved.interval is None


def test_cancelled_counting_has_no_answer(cancelled):
    with pytest.raises(Cancelled):
        count_hands(SIX, control=cancelled)


def test_bad_cards_are_named():
    with pytest.raises(CardError, match="K♥"):
        count_hands(SIX, parse_cards("Kh"))
    with pytest.raises(IllegalStateError, match="8 cards and 0 dead cards: expected at most 7"):
        count_hands((*SIX, *parse_cards("5c 6c")))


@pytest.mark.slow
@pytest.mark.parametrize("rules", [WildCardRules(), WildCardRules(True)])
def test_all_hands(rules):
    counts = count_hands(rules=rules)
    assert counts.n_hands == 133_784_560
    assert counts.natural[HandType.STRAIGHT_FLUSH] == 41_584
    assert counts.natural[HandType.HIGH_CARD] == 23_294_460
    without_king = comb(48, 7)
    n_natural = sum(row.n_hands for row in counts.by_wild_count if row.n_wild == 0)
    assert n_natural == (without_king if rules.king_required else 0)

"""A range looked into, against another library's evaluator and plain counting."""

from collections import defaultdict
from itertools import combinations, product

import eval7
import numpy as np
import pytest

from engine.cards import Card, parse_cards
from engine.control import Budget, Control
from engine.errors import Cancelled
from engine.holdem.combos import CLASS_NAMES, combo_text
from engine.holdem.made_hands import DRAWS, MADE, kinds_of
from engine.holdem.sampling import Sampling
from engine.holdem.situation import Situation
from engine.holdem.solver import solve
from engine.holdem.study import Study, study
from engine.holdem.tables import CLASS_OF_COMBO, COMBO_CARDS
from tests.engine.holdem.asking import table
from tests.engine.holdem.oracle import CARDS, slow_odds

FLOP = "Qh 7h 2c"


def study_range(hero: str, *opponents: str, board: str = "", n_samples: int = 20_000) -> Study:
    situation = table(hero, *opponents, board=board)
    sampling = Sampling(n_samples, 1)
    return study(situation, solve(situation, sampling, Control()), sampling, Control())


def slow_shares(situation: Situation) -> dict[tuple[int, tuple[int, ...]], tuple[float, float]]:
    """Hero's share of the pot and the weight of all pairs, by hand and runout, one by one."""
    board = [card.index for card in situation.board]
    sums: dict[tuple[int, tuple[int, ...]], tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    hero, opponent = (seat.weights for seat in situation.seats)
    for one, other in product(np.flatnonzero(hero).tolist(), np.flatnonzero(opponent).tolist()):
        hands = [COMBO_CARDS[combo].tolist() for combo in (one, other)]
        used = {*board, *hands[0], *hands[1]}
        if len(used) < len(board) + 4:
            continue
        for rest in combinations([i for i in range(52) if i not in used], 5 - len(board)):
            mine, theirs = (
                eval7.evaluate([CARDS[i] for i in (*hand, *board, *rest)]) for hand in hands
            )
            weight, (share, total) = hero[one] * opponent[other], sums[one, rest]
            won = (mine > theirs) + (mine == theirs) / 2
            sums[one, rest] = share + weight * won, total + weight
    return sums


def test_hands_and_boards_are_those_of_an_enumeration() -> None:
    situation = table("QQ, AKs, JTs:0.5", "KQs, 99, 76s:0.25", board=f"{FLOP} 3d")
    found = study_range("QQ, AKs, JTs:0.5", "KQs, 99, 76s:0.25", board=f"{FLOP} 3d")
    by_hand, by_board = defaultdict(lambda: np.zeros(2)), defaultdict(lambda: np.zeros(2))
    for (combo, rest), sums in slow_shares(situation).items():
        by_hand[CLASS_NAMES[CLASS_OF_COMBO[combo]]] += sums
        by_board[rest] += sums
    expected = {name: share / total for name, (share, total) in by_hand.items()}
    assert {p.name: p.equity for p in found.hands} == pytest.approx(expected)
    assert {p.name: p.n_combos for p in found.hands} == {"QQ": 3, "AKs": 4, "JTs": 2}
    assert sum(p.share for p in found.hands) == pytest.approx(1)
    bins = np.zeros(10)
    for share, total in by_board.values():
        bins[min(int(share / total * 10 + 1e-9), 9)] += total
    assert found.spread is not None
    assert (found.spread.over, found.spread.exact) == ("boards", True)
    assert found.spread.n == len(by_board)
    assert found.spread.bins == pytest.approx(bins / bins.sum())


def test_parts_together_are_the_whole() -> None:
    """Equities weighed by how often the pairs come, as the odds of the whole range are."""
    found = study_range("22+, AT+, 76s", "random", board=FLOP)
    whole = solve(table("22+, AT+, 76s", "random", board=FLOP), Sampling(1), Control()).hero.equity
    for parts in (found.hands, found.made, found.draws):
        shares = [part.share for part in parts]  # against any two cards all hands weigh the same
        assert sum(shares) == pytest.approx(1)
        assert sum(p.share * (p.equity or 0) for p in parts) == pytest.approx(whole)


def slow_kinds(own: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[str, str]:
    """Made hand and draw by another evaluator, and by adding every card that may come."""
    cards = [CARDS[card.index] for card in own + board]
    kind = eval7.handtype(eval7.evaluate(cards))
    names = {"Quads": "Four of a kind", "Trips": "Three of a kind"}
    made = names.get(kind, kind.capitalize())
    if kind == "Pair":
        made = slow_pair([card.rank for card in own], [card.rank for card in board])
    rest = [i for i in range(52) if i not in {card.index for card in own + board}]
    if len(board) == 5 or kind not in ("High Card", "Pair", "Two Pair", "Trips"):
        return made, "No draw"
    wanted = {"straight": set[int](), "flush": set[int]()}
    for i in rest:
        with_card, alone = [*cards, CARDS[i]], [*cards[2:], CARDS[i]]
        if makes_straight(with_card) and not makes_straight(alone):
            wanted["straight"].add(i // 4)
        mine = [card.suit for card in with_card]
        if any(mine.count(c.suit) == 5 for c in cards[:2]) and len({*cards}) == len(cards):
            wanted["flush"].add(i % 4)
    if wanted["flush"]:
        return made, DRAWS[0] if wanted["straight"] else DRAWS[1]
    n = len(wanted["straight"])
    return made, DRAWS[4] if n == 0 else DRAWS[3] if n == 1 else DRAWS[2]


def makes_straight(cards: list[eval7.Card]) -> bool:
    ranks = {card.rank for card in cards} | {-1 for card in cards if card.rank == 12}
    return any(set(range(low, low + 5)) <= ranks for low in range(-1, 9))


def slow_pair(own: list[int], board: list[int]) -> str:
    if own[0] == own[1]:
        return "Overpair" if all(own[0] > rank for rank in board) else "Underpair"
    hit = [rank for rank in own if rank in board]
    if not hit:
        return "Pair on the board"
    n_higher = len({rank for rank in board if rank > hit[0]})
    return ("Top pair", "Second pair", "Low pair")[min(n_higher, 2)]


@pytest.mark.parametrize("board", [FLOP, "9s 8s 7d", "Kh Kd 4c", "5d 4h 3s 2c", "Ah Qh Th 2c"])
def test_made_hands_and_draws_are_those_of_plain_counting(board: str) -> None:
    cards = parse_cards(board)
    gone = {card.index for card in cards}
    free = [i for i in range(1326) if not gone & set(COMBO_CARDS[i].tolist())][::7]
    for combo, found in zip(free, kinds_of(np.array(free), cards), strict=True):
        own = tuple(Card.from_index(int(i)) for i in COMBO_CARDS[combo])
        assert found == slow_kinds(own, cards), combo_text(combo)
        assert found[0] in MADE


def test_many_players_and_hands_before_the_flop_are_asked_one_by_one() -> None:
    found = study_range("AA, KK", "QQ", "JJ", board=f"{FLOP} 3d", n_samples=5_000)
    for part in found.hands:  # few cases: exact
        expected = slow_odds(table(part.name, "QQ", "JJ", board=f"{FLOP} 3d"))[0][2]
        assert part.equity == pytest.approx(expected)
        assert part.half_width is None
    assert found.spread is not None
    assert found.spread.over == "next cards"
    before = study_range("AA, 72o", "KK", n_samples=200_000)
    equities = {part.name: part.equity for part in before.hands}
    assert equities["AA"] == pytest.approx(0.8195, abs=0.006)  # 81.95 %: a known figure
    assert not before.made
    assert before.spread is not None
    assert not before.spread.exact


def test_against_random_hands_the_table_answers() -> None:
    found = study_range("random", "random", "random", n_samples=100)
    assert len(found.hands) == 169
    assert max(p.half_width or 0 for p in found.hands) < 0.001


def test_a_hand_that_cannot_be_held_has_no_equity() -> None:
    found = study_range("AA, KK", "AA", "AA", n_samples=200)
    assert {p.name: p.equity is None for p in found.hands} == {"AA": True, "KK": False}


def test_time_that_is_up_leaves_parts_open() -> None:
    situation, sampling = table("random", "QQ+", "JJ+"), Sampling(1_000, 1)
    odds = solve(situation, sampling, Control())
    found = study(situation, odds, sampling, Control(Budget(seconds=0.0)))
    assert [p.equity for p in found.hands] == [None] * 169


def test_a_sweep_that_runs_out_of_time_leaves_hands_open() -> None:
    situation, sampling = table("random", "random", board=FLOP), Sampling(1_000, 1)
    odds = solve(situation, sampling, Control())
    found = study(situation, odds, sampling, Control(Budget(seconds=0.0)))
    assert {p.equity for p in found.hands} == {None}
    assert found.spread is not None
    assert found.spread.over == "next cards"


def test_a_short_sweep_is_not_stopped_by_the_clock() -> None:
    situation, sampling = table("AA", "KK", board=FLOP), Sampling(1_000, 1)
    odds = solve(situation, sampling, Control())
    found = study(situation, odds, sampling, Control(Budget(seconds=0.0)))
    assert found.hands[0].equity == pytest.approx(odds.hero.equity)


def test_a_cancelled_sweep_stops(cancelled: Control) -> None:
    situation, sampling = table("random", "random", board=FLOP), Sampling(1_000, 1)
    odds = solve(situation, sampling, Control())
    with pytest.raises(Cancelled):
        study(situation, odds, sampling, cancelled)


def test_a_part_that_is_the_whole_is_not_asked_again() -> None:
    situation, sampling = table("AA", "random", "KK+", board=FLOP), Sampling(1_000, 1)
    odds = solve(situation, sampling, Control())
    assert not odds.exact
    part = study(situation, odds, sampling, Control()).hands[0]
    assert part.equity == odds.hero.equity

"""Follow the Queen and Baseball's extra cards, against every deal of a small deck, one by one."""

from collections import Counter
from itertools import permutations

import pytest

from engine.cards import Card
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.kings_lows.open_cards import settle
from engine.kings_lows.simulation import play
from engine.kings_lows.table import StudTable
from engine.kings_lows.wild import (
    BaseballRules,
    DoctorPepperRules,
    FollowTheQueenRules,
    rules_of,
)
from tests.engine.kings_lows.small import small_table, worth

N_DEALS = 60_000


def slow_shares(asked: StudTable, *, queens: bool) -> dict[str, float]:
    """Everybody's share of the pot: all orders of the deck, dealt by the rules in plain words."""
    shares: Counter[str] = Counter()
    deals = 0
    for order in permutations(asked.deck):
        cards, deals = list(order), deals + 1
        hands = {p.name: [*p.hole_cards] for p in asked.players}
        boards = {p.name: [*p.board_cards] for p in asked.players}
        shown: list[Card] = []
        for street in range(4):
            for p in asked.players:
                if len(boards[p.name]) <= street:
                    boards[p.name].append(cards.pop(0))
                shown.append(boards[p.name][street])
        for p in asked.players:
            last = p.last_card or (cards.pop(0) if p.last_card_face_up else None)
            if p.last_card_face_up:
                assert last is not None
                shown.append(last)
            hands[p.name] += [*boards[p.name], *([last] if last else [])]
        for p in asked.players:
            assert queens or not p.last_card_face_up, "the small cases have their last cards down"
            wanted = 7 + (0 if queens else sum(card.rank == 4 for card in boards[p.name]))
            while len(hands[p.name]) < wanted and cards:
                hands[p.name].append(cards.pop(0))
        wild = {12, after_queen(shown)} if queens else {3, 9}
        worths = {name: worth(hand, wild) for name, hand in hands.items()}
        best = [name for name, value in worths.items() if value == max(worths.values())]
        shares.update(dict.fromkeys(best, 1 / len(best)))  # type: ignore[arg-type]
    return {name: shares[name] / deals for name in (p.name for p in asked.players)}


def after_queen(shown: list[Card]) -> int:
    """The rank of the card right after the last queen, 0 if there is none."""
    places = [i for i, card in enumerate(shown) if card.rank == 12]
    return shown[places[-1] + 1].rank if places and places[-1] + 1 < len(shown) else 0


@pytest.mark.parametrize(
    "players",
    [
        ("Ann: 5c 6d | Qh 7s 8d Jc", "Bob: 5d 6h | Qd Ks 9d"),
        ("Ann: 5c 6d | 7s Jh 8d 8h | 10c", "Bob: 5d 6h | Qd Ks 9d"),
    ],
)
def test_what_follows_the_queen_is_wild(players: tuple[str, ...]) -> None:
    asked = small_table(FollowTheQueenRules(), "Qs 7c 2h Kd", *players)
    expected = slow_shares(asked, queens=True)
    found = play(asked, N_DEALS, seed=1, control=Control())
    assert not found.exact
    for name, share in expected.items():
        assert found[name].equity.value == pytest.approx(share, abs=0.009)  # 4 standard errors


def test_open_cards_that_are_all_known_settle_the_rule() -> None:
    asked = small_table(
        FollowTheQueenRules(),
        "7c 2h Kd 3s",
        "Ann: 5c | Qh 7s 8d Jc | 2c",
        "Bob: | Kc 2s 9d Qs | 4h",
    )
    assert settle(asked).rules == FollowTheQueenRules(None)  # the last queen is the last card up
    turned = small_table(
        FollowTheQueenRules(),
        "7c 2h Kd 3s",
        "Bob: | Kc 2s Qs 9d | 4h",
        "Ann: 5c | Qh 7s 8d Jc | 2c",
    )
    assert settle(turned).rules == FollowTheQueenRules(8)
    found = play(turned, 10, control=Control())
    assert found.exact
    shares = slow_shares(turned, queens=True)
    assert {p.name: p.equity.value for p in found.players} == pytest.approx(shares)


def test_a_last_card_dealt_up_follows_too() -> None:
    asked = small_table(
        FollowTheQueenRules(),
        "7c 2h",
        "Ann: 5c 6c | 3h 7s 8d Jc | Qc",
        "Bob: 5d 6d | Kc 2s 9d 8s | 4h",
        up=("Ann", "Bob"),
    )
    assert settle(asked).rules == FollowTheQueenRules(4)


def test_a_four_dealt_up_brings_a_card() -> None:
    asked = small_table(
        BaseballRules(True),
        "4h 9c 2h Kd Jd",
        "Ann: 5c 6d | 4s 8d Jc | 10c",
        "Bob: 5d 6h | Qd Ks 8s 7c",
    )
    expected = slow_shares(asked, queens=False)
    found = play(asked, N_DEALS, seed=1, n_history=20, control=Control())
    for name, share in expected.items():
        assert found[name].equity.value == pytest.approx(share, abs=0.009)
    sizes = {len(record.hands["Ann"].cards) for record in found.history}
    assert sizes == {8, 9}  # one for the open four, one more if the other comes


def test_extra_cards_may_be_known_and_end_with_the_deck() -> None:
    known = small_table(
        BaseballRules(True),
        "2h",
        "Ann: 5c 6d 9h | 4s 8d Jc Kh | 10c",
        "Bob: 5d 6h | Qd Ks 8s 7c | 2c",
    )
    found = play(known, 10, n_history=1, control=Control())
    assert found.exact  # nothing is left to deal
    assert found["Ann"].equity.value == 1  # a pair with the wild nine
    empty = small_table(
        BaseballRules(True), "4h", "Ann: 5c 6d | 8d Jc Kh | 10c", "Bob: 5d 6h | Qd Ks 8s 7c | 2c"
    )
    record = play(empty, 10, n_history=1, control=Control()).history[0]
    assert len(record.hands["Ann"].cards) == 7  # the four comes, but no card is left for it
    with pytest.raises(IllegalStateError, match="3 hole cards"):
        small_table(BaseballRules(True), "2h", "Ann: 5c 6d 9h | 5s", "Bob: ")


def test_names_and_options_of_the_variants() -> None:
    assert rules_of("Dr Pepper") == DoctorPepperRules()
    assert rules_of("follow the queen") == FollowTheQueenRules()
    assert rules_of("follow-the-queen-10") == FollowTheQueenRules(10)
    assert rules_of("baseball", extra_for_four=True) == BaseballRules(True)
    with pytest.raises(InputError, match="only to baseball"):
        rules_of("deuces", extra_for_four=True)
    with pytest.raises(InputError, match="unknown variant"):
        rules_of("follow-the-queen-1")

import pytest

from assistant.tables import DEAL, HUMAN
from assistant.tables.slave import SlaveTable
from engine.control import Budget, Control
from engine.errors import InputError
from engine.slave.rules import SlaveRules
from tests.assistant.tables.test_table import run

AIS = ("heuristic", "greedy", "random")


def sit_down(seed: int, n_rounds: int = 1) -> SlaveTable:
    """A table at which the person is to act."""
    table = SlaveTable((HUMAN, *AIS), n_rounds, seed)
    run(table)
    return table


def test_what_a_move_lays_leaves_the_hand() -> None:
    table = SlaveTable(("heuristic", *AIS), 2, 1)
    run(table)
    assert len([e for e in table.events if e.seat is not None]) == len(table.match.moves)
    for event in table.events:
        if event.seat is not None and not event.move.startswith("give"):
            laid = set(event.before.seats[event.seat].cards) - set(
                event.after.seats[event.seat].cards
            )
            assert laid == (set() if event.move == "pass" else set(event.move.split()))


def test_the_end_of_a_round_stays_on_the_table_until_the_next_is_dealt() -> None:
    table = SlaveTable(("heuristic", *AIS), 2, 1)
    while table.seat is not None:
        table.play(table.think(Control()))
    assert table.waits_for_deal
    assert "King" in table.view.headline
    assert sum(not seat.cards for seat in table.view.seats) == 3
    table.play(DEAL)
    assert table.round_number == 2
    with pytest.raises(InputError, match="not over"):
        table.play(DEAL)


def test_a_match_with_a_person_who_takes_hints_ends_with_titles_for_all() -> None:
    table = sit_down(5, 2)
    while not table.is_over:
        table.play(*table.hints(Control())[0].choice.moves)
        run(table)
    assert all(seat.score for seat in table.view.seats)


def test_cards_become_moves_and_the_rule_is_told() -> None:
    table = sit_down(3)
    for choice in table.choices():
        assert table.moves_for(choice.cards, choice.target) == choice.moves
    hand = table.view.seats[0].cards
    other = table.view.seats[1].cards[0]
    with pytest.raises(InputError, match="not all in your hand"):
        table.moves_for((other,), "trick")
    with pytest.raises(InputError, match="different cards of one rank"):
        table.moves_for((hand[0], hand[-1]), "trick")
    leader = SlaveTable((HUMAN,) * 4, 1, 3)
    assert leader.seat is not None
    with pytest.raises(InputError, match="is not allowed: the first lead contains 3♣"):
        leader.moves_for(leader.view.seats[leader.seat].cards[-1:], "trick")
    with pytest.raises(InputError, match="the leader may not pass"):
        leader.moves_for((), "pass")


@pytest.fixture
def exchange() -> SlaveTable:
    """A table at which the King, a person, is to give."""
    table = SlaveTable((HUMAN,) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.play(DEAL)
    return table


def test_gifts_are_checked_and_given_together(exchange: SlaveTable) -> None:
    table = exchange
    assert table.n_to_give == 2
    assert len(table.incoming) == 2
    king, hand = table.match.current_seat, table.view.seats[table.match.current_seat].cards
    for cards in ((), hand[:3], (hand[0], hand[0]), table.view.seats[king - 1].cards[:1]):
        with pytest.raises(InputError, match="cannot be given: expected 2"):
            table.moves_for(cards, "seat 0")
    with pytest.raises(InputError, match="cards are given first"):
        table.play(hand[0])
    moves = table.moves_for(hand[:2], f"seat {table.partner(king)}")
    slave = table.partner(king)
    table.play(*moves)
    assert table.view.groups[0].cards == ("?", "?")
    table.play(*table.choices()[0].moves)
    assert set(hand[:2]) <= set(table.view.seats[slave].cards)
    with pytest.raises(InputError, match="only before a round"):
        table.play("give 3♣")


def test_a_chooser_is_told_what_comes_and_what_each_gift_costs(exchange: SlaveTable) -> None:
    table = exchange
    for card in table.incoming:
        assert card.symbol in table.view.headline
    hints = table.hints(Control(Budget(samples=500)))
    assert hints[0].figure.endswith("costs 0.00")
    assert all("costs" in hint.figure for hint in hints)
    king = table.match.current_seat
    gift = hints[0].choice
    table.play(*gift.moves)
    table.play(*table.choices()[0].moves)
    assert tuple(card.symbol for card in table.gave(king)) == gift.cards
    assert table.round_moves() == ()
    leader = table.match.current_seat
    table.play(*table.choices()[0].moves)
    assert [seat for seat, _ in table.round_moves()] == [leader]


def test_house_rules_are_told_and_kept() -> None:
    options = [option for option, _, _ in SlaveTable.house_rules]
    table = SlaveTable((HUMAN,) * 4, 1, 3, options=options)
    assert table.match.game.rules == SlaveRules("lap", first_lead_contains_3c=False)
    assert SlaveTable.restore(table.saved()).match.game.rules == table.match.game.rules
    with pytest.raises(InputError, match='unknown option "loop"'):
        SlaveTable((HUMAN,) * 4, options=["loop"])

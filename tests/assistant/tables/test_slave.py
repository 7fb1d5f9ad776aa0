import itertools

import pytest

from assistant.tables import DEAL, HUMAN, SavedTable, read_table
from assistant.tables.slave import SlaveTable
from engine.control import Budget, Control
from engine.errors import InputError
from engine.slave.rules import SlaveRules

AIS = ("heuristic", "greedy", "random")


def sit_down(seed: int, n_rounds: int = 1) -> SlaveTable:
    """A table at which the person is to act."""
    table = SlaveTable((HUMAN, *AIS), n_rounds, seed)
    run(table)
    return table


def run(table: SlaveTable) -> None:
    for _ in table.run(Control()):
        pass


def follow_hints(table: SlaveTable) -> None:
    while not table.is_over:
        table.play(*table.hints(Control())[0].choice.moves)
        run(table)


def test_the_ais_stop_when_it_is_the_persons_turn_and_hide_their_cards() -> None:
    table = sit_down(3)
    assert table.waits_for_human
    assert table.choices()
    seen = table.view.seen_by((0,))
    assert [set(seat.cards) == {"?"} for seat in seen.seats] == [False, True, True, True]
    assert len(seen.seats[0].cards) == 13
    assert table.names == ("You", "Heuristic", "Greedy", "Random")


def test_every_move_of_a_match_is_an_event_with_the_table_before_and_after() -> None:
    table = SlaveTable(("heuristic", *AIS), 2, 1)
    events = list(table.run(Control()))
    assert events == table.events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert all(a.after is b.before for a, b in itertools.pairwise(events))
    assert len([e for e in events if e.seat is not None]) == len(table.match.moves)
    assert [e.move for e in events if e.seat is None] == [DEAL]
    for event in events:
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
    follow_hints(table)
    assert "The match is over" in table.view.headline
    assert all(seat.score for seat in table.view.seats)
    assert table.choices() == ()
    assert table.hints(Control()) == ()


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


def test_gifts_are_checked_and_given_together() -> None:
    table = SlaveTable((HUMAN,) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.play(DEAL)
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


def test_a_chooser_is_told_what_comes_and_what_each_gift_costs() -> None:
    table = SlaveTable((HUMAN,) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.play(DEAL)
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


def test_an_illegal_move_changes_nothing() -> None:
    table = sit_down(3)
    before = table.saved(), table.view
    legal = table.choices()[0].moves[0]
    for moves in (("gibberish",), (legal, "2♠ 2♠"), ("",), ("give 3♣",)):
        with pytest.raises(InputError):
            table.play(*moves)
        assert (table.saved(), table.view) == before


def test_moves_are_taken_back_one_after_the_other() -> None:
    table = sit_down(5, 2)
    first = table.saved(), table.view
    assert not table.can_take_back
    stands = []
    for _ in range(12):
        stands.append((table.saved(), table.view))
        table.play(*table.choices()[0].moves)
        run(table)
    for stand in reversed(stands):
        assert table.take_back()[0].seat == 0
        assert (table.saved(), table.view) == stand
    assert (table.saved(), table.view) == first
    with pytest.raises(InputError, match="no move of yours"):
        table.take_back()


def test_a_kept_table_is_the_same_table() -> None:
    table = sit_down(5, 2)
    for _ in range(8):
        table.play(*table.choices()[0].moves)
        run(table)
    again = SlaveTable.restore(read_table(table.saved().model_dump_json()))
    assert again.events == table.events
    assert again.choices() == table.choices()


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": "slave"}', "\x00"])
def test_a_damaged_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError, match="cannot read the kept table") as caught:
        read_table(text)
    assert "\n" not in str(caught.value)


def test_a_file_whose_moves_are_not_legal_names_its_version() -> None:
    saved = sit_down(5).saved()
    changed = SavedTable(**(saved.model_dump() | {"moves": ("2♠",), "version": "0.0.1"}))
    with pytest.raises(InputError, match=r"version 0\.0\.1; its move 1 cannot be played"):
        SlaveTable.restore(changed)


def test_a_cancelled_table_stops_at_once_and_can_go_on() -> None:
    table = SlaveTable(("heuristic", *AIS), 1, 1)
    control = Control()
    control.cancel.set()
    assert list(table.run(control)) == []
    run(table)
    assert table.is_over


def test_wrong_players_are_refused() -> None:
    with pytest.raises(InputError, match=r"2 players \(human, greedy\).*expected 4"):
        SlaveTable((HUMAN, "greedy"))
    with pytest.raises(InputError, match="wizard"):
        SlaveTable((HUMAN, "wizard", "greedy", "greedy"))
    with pytest.raises(InputError, match="0 rounds"):
        SlaveTable((HUMAN, *AIS), 0)

from collections.abc import Sequence

import pytest

from assistant.play import HUMAN, GameTable, Hint, find_game, run
from assistant.play.slave import SlaveState
from engine.cards import parse_cards
from engine.control import Control
from engine.errors import InputError
from engine.slave.card import to_mask
from engine.slave.match import SlaveMatch
from engine.slave.rules import SlaveRules
from tests.assistant.play.test_table import run_ais, think


class SlaveTable(GameTable):
    """A table of Slave whose match is at hand."""

    def __init__(
        self,
        agents: Sequence[str],
        n_rounds: int = 3,
        seed: int = 0,
        rules: SlaveRules | None = None,
    ) -> None:
        super().__init__(find_game("slave"), agents, n_rounds, seed, rules=rules)

    @property
    def slave(self) -> SlaveState:
        assert isinstance(self.state, SlaveState)
        return self.state

    @property
    def match(self) -> SlaveMatch:
        return self.slave.match


def hints_at(table: GameTable) -> tuple[Hint, ...]:
    task = table.ask(0.3)
    assert task is not None
    return table.hints(task, task.work(Control()))


AIS = ("heuristic", "greedy", "random")


def sit_down(seed: int, n_rounds: int = 1) -> SlaveTable:
    """A table at which the person is to act."""
    table = SlaveTable((HUMAN, *AIS), n_rounds, seed)
    run_ais(table)
    return table


def test_what_a_move_lays_leaves_the_hand() -> None:
    table = SlaveTable(("heuristic", *AIS), 2, 1)
    run_ais(table)
    assert len([e for e in table.events if e.seat is not None]) == len(table.match.moves)
    for event in table.events:
        if event.seat is not None and not event.move.startswith("give"):
            laid = set(event.before.seats[event.seat].cards) - set(
                event.after.seats[event.seat].cards
            )
            cards = [] if event.move == "pass" else parse_cards(event.move)
            assert laid == {card.symbol for card in cards}


def test_the_end_of_a_round_stays_on_the_table_until_the_next_is_dealt() -> None:
    table = SlaveTable(("heuristic", *AIS), 2, 1)
    while table.seat is not None:
        table.answer(*think(table))
    assert table.waits_for_deal
    assert "King" in table.view.headline
    assert sum(not seat.cards for seat in table.view.seats) == 3
    table.deal()
    assert table.round_number == 2
    with pytest.raises(InputError, match="not over"):
        table.deal()


def test_a_match_with_a_person_who_takes_hints_ends_with_titles_for_all() -> None:
    table = sit_down(5, 2)
    while not table.is_over:
        table.play(*hints_at(table)[0].choice.moves)
        run_ais(table)
    assert all(seat.score for seat in table.view.seats)


def test_cards_become_moves_and_the_rule_is_told() -> None:
    table = sit_down(3)
    for choice in table.choices():
        assert table.state.moves_for(choice.cards, choice.target) == choice.moves
    hand = table.view.seats[0].cards
    other = table.view.seats[1].cards[0]
    with pytest.raises(InputError, match="not all in your hand"):
        table.state.moves_for((other,), "trick")
    with pytest.raises(InputError, match="play cards of one rank only"):
        table.state.moves_for((hand[0], hand[-1]), "trick")
    leader = SlaveTable((HUMAN,) * 4, 1, 3)
    assert leader.seat is not None
    with pytest.raises(InputError, match="is not allowed: the first lead contains 3♣"):
        leader.state.moves_for(leader.view.seats[leader.seat].cards[-1:], "trick")
    with pytest.raises(InputError, match="you lead, so you must play"):
        leader.state.moves_for((), "pass")


def test_only_the_pass_button_passes_and_it_plays_no_card() -> None:
    table = sit_down(3)
    while table.choices()[-1].target != "pass" or len(table.choices()) < 2:
        table.play(*table.choices()[0].moves)
        run_ais(table)
    for place in ("seat 1", "trick", "table", "gone", "trick 0"):
        with pytest.raises(InputError, match="choose the cards to play"):
            table.state.moves_for((), place)
    with pytest.raises(InputError, match="is chosen: deselect it to pass"):
        table.state.moves_for(table.choices()[0].cards, "pass")
    assert table.state.moves_for((), "pass") == ("pass",)


@pytest.fixture
def exchange() -> SlaveTable:
    """A table at which the King, a person, is to give."""
    table = SlaveTable((HUMAN,) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.deal()
    return table


def test_gifts_are_checked_and_given_together(exchange: SlaveTable) -> None:
    table = exchange
    assert table.slave.n_to_give == 2
    assert len(table.slave.incoming) == 2
    king, hand = table.match.current_seat, table.view.seats[table.match.current_seat].cards
    for cards in ((), hand[:1], hand[:3], (hand[0], hand[0]), table.view.seats[king - 1].cards[:1]):
        with pytest.raises(InputError, match="choose two of your cards to give"):
            table.state.moves_for(cards, "seat 0")
    with pytest.raises(InputError, match="cards are given first"):
        table.play(hand[0])
    moves = table.state.moves_for(hand[:2], f"seat {table.slave.partner(king)}")
    slave = table.slave.partner(king)
    table.play(*moves)
    assert table.view.groups[0].cards == ("?", "?")
    table.play(*table.choices()[0].moves)
    assert set(hand[:2]) <= set(table.view.seats[slave].cards)
    with pytest.raises(InputError, match="only before a round"):
        table.play("give 3♣")


def test_every_gift_is_one_choice(exchange: SlaveTable) -> None:
    choices = exchange.choices()
    assert len({frozenset(choice.cards) for choice in choices}) == len(choices) == 13 * 12 / 2
    assert all(len(choice.moves) == 2 for choice in choices)
    exchange.play(*choices[0].moves)
    assert {len(choice.moves) for choice in exchange.choices()} == {1}, "the Queen gives one"
    assert len(exchange.choices()) == 13


def test_a_card_that_is_given_is_not_offered_again(exchange: SlaveTable) -> None:
    state = exchange.slave.copy()
    king = exchange.match.current_seat
    hand, gift = state.match.game.hands[king], state.legal()[0]
    state.apply(gift)
    assert gift not in state.legal()
    request = state.seen(king).request()
    assert request.given == tuple(parse_cards(gift.removeprefix("give ")))
    assert to_mask(request.hand) == hand
    assert request.incoming == exchange.slave.incoming


def test_who_can_only_pass_is_not_told_to_choose_cards() -> None:
    found = (sit_down(seed) for seed in range(40))
    table = next(table for table in found if table.slave.legal() == ["pass"])
    assert table.slave.prompt() == "pass, nothing you hold can be played"
    with pytest.raises(InputError, match="nothing you hold can be played: pass"):
        table.state.moves_for((), "trick")


def test_who_gives_is_told_what_to_whom_and_for_what(exchange: SlaveTable) -> None:
    state = exchange.slave
    got = " ".join(card.symbol for card in state.incoming)
    assert state.prompt() == f"give two cards to the Slave; you will get {got}"
    assert exchange.view.headline == "Round 2 of 2 · the exchange"


def test_nobody_gives_cards_by_passing(exchange: SlaveTable) -> None:
    cards = exchange.choices()[0].cards
    with pytest.raises(InputError, match="nobody passes in the exchange"):
        exchange.state.moves_for(cards, "pass")


def test_a_chooser_is_told_what_comes_and_what_each_gift_costs(exchange: SlaveTable) -> None:
    table = exchange
    for card in table.slave.incoming:
        assert card.symbol in table.slave.prompt()
    hints = hints_at(table)
    assert hints[0].figure.endswith("costs 0.00")
    assert all("costs" in hint.figure for hint in hints)
    king = table.match.current_seat
    gift = hints[0].choice
    table.play(gift.moves[0])
    assert {c for h in hints_at(table) for c in h.choice.cards}.isdisjoint(gift.cards[:1])
    table.play(gift.moves[1])
    table.play(*table.choices()[0].moves)
    request = table.slave.seen(king).request()
    assert tuple(card.symbol for card in request.gave) == gift.cards
    assert request.history == ()
    leader = table.match.current_seat
    table.play(*table.choices()[0].moves)
    assert table.slave.seen(king).request().leader is None, "the Slave leads"
    assert len(table.slave.seen(leader).request().history) == 1


def test_gifts_of_others_stay_hidden_in_the_log() -> None:
    table = SlaveTable((HUMAN, *AIS), 3, 5)
    while not table.is_over:
        run_ais(table)
        if table.choices():
            table.play(*table.choices()[0].moves)
    gifts = [event for event in table.events if event.move.startswith("give")]
    assert {("gave a card" in event.text) for event in gifts} == {True, False}
    for event in gifts:
        assert event.seat is not None
        titles = [seat.note for seat in event.before.seats]
        mine, pairs = titles[0], {("King", "Slave"), ("Queen", "Commoner")}
        is_known = event.seat == 0 or (titles[event.seat], mine) in pairs
        assert ("gave a card" in event.text) != is_known


def test_the_question_gives_the_view_of_the_seat() -> None:
    """A seat's question leads to the same row and moves, turned so that the asker is seat 0."""
    import numpy as np

    from engine.slave.history import view_of
    from engine.slave.kernels import rounds

    table = SlaveTable(("heuristic", *AIS), 2, 4)
    n_asked = 0
    while not table.is_over:
        if table.seat is None:
            table.deal()
            continue
        seen = table.slave.seen(table.seat)
        if seen.phase == "play":
            view = view_of(seen.request().position())
            assert view.hand == seen.view.hand
            assert view.laid.tolist() == seen.view.laid.tolist()
            for part in (rounds.PLAYED, rounds.KIND, rounds.TOP, rounds.MUST):
                assert view.row[part] == seen.view.row[part]
            assert np.array_equal(
                np.roll(view.known, seen.seat), seen.view.known & ~view.row[rounds.PLAYED]
            )
            n_asked += 1
        table.answer(*think(table))
    assert n_asked > 50


def test_a_round_is_the_deal_of_its_seed_everywhere() -> None:
    from assistant.arena.plan import plan_match

    batch = plan_match(("greedy", *AIS), 1, 7, "slave").batch(0, 1)
    table = SlaveTable(("greedy", *AIS), 1, int(batch.deal_seeds[0]))
    assert table.match.game.hands == SlaveMatch(table.seed, streamed=True).game.hands
    short = SlaveMatch(3, 1, SlaveRules(hand_size=5), streamed=True)
    assert [short.game.cards_left(seat) for seat in range(4)] == [5] * 4


def test_house_rules_are_told_and_kept() -> None:
    rules = SlaveRules("lap", first_lead_contains_3c=False)
    table = SlaveTable((HUMAN,) * 4, 1, 3, rules)
    assert table.match.game.rules == rules
    assert table.record.rules == "one_turn_each=yes&free_lead=yes"
    assert GameTable.of(table.record).rules == rules


def test_every_spelling_of_a_move_is_read() -> None:
    table = SlaveTable((HUMAN,) * 4, 1, 3)
    state = table.slave
    move = state.legal()[0]
    symbols = " ".join(card.symbol for card in parse_cards(move))
    assert state.spell(symbols) == move
    texts = state.match.legal_actions()
    assert [state.move_text(action) for action in texts] == list(state.legal())


def test_a_person_is_told_what_was_given_and_got() -> None:
    table = SlaveTable((HUMAN, *AIS), 3, 5)
    n_told = 0
    while not table.is_over:
        run_ais(table)
        if table.choices():
            table.play(*table.choices()[0].moves)
    held: set[str] = set()
    for event in table.events:
        if event.move == "deal":
            held = set(event.after.seats[0].cards)
        _, separator, rest = event.text.partition(". In the exchange you got ")
        if separator:
            got, _, gave = rest.partition(" for ")
            assert event.consequence == f"In the exchange you got {rest}"
            assert (held - set(gave.split())) | set(got.split()) == set(event.after.seats[0].cards)
            assert len(gave.split()) == len(got.split()) in (1, 2)
            n_told += 1
    assert n_told == 2, "once in every round but the first"


def test_a_match_ends_with_its_places_by_points() -> None:
    for seed in range(6):
        table = SlaveTable(("greedy",) * 4, 3, seed)
        for _ in run(table, Control()):
            pass
        places = table.slave.outcome().places
        rows = table.slave.standings()
        assert [row.place for row in rows] == sorted(places)
        assert all(row.place == places[row.seat] for row in rows)

"""What holds at every table, whatever is played: events, late answers, taking back, the record."""

from itertools import pairwise

import pytest

from assistant.play import (
    DEAL,
    HUMAN,
    Game,
    GameTable,
    Record,
    Thought,
    find_game,
    read_record,
    run,
)
from assistant.play.table import Task
from engine.control import Control
from engine.errors import InputError

OPPONENTS = {"konkan": ("greedy",), "slave": ("heuristic", "greedy", "random")}


def run_ais(table: GameTable) -> None:
    """Let the AIs move until a person is to act."""
    for _ in run(table, Control()):
        pass


def think(table: GameTable) -> tuple[Task, Thought]:
    """The next decision of an AI, thought of but not made."""
    task = table.step()
    assert task is not None
    return task, task.work(Control())


@pytest.fixture(params=OPPONENTS)
def game(request: pytest.FixtureRequest) -> Game:
    """A game that people play."""
    return find_game(request.param)


@pytest.fixture
def table(game: Game) -> GameTable:
    """A table of two rounds at which the person, who sits first, is to act."""
    made = GameTable(game, (HUMAN, *OPPONENTS[game.name]), 2, 5)
    run_ais(made)
    return made


def test_every_move_of_a_match_is_an_event_with_the_table_before_and_after(game: Game) -> None:
    made = GameTable(game, ("greedy", *OPPONENTS[game.name]), 3, 4)
    events = list(run(made, Control()))
    assert made.is_over
    assert "The match is over" in made.view.headline
    assert events == made.events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert all(a.after is b.before for a, b in pairwise(events))
    assert all(b.decision - a.decision in (0, 1) for a, b in pairwise(events))
    assert [event.move for event in events if event.seat is None] == [DEAL, DEAL]
    assert (made.choices(), made.ask(), made.todo()) == ((), None, None)


def test_the_ais_stop_for_the_person_who_sees_only_her_own_hand(table: GameTable) -> None:
    assert table.waits_for_human
    assert table.choices()
    assert table.names[0] == "You"
    assert table.open_seats() == {0}
    assert table.open_seats(reveal=True) == set(range(len(table.agents)))


def test_no_hand_is_open_while_an_ai_moves_between_two_people() -> None:
    table = GameTable(find_game("konkan"), (HUMAN, HUMAN, "greedy"), 1, 2)
    assert table.open_seats() == {0}
    table.play(table.choices()[-1].moves[0])
    for _ in range(2):
        table.play(table.choices()[-1].moves[0])
    assert table.seat == 2
    assert table.open_seats() == frozenset()


def test_an_illegal_move_changes_nothing(table: GameTable) -> None:
    before = table.record, table.view, table.stamp, table.choices()
    legal = table.choices()[0].moves[0]
    for moves in (("gibberish",), (legal, "2♠ 2♠"), ("",), ("give 3♣",), (DEAL,), ()):
        with pytest.raises(InputError):
            table.play(*moves)
        assert (table.record, table.view, table.stamp, table.choices()) == before


def test_decisions_are_taken_back_one_after_the_other(table: GameTable) -> None:
    assert not table.can_take_back
    stands = []
    for _ in range(30):
        if not table.is_over:
            if len(table.choices()) > 1:
                stands.append((table.record.moves, table.view, table.choices()))
            table.play(*table.choices()[-1].moves)
            run_ais(table)
    for stand in reversed(stands):
        assert table.take_back()[0].seat == 0
        assert (table.record.moves, table.view, table.choices()) == stand
    with pytest.raises(InputError, match="no move of yours"):
        table.take_back()
    assert len(table.record.taken_back) == len(stands)


def test_a_forced_pass_is_skipped() -> None:
    table = GameTable(find_game("slave"), (HUMAN, *OPPONENTS["slave"]), 1, 0)
    run_ais(table)
    while [choice.target for choice in table.choices()] != ["pass"]:
        table.play(*table.choices()[0].moves)
        run_ais(table)
    table.play("pass")
    assert table.events[-1].is_forced
    table.take_back()
    assert len(table.choices()) > 1, "a choice to make again"


def test_gifts_are_taken_back_together() -> None:
    table = GameTable(find_game("slave"), (HUMAN,) * 4, 2, 3)
    while table.seat is not None:
        table.play(*table.choices()[0].moves)
    table.deal()
    king = table.seat
    assert king is not None
    hand = table.view.seats[king].cards
    table.play(*table.state.moves_for(hand[:2], "trick"))
    assert [event.move[:4] for event in table.take_back()] == ["give", "give"]
    assert table.view.seats[king].cards == hand


def test_a_late_answer_is_never_shown_in_another_position(table: GameTable) -> None:
    task = table.ask(0.05)
    assert task is not None
    advice = task.work(Control())
    assert table.hints(task, advice)
    table.play(*table.choices()[-1].moves)
    assert table.hints(task, advice) == ()
    if not table.waits_for_human:
        thought_task, thought = think(table)
        table.take_back()
        assert table.answer(thought_task, thought) == ()
        assert table.waits_for_human
        assert table.hints(task, advice) == (), "the same cards, but another moment"


def test_hints_are_made_from_the_position_that_was_asked_about(table: GameTable) -> None:
    task = table.ask(0.05)
    assert task is not None
    legal = {choice.moves for choice in table.choices()}
    table.play(*table.choices()[0].moves)
    advice = task.work(Control())  # the table has moved on while the advisor thinks
    assert task.asked is not None
    assert {choice.moves for choice in task.asked.choices()} == legal
    hints = table.game.hints(advice, task.asked)
    assert hints
    assert {hint.choice.moves for hint in hints} <= legal


def test_an_illegal_choice_of_an_ai_is_told_and_the_game_goes_on(game: Game) -> None:
    table = GameTable(game, ("greedy", *OPPONENTS[game.name]), 1, 4)
    task = table.step()
    assert task is not None
    (event,) = table.answer(task, Thought(("nonsense",)))
    assert event.seat == task.seat
    assert "chose an illegal move" in table.faults[0]
    run_ais(table)
    assert table.is_over


def test_a_table_repeats_after_taking_back_and_after_reopening(game: Game) -> None:
    table = GameTable(game, (HUMAN, *("random",) * len(OPPONENTS[game.name])), 2, 5)
    run_ais(table)
    table.play(*table.choices()[-1].moves)
    run_ais(table)
    moves = table.record.moves
    table.take_back()
    table.play(*table.choices()[-1].moves)
    run_ais(table)
    assert table.record.moves == moves
    again = GameTable.of(read_record(table.record.to_json()))
    for one in (table, again):
        one.play(*one.choices()[-1].moves)
        run_ais(one)
    assert again.record.moves == table.record.moves


def test_a_saved_game_is_the_same_table(table: GameTable) -> None:
    for _ in range(8):
        table.play(*table.choices()[0].moves)
        run_ais(table)
    again = GameTable.of(read_record(table.record.to_json()))
    assert again.events == table.events
    assert again.choices() == table.choices()
    assert again.record == table.record


def test_a_game_may_be_tried_again_from_any_decision(game: Game) -> None:
    table = GameTable(game, ("greedy", *OPPONENTS[game.name]), 2, 4)
    run_ais(table)
    record = table.record
    assert record.places is not None
    part = GameTable.of(record.until(9))
    assert part.n_decisions == 9
    assert part.events == table.events[: len(part.events)]
    assert part.record.places is None


def test_a_record_without_deals_is_read_too(game: Game) -> None:
    table = GameTable(game, ("greedy", *OPPONENTS[game.name]), 2, 4)
    run_ais(table)
    record = table.record
    flat = record.model_copy(update={"moves": record.moves.replace(" | deal", "")})
    assert GameTable.of(flat).events == table.events


def test_a_record_whose_moves_are_not_legal_names_its_version(table: GameTable) -> None:
    changed = table.record.model_copy(update={"moves": "2♠ 3♠", "program": "0.0.1"})
    with pytest.raises(InputError, match=r"version 0\.0\.1; its decision 1 cannot be played"):
        GameTable.of(changed)


def test_a_newer_record_is_read_as_far_as_it_is_understood(table: GameTable) -> None:
    text = table.record.to_json().replace("{", '{"weather": "fine",', 1)
    assert read_record(text) == table.record
    newer = text.replace('"version": 1', '"version": 2').replace('"version":1', '"version":2')
    with pytest.raises(InputError, match="version"):
        read_record(newer)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": "slave"}', "\x00"])
def test_a_damaged_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError, match="damaged") as caught:
        read_record(text)
    assert "\n" not in str(caught.value)


def test_a_cancelled_table_stops_at_once_and_can_go_on(game: Game, cancelled: Control) -> None:
    made = GameTable(game, ("greedy", *OPPONENTS[game.name]), 1, 1)
    assert list(run(made, cancelled)) == []
    run_ais(made)
    assert made.is_over


def test_a_paused_table_has_nothing_to_do_but_steps(game: Game) -> None:
    table = GameTable(game, ("greedy", *OPPONENTS[game.name]), 1, 1)
    table.is_paused = True
    assert table.todo() is None
    assert table.answer(*think(table))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"agents": (HUMAN,)}, r"1 player \(human\).*expected"),
        ({"agents": (HUMAN, "wizard", "greedy", "greedy")}, "4 players|wizard"),
        ({"agents": (HUMAN, "wizard")}, "2 players|wizard"),
        ({"n_rounds": 0}, "0 rounds"),
    ],
)
def test_wrong_players_and_rounds_are_refused(
    game: Game, change: dict[str, object], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        GameTable(game, **{"agents": (HUMAN, *OPPONENTS[game.name])} | change)  # type: ignore[arg-type]


def test_a_record_names_its_format() -> None:
    record = GameTable(find_game("slave"), ("greedy",) * 4, 1, 3).record
    assert (record.format, record.version, record.dealer) == ("card-table-game", 1, "v2")
    assert Record.model_validate_json(record.to_json()) == record


def test_a_player_reaches_nothing_that_its_seat_may_not_know(game: Game) -> None:
    """A new name here must be thought about: players get this object and nothing else."""
    state = game.deal(5, len(OPPONENTS[game.name]) + 1)
    seen = state.seen(0)
    shared = {"seat", "rules", "legal", "request", "phase"}
    own = {
        "konkan": {"hand", "view", "observation", "choose"},
        "slave": {"view", "is_turn", "move_text"},
    }
    at_the_table = {"players", "seat_to_act", "turn", "seats", "table", "trash", "deck_size"}
    names = {name for name in dir(seen) if not name.startswith("_")}
    wanted = shared | own[game.name]
    if game.name == "konkan":
        assert names <= wanted | at_the_table | {"taken", "coming"}
        view = {name for name in dir(getattr(seen, "view", None)) if not name.startswith("_")}
        assert view == {"me", "threshold", "deck_size"}
    else:
        assert names == wanted
        hands = state.look(("a", "b", "c", "d"), ("greedy",) * 4).seats
        hidden = {card for seat in hands[1:] for card in seat.cards}
        assert hidden
        assert not hidden & set(repr(seen.request()).replace("'", " ").split())

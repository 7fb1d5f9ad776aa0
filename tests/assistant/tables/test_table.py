"""What holds at every table, whatever is played: events, taking back, and its file."""

from itertools import pairwise

import pytest

from assistant.tables import DEAL, HIDDEN, HUMAN, SavedTable, Table, read_table
from assistant.tables.konkan import KonkanTable
from assistant.tables.slave import SlaveTable
from engine.control import Control
from engine.errors import InputError

RIVALS: dict[type[Table], tuple[str, ...]] = {
    KonkanTable: ("greedy",),
    SlaveTable: ("heuristic", "greedy", "random"),
}


def run(table: Table) -> None:
    """Let the AIs move until a person is to act."""
    for _ in table.run(Control()):
        pass


@pytest.fixture(params=RIVALS)
def game(request: pytest.FixtureRequest) -> type[Table]:
    """A kind of table."""
    kind: type[Table] = request.param
    return kind


@pytest.fixture
def table(game: type[Table]) -> Table:
    """A table of two rounds at which the person, who sits first, is to act."""
    made = game((HUMAN, *RIVALS[game]), 2, 5)
    run(made)
    return made


def test_every_move_of_a_match_is_an_event_with_the_table_before_and_after(
    game: type[Table],
) -> None:
    made = game(("greedy", *RIVALS[game]), 3, 4)
    events = list(made.run(Control()))
    assert made.is_over
    assert "The match is over" in made.view.headline
    assert events == made.events
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert all(a.after is b.before for a, b in pairwise(events))
    assert [event.move for event in events if event.seat is None] == [DEAL, DEAL]
    assert (made.choices(), made.hints(Control())) == ((), ())


def test_the_ais_stop_for_the_person_who_sees_only_her_own_hand(table: Table) -> None:
    assert table.waits_for_human
    assert table.choices()
    assert table.names[0] == "You"
    own, *others = table.view.seen_by(table.humans).seats
    assert HIDDEN not in own.cards
    assert all(set(seat.cards) == {HIDDEN} for seat in others)


def test_an_illegal_move_changes_nothing(table: Table) -> None:
    before = table.saved(), table.view
    legal = table.choices()[0].moves[0]
    for moves in (("gibberish",), (legal, "2♠ 2♠"), ("",), ("give 3♣",), (DEAL,)):
        with pytest.raises(InputError):
            table.play(*moves)
        assert (table.saved(), table.view) == before


def test_moves_are_taken_back_one_after_the_other(table: Table) -> None:
    assert not table.can_take_back
    stands = []
    for _ in range(30):
        if not table.is_over:
            stands.append((table.saved(), table.view, table.choices()))
            table.play(*table.choices()[-1].moves)
            run(table)
    for stand in reversed(stands):
        assert table.take_back()[0].seat == 0
        assert (table.saved(), table.view, table.choices()) == stand
    with pytest.raises(InputError, match="no move of yours"):
        table.take_back()


def test_a_kept_table_is_the_same_table(table: Table) -> None:
    for _ in range(8):
        table.play(*table.choices()[0].moves)
        run(table)
    again = type(table).restore(read_table(table.saved().model_dump_json()))
    assert again.events == table.events
    assert again.choices() == table.choices()


def test_a_file_whose_moves_are_not_legal_names_its_version(table: Table) -> None:
    changed = table.saved().model_dump() | {"moves": ("2♠ 3♠",), "version": "0.0.1"}
    with pytest.raises(InputError, match=r"version 0\.0\.1; its move 1 cannot be played"):
        type(table).restore(SavedTable(**changed))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"game": "slave"}', "\x00"])
def test_a_damaged_file_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError, match="cannot read the kept table") as caught:
        read_table(text)
    assert "\n" not in str(caught.value)


def test_a_cancelled_table_stops_at_once_and_can_go_on(
    game: type[Table], cancelled: Control
) -> None:
    made = game(("greedy", *RIVALS[game]), 1, 1)
    assert list(made.run(cancelled)) == []
    run(made)
    assert made.is_over


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
    game: type[Table], change: dict[str, object], reason: str
) -> None:
    with pytest.raises(InputError, match=reason):
        game(**{"agents": (HUMAN, *RIVALS[game])} | change)  # type: ignore[arg-type]

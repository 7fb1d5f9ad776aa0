import pytest

from assistant.tables import HUMAN, Pace, ask_hints, play_on
from assistant.tables.slave import SlaveTable
from engine.control import Control
from engine.errors import InputError

AIS = ("heuristic", "greedy", "random")


def test_the_ais_stop_when_it_is_the_persons_turn_and_hide_their_cards() -> None:
    table = SlaveTable((HUMAN, *AIS), n_rounds=1, seed=3)
    view = play_on(Pace(table, 0), Control())
    assert table.waits_for_human
    assert view.moves
    assert all(not seat.cards for seat in view.seats)
    assert len(view.hand) == view.seats[0].n_cards


def test_a_match_with_a_person_who_takes_hints_ends_with_titles_for_all() -> None:
    table = SlaveTable((HUMAN, *AIS), n_rounds=2, seed=5)
    view = play_on(Pace(table, 0), Control())
    while not view.is_over:
        hints = ask_hints(table, Control())
        assert hints
        texts = {move.text.removeprefix("gives "): move.key for move in view.moves}
        first = hints[0].text.removeprefix("give ").split(" ")[0] if table.match.phase == (
            "exchange"
        ) else hints[0].text  # fmt: skip
        table.play(texts[first])
        view = play_on(Pace(table, 0), Control())
    assert "The match is over" in view.headline
    assert view.scores.count("·") == 3
    assert not view.moves


def test_four_agents_can_be_watched_with_open_hands() -> None:
    seen = []
    control = Control(on_progress=lambda progress: seen.append(progress.partial))
    view = play_on(Pace(SlaveTable(("heuristic", *AIS), 1, 1), 0), control)
    assert view.is_over
    assert not view.hand
    assert seen
    assert any(seat.cards for seat in seen[0].seats)


def test_a_cancelled_table_stops_at_once_and_can_go_on() -> None:
    table = SlaveTable(("heuristic", *AIS), 1, 1)
    control = Control()
    control.cancel.set()
    assert not play_on(Pace(table, 5.0), control).is_over
    assert play_on(Pace(table, 0), Control()).is_over


def test_an_illegal_move_changes_nothing() -> None:
    table = SlaveTable((HUMAN, *AIS), 1, 3)
    before = play_on(Pace(table, 0), Control())
    illegal = next(a for a in range(157) if a not in {move.key for move in before.moves})
    with pytest.raises(InputError):
        table.play(illegal)
    assert table.view() == before


def test_wrong_players_are_refused() -> None:
    with pytest.raises(InputError, match="four"):
        SlaveTable((HUMAN, "greedy"))
    with pytest.raises(InputError, match="wizard"):
        SlaveTable((HUMAN, "wizard", "greedy", "greedy"))

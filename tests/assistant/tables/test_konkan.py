import pytest

from assistant.tables import HUMAN, Pace, ask_hints, play_on
from assistant.tables.konkan import KonkanTable
from engine.control import Control
from engine.errors import InputError


def test_a_match_of_ais_keeps_a_scoreboard() -> None:
    table = KonkanTable(("greedy", "greedy", "random"), n_rounds=3, seed=4)
    view = play_on(Pace(table, 0), Control())
    assert view.is_over
    assert sum(table.wins) <= 3
    assert sum(line.startswith("round ") for line in view.log) == 3
    assert all(not points or points > 0 for points in table.deadwood)


def test_the_person_sees_only_her_own_hand_and_every_legal_move() -> None:
    table = KonkanTable((HUMAN, "greedy"), n_rounds=1, seed=2)
    view = play_on(Pace(table, 0), Control())
    assert [move.key for move in view.moves] == list(range(len(table.game.legal_actions())))
    assert not any(seat.cards for seat in view.seats)
    assert any(seat.cards for seat in table.view(reveal=True).seats)
    before = table.game.text
    with pytest.raises(InputError):
        table.play(len(view.moves))
    assert table.game.text == before


def test_a_round_with_a_person_who_takes_hints_ends() -> None:
    table = KonkanTable((HUMAN, "greedy"), n_rounds=1, seed=2)
    view = play_on(Pace(table, 0), Control())
    first = ask_hints(table, Control())
    assert first[0].figure.startswith("wins ")
    assert first[0].text in {move.text for move in view.moves}
    while not view.is_over:
        table.play(table.game.legal_actions().index(table.game.choose("greedy", 1)))
        view = play_on(Pace(table, 0), Control())
    assert "over" in view.headline
    assert ask_hints(table, Control()) == ()


def test_wrong_players_are_refused() -> None:
    with pytest.raises(InputError, match="two or three"):
        KonkanTable((HUMAN,))
    with pytest.raises(InputError, match="wizard"):
        KonkanTable((HUMAN, "wizard"))

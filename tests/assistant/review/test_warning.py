"""The teaching check: what it lets pass, what it holds back, and the moves that are left."""

import pytest

from assistant.play import HUMAN, GameTable, find_game, run
from assistant.review import warning
from assistant.review.decisions import review_decision
from assistant.review.warning import LEVELS, check_move
from engine.control import Control


def first_choice(seed: int) -> GameTable:
    """Return a table of Slave at which a person has several plays."""
    table = GameTable(find_game("slave"), (HUMAN, "greedy", "greedy", "greedy"), 1, seed)
    for _ in run(table, Control()):
        pass
    return table


def test_levels_are_the_marks() -> None:
    assert [name for name, _ in LEVELS] == ["inaccuracy", "mistake", "blunder"]
    assert [loss for _, loss in LEVELS] == sorted(loss for _, loss in LEVELS)


def test_a_forced_move_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = first_choice(3)
    monkeypatch.setattr(warning, "review_decision", pytest.fail)
    while len(table.choices()) > 1:
        table.play(*table.choices()[0].moves)
        for _ in run(table, Control()):
            pass
    assert check_move(table, table.choices()[0].moves, 0.05, Control()) is None


def test_the_worst_play_is_held_back_and_the_better_one_passes() -> None:
    table = first_choice(5)
    moves = [choice.moves for choice in table.choices()]
    judged = {
        each: review_decision("slave", table.state, each, table.names, Control(), most_worlds=160)
        for each in moves
    }
    worst = min(moves, key=lambda each: judged[each].judgement.value)  # type: ignore[union-attr]
    held = check_move(table, worst, 0.02, Control(), seconds=5.0)
    assert held is not None
    assert held.better is not None
    assert "is better" in held.words
    assert held.better.moves != worst
    assert check_move(table, held.better.moves, 0.05, Control(), seconds=5.0) is None
    assert table.state.seat == 0  # nothing was played


def test_a_turn_that_was_begun_is_judged_from_its_beginning() -> None:
    record_table = GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, 5)
    for _ in range(400):
        for _ in run(record_table, Control()):
            pass
        assert not record_table.is_over
        lays = [c for c in record_table.choices() if c.target == "table" and len(c.moves) == 1]
        if lays and record_table.state.game.phase == "act":  # type: ignore[attr-defined]
            break
        game = record_table.state.game  # type: ignore[attr-defined]
        record_table.play(game.choose("greedy", 1))
    else:
        pytest.skip("no lay in this game")
    record_table.play(*lays[0].moves)
    throw = record_table.choices()[-1]
    found = check_move(record_table, throw.moves, -1.0, Control(), seconds=1.0)
    assert found is not None
    assert found.decision.moves[0] == lays[0].moves[0]
    assert found.decision.moves[-1] == throw.moves[-1]

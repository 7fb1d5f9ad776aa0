"""The teaching check: what it lets pass, what it holds back, and the moves that are left."""

import pytest

from assistant.play import HUMAN, GameTable, find_game, run
from assistant.play.konkan import KonkanState
from assistant.review import warning
from assistant.review.decisions import ReviewedDecision
from assistant.review.judgement import THRESHOLDS, Judgement, mark_of
from assistant.review.warning import check_move, warning_levels
from engine.control import Control


def konkan_at_a_lay() -> GameTable:
    """Return a game in which a person has drawn and can lay a meld with several cards left."""
    for seed in range(30):
        table = GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, seed)
        for _ in run(table, Control()):
            pass
        while not table.is_over:
            assert isinstance(table.state, KonkanState)
            game = table.state.game
            is_down = game.seats[0].down_total is not None
            if is_down and game.phase == "act" and len(game.hand(0)) > 5 and lays(table):
                return table
            table.play(game.choose("greedy", 1))
            for _ in run(table, Control()):
                pass
    raise AssertionError("there is no such position in these games")


def lays(table: GameTable) -> list[tuple[str, ...]]:
    return [c.moves for c in table.choices() if c.target == "table" and len(c.moves) == 1]


def costs(loss: float, best: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let every decision cost the same; return the list of what was judged."""
    asked: list[object] = []

    def judge(game: str, state: object, moves: tuple[str, ...], *_: object, **__: object) -> object:
        asked.append(moves)
        mark = mark_of(loss, THRESHOLDS[game])
        judged = Judgement(0, 1, (0.5, 0.5 + loss), 0.5, loss, 0.01, mark, True, 100, loss)
        return ReviewedDecision(
            0, 1, "this", "that", judged, moves=moves, best_moves=best, reason="It was counted."
        )

    monkeypatch.setattr(warning, "review_decision", judge)
    return asked


@pytest.mark.parametrize("game", THRESHOLDS)
def test_levels_are_the_marks(game: str) -> None:
    levels = warning_levels(game)
    assert [name for name, _ in levels] == ["inaccuracy", "mistake", "blunder"]
    assert all(mark_of(loss, THRESHOLDS[game]).value == name for name, loss in levels)


def test_a_move_is_held_back_from_its_level_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = konkan_at_a_lay()
    throw, best = table.choices()[-1].moves, lays(table)[0]
    before = table.stamp
    costs(0.12, best, monkeypatch)
    assert check_move(table, throw, 0.15, Control()) is None
    held = check_move(table, throw, 0.10, Control())
    assert held is not None
    assert held.words == "That is better: 62% against 50%, 12 ± 1 points lost. It was counted."
    assert held.better is not None
    assert held.better.moves == best
    assert held.better.target == "table"
    assert table.stamp is before  # nothing was played


def test_a_turn_that_was_begun_is_judged_from_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = konkan_at_a_lay()
    lay = lays(table)[0]
    table.play(*lay)
    throws = [c.moves for c in table.choices() if c.target == "trash"]
    asked = costs(0.2, (*lay, *throws[0]), monkeypatch)
    held = check_move(table, throws[1], 0.05, Control())
    assert asked == [(*lay, *throws[1])]
    assert held is not None
    assert held.better is not None
    assert held.better.moves == throws[0]  # the lay is made already
    costs(0.2, throws[0], monkeypatch)  # the best turn would not have laid
    held = check_move(table, throws[1], 0.05, Control())
    assert held is not None
    assert held.better is None


def test_the_real_judge_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table = konkan_at_a_lay()
    throw = table.choices()[-1].moves
    held = check_move(table, throw, -1.0, Control(), seconds=0.5)
    assert held is not None
    assert held.decision.judgement is not None
    assert held.decision.judgement.n_worlds >= 40


def test_a_forced_move_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = GameTable(find_game("slave"), (HUMAN, "greedy", "greedy", "greedy"), 1, 3)
    monkeypatch.setattr(warning, "review_decision", pytest.fail)
    for _ in run(table, Control()):
        pass
    while len(table.choices()) > 1:
        table.play(*table.choices()[0].moves)
        for _ in run(table, Control()):
            pass
    assert check_move(table, table.choices()[0].moves, 0.05, Control()) is None

import pytest

from assistant.arena.head_to_head import run_head_to_head
from engine.control import Control
from engine.errors import Cancelled, InputError
from engine.konkan.rules import KonkanRules
from engine.konkan.search import SearchConfig


def test_greedy_beats_random() -> None:
    report = run_head_to_head(100, "random", "greedy", seed=3)
    assert report.share > 0.9
    assert report.p_value < 0.001
    assert report.interval.low > 0.85
    assert report.challenger.net > report.baseline.net


def test_equal_players_split_every_deal() -> None:
    report = run_head_to_head(30, "greedy", "greedy", seed=1)
    assert report.share == 0.5
    assert report.p_value == 1.0
    assert report.challenger.laid_points == report.baseline.laid_points


@pytest.mark.parametrize("players", [2, 3])
def test_a_drawn_game_speaks_for_nobody(players: int) -> None:
    rules = KonkanRules(max_turns=1)
    report = run_head_to_head(20, "greedy", "greedy", players=players, rules=rules)
    assert report.draws == len(report.history)
    assert report.share == pytest.approx(1 / players)
    assert report.p_value == 1.0


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_seed_gives_the_same_report(players: int) -> None:
    def report() -> object:
        return run_head_to_head(2, "greedy", SearchConfig(8), 5, players=players)

    assert report() == report()


def test_house_rules_hold_in_every_game_and_process() -> None:
    rules = KonkanRules(threshold=30, max_turns=40, swap_own=True)
    here = run_head_to_head(6, "random", "greedy", 2, rules=rules)
    assert here == run_head_to_head(6, "random", "greedy", 2, rules=rules, workers=2)
    assert here.history != run_head_to_head(6, "random", "greedy", 2).history
    assert max(record.result.turns for record in here.history) <= 40
    searched = run_head_to_head(1, "greedy", SearchConfig(4), 2, rules=KonkanRules(max_turns=4))
    assert [record.result.turns for record in searched.history] == [4, 4]


def test_every_seat_is_played() -> None:
    report = run_head_to_head(4, "greedy", "random", players=3)
    seats = [(record.round_number, record.challenger_seat) for record in report.history]
    assert seats == [(number, seat) for number in range(4) for seat in range(3)]
    wins = report.challenger.wins + report.baseline.wins + report.draws
    assert wins == len(report.history)


def test_a_cancelled_run_without_a_game_says_so(cancelled: Control) -> None:
    with pytest.raises(Cancelled):
        run_head_to_head(2, "greedy", "greedy", control=cancelled)
    with pytest.raises(InputError):
        run_head_to_head(0, "greedy", "greedy")

"""The plain face of the solver: modes, results, configuration, and errors in few words."""

import json
from pathlib import Path

import pytest

from engine.classic.holdem import MonteCarloSolver, solve_poker_hand
from engine.control import Budget, Control, Progress
from engine.errors import Cancelled, CardError, IllegalStateError, InputError
from engine.holdem.config import Mode, load_config
from engine.holdem.explain import explain
from engine.holdem.result import CATEGORY_NAMES, Odds
from engine.holdem.sampling import Sampling, sample
from engine.holdem.situation import Situation
from engine.holdem.solver import QUICK_S, equity, solve
from tests.engine.holdem.asking import table

FLOP = ["Qh", "Jh", "2c"]


def config_file(folder: Path, content: object) -> Path:
    path = folder / "holdem.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_a_flop_against_one_opponent_is_exact() -> None:
    result = solve_poker_hand(["A♥️", "K♥️"], 1, ["Q♥️", "J♥️", "2♣️"])
    assert result.exact
    assert result.confidence_interval is None
    assert result.simulations_run == 1_070_190
    total = result.win_probability + result.tie_probability + result.loss_probability
    assert total == pytest.approx(1)
    expected = result.win_probability + result.tie_probability / 2
    assert result.equity == pytest.approx(expected)
    assert list(result.hand_category_frequencies) == list(reversed(CATEGORY_NAMES))


@pytest.mark.parametrize(("mode", "n"), [("fast", 10_000), ("default", 100_000)])
def test_modes_sample_as_much_as_they_say(tmp_path: Path, mode: Mode, n: int) -> None:
    patient = config_file(tmp_path, {"performance_settings": {"max_simulation_time_ms": 10**6}})
    result = MonteCarloSolver(patient).analyze_hand(["Ah", "Kh"], 3, FLOP, mode)
    assert n <= result.simulations_run < n + 1_081  # whole rounds of all runouts
    interval = result.confidence_interval
    assert interval is not None
    assert interval[0] < result.win_probability < interval[1]
    assert result.execution_time_ms > 0


def test_a_seed_repeats_the_answer(tmp_path: Path) -> None:
    seeded = config_file(tmp_path, {"simulation_settings": {"random_seed": 7}})
    first, second = (MonteCarloSolver(seeded).analyze_hand(["Ah", "Kh"], 3, FLOP) for _ in "12")
    assert first.win_probability == second.win_probability
    assert first.seed == 7


def test_configuration_is_merged_over_the_defaults(tmp_path: Path) -> None:
    config = load_config(config_file(tmp_path, {"simulation_settings": {"default_simulations": 5}}))
    assert config.n_samples("default") == 5
    assert config.n_samples("fast") == 10_000
    assert load_config().n_samples("precision") == 500_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not valid JSON"),
        ({"simulation_settings": {"default_simulations": 0}}, "default_simulations"),
        ({"simulation_settings": {"default_simulations": "many"}}, "default_simulations"),
        ({"simulation_settings": {"colour": 1}}, "simulation_settings.colour"),
        ({"speed": 1}, "speed"),
        ([], "the whole file"),
    ],
)
def test_a_bad_configuration_names_file_and_key(tmp_path: Path, content: object, said: str) -> None:
    path = config_file(tmp_path, content)
    with pytest.raises(InputError, match=said) as error:
        MonteCarloSolver(path)
    assert path.name in str(error.value)


def test_a_missing_configuration_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.json"):
        load_config(tmp_path / "absent.json")


@pytest.mark.parametrize(
    ("hero", "opponents", "board", "said"),
    [
        (["Ah"], 1, [], "Hero hand must be a list of exactly 2 cards"),
        ("AhKh", 1, [], "Hero hand must be a list of exactly 2 cards"),
        (["Ah", "1x"], 1, [], 'Invalid card format: .*"1x"'),
        (["Ah", 5], 1, [], "Invalid card format: 5"),
        (["Ah", "Ah"], 1, [], "Duplicate cards detected: AH"),
        (["Ah", "Kh"], 1, ["Kh", "2c", "3c"], "Duplicate cards detected: KH"),
        (["Ah", "Kh"], 0, [], "Number of opponents must be between 1 and 9"),
        (["Ah", "Kh"], 10, [], "Number of opponents must be between 1 and 9"),
        (["Ah", "Kh"], 1, ["2c"], "the board has 1 card: expected 0, 3, 4 or 5"),
        (["Ah", "Kh"], 1, ["2c", "3c"], "2 cards"),
        (["Ah", "Kh"], 1, ["2c", "3c", "4c", "5c", "6c", "7c"], "6 cards"),
    ],
)
def test_bad_input_is_one_error(
    hero: list[str], opponents: int, board: list[str], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        solve_poker_hand(hero, opponents, board)


def test_an_unknown_mode_is_quoted() -> None:
    with pytest.raises(InputError, match="'slow'"):
        solve_poker_hand(["Ah", "Kh"], 1, FLOP, "slow")  # type: ignore[arg-type]


def test_impossible_tables_are_refused() -> None:
    with pytest.raises(IllegalStateError, match=r"opponent 1's range .* is impossible"):
        table("AhKh", "AhQs, AhJs")
    with pytest.raises(IllegalStateError, match="no way to deal"):
        table("AA", "AA", "AA")
    with pytest.raises(CardError, match="A♥ is given twice"):
        table("AhKh", "Ah2c")
    with pytest.raises(CardError, match="2♣ is given twice"):
        table("AhKh", "random", board="2c 3c 4c", dead="2c")


def test_insisting_on_the_impossible_is_an_error() -> None:
    with pytest.raises(InputError, match="out of reach"):
        solve(table("AhKh", *["random"] * 3), Sampling(), Control(), insist=True)


def test_a_long_enumeration_is_preceded_by_a_sampled_answer() -> None:
    reports: list[Progress] = []
    situation = table("AhKh", "QQ+, AKs", "random", board="Qh Jh 2c")
    odds = solve(situation, Sampling(), Control(on_progress=reports.append))
    assert odds.exact
    first = reports[0].partial
    assert isinstance(first, Odds)
    assert (first.exact, first.n_samples) == (False, 10_000)
    assert first.hero.equity == pytest.approx(odds.hero.equity, abs=0.03)


def test_an_early_answer_keeps_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[float | None] = []

    def sample_late(_: Situation, __: Sampling, control: Control) -> Odds:
        budgets.append(control.budget.seconds)
        raise Cancelled("time was up before a deal was found")

    monkeypatch.setattr("engine.holdem.solver.sample", sample_late)
    reports: list[Progress] = []
    situation = table("AhKh", "QQ+, AKs", "random", board="Qh Jh 2c")
    control = Control(Budget(seconds=1_000), on_progress=reports.append)
    assert solve(situation, Sampling(), control).exact
    assert budgets == [QUICK_S]
    assert reports[0].partial is None


def test_a_known_card_leaves_the_ranges() -> None:
    situation = table("AhAs", "AA, KK")
    assert situation.seats[1].n_combos == 1 + 6
    assert situation.random_seats == (False, False)
    assert len(situation.deck) == 50


def test_what_is_inside_the_noise_is_not_called_ahead() -> None:
    for hero, n, said in (
        ("QQ, KK", 5_000, "about an equal share"),
        ("QQ, KK", 1, "about an equal share"),
        ("AA", 5_000, "more than an equal share"),
    ):
        situation = table(hero, *["QQ, KK"] * 2)
        sampled = sample(situation, Sampling(n, 1, 1), Control())
        assert sampled.hero.equity != 1 / 3
        assert f", {said} (33.3%)" in explain(situation, sampled)


def test_nothing_improves_a_royal_flush() -> None:
    for board, said in (("Qh Jh Th", "nothing"), ("Ad Ac As", "little")):
        situation = table("AhKh", "random", board=board)
        odds = sample(situation, Sampling(1_000, 1, 1), Control())
        assert f", and {said} can improve your hand" in explain(situation, odds)


def test_nine_opponents_are_dealt_and_split_a_pot_in_ten() -> None:
    odds = equity("AhAs", *["random"] * 9, seed=1)
    assert len(odds.players) == 10
    assert odds.hero.equity_interval is not None
    assert 0.3108 in odds.hero.equity_interval  # a known figure of ten-handed tables
    split = equity("2c3d", *["random"] * 9, board="Ah Kh Qh Jh Th", seed=1)
    assert [player.equity for player in split.players] == [0.1] * 10

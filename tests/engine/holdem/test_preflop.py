"""The preflop table: how it is built and resumed, and what the stored one says."""

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

from engine.control import Control, Progress
from engine.errors import Cancelled, InputError
from engine.holdem.combos import CLASS_NAMES
from engine.holdem.preflop import build
from engine.holdem.preflop.table import (
    METHOD,
    PreflopTable,
    look_up,
    odds_of_class,
    read_table,
    stored_table,
)
from engine.holdem.sampling import Sampling, sample
from engine.holdem.situation import Situation
from engine.holdem.tables import CLASS_SIZES, N_COMBOS
from engine.statistics import wilson
from tests.engine.holdem.asking import table

DECKS = 4_000


@pytest.fixture(scope="module")
def stored() -> PreflopTable:
    found = stored_table()
    assert found is not None
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact part of a build takes seconds; here it is not what is tested."""
    tallies = np.ones((169, build.N_TALLY))
    monkeypatch.setattr(build, "exact_against_one", lambda control: tallies)


def test_figures_of_an_outcome_are_chances() -> None:
    figures = build.outcome_figures()
    assert figures.shape == (276, 6, 3)
    assert figures[22, 5].tolist() == [1, 0, 1]  # beats all others
    assert figures[0].tolist() == [[0, 0, 0]] * 6
    assert figures[21, 1].tolist() == pytest.approx([comb(21, 2) / comb(22, 2), 0, 20 / 22])


def test_blocks_count_every_hand() -> None:
    sums = build.run_block(3, n_decks=200)
    assert sums.hands.sum() == 200 * 23
    assert sums.seated.sum() == 200 * 21
    assert (sums.figures[:, :, 2] <= sums.hands[:, None]).all()


def test_a_block_is_stopped_within_it(cancelled: Control) -> None:
    with pytest.raises(Cancelled, match="block 0 was stopped"):
        build.run_block(0, cancel=cancelled.cancel)


def test_a_build_that_is_cancelled_at_once_keeps_nothing(
    tmp_path: Path, quick: None, cancelled: Control
) -> None:
    with pytest.raises(Cancelled, match="stopped after 0 blocks"):
        build.build_preflop(tmp_path / "t.npz", cancelled)


def test_a_build_can_be_stopped_and_resumed(tmp_path: Path, quick: None) -> None:
    def stop_at_once(progress: Progress) -> None:
        control.cancel.set()

    control = Control(on_progress=stop_at_once)
    options = {"target_error": 0.02, "n_decks": DECKS, "round_blocks": 2}
    resumed, whole = tmp_path / "resumed.npz", tmp_path / "whole.npz"
    with pytest.raises(Cancelled, match="run it again"):
        build.build_preflop(resumed, control, **options)
    first = build.build_preflop(resumed, Control(), **options)
    second = build.build_preflop(whole, Control(), **options)
    assert np.array_equal(first.equity, second.equity)
    assert np.array_equal(read_table(resumed).equity, first.equity)
    assert [path.name for path in tmp_path.glob("*partial*")] == []
    assert first.equity_error[1:].max() <= 0.02


def test_a_damaged_part_is_set_aside_and_played_again(tmp_path: Path, quick: None) -> None:
    options = {"target_error": 0.02, "n_decks": DECKS, "round_blocks": 2}
    whole = build.build_preflop(tmp_path / "whole.npz", Control(), **options)
    part = tmp_path / "again.partial.npz"
    part.write_bytes(b"PK\x03\x04 half of it")
    again = build.build_preflop(tmp_path / "again.npz", Control(), **options)
    assert np.array_equal(whole.equity, again.equity)
    assert (tmp_path / "again.partial.npz.damaged").exists()


def test_an_executor_runs_the_blocks(tmp_path: Path, quick: None) -> None:
    seen: list[int] = []

    def executor(function: object, numbers: range) -> list[object]:
        seen.extend(numbers)
        return [function(number) for number in numbers]  # type: ignore[operator]

    options = {"target_error": 0.05, "n_decks": DECKS}
    built = build.build_preflop(tmp_path / "t.npz", Control(), executor=executor, **options)
    assert seen == list(range(len(seen)))
    assert built.n_samples.sum() == len(seen) * DECKS * 23


def test_stored_errors_are_small_enough(stored: PreflopTable) -> None:
    assert stored.equity.shape == (6, 169)
    assert (stored.equity_error[0] == 0).all()
    assert 0 < stored.equity_error[1:].max() <= 1e-4
    assert stored.win_error.max() <= 1e-4


@pytest.mark.parametrize(
    ("name", "n_opponents", "equity"),
    [("AA", 1, 0.852037), ("AKs", 1, 0.670446), ("72o", 1, 0.345836), ("AA", 2, 0.7344)],
)
def test_stored_equities_are_known(
    stored: PreflopTable, name: str, n_opponents: int, equity: float
) -> None:
    found = stored.equity[n_opponents - 1, CLASS_NAMES.index(name)]
    assert found == pytest.approx(equity, abs=1e-6 if n_opponents == 1 else 1e-3)


def test_all_hands_together_get_a_fair_share(stored: PreflopTable) -> None:
    means = stored.equity @ (CLASS_SIZES / 1326)
    assert means == pytest.approx([1 / (n + 1) for n in range(1, 7)], abs=2e-5)


@pytest.mark.parametrize("n_opponents", [2, 4, 6])
def test_stored_odds_agree_with_sampled_ones(n_opponents: int) -> None:
    situation = table("Th9h", *["random"] * n_opponents)
    odds = look_up(situation)
    assert odds is not None
    sampled = sample(situation, Sampling(200_000, 1), Control())
    for ours, theirs in zip(odds.players, sampled.players, strict=True):
        assert ours.win == pytest.approx(theirs.win, abs=0.005)
        assert ours.tie == pytest.approx(theirs.tie, abs=0.003)
        assert ours.equity == pytest.approx(theirs.equity, abs=0.005)
    for name, share in sampled.field_categories.items():
        assert odds.field_categories[name] == pytest.approx(share, abs=0.004)


def test_an_answer_names_the_table(stored: PreflopTable) -> None:
    one, three = (odds_of_class(stored, 0, n) for n in (1, 3))
    assert (one.method, one.exact, one.hero.equity_interval) == (METHOD, True, None)
    assert not three.exact
    assert three.hero.equity_interval is not None
    assert three.hero.equity_interval.half_width < 2.5e-4
    assert sum(p.equity for p in three.players) == pytest.approx(1)


def test_its_intervals_are_wilsons(stored: PreflopTable) -> None:
    rare = np.full_like(stored.win, 0.001)
    changed = replace(stored, win=rare, win_error=2 * rare, equity_error=0 * rare)
    hero = odds_of_class(changed, 5, 3).hero
    n_worth = round(0.001 * 0.999 / 0.002**2)
    assert hero.win_interval is not None
    assert hero.win_interval == wilson(0.001 * n_worth, n_worth)
    assert hero.win_interval.low > 0
    n_samples = int(stored.n_samples[5])
    assert hero.equity_interval == wilson(hero.equity * n_samples, n_samples)


@pytest.mark.parametrize(
    "situation",
    [
        table("AhKh", "QQ"),
        table("AK", "random"),
        table("AhKh", "random", board="2c 3c 4c"),
        table("AhKh", "random", dead="2c"),
    ],
)
def test_other_questions_are_not_in_the_table(situation: Situation) -> None:
    assert look_up(situation) is None


def test_two_random_hands_are_even_exactly(stored: PreflopTable) -> None:
    odds = look_up(table("random", "random"))
    assert odds is not None
    assert odds.exact
    assert odds.hero.equity == 0.5
    assert odds.players[0] == odds.players[1]
    mean = float(CLASS_SIZES @ stored.equity[0]) / N_COMBOS  # by the entries, not by symmetry
    assert mean == pytest.approx(0.5, abs=1e-9)
    assert odds.hero.win + odds.hero.tie / 2 == pytest.approx(0.5)
    assert sum(odds.hero_categories.values()) == pytest.approx(1)


@pytest.mark.parametrize("bad", [(-1, 0, 1), (0, -1, 1), (0, 0, -1), (0, 0, 1 << 31)])
def test_a_block_of_impossible_numbers_is_refused(bad: tuple[int, int, int]) -> None:
    with pytest.raises(InputError, match="expected 0 to"):
        build.run_block(*bad)

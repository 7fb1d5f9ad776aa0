"""Sampled odds: right within their errors, intervals that cover, the same on any threads."""

import threading
from contextlib import suppress

import numpy as np
import pytest
from scipy.stats import chisquare, t

from engine.cards import Card, format_cards, parse_cards
from engine.control import Budget, Control, Progress
from engine.errors import Cancelled, IllegalStateError, InputError
from engine.holdem.ranges import known_hand, parse_range, random_range
from engine.holdem.result import Odds, odds_of_sample
from engine.holdem.sampling import Sampling, alias_table, sample
from engine.holdem.situation import Situation
from engine.holdem.tally import BATCH_WIN_SQUARES, N_TALLY, WINS
from engine.statistics import Interval, student, wilson_of_error
from tests.engine.holdem.asking import exact_odds, table
from tests.engine.holdem.oracle import slow_odds, small_deck


def sample_now(situation: Situation, n_samples: int, seed: int, **options: object) -> Odds:
    sampling = Sampling(n_samples, seed, n_threads=1, **options)  # type: ignore[arg-type]
    return sample(situation, sampling, Control())


def random_situation(rng: np.random.Generator) -> Situation:
    """A table whose exact odds are quickly known: streets, ranges and known hands mixed."""
    cards = [Card.from_index(int(i)) for i in rng.permutation(52)]
    kind = rng.integers(5)
    n_board = (0, 3, 4, 5, 5)[kind]
    hero, board, rest = known_hand(*cards[:2]), tuple(cards[2 : 2 + n_board]), cards[2 + n_board :]
    known = known_hand(*rest[:2])
    some = parse_range("22+, A2s+, K9s+, T9s:0.5, ATo+")
    opponents = ((known,), (some,), (random_range(),), (known, some), (some, random_range()))[kind]
    return Situation(hero, opponents, board)


def test_two_hundred_situations_lie_within_four_errors() -> None:
    rng = np.random.default_rng(1)
    for seed in range(200):
        situation = random_situation(rng)
        truth, found = exact_odds(situation), sample_now(situation, 20_000, seed)
        for true_player, player in zip(truth.players, found.players, strict=True):
            interval = player.equity_interval
            assert interval is not None
            error = max(interval.half_width / student(30), 1e-4)
            assert abs(player.equity - true_player.equity) <= 4 * error, situation


def test_two_batches_have_the_wide_interval_of_one_degree_of_freedom() -> None:
    tally = np.zeros(N_TALLY, np.int64)
    tally[[WINS, BATCH_WIN_SQUARES]] = 1_000, 480**2 + 520**2  # wins in two batches of 1,000 deals
    found = odds_of_sample(tally, 1, 2_000, 1_000, 0).hero.win_interval
    wide = wilson_of_error(0.5, 0.02, 2_000, t.ppf(0.975, 1))  # the error of a mean of .48 and .52
    assert found is not None
    assert (found.low, found.high) == pytest.approx((wide.low, wide.high))


def coverage(situation: Situation, truth: Odds, n_samples: int, n_runs: int) -> tuple[float, float]:
    runs = [sample_now(situation, n_samples, seed).hero for seed in range(n_runs)]
    wins = [_covers(run.win_interval, truth.hero.win) for run in runs]
    equities = [_covers(run.equity_interval, truth.hero.equity) for run in runs]
    return float(np.mean(wins)), float(np.mean(equities))


def _covers(interval: Interval | None, value: float) -> bool:
    return interval is not None and value in interval


@pytest.mark.parametrize(
    ("situation", "n_samples"),
    [
        (table("AhKh", "random"), 1_000),
        (table("Th9h", "QQ+, AKs:0.5", board="Qh Jc 2c"), 1_000),
        (table("AhKh", "random", board="Qh Jc 2c 9d"), 46 * 40),  # strata
    ],
)
def test_intervals_cover_in_95_of_100_runs(situation: Situation, n_samples: int) -> None:
    for share in coverage(situation, exact_odds(situation), n_samples, 2_000):
        assert 0.93 <= share <= 0.97


@pytest.mark.parametrize(
    "situation",
    [
        table("AhKh", "random", "random"),
        table("AhKh", "QQ+, AKs:0.5", "random"),
        table("AhKh", "random", "random", "random", board="Qh Jh 2c"),
    ],
)
def test_threads_do_not_change_the_answer(situation: Situation) -> None:
    one, three = (sample(situation, Sampling(60_000, 5, n_threads=n), Control()) for n in (1, 3))
    assert one == three
    assert sample_now(situation, 60_000, 6) != one


def test_strata_lower_the_variance() -> None:
    situation = table("AhKh", "random", "random", board="Qh Jh 2c")
    plain, strata = (
        np.var([sample_now(situation, 32_430, i, stratify=s).hero.equity for i in range(100)])
        for s in (False, True)
    )
    assert strata < 0.75 * plain


def few_left(hero: str, *opponents: str, board: str, left: str) -> Situation:
    """A table with a deck of few cards, these and those that ranges may hold."""
    keep = [card.index for card in parse_cards(hero + board + left)]
    return table(hero, *opponents, board=board, dead=format_cards(small_deck(keep)))


@pytest.mark.parametrize(
    "situation",
    [
        few_left("AhKh", "KK", "random", board="Kd 7c 2s", left="Kc Ks Ad 7d 2d 9h Th 9s"),
        few_left("AhKh", "KK", "random", board="Kd 7c 2s 9h", left="Kc Ks Ad 7d 2d 9s 9d 3c"),
        few_left(
            *("AhKh", "KK", "AK, AdQc", "random"),
            board="Kd 7c 2s",
            left="Kc Ks Ad 7d 2d 9h Th Qc Ac",
        ),
    ],
)
def test_a_range_of_which_one_hand_is_left_is_dealt_like_this_hand(situation: Situation) -> None:
    odds = sample(situation, Sampling(60_000, 1, 1), Control(Budget(seconds=20)))
    assert odds.n_samples >= 60_000
    for player, (win, _, share) in zip(odds.players, slow_odds(situation), strict=True):
        assert player.win == pytest.approx(win, abs=0.012)
        assert player.equity == pytest.approx(share, abs=0.012)


def test_the_cards_of_the_only_hand_left_are_no_next_cards() -> None:
    ranged, known = (
        sample_now(table("AhKh", r, "random", "random", board="Kd 7c 2s"), 60_000, 1)
        for r in ("KK", "KcKs")
    )
    assert ranged == known
    assert not {c.index for c in parse_cards("Kc Ks")} & ranged.next_cards.keys()


def test_a_part_of_the_strata_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal_some(*args: object) -> int:
        tally = args[-1]
        assert isinstance(tally, np.ndarray)
        tally += 1
        return 7

    monkeypatch.setattr("engine.holdem.sampling.sample_chunk", deal_some)
    strata = table("AhKh", "QcQs", "random", board="Kd 7c 2s")
    with pytest.raises(Cancelled):
        sample_now(strata, 60_000, 1)
    assert sample_now(strata, 60_000, 1, stratify=False).n_samples == 14


@pytest.mark.parametrize("situation", [table("AhKh", "random"), table("8h8d", "KK, 76s")])
def test_categories_are_as_frequent_as_they_should_be(situation: Situation) -> None:
    truth, n_deals = exact_odds(situation), 100_000
    found = sample_now(situation, n_deals, 3)
    for true, seen in (
        (truth.hero_categories, found.hero_categories),
        (truth.field_categories, found.field_categories),
    ):
        likely = [name for name, share in true.items() if share * n_deals > 5]
        expected = np.array([true[name] for name in likely])
        counts = np.array([seen[name] for name in likely]) * n_deals
        assert chisquare(counts, expected / expected.sum() * counts.sum()).pvalue > 1e-3


def test_next_cards_are_sampled() -> None:
    situation = table("AhKh", "random", "QQ", board="Qh Jh 2c")
    found = sample_now(situation, 200_000, 2)
    truth = exact_odds(situation)
    assert found.next_cards.keys() == truth.next_cards.keys()
    worst = max(abs(found.next_cards[c] - truth.next_cards[c]) for c in truth.next_cards)
    assert worst < 0.03


def test_equities_add_up_with_six_opponents() -> None:
    odds = sample_now(table("AhKh", *["random"] * 6), 50_000, 1)
    assert len(odds.players) == 7
    assert sum(p.equity for p in odds.players) == pytest.approx(1)


def test_time_is_kept_and_partial_answers_are_told() -> None:
    reports: list[Progress] = []
    control = Control(Budget(seconds=0.3), on_progress=reports.append)
    odds = sample(table("AhKh", "random", "random"), Sampling(10**9, 1), control)
    assert 0 < odds.n_samples < 10**9
    assert isinstance(reports[-1].partial, Odds)
    interval = odds.hero.equity_interval
    assert interval is not None
    assert odds.hero.equity in interval


def test_convergence_stops_early() -> None:
    odds = sample_now(table("AhKh", "random"), 10**7, 1, half_width=0.002)
    assert odds.n_samples < 10**6
    interval = odds.hero.equity_interval
    assert interval is not None
    assert interval.half_width <= 0.002


def test_a_cancelled_job_answers_with_what_it_has() -> None:
    def stop(progress: Progress) -> None:
        control.cancel.set()

    control = Control(on_progress=stop)
    odds = sample(table("AhKh", "QQ+, AKs", "random"), Sampling(10**9, 1, 1), control)
    assert odds.n_samples > 0
    assert sum(p.equity for p in odds.players) == pytest.approx(1)


def test_a_cancelled_job_without_an_answer_says_so(cancelled: Control) -> None:
    with pytest.raises(Cancelled):
        sample(table("AhKh", "random"), Sampling(1_000, 1), cancelled)


def test_ranges_that_often_clash_are_dealt() -> None:
    crowd = table("AA, KK", *["AA, KK"] * 3)
    odds = sample_now(crowd, 2_000, 1)
    assert odds.n_samples == 2_000
    for player in odds.players:
        assert player.equity == pytest.approx(0.25, abs=0.05)


def crowd(n_seats: int) -> Situation:
    """Ranges of which hardly a draw fits: at most four of the seats can hold 72."""
    return table("AA:0.0001, 72o", *["AA:0.0001, 72o"] * (n_seats - 1))


def test_ranges_that_nearly_always_clash_are_drawn_from_a_list() -> None:
    situation = crowd(5)
    odds = sample_now(situation, 50_000, 1)
    assert odds.n_samples == 50_000
    assert sum(p.equity for p in odds.players) == pytest.approx(1)
    assert odds.hero.equity == pytest.approx(0.2, abs=0.02)
    pair = odds.hero_categories["One Pair"]
    assert pair == pytest.approx(
        sample_now(situation, 50_000, 2).hero_categories["One Pair"], abs=0.02
    )


def test_the_list_gives_the_same_odds_as_drawing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = table("AA, KK", *["AA, KK"] * 3, board="4h 2c 3d")
    listed = sample_now(situation, 40_000, 1)
    monkeypatch.setattr("engine.holdem.sampling.MIN_ACCEPTED", 0.0)
    drawn = sample_now(situation, 40_000, 2)
    for a, b in zip(listed.players, drawn.players, strict=True):
        assert a.equity == pytest.approx(b.equity, abs=0.02)


def test_the_time_limit_holds_while_ranges_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.holdem.sampling.MAX_LISTED", 0)
    control = Control(Budget(seconds=1.0))
    odds = sample(crowd(5), Sampling(10**9, 1, 1), control)
    assert sum(p.equity for p in odds.players) == pytest.approx(1)
    assert 0 < odds.n_samples < 10**9


def test_cancelling_ends_draws_that_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.holdem.sampling.MAX_LISTED", 0)
    control = Control()
    threading.Timer(0.3, control.cancel.set).start()
    with suppress(Cancelled):
        sample(table("AA:0.000001, 72o", *["AA:0.000001, 72o"] * 5), Sampling(10**9, 1, 1), control)
    assert control.elapsed_s < 30


def test_ranges_that_hardly_ever_fit_end_without_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.holdem.sampling.MAX_LISTED", 0)
    with pytest.raises(IllegalStateError, match="hardly ever fit together"):
        sample(table(*["AA:0.000001, 72o"] * 6), Sampling(256, 1, 1), Control())


def test_ranges_that_seldom_fit_are_answered_from_fewer_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.holdem.sampling.MAX_LISTED", 0)
    one, three = (sample(crowd(5), Sampling(256, 1, n), Control()) for n in (1, 3))
    assert 0 < one.n_samples < 256
    assert one == three


def test_more_samples_than_memory_holds_are_cut_as_they_come() -> None:
    odds = sample(table("AhKh", "random"), Sampling(10**9, 1), Control(Budget(seconds=0.05)))
    assert 0 < odds.n_samples < 10**9


@pytest.mark.parametrize("options", [{"n_samples": 0}, {"n_samples": 10**11}, {"seed": 1 << 63}])
def test_impossible_numbers_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(InputError, match="expected"):
        Sampling(**options)  # type: ignore[arg-type]


def test_a_late_start_still_answers() -> None:
    for situation in (table("AhKh", "random"), table("AhKh", "QQ+, AK", "TT+")):
        control = Control(Budget(seconds=1e-9))
        assert sample(situation, Sampling(10**6, 1, 1), control).n_samples > 0


def test_alias_table_keeps_the_weights() -> None:
    weights = np.array([0.5, 1.0, 0.25, 1.0, 0.01])
    chances, aliases = alias_table(weights)
    shares = np.bincount(aliases, 1 - chances, minlength=5) + chances
    assert np.allclose(shares / 5, weights / weights.sum())

"""Strategy by starting cards, and the figures of it."""

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.control import Control
from engine.errors import InputError
from engine.kings_lows.analysis import analyse, hole_name
from engine.kings_lows.counting import count_hands
from engine.kings_lows.plots import frequency_figures, strategy_figures
from engine.kings_lows.wild import WildCardRules


@pytest.fixture(scope="module")
def analysis():
    return analyse(WildCardRules(), 30_000, 3, seed=2, control=Control())


def test_every_seat_counts_once(analysis):
    assert analysis.n_deals == 30_000
    assert analysis.counts[..., 0].sum() == 90_000
    assert analysis.groups()[0].equity.value == pytest.approx(1 / 3)


def test_kings_help(analysis):
    rows = {row.label: row for row in analysis.groups()}
    assert rows["no king"].equity.value < rows["one king"].equity.value
    assert rows["one king"].equity.value < rows["two kings"].equity.value
    assert analysis.best_holes()[0].label == "KK"


def test_lifted_share_agrees_with_the_count(analysis):
    """Exact counting from a king and two other cards, against the grid's row of such starts."""
    exact = count_hands(parse_cards("Kh 9d 4c")).odds.improved.value
    assert analysis.grid(1)[7, 11] == pytest.approx(exact, abs=0.06)


def test_starts_are_dealt_as_often_as_they_should(analysis):
    by_hole = analysis.counts.sum(axis=2)[..., 0] / 90_000
    assert by_hole[11, 11] == pytest.approx(6 / 1326, abs=0.001)
    assert by_hole[11, 5] == pytest.approx(4 / 1326, abs=0.001)  # suited
    assert by_hole[5, 11] == pytest.approx(12 / 1326, abs=0.002)  # not suited


def test_threads_do_not_matter():
    runs = [analyse(WildCardRules(), 5_000, seed=1, n_threads=n, control=Control()) for n in (1, 2)]
    assert (runs[0].counts == runs[1].counts).all()


def test_names_of_holes():
    assert [hole_name(11, 11), hole_name(12, 7), hole_name(7, 12)] == ["KK", "A9s", "A9"]


def test_bad_numbers_are_named():
    with pytest.raises(InputError, match="9 players"):
        analyse(WildCardRules(), 10, 9, control=Control())
    for n_deals, seed in ((0, 0), (10**11, 0), (10, -1)):
        with pytest.raises(InputError, match=r"expected [01] to"):
            analyse(WildCardRules(), n_deals, seed=seed, control=Control())


def test_figures_are_png(analysis, tmp_path):
    figures = strategy_figures(analysis) | frequency_figures(
        count_hands(parse_cards("Kh 3c 9d 8s"))
    )
    assert set(figures) == {
        "improved",
        "five-of-a-kind",
        "equity",
        "hand-types",
        "five-by-wild-count",
    }
    for name, figure in figures.items():
        figure.savefig(tmp_path / f"{name}.png", dpi=40)
        assert (tmp_path / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
    assert np.isfinite(analysis.grid(3)).all()

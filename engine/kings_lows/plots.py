"""Figures of the strategy analysis and of the frequencies; the caller saves or shows them."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.cards import RANK_NAMES, RANKS
from engine.kings_lows.analysis import StrategyAnalysis
from engine.kings_lows.counting import HandCounts
from engine.kings_lows.wild import WildCardRules, WildRule
from engine.poker.hands import HandType

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GRIDS = {
    1: ("improved", "Hands improved by wild cards, by hole cards"),
    2: ("five-of-a-kind", "Five of a kind, by hole cards"),
    3: ("equity", "Share of the pot, by hole cards"),
}
NATURAL_COLOUR, WILD_COLOUR = "#8a94a6", "#2a7f62"


def _rule_name(rules: WildRule) -> str:
    return rules.variant + (", king required" if rules == WildCardRules(True) else "")


def strategy_figures(analysis: StrategyAnalysis) -> dict[str, "Figure"]:
    """Return the 13 × 13 maps by file name: improved, five of a kind, share of the pot."""
    note = f"{_rule_name(analysis.rules)}, {analysis.n_players} players, {analysis.n_deals:,} deals"
    return {
        name: _grid_figure(analysis.grid(what), title, note)
        for what, (name, title) in GRIDS.items()
    }


def _grid_figure(shares: NDArray[np.float64], title: str, note: str) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 7.6), layout="constrained")
    axes = figure.subplots()
    image = axes.imshow(shares * 100, cmap="viridis")
    names = [RANK_NAMES[rank] for rank in RANKS]
    axes.set_xticks(range(len(names)), names)
    axes.set_yticks(range(len(names)), names)
    middle = float(np.nanmin(shares) + np.nanmax(shares)) / 2
    for (row, column), share in np.ndenumerate(shares):
        ink = "white" if share < middle else "black"
        axes.text(column, row, f"{share:.0%}"[:-1], ha="center", va="center", color=ink, size=8)
    axes.set_title(f"{title}\n{note}; suited below the diagonal", size=11)
    figure.colorbar(image, ax=axes, label="%", shrink=0.8)
    return figure


def frequency_figures(counts: HandCounts) -> dict[str, "Figure"]:
    """Plot categories with and without wild cards, and five of a kind by number of wild cards."""
    return {"hand-types": _type_figure(counts), "five-by-wild-count": _five_figure(counts)}


def _type_figure(counts: HandCounts) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 5), layout="constrained")
    axes = figure.subplots()
    kinds = [kind for kind in HandType if kind is not HandType.INCOMPLETE]
    places = np.arange(len(kinds))
    for shift, source, label, colour in (
        (-0.2, counts.natural, "as dealt", NATURAL_COLOUR),
        (0.2, counts.with_wild, "with wild cards", WILD_COLOUR),
    ):
        shares = [100 * source.get(kind, 0) / counts.n_hands for kind in kinds]
        axes.barh(places + shift, shares, 0.4, label=label, color=colour)
    axes.set_yticks(places, [kind.label for kind in kinds])
    axes.set_xlabel("% of hands")
    axes.set_title(f"{_rule_name(counts.rules)}: {counts.n_hands:,} hands by category", size=11)
    axes.legend()
    return figure


def _five_figure(counts: HandCounts) -> "Figure":
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 4.5), layout="constrained")
    axes = figure.subplots()
    rows = counts.by_wild_count
    names = [str(row.n_wild) for row in rows]
    axes.bar(names, [100 * row.n_five / row.n_hands for row in rows], color=WILD_COLOUR)
    for place, row in enumerate(rows):
        share = row.n_five / row.n_hands
        axes.text(place, 100 * share, f"{share:.2%}", ha="center", va="bottom", size=9)
    axes.margins(y=0.12)
    axes.set_xlabel("wild cards")
    axes.set_ylabel("% five of a kind")
    axes.set_title(f"{_rule_name(counts.rules)}: five of a kind by number of wild cards", size=11)
    return figure

"""Pictures of a session: ratings with intervals, and who beats whom, as PNG and SVG.

It loads Matplotlib, which opens no window here; import it only to draw.
"""

from functools import partial
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np

from assistant.arena.ratings import Ranking, short
from engine.files import make_folder, write_with
from engine.words import figure_text

mpl.use("Agg")
INK, BAR = "#22313f", "#2a6f97"
FORMATS = ("png", "svg")


def draw(found: Ranking, title: str, folder: Path, stem: str) -> list[Path]:
    """Draw ratings and pairs of a session side by side; return the files that were written."""
    from matplotlib.figure import Figure

    height = 1.8 + 0.45 * len(found.standings)
    figure = Figure(figsize=(11, max(3.2, height)), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))
    _draw_ratings(left, found)
    _draw_pairs(right, found)
    figure.suptitle(f"{title}: {found.n_games:,} games", color=INK, fontweight="bold")
    return _save(figure, folder, stem)


def _save(figure: Any, folder: Path, stem: str) -> list[Path]:
    written = [make_folder(folder) / f"{stem}.{suffix}" for suffix in FORMATS]
    for path in written:
        # Without a date and with fixed ids, equal sessions give equal files.
        with mpl.rc_context({"svg.hashsalt": stem}):
            metadata = {"Date": None} if path.suffix == ".svg" else {}
            write_with(path, partial(figure.savefig, dpi=120, metadata=metadata))
    return written


def _draw_ratings(axes: Any, found: Ranking) -> None:
    standings = list(reversed(found.standings))
    values = [s.rating.value for s in standings]
    below = [s.rating.value - s.rating.interval.low for s in standings]
    above = [s.rating.interval.high - s.rating.value for s in standings]
    places = range(len(standings))
    axes.errorbar(values, places, xerr=[below, above], fmt="o", color=BAR, capsize=4, lw=2)
    for place, value in zip(places, values, strict=True):
        axes.annotate(
            figure_text(value, "+.0f"),
            (value, place),
            (0, 8),
            textcoords="offset points",
            ha="center",
        )
    axes.set_yticks(places, [short(s.agent) for s in standings])
    axes.set_ylim(-0.6, len(standings) - 0.2)
    axes.margins(x=0.15)
    axes.axvline(0, color=INK, lw=0.8, alpha=0.4)
    axes.set_xlabel("rating (Elo scale, 0 = mean) with 95% interval")
    axes.grid(axis="x", alpha=0.25)


def _draw_pairs(axes: Any, found: Ranking) -> None:
    agents = [s.agent for s in found.standings]
    share = np.full((len(agents), len(agents)), np.nan)
    for pair in found.pairings:
        i, j = agents.index(pair.first), agents.index(pair.second)
        share[i, j], share[j, i] = pair.score.value, 1 - pair.score.value
    axes.imshow(share, cmap="RdYlGn", vmin=0, vmax=1, aspect="auto", alpha=0.8)
    for (i, j), value in np.ndenumerate(share):
        if not np.isnan(value):
            axes.text(j, i, f"{value:.0%}", ha="center", va="center", color="#101010")
    names = [short(agent) for agent in agents]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("ends before … (ties count half)", fontsize=10, color=INK)

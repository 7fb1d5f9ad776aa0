"""Answers about Kings and Lows for people and as plain values: tables, cards, shares.

Wild cards have a golden background on a terminal and a star elsewhere.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import typer

from assistant.advisors.kings_lows import Chance, KingsLowsAdvice, KingsLowsPlayerAdvice
from assistant.cli.app import print_table
from engine.cards import Card, ansi_card, colours_wanted, in_symbols
from engine.kings_lows.analysis import StartRow, StrategyAnalysis
from engine.kings_lows.counting import HandCounts
from engine.kings_lows.odds import Share
from engine.words import capital, counted, sentence, with_spread

if TYPE_CHECKING:
    from rich.text import Text

GOLD = "\033[48;2;255;205;60m"
LIKELY_WILD = 0.5  # how often a card must be wild in the end to be shown as wild before


def show_cards(cards: Iterable[Card], wild: Iterable[Card]) -> str:
    """Return cards for a terminal, the wild ones on gold (or with a star where there is no
    colour).
    """
    marked = set(wild)
    if colours_wanted():
        return " ".join(ansi_card(c, GOLD) if c in marked else ansi_card(c) for c in cards)
    return " ".join(c.symbol + ("*" if c in marked else "") for c in cards)


def print_advice(advice: KingsLowsAdvice) -> None:
    """Print everybody's chances as a table, hand types, streets and sample deals, and the
    reason.
    """
    headings = (
        "player",
        "cards",
        "win",
        "tie",
        "equity",
        "five of a kind",
        "improved by wild cards",
    )
    print_table(headings, map(_chance_cells, advice.players), box=None)
    for row in advice.players:
        folds = "" if row.folds is None else f"folds {row.folds:.1%}; "
        typer.echo(f"{row.name}: {folds}{_distribution(row)}")
    for street in advice.streets:
        chances_now = ", ".join(f"{p.name} {p.equity.value:.1%}" for p in street.players)
        typer.echo(f"{street.title}: {chances_now}")
    for number, hands in enumerate(advice.history, 1):
        typer.echo(f"Sample deal {number}")
        for hand in hands:
            won = "wins" if hand.won else "folds" if hand.folded else ""
            typer.echo(f"  {hand.name}: {show_cards(hand.cards, hand.wild)}  {hand.words} {won}")
    if advice.last_card is not None:
        typer.echo(sentence(advice.last_card.words))
    elif advice.no_last_card:
        typer.echo(sentence(f"no advice on the last card: {advice.no_last_card}"))
    how = "Exact" if advice.exact else "Sampled"
    typer.echo(sentence(advice.why))
    typer.echo(f"({how}, {counted(advice.n_samples, 'deal')}, {advice.elapsed_s:.2f} s)")


def _chance_cells(row: KingsLowsPlayerAdvice) -> "tuple[str | Text, ...]":
    win, tie, five_share, improved = (
        f"{chance.value:.1%}" for chance in (row.win, row.tie, row.five_of_a_kind, row.improved)
    )
    return row.name, _card_cell(row), win, tie, _percent(row.equity), five_share, improved


def _card_cell(row: KingsLowsPlayerAdvice) -> "Text":
    from rich.text import Text

    wild = [known.card for known in row.cards if (known.wild_share or 0) >= LIKELY_WILD]
    shown = [known.card for known in row.cards if known.seen]
    hidden = " ?" * sum(not known.seen for known in row.cards)
    return Text.from_ansi(show_cards(shown, wild) + hidden)


def _distribution(row: KingsLowsPlayerAdvice) -> str:
    if row.made is not None:
        pairs = zip(row.made.five, row.made.stands_for, strict=True)
        roles = [f"{card.symbol} as {role.symbol}" for card, role in pairs if card != role]
        return row.made.words + (f" ({', '.join(roles)})" if roles else "")
    return ", ".join(f"{name} {share:.1%}" for name, share in reversed(row.hand_types.items()))


def _percent(chance: Chance) -> str:
    return with_spread(chance.value, chance.low, chance.high)


def counts_as_dict(counts: HandCounts) -> dict[str, Any]:
    """Return counted hands as plain values."""
    return {
        "variant": counts.rules.variant,
        "king_required": getattr(counts.rules, "king_required", False),
        "exact": counts.exact,
        "n_hands": counts.n_hands,
        "five_of_a_kind": counts.five_of_a_kind,
        "n_improved": counts.n_improved,
        "with_wild": {kind.label: n for kind, n in counts.with_wild.items()},
        "natural": {kind.label: n for kind, n in counts.natural.items()},
        "by_wild_count": [
            {"n_wild": row.n_wild, "n_hands": row.n_hands, "n_five": row.n_five}
            for row in counts.by_wild_count
        ],
        "elapsed_s": counts.elapsed_s,
    }


def print_five(counts: HandCounts, known: Sequence[Card]) -> None:
    """Print the chance of five of a kind, and by number of wild cards."""
    start = f"from {in_symbols(known)}" if known else "before any card"
    typer.echo(
        f"Five of a kind {start}: {counts.five_of_a_kind:.3%} of {counted(counts.n_hands, 'hand')}"
    )
    _print_wild_counts(counts)


def _print_wild_counts(counts: HandCounts) -> None:
    rows = []
    for row in counts.by_wild_count:
        share, fives = row.n_hands / counts.n_hands, row.n_five / row.n_hands
        rows.append((str(row.n_wild), f"{row.n_hands:,}", f"{share:.3%}", f"{fives:.3%}"))
    print_table(("wild cards", "hands", "share", "five of a kind"), rows, box=None)


def print_frequencies(counts: HandCounts, files: list[str]) -> None:
    """Print categories with and without wild cards."""
    rows = []
    for kind in reversed({**counts.natural, **counts.with_wild}):
        wild, natural = counts.with_wild.get(kind, 0), counts.natural.get(kind, 0)
        shares = [f"{n / counts.n_hands:.4%}" for n in (wild, natural)]
        rows.append((capital(kind.label), f"{wild:,}", shares[0], f"{natural:,}", shares[1]))
    print_table(("category", "with wild cards", "share", "as dealt", "share"), rows, box=None)
    _print_wild_counts(counts)
    stopped = "" if counts.exact else f" of {counts.n_possible:,}: stopped early"
    typer.echo(f"{counted(counts.n_hands, 'hand')}{stopped}, {counts.elapsed_s:.1f} s")
    for file in files:
        typer.echo(f"plot: {file}")


def analysis_as_dict(
    analysis: StrategyAnalysis, sections: dict[str, tuple[StartRow, ...]]
) -> dict[str, Any]:
    """Return shares by starting cards as plain values."""
    return {
        "variant": analysis.rules.variant,
        "n_players": analysis.n_players,
        "n_deals": analysis.n_deals,
        "seed": analysis.seed,
        **{name: [_row_as_dict(row) for row in rows] for name, rows in sections.items()},
    }


def _row_as_dict(row: StartRow) -> dict[str, Any]:
    shares = {"improved": row.improved, "five_of_a_kind": row.five_of_a_kind, "equity": row.equity}
    return {
        "start": row.label,
        "n_hands": row.n_hands,
        **{name: share.value for name, share in shares.items()},
        "half_width": row.equity.interval.half_width if row.equity.interval else None,
    }


def print_analysis(
    analysis: StrategyAnalysis, sections: dict[str, tuple[StartRow, ...]], files: list[str]
) -> None:
    """Print shares by starting cards as tables."""
    titles = {"groups": "first three cards", "best": "best hole cards", "worst": "worst hole cards"}
    for name, rows in sections.items():
        headings = (titles[name], "hands", "improved", "five of a kind", "share of pot")
        print_table(headings, map(_start_cells, rows), box=None)
    typer.echo(f"{counted(analysis.n_deals, 'deal')}, {analysis.n_players} players")
    for file in files:
        typer.echo(f"plot: {file}")


def _start_cells(row: StartRow) -> tuple[str, ...]:
    shares = map(_share_text, (row.improved, row.five_of_a_kind, row.equity))
    return row.label, f"{row.n_hands:,}", *shares


def _share_text(share: Share) -> str:
    low, high = (share.interval.low, share.interval.high) if share.interval else (None, None)
    return with_spread(share.value, low, high, 1)

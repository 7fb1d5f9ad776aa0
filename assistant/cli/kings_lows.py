"""`assistant kings-lows`: odds of a table, one hand, five of a kind, frequencies, strategy.

A player is written "Seat 1: Kh 2d | 3c 9h | 5s": hole cards, open cards, last card; any of them
may be left out. Wild cards have a golden ground on a terminal and a star elsewhere.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.advisors.kings_lows import (
    Chance,
    KingsLowsAdvice,
    KingsLowsPlayerAdvice,
    KingsLowsRequest,
    KingsLowsSeat,
    advise,
)
from assistant.cli.app import emit, game_app, terminal_control
from engine.cards import Card, ansi_card, colours_wanted, format_cards, parse_cards, shorten
from engine.errors import InputError
from engine.kings_lows.analysis import StartRow, StrategyAnalysis, analyse
from engine.kings_lows.counting import HandCounts, count_hands
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.odds import Share
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import VARIANTS, WildRule, rules_of

GOLD = "\033[48;2;255;205;60m"
DPI = 110
LIKELY_WILD = 0.5  # how often a card must be wild in the end to be shown as wild before

Variant = Annotated[str, typer.Option(help="One of " + ", ".join(VARIANTS) + ".")]
KingRequired = Annotated[bool, typer.Option("--king-required", help="Lows are wild beside a king.")]
Dead = Annotated[str, typer.Option(help="Cards out of play.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Threads = Annotated[int, typer.Option(min=0, help="0: one a core.")]
Seed = Annotated[int, typer.Option(min=0)]
Plots = Annotated[Path | None, typer.Option(help="Folder for PNG plots.")]

app = game_app("Kings and Lows, Baseball and Deuces Wild: odds with wild cards.", default="odds")


def parse_seat(text: str, last_up: Sequence[str] = ()) -> KingsLowsSeat:
    """A player from "Seat 1: Kh 2d | 3c 9h | 5s": hole, open and last card."""
    name, colon, cards = text.partition(":")
    parts = [parse_cards(part) for part in cards.split("|")]
    if not colon or not name.strip() or len(parts) > 3 or len(parts[2:] and parts[2]) > 1:
        raise InputError(
            f'cannot read the player "{shorten(text, 60)}": '
            'expected "name: hole cards | open cards | last card"'
        )
    hole, open_cards, last = (*parts, (), ())[:3]
    return KingsLowsSeat(
        name=name.strip(),
        hole=hole,
        open=open_cards,
        last=last[0] if last else None,
        last_up=name.strip() in last_up,
    )


def format_seat(seat: KingsLowsSeat) -> str:
    """A player as `parse_seat` reads them; who shows the last card is not in the text."""
    last = () if seat.last is None else (seat.last,)
    return f"{seat.name}: {' | '.join(map(format_cards, (seat.hole, seat.open, last)))}"


def show_cards(cards: Iterable[Card], wild: Iterable[Card]) -> str:
    """Cards for a terminal, the wild ones on gold (or with a star where there is no colour)."""
    marked = set(wild)
    if colours_wanted():
        return " ".join(ansi_card(c, GOLD) if c in marked else ansi_card(c) for c in cards)
    return " ".join(c.symbol + ("*" if c in marked else "") for c in cards)


@app.command()
def odds(
    player: Annotated[list[str], typer.Option(help='"Seat 1: Kh 2d | 3c 9h | 5s".')],
    dead: Dead = "",
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    viewer: Annotated[str | None, typer.Option(help="Reckon with what this player sees.")] = None,
    last_up: Annotated[list[str] | None, typer.Option(help="Whose last card lies open.")] = None,
    streets: Annotated[bool, typer.Option("--streets", help="Odds after each street.")] = False,
    deals: Annotated[int, typer.Option(min=1, help="Random deals, unless few are left.")] = 100_000,
    history: Annotated[int, typer.Option(min=0, max=1000, help="Sample deals to show.")] = 0,
    time: Annotated[float | None, typer.Option(help="Seconds to spend at most.")] = None,
    seed: Seed = 0,
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """Everybody's chances at a table of two to seven players."""
    seats = tuple(parse_seat(text, last_up or ()) for text in player)
    unknown = [name for name in last_up or () if name not in {seat.name for seat in seats}]
    if unknown:
        raise InputError(f'--last-up "{unknown[0]}": no player has this name')
    request = KingsLowsRequest(
        players=seats,
        dead=parse_cards(dead),
        variant=variant,
        king_required=king_required,
        viewer=viewer,
        streets=streets,
        n_deals=deals,
        n_history=history,
        seed=seed,
        n_threads=threads,
    )
    with terminal_control(seconds=time, quiet=as_json) as control:
        advice = advise(request, control)
    emit(advice, as_json, lambda: _print_advice(advice))


def _print_advice(advice: KingsLowsAdvice) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("player", "cards", "win", "tie", "equity", "five", "lifted", box=None)
    for row in advice.players:
        win, tie, five_share, lifted = (
            f"{chance.value:.1%}" for chance in (row.win, row.tie, row.five_of_a_kind, row.lifted)
        )
        equity = _percent(row.equity)
        table.add_row(row.name, _card_cell(row), win, tie, equity, five_share, lifted)
    console.print(table)
    for row in advice.players:
        typer.echo(f"{row.name}: {_distribution(row)}")
    for street in advice.streets:
        chances_now = ", ".join(f"{p.name} {p.equity.value:.1%}" for p in street.players)
        typer.echo(f"street {street.street} ({street.name}): {chances_now}")
    for number, hands in enumerate(advice.history, 1):
        typer.echo(f"deal {number}")
        for hand in hands:
            won = "wins" if hand.won else ""
            typer.echo(f"  {hand.name}: {show_cards(hand.cards, hand.wild)}  {hand.words} {won}")
    how = "exact" if advice.exact else f"± {advice.half_width or 0:.2%}"
    typer.echo(f"{advice.why}\n{how}, {advice.n_samples:,} deals, {advice.elapsed_s:.2f} s")


def _card_cell(row: KingsLowsPlayerAdvice) -> Any:
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
    spread = "" if chance.low is None else f" ± {(chance.high or 0) - chance.value:.2%}"
    return f"{chance.value:.2%}{spread}"


@app.command()
def hand(
    cards: Annotated[str, typer.Argument(help='Five to seven cards: "Kh 2d 3c 3s 9d 10c Ah".')],
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    as_json: AsJson = False,
) -> None:
    """The wild cards of a hand, the best five, and what each wild card stands for."""
    held = parse_cards(cards)
    if not 5 <= len(held) <= N_HAND:
        raise InputError(f'"{shorten(cards)}" has {len(held)} cards: expected five to seven')
    wild = rules_of(variant, king_required).determine_wild_cards(held)
    best = WildCardHandEvaluator.best_hand(held, wild)
    answer = {
        "type": best.type.label,
        "words": best.words,
        "strength": best.strength,
        "wild": format_cards(wild),
        "five": format_cards(best.five),
        "stands_for": format_cards(best.stands_for),
    }
    text = f"{show_cards(held, wild)}\n{best.words}: {show_cards(best.five, wild)}"
    roles = show_cards(best.stands_for, ())
    emit(answer, as_json, lambda: typer.echo(f"{text}\nstands for: {roles}"))


@app.command()
def five(
    cards: Annotated[str, typer.Argument(help='The cards so far: "Kh 2d 3c".')] = "",
    dead: Dead = "",
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """The chance of five of a kind from the cards so far, and by number of wild cards."""
    rules = rules_of(variant, king_required)
    counts = _counted(parse_cards(cards), parse_cards(dead), rules, threads, as_json)
    emit(_counts_as_dict(counts), as_json, lambda: _print_five(counts, cards))


@app.command()
def frequencies(
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    plots: Plots = None,
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """All 133,784,560 seven-card hands by category, with and without wild cards."""
    counts = _counted((), (), rules_of(variant, king_required), threads, as_json)
    files = []
    if plots is not None:
        from engine.kings_lows.plots import frequency_figures

        files = _save(frequency_figures(counts), plots)
    answer = _counts_as_dict(counts) | {"plots": files}
    emit(answer, as_json, lambda: _print_frequencies(counts, files))


def _counted(
    known: tuple[Card, ...], dead: tuple[Card, ...], rules: WildRule, threads: int, quiet: bool
) -> HandCounts:
    with terminal_control(quiet=quiet) as control:
        return count_hands(known, dead, rules, n_threads=threads or None, control=control)


def _counts_as_dict(counts: HandCounts) -> dict[str, Any]:
    return {
        "variant": counts.rules.variant,
        "king_required": getattr(counts.rules, "king_required", False),
        "exact": counts.exact,
        "n_hands": counts.n_hands,
        "five_of_a_kind": counts.five_of_a_kind,
        "n_lifted": counts.n_lifted,
        "with_wild": {kind.label: n for kind, n in counts.with_wild.items()},
        "natural": {kind.label: n for kind, n in counts.natural.items()},
        "by_wild_count": [
            {"n_wild": row.n_wild, "n_hands": row.n_hands, "n_five": row.n_five}
            for row in counts.by_wild_count
        ],
        "elapsed_s": counts.elapsed_s,
    }


def _print_five(counts: HandCounts, cards: str) -> None:
    start = f"from {cards}" if cards else "from nothing"
    typer.echo(f"five of a kind {start}: {counts.five_of_a_kind:.3%} of {counts.n_hands:,} hands")
    _print_wild_counts(counts)


def _print_wild_counts(counts: HandCounts) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("wild cards", "hands", "share", "five of a kind", box=None)
    for row in counts.by_wild_count:
        share, fives = row.n_hands / counts.n_hands, row.n_five / row.n_hands
        table.add_row(str(row.n_wild), f"{row.n_hands:,}", f"{share:.3%}", f"{fives:.3%}")
    Console().print(table)


def _print_frequencies(counts: HandCounts, files: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("category", "with wild cards", "share", "as dealt", "share", box=None)
    for kind in reversed({**counts.natural, **counts.with_wild}):
        wild, natural = counts.with_wild.get(kind, 0), counts.natural.get(kind, 0)
        shares = [f"{n / counts.n_hands:.4%}" for n in (wild, natural)]
        table.add_row(kind.label, f"{wild:,}", shares[0], f"{natural:,}", shares[1])
    Console().print(table)
    _print_wild_counts(counts)
    stopped = "" if counts.exact else f" of {counts.n_possible:,}: stopped early"
    typer.echo(f"{counts.n_hands:,} hands{stopped}, {counts.elapsed_s:.1f} s")
    for file in files:
        typer.echo(f"plot: {file}")


@app.command(name="analyse")
def analyse_starts(
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    deals: Annotated[int, typer.Option(min=1)] = 500_000,
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    plots: Plots = None,
    seed: Seed = 0,
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """How much wild cards help, by starting cards; with --plots, as PNG maps."""
    rules = rules_of(variant, king_required)
    with terminal_control(quiet=as_json) as control:
        analysis = analyse(
            rules, deals, players, seed=seed, n_threads=threads or None, control=control
        )
    files = []
    if plots is not None:
        from engine.kings_lows.plots import strategy_figures

        files = _save(strategy_figures(analysis), plots)
    sections = {
        "groups": analysis.groups(),
        "best": analysis.best_holes(),
        "worst": analysis.worst_holes(),
    }
    answer = _analysis_as_dict(analysis, sections) | {"plots": files}
    emit(answer, as_json, lambda: _print_analysis(analysis, sections, files))


def _analysis_as_dict(
    analysis: StrategyAnalysis, sections: dict[str, tuple[StartRow, ...]]
) -> dict[str, Any]:
    return {
        "variant": analysis.rules.variant,
        "n_players": analysis.n_players,
        "n_deals": analysis.n_deals,
        "seed": analysis.seed,
        **{name: [_row_as_dict(row) for row in rows] for name, rows in sections.items()},
    }


def _row_as_dict(row: StartRow) -> dict[str, Any]:
    shares = {"lifted": row.lifted, "five_of_a_kind": row.five_of_a_kind, "equity": row.equity}
    return {
        "start": row.label,
        "n_hands": row.n_hands,
        **{name: share.value for name, share in shares.items()},
        "half_width": row.equity.interval.half_width if row.equity.interval else None,
    }


def _print_analysis(
    analysis: StrategyAnalysis, sections: dict[str, tuple[StartRow, ...]], files: list[str]
) -> None:
    from rich.console import Console
    from rich.table import Table

    titles = {"groups": "first three cards", "best": "best hole cards", "worst": "worst hole cards"}
    for name, rows in sections.items():
        table = Table(titles[name], "hands", "lifted", "five of a kind", "share of pot", box=None)
        for row in rows:
            cells = map(_share_text, (row.lifted, row.five_of_a_kind, row.equity))
            table.add_row(row.label, f"{row.n_hands:,}", *cells)
        Console().print(table)
    typer.echo(f"{analysis.n_deals:,} deals, {analysis.n_players} players")
    for file in files:
        typer.echo(f"plot: {file}")


def _share_text(share: Share) -> str:
    spread = f" ± {share.interval.half_width:.1%}" if share.interval else ""
    return f"{share.value:.1%}{spread}"


def _save(figures: dict[str, Any], folder: Path) -> list[str]:
    """Write figures as PNG files; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, figure in figures.items():
        figure.savefig(folder / f"{name}.png", dpi=DPI)
    return [str(folder / f"{name}.png") for name in figures]

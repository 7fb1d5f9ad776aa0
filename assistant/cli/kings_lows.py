"""`assistant kings-lows`: odds of a table, one hand, five of a kind, frequencies, strategy.

A player is written "Seat 1: Kh 2d | 3c 9h | 5s": hole cards, open cards, last card; any of them
may be left out. `kings_lows_text` prints the answers.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.advisors.kings_lows import KingsLowsRequest, KingsLowsSeat, advise
from assistant.cli.app import AsJson, SecondsOrTime, emit, game_app, terminal_control
from assistant.cli.kings_lows_text import (
    analysis_as_dict,
    counts_as_dict,
    print_advice,
    print_analysis,
    print_five,
    print_frequencies,
    show_cards,
)
from engine.cards import Card, format_cards, parse_cards, shorten
from engine.errors import InputError
from engine.files import make_folder, write_with
from engine.kings_lows.analysis import analyse
from engine.kings_lows.counting import HandCounts, count_hands
from engine.kings_lows.evaluator import WildCardHandEvaluator
from engine.kings_lows.table import parse_player
from engine.kings_lows.tables import N_HAND
from engine.kings_lows.wild import VARIANTS, WildRule, rules_of
from engine.words import counted

DPI = 110

Variant = Annotated[str, typer.Option(help="The game: " + ", ".join(VARIANTS) + ".")]
KingRequired = Annotated[
    bool, typer.Option("--king-required", help="Low cards are wild only in a hand with a king.")
]
Dead = Annotated[str, typer.Option(help="Cards out of play.")]
Threads = Annotated[int, typer.Option(min=0, help="Threads; 0 uses all cores.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the deals.")]
Plots = Annotated[Path | None, typer.Option(help="Folder for PNG plots.")]

app = game_app("Kings and Lows and four other studs with wild cards: odds.", default="odds")


def parse_seat(text: str, last_up: Sequence[str] = ()) -> KingsLowsSeat:
    """Return a player as a request names them; `last_up` are those whose last card lies open."""
    player = parse_player(text)
    return KingsLowsSeat(
        name=player.name,
        hole=player.hole_cards,
        open=player.board_cards,
        last=player.last_card,
        last_up=player.name in last_up,
    )


@app.command()
def odds(
    player: Annotated[
        list[str], typer.Option(help='A player: "Ann: Kh 2d | 3c 9h | 5s" (hole, open, last).')
    ],
    dead: Dead = "",
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    extra_for_four: Annotated[
        bool,
        typer.Option(
            "--extra-for-four", help="Baseball: a four dealt face up brings an extra card."
        ),
    ] = False,
    fold_below: Annotated[
        str | None, typer.Option(help='The others fold hands below this, such as "two pair".')
    ] = None,
    last_card: Annotated[
        bool,
        typer.Option(
            "--last-card",
            help="Also advise the viewer (or the first player): last card up or down?",
        ),
    ] = False,
    viewer: Annotated[str | None, typer.Option(help="Use only what this player can see.")] = None,
    last_up: Annotated[
        list[str] | None,
        typer.Option(help="A player whose last card lies face up; repeat for more."),
    ] = None,
    streets: Annotated[
        bool, typer.Option("--streets", help="Also show the odds after each card so far.")
    ] = False,
    deals: Annotated[
        int, typer.Option(min=1, help="How many deals to sample, if there are too many to count.")
    ] = 100_000,
    history: Annotated[
        int, typer.Option(min=0, max=1000, help="How many sample deals to show.")
    ] = 0,
    seconds: SecondsOrTime = None,
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
        extra_for_four=extra_for_four,
        fold_below=fold_below,
        last_card=last_card,
        viewer=viewer,
        streets=streets,
        n_deals=deals,
        n_history=history,
        seed=seed,
        n_threads=threads,
    )
    with terminal_control(seconds, quiet=as_json) as control:
        advice = advise(request, control)
    emit(advice, as_json, lambda: print_advice(advice))


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
        raise InputError(
            f'"{shorten(cards)}" has {counted(len(held), "card")}: expected five to seven'
        )
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
    known = parse_cards(cards)
    counts = _counted(known, parse_cards(dead), rules, threads, as_json)
    emit(counts_as_dict(counts), as_json, lambda: print_five(counts, known))


@app.command()
def frequencies(
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    plots: Plots = None,
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """All 133,784,560 seven-card hands by category, with and without wild cards."""
    rules = rules_of(variant, king_required)
    _check_folder(plots)
    counts = _counted((), (), rules, threads, as_json)
    files = []
    if plots is not None:
        from engine.kings_lows.plots import frequency_figures

        files = _save(frequency_figures(counts), plots)
    answer = counts_as_dict(counts) | {"plots": files}
    emit(answer, as_json, lambda: print_frequencies(counts, files))


def _counted(
    known: tuple[Card, ...], dead: tuple[Card, ...], rules: WildRule, threads: int, quiet: bool
) -> HandCounts:
    with terminal_control(quiet=quiet) as control:
        return count_hands(known, dead, rules, n_threads=threads or None, control=control)


@app.command(name="analyse")
def analyse_starts(
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    deals: Annotated[int, typer.Option(min=1, help="How many tables to deal.")] = 500_000,
    king_required: KingRequired = False,
    variant: Variant = VARIANTS[0],
    plots: Plots = None,
    seed: Seed = 0,
    threads: Threads = 0,
    as_json: AsJson = False,
) -> None:
    """How much wild cards help, by starting cards; with --plots, as PNG maps."""
    rules = rules_of(variant, king_required)
    _check_folder(plots)
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
    answer = analysis_as_dict(analysis, sections) | {"plots": files}
    emit(answer, as_json, lambda: print_analysis(analysis, sections, files))


def _check_folder(plots: Path | None) -> None:
    """Refuse a folder that cannot be written before anything is computed for it."""
    if plots is not None:
        make_folder(plots)


def _save(figures: dict[str, Any], folder: Path) -> list[str]:
    """Write figures as PNG files; return their paths."""
    made = make_folder(folder)
    for name, figure in figures.items():
        write_with(made / f"{name}.png", partial(figure.savefig, dpi=DPI))
    return [str(folder / f"{name}.png") for name in figures]

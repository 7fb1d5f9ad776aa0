"""`assistant holdem "Ah Kh"`: equity at a Hold'em table; `build-preflop` makes the stored table."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.advisors.holdem import HoldemRequest, advise
from assistant.cli.app import AsJson, Seconds, emit, game_app, terminal_control
from assistant.cli.holdem_text import print_advice
from assistant.cli.option_groups import WorkerOptions
from assistant.cli.options import grouped
from assistant.ranges import keep_range, kept_ranges, look_up_range, remove_range
from engine.cards import parse_cards
from engine.errors import InputError
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.order import PREFLOP_FILE
from engine.holdem.preflop.build import ROUND_BLOCKS, TARGET_ERROR, build_preflop
from engine.holdem.situation import MAX_OPPONENTS
from engine.words import counted, printable
from resources import resource_path

app = game_app("Texas Hold'em: exact or sampled equity of hands and ranges.", default="odds")


@app.command()
def odds(
    hero: Annotated[
        str,
        typer.Argument(
            metavar="HAND", help='Your two cards, "Ah Kh", a range, "QQ+, AK", or "@name".'
        ),
    ],
    opponents: Annotated[int | None, typer.Option(help=f"How many, 1 to {MAX_OPPONENTS}.")] = None,
    board: Annotated[str, typer.Option(help="The board: 0, 3, 4 or 5 cards.")] = "",
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", help="An opponent's range or cards; repeat for more opponents."),
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards out of play.")] = "",
    mode: Annotated[Mode, typer.Option(help="How many deals to sample.")] = "default",
    samples: Annotated[
        int | None, typer.Option(min=1, help="Deals to sample, instead of the mode's number.")
    ] = None,
    seconds: Seconds = None,
    exact: Annotated[bool, typer.Option("--exact", help="Insist on an exact answer.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the sample: the same seed, the same answer.")
    ] = None,
    threads: Annotated[int, typer.Option(min=0, help="Threads; 0 uses all cores.")] = 0,
    config: Annotated[
        Path | None,
        typer.Option(help="A JSON file with settings, as `assistant holdem config` prints."),
    ] = None,
    pot: Annotated[float | None, typer.Option(help="The pot, the bet to call included.")] = None,
    call: Annotated[float | None, typer.Option(help="What a call costs; with --pot.")] = None,
    study: Annotated[
        int | None,
        typer.Option(min=0, help="Also list a range hand by hand: 0 is yours, 1 opponent 1's."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Win, tie, loss and equity of every player, and why."""
    request = HoldemRequest.of(
        hero=look_up_range(hero),
        opponents=_seats(opponents, tuple(map(look_up_range, ranges or ()))),
        board=parse_cards(board),
        dead=parse_cards(dead),
        mode=mode,
        n_samples=samples,
        exact=exact,
        seed=seed,
        n_threads=threads,
        config_path=None if config is None else str(config),
        pot=pot,
        price=call,
        study_of=study,
    )
    limit_s = load_config(config).performance_settings.max_simulation_time_ms / 1000
    is_bounded = not exact and samples is None  # so many samples take as long as they take
    seconds = limit_s if seconds is None and is_bounded else seconds
    with terminal_control(seconds, quiet=as_json) as control:
        advice = advise(request, control)
    emit(advice, as_json, lambda: print_advice(advice))


range_app = game_app('Named ranges, for use as "@name".', default="list")
app.add_typer(range_app, name="ranges")


@range_app.command("list")
def list_ranges(as_json: AsJson = False) -> None:
    """List the saved ranges."""
    kept = kept_ranges()
    lines = [printable(f"@{name}: {text}") for name, text in kept.items()] or [
        "No range is saved yet: assistant holdem ranges save NAME RANGE"
    ]
    emit(dict(kept), as_json, lambda: typer.echo("\n".join(lines)))


@range_app.command("save")
def save_range(
    name: Annotated[str, typer.Argument(help='Its name, such as "button".')],
    hands: Annotated[str, typer.Argument(help='The hands, such as "22+, A2s+, KTo+".')],
) -> None:
    """Save a range under a name."""
    typer.echo(f"Saved as @{keep_range(name, hands)}")


@range_app.command("remove")
def remove_kept_range(
    name: Annotated[str, typer.Argument(help='Its name, such as "button".')],
) -> None:
    """Remove a saved range."""
    remove_range(name)
    typer.echo(f"Removed @{name}")


CONFIG_KEYS = "\n\n".join(
    f"{section}.{key}: {value}"
    for section, keys in HoldemConfig().model_dump().items()
    for key, value in keys.items()
)


@app.command("config", help=f"Print the default configuration, for --config.\n\n{CONFIG_KEYS}")
def print_config() -> None:
    """The defaults as the JSON that `--config` takes."""
    typer.echo(HoldemConfig().model_dump_json(indent=2))


def _seats(n_opponents: int | None, ranges: tuple[str, ...]) -> tuple[str, ...]:
    """Return the given ranges, then random hands."""
    wanted = max(1, len(ranges)) if n_opponents is None else n_opponents
    if not 1 <= wanted <= MAX_OPPONENTS:
        raise InputError(f"Number of opponents must be between 1 and {MAX_OPPONENTS}, not {wanted}")
    if len(ranges) > wanted:
        given, seats = counted(len(ranges), "range"), counted(wanted, "opponent")
        raise InputError(f"{given} for {seats}: expected at most {wanted}")
    return ranges + ("random",) * (wanted - len(ranges))


@app.command("build-preflop")
@grouped
def build_preflop_command(
    worker_options: WorkerOptions,
    out: Annotated[Path | None, typer.Option(help="Where the table goes.")] = None,
    error: Annotated[float, typer.Option(min=1e-6, help="Standard error to reach.")] = TARGET_ERROR,
    seconds: Annotated[
        float | None, typer.Option(help="Time limit; run again to continue.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make the preflop table: one opponent exactly, two to six by dealing. Can be resumed."""
    path = out or resource_path(PREFLOP_FILE)
    with (
        worker_options.open_workers() as pool,
        terminal_control(seconds, quiet=as_json) as control,
    ):
        round_blocks = max(ROUND_BLOCKS, 4 * pool.n_workers)
        table = build_preflop(
            path, control, target_error=error, executor=pool.map, round_blocks=round_blocks
        )
    worst = float(table.equity_error.max())
    answer = {"path": str(path), "largest_standard_error": worst, "hands": 169}
    emit(answer, as_json, lambda: typer.echo(f"Wrote {path}: standard errors up to {worst:.6f}"))

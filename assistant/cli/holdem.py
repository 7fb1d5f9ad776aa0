"""`assistant holdem "Ah Kh"`: equity at a Hold'em table; `build-preflop` makes the stored table."""

from pathlib import Path
from typing import Annotated

import typer

from assistant.advisors.holdem import CallAdvice, HoldemAdvice, HoldemPlayer, HoldemRequest, advise
from assistant.cli.app import emit, game_app, terminal_control
from assistant.cli.arena_options import Crew, grouped
from engine.cards import parse_cards
from engine.errors import InputError
from engine.holdem.config import HoldemConfig, Mode, load_config
from engine.holdem.preflop.build import ROUND_BLOCKS, TARGET_ERROR, build_preflop
from engine.holdem.preflop.table import FILE
from engine.holdem.situation import MAX_OPPONENTS
from resources import resource_path

N_NEXT_CARDS = 8  # how many of the best and worst next cards are printed

app = game_app("Texas Hold'em: exact or sampled equity of hands and ranges.", default="odds")

AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON.")]


@app.command()
def odds(
    hero: Annotated[str, typer.Argument(help='Your two cards, "Ah Kh", or a range, "QQ+, AK".')],
    opponents: Annotated[int | None, typer.Option(help="How many, 1 to 6.")] = None,
    board: Annotated[str, typer.Option(help="0, 3, 4 or 5 cards.")] = "",
    ranges: Annotated[
        list[str] | None,
        typer.Option("--range", help="An opponent's range or cards; repeat for more opponents."),
    ] = None,
    dead: Annotated[str, typer.Option(help="Cards out of play.")] = "",
    mode: Annotated[Mode, typer.Option(help="How much is sampled.")] = "default",
    samples: Annotated[int | None, typer.Option(min=1, help="Instead of the mode's.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0.01, help="Time limit.")] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Insist on an exact answer.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="For a repeatable sample.")] = None,
    threads: Annotated[int, typer.Option(min=0, help="0: one a core.")] = 0,
    config: Annotated[Path | None, typer.Option(help="JSON configuration.")] = None,
    pot: Annotated[float | None, typer.Option(help="The pot, the bet to call included.")] = None,
    call: Annotated[float | None, typer.Option(help="What a call costs; with --pot.")] = None,
    as_json: AsJson = False,
) -> None:
    """Win, tie, loss and equity of every player, and why."""
    request = HoldemRequest(
        hero=hero,
        opponents=_seats(opponents, tuple(ranges or ())),
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
    )
    limit_s = load_config(config).performance_settings.max_simulation_time_ms / 1000
    is_bounded = not exact and samples is None  # so many samples take as long as they take
    with terminal_control(seconds or (limit_s if is_bounded else None), quiet=as_json) as control:
        advice = advise(request, control)
    emit(advice, as_json, lambda: _print(advice))


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
    """The given ranges, then random hands."""
    wanted = max(1, len(ranges)) if n_opponents is None else n_opponents
    if not 1 <= wanted <= MAX_OPPONENTS:
        raise InputError(f"Number of opponents must be between 1 and 6, not {wanted}")
    if len(ranges) > wanted:
        raise InputError(f"{len(ranges)} ranges for {wanted} opponents: expected at most {wanted}")
    return ranges + ("random",) * (wanted - len(ranges))


def _print(advice: HoldemAdvice) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table("", "hand", "win", "tie", "loss", "equity")
    for player in advice.players:
        shares = (player.win, player.tie, player.loss)
        table.add_row(player.name, player.hand, *map(_percent, shares), _equity(player))
    console.print(table)
    categories = Table("", "you", "an opponent")
    for name in reversed(advice.hero_categories):
        field = advice.field_categories[name]
        categories.add_row(name, _percent(advice.hero_categories[name]), _percent(field))
    console.print(categories)
    if advice.next_cards:
        console.print(_next_cards(advice), soft_wrap=True)
    console.print(advice.why, highlight=False, soft_wrap=True)
    if advice.call is not None:
        console.print(_call_line(advice.call), highlight=False, soft_wrap=True)
    console.print(f"[dim]{_how(advice)}[/]", highlight=False, soft_wrap=True)


def _call_line(call: CallAdvice) -> str:
    verdicts = {"call": "call", "fold": "fold", "even": "too close to tell"}
    return (
        f"{verdicts[call.verdict]}: a call of {call.price:g} into {call.pot:g} needs "
        f"{call.needed_equity:.1%} and is worth {call.value:+.3g} on average"
    )


def _next_cards(advice: HoldemAdvice) -> str:
    ranked = sorted(advice.next_cards, key=lambda item: -item.equity)
    best, worst = ranked[:N_NEXT_CARDS], ranked[-N_NEXT_CARDS:]

    def line(cards: list[str]) -> str:
        return "  ".join(cards)

    return "\n".join(
        f"{name} next cards: " + line([f"{n.card.symbol} {n.equity:.0%}" for n in cards])
        for name, cards in (("best", best), ("worst", worst))
    )


def _percent(share: float) -> str:
    return f"{share:.2%}"


def _equity(player: HoldemPlayer) -> str:
    if player.low is None or player.high is None:
        return f"{player.equity:.4%}"
    return f"{player.equity:.2%} ± {(player.high - player.low) / 2:.2%}"


def _how(advice: HoldemAdvice) -> str:
    count = f", {advice.n_samples:,} {'cases' if advice.exact else 'deals'}"
    if not advice.n_samples:
        count = ", by weights"
    precision = "exact" if advice.exact else f"sampled, seed {advice.seed}"
    if advice.method == "preflop table":
        precision = "from the preflop table" + (", exact" if advice.exact else "")
    cached = ", asked before" if advice.from_cache else ""
    return f"{precision}{count}, {advice.elapsed_s * 1000:.0f} ms{cached}"


@app.command("build-preflop")
@grouped
def build_preflop_command(
    crew: Crew,
    out: Annotated[Path | None, typer.Option(help="Where the table goes.")] = None,
    error: Annotated[float, typer.Option(min=1e-6, help="Standard error to reach.")] = TARGET_ERROR,
    seconds: Annotated[float | None, typer.Option(help="Stop then; run again to go on.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make the preflop table: one opponent exactly, two to six by dealing. Can be resumed."""
    path = out or resource_path(FILE)
    with (
        crew.open_workers() as pool,
        terminal_control(seconds, quiet=as_json) as control,
    ):
        round_blocks = max(ROUND_BLOCKS, 4 * pool.n_workers)
        table = build_preflop(
            path, control, target_error=error, executor=pool.map, round_blocks=round_blocks
        )
    worst = float(table.equity_error.max())
    answer = {"path": str(path), "largest_standard_error": worst, "hands": 169}
    emit(answer, as_json, lambda: typer.echo(f"wrote {path}: standard errors up to {worst:.6f}"))

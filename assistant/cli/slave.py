"""`assistant slave`: advice, a terminal game, games to watch, tournaments, training."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import emit, game_app, terminal_control
from engine.errors import InputError

if TYPE_CHECKING:
    from assistant.advisors.slave import SlaveAdvice
    from engine.slave.tournament import Standings

app = game_app("Slave: move advice, play, tournaments, training.")

AGENT_HELP = "random, greedy, heuristic, search?rollouts=N or policy"
JSON = typer.Option(False, "--json", help="Answer as JSON.")
SEED = typer.Option(0, min=0, help="Seed of deals and agents.")
N_GIFTS = 10  # gifts shown of the 78 a King has
LAP = typer.Option(False, "--lap", help="One turn each in a trick, instead of until all pass.")


@app.command()
def advise(
    hand: str = typer.Option(..., help='Your cards: "3C 3D 10H AS 2S".'),
    last: str = typer.Option("", help="The play to beat; leave out if you lead."),
    last_by: int = typer.Option(0, help="Who made it: 1 next after you, 2 opposite, 3 before you."),
    played: str = typer.Option("", help="Cards out of play."),
    left: str = typer.Option("13,13,13", help="Cards of players 1, 2, 3."),
    passed: str = typer.Option("", help="Players who are out of the trick: 1,3."),
    titles: str = typer.Option("", help="Places of the last round, yours first: King,Slave,…"),
    exchange: bool = typer.Option(False, help="Ask what to give as King or Queen."),
    incoming: str = typer.Option("", help="What you will get in the exchange."),
    first_lead: bool = typer.Option(False, help="The first lead of a game: it contains 3♣."),
    lap: bool = LAP,
    playouts: int = typer.Option(20_000, help="Playouts to spend."),
    seconds: float = typer.Option(10.0, help="Time to spend at most."),
    seed: int = SEED,
    as_json: bool = JSON,
) -> None:
    """Rank your moves with the chance of every title, and say why."""
    from assistant.advisors.slave import SlaveRequest
    from assistant.advisors.slave import advise as ask

    fields: dict[str, Any] = {
        "hand": hand,
        "last": last,
        "last_by": last_by or None,
        "played": played,
        "left": _numbers("--left", left),
        "passed": _seats("--passed", passed),
        "titles": tuple(t.strip().capitalize() for t in titles.split(",")) if titles else None,
        "phase": "exchange" if exchange else "play",
        "incoming": incoming,
        "first_lead": first_lead,
        "trick": "lap" if lap else "pass_out",
        "n_playouts": playouts,
        "seed": seed,
    }
    request = SlaveRequest(**fields)
    with terminal_control(seconds, quiet=as_json) as control:
        advice = ask(request, control)
    emit(advice, as_json, lambda: print_advice(advice))


def _numbers(option: str, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise InputError(f'cannot read {option} "{text}": expected numbers such as 9,7,8') from None


def _seats(option: str, text: str) -> tuple[bool, ...]:
    seats = _numbers(option, text)
    if not set(seats) <= {1, 2, 3}:
        raise InputError(f'cannot read {option} "{text}": expected players of 1, 2, 3')
    return tuple(seat in seats for seat in (1, 2, 3))


def print_advice(advice: "SlaveAdvice") -> None:
    """The moves or gifts as a table, best first, and the reason."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from assistant.advisors.slave import SlaveMove

    table = Table(box=SIMPLE, pad_edge=False)
    table.add_column("give" if advice.gifts else "move", no_wrap=True)
    for name in ("King", "Queen", "Comm.", "Slave", "place", *([] if advice.gifts else ["policy"])):
        table.add_column(name, justify="right")
    table.add_column("why")
    for choice in (*advice.moves, *advice.gifts[:N_GIFTS]):
        figures = [f"{x:.0%}" for x in (choice.king, choice.queen, choice.commoner, choice.slave)]
        figures.append(f"{choice.expected_place:.2f}")
        if isinstance(choice, SlaveMove):
            figures.append("" if choice.policy_share is None else f"{choice.policy_share:.0%}")
        table.add_row(choice.text, *figures, choice.why)
    console = Console()
    console.print(table)
    if len(advice.gifts) > N_GIFTS:
        console.print(f"the best {N_GIFTS} of {len(advice.gifts)} gifts")
    precision = f"{advice.n_samples} playouts, King ± {advice.half_width or 0:.1%}"
    console.print(f"{advice.why}  ({precision}, {advice.elapsed_s:.1f} s)")


@app.command("eval")
def evaluate(
    agent: str = typer.Argument("policy", help=AGENT_HELP),
    rival: str = typer.Option("greedy", help="The agent at the three other seats."),
    games: int = typer.Option(400, min=1, help="Matches to play."),
    rounds: int = typer.Option(1, min=1, help="Rounds a match, with exchange."),
    seed: int = SEED,
    lap: bool = LAP,
    as_json: bool = JSON,
) -> None:
    """Measure one agent against three equal rivals, seats rotated."""
    _run_tournament([agent, rival, rival, rival], games, rounds, seed, lap, as_json)


@app.command()
def tournament(
    agents: list[str] = typer.Argument(..., help=f"Four agents: {AGENT_HELP}"),
    games: int = typer.Option(400, min=1, help="Matches to play."),
    rounds: int = typer.Option(1, min=1, help="Rounds a match, with exchange."),
    seed: int = SEED,
    lap: bool = LAP,
    as_json: bool = JSON,
) -> None:
    """Play matches between four agents, seats rotated, with intervals and head to head."""
    _run_tournament(agents, games, rounds, seed, lap, as_json)


def _run_tournament(
    agents: list[str], games: int, rounds: int, seed: int, lap: bool, as_json: bool
) -> None:
    from engine.slave.rules import SlaveRules
    from engine.slave.tournament import play_tournament

    rules = SlaveRules(trick="lap" if lap else "pass_out")
    with terminal_control(quiet=as_json) as control:
        standings = play_tournament(agents, games, rounds, seed, rules, control)
    emit(standings_data(standings), as_json, lambda: print_standings(standings))


def standings_data(standings: "Standings") -> dict[str, Any]:
    """The standings as plain data."""
    return {
        "matches": standings.n_matches,
        "rounds": standings.n_rounds,
        "trick": standings.trick,
        "seed": standings.seed,
        "parity": 0.25,
        "agents": [
            {
                "agent": entry.spec,
                "titles": entry.titles,
                "first_share": entry.strength.first_share,
                "first_low": entry.strength.first_interval.low,
                "first_high": entry.strength.first_interval.high,
                "mean_place": entry.strength.mean_place,
                "points": entry.points,
                "choice_ms": entry.choice_ms,
                "beats": beats,
            }
            for entry, beats in zip(standings.entries, standings.beats, strict=True)
        ],
    }


def print_standings(standings: "Standings") -> None:
    """The standings as a table."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    table = Table("", box=SIMPLE, pad_edge=False)
    table.add_column("agent", min_width=14, overflow="fold")
    for name in ("first places", "mean place", "ms", "beats ABCD, %"):
        table.add_column(name, no_wrap=True)
    n_rounds = standings.n_matches * standings.n_rounds
    for seat, entry, beats in zip("ABCD", standings.entries, standings.beats, strict=True):
        strength = entry.strength
        table.add_row(
            seat,
            entry.spec,
            f"{strength.first_share:.1%} ± {strength.first_interval.half_width:.1%}",
            f"{strength.mean_place:.3f} ± {strength.place_interval.half_width:.3f}",
            f"{entry.choice_ms:.2f}",
            " ".join(f"{100 * won / n_rounds:3.0f}" for won in beats),
        )
    console = Console()
    console.print(table)
    console.print(
        f"{standings.n_matches} matches of {standings.n_rounds} rounds, {standings.trick}, "
        f"seed {standings.seed}, seats rotated; parity 25 %; ms: time of a choice"
    )


@app.command()
def watch(
    agents: list[str] = typer.Argument(None, help=f"Four agents: {AGENT_HELP}"),
    rounds: int = typer.Option(1, min=1, help="Rounds to play."),
    seed: int = SEED,
    as_json: bool = JSON,
) -> None:
    """Watch a match between four agents, move by move, all hands open."""
    from assistant.cli.slave_play import watch_match

    watch_match(agents or ["search", "policy", "heuristic", "greedy"], rounds, seed, as_json)


@app.command()
def play(
    rivals: list[str] = typer.Argument(None, help=f"Three agents: {AGENT_HELP}"),
    rounds: int = typer.Option(3, min=1, help="Rounds to play."),
    seed: int = typer.Option(-1, help="Seed of the deals; a new one each time by default."),
) -> None:
    """Play against three agents; ? shows advice, q leaves."""
    from assistant.cli.slave_play import play_match

    play_match(rivals or ["search", "policy", "greedy"], rounds, seed)


@app.command()
def strength(
    games: int = typer.Option(2000, min=4, help="Games a line of the table."),
    seed: int = typer.Option(2026, min=0, help="Seed of deals and agents."),
    as_json: bool = JSON,
) -> None:
    """Print the strength table: every agent against three greedy ones, in one round and in five."""
    from assistant.cli.slave_strength import measure, print_strength

    with terminal_control(quiet=as_json) as control:
        rows = measure(games, seed, control)
    emit({"games": games, "seed": seed, "rows": rows}, as_json, lambda: print_strength(rows))


@app.command()
def train(
    out: Path = typer.Option(
        Path("runs/slave"), help="Folder of checkpoints, logs and the result."
    ),
    recipe: str = typer.Option(
        "full", help="full (the shipped run), quick (a trial) or scratch (PPO alone)."
    ),
    seconds: float = typer.Option(0.0, help="Stop after this time; 0 for the whole run."),
    seed: int = typer.Option(1, min=0, help="Seed of the whole run."),
    as_json: bool = JSON,
) -> None:
    """Train a policy; a second call with the same folder goes on where the first one stopped."""
    from engine.errors import UnavailableError
    from engine.slave.training import RECIPE_NAMES

    if recipe not in RECIPE_NAMES:
        raise InputError(f'unknown recipe "{recipe}": expected {", ".join(RECIPE_NAMES)}')
    try:
        from engine.slave.training.pipeline import train_policy
    except ModuleNotFoundError as error:
        raise UnavailableError(
            f"training needs {error.name}: pip install card-table-assistant[train]"
        ) from error
    with terminal_control(seconds or None, quiet=as_json) as control:
        card = train_policy(out, recipe, seed, control)
    emit(card, as_json, lambda: _print_card(card))


def _print_card(card: dict[str, Any]) -> None:
    for key, value in card.items():
        typer.echo(f"{key}: {value}")

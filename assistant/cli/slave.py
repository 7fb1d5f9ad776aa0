"""`assistant slave`: advice, a terminal game, games to watch, tournaments, training."""

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import POSITION, AsJson, emit, game_app, read_question, terminal_control
from assistant.cli.options import grouped
from engine.agents import middle_opponents
from engine.errors import Cancelled, InputError, UnavailableError
from engine.slave.agents.registry import AGENTS
from engine.slave.budget import QUESTION_PLAYOUTS
from engine.slave.rules import SlaveRules
from engine.words import counted, sentence

if TYPE_CHECKING:
    from assistant.advisors.slave import SlaveAdvice, SlaveRequest

app = game_app("Slave: move advice, play, tournaments, training.")

AGENT_HELP = f"{', '.join(AGENTS)} (`assistant arena agents` says what they do)"
SEED = typer.Option(0, min=0, help="Seed of deals and agents.")
N_GIFTS = 10  # gifts shown of the 78 a King has


@app.command()
@grouped
def advise(
    rules: SlaveRules,
    hand: str = typer.Option("", help='Your cards: "3C 3D 10H AS 2S".'),
    last: str = typer.Option("", help="The play to beat; leave out if you lead."),
    last_by: int = typer.Option(
        0,
        min=0,
        max=3,
        help="Who made it: 1 the next player, 2 the one opposite, 3 the one before you.",
    ),
    played: str = typer.Option("", help="Cards played before, as far as you remember."),
    left: str = typer.Option(
        "13,13,13", help="How many cards the others hold, from the next player on."
    ),
    passed: str = typer.Option("", help="Players who passed, 1 the next one, 3 the last: 1,3."),
    titles: str = typer.Option("", help="Places of the last round, yours first: King,Slave,…"),
    gave: str = typer.Option("", help="What you gave in the exchange before this round."),
    got: str = typer.Option("", help="What you got in the exchange before this round."),
    exchange: bool = typer.Option(False, help="Ask what to give as King or Queen."),
    incoming: str = typer.Option("", help="What you will get in the exchange."),
    first_lead: bool = typer.Option(False, help="The first lead of a game: it contains 3♣."),
    history: str = typer.Option(
        "", help='All moves of the round in order, everybody\'s: "3C, p, 5D 5H, …" (p: pass).'
    ),
    leader: int = typer.Option(
        -1,
        min=-1,
        max=3,
        help="Who led the round: 0 you, 1 the next player, …; -1 the Slave.",
    ),
    weaker: bool = typer.Option(
        False, "--weaker", help="Chances against weaker opponents, not equal ones."
    ),
    position: str = POSITION,
    playouts: int = typer.Option(
        QUESTION_PLAYOUTS, min=100, max=5_000_000, help="How many rounds to play out."
    ),
    seconds: float = typer.Option(10.0, help="Time to spend at most."),
    seed: int = SEED,
    as_json: AsJson = False,
) -> None:
    """Rank your moves with the chance of every title, and say why.

    The ± says how far sampling may be off (95%); the model's own error comes on top.
    """
    from assistant.advisors.slave import SlaveRequest
    from assistant.advisors.slave import advise as ask
    from assistant.advisors.slave_notation import (
        parse_left,
        parse_moves,
        parse_seats,
        parse_titles,
    )
    from engine.slave.compile import is_compiled

    fields: dict[str, Any] = {
        "hand": hand,
        "last": last,
        "last_by": last_by or None,
        "played": played,
        "left": parse_left(left),
        "passed": parse_seats("--passed", passed),
        "titles": parse_titles(titles),
        "gave": gave,
        "got": got,
        "phase": "exchange" if exchange else "play",
        "incoming": incoming,
        "first_lead": first_lead,
        "history": parse_moves(history),
        "leader": None if leader < 0 else leader,
        "trick": rules.trick,
        "free_lead": not rules.first_lead_contains_3c,
        "against": "weaker" if weaker else "equal",
        "n_playouts": playouts,
        "seed": seed,
    }
    if not (hand or position):
        raise InputError('give your cards with --hand, such as "3C 3D 10H AS 2S"')
    if position:
        request = read_question(position, SlaveRequest)
        request = request.model_copy(update={"n_playouts": playouts, "seed": seed})
    else:
        request = SlaveRequest(**fields)
    with terminal_control(seconds, quiet=as_json) as control:
        if not is_compiled():
            _announce_compiling(request, as_json)
        advice = ask(request, control)
    emit(advice, as_json, lambda: print_advice(advice))


def _announce_compiling(request: "SlaveRequest", as_json: bool) -> None:
    """Print what takes so long and what the network would play, once the position is checked."""
    from assistant.advisors.slave import exchange_of_request, policy_move
    from engine.slave.compile import COMPILING

    lines = [COMPILING]
    if request.phase == "exchange":
        exchange_of_request(request)
    else:
        lines.append(f"The trained network would play {policy_move(request)}.")
    typer.echo("\n".join(lines[:1] if as_json else lines), err=True)


def print_advice(advice: "SlaveAdvice") -> None:
    """Print the moves or gifts as a table, best first, and the reasons below it."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from assistant.advisors.slave import SlaveGift, SlaveMove, left_out_words

    table = Table(box=SIMPLE, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("give" if advice.gifts else "move", no_wrap=True)
    last = ("costs",) if advice.gifts else ("behind", "network")
    for name in ("King", "Queen", "Commoner", "Slave", "place", "playouts", *last):
        table.add_column(name, justify="right")
    shown = (*advice.moves, *advice.gifts[:N_GIFTS])
    for choice in shown:
        figures = [f"{x:.0%}" for x in (choice.king, choice.queen, choice.commoner, choice.slave)]
        figures += [f"{choice.expected_place:.2f}", f"{choice.n_samples:,}"]
        if isinstance(choice, SlaveMove):
            is_best = choice is advice.moves[0]
            figures.append("" if is_best else f"{choice.behind:.2f} ± {choice.behind_error:.2f}")
            figures.append("" if choice.policy_share is None else f"{choice.policy_share:.0%}")
        if isinstance(choice, SlaveGift):
            figures.append(f"{choice.cost:.2f}")
        table.add_row(choice.text, *figures)
    console = Console()
    console.print(table)
    console.print()
    for choice in shown[1:]:  # the reason of the first stands in the sentence at the end
        if choice.why:
            console.print(f"{choice.text}: {choice.why}", highlight=False)
    if len(advice.gifts) > N_GIFTS:
        console.print(f"The best {N_GIFTS} of {len(advice.gifts)} gifts; costs are in places.")
    if left_out_words(shown):
        console.print(left_out_words(shown))
    precision = counted(advice.n_samples, "playout")
    if advice.half_width is not None:
        precision += f", King ± {advice.half_width:.1%}"
    console.print(f"{sentence(advice.why)} ({precision}, {advice.elapsed_s:.1f} s)")


@dataclass(frozen=True)
class Matches:
    """Matches to play: how many, from which seed, by which rules."""

    games: int = typer.Option(400, min=1, help="Matches to play.")
    rounds: int = typer.Option(
        1, min=1, help="Rounds in each match, with an exchange between them."
    )
    seed: int = SEED
    as_json: AsJson = False


@app.command("eval")
@grouped
def evaluate(
    *,
    rules: SlaveRules,
    agent: str = typer.Argument("policy", help=AGENT_HELP),
    opponent: str = typer.Option("greedy", help="The agent at the three other seats."),
    matches: Matches,
) -> None:
    """Measure one agent against three of another kind; each deal is played from every seat."""
    _run_tournament([agent, *[opponent] * 3], matches, rules)


@app.command()
@grouped
def tournament(
    *,
    rules: SlaveRules,
    agents: list[str] = typer.Argument(..., help=f"Four agents: {AGENT_HELP}"),
    matches: Matches,
) -> None:
    """Play matches between four agents, every deal from every seat; compare them two by two."""
    _run_tournament(agents, matches, rules)


def _run_tournament(agents: list[str], asked: Matches, rules: SlaveRules) -> None:
    from assistant.arena.exports import ranking_dict
    from assistant.arena.plan import plan_match
    from assistant.arena.ratings import rank
    from assistant.arena.strength import measure
    from assistant.cli.arena_text import print_standings

    one = plan_match(
        agents, 1, asked.seed, "slave", game_rounds=asked.rounds, options=rules.changed
    )
    plan = one.lasting(asked.games)
    with terminal_control(quiet=asked.as_json) as control:
        results = measure(plan, control).results
    found = rank(results)
    if not found.n_games:
        raise Cancelled("stopped before the first deal was played in every seating")
    answer: dict[str, Any] = {"game": "slave", "rules": rules.text, "game_rounds": asked.rounds}
    answer |= {"seed": asked.seed, "parity": 0.25}
    emit(answer | ranking_dict(found), asked.as_json, lambda: print_standings(plan, found))


@app.command()
@grouped
def watch(
    rules: SlaveRules,
    agents: list[str] = typer.Argument(None, help=f"Four agents: {AGENT_HELP}"),
    rounds: int = typer.Option(1, min=1, help="Rounds to play."),
    games: int = typer.Option(1, min=1, max=1_000, help="Games to watch; the seed goes up by one."),
    seed: int = SEED,
    as_json: AsJson = False,
) -> None:
    """Watch matches between four agents, move by move, all hands open."""
    from assistant.cli.slave_play import watch_matches

    seated = agents or ["search", "policy", "heuristic", "greedy"]
    watch_matches(seated, rounds, range(seed, seed + games), as_json, rules)


@app.command()
@grouped
def play(
    rules: SlaveRules,
    opponents: list[str] = typer.Argument(None, help=f"Three agents: {AGENT_HELP}"),
    rounds: int = typer.Option(3, min=1, help="Rounds to play."),
    seed: int | None = typer.Option(None, min=0, help="Seed of the deals; random if left out."),
) -> None:
    """Play against three opponents, middle levels if none are named; ? shows advice, q leaves."""
    from assistant.cli.slave_play import play_match

    play_match(opponents or middle_opponents(AGENTS)[:3], rounds, seed, rules)


@app.command()
@grouped
def strength(
    rules: SlaveRules,
    games: int = typer.Option(2000, min=4, help="Games for each line."),
    workers: int = typer.Option(1, help="Games at the same time."),
    seed: int = typer.Option(2026, min=0, help="Seed of deals and agents."),
    only: str = typer.Option("", help="Only the lines with this agent: policy."),
    as_json: AsJson = False,
) -> None:
    """Print a ranking by strength: every agent against three greedy ones, in one round and five."""
    from assistant.arena.strength import slave_rows

    with terminal_control(quiet=as_json) as control:
        rows = list(slave_rows(games, seed, control, workers, rules.changed, only))
    data = {"game": "slave", "rules": rules.text, "games": games, "seed": seed, "rows": rows}
    emit(data, as_json, lambda: _print_strength(rows, rules))


def _print_strength(rows: list[dict[str, Any]], rules: SlaveRules) -> None:
    played = "one turn each" if rules.trick == "lap" else "tricks until all pass"
    played += ", 3♣ need not lead" * (not rules.first_lead_contains_3c)
    typer.echo("| agent | against | rounds | games | first places | mean place |")
    typer.echo("|---|---|---|---|---|---|")
    for row in rows:
        typer.echo(
            f"| `{row['agent']}` | {row['against']} | {row['rounds']} | {row['games']:,} "
            f"| {row['first_share']:.1%} ± {row['first_half_width']:.1%} "
            f"| {row['mean_place']:.3f} ± {row['place_half_width']:.3f} |"
        )
    typer.echo(
        f"\nOne agent against three, every deal from every seat; {played}; 95% intervals. "
        "An even share is 25%, an even place 2.5; the rounds of a game are added up."
    )


@app.command()
def train(
    out: Path = typer.Option(
        Path("runs/slave"), help="Folder of checkpoints, logs and the result."
    ),
    recipe: str = typer.Option(
        "full",
        help="full (the shipped run), quick (tests the pipeline; the policy is weak), scratch (PPO "
        "alone), form (the quick form of the shipped policy) or next (go on from the shipped one).",
    ),
    seconds: float = typer.Option(0.0, help="Time to learn before exporting; 0: the whole run."),
    seed: int = typer.Option(1, min=0, help="Seed of the whole run."),
    as_json: AsJson = False,
) -> None:
    """Train a policy; a second call with the same folder goes on where the first one stopped."""
    training = load_training(recipe)
    with terminal_control(seconds or None, quiet=as_json) as control:
        card = training.train_policy(out, recipe, seed, control)
    emit(card, as_json, lambda: _print_card(card))


def load_training(recipe: str) -> Any:
    """Return the module that trains by a recipe of this name, if what it needs is installed."""
    from engine.slave.training import RECIPE_NAMES

    if recipe not in RECIPE_NAMES:
        raise InputError(f'there is no recipe "{recipe}": expected {", ".join(RECIPE_NAMES)}')
    try:
        return importlib.import_module("engine.slave.training.pipeline")
    except ModuleNotFoundError as error:
        raise UnavailableError(
            f"training needs {error.name}: pip install card-table-assistant[train]"
        ) from error


def _print_card(card: dict[str, Any]) -> None:
    for key, value in card.items():
        typer.echo(f"{key}: {value}")

"""AI against AI on the command line: run, round-robin, ladder, resume, show, replay, export.

Sessions are kept in the user's data folder, or in the file that `--session-file` names. Whatever is
interrupted can be resumed and ends as it would have ended.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from assistant.cli.app import Seconds, emit, game_app, print_table, terminal_control
from assistant.cli.arena_games import agents as list_agents
from assistant.cli.arena_games import replay, watch
from assistant.cli.option_groups import (
    Length,
    Output,
    Players,
    PlotOptions,
    SessionId,
    StoreOptions,
    WorkerOptions,
)
from assistant.cli.options import grouped
from engine.errors import UnavailableError
from engine.words import counted

app = game_app("AI against AI: sessions, ratings, replays.")
app.command()(replay)
app.command()(watch)
app.command("agents")(list_agents)


@app.command()
@grouped
def run(
    players: Players, length: Length, worker_options: WorkerOptions, store_options: StoreOptions
) -> None:
    """Let agents play at one table, one seat each (an agent may be named twice)."""
    from assistant.arena.plan import plan_match

    _play(_plan(plan_match, players, length), None, worker_options, store_options)


@app.command("round-robin")
@grouped
def round_robin(
    players: Players,
    length: Length,
    worker_options: WorkerOptions,
    store_options: StoreOptions,
    seats: int = typer.Option(
        None, "--seats", help="Players at a table, where the game has a choice."
    ),
) -> None:
    """Let every two agents meet on the same deals, with half of the seats each."""
    from assistant.arena.plan import plan_round_robin

    _play(
        _plan(plan_round_robin, players, length, n_seats=seats), None, worker_options, store_options
    )


def _plan(make: Callable[..., Any], players: Players, length: Length, **more: Any) -> Any:
    return make(
        players.names,
        length.rounds,
        players.seed,
        players.game,
        stop_when_clear=length.stop_when_clear,
        game_rounds=players.game_rounds,
        options=players.rules,
        **more,
    )


@app.command()
@grouped
def resume(
    worker_options: WorkerOptions, store_options: StoreOptions, session: int = SessionId
) -> None:
    """Play an interrupted session to its end."""
    from assistant.arena.store import Store

    with Store(store_options.store, reading=True) as opened:
        number = opened.session(session).id
    _play(None, number, worker_options, store_options)


def _play(
    plan: Any, session: int | None, worker_options: WorkerOptions, store_options: StoreOptions
) -> None:
    from assistant.arena.runner import run_session
    from assistant.arena.store import DONE, Store

    with worker_options.open_workers() as workers, Store(store_options.store) as opened:
        number = opened.create(plan) if plan is not None else opened.session(session).id
        with terminal_control(quiet=store_options.as_json) as control:
            run_session(opened, number, workers, control, on_note=_warn)
        _show(opened, number, store_options.as_json)
        if opened.session(number).state != DONE:
            raise typer.Exit(1)  # Ctrl-C: it can be resumed


def _warn(text: str) -> None:
    typer.echo(text, err=True)


@app.command()
@grouped
def show(
    plot_options: PlotOptions,
    session: int = SessionId,
    everything: bool = typer.Option(False, "--all", help="List all sessions instead."),
) -> None:
    """The ranking of a session: shares, places, points, ratings, pairs."""
    from assistant.arena.store import Store

    with Store(plot_options.store, reading=True) as opened:
        if everything:
            _list(opened, plot_options.as_json)
            return
        number = opened.session(session).id
        _show(opened, number, plot_options.as_json, plot_options.plot)


def _list(store: Any, as_json: bool) -> None:
    """Print all sessions; damaged ones are listed apart and make the command fail."""
    found, damaged = store.list_sessions()
    rows = [
        {
            "session": row.id,
            "created": row.created,
            "state": row.state,
            "game": row.plan.game,
            "agents": list(row.plan.agents),
            "rounds": row.plan.rounds,
            "game_rounds": row.plan.game_rounds,
            "seed": row.plan.seed,
        }
        for row in found
    ]

    def text() -> None:
        for row in rows:
            names = " ".join(agent.partition(":")[2] for agent in row["agents"])
            typer.echo(
                f"{row['session']:>4}  {row['created'][:16]}  {row['state']:<8} "
                f"{row['game']:<7} {row['rounds']:>6} rounds  {names}"
            )
        if not rows and not damaged:
            typer.echo("No sessions yet: assistant arena run plays one.")

    emit({"sessions": rows}, as_json, text)
    if damaged:
        others = f" (and {len(damaged) - 1} more)" if len(damaged) > 1 else ""
        raise UnavailableError(damaged[0] + others)


def _show(store: Any, session: int, as_json: bool, plots: Path | None = None) -> None:
    from assistant.arena.ratings import rank
    from assistant.arena.runner import load_results

    row = store.session(session)
    results = load_results(store, session)
    found = rank(results)
    files = _draw(row, found, plots) if plots else []

    def text() -> None:
        from assistant.cli.arena_text import print_ranking

        print_ranking(row, results, found)
        for name in files:
            typer.echo(f"Wrote {name}")

    answer: dict[str, Any] = {}
    if as_json:
        from assistant.arena.exports import ranking_dict

        plan = row.plan
        answer = {
            "session": row.id,
            "state": row.state,
            "game": plan.game,
            "seed": plan.seed,
            "rounds_planned": plan.rounds,
            "game_rounds": plan.game_rounds,
            "games_done": results.n_done,
            "digest": store.digest(session),
            "versions": row.versions,
            "files": files,
        } | ranking_dict(found)
    emit(answer, as_json, text)


def _draw(row: Any, found: Any, folder: Path) -> list[str]:
    from assistant.arena.plots import draw

    title = row.plan.load_game().title
    return [str(path) for path in draw(found, title, folder, f"{row.plan.game}-{row.id}")]


@app.command()
@grouped
def export(
    store_options: StoreOptions,
    session: int = SessionId,
    out: Path = typer.Option(..., "--out", help="A file that ends in .csv or .json."),
    what: str = typer.Option("games", "--what", help="games, standings or pairs."),
    moves: bool = typer.Option(False, "--moves", help="With every game's moves."),
) -> None:
    """Write a session's games, standings or pairs to a file."""
    from assistant.arena.exports import export as write
    from assistant.arena.store import Store

    with Store(store_options.store, reading=True) as opened:
        number = opened.session(session).id
        n_rows = write(opened, number, what, out, moves)
    answer = {"session": number, "file": str(out), "rows": n_rows}
    line = f"Wrote {counted(n_rows, 'row')} to {out}"
    emit(answer, store_options.as_json, lambda: typer.echo(line))


@app.command()
@grouped
def league(
    worker_options: WorkerOptions,
    plot_options: PlotOptions,
    scale: float = typer.Option(
        1.0,
        "--scale",
        min=0.001,
        max=1_000,
        help="Multiply the number of rounds by this, such as 0.1.",
    ),
) -> None:
    """Play the league: every game, all agents, fixed seeds."""
    from assistant.arena.league import play_league
    from assistant.cli.arena_text import print_league

    with terminal_control(quiet=plot_options.as_json) as control:
        entries = play_league(
            plot_options.store, worker_options.open_workers(), scale, control, plot_options.plot
        )
    emit(
        {"league": [entry.as_dict() for entry in entries]},
        plot_options.as_json,
        lambda: print_league(entries),
    )


@app.command()
@grouped
def ladder(
    output: Output,
    game: str = typer.Option(..., help="The game whose named opponents are rated: slave, konkan."),
    rounds: int = typer.Option(
        None, min=1, max=100_000, help="Deals to play; the usual number if left out."
    ),
    workers: int = typer.Option(0, min=0, max=256, help="Processes that play; 0: only this one."),
    write: bool = typer.Option(False, help="Store the ratings that menus and records show."),
    seconds: Seconds = None,
) -> None:
    """Rate the named opponents of a game: rating, mean loss and accuracy of each level."""
    from assistant.arena.ladder import ladder_of, measure_ladder
    from assistant.cli.arena_text import ladder_rows
    from engine.ladder import write_ladder

    with terminal_control(seconds, quiet=output.as_json) as control:
        rungs = measure_ladder(game, control, rounds, workers)
    found = ladder_of(rungs)
    if write:
        write_ladder(game, found)
    columns = ("level", "name", "rating", "games", "loss, points", "decisions", "accuracy", "plays")
    emit(
        {"game": game, "ladder": {name: asdict(each) for name, each in found.items()}},
        output.as_json,
        lambda: print_table(columns, ladder_rows(rungs)),
    )


@app.command("slave-data")
@grouped
def slave_data(
    worker_options: WorkerOptions,
    output: Output,
    out: Path = typer.Option(Path("runs/slave"), "--out", help="The folder of the training run."),
    recipe: str = typer.Option("full", "--recipe", help="The recipe that will be trained."),
    seed: int = typer.Option(1, "--seed", help="The seed of the training run."),
) -> None:
    """Collect the training data of Slave's policy on many workers, ahead of `slave train`."""
    from assistant.arena.training_data import collect_shards
    from assistant.cli.slave import load_training

    made = load_training(recipe).RECIPES[recipe]
    seeds = range(seed, seed + made.n_shards)
    with (
        worker_options.open_workers() as workers,
        terminal_control(quiet=output.as_json) as control,
    ):
        paths = collect_shards(out, seeds, made.shard_size, made.search, workers, control)
    answer = {"folder": str(out), "shards": len(paths), "wanted": made.n_shards}
    summary = f"{len(paths)} of {made.n_shards} shards in {out}"
    emit(answer, output.as_json, lambda: typer.echo(summary))

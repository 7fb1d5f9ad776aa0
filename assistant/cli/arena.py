"""AI against AI on the command line: run, round-robin, resume, show, replay, watch, export.

Sessions are kept in the user's data folder, or in the file that `--store` names. Whatever is
interrupted can be resumed and ends as it would have ended.
"""

import time
from pathlib import Path
from typing import Any

import typer

from assistant.cli.app import emit, game_app, terminal_control

app = game_app("AI against AI: sessions, ratings, replays.")

Agents = typer.Option(..., "--agents", help="The agents, such as slave:greedy; more may follow.")
More = typer.Argument(None, metavar="[AGENT]...", help="More agents.")
GameName = typer.Option("", "--game", help="The game, if the agents are named without it.")
Rounds = typer.Option(100, "--rounds", help="Deals; each is played in every seating.")
Seed = typer.Option(1, "--seed", help="The seed of all deals and agents.")
StopClear = typer.Option(False, "--stop-when-clear", help="End once all agents are told apart.")
WorkerCount = typer.Option(1, "--workers", help="Processes that play.")
Cluster = typer.Option(None, "--cluster", help="local:2, or a Dask scheduler: tcp://host:8786.")
StoreFile = typer.Option(None, "--store", help="Another file than the one in the data folder.")
SessionId = typer.Argument(None, metavar="[SESSION]", help="Its number; the newest if left out.")
AsJson = typer.Option(False, "--json", help="Print the answer as JSON.")


@app.command()
def run(
    agents: list[str] = Agents,
    more: list[str] = More,
    game: str = GameName,
    rounds: int = Rounds,
    seed: int = Seed,
    stop_when_clear: bool = StopClear,
    workers: int = WorkerCount,
    cluster: str = Cluster,
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Let agents play at one table, one seat each (an agent may be named twice)."""
    from assistant.arena.plan import plan_match

    plan = plan_match([*agents, *(more or [])], rounds, seed, game, stop_when_clear)
    _play(plan, None, workers, cluster, store, as_json)


@app.command("round-robin")
def round_robin(
    agents: list[str] = Agents,
    more: list[str] = More,
    game: str = GameName,
    rounds: int = Rounds,
    seed: int = Seed,
    seats: int = typer.Option(
        None, "--seats", help="Players at a table, where the game has a choice."
    ),
    stop_when_clear: bool = StopClear,
    workers: int = WorkerCount,
    cluster: str = Cluster,
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Let every two agents meet on the same deals, with half of the seats each."""
    from assistant.arena.plan import plan_round_robin

    named = [*agents, *(more or [])]
    plan = plan_round_robin(named, rounds, seed, game, seats, stop_when_clear)
    _play(plan, None, workers, cluster, store, as_json)


@app.command()
def resume(
    session: int = SessionId,
    workers: int = WorkerCount,
    cluster: str = Cluster,
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Play an interrupted session to its end."""
    _play(None, session, workers, cluster, store, as_json)


def _play(
    plan: Any,
    session: int | None,
    workers: int,
    cluster: str | None,
    store: Path | None,
    as_json: bool,
) -> None:
    from assistant.arena.cluster import open_workers
    from assistant.arena.runner import run_session
    from assistant.arena.store import Store

    with Store(store) as opened, open_workers(cluster, workers) as crew:
        number = opened.create(plan) if plan is not None else opened.session(session).id
        with terminal_control(quiet=as_json) as control:
            run_session(opened, number, crew, control)
        _show(opened, number, as_json)


@app.command()
def show(
    session: int = SessionId,
    everything: bool = typer.Option(False, "--all", help="List all sessions instead."),
    plot: Path = typer.Option(None, "--plot", help="Draw PNG and SVG into this folder, too."),
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """The table of a session: shares, places, points, ratings, pairs."""
    from assistant.arena.store import Store

    with Store(store) as opened:
        if everything:
            _list(opened, as_json)
            return
        number = opened.session(session).id
        files = _draw(opened, number, plot) if plot else []
        _show(opened, number, as_json, files)


def _draw(store: Any, session: int, folder: Path) -> list[str]:
    from assistant.arena.plots import draw
    from assistant.arena.ratings import table
    from assistant.arena.runner import load_results

    row = store.session(session)
    found = table(load_results(store, session))
    title = row.plan.load_game().title
    return [str(path) for path in draw(found, title, folder, f"{row.plan.game}-{session}")]


def _list(store: Any, as_json: bool) -> None:
    rows = [
        {
            "session": row.id,
            "created": row.created,
            "state": row.state,
            "game": row.plan.game,
            "agents": list(row.plan.agents),
            "rounds": row.plan.rounds,
            "seed": row.plan.seed,
        }
        for row in store.sessions()
    ]

    def text() -> None:
        for row in rows:
            names = " ".join(agent.partition(":")[2] for agent in row["agents"])
            typer.echo(
                f"{row['session']:>4}  {row['created'][:16]}  {row['state']:<8} "
                f"{row['game']:<7} {row['rounds']:>6} rounds  {names}"
            )
        if not rows:
            typer.echo("no sessions so far")

    emit({"sessions": rows}, as_json, text)


def _show(store: Any, session: int, as_json: bool, files: list[str] | None = None) -> None:
    from assistant.arena.ratings import table
    from assistant.arena.runner import load_results

    row = store.session(session)
    results = load_results(store, session)
    found = table(results)

    def text() -> None:
        from assistant.cli.arena_text import print_table

        print_table(row, results, found)
        for name in files or []:
            typer.echo(f"wrote {name}")

    answer: dict[str, Any] = {}
    if as_json:
        from assistant.arena.tables import table_dict

        plan = row.plan
        answer = {
            "session": row.id,
            "state": row.state,
            "game": plan.game,
            "seed": plan.seed,
            "rounds_planned": plan.rounds,
            "games_done": results.n_done,
            "digest": store.digest(session),
            "versions": row.versions,
            "files": files or [],
        } | table_dict(found)
    emit(answer, as_json, text)


@app.command()
def replay(
    session: int = typer.Argument(..., help="The session's number."),
    number: int = typer.Argument(..., metavar="GAME", help="The game's number, from 0."),
    verify: bool = typer.Option(
        False, "--verify", help="Play it again from its seeds and compare."
    ),
    delay: float = typer.Option(0.0, "--delay", min=0, help="Seconds between moves."),
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Show a stored game move by move."""
    from assistant.arena.events import game_info, is_repeatable
    from assistant.arena.events import replay as steps_of
    from assistant.arena.store import Store

    with Store(store) as opened:
        plan = opened.session(session).plan
        steps = steps_of(opened, session, number)
        same = is_repeatable(opened, session, number) if verify else None
        _print_steps(game_info(plan, number), steps, delay, as_json, same)


@app.command()
def watch(
    agents: list[str] = Agents,
    more: list[str] = More,
    game: str = GameName,
    seed: int = Seed,
    delay: float = typer.Option(0.5, "--delay", min=0, help="Seconds between moves."),
    as_json: bool = AsJson,
) -> None:
    """Watch agents play one game, move by move; nothing is stored."""
    from assistant.arena.events import game_info, play_steps
    from assistant.arena.plan import plan_match

    plan = plan_match([*agents, *(more or [])], 1, seed, game)
    _print_steps(game_info(plan, 0), play_steps(plan, 0), delay, as_json, None)


def _print_steps(info: Any, steps: Any, delay: float, as_json: bool, same: bool | None) -> None:
    def text() -> None:
        from assistant.cli.arena_text import print_step

        for step in steps:
            print_step(step)
            time.sleep(delay if step.outcome is None else 0)
        if same is not None:
            typer.echo("played again: " + ("the same moves" if same else "OTHER MOVES"))

    answer: dict[str, Any] = {}
    if as_json:
        answer = {"game": info.number, "deal_seed": info.deal_seed, "play_seed": info.play_seed}
        answer |= {"seats": list(info.seats), "steps": [_step_dict(step) for step in steps]}
        answer |= {} if same is None else {"repeatable": same}
    emit(answer, as_json, text)
    if same is False:
        raise typer.Exit(1)


def _step_dict(step: Any) -> dict[str, Any]:
    outcome = step.outcome
    ended = {} if outcome is None else {"places": outcome.places, "points": outcome.points}
    return {"seat": step.seat, "agent": step.agent, "move": step.move, "table": step.state} | ended


@app.command()
def export(
    session: int = SessionId,
    out: Path = typer.Option(..., "--out", help="A file that ends in .csv or .json."),
    what: str = typer.Option("games", "--what", help="games, standings or pairs."),
    moves: bool = typer.Option(False, "--moves", help="With every game's moves."),
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Write a session's games, standings or pairs to a file."""
    from assistant.arena.store import Store
    from assistant.arena.tables import export as write

    with Store(store) as opened:
        number = opened.session(session).id
        n_rows = write(opened, number, what, out, moves)
    answer = {"session": number, "file": str(out), "rows": n_rows}
    emit(answer, as_json, lambda: typer.echo(f"wrote {n_rows} rows to {out}"))


@app.command()
def agents(game: str = typer.Argument("", help="One game only."), as_json: bool = AsJson) -> None:
    """List the games, their agents and the agents' settings."""
    from assistant.arena.registry import GAMES, find_game

    names = [find_game(game).name] if game else list(GAMES)
    answer: dict[str, dict[str, Any]] = {
        name: {
            agent: {
                "about": kind.about,
                "settings": {k: o.accepted for k, o in kind.options.items()},
            }
            for agent, kind in find_game(name).agents.items()
        }
        for name in names
    }

    def text() -> None:
        for name, kinds in answer.items():
            for agent, kind in kinds.items():
                settings = "".join(f"; {k}: {v}" for k, v in kind["settings"].items())
                typer.echo(f"{name}:{agent}  {kind['about']}{settings}")

    emit(answer, as_json, text)


@app.command()
def league(
    workers: int = typer.Option(2, "--workers", help="Processes that play."),
    cluster: str = Cluster,
    scale: float = typer.Option(
        1.0, "--scale", min=0.001, help="Fewer or more rounds than planned."
    ),
    plot: Path = typer.Option(None, "--plot", help="Draw PNG and SVG into this folder, too."),
    store: Path = StoreFile,
    as_json: bool = AsJson,
) -> None:
    """Play the league that the README shows: every game, all agents, fixed seeds."""
    from assistant.arena.league import play_league
    from assistant.cli.arena_text import print_league

    with terminal_control(quiet=as_json) as control:
        entries = play_league(store, workers, cluster, scale, control, plot)
    emit(
        {"league": [entry.as_dict() for entry in entries]},
        as_json,
        lambda: print_league(entries),
    )

"""Single games on the command line: `arena replay`, `arena watch`, and who can play."""

import time
from typing import Any

import typer

from assistant.cli.app import emit
from assistant.cli.option_groups import Output, Players, StoreOptions
from assistant.cli.options import grouped


@grouped
def replay(
    kept: StoreOptions,
    session: int = typer.Argument(..., help="The session's number."),
    number: int = typer.Argument(..., metavar="GAME", help="The game's number, from 0."),
    verify: bool = typer.Option(
        False, "--verify", help="Play it again from its seeds and compare."
    ),
    delay: float = typer.Option(0.0, "--delay", min=0, help="Seconds between moves."),
) -> None:
    """Show a stored game move by move."""
    from assistant.arena.events import game_info, is_repeatable
    from assistant.arena.events import replay as steps_of
    from assistant.arena.store import Store

    with Store(kept.store, reading=True) as opened:
        plan = opened.session(session).plan
        steps = steps_of(opened, session, number)
        same = is_repeatable(opened, session, number) if verify else None
        _print_steps(game_info(plan, number), steps, delay, kept.as_json, same)


@grouped
def watch(
    players: Players,
    output: Output,
    delay: float = typer.Option(0.5, "--delay", min=0, help="Seconds between moves."),
) -> None:
    """Watch agents play one game, move by move; nothing is stored."""
    from assistant.arena.events import game_info, play_steps
    from assistant.arena.plan import plan_match

    plan = plan_match(
        players.names,
        1,
        players.seed,
        players.game,
        game_rounds=players.game_rounds,
        options=players.rules,
    )
    _print_steps(game_info(plan, 0), play_steps(plan, 0), delay, output.as_json, None)


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
    from dataclasses import asdict

    outcome = step.outcome
    ended = {} if outcome is None else {"places": outcome.places, "points": outcome.points}
    shown = {"seat": step.seat, "agent": step.agent, "move": step.move, "table": asdict(step.after)}
    return shown | ended


@grouped
def agents(output: Output, game: str = typer.Argument("", help="One game only.")) -> None:
    """List the games, their agents and the agents' settings."""
    from assistant.play.registry import GAMES, find_game

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

    emit(answer, output.as_json, text)

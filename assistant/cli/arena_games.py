"""Single games on the command line: `arena replay`, `arena watch`, and who can play."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from assistant.cli.app import emit
from assistant.cli.option_groups import Output, Players, StoreOptions
from assistant.cli.options import grouped
from engine.cards import shorten
from engine.errors import InputError

if TYPE_CHECKING:
    from assistant.arena.events import GameInfo, GameStep

SETTINGS_EXAMPLE = "slave:search?rollouts=300&prior=2"
SAVE = typer.Option(None, "--save", help="Also keep the game in this file, to open or review it.")


@grouped
def replay(
    store_options: StoreOptions,
    session: str = typer.Argument(
        ..., metavar="SESSION|FILE", help="The session's number, or the file of a saved game."
    ),
    number: int | None = typer.Argument(None, metavar="GAME", help="The game's number, from 1."),
    verify: bool = typer.Option(
        False, "--verify", help="Play it again from its seeds and compare."
    ),
    delay: float = typer.Option(0.0, "--delay", min=0, help="Seconds between moves."),
    save: Path | None = SAVE,
) -> None:
    """Show a stored game move by move."""
    from assistant.arena.events import game_info, is_repeatable, record_of, stored_moves
    from assistant.arena.events import replay as steps_of
    from assistant.arena.store import Store
    from assistant.play.kept import save_game

    if number is None:
        _replay_file(Path(session), delay, store_options.as_json)
        return
    if not session.isdecimal():
        raise InputError(f'"{shorten(session)}" is not a session: expected its number')
    with Store(store_options.store, reading=True) as opened:
        chosen, game = int(session), number - 1
        plan = opened.session(chosen).plan
        steps = steps_of(opened, chosen, game)
        if save is not None:
            save_game(save, record_of(plan, game, stored_moves(opened, chosen, game)))
        same = is_repeatable(opened, chosen, game) if verify else None
        _print_steps(_info(game_info(plan, game)), steps, delay, store_options.as_json, same)


def _replay_file(path: Path, delay: float, as_json: bool) -> None:
    from assistant.arena.events import record_steps
    from assistant.play.kept import open_game_file

    record = open_game_file(path)
    if record is None:
        raise InputError(
            f'there is no saved game "{shorten(str(path))}": expected a file, or a session and '
            "the number of its game"
        )
    info = {"deal_seed": record.seed, "seats": list(record.agents)}
    _print_steps(info, record_steps(record), delay, as_json, None)


@grouped
def watch(
    players: Players,
    output: Output,
    delay: float = typer.Option(0.5, "--delay", min=0, help="Seconds between moves."),
    save: Path | None = SAVE,
) -> None:
    """Watch agents play one game, move by move; it is kept only with --save."""
    from assistant.arena.events import game_info, play_steps, record_of
    from assistant.arena.plan import plan_match
    from assistant.play.kept import save_game

    plan = plan_match(
        players.names,
        1,
        players.seed,
        players.game,
        game_rounds=players.game_rounds,
        options=players.rules,
    )
    moves: list[str] = []

    def steps() -> "Iterator[GameStep]":
        for step in play_steps(plan, 0):
            moves.extend([step.move] * (step.seat is not None))
            yield step

    _print_steps(_info(game_info(plan, 0)), steps(), delay, output.as_json, None)
    if save is not None:
        save_game(save, record_of(plan, 0, moves))


def _info(info: "GameInfo") -> dict[str, Any]:
    seeds = {"game": info.number, "deal_seed": info.deal_seed, "play_seed": info.play_seed}
    return seeds | {"seats": list(info.seats)}


def _print_steps(
    info: dict[str, Any],
    steps: "Iterator[GameStep]",
    delay: float,
    as_json: bool,
    same: bool | None,
) -> None:
    def text() -> None:
        from assistant.cli.arena_text import print_step

        for step in steps:
            print_step(step)
            time.sleep(delay if step.outcome is None else 0)
        if same is not None:
            typer.echo(
                "Played again: "
                + (
                    "the same moves"
                    if same
                    else "other moves, as another version played the session"
                )
            )

    answer: dict[str, Any] = {}
    if as_json:
        answer = info | {"steps": [_step_dict(step) for step in steps]}
        answer |= {} if same is None else {"repeatable": same}
    emit(answer, as_json, text)
    if same is False:
        raise typer.Exit(1)


def _step_dict(step: "GameStep") -> dict[str, Any]:
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
        typer.echo(f"Settings follow the name: {SETTINGS_EXAMPLE}")

    emit(answer, output.as_json, text)

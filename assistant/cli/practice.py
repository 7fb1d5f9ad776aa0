"""`assistant practice`: exercises from your own games and from ready sets, on the terminal."""

import typer

from assistant.cli.app import Seconds, game_app, terminal_control
from engine.errors import InputError

app = game_app("Exercises from your games and from ready-made sets.", default="play")


@app.command()
def play(
    game: str = typer.Argument("slave", help="The game: konkan or slave."),
    count: int = typer.Option(10, min=1, max=100, help="How many exercises."),
) -> None:
    """Ask "What do you play?" for positions that are due; type the number of your answer."""
    from assistant.review.exercises import due_set

    waiting = due_set(_game(game))[:count]
    if not waiting:
        typer.echo("Nothing is due today. Play and review games, or come back tomorrow.")
        return
    n_right = sum(_ask(exercise, place, len(waiting)) for place, exercise in enumerate(waiting, 1))
    typer.echo(f"{n_right} of {len(waiting)} right.")


@app.command()
def make(
    game: str = typer.Argument(help="The game: konkan or slave."),
    count: int = typer.Option(20, min=1, max=1_000, help="How many exercises to make."),
    seed: int = typer.Option(1, min=0, help="The number of the first deal."),
    seconds: Seconds = None,
) -> None:
    """Make the ready set of a game from games between AIs, instead of the set that is there."""
    from assistant.review.exercises import make_exercises, ready_exercises, write_exercises

    made = []
    with terminal_control(seconds) as control:
        for exercise in make_exercises(_game(game), count, seed, control):
            made.append(exercise)
            if control.should_stop():
                break
    other = "slave" if game == "konkan" else "konkan"
    write_exercises([*made, *ready_exercises(other)])
    typer.echo(f"{len(made)} exercises of {game} are written.")


def _game(name: str) -> str:
    if name not in ("konkan", "slave"):
        raise InputError(f'There are no exercises of "{name}": choose konkan or slave.')
    return name


def _ask(exercise: object, place: int, total: int) -> bool:
    """Ask one exercise; return whether the answer was right."""
    from assistant.review.exercises import ExerciseTable
    from assistant.review.player_record import Exercise, PlayerRecord
    from assistant.review.replay import choice_of
    from engine.control import Control

    assert isinstance(exercise, Exercise)
    table = ExerciseTable(exercise)
    view = table.start.look(table.names, ("",) * len(table.names))
    typer.echo(f"\n{place} of {total}. {view.headline}")
    for group in view.groups:
        if group.place not in ("deck", "gone"):
            typer.echo(f"  {group.title or group.place}: {' '.join(group.cards)}")
    for number, seat in enumerate(view.seats):
        if number != table.seat:
            typer.echo(f"  {seat.name}: {len(seat.cards)} cards, {seat.note}")
    typer.echo(f"  Your hand: {' '.join(view.seats[table.seat].cards)}")
    while not table.is_answered:
        choices = table.state.choices()
        for number, choice in enumerate(choices, 1):
            typer.echo(f"  {number:2} {choice.text}")
        answer = typer.prompt("What do you play?", type=int)
        if 1 <= answer <= len(choices):
            table.play(*choices[answer - 1].moves)
    is_right, found = table.check(Control())
    best = choice_of(table.start, table.best).text
    cost = ""
    if found is not None and found.judgement is not None and found.judgement.loss:
        cost = f" Yours cost {100 * found.judgement.loss:.0f} points. {found.reason}"
    typer.echo(f"{'Right!' if is_right else 'Not the best.'} Best: {best}.{cost}")
    PlayerRecord().answer_exercise(exercise, is_right)
    return is_right

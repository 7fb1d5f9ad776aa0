"""`assistant practice`: exercises from your own games and from ready-made sets, in the terminal."""

from typing import TYPE_CHECKING

import typer

from assistant.cli.app import Seconds, game_app, terminal_control
from engine.errors import InputError, UnavailableError
from engine.words import counted, sentence

if TYPE_CHECKING:
    from assistant.play.view import Choice, Group, TableView
    from assistant.review.exercises import ExerciseTable
    from assistant.review.player_record import Exercise

GAMES = ("konkan", "slave")
MOST_LISTED = 40  # answers in a list; the 78 gifts of a King are typed as cards
app = game_app("Exercises from your games and from ready-made sets.", default="play")


@app.command()
def play(
    game: str = typer.Argument("slave", help="The game: konkan or slave."),
    count: int = typer.Option(10, min=1, max=100, help="How many exercises."),
) -> None:
    """Ask "What do you play?" for positions that are due; type the number of your answer, or q."""
    from assistant.review.exercises import due_set

    waiting = due_set(_game(game))[:count]
    if not waiting:
        typer.echo("Nothing is due today. Play and review games, or come back tomorrow.")
        return
    n_right, problem = 0, ""
    for place, exercise in enumerate(waiting, 1):
        is_right = _ask(exercise, place, len(waiting))
        n_right += is_right
        if not problem and (problem := _keep_answer(exercise, is_right)):
            typer.echo(f"{sentence(problem)} Answers are not kept.", err=True)
    typer.echo(f"{n_right} of {len(waiting)} right.")


@app.command()
def make(
    game: str = typer.Argument(help="The game: konkan or slave."),
    count: int = typer.Option(20, min=1, max=1_000, help="How many exercises to make."),
    seed: int = typer.Option(1, min=0, help="The number of the first deal."),
    seconds: Seconds = None,
) -> None:
    """Make a game's ready-made set again, from games between AIs; it replaces the present one."""
    from assistant.review.exercises import make_exercises, ready_exercises, write_exercises

    made = []
    with terminal_control(seconds) as control:
        for exercise in make_exercises(_game(game), count, seed, control):
            made.append(exercise)
            if control.should_stop():
                break
    sets = {name: ready_exercises(name) for name in GAMES} | {game: made}
    write_exercises([exercise for name in GAMES for exercise in sets[name]])
    typer.echo(f"Wrote {counted(len(made), 'exercise')} of {game}.")


def _game(name: str) -> str:
    if name not in GAMES:
        raise InputError(f'There are no exercises of "{name}": choose konkan or slave.')
    return name


def _keep_answer(exercise: "Exercise", is_right: bool) -> str:
    """Schedule an exercise again; return why it cannot be stored, or "" if it is."""
    from assistant.review.player_record import PlayerRecord

    try:
        PlayerRecord().answer_exercise(exercise, is_right)
    except UnavailableError as error:
        return str(error)
    return ""


def _ask(exercise: "Exercise", place: int, total: int) -> bool:
    """Ask one exercise; return whether the answer was right."""
    from assistant.review.exercises import ExerciseTable, answer_words
    from engine.control import Control
    from engine.words import capital

    table = ExerciseTable(exercise)
    view = table.start.look(table.names, ("",) * len(table.names))
    typer.echo(f"\n{place} of {total}. {view.headline}")
    lying = [group for group in view.groups if group.place not in ("deck", "gone")]
    if lying:
        typer.echo("  On the table, oldest first:")
        for group in lying:
            typer.echo(f"    {_group_name(group, view)}: {' '.join(group.cards)}")
    for number, seat in enumerate(view.seats):
        if number != table.seat:
            about = ", ".join(filter(None, (f"{len(seat.cards)} cards", seat.note)))
            typer.echo(f"  {seat.name}: {about}")
    typer.echo(f"  Your hand: {' '.join(view.seats[table.seat].cards)}")
    while not table.is_answered:
        choices = table.state.choices()
        todo = table.state.prompt()
        typer.echo(f"  {capital(todo)}:" if todo else "")
        is_listed = len(choices) <= MOST_LISTED or len({each.target for each in choices}) > 1
        for number, choice in enumerate(choices if is_listed else (), 1):
            typer.echo(f"  {number:2} {choice.text}")
        answer = typer.prompt("What do you play", prompt_suffix="? ").strip()
        if answer in ("q", "quit"):
            raise typer.Abort
        if is_listed and answer.isdecimal() and 1 <= int(answer) <= len(choices):
            table.play(*choices[int(answer) - 1].moves)
        elif is_listed:
            typer.echo(f"Type a number from 1 to {len(choices)}, or q to stop.")
        else:
            _play_cards(table, answer, choices[0])
    is_right, found = table.check(Control())
    typer.echo(answer_words(table, is_right, found))
    return is_right


def _play_cards(table: "ExerciseTable", answer: str, example: "Choice") -> None:
    """Play cards that are typed where there are too many choices for a list."""
    from engine.cards import parse_cards

    try:
        cards = [card.symbol for card in parse_cards(answer)]
        table.play(*table.state.moves_for(cards, example.target))
    except InputError as error:
        cards_words = " ".join(example.cards)
        typer.echo(f"{sentence(str(error))} Type cards such as {cards_words}, or q to stop.")


def _group_name(group: "Group", view: "TableView") -> str:
    """Return what lies there: "trash", "Player 2, 24 points", "You"."""
    if group.owner is None:
        return group.title or group.place
    points = f", {group.title} points" if group.place.startswith("meld") else ""
    return f"{view.seats[group.owner].name}{points}"

"""`assistant review GAME`: what each decision of a game cost, and where its result came from."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from assistant.cli.app import App, Seconds, emit, print_table, terminal_control
from assistant.cli.option_groups import StoreOptions
from assistant.cli.options import grouped
from engine.cards import shorten
from engine.errors import InputError, UnavailableError

if TYPE_CHECKING:
    from assistant.play.record import Record
    from assistant.review.decisions import Review

app = App(add_completion=False)
GAMES = ("konkan", "slave", "pokle")
STORED = re.compile(r"(\d{1,9}):(\d{1,12})", re.ASCII)


@app.command()
@grouped
def review(
    store_options: StoreOptions,
    game: str = typer.Argument(
        help='A saved game\'s file, "last" for the newest one, SESSION:GAME of the arena, '
        "or a whole game as one line."
    ),
    seat: int | None = typer.Option(None, help="The seat to review, from 1; your own if left out."),
    html: Path | None = typer.Option(None, help="Also write the review as a page for a browser."),
    worlds: int | None = typer.Option(
        None, min=40, max=1_000_000, help="The most deals in which to try each decision."
    ),
    seed: int = typer.Option(1, min=0, help="Seed of these deals."),
    seconds: Seconds = None,
) -> None:
    """Judge every decision of one seat: its chance, the best move, the loss and a mark.

    A loss is measured in the same deals for all moves, from what the player could know.
    """
    from assistant.review.decisions import as_dict
    from assistant.review.decisions import review as review_record
    from assistant.review.page import as_html
    from engine.files import write_text

    record = find_record(game, store_options.store)
    with terminal_control(seconds, quiet=store_options.as_json) as control:
        index = None if seat is None else seat - 1
        found = review_record(record, index, seed, control, worlds)
    if html is not None:
        write_text(html, as_html(found))
    emit(as_dict(found), store_options.as_json, lambda: _print(found))


def find_record(game: str, store: Path | None) -> "Record":
    """Return a game by its file, "last", SESSION:GAME of the arena, or as one line."""
    from assistant.play.kept import read_game

    if game == "last":
        return _last_record()
    stored = STORED.fullmatch(game)
    if stored:
        from assistant.arena import stored_record

        return stored_record(int(stored[1]), int(stored[2]) - 1, store)
    if " " in game and game.split("?")[0].split()[0] in GAMES:
        from assistant.review.replay import record_of_line

        return record_of_line(game)
    path = Path(game)
    if not path.is_file():
        raise InputError(
            f'There is no saved game "{shorten(game)}": expected a file, "last", SESSION:GAME '
            "of the arena such as 1:1, or a whole game as one line."
        )
    return read_game(path)


def _last_record() -> "Record":
    from assistant.play.kept import newest_files, read_game

    for file in newest_files():
        try:
            record = read_game(file)
        except (InputError, OSError):
            continue  # a damaged game does not hide the one before it
        if record.is_over:
            return record
    raise UnavailableError("No finished game is saved yet: play one to its end first.")


def _print(found: "Review") -> None:
    from assistant.review.text import HEADINGS, account_lines, accuracy_text, table_rows

    typer.echo(f"{found.game.capitalize()}: {found.names[found.seat]}, seat {found.seat + 1}")
    print_table(HEADINGS, table_rows(found))
    for each in found.decisions:
        if each.reason:
            typer.echo(f"{each.round_number}.{each.number + 1}  {each.reason}")
    for line in (accuracy_text(found), *account_lines(found)):
        typer.echo(line)

"""Make the pictures of the coach: review, practice and record, in two sizes and both themes.

`python -m tests.gui.coach_screenshots FOLDER` writes `coach-<what>-<width>-<theme>.png`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

from assistant.play import HUMAN, GameTable, Record, find_game, run
from assistant.play.kept import keep_game
from assistant.review.player_record import FinishedGame, PlayerRecord
from engine.control import Control
from gui.main_window import MainWindow
from tests.gui.screenshots import pause, save_small, windows

SIZES = ((1024, 700), (1920, 1080))
PLAYERS = {
    "konkan": ("greedy", "greedy"),
    "slave": ("greedy", "greedy", "heuristic", "policy"),
    "pokle": ("entropy", "random"),
}


def main() -> None:
    """Write all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    records = {game: _finished(game) for game in PLAYERS}
    for window, kind in windows("home", *SIZES):
        fill_record()
        for game, record in records.items():
            keep_game(record)
            show_review(window, record)
            _save(window, folder / f"coach-review-{game}-{window.width()}-{kind}.png")
        for place, what in ((0, "konkan"), (3, "holdem")):
            show_practice(window, place)
            _save(window, folder / f"coach-practice-{what}-{window.width()}-{kind}.png")
        for game in ("konkan", "pokle"):
            show_record(window, game)
            _save(window, folder / f"coach-record-{game}-{window.width()}-{kind}.png")


def _finished(game: str) -> Record:
    """Return a game of AIs as if the first seat had been a person's."""
    table = GameTable(find_game(game), PLAYERS[game], 1, 3)
    for _ in run(table, Control()):
        pass
    seats = (("You", HUMAN), *table.record.seats[1:])
    return table.record.model_copy(update={"seats": seats})


def fill_record() -> None:
    """Put games into an empty record."""
    player = PlayerRecord()
    if player.games():
        return
    player.add_games(
        FinishedGame(
            game,
            "" if game == "pokle" else "Bo",
            place=1 + (number % 5 < 2),
            n_seats=1 if game == "pokle" else 2,
            points=float(2 + number % 4),
            guesses=2 + number % 4 if game == "pokle" else None,
            accuracy=62 + 20 * number / 80 + number * 7 % 11,
            luck=(number * 13 % 21 - 10) / 50,
            play=-0.1,
            losses='{"throw": [%.2f, 10], "draw": [0.1, 9], "lay": [0.2, 3]}' % (1 - number / 100),
            finished=f"2026-0{1 + number // 28}-{1 + number % 28:02d}T18:00:00+00:00",
        )
        for number in range(80)
        for game in ("konkan", "pokle")
    )


def show_review(window: MainWindow, record: Record) -> None:
    """Open the review of a game at its worst move."""
    window.review_game(record)
    page = window.coach["review"]
    _wait(lambda: page.jobs.is_running or not page.steps)


def show_practice(window: MainWindow, kind: int) -> None:
    """Begin a set."""
    window.show_panel("practice")
    page = window.coach["practice"]
    page.kind.setCurrentIndex(kind)
    page.start()
    pause(0.2)
    _wait(lambda: page.jobs.is_running)


def show_record(window: MainWindow, game: str) -> None:
    """Show the record of a game."""
    window.show_panel("you")
    page = window.coach["you"]
    page.game.setCurrentIndex(page.game.findData(game))
    pause(0.2)
    _wait(lambda: page.jobs.is_running)


def _wait(is_busy: Callable[[], bool]) -> None:
    while is_busy():
        pause(0.1)


def _save(window: MainWindow, path: Path) -> None:
    pause(0.4)
    save_small(window, path)


if __name__ == "__main__":
    main()

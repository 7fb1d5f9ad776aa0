"""Make the pictures of the card table: played, watched and replayed, in two sizes and both themes.

`python -m tests.gui.table_screenshots [folder]` writes `table-<what>-<width>-<theme>.png`.
"""

import argparse
from pathlib import Path

from assistant.arena import dealt_table, plan_match
from assistant.arena.events import play_steps
from assistant.play import DEAL, HUMAN, GameTable, find_game, run
from assistant.play.konkan import KonkanState
from engine.control import Control
from gui.felt.page import TablePage
from gui.main_window import MainWindow
from gui.panels.arena import ArenaPanel
from gui.panels.table_panel import TablePanel
from resources import resource_path
from tests.gui.screenshots import pause, save_small, windows

SIZES = ((1024, 700), (1920, 1080))


def main() -> None:
    """Write all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=resource_path("screenshots"))
    folder = parser.parse_args().folder
    for window, kind in windows("konkan", *SIZES):
        for what, show in SHOWN.items():
            show(window)
            pause(0.5)
            save_small(window, folder / f"table-{what}-{window.width()}-{kind}.png")


def show_play(window: MainWindow) -> None:
    """A person's turn at Konkan, with melds on the table and a card chosen."""
    page = _open(window, "konkan")
    page.sit_down(crowded_table())
    pause(0.3)
    page.felt.choose_card(3)


def crowded_table() -> GameTable:
    """A table with many melds at which it is a person's turn to act."""
    table = GameTable(find_game("konkan"), (HUMAN, "greedy", "greedy"), 3, 5)
    while True:
        assert isinstance(table.state, KonkanState)
        game = table.state.game
        if len(game.table) >= 5 and table.waits_for_human and game.phase == "act":
            return table
        table.play(DEAL if game.is_over else game.choose("greedy", 1))


def show_watch(window: MainWindow) -> None:
    """Four AIs at Slave in the middle of a trick."""
    table = GameTable(find_game("slave"), ("policy", "heuristic", "greedy", "random"), 3, 5)
    for _ in run(table, Control()):
        if len(table.events) > 10 and len(table.view.groups) > 3:
            break
    page = _open(window, "slave")
    page.sit_down(table)
    page.course.pause(True)


def show_replay(window: MainWindow) -> None:
    """A game of the arena, half-way through."""
    window.show_panel("arena")
    panel = window.panel
    assert isinstance(panel, ArenaPanel)
    view, plan = panel.tabs.open(panel.game_tab), plan_match(("greedy",) * 3, 1, 11, "konkan")
    replay = view.replay
    replay.show_steps(tuple(play_steps(plan, 0)), dealt_table(plan, 0))
    replay.slider.setValue(replay.slider.maximum() * 4 // 5)
    while len(replay.watch.chances) < len(replay.steps):
        pause(0.1)
    view.side.setCurrentWidget(view.side.plot)


def _open(window: MainWindow, game: str) -> TablePage:
    window.show_panel(game)
    panel = window.panel
    assert isinstance(panel, TablePanel)
    page = panel.tabs.open(panel.table_tab)
    pause(0.5)  # the game of the window before comes back first
    return page


SHOWN = {"play": show_play, "watch": show_watch, "replay": show_replay}


if __name__ == "__main__":
    main()

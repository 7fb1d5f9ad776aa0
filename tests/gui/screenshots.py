"""Make the pictures of the README: every panel in the light theme, with its example answered.

`python -m tests.gui.screenshots [folder] [panel ...]` opens the real window at 1280 by 800 and
writes `panel-<game>-light.png`. It works on any display, Xvfb or offscreen.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from assistant.settings import Settings, Theme
from gui.actions import PANELS
from gui.app import make_application
from gui.jobs import stop_all
from gui.main_window import MainWindow
from gui.panels.base import Panel
from gui.state import WindowState
from gui.theme import theme
from resources import resource_path

SIZE = (1280, 800)
PATIENCE_S = 90.0  # the first answer may have to compile kernels
THEMES: tuple[Theme, ...] = ("light", "dark")


def main() -> None:
    """Write the pictures that are asked for, or all."""
    games = [game for game, _ in PANELS]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=resource_path("screenshots"))
    parser.add_argument("panels", nargs="*", default=games, help=f"of: {', '.join(games)}")
    args = parser.parse_args()
    for window, kind in windows(args.panels[0], SIZE, themes=("light",)):
        for game in args.panels:
            path = args.folder / f"panel-{game}-{kind}.png"
            take(window, game, path)
            sys.stdout.write(f"{path.name}  {path.stat().st_size // 1024} KB\n")


def windows(
    panel: str, *sizes: tuple[int, int], themes: tuple[Theme, ...] = THEMES
) -> Iterator[tuple[MainWindow, Theme]]:
    """A window on a panel in each theme and size; the user's own state stays out of it."""
    os.environ["CARD_TABLE_HOME"] = tempfile.mkdtemp()
    make_application()
    for kind, size in product(themes, sizes):
        theme.apply(Settings(theme=kind))
        window = MainWindow(theme.settings, WindowState(panel=panel))
        window.resize(*size)
        window.show()
        yield window, kind
        window.close()
    stop_all()


def take(window: MainWindow, game: str, path: Path) -> None:
    """Show a panel with its example, wait for the answer, write the picture."""
    window.show_panel(game)
    panel = window.panel
    if panel is not None:
        panel.demonstrate()
        wait_for_answer(panel)
    QCursor.setPos(window.mapToGlobal(window.rect().topRight()))  # nothing is hovered
    pause(0.3)
    save_small(window, path)


def save_small(window: MainWindow, path: Path) -> None:
    """Write a picture of the window with few colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(path), "PNG")
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def wait_for_answer(panel: Panel) -> None:
    """Let the event loop run until the panel has its final answer."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s and panel.is_busy:
        pause(0.05)


def pause(seconds: float) -> None:
    """Let the event loop run for a while."""
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(0.005)


if __name__ == "__main__":
    main()

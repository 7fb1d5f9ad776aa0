"""`assistant gui`: open the window. Qt is imported only here, and only when called.

The command line stands below the window, so it finds it by name rather than by import.
"""

import importlib
from types import ModuleType

import typer

from assistant.cli.app import game_app

app = game_app("Open the window.", default="open")


@app.command("open")
def open_window(
    scenario: str = typer.Argument("", help="A saved position or game (JSON) to open."),
    panel: str = typer.Option(
        "", help="The panel to show: pokle, holdem, kings-lows, konkan, slave or arena."
    ),
    check: bool = typer.Option(False, "--check", help="Only say whether a window can be opened."),
) -> None:
    """Open the window and stay until it is closed."""
    if check:
        _load("gui.display").require_display()
        return
    raise typer.Exit(_load("gui.app").run(panel, scenario))


def _load(module: str) -> ModuleType:
    from assistant import system_libraries
    from engine.errors import UnavailableError

    missing = system_libraries.missing_packages(system_libraries.QT)
    if missing:
        raise UnavailableError(system_libraries.explain_missing(missing))
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UnavailableError(
            f"the window cannot be loaded: {error} (pip install PySide6-Essentials)"
        ) from error

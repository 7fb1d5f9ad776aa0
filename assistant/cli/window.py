"""`assistant gui`: open the window. Qt is imported only here, and only when called.

The command line stands below the window, so it finds it by name rather than by import.
"""

import importlib

import typer

from assistant.cli.app import game_app

app = game_app("Open the window.", default="open")


@app.command("open")
def open_window(
    scenario: str = typer.Argument("", help="A saved scenario (JSON) to show."),
    panel: str = typer.Option(
        "", help="The panel to show: pokle, holdem, kings-lows, konkan, slave or arena."
    ),
) -> None:
    """Open the window and stay until it is closed."""
    from engine.errors import UnavailableError

    try:
        window = importlib.import_module("gui.app")
    except ImportError as error:
        raise UnavailableError(
            f"the window cannot be loaded: {error} (install PySide6-Essentials and its libraries)"
        ) from error
    raise typer.Exit(window.run(panel, scenario))

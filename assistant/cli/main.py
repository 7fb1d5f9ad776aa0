"""The console script `assistant`: a table of commands, each imported only when it is called.

Exit codes: 0 done, 1 could not, 2 bad input. One line for every error; tracebacks go to the log.
"""

import sys
import traceback

import click
import typer
from typer.core import TyperGroup

from assistant import paths
from assistant.cli.app import load_command
from assistant.version import VERSION

COMMANDS = {
    "pokle": ("assistant.cli.pokle:app", "Best Pokle guess; play or watch it in a browser."),
    "holdem": ("assistant.cli.holdem:app", "Texas Hold'em equity."),
    "kings-lows": ("assistant.cli.kings_lows:app", "Kings and Lows odds."),
    "konkan": ("assistant.cli.konkan:app", "Konkan melds and move advice."),
    "slave": ("assistant.cli.slave:app", "Slave move advice, play, training."),
    "arena": ("assistant.cli.arena:app", "AI against AI: sessions, ratings, replays."),
    "hand": ("assistant.cli.hand:app", "Name the best five of five to seven cards."),
    "doctor": ("assistant.cli.doctor:app", "What is installed, and what is missing."),
    "gui": ("assistant.cli.window:app", "Open the window."),
}


class LazyGroup(TyperGroup):
    """Lists commands from the table and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself, or only its name and help line while help is being printed."""
        if cmd_name not in COMMANDS:
            return None
        target, help_line = COMMANDS[cmd_name]
        if ctx.invoked_subcommand is None and "--help" in sys.argv[1:2]:
            return click.Command(cmd_name, help=help_line)
        command = load_command(target)
        command.help = command.help or help_line
        return command


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"assistant {VERSION}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True),
) -> None:
    """The card-table assistant: the best move in five card games, and why."""


def main() -> None:
    """Run the command line and turn every error into one line and an exit code."""
    sys.exit(run(load_command("assistant.cli.main:app")))


def run(command: click.Command, args: list[str] | None = None) -> int:
    """Run a click command; return its exit code, with errors told in one line."""
    from pydantic import ValidationError

    from engine.errors import Cancelled, InputError, UnavailableError

    try:
        result = command.main(args, prog_name="assistant", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except InputError as error:
        return _fail(str(error), 2)
    except ValidationError as error:
        from assistant.requests import explain_validation

        return _fail(str(explain_validation(error)), 2)
    except UnavailableError as error:
        return _fail(str(error), 1)
    except (Cancelled, KeyboardInterrupt, click.Abort):
        return _fail("stopped", 1)
    except BrokenPipeError:
        return 1
    except Exception as error:  # the last line of defence: no traceback reaches the user
        log = paths.log_file()
        with log.open("a") as file:
            traceback.print_exc(file=file)
        return _fail(f"unexpected {type(error).__name__}: {error} (details in {log})", 1)


def _fail(message: str, code: int) -> int:
    click.echo("error: " + " ".join(message.split()), err=True)
    return code


if __name__ == "__main__":
    main()

"""Parts of all commands: lazy groups, a default command, JSON output, time limits, progress.

A game's module makes its Typer with `game_app`, answers with `emit`, and runs long work under
`terminal_control`. Errors are raised, never printed: `assistant.cli.main` turns them into one line.
"""

import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from engine.errors import InputError

if TYPE_CHECKING:  # imported where they are needed: help should be quick
    from types import FrameType

    from pydantic import BaseModel

    from assistant.requests import Request
    from engine.control import Control, Progress

Function = TypeVar("Function", bound=Callable[..., Any])
Question = TypeVar("Question", bound="Request")
WORD = re.compile(r"[A-Za-z][A-Za-z-]{2,}")  # a word that may be a mistyped command
MAX_SECONDS = 10_000_000
PLAIN_TYPES = {
    "<str>": "TEXT",
    "<list[str]>": "TEXT",
    "<int>": "NUMBER",
    "<int range>": "NUMBER",
    "<float>": "NUMBER",
    "<float range>": "NUMBER",
    "<path>": "PATH",
}
RENAMED = {  # options of earlier versions: their names today
    "--enemy": "--opponent",
    "--lap": "--one-turn-each",
    "--mend": "--repair",
    "--rival": "--opponent",
    "--store": "--session-file",
}
MISSING = re.compile(r"Missing (?:argument|option) '([^']*)'")
NEAR = 0.7  # least similarity of a word and the command that was meant, of 1


def _time_limit(*more_names: str) -> Any:
    return typer.Option("--seconds", *more_names, help="Time limit in seconds.")


AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")]
Seconds = Annotated[float | None, _time_limit()]
SecondsOrTime = Annotated[float | None, _time_limit("--time")]  # the name of earlier versions


POSITION = typer.Option(
    "", "--position", help="A position as one line, instead of all other options."
)


def read_question(text: str, kind: type[Question]) -> Question:
    """Read a position line of one game."""
    from assistant.play.position import question_of

    request = question_of(text)
    if not isinstance(request, kind):
        raise InputError(f"this is a position of {request.game}: use assistant position")
    return request


class Command(TyperCommand):
    """A command with plain words in its help, and with the option names of earlier versions."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, --help included."""
        return with_plain_types(super().get_params(ctx), ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return what follows the name of the command in its usage line."""
        return [re.sub("[{}]", "", piece) for piece in super().collect_usage_pieces(ctx)]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; an option may have its name of an earlier version."""
        known = {name for param in self.params for name in param.opts}
        try:
            return super().parse_args(ctx, [_renamed(arg, known) for arg in args])
        except typer.TyperException as error:
            missing = MISSING.match(error.format_message())
            if not missing:
                raise
            raise InputError(self._missing(missing[1])) from error

    def _missing(self, name: str) -> str:
        """Return what is said if a parameter is missing: its name, and its help."""
        params: list[Any] = list(self.params)
        helps = [p.help for p in params if name in (p.metavar, p.name.upper(), *p.opts)]
        about = next(filter(None, helps), "See --help.")
        return f"{name} is missing: {about[:1].lower()}{about[1:]}"


class CommandGroup(TyperGroup):
    """A group of commands whose help shows plain words for the types of options."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters, --help included."""
        return with_plain_types(super().get_params(ctx), ctx)


def _renamed(arg: str, known: set[str]) -> str:
    """Return an argument with today's name of its option, if the command has that option."""
    name, sign, value = arg.partition("=")
    today = RENAMED.get(name, name)
    return today + sign + value if today in known else arg


def with_plain_types(params: list[Any], ctx: Any) -> list[Any]:
    """Return parameters with a plain word for the type of an option, and none for the rest."""
    for param in params:
        if param.param_type_name == "argument":
            param.metavar = param.metavar or param.name.upper()
            param.display_type_rich = _no_type
        elif param.metavar is None:
            param.metavar = "" if param.is_flag else PLAIN_TYPES.get(param.display_type(ctx))
    return params


def _no_type(ctx: Any) -> None:
    """Show no type beside an argument."""


class App(typer.Typer):
    """A Typer of our commands."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Function], Function]:
        """Register a command."""
        return super().command(name, **{"cls": Command} | settings)


class DefaultGroup(CommandGroup):
    """A group whose first argument may be left out: anything unknown goes to `default`."""

    default = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the default command in front unless a command or --help is there."""
        if self.default and not self._is_complete(ctx, args):
            did_you_mean(ctx, args, self.commands)
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def _is_complete(self, ctx: Any, args: list[str]) -> bool:
        """Return True if a command or --help is there, or a shell asks what may come first."""
        if not args:
            return bool(ctx.resilient_parsing)
        return args[0] in ctx.help_option_names or args[0] in self.commands

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the group, and that of its default command."""
        super().format_help(ctx, formatter)
        if self.default:
            typer.echo(f" Without a command, {self.default} is used:")
            command = self.commands[self.default]
            with type(ctx)(command, info_name=self.default, parent=ctx) as inner:
                command.format_help(inner, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return what a shell may offer: commands and options, those of the default command too."""
        found = super().shell_complete(ctx, incomplete)
        if self.default:
            command = self.commands[self.default]
            with type(ctx)(command, info_name=self.default, parent=ctx) as inner:
                found += command.shell_complete(inner, incomplete)
        return list({item.value: item for item in found}.values())


def did_you_mean(ctx: Any, args: list[str], commands: Iterable[str]) -> None:
    """Refuse a word that is nearly the name of a command, and say which."""
    word = args[0] if args else ""
    if ctx.resilient_parsing or word in commands or not WORD.fullmatch(word):
        return
    near = get_close_matches(word.lower(), commands, n=1, cutoff=NEAR)
    if near:
        ctx.fail(f'there is no command "{word}": did you mean {near[0]}?')


def game_app(help_text: str, default: str = "", add_completion: bool = False) -> App:
    """Return a Typer for one game; `default` names the command that is meant when none is given."""
    group = type("GameGroup", (DefaultGroup,), {"default": default})
    return App(
        cls=group, help=help_text, no_args_is_help=not default, add_completion=add_completion
    )


def load_command(target: str) -> TyperCommand | TyperGroup:
    """Return the command of "module:attribute", imported now."""
    module, _, attribute = target.partition(":")
    app = getattr(importlib.import_module(module), attribute)
    return typer.main.get_command(app)  # type: ignore[return-value]  # one of the two, always


def emit(answer: "BaseModel | dict[str, Any]", as_json: bool, text: Callable[[], None]) -> None:
    """Print the answer as JSON, or let `text` print it for people."""
    if not as_json:
        text()
        return
    if isinstance(answer, dict):
        typer.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    else:
        typer.echo(answer.model_dump_json(indent=2))


def print_table(headings: Iterable[str], rows: Iterable[Iterable[Any]], **options: Any) -> None:
    """Print rows of cells (texts) below their headings; nothing in them is markup."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*headings, **options)
    for row in rows:
        table.add_row(*row)
    Console(markup=False, emoji=False).print(table)


@contextmanager
def terminal_control(seconds: float | None = None, quiet: bool = False) -> "Iterator[Control]":
    """Provide a control whose progress is a bar on the terminal (standard error), removed when
    done.

    Ctrl-C cancels the job, which then answers with what it has so far.
    """
    import signal

    from assistant.cli import interrupts
    from engine.control import Budget, Control

    if seconds is not None and not 0 < seconds <= MAX_SECONDS:
        raise InputError(f"{seconds} seconds: expected more than 0, at most {MAX_SECONDS:,}")
    control = Control(Budget(seconds))
    before = signal.getsignal(signal.SIGINT)

    def interrupt(number: int, frame: "FrameType | None") -> None:
        if control.cancel.is_set():
            interrupts.interrupt(number, frame)
        control.cancel.set()

    with _progress_bar(quiet) as control.on_progress:
        signal.signal(signal.SIGINT, interrupt)
        try:
            yield control
        finally:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _progress_bar(quiet: bool) -> "Iterator[Callable[[Progress], None]]":
    """Provide a progress callback: a bar on a terminal, otherwise a no-op."""
    if quiet or not _has_terminal():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda progress: bar.update(
            task, completed=progress.done, total=progress.total or None, description=progress.text
        )


def _has_terminal() -> bool:
    """Return True if standard error is a terminal, or is taken for one."""
    from rich.console import Console

    return Console(stderr=True).is_terminal

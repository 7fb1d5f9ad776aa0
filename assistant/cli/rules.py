"""House rules as flags: every command that plays or advises takes those of its game."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from engine.rules import RuleOption, Rules


def with_rules(kind: type[Rules]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for a command that takes `rules`: its flags are the options of `kind`."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command).parameters.values()
        plain = [*(p for p in own if p.name != "rules"), *map(_flag, kind.options())]

        @wraps(command)
        def called(**values: Any) -> None:
            settings = {option.key: values.pop(option.key) for option in kind.options()}
            command(rules=kind.of(settings), **values)

        called.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # read by Typer
            [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in plain]
        )
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in plain}
        return called

    return decorate


def _flag(option: RuleOption) -> inspect.Parameter:
    shown = typer.Option(option.default, help=option.help)
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(option.key, kind, default=shown, annotation=type(option.default))

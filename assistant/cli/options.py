"""Options in groups: a command takes a group as one value: a dataclass, or the rules of a game.

`grouped` shows Typer the fields of a command's groups as plain options and arguments; the flags of
house rules come last.
"""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any

import typer

from engine.rules import RuleOption, Rules

KIND = inspect.Parameter.KEYWORD_ONLY


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command to which Typer gives every option by itself; they are passed on in
    groups.
    """
    own: list[inspect.Parameter] = []
    flags: list[inspect.Parameter] = []
    groups: dict[str, tuple[Any, list[inspect.Parameter]]] = {}
    for parameter in inspect.signature(command).parameters.values():
        kind = parameter.annotation
        if not is_dataclass(kind):
            own.append(parameter.replace(kind=KIND))
            continue
        members = _members(kind)
        groups[parameter.name] = kind, members
        (flags if _is_rules(kind) else own).extend(members)

    @wraps(command)
    def called(**values: Any) -> None:
        for name, (kind, members) in groups.items():
            given = {member.name: values.pop(member.name) for member in members}
            values[name] = kind.of(given) if _is_rules(kind) else kind(**given)
        command(**values)

    plain = [*own, *flags]
    called.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]  # read by Typer
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in plain}
    return called


def _is_rules(kind: Any) -> bool:
    return issubclass(kind, Rules)


def _members(group: Any) -> list[inspect.Parameter]:
    """Return the parameters of a group: a flag for each house rule, or its fields."""
    if _is_rules(group):
        return list(map(_flag, group.options()))
    empty = inspect.Parameter.empty
    return [
        inspect.Parameter(
            field.name,
            KIND,
            default=empty if field.default is MISSING else field.default,
            annotation=field.type,
        )
        for field in fields(group)
    ]


def _flag(option: RuleOption) -> inspect.Parameter:
    shown = typer.Option(option.default, help=option.help)
    return inspect.Parameter(option.key, KIND, default=shown, annotation=type(option.default))

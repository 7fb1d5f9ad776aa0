"""Options in groups: a command takes a group, a dataclass, as one value.

`grouped` shows Typer the fields of a command's groups as plain options and arguments.
"""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from typing import Any


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command to which Typer gives every option by itself; they are passed on in
    groups.
    """
    plain: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    for parameter in inspect.signature(command).parameters.values():
        if is_dataclass(parameter.annotation):
            groups[parameter.name] = parameter.annotation
            plain += _parameters(parameter.annotation)
        else:
            plain.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
    return with_parameters(command, plain, groups)


def with_parameters(
    command: Callable[..., None], plain: list[inspect.Parameter], groups: dict[str, Any]
) -> Callable[..., None]:
    """Return a command with plain parameters for Typer; the fields of a group become one value."""

    @wraps(command)
    def called(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        command(**values)

    called.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]  # read by Typer
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in plain}
    return called


def _parameters(group: Any) -> list[inspect.Parameter]:
    kind, empty = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.empty
    return [
        inspect.Parameter(
            field.name,
            kind,
            default=empty if field.default is MISSING else field.default,
            annotation=field.type,
        )
        for field in fields(group)
    ]

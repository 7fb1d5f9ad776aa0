"""Konkan's house rules as flags, the same for every command that plays or advises."""

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any

import typer

from engine.konkan.rules import DEFAULT_RULES, KonkanRules

HELP = {
    "threshold": "Points needed to come down.",
    "min_naturals": "Natural cards that a meld needs: 1 or 2.",
    "raise_by_later_melds": "Melds of later turns raise the total that others must beat.",
    "swap_own": "Jokers may be swapped from one's own melds, too.",
    "keep_top": "The top of the trash stays when the trash becomes the deck.",
    "joker_deadwood": "Points of a joker left in hand.",
    "max_turns": "Turns after which the round is drawn.",
}


def with_rules(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes `rules`: its flags are the fields of `KonkanRules`."""
    names = [rule.name for rule in fields(KonkanRules)]

    @wraps(command)
    def with_flags(**given: Any) -> None:
        rules = KonkanRules(**{name: given.pop(name) for name in names})
        command(**given, rules=rules)

    own = inspect.signature(command).parameters.values()
    flags = [_flag(name, type(getattr(DEFAULT_RULES, name))) for name in names]
    parameters = [*(p for p in own if p.name != "rules"), *flags]
    with_flags.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by Typer
    with_flags.__annotations__ = {p.name: p.annotation for p in parameters}
    return with_flags


def _flag(name: str, kind: type) -> inspect.Parameter:
    default = typer.Option(getattr(DEFAULT_RULES, name), help=HELP[name])
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)

"""Konkan's house rules as flags, the same for every command that plays or advises."""

import inspect
from collections.abc import Callable
from dataclasses import fields

import typer

from assistant.cli.options import with_parameters
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
    own = inspect.signature(command).parameters.values()
    flags = [_flag(rule.name) for rule in fields(KonkanRules)]
    plain = [*(p for p in own if p.name != "rules"), *flags]
    return with_parameters(command, plain, {"rules": KonkanRules})


def _flag(name: str) -> inspect.Parameter:
    usual = getattr(DEFAULT_RULES, name)
    option = typer.Option(usual, help=HELP[name])
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=option, annotation=type(usual))

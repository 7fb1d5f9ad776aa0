"""The one list of live games; each is imported only when used.

A new game is a line here: command line, window, arena and store know it by its key and take all
else (title, seats, agents, house rules) from it.
"""

import importlib
from collections.abc import Sequence
from functools import cache

from assistant.play.game import Game
from engine.agents import AgentSpec, parse_agent
from engine.cards import shorten
from engine.errors import InputError

GAMES = {
    "pokle": "assistant.play.pokle:GAME",
    "slave": "assistant.play.slave:GAME",
    "konkan": "assistant.play.konkan:GAME",
}
EARLIER_NAMES = {
    "slave_lap": ("slave", ("one_turn_each=yes",)),
    "slave_free": ("slave", ("free_lead=yes",)),
    "slave_lap_free": ("slave", ("one_turn_each=yes", "free_lead=yes")),
}
"""Names of 0.2.0 and older, with the game and the house rules that they meant."""


def find_game(name: str) -> Game:
    """Return the game of a name; an unknown one is refused with the list of what there is."""
    if name not in GAMES:
        raise InputError(f'there is no game "{shorten(name)}"; there are: {", ".join(GAMES)}')
    return _load(GAMES[name])


@cache
def _load(place: str) -> Game:
    """Return the game at "module:attribute" of the list."""
    module, _, attribute = place.partition(":")
    game = getattr(importlib.import_module(module), attribute)
    assert isinstance(game, Game)
    return game


def find_agent(text: str, game: str = "") -> AgentSpec:
    """Read an agent; the game may be left out of the text if it is given here."""
    name = game or text.partition(":")[0] if ":" in text.partition("?")[0] else game
    if not name:
        raise InputError(
            f'the agent "{shorten(text)}" names no game: expected one such as slave:greedy'
        )
    return parse_agent(text, name, find_game(name).agents)


def find_agents(texts: Sequence[str], game: str = "") -> tuple[AgentSpec, ...]:
    """Read agents that must all play the same game."""
    if not texts:
        raise InputError("no agents are given: expected some, such as slave:greedy slave:random")
    first = find_agent(texts[0], game)
    return (first, *(find_agent(text, first.game) for text in texts[1:]))

"""The one list of games that AIs play against each other; each is imported only when used.

A new game is a line here: command line, window and store know it by its key and take all else
(title, seats, agents, an example) from it.
"""

import importlib
from collections.abc import Sequence
from functools import cache

from assistant.arena.game import Game
from engine.agents import AgentSpec, parse_agent
from engine.cards import shorten
from engine.errors import InputError

GAMES = {
    "pokle": "assistant.arena.games.pokle:GAME",
    "slave": "assistant.arena.games.slave:GAME",
    "slave_lap": "assistant.arena.games.slave:LAP_GAME",
    "slave_free": "assistant.arena.games.slave:FREE_GAME",
    "slave_lap_free": "assistant.arena.games.slave:LAP_FREE_GAME",
    "konkan": "assistant.arena.games.konkan:GAME",
}


def find_game(name: str) -> Game:
    """The game of a name; an unknown one is refused with the list of what there is."""
    if name not in GAMES:
        raise InputError(f'there is no game "{shorten(name)}"; there are: {", ".join(GAMES)}')
    return _load(GAMES[name])


@cache
def _load(place: str) -> Game:
    """The game at "module:attribute" of the list."""
    module, _, attribute = place.partition(":")
    game = getattr(importlib.import_module(module), attribute)
    assert isinstance(game, Game)
    return game


def find_agent(text: str, game: str = "") -> AgentSpec:
    """Read an agent; the game may be left out of the text if it is given here."""
    name = game or text.partition(":")[0] if ":" in text.partition("?")[0] else game
    if not name:
        raise InputError(f'the agent "{shorten(text)}" names no game: expected game:agent')
    return parse_agent(text, name, find_game(name).agents)


def find_agents(texts: Sequence[str], game: str = "") -> tuple[AgentSpec, ...]:
    """Read agents that must all play the same game."""
    if not texts:
        raise InputError("no agents are given: expected some, such as slave:greedy slave:random")
    first = find_agent(texts[0], game)
    return (first, *(find_agent(text, first.game) for text in texts[1:]))

"""The measured strength of the named opponents, as `assistant arena ladder` wrote it to a file."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache

from engine.agents import AgentKind, agent_name
from engine.files import write_text
from resources import resource_path

FILE = "ladder.json"


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating on the scale of its game's ladder, and how well its moves are judged.

    Half-widths are of 95% intervals; losses are shares of the result, accuracies from 0 to 100.
    """

    rating: float
    rating_half_width: float
    loss: float
    loss_half_width: float
    accuracy: float


Ladder = dict[str, Strength]
"""The strength of each named opponent of a game."""


@cache
def read_ladders() -> dict[str, Ladder]:
    """Return the ladders of all games."""
    stored = json.loads(resource_path(FILE).read_text("utf-8"))
    return {
        game: {name: Strength(**values) for name, values in ladder.items()}
        for game, ladder in stored.items()
    }


def write_ladder(game: str, ladder: Ladder) -> None:
    """Store the ladder of one game beside those of the others."""
    ladders = read_ladders() | {game: ladder}
    stored = {
        name: {opponent: asdict(each) for opponent, each in found.items()}
        for name, found in sorted(ladders.items())
    }
    write_text(resource_path(FILE), json.dumps(stored, indent=1) + "\n")
    read_ladders.cache_clear()


def strength_of(game: str, agent: str) -> Strength | None:
    """Return the strength of a named opponent; None for any other agent."""
    return read_ladders().get(game, {}).get(agent.removeprefix(f"{game}:"))


def seat_label(game: str, agent: str, kinds: Mapping[str, AgentKind]) -> str:
    """Return an agent as a menu shows it: "Dao · level 4 · rated 987 ± 21", or its name."""
    name, strength = agent_name(agent, kinds), strength_of(game, agent)
    level = kinds[agent.partition("?")[0].removeprefix(f"{game}:")].level
    if strength is None or not level:
        return name
    rating = f"{strength.rating:.0f} ± {strength.rating_half_width:.0f}"
    return f"{name} · level {level} · rated {rating}"

"""Advice on the last card, up or down, ready to be painted."""

from pydantic import Field

from assistant.requests import FrozenModel
from engine.control import Control
from engine.kings_lows.last_card import Way, weigh_last_card
from engine.kings_lows.simulation import Folding
from engine.kings_lows.table import StudTable
from engine.words import figure_text


class LastCardAdvice(FrozenModel):
    """The value of taking the last card up or down, in pots, and the better way."""

    player: str
    up: float
    down: float
    half_width: float = Field(description="± of the difference")
    way: Way

    @property
    def words(self) -> str:
        """The advice in one line."""
        who = "your" if self.player == "You" else f"{self.player}'s"
        up, down = (figure_text(pots, ".2f") for pots in (self.up, self.down))
        gains = f"on average up gains {up} pots, down {down}"
        if self.way == "either":
            return f"{who} last card, up or down: no difference ({gains})"
        gap = f"{abs(self.up - self.down):.2g} ± {self.half_width:.1g}"
        return f"{who} last card: take it {self.way} ({gains}; the difference is {gap})"


def advise_last_card(
    table: StudTable, hero: str, folding: Folding | None, seed: int, control: Control
) -> LastCardAdvice | None:
    """Weigh both ways with what hero sees; None if there was no time."""
    level = folding.below if folding else None
    found = weigh_last_card(
        table.seen_by(hero), hero, folds_below=level, seed=seed, control=control
    )
    if found is None:
        return None
    return LastCardAdvice(
        player=hero, up=found.up, down=found.down, half_width=found.half_width, way=found.way
    )

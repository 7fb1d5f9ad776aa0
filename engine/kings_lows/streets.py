"""Down and Dirty, stage by stage: the odds after each street, from what a viewer can see.

The seventh card is dealt up or down; for players who do not see it, it is a random card.
"""

from dataclasses import dataclass

from engine.control import Control
from engine.kings_lows.hand import MAX_OPEN, N_HOLE
from engine.kings_lows.odds import SimulationResult
from engine.kings_lows.simulation import Folding, play
from engine.kings_lows.table import StudTable
from engine.kings_lows.tables import N_HAND

FIRST_STREET = 3
MAX_STREET_DEALS = 1_000_000  # a street with more possible deals is sampled
STREET_NAMES = {3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "down and dirty"}


@dataclass(frozen=True, slots=True)
class StreetOdds:
    """The odds of the table after one street, 3 to 7."""

    street: int
    result: SimulationResult

    @property
    def name(self) -> str:
        """The street in words."""
        return STREET_NAMES[self.street]


def known_streets(table: StudTable) -> range:
    """Return the streets that the known cards reach: the third always, the seventh with a last
    card.
    """
    n_open = max(len(player.board_cards) for player in table.players)
    has_last = any(player.last_card is not None for player in table.players)
    last = N_HAND if has_last else min(N_HOLE + n_open, N_HOLE + MAX_OPEN)
    return range(FIRST_STREET, max(FIRST_STREET, last) + 1)


def street_odds(
    table: StudTable,
    viewer: str | None,
    n_deals: int,
    now: SimulationResult | None = None,
    *,
    seed: int = 0,
    folding: Folding | None = None,
    control: Control,
) -> tuple[StreetOdds, ...]:
    """Return the odds after each street that was reached, as the viewer saw it then.

    `now` are the odds of the table as it lies, if they are known: a street that it is on is not
    computed again.
    """
    found: list[StreetOdds] = []
    for street in known_streets(table):
        then = table.on_street(street)
        if now is not None and then == table:
            found.append(StreetOdds(street, now))
            continue
        result = play(
            then.seen_by(viewer),
            n_deals,
            seed=seed,
            enumerate_up_to=MAX_STREET_DEALS,
            folding=folding,
            control=control,
        )
        found.append(StreetOdds(street, result))
        if control.should_stop():
            break
    return tuple(found)

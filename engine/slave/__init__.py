"""Thai Slave: rules, environment, agents and training.

Four players empty their hands in tricks of singles, pairs, triples and quads; the order in
which they finish makes them King, Queen, Commoner and Slave of the next round.

>>> from engine import slave
>>> str(slave.best_move("2S", "AS", left=(3, 3, 3), n_playouts=100).best)
'2♠'
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.slave.env import SlaveEnv
    from engine.slave.match import SlaveMatch
    from engine.slave.position import Position
    from engine.slave.rules import SlaveRules
    from engine.slave.solver import Moves, RankedMove, best_move

__all__ = [
    "Moves",
    "Position",
    "RankedMove",
    "SlaveEnv",
    "SlaveMatch",
    "SlaveRules",
    "best_move",
]
__getattr__ = lazy(
    __name__,
    {
        "Moves": "solver",
        "Position": "position",
        "RankedMove": "solver",
        "SlaveEnv": "env",
        "SlaveMatch": "match",
        "SlaveRules": "rules",
        "best_move": "solver",
    },
)

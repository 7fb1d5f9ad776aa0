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
    from engine.slave.env import SlaveEnv as SlaveEnv
    from engine.slave.match import SlaveMatch as SlaveMatch
    from engine.slave.position import Position as Position
    from engine.slave.rules import SlaveRules as SlaveRules
    from engine.slave.solver import RankedMove as RankedMove
    from engine.slave.solver import RankedMoves as RankedMoves
    from engine.slave.solver import best_move as best_move

__getattr__, __all__ = lazy(
    __name__,
    {
        "env": ["SlaveEnv"],
        "match": ["SlaveMatch"],
        "position": ["Position"],
        "rules": ["SlaveRules"],
        "solver": ["RankedMove", "RankedMoves", "best_move"],
    },
)

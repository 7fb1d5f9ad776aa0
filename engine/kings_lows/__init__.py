"""Kings and Lows, Baseball and Deuces Wild: seven-card stud with wild cards.

>>> from engine import kings_lows
>>> kings_lows.equity("Ann: Ks Kd | Kh 2c 2d 3c | 4s", "Bob: As Ad | Ac Qh Jh 9d | 8s")
player      win    tie   equity  five of a kind
Ann     100.00%  0.00%  100.00%         100.00%
Bob       0.00%  0.00%    0.00%           0.00%
enumerated, 1 deal
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.kings_lows.evaluator import WildCardHandEvaluator
    from engine.kings_lows.hand import KingsAndLowsHand
    from engine.kings_lows.odds import SimulationResult
    from engine.kings_lows.simulation import KingsAndLowsSimulation, equity
    from engine.kings_lows.table import KingsAndLowsPlayer, parse_player
    from engine.kings_lows.wild import BaseballRules, DeucesWildRules, WildCardRules, rules_of

__all__ = [
    "BaseballRules",
    "DeucesWildRules",
    "KingsAndLowsHand",
    "KingsAndLowsPlayer",
    "KingsAndLowsSimulation",
    "SimulationResult",
    "WildCardHandEvaluator",
    "WildCardRules",
    "equity",
    "parse_player",
    "rules_of",
]
__getattr__ = lazy(
    __name__,
    {
        "BaseballRules": "wild",
        "DeucesWildRules": "wild",
        "KingsAndLowsHand": "hand",
        "KingsAndLowsPlayer": "table",
        "KingsAndLowsSimulation": "simulation",
        "SimulationResult": "odds",
        "WildCardHandEvaluator": "evaluator",
        "WildCardRules": "wild",
        "equity": "simulation",
        "parse_player": "table",
        "rules_of": "wild",
    },
)

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
    from engine.kings_lows.evaluator import WildCardHandEvaluator as WildCardHandEvaluator
    from engine.kings_lows.hand import KingsAndLowsHand as KingsAndLowsHand
    from engine.kings_lows.odds import SimulationResult as SimulationResult
    from engine.kings_lows.simulation import KingsAndLowsSimulation as KingsAndLowsSimulation
    from engine.kings_lows.simulation import equity as equity
    from engine.kings_lows.table import KingsAndLowsPlayer as KingsAndLowsPlayer
    from engine.kings_lows.table import parse_player as parse_player
    from engine.kings_lows.wild import BaseballRules as BaseballRules
    from engine.kings_lows.wild import DeucesWildRules as DeucesWildRules
    from engine.kings_lows.wild import WildCardRules as WildCardRules
    from engine.kings_lows.wild import rules_of as rules_of

__getattr__, __all__ = lazy(
    __name__,
    {
        "evaluator": ["WildCardHandEvaluator"],
        "hand": ["KingsAndLowsHand"],
        "odds": ["SimulationResult"],
        "simulation": ["KingsAndLowsSimulation", "equity"],
        "table": ["KingsAndLowsPlayer", "parse_player"],
        "wild": ["BaseballRules", "DeucesWildRules", "WildCardRules", "rules_of"],
    },
)

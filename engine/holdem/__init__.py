"""Texas Hold'em: equity of hands and ranges, exact where it can be, sampled where not.

>>> from engine import holdem
>>> holdem.equity("AhAs", "KdKc")
player         win    tie  equity
hero        81.06%  0.38%  81.26%
opponent 1  18.55%  0.38%  18.74%
enumerated, 1,712,304 cases
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.holdem.config import HoldemConfig as HoldemConfig
    from engine.holdem.config import load_config as load_config
    from engine.holdem.ranges import Range as Range
    from engine.holdem.ranges import format_range as format_range
    from engine.holdem.ranges import parse_range as parse_range
    from engine.holdem.result import Odds as Odds
    from engine.holdem.situation import Situation as Situation
    from engine.holdem.solver import equity as equity
    from engine.holdem.solver import solve as solve

__getattr__, __all__ = lazy(
    __name__,
    {
        "config": ["HoldemConfig", "load_config"],
        "ranges": ["Range", "format_range", "parse_range"],
        "result": ["Odds"],
        "situation": ["Situation"],
        "solver": ["equity", "solve"],
    },
)

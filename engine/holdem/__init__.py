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
    from engine.holdem.config import HoldemConfig, load_config
    from engine.holdem.ranges import Range, format_range, parse_range
    from engine.holdem.result import Odds
    from engine.holdem.situation import Situation
    from engine.holdem.solver import equity, solve

__all__ = [
    "HoldemConfig",
    "Odds",
    "Range",
    "Situation",
    "equity",
    "format_range",
    "load_config",
    "parse_range",
    "solve",
]
__getattr__ = lazy(
    __name__,
    {
        "HoldemConfig": "config",
        "Odds": "result",
        "Range": "ranges",
        "Situation": "situation",
        "equity": "solver",
        "format_range": "ranges",
        "load_config": "config",
        "parse_range": "ranges",
        "solve": "solver",
    },
)

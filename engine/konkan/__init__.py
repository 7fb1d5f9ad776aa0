"""Konkan: exact melds, the rules as a state machine, a search without peeking, a benchmark.

The work is done in Rust (`rust_meld`); these modules are its typed face.

>>> from engine import konkan
>>> konkan.best_melds("7S 8S 9S JK QH KH AH").rows()[-1]["points"]
64
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.konkan.cards import parse_hand
    from engine.konkan.game import KonkanGame
    from engine.konkan.melds import Frontier, Layout, Meld, best_melds
    from engine.konkan.rules import KonkanRules
    from engine.konkan.search import SearchConfig, SearchResult

__all__ = [
    "Frontier",
    "KonkanGame",
    "KonkanRules",
    "Layout",
    "Meld",
    "SearchConfig",
    "SearchResult",
    "best_melds",
    "parse_hand",
]
__getattr__ = lazy(
    __name__,
    {
        "Frontier": "melds",
        "KonkanGame": "game",
        "KonkanRules": "rules",
        "Layout": "melds",
        "Meld": "melds",
        "SearchConfig": "search",
        "SearchResult": "search",
        "best_melds": "melds",
        "parse_hand": "cards",
    },
)

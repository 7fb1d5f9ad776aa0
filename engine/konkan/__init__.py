"""Konkan: exact melds, the rules as a state machine, a search that never sees hidden cards.

The work is done in Rust (`rust_meld`); these modules are its typed face.

>>> from engine import konkan
>>> konkan.best_melds("7S 8S 9S JK QH KH AH").rows()[-1]["points"]
64
"""

from typing import TYPE_CHECKING

from engine.exports import lazy

if TYPE_CHECKING:
    from engine.konkan.cards import parse_hand as parse_hand
    from engine.konkan.game import KonkanGame as KonkanGame
    from engine.konkan.melds import Frontier as Frontier
    from engine.konkan.melds import Layout as Layout
    from engine.konkan.melds import Meld as Meld
    from engine.konkan.melds import best_melds as best_melds
    from engine.konkan.rules import KonkanRules as KonkanRules
    from engine.konkan.search import SearchConfig as SearchConfig
    from engine.konkan.search import SearchResult as SearchResult

__getattr__, __all__ = lazy(
    __name__,
    {
        "cards": ["parse_hand"],
        "game": ["KonkanGame"],
        "melds": ["Frontier", "Layout", "Meld", "best_melds"],
        "rules": ["KonkanRules"],
        "search": ["SearchConfig", "SearchResult"],
    },
)

"""Konkan by the names of its founding document, on `engine/konkan`.

`run_head_to_head` plays in the arena, a layer above: `assistant.classic.run_head_to_head`.
"""

from engine.konkan.game import KonkanGame
from engine.konkan.melds import best_melds
from engine.konkan.rules import KonkanRules
from engine.konkan.search import SearchConfig, search

__all__ = ["KonkanGame", "KonkanRules", "SearchConfig", "best_melds", "search"]

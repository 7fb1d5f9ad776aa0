"""Tables of Hold'em written in few words, and their exact odds."""

from engine.cards import parse_cards
from engine.control import Control
from engine.holdem import exact
from engine.holdem.ranges import parse_range
from engine.holdem.result import Odds
from engine.holdem.situation import Situation


def table(hero: str, *opponents: str, board: str = "", dead: str = "") -> Situation:
    """A table; hands, ranges and "random" are written as a user writes them."""
    ranges = tuple(map(parse_range, opponents))
    return Situation(parse_range(hero), ranges, parse_cards(board), parse_cards(dead))


def exact_odds(situation: Situation) -> Odds:
    """The odds by enumeration, however long that takes."""
    plan = exact.plan(situation, float("inf"))
    assert plan is not None
    odds = exact.enumerate_odds(situation, plan, Control())
    assert odds is not None
    return odds

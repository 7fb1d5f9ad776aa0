"""Kings and Lows in words: how a player stands, by how much, and what makes the hand.

What is inside the noise is not called ahead, and what is certain is said to be.
"""

from engine.kings_lows.odds import HandOdds, PlayerOdds, SimulationResult
from engine.kings_lows.open_cards import settle
from engine.kings_lows.table import StudTable
from engine.poker.hands import HandType
from engine.words import capital, in_words


def why(
    table: StudTable, result: SimulationResult, viewer: str | None, fold_below: str | None
) -> str:
    """Return how the viewer stands (else the first player), and what makes that hand."""
    players = {player.name: player for player in result.players}
    me = players.get(viewer or "", result.players[0])
    rules = settle(table).rules.words
    if fold_below:
        rules += f"; the others fold below {_named(fold_below)}"
    always = [card.symbol for card, share in me.hand.wild_shares.items() if share == 1]
    are = "is" if len(always) == 1 else "are"
    sure = f" {in_words(always)} {are} always wild." if always else ""
    return f"{_standing(me, result)}.{sure} {_mostly(me.hand, result.exact)}. {capital(rules)}."


def _mostly(hand: HandOdds, exact: bool) -> str:
    """Return what the hand becomes most often, and how often the best there is."""
    kind = max(hand.hand_types, key=hand.hand_types.__getitem__)
    if exact and hand.hand_types[kind] == 1:
        return f"Always {_named(kind.label)}"
    most = f"Most often {_named(kind.label)} ({hand.hand_types[kind]:.1%})"
    fives = f"{hand.five_of_a_kind.value:.1%}"
    if kind is HandType.FIVE_OF_A_KIND or fives == f"{0:.1%}":
        return most
    return f"{most}; five of a kind {fives} of the time"


def _standing(me: PlayerOdds, result: SimulationResult) -> str:
    """Return who is ahead; what is inside the noise is not called ahead."""
    are = "You are" if me.name == "You" else f"{me.name} is"
    share = f"{me.equity.value:.1%} of the pot"
    if me.equity.value == 1 and result.exact:
        return f"{are} certain to win"
    leader = max(result.players, key=lambda player: player.equity.value)
    others = [p for p in result.players if p is not me]
    level = [p.name for p in others if _may_be_level(leader, p) and p is not leader]
    if me is leader and not level:
        return f"{are} ahead with {share}"
    if me is leader or _may_be_level(leader, me):
        beside = [p.name for p in others if p is leader or _may_be_level(leader, p)]
        return f"{are} about even with {in_words(beside)} at {share}"
    if level:
        return f"{are} behind with {share}; {in_words([leader.name, *level])} are about even"
    return f"{are} behind with {share}; {leader.name} leads with {leader.equity.value:.1%}"


def _named(level: str) -> str:
    """Return a kind of hand with its article: "a flush"."""
    return level if " of " in level or level == "two pair" else f"a {level}"


def _may_be_level(leader: PlayerOdds, other: PlayerOdds) -> bool:
    ahead, behind = leader.equity.interval, other.equity.interval
    if ahead is None or behind is None:
        return leader.equity.value == other.equity.value
    return ahead.low <= behind.high

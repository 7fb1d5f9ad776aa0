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
    me = _asked(result, viewer)
    sure = me.equity.value == 1 and result.exact
    stands, rest = standing(result, viewer), _others(me, result)
    joined = "at" if stands.endswith("even") else "with"
    share = "" if sure else f" {joined} {me.equity.value:.1%} of the pot"
    beside = f"; {rest}" if rest else ""
    return f"{stands}{share}{beside}. {_hand(table, result, me, fold_below)}"


def reason(
    table: StudTable, result: SimulationResult, viewer: str | None, fold_below: str | None
) -> str:
    """Return the why without how the viewer stands and the share of the pot."""
    me = _asked(result, viewer)
    rest = _others(me, result)
    beside = f"{capital(rest)}. " if rest else ""
    return beside + _hand(table, result, me, fold_below)


def standing(result: SimulationResult, viewer: str | None) -> str:
    """Return how the viewer stands, else the first player: "You are ahead"."""
    me = _asked(result, viewer)
    are = "You are" if me.name == "You" else f"{me.name} is"
    if me.equity.value == 1 and result.exact:
        return f"{are} certain to win"
    leader, level = _leaders(result)
    if me is leader and not level:
        return f"{are} ahead"
    return f"{are} about even" if me is leader or me in level else f"{are} behind"


def _asked(result: SimulationResult, viewer: str | None) -> PlayerOdds:
    players = {player.name: player for player in result.players}
    return players.get(viewer or "", result.players[0])


def _leaders(result: SimulationResult) -> tuple[PlayerOdds, list[PlayerOdds]]:
    """Return who has most, and the others of whom the noise cannot say that they have less."""
    leader = max(result.players, key=lambda player: player.equity.value)
    others = [player for player in result.players if player is not leader]
    return leader, [player for player in others if _may_be_level(leader, player)]


def _others(me: PlayerOdds, result: SimulationResult) -> str:
    """Return who is level with a player, or in front."""
    leader, level = _leaders(result)
    if me is leader or me in level:
        beside = [p.name for p in result.players if p is not me and (p is leader or p in level)]
        has = "has" if len(beside) == 1 else "have"
        return f"{in_words(beside)} {has} about as much" if beside else ""
    if level:
        return f"{in_words([leader.name, *(p.name for p in level)])} are about even"
    return f"{leader.name} leads with {leader.equity.value:.1%}"


def _hand(
    table: StudTable, result: SimulationResult, me: PlayerOdds, fold_below: str | None
) -> str:
    """Return which cards are always wild, what the hand becomes, and the rules."""
    rules = settle(table).rules.words
    if fold_below:
        rules += f"; the others fold below {_named(fold_below)}"
    always = [card.symbol for card, share in me.hand.wild_shares.items() if share == 1]
    are = "is" if len(always) == 1 else "are"
    sure = f"{in_words(always)} {are} always wild. " if always else ""
    return f"{sure}{_mostly(me.hand, result.exact)}. {capital(rules)}."


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


def _named(level: str) -> str:
    """Return a kind of hand with its article: "a flush"."""
    return level if " of " in level or level == "two pair" else f"a {level}"


def _may_be_level(leader: PlayerOdds, other: PlayerOdds) -> bool:
    ahead, behind = leader.equity.interval, other.equity.interval
    if ahead is None or behind is None:
        return leader.equity.value == other.equity.value
    return ahead.low <= behind.high

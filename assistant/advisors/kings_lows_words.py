"""Kings and Lows in words: who leads, by how much, and what makes the hand.

What is inside the noise is not called ahead, and what is certain is said to be.
"""

from engine.kings_lows.odds import HandOdds, PlayerOdds, SimulationResult
from engine.kings_lows.open_cards import settle
from engine.kings_lows.table import StudTable
from engine.poker.hands import HandType
from engine.words import counted, in_words


def why(
    table: StudTable, result: SimulationResult, viewer: str | None, fold_below: str | None
) -> str:
    """One sentence: who leads, by how much, and what makes the hand."""
    leader = max(result.players, key=lambda player: player.equity.value)
    always = [card.symbol for card, share in leader.hand.wild_shares.items() if share == 1]
    sure = f", with {in_words(always)} wild in every hand" if always else ""
    rules = settle(table).rules.words
    if fold_below:
        rules += f"; the others fold below {_named(fold_below)}"
    standing = f"{_eyes(viewer)}{_standing(leader, result)}{sure}"
    return f"{standing}: {_mostly(leader.hand, result.exact)} ({rules})"


def _mostly(hand: HandOdds, exact: bool) -> str:
    """What the hand becomes most often, and how often the best there is."""
    kind = max(hand.hand_types, key=hand.hand_types.__getitem__)
    if exact and hand.hand_types[kind] == 1:
        return f"always {kind.label}"
    five = f"five of a kind {hand.five_of_a_kind.value:.1%}"
    if kind is HandType.FIVE_OF_A_KIND:
        return f"mostly {five}"
    return f"mostly {kind.label} {hand.hand_types[kind]:.1%}, {five}"


def _eyes(viewer: str | None) -> str:
    if viewer is None:
        return ""
    return "As you see it, " if viewer == "You" else f"As {viewer} sees it, "


def _standing(leader: PlayerOdds, result: SimulationResult) -> str:
    """Who is ahead; what is inside the noise is not called ahead."""
    level = [p for p in result.players if p is not leader and _may_be_level(leader, p)]
    if leader.equity.value == 1 and result.exact:
        return f"{leader.name}: certain to win"
    if not level:
        return f"{leader.name}: ahead with {leader.equity.value:.1%} of the pot"
    beside = in_words([p.name for p in level]) if len(level) < 3 else f"{len(level)} others"
    share = f"{leader.equity.value:.1%}"
    if all(f"{p.equity.value:.1%}" == share for p in level):
        return f"{leader.name}: level with {beside} at {share} of the pot"
    deals = counted(result.n_samples, "deal")
    return f"{leader.name}: {share} of the pot, but {deals} cannot show a lead over {beside}"


def _named(level: str) -> str:
    """A kind of hand with its article: "a flush"."""
    return level if " of " in level or level == "two pair" else f"a {level}"


def _may_be_level(leader: PlayerOdds, other: PlayerOdds) -> bool:
    ahead, behind = leader.equity.interval, other.equity.interval
    if ahead is None or behind is None:
        return leader.equity.value == other.equity.value
    return ahead.low <= behind.high

"""Konkan's actions in words, and melds to suggest."""

from collections.abc import Sequence

from engine.konkan.actions import Action
from engine.konkan.cards import JOKER, Joker, KonkanCard
from engine.konkan.melds import Frontier, Layout


def in_hand(card: KonkanCard) -> KonkanCard:
    """Return a card as it is in hand: a joker stands for nothing there."""
    return JOKER if isinstance(card, Joker) else card


def n_to_throw(phase: str) -> int:
    """Return how many cards must stay in hand to be thrown: none before the pull, which
    brings one.
    """
    return 0 if phase == "pull" else 1


def suggested(frontier: Frontier, threshold: int, is_down: bool, keep: int) -> Layout:
    """Return the melds to show: those that come down and keep so many cards, or those of most
    points.
    """
    if is_down:
        return frontier.least_deadwood(keep)
    return frontier.reaching(threshold, keep) or frontier.most_points()


def words_of(action: Action, trash: Sequence[KonkanCard]) -> str:
    """Return an action in words: "add 10♠ to 7♠ 8♠ 9♠"."""
    if action.verb == "pull":
        top = trash[-1].symbol if trash else "the top"
        return f"take {top} from the trash" if action.pile == "trash" else "draw from the deck"
    if action.verb == "lay":
        assert action.meld is not None
        return f"lay {action.meld} ({action.meld.points})"
    assert action.card is not None
    if action.verb == "throw":
        return f"throw {action.card.symbol}"
    if action.verb == "sarf":
        return f"add {action.card.symbol} to {action.meld}"
    return f"swap {action.card.symbol} for the joker of {action.meld}"

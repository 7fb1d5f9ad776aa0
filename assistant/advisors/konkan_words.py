"""Konkan's actions in words and cards: one, or a whole turn in order; and melds to suggest."""

from collections.abc import Sequence
from typing import Protocol

from engine.konkan.cards import JOKER, Joker, KonkanCard, parse_konkan_card
from engine.konkan.melds import Frontier, Layout, Meld, meld_of
from engine.konkan.search import TurnValue


class TableCards(Protocol):
    """A table as far as actions name it: a request or a game in progress."""

    @property
    def trash(self) -> Sequence[KonkanCard]:
        """The trash pile, its top last."""

    @property
    def table(self) -> Sequence["HasMeld"]:
        """The melds on the table, by number."""


class HasMeld(Protocol):
    """Something on the table that is a meld."""

    @property
    def meld(self) -> Meld:
        """Its cards."""


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


def words_of(action: str, seen: TableCards) -> str:
    """Return an action in words: "sarf 10♠ on 7♠ 8♠ 9♠"."""
    verb, _, rest = action.partition(" ")
    melds = {str(i): entry.meld for i, entry in enumerate(seen.table)}
    changed = melds.get(rest.partition(" ")[0]) if verb in ("sarf", "swap") else None
    return _words(action, seen.trash, changed)


def turn_words(turn: TurnValue, trash: Sequence[KonkanCard]) -> tuple[str, ...]:
    """Return the actions of a turn in words, each on the table as it lies then."""
    steps = zip(turn.turn, turn.changed, strict=True)
    return tuple(_words(action, trash, meld_of(on) if on else None) for action, on in steps)


def _words(action: str, trash: Sequence[KonkanCard], changed: Meld | None) -> str:
    verb, _, rest = action.partition(" ")
    if verb == "pull":
        top = trash[-1].symbol if trash else "the top"
        return f"take {top} from the trash" if rest == "trash" else "draw from the deck"
    if verb == "throw":
        return f"throw {parse_konkan_card(rest).symbol}"
    if verb == "lay":
        meld = meld_of(rest)
        return f"lay {meld} ({meld.points})"
    name = parse_konkan_card(rest.split()[1]).symbol
    where = "on" if verb == "sarf" else "for the joker of"
    return f"{verb} {name} {where} {changed or 'the new meld'}"

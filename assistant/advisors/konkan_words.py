"""Konkan's actions in words and cards: one, or a whole turn in order; and melds to suggest."""

from collections.abc import Sequence
from typing import Protocol

from engine.konkan.cards import JOKER, Joker, KonkanCard, parse_konkan_card
from engine.konkan.melds import Frontier, Layout, Meld, meld_of, parse_meld


class Seen(Protocol):
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
    """A card as it is in hand: a joker stands for nothing there."""
    return JOKER if isinstance(card, Joker) else card


def n_to_throw(phase: str) -> int:
    """Cards of the hand that must stay to be thrown: none before the pull, which brings one."""
    return 0 if phase == "pull" else 1


def suggested(frontier: Frontier, threshold: int, is_down: bool, keep: int) -> Layout:
    """The melds to show: those that come down and keep so many cards, or those of most points."""
    if is_down:
        return frontier.least_deadwood(keep)
    return frontier.reaching(threshold, keep) or frontier.most_points()


def words_of(action: str, seen: Seen) -> str:
    """An action in words: "sarf 10♠ on 7♠ 8♠ 9♠"."""
    return _words(action, seen.trash, [entry.meld for entry in seen.table])


def turn_words(turn: Sequence[str], seen: Seen) -> tuple[str, ...]:
    """The actions of a turn in words, each on the table as it lies then."""
    table = [entry.meld for entry in seen.table]
    words = []
    for action in turn:
        words.append(_words(action, seen.trash, table))
        _follow(action, table)
    return tuple(words)


def _words(action: str, trash: Sequence[KonkanCard], table: Sequence[Meld]) -> str:
    verb, _, rest = action.partition(" ")
    if verb == "pull":
        top = trash[-1].symbol if trash else "the top"
        return f"take {top} from the trash" if rest == "trash" else "draw from the deck"
    if verb == "throw":
        return f"throw {parse_konkan_card(rest).symbol}"
    if verb == "lay":
        meld = meld_of(rest)
        return f"lay {meld} ({meld.points})"
    number, _, card = rest.partition(" ")
    name = parse_konkan_card(card.split()[0]).symbol
    target = str(table[int(number)]) if int(number) < len(table) else "the new meld"
    return f"{verb} {name} {'on' if verb == 'sarf' else 'for the joker of'} {target}"


def _follow(action: str, table: list[Meld]) -> None:
    """Change the melds as an action does."""
    verb, _, rest = action.partition(" ")
    if verb == "lay":
        meld = meld_of(rest)
        if meld.is_run or len(meld.cards) < 4 or "JK" in rest:
            table.append(meld)
    elif verb in ("sarf", "swap"):
        number, card, *end = rest.split()
        table[int(number)] = _changed(table[int(number)], card, verb, end == ["high"])


def _changed(meld: Meld, card: str, verb: str, high: bool) -> Meld:
    cards = [repr(held) for held in meld.cards]
    if verb == "swap":
        face = parse_konkan_card(card)
        at = next(i for i, c in enumerate(meld.cards) if repr(c) == f"JK={face!r}")
        return parse_meld(" ".join([*cards[:at], card, *cards[at + 1 :]]))
    orders = ([*cards, card], [card, *cards])
    for order in orders if high or not meld.is_run else reversed(orders):
        try:
            return parse_meld(" ".join(order))
        except ValueError:
            continue
    return meld

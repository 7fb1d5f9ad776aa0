"""An action of Konkan as a value: what it does with which cards, and its text."""

from dataclasses import dataclass
from typing import Literal

from engine.konkan.cards import KonkanCard, card_of_code
from engine.konkan.melds import Meld, meld_of

Verb = Literal["pull", "lay", "sarf", "swap", "throw"]
Pile = Literal["deck", "trash"]
ActionTuple = tuple[str, Verb, Pile | None, int | None, int | None, tuple[bytes, int] | None]
"""An action as Rust returns it, in the order of the fields of `Action`."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action; `text` is how files and people write it.

    `pile` is what a pull takes from, `card` the one that is thrown, added or put in for a joker,
    `number` that of the meld on the table that a sarf or a swap changes, and `meld` the one that is
    laid, or changed as it lies then.
    """

    text: str
    verb: Verb
    pile: Pile | None = None
    card: KonkanCard | None = None
    number: int | None = None
    meld: Meld | None = None


def action_of(value: ActionTuple) -> Action:
    """Return an action that came from Rust."""
    text, verb, pile, code, number, meld = value
    return Action(
        text=text,
        verb=verb,
        pile=pile,
        card=None if code is None else card_of_code(code),
        number=number,
        meld=None if meld is None else meld_of(meld),
    )

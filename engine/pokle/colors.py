"""The colours of a guess: read from text, and found card by card.

`colors_of` is the game's feedback in plain Python; the solver works on the patterns of
`rust_meld/src/pokle/feedback.rs`, which the tests hold against it.
"""

from collections.abc import Iterable, Sequence

from engine.cards import Card, shorten
from engine.errors import IllegalStateError

GREEN, YELLOW, GREY = "g", "y", "e"
COLORS = GREY + YELLOW + GREEN  # in the order of the pattern digits 0, 1, 2
UNKNOWN = "?"  # a colour that is not known yet
SQUARES = {GREEN: "🟩", YELLOW: "🟨", GREY: "⬛"}
_SIGNS = {
    **dict.fromkeys("gG2🟩", GREEN),
    **dict.fromkeys("yY1🟨", YELLOW),
    **dict.fromkeys("eExXbB0-.⬛⬜", GREY),
}
_EMOJI_MARK = "\ufe0f"  # some keyboards put it after a square


def _read_signs(text: str) -> str:
    """Return colours as the letters g, y and e, from letters, digits or squares; 🟨⬛ is "ye"."""
    signs = [sign for sign in text if not sign.isspace() and sign != _EMOJI_MARK]
    if set(signs) - _SIGNS.keys():
        raise IllegalStateError(_no_colors(text))
    return "".join(_SIGNS[sign] for sign in signs)


def parse_colors(text: str) -> str:
    """Read the five colours of a guess, as letters, digits or squares: "gyege" or 🟩🟨⬛🟩⬛."""
    colors = _read_signs(text)
    if len(colors) != 5:
        raise IllegalStateError(_no_colors(text))
    return colors


def parse_partial_colors(text: str) -> str:
    """Read up to five colours, where ? is an unknown one; unknown ones at the end are dropped."""
    colors = UNKNOWN.join(map(_read_signs, text.split(UNKNOWN))).rstrip(UNKNOWN)
    if len(colors) > 5:
        raise IllegalStateError(_no_colors(text))
    return colors


def _no_colors(text: str) -> str:
    return (
        f'Cannot read the colours "{shorten(text)}": expected five of g, y and e, as in gyege, '
        "or of 🟩, 🟨 and ⬛."
    )


def colors_of(guess: Sequence[Card], answer: Sequence[Card], suit_pardon: bool = False) -> str:
    """Return the colours of a guess against the true board, card by card as the guess was given.

    Exact flop cards are green and taken; the others are yellow if they share rank or suit with a
    flop card that was not taken. With `suit_pardon`, an exact flop and right ranks are all green.
    """
    taken = set(guess[:3]) & set(answer[:3])
    free = [card for card in answer[:3] if card not in taken]
    flop = [GREEN if card in taken else _compare(card, free) for card in guess[:3]]
    turn_river = zip(guess[3:], answer[3:], strict=True)
    rest = [GREEN if mine == true else _compare(mine, [true]) for mine, true in turn_river]
    if suit_pardon and len(taken) == 3 and _same_ranks(guess[3:], answer[3:]):
        rest = [GREEN] * len(rest)
    return "".join(flop + rest)


def _compare(card: Card, others: Iterable[Card]) -> str:
    near = any(card.rank == other.rank or card.suit == other.suit for other in others)
    return YELLOW if near else GREY


def _same_ranks(ours: Sequence[Card], theirs: Sequence[Card]) -> bool:
    return [card.rank for card in ours] == [card.rank for card in theirs]

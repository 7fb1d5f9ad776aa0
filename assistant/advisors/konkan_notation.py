"""Read a typed table of Konkan: opponents, and melds with their owners."""

import re
from collections.abc import Sequence

from engine.errors import InputError

NUMBER = re.compile(r"\s*\d{1,4}\s*", re.ASCII)


def parse_table_meld(text: str) -> dict[str, object]:
    """Read a meld on the table with its owner: "1: 7S 8S 9S"."""
    owner, meld = _numbered(text, "the meld", "its owner and cards, such as 1: 7S 8S 9S")
    return {"owner": owner, "meld": meld}


def _numbered(text: str, name: str, expected: str) -> tuple[int, str]:
    """Return a number before a colon, and what follows it."""
    number, colon, rest = text.partition(":")
    if not colon or not NUMBER.fullmatch(number):
        raise InputError(f'cannot read {name} "{text}": expected {expected}')
    return int(number), rest


def parse_opponents(texts: Sequence[str], took: Sequence[str]) -> list[dict[str, object]]:
    """Read the opponents ("14", or "5:83" when down), and what they were seen to take: "1: 7S"."""
    opponents = [_opponent(text) for text in texts] or [{}, {}]
    for text in took:
        number, cards = _numbered(
            text, "the cards taken", "an opponent and cards, such as 1: 7S 10D"
        )
        if not 1 <= number <= len(opponents):
            raise InputError(
                f'"{text}": there is no opponent {number}, expected 1 to {len(opponents)}'
            )
        opponents[number - 1]["known"] = f"{opponents[number - 1].get('known', '')} {cards}"
    return opponents


def _opponent(text: str) -> dict[str, object]:
    n_cards, colon, total = text.partition(":")
    if not NUMBER.fullmatch(n_cards) or (colon and not NUMBER.fullmatch(total)):
        raise InputError(
            f'cannot read the opponent "{text}": expected the number of cards, such as 14, or with '
            "the points of coming down, such as 5:83"
        )
    return {"n_cards": int(n_cards), "down_total": int(total) if colon else None}

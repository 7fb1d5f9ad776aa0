"""Small helpers for words in messages and answers."""

from collections.abc import Sequence


def in_words(names: Sequence[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cleo"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(n: int, noun: str, plural: str = "") -> str:
    """ "1 card", "2 cards", "1,200 tries": with an s unless the plural is given."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"

"""Small helpers for words in messages and answers."""

from collections.abc import Sequence
from datetime import datetime

# Share of the half-width; a value farther from the middle is shown with both ends, not a ±.
OFF_MIDDLE = 0.1


def in_words(names: Sequence[str]) -> str:
    """Return names as a list in words: "Ann", "Ann and Bob", "Ann, Bob and Cleo"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun: "1 card", "2 cards"; with an s unless the plural is given."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def capital(words: str) -> str:
    """Return words with a capital letter first."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """Return words as a sentence: a capital letter first, a full stop last."""
    return capital(words) + ("" if words.endswith((".", "!", "?", "…")) else ".")


def with_spread(value: float, low: float | None, high: float | None, digits: int = 2) -> str:
    """Return "61.20% ± 1.40%", or where a share is not the middle "100.00%, 72.25 to 100.00%"."""
    text = f"{value:.{digits}%}"
    if low is None or high is None:
        return text
    half, middle = (high - low) / 2, (high + low) / 2
    if abs(value - middle) > OFF_MIDDLE * half:
        return f"{text}, {low * 100:.{digits}f} to {high:.{digits}%}"
    return f"{text} ± {half:.{digits}%}"


def figure_text(value: float, form: str) -> str:
    """Return a number in a format such as "+.2f" as people read it: "−10.03", "+5", "0".

    What is below zero has a minus sign, not a hyphen; what rounds to zero has no sign.
    """
    text = format(value, form)
    is_zero = not any(digit in text for digit in "123456789")
    return text.lstrip("+-") if is_zero else text.replace("-", "−")


def local_time(stamp: str) -> str:
    """Return a moment such as "2026-11-20T18:30:00+00:00" as a clock here shows it, or "" if it is
    none.
    """
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return ""


def printable(text: str) -> str:
    """Return text for one line of a terminal: white space is one space, control signs are escaped.

    What comes from a file may hold signs that clear a screen or rename its window.
    """
    one_line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in one_line)

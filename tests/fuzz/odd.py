"""Odd values: cards that nearly are, numbers at the edge, broken text, changed bytes."""

import random
import string
from typing import Any

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "T", "J", "Q", "K", "A")
SUITS = ("H", "D", "C", "S", "h", "s", "♠", "♥️", "♦", "♣")
DECK = [rank + suit for rank in RANKS if rank != "T" for suit in "HDCS"]
NUMBERS = (
    0,
    -0.0,
    1,
    -1,
    2,
    3,
    7,
    13,
    52,
    81,
    255,
    256,
    10**6,
    2**31,
    2**62,
    2**63,
    2**64,
    -(2**63),
)
FLOATS = (0.5, 1e-300, 1e300, float("inf"), float("-inf"), float("nan"), -0.5)
WORDS = (
    "", " ", "\t", "\0", "random", "AA", "QQ+", "AKs", "72o", "76s:0.5", "AA:1e-300", "A♠️", "10♥",
    "JK", "JOKER", "²", "٣", "é" * 50, "🂡🃏", "[/]", "[bold]", "<b>", "%s%n", "\u202e", "A\u0301S",
    "ggggg", "gyege", "🟩🟨⬛🟩🟩", "1 2 3", "2 3 3", "{}", "[]", "null", "NaN", "1e999", "9" * 400,
    "../../etc/passwd", "search?simulations=1", "search?x=1&&&", "konkan:greedy", "slave:random",
    "--", "-1", "pull deck", "throw 3H", "14", "5:83", "1: 7S 8S 9S", "15%", "!AKs", "K9s-K6s",
)  # fmt: skip


def some_cards(rng: random.Random, count: int) -> str:
    """Cards of one deck, most often; sometimes one twice or unreadable."""
    cards = rng.sample(DECK, min(count, 52))
    if rng.random() < 0.1 and cards:
        cards[rng.randrange(len(cards))] = rng.choice((*DECK, word(rng)))
    return rng.choice((" ", " ", ",", "")).join(cards)


def word(rng: random.Random) -> str:
    """A word that somebody may type, or noise."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(WORDS)
    if kind < 0.8:
        return rng.choice(RANKS) + rng.choice(SUITS)
    letters = string.printable if kind < 0.9 else "".join(map(chr, range(0x80, 0x800)))
    return "".join(rng.choices(letters, k=rng.randrange(12)))


def text(rng: random.Random) -> str:
    """Some words."""
    return rng.choice((" ", ",", ", ", "|", ":", "")).join(
        word(rng) for _ in range(rng.randrange(6))
    )


def number(rng: random.Random) -> Any:
    """A number, often at an edge."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(NUMBERS)
    return rng.choice(FLOATS) if kind < 0.6 else rng.randrange(-5, 200)


def value(rng: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can say."""
    kind = rng.random()
    if kind < 0.35 or depth > 4:
        return rng.choice((None, True, False, number(rng), text(rng)))
    if kind < 0.6:
        return text(rng)
    if kind < 0.8:
        return [value(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {word(rng): value(rng, depth + 1) for _ in range(rng.randrange(4))}


def changed(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some of them changed, cut out, doubled or cut off."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        place = rng.randrange(len(out) + 1)
        kind = rng.randrange(5)
        if kind == 0 and out:
            out[place % len(out)] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del out[place : place + rng.randrange(1, 200)]
        elif kind == 2:
            out[place:place] = rng.randbytes(rng.randrange(1, 20))
        elif kind == 3:
            out[place:place] = out[place : place + rng.randrange(1, 100)]
        elif rng.random() < 0.3:
            del out[place:]
    return bytes(out)

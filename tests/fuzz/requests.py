"""What people ask: cards, ranges, agents, and whole requests of each game with every option."""

import math
import random
from contextlib import suppress
from typing import Any

from pydantic import BaseModel

from engine.cards import format_cards, parse_card, parse_cards
from engine.control import Budget, Control
from engine.errors import InputError
from engine.holdem.ranges import format_range, parse_range
from tests.fuzz import odd

BUDGET_S = 0.3
READY = "7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H 10H"  # a hand that can come down


def cards(rng: random.Random) -> None:
    """Text as cards of any game; what is read is written back to the same."""
    from engine.classic.pokle_table import parse_color_card
    from engine.konkan.cards import format_hand, parse_hand
    from engine.konkan.melds import parse_meld
    from engine.pokle.colors import parse_colors
    from engine.pokle.feedback import parse_row

    line = rng.choice((odd.text(rng), odd.some_cards(rng, rng.randrange(8))))
    for parse in (parse_card, parse_meld, parse_row, parse_color_card, parse_colors):
        with suppress(InputError):
            parse(line)
    found = parse_cards(line)
    assert parse_cards(format_cards(found)) == found
    hand = parse_hand(line)
    assert parse_hand(format_hand(hand)) == hand


def ranges(rng: random.Random) -> None:
    """Text as a range, there and back."""
    made = ["AA", "QQ+", "AKs", "K9o+", "A5s-A2s", "99-66", "AhKd", "76s:0.5", "random", "72o:1e-9"]
    parts = [rng.choice((*made, odd.word(rng))) for _ in range(rng.randrange(1, 6))]
    hands = parse_range(rng.choice((", ", " ", ",")).join(parts))
    again = parse_range(format_range(hands))
    assert (abs(hands.weights - again.weights) < 1e-6).all()


def agents(rng: random.Random) -> None:
    """Text as an agent of the arena."""
    from assistant.play.registry import find_agents

    names = ("greedy", "random", "search", "policy", "entropy", "mixed", odd.word(rng))
    keys = ("simulations", "rollouts", "threads", "seed", odd.word(rng))
    query = "&".join(f"{rng.choice(keys)}={odd.number(rng)}" for _ in range(rng.randrange(4)))
    game = rng.choice(("slave", "konkan", "pokle", odd.word(rng)))
    find_agents([f"{game}:{rng.choice(names)}{'?' if query else ''}{query}"])


def _some(rng: random.Random, *good: Any) -> Any:
    """One of the good values, rarely an odd number."""
    return odd.number(rng) if rng.random() < 0.03 else rng.choice(good)


def _spoiled(rng: random.Random, entries: dict[str, Any]) -> dict[str, Any]:
    """The entries, often with one of them odd."""
    if rng.random() < 0.3:
        entries[rng.choice([*entries, odd.word(rng)])] = odd.value(rng)
    return entries


def _control() -> Control:
    return Control(Budget(seconds=BUDGET_S))


def _check(answer: BaseModel) -> None:
    """An answer holds no figure that is none, and can be written and read."""
    for key, value in _numbers(answer.model_dump(mode="python")):
        assert math.isfinite(value), f"{key} is {value}"
        if key.rpartition(".")[2] in ("win", "tie", "loss", "equity", "win_chance", "share"):
            assert -1e-9 <= value <= 1 + 1e-9, f"{key} is {value}"
    answer.model_dump_json()


def _numbers(value: Any, key: str = "") -> Any:
    if isinstance(value, float):
        yield key, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _numbers(item, f"{key}.{name}")
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _numbers(item, key)


def holdem(rng: random.Random) -> None:
    """A table of Hold'em."""
    from assistant.advisors.holdem import HoldemRequest, advise

    deck = rng.sample(odd.DECK, 52)
    hands = ("random", "QQ+", "AKs, 76s:0.5", "72o", "AA:0.0001, KK", "AA", odd.text(rng))
    entries = {
        "hero": rng.choice((" ".join(deck[:2]), rng.choice(hands))),
        "opponents": [rng.choice(hands[:6]) for _ in range(rng.randrange(1, 11))],
        "board": " ".join(deck[2 : 2 + rng.choice((0, 3, 4, 5, 5, 6))]),
        "dead": " ".join(deck[10 : 10 + rng.choice((0, 0, 0, 0, 2, 20, 34, 38, 42))]),
        "mode": rng.choice(("fast", "default")),
        "n_samples": _some(rng, None, 1, 1000),
        "exact": rng.random() < 0.1,
        "seed": _some(rng, None, 0),
        "n_threads": rng.choice((0, 1, 3)),
        "study_of": rng.choice((None, None, None, 0, 0, 1, 10)),
    }
    if rng.random() < 0.3:
        entries |= {"pot": _some(rng, 10, 0.5), "price": _some(rng, 5)}
    _check(advise(HoldemRequest.model_validate(_spoiled(rng, entries)), _control()))


def kings_lows(rng: random.Random) -> None:
    """A table of Kings and Lows or one of its sisters."""
    from assistant.advisors.kings_lows import KingsLowsRequest, advise
    from engine.kings_lows.wild import VARIANTS

    deck = rng.sample(odd.DECK, 52)
    seats = []
    for seat in range(rng.randrange(1, 8)):
        mine = deck[seat * 7 : seat * 7 + 7]
        seats.append(
            {
                "name": rng.choice((f"p{seat}",) * 9 + (odd.word(rng),)),
                "hole": " ".join(mine[: rng.randrange(3)]),
                "open": " ".join(mine[2 : 2 + rng.randrange(5)]),
                "last": rng.choice((None, mine[-1])),
                "last_up": rng.random() < 0.2,
            }
        )
    entries = {
        "players": seats,
        "dead": " ".join(deck[49 : 49 + rng.randrange(4)]),
        "variant": rng.choice((*VARIANTS, *VARIANTS, odd.word(rng))),
        "king_required": rng.random() < 0.1,
        "extra_for_four": rng.random() < 0.1,
        "fold_below": rng.choice((None, None, None, "two pair", "flush", odd.word(rng))),
        "last_card": rng.random() < 0.5,
        "viewer": rng.choice((None, None, "p0", "p0", odd.word(rng))),
        "streets": rng.random() < 0.2,
        "n_deals": _some(rng, 1, 100, 20_000),
        "n_history": rng.choice((0, 3)),
        "seed": _some(rng, 0),
        "n_threads": rng.choice((0, 1)),
    }
    _check(advise(KingsLowsRequest.model_validate(_spoiled(rng, entries)), _control()))


def konkan(rng: random.Random) -> None:
    """What one sees at a table of Konkan, with every option of the rules."""
    from assistant.advisors.konkan import KonkanRequest, advise

    deck = rng.sample([*odd.DECK, *odd.DECK, "JK", "JK"], 106)
    melds = ("7S 8S 9S", "QH QD QS", "3C JK 5C", "2D 3D 4D")
    entries = {
        "hand": rng.choice((READY, " ".join(deck[: rng.choice((14, 14, 14, 15, 2, 5, 20))]))),
        "opponents": [
            {
                "n_cards": _some(rng, 14, 15, 3),
                "down_total": _some(rng, None, None, 85),
            }
            for _ in range(rng.choice((1, 2, 2, 2, 3)))
        ],
        "table": [
            {"owner": rng.randrange(3), "meld": rng.choice(melds)}
            for _ in range(rng.choice((0, 0, 1, 2)))
        ],
        "trash": " ".join(deck[30 : 30 + rng.choice((0, 1, 5))]),
        "down_total": rng.choice((None, None, 90)),
        "phase": rng.choice(("auto", "pull", "act")),
        "taken": rng.choice((None, None, None, None, deck[0], deck[-1], "JK", "9S")),
        "first_turn": rng.random() < 0.2,
        "turn": _some(rng, 0, 5, 399, 400),
        "rules": {
            "threshold": _some(rng, 81, 1, 140),
            "min_naturals": rng.choice((0, 1, 2, 3)),
            "raise_by_later_melds": rng.random() < 0.5,
            "swap_own": rng.random() < 0.5,
            "keep_top": rng.random() < 0.5,
            "joker_deadwood": _some(rng, 25, 0),
            "max_turns": _some(rng, 400, 1),
        },
        "simulations": rng.choice((1, 32, 256)),
        "threads": rng.choice((1, 2)),
        "seed": _some(rng, 0),
    }
    _check(advise(KonkanRequest.model_validate(_spoiled(rng, entries)), _control()))


def slave(rng: random.Random) -> None:
    """A position of Slave, in play or in the exchange."""
    from assistant.advisors.slave import SlaveRequest, advise

    deck = rng.sample(odd.DECK, 52)
    n_hand = rng.choice((13, 13, 9, 5, 1, 14))
    n_played = 4 * (13 - min(n_hand, 13)) + rng.choice((0, 0, 0, 1))
    left = 52 - n_hand - n_played
    entries = {
        "hand": " ".join(deck[:n_hand]),
        "last": " ".join(deck[n_hand : n_hand + rng.choice((0, 0, 1, 2))]),
        "last_by": rng.choice((None, None, 1, 2, 3)),
        "played": " ".join(deck[n_hand : n_hand + n_played]),
        "left": [left // 3, left // 3, left - 2 * (left // 3)],
        "passed": [rng.random() < 0.3 for _ in range(3)],
        "titles": rng.choice(
            (None, None, ["King", "Queen", "Commoner", "Slave"], [odd.word(rng)] * 4)
        ),
        "phase": rng.choice(("play", "play", "play", "exchange")),
        "incoming": " ".join(deck[40 : 40 + rng.choice((0, 0, 0, 1, 2))]),
        "first_lead": rng.random() < 0.1,
        "trick": rng.choice(("pass_out", "lap")),
        "n_playouts": rng.choice((100, 1000)),
        "seed": _some(rng, 0),
    }
    _check(advise(SlaveRequest.model_validate(_spoiled(rng, entries)), _control()))


def pokle(rng: random.Random) -> None:
    """A Pokle puzzle with some rows, most of them of a real puzzle."""
    from assistant.advisors.pokle import PokleRequest, advise

    deck = rng.sample(odd.DECK, 52)
    places = [[1, 2, 3], [2, 1, 3], [1, 1, 2], [1, 1, 1], [3, 2, 1], [1, 2, 2], [2, 3, 3]]
    entries = {
        "hole": [" ".join(deck[2 * i : 2 * i + 2]) for i in range(3)],
        "flop": rng.choice(places),
        "turn": rng.choice(places),
        "river": rng.choice(places),
        "rows": [
            f"{' '.join(rng.sample(deck[6:], 5))}={''.join(rng.choices('gye', k=5))}"
            for _ in range(rng.choice((0, 0, 0, 0, 1, 1, 2, 7)))
        ],
        "refused": [" ".join(rng.sample(deck, 5)) for _ in range(rng.randrange(2))],
        "board_rule": rng.choice(("no_kickers", "made_hand", "any")),
        "suit_pardon": rng.random() < 0.5,
        "n_guesses": _some(rng, 1, 10, 100),
        "n_boards_shown": rng.choice((0, 12, 1000)),
    }
    _check(advise(PokleRequest.model_validate(_spoiled(rng, entries)), _control()))

from dataclasses import replace
from typing import Any

import pytest

from engine.cards import parse_cards
from engine.errors import InputError
from engine.slave.position import Position

HAND = parse_cards("5H 7S 7H JC KS AS 2C 2S")
TITLES = ("King", "Queen", "Commoner", "Slave")


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({"left": (5, 5)}, "of 2 players (5, 5): expected those of players 1, 2 and 3"),
        ({"passed": (True,)}, "passed of 1 player (True)"),
        ({"left": (5, 5, 14)}, "a player cannot hold 14 cards: expected 0 to 13"),
        ({"last": parse_cards("5D"), "last_by": 4}, "player 4 cannot have made the last play"),
        ({"leader": 4}, "player 4 cannot have led"),
        ({"leader": 1, "titles": TITLES}, "the Slave leads, player 3"),
        ({"titles": ("King", "Queen", "Bob", "Slave")}, "King, Queen, Bob, Slave"),
        ({"gave": parse_cards("3C")}, "3♣ cannot have been given in round 1"),
        ({"gave": parse_cards("3C 4C 6C"), "titles": TITLES}, "the King gives 2"),
        ({"gave": parse_cards("5H 3C"), "titles": TITLES}, "5♥ is given twice"),
        ({"last": parse_cards("8C 8C")}, "8♣ is given twice"),
        ({"played": parse_cards("8C 9C 8C")}, "8♣ is given twice"),
    ],
)
def test_what_cannot_be_is_one_line(fields: dict[str, Any], quoted: str) -> None:
    with pytest.raises(InputError) as caught:
        Position(HAND, **fields)
    assert quoted in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_slave_leads_and_without_titles_you_do() -> None:
    assert Position(HAND).first_seat == 0
    assert Position(HAND, leader=2).first_seat == 2
    assert Position(HAND, titles=TITLES).first_seat == 3


def test_king_and_slave_exchange_and_queen_and_commoner() -> None:
    king = Position(HAND, titles=TITLES)
    assert king.partner == 3
    assert replace(king, titles=("Commoner", "Queen", "King", "Slave")).partner == 1
    with pytest.raises(InputError, match="round 1 has no exchange"):
        _ = Position(HAND).partner

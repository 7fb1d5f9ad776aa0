import random
import re
from typing import Any

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.errors import InputError
from engine.slave.card import from_mask
from engine.slave.history import view_of
from engine.slave.kernels.rounds import LAST
from engine.slave.match import SlaveMatch
from engine.slave.position import Position
from engine.slave.rules import TITLE_NAMES, SlaveRules
from engine.slave.view import PlayerView

HISTORY = ("3C", "5D", "p", "9H", "JD", "KS", "p", "p", "4C 4D", "6C 6D", "p", "p", "p")
FREE = SlaveRules(first_lead_contains_3c=False)


def after_history(**fields: Any) -> Position:
    """Player 2 led; all others have passed on our pair of sixes."""
    hand = parse_cards("4S 6S 7C 7D 8H 10C 10D QC QD AC 2H")
    return Position(**{"hand": hand, "history": HISTORY, "leader": 2} | fields)


def test_the_history_says_what_lies_who_passed_and_what_is_left() -> None:
    view = view_of(after_history())
    assert [view.cards_left(seat) for seat in range(4)] == [11, 12, 11, 9]
    assert len(view.laid) == len(HISTORY)
    assert view.legal_actions()[0] != 0  # all others have passed: we lead


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"history": (*HISTORY[:-1],)}, "player 3 is to play"),
        ({"history": ("5C", "3D"), "rules": FREE}, 'move 2 of the history, "3D" by player 3'),
        ({"history": ("5C", "3D")}, 'move 1 of the history, "5C" by player 2: the first lead'),
        ({"history": ("3C", "7C")}, "7♣ is in your hand"),
        ({"history": ("3C", "x")}, 'move 2 of the history, "x": cannot read the card "x"'),
        ({"history": ("p",)}, "the leader must play"),
        ({"hand": parse_cards("4S 6S 7C")}, "you hold 11 cards"),
    ],
)
def test_a_history_that_cannot_be_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        view_of(after_history(**fields))


def test_who_played_last_is_the_nearest_who_can_have() -> None:
    fields: dict[str, Any] = {
        "hand": parse_cards("5H 7S 7H JC KS AS 2C 2S"),
        "last": parse_cards("10D"),
        "left": (9, 9, 9),
    }
    assert view_of(Position(**fields, passed=(False, False, True))).row[LAST] == 2
    assert view_of(Position(**fields, last_by=2)).row[LAST] == 2
    lap = SlaveRules("lap")  # who has had his turn is out of the trick
    out = (True, False, False)
    assert view_of(Position(**fields, last_by=1, passed=out, rules=lap)).row[LAST] == 1


def test_the_first_lead_holds_three_of_clubs_unless_it_is_free() -> None:
    with pytest.raises(InputError, match="3♣"):
        view_of(Position(parse_cards("4C 5C"), first_lead=True))
    assert len(view_of(Position(parse_cards("3C 5C"), first_lead=True)).legal_actions()) == 1
    free = view_of(Position(parse_cards("3C 5C"), first_lead=True, rules=FREE))
    assert len(free.legal_actions()) == 2


def described_position(match: SlaveMatch, seat: int, given: int, got: int) -> Position:
    """Return a running match as its player would describe it."""
    now = match.game.round_number
    moves = [m for m in match.moves if m.round_number == now and m.phase == "play"]
    titles = match.game.titles
    around = [(seat + i) % 4 for i in range(4)]
    return Position(
        hand=match.game.hand(seat),
        titles=None if titles is None else tuple(TITLE_NAMES[titles[s]] for s in around),
        gave=from_mask(given),
        got=from_mask(got),
        history=tuple(m.text for m in moves),
        leader=(moves[0].seat - seat) % 4 if moves else None,
        first_lead=match.game.must_contain >= 0,
        rules=match.game.rules,
    )


def turned(view: PlayerView, seats: np.ndarray) -> np.ndarray:
    """What is known of the others' hands, by their distance from the player."""
    return view.known[(view.seat + seats) % 4]


@pytest.mark.parametrize("rules", [SlaveRules(), SlaveRules("lap", False)])
def test_a_told_history_is_the_view_of_the_match(rules: SlaveRules) -> None:
    """Every position of two rounds, described by its player, has the same moves and belief."""
    match, rng, n_told = SlaveMatch(5, 2, rules), random.Random(1), 0
    while not match.is_over:
        seat, view = match.current_seat, match.view(match.current_seat)
        if match.phase == "play":
            given = int(view.known[[s for s in range(4) if s != seat]].sum())
            mine = view_of(described_position(match, seat, given, view.received))
            assert mine.legal_actions() == view.legal_actions()
            assert (mine.laid == view.laid).all()
            left = [view.cards_left((seat + i) % 4) for i in range(4)]
            assert [mine.cards_left(i) for i in range(4)] == left
            around = np.arange(4)
            assert (turned(mine, around) == turned(view, around)).all()
            assert mine.received == view.received
            n_told += 1
        match.apply(rng.choice(match.legal_actions()))
    assert n_told > 50

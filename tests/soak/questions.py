"""Questions whose answers depend on nothing but the question: for comparing threads."""

from typing import Any

from assistant.advisors import holdem, kings_lows, konkan, pokle, slave
from engine.cards import format_cards, full_deck
from engine.control import Control
from engine.kings_lows.wild import VARIANTS
from engine.pokle.colors import colors_of
from engine.pokle.generator import generate_puzzle

HANDS = ("Ah Kh", "7c 2d", "Qs Qd", "9h 8h")
BOARDS = ("2c 3c 4d 5h Jd", "Th Jh 2s 5d 9c", "2c 3c 4d 5h 9s", "Kd Kc 7h 7s 2c")
Question = tuple[Any, Any]


def questions() -> list[Question]:
    """Pairs of an advisor and a request, each of a few milliseconds to a tenth of a second."""
    return [*_holdem(), *_kings_lows(), *_konkan_and_slave(), *_pokle()]


def _holdem() -> list[Question]:
    tables = (["random"], ["random", "QQ+, AK", "76s:0.5, 65s"])
    entries = [
        {"hero": hand, "board": board, "opponents": others, "seed": 1, "n_threads": 1}
        for hand, board in zip(HANDS, BOARDS, strict=True)
        for others in tables
    ]
    few = {"n_samples": 3000}
    return [(holdem.advise, holdem.HoldemRequest.model_validate(e | few)) for e in entries]


def _kings_lows() -> list[Question]:
    seats = [{"name": "a", "hole": "KH 2D", "open": "3C"}, {"name": "b", "hole": "9H 9D"}]
    one = {"players": seats, "n_deals": 2000, "seed": 5, "n_threads": 1}
    asked = [kings_lows.KingsLowsRequest.model_validate(one | {"variant": v}) for v in VARIANTS]
    return [(kings_lows.advise, request) for request in asked]


def _konkan_and_slave() -> list[Question]:
    asked: list[Question] = []
    for seed in range(3):
        hand = "7S 8S 9S QH QD QS 2C 5D 9H KC AD 4H 6C JK"
        one = {"hand": hand, "trash": "3H", "simulations": 32, "seed": seed}
        asked.append((konkan.advise, konkan.KonkanRequest.model_validate(one)))
        one = {"hand": "3C 4D 5H 6S 7C 8D 9H 10S JC QD KH AS 2C", "n_playouts": 200, "seed": seed}
        asked.append((slave.advise, slave.SlaveRequest.model_validate(one)))
    return asked


def _pokle() -> list[Question]:
    """Puzzles with two rows that know the flop: few boards are left."""
    asked: list[Question] = []
    for seed in range(3):
        made = generate_puzzle(seed)
        used = {*made.board, *(card for hand in made.puzzle.hole for card in hand)}
        free = [card for card in full_deck() if card not in used]
        guesses = [(*made.board[:3], *free[i : i + 2]) for i in (0, 10)]
        colours = [colors_of(guess, made.board, True) for guess in guesses]
        rows = [f"{format_cards(g)}={c}" for g, c in zip(guesses, colours, strict=True)]
        hole = [format_cards(hand) for hand in made.puzzle.hole]
        flop, turn, river = made.puzzle.places
        one = {"hole": hole, "flop": flop, "turn": turn, "river": river, "rows": rows}
        asked.append((pokle.advise, pokle.PokleRequest.model_validate(one)))
    return asked


def answer(question: Question, control: Control) -> str:
    """The answer as text, without what differs from run to run."""
    advise, request = question
    output: str = advise(request, control).model_dump_json(exclude={"elapsed_s", "from_cache"})
    return output

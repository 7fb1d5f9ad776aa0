from dataclasses import replace

import numpy as np
import pytest

from engine.cards import full_deck, parse_cards
from engine.control import CancelFlag, Control, Progress
from engine.errors import Cancelled, IllegalStateError
from engine.pokle import boards as boards_module
from engine.pokle.boards import Boards, find_boards, live_cards, possible_flops, possible_turns
from engine.pokle.generator import generate_puzzle
from engine.pokle.rules import (
    BOARD_RULES,
    Puzzle,
    all_places,
    as_indices,
    fits,
    fits_trophies,
)
from tests.engine.pokle import twin
from tests.engine.pokle.puzzles import (
    REAL,
    REAL_BOARD,
    SMALL,
    SMALL_BOARD,
    made_puzzles,
    puzzle,
)


def holds(boards: Boards, board) -> bool:
    """True if the board is one of the boards, whatever the order of its flop."""
    row = as_indices([[*sorted(board[:3], key=lambda c: c.index), *board[3:]]])
    return bool((boards.cards == row).all(1).any())


def test_known_counts():
    assert len(find_boards(REAL, Control())) == 2_956
    counts = [len(find_boards(replace(SMALL, board_rule=r), Control())) for r in BOARD_RULES]
    assert counts == [161, 161, 630]


@pytest.mark.parametrize(
    ("hands", "places", "message"),
    [
        ("AC AD / KC KD / AH AS", "123 111 111", "no flop gives the hands places 1 2 3"),
        ("AC AD / AH AS / 2C 7D", "112 123 112", "no turn gives the hands places 1 2 3"),
        ("AC AD / AH AS / 2C 7D", "112 132 112", "no river .* 1 1 2. The board rule is no_kickers"),
    ],
)
def test_an_impossible_street_is_named(hands, places, message):
    flop, turn, river = places.split()
    with pytest.raises(IllegalStateError, match=message):
        find_boards(puzzle(*hands.split("/"), flop=flop, turn=turn, river=river), Control())


def test_every_true_board_is_found_and_counts_are_known():
    known_puzzles = made_puzzles()
    for known, board, n_boards in known_puzzles:
        found = find_boards(known, Control())
        assert holds(found, board)
        assert len(found) == n_boards
    assert any(max(street) < 3 for known, _, _ in known_puzzles for street in known.places)


def test_generated_boards_are_found_and_ties_are_among_them():
    made = [generate_puzzle(seed) for seed in range(2)]
    tied = [_with_tie(1)]
    for known, board in [*((m.puzzle, m.board) for m in made), *tied]:
        assert holds(find_boards(known, Control()), board)
    assert all(len(set(known.river)) < 3 for known, _ in tied)


def _with_tie(seed: int) -> tuple[Puzzle, tuple]:
    """A puzzle whose river is tied between two players."""
    rng = np.random.default_rng(seed)
    while True:
        deck = [full_deck()[i] for i in rng.permutation(52)]
        hole, board = (tuple(deck[0:2]), tuple(deck[2:4]), tuple(deck[4:6])), tuple(deck[6:11])
        places = all_places(hole, board)
        known = Puzzle(hole, *places, board_rule="made_hand")
        if len(set(places[2])) == 2 and fits(known, board):
            return known, board


@pytest.mark.parametrize("rule", ["no_kickers", "made_hand", "any"])
def test_boards_equal_a_plain_search_of_a_narrow_deck(rule, monkeypatch):
    """All boards of twelve live cards, judged by the plain twin."""
    few = as_indices([parse_cards("9S 7D 5D 3D 3C 3S 10C JS 6H 4C AS KD")])[0]
    monkeypatch.setattr(boards_module, "live_cards", lambda _: np.sort(few))
    known = replace(SMALL, board_rule=rule)
    found = {tuple(row) for row in find_boards(known, Control()).cards.tolist()}
    assert found == set(_plain_boards(known, sorted(few.tolist())))
    assert found


def _plain_boards(known: Puzzle, live: list[int]):
    deck, hole = full_deck(), [list(hand) for hand in known.hole]
    legal = {"no_kickers": twin.has_no_kicker, "made_hand": twin.is_made, "any": lambda *_: True}
    for a in live:
        for b in (x for x in live if x > a):
            for c in (x for x in live if x > b):
                flop = [deck[i] for i in (a, b, c)]
                if twin.places(hole, flop) != known.flop:
                    continue
                for t in (x for x in live if x not in (a, b, c)):
                    if twin.places(hole, [*flop, deck[t]]) != known.turn:
                        continue
                    for r in (x for x in live if x not in (a, b, c, t)):
                        board = [*flop, deck[t], deck[r]]
                        right = twin.places(hole, board) == known.river
                        if right and legal[known.board_rule](hole, board):
                            yield a, b, c, t, r


def test_boards_are_in_order_and_distinct():
    found = find_boards(REAL, Control())
    rows = [tuple(row) for row in found.cards.tolist()]
    assert rows == sorted(set(rows))
    assert fits_trophies(REAL, found.cards).all()
    assert holds(found, REAL_BOARD)
    assert fits(SMALL, SMALL_BOARD)


def test_flops_and_turns_lead_to_the_boards():
    flops = possible_flops(REAL)
    turns = possible_turns(REAL, flops)
    found = find_boards(REAL, Control())
    assert {tuple(r[:3]) for r in found.cards.tolist()} <= {tuple(r) for r in flops.tolist()}
    assert {tuple(r[:4]) for r in found.cards.tolist()} <= {tuple(r) for r in turns.tolist()}
    assert len(live_cards(REAL)) == 46


def test_a_deal_of_many_boards_gives_a_sample_first_and_can_be_cancelled():
    many = puzzle("AC AD", "KH KS", "2C 7D", flop="123", turn="123", river="123", board_rule="any")
    cancel, samples = CancelFlag(), []

    def keep(sample: Boards, share: float) -> None:
        samples.append((sample, share))
        cancel.set()

    with pytest.raises(Cancelled):
        find_boards(many, Control(cancel=cancel), keep)
    (sample, share), *more = samples
    assert not more
    assert len(sample) >= boards_module.SAMPLE_BOARDS
    assert 0 < share < 0.1
    assert fits_trophies(many, sample.cards).all()
    assert (
        len(np.unique(sample.cards[:, :3], axis=0)) > 500
    )  # flops from everywhere, not the first few


def test_a_sample_takes_no_board_from_the_whole(monkeypatch):
    monkeypatch.setattr(boards_module, "SAMPLE_BOARDS", 10)
    monkeypatch.setattr(boards_module, "SLICE", 3_000)
    samples: list[int] = []
    found = find_boards(REAL, Control(), lambda sample, _: samples.append(len(sample)))
    assert samples
    assert len(found) == 2_956
    assert (found.cards == find_boards(REAL, Control()).cards).all()


def test_progress_is_told():
    reports: list[Progress] = []
    find_boards(REAL, Control(on_progress=reports.append))
    assert reports
    assert all(progress.done <= progress.total for progress in reports)

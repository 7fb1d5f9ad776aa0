"""A record on the table again: steps, positions as lines, trying again, games that were copied."""

from itertools import pairwise

import pytest

from assistant.play import HUMAN, GameTable, Record, find_game, run
from assistant.play.position import question_of, read_position
from assistant.play.record import split_decisions
from assistant.review.decisions import review
from assistant.review.judgement import THRESHOLDS, mark_of
from assistant.review.judges import find_judge
from assistant.review.pokle_games import pokle_record, share_text
from assistant.review.replay import (
    choice_of,
    game_steps,
    line_at,
    record_of_line,
    state_at,
    try_again,
    whole_line,
)
from assistant.review.rounds import walk
from engine.control import Control
from engine.errors import InputError
from engine.pokle.rules import N_GUESSES

GAMES = {"konkan": ("greedy", "greedy"), "slave": ("greedy",) * 4}


def finished(game: str, rounds: int = 1, seed: int = 4) -> Record:
    table = GameTable(find_game(game), GAMES[game], rounds, seed)
    for _ in run(table, Control()):
        pass
    return table.record


@pytest.mark.parametrize(("game", "rounds"), [("konkan", 1), ("slave", 2)])
def test_steps_are_those_of_the_table(game: str, rounds: int) -> None:
    record = finished(game, rounds)
    table = GameTable.of(record)
    steps = game_steps(record)
    assert [step.move for step in steps] == [event.move for event in table.events]
    assert steps[-1].after == table.view
    assert all(a.after == b.before for a, b in pairwise(steps) if b.seat)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_before_any_own_decision(game: str) -> None:
    record = finished(game)
    own = [own for each in walk(record, 1, find_judge(game)) for own in each.decisions]
    for decision in (own[0], own[len(own) // 2], own[-1]):
        again = try_again(record, decision.number, 1)
        table = GameTable.of(again)
        assert table.seat == 1
        assert table.waits_for_human
        assert again.agents[1] == HUMAN
        assert again.helped
        assert again.begun != record.begun
        assert table.state.look(record.names, record.agents) == state_at(
            record, decision.number
        ).look(record.names, record.agents)
        moves = split_decisions(again.moves)
        assert sum(map(len, moves)) == decision.number
        line = line_at(record, decision.number)
        assert question_of(line) == table.state.seen(1).request()


def test_nothing_can_be_tried_after_the_end() -> None:
    record = finished("slave")
    with pytest.raises(InputError, match="round is over"):
        try_again(record, 10_000, 0)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_copied_as_one_line_and_reviewed_from_it(game: str) -> None:
    record = finished(game)
    line = whole_line(record, 10_000)
    again = record_of_line(line)
    assert again.places == record.places
    assert [move for moves in again.decisions for move in moves] == [
        move for moves in record.decisions for move in moves
    ]


def test_a_choice_has_all_cards_of_a_turn() -> None:
    record = finished("konkan")
    own = [own for each in walk(record, 0, find_judge("konkan")) for own in each.decisions]
    long = max(own, key=lambda each: len(each.moves))
    assert len(long.moves) > 1
    choice = choice_of(long.state, long.moves)
    assert choice.target == "trash"
    assert len(choice.cards) >= len(long.moves)
    assert "all melds" not in choice.text, "each meld is named once"


LINE = "pokle 7C9S/ACQH/8S4S 312/321/312 {}"


def test_a_puzzle_of_a_page_is_replayed_from_its_line() -> None:
    from engine.pokle.boards import find_boards
    from engine.pokle.rules import as_cards

    request = read_position(LINE.format("-"))
    boards = find_boards(request.puzzle(), Control())
    board, wrong = (as_cards(boards.cards[place]) for place in (0, len(boards) // 2))
    names = ["".join(map(repr, cards)).replace("10", "T") for cards in (wrong, board)]
    colors = "eeeee"
    from engine.pokle.colors import colors_of

    colors = colors_of(wrong, board, request.suit_pardon)
    line = LINE.format(f"{names[0]}={colors},{names[1]}=ggggg")
    record = record_of_line(line)
    steps = game_steps(record)
    assert len(steps) == 2
    assert record.points == (2.0,)
    assert steps[0].after.groups[-1].title == colors
    assert record == pokle_record(read_position(line))
    (reviewed,) = [each for each in review(record).decisions if each.number == 0]
    judged = reviewed.judgement
    assert judged is not None
    assert judged.mark is mark_of(judged.loss / N_GUESSES, THRESHOLDS["pokle"]), (
        "six guesses are 100 points"
    )
    shared = share_text(read_position(line).rows)
    assert shared.splitlines()[0] == "Pokle 2/6"
    assert len(shared.splitlines()) == 3


@pytest.mark.parametrize(
    "line",
    ["pokle 7C9S/ACQH/8S4S 312/321/312 -", "konkan deal 7/9", "slave 3C/?1/?1/?1 - - - play"],
)
def test_a_line_that_is_not_a_finished_game_is_told_in_one_line(line: str) -> None:
    with pytest.raises(InputError) as raised:
        record_of_line(line)
    assert "\n" not in str(raised.value)

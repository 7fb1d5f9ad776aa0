"""Positions as one line: every example of the docs, every position of games, and damaged lines."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.play import GameTable, State, find_game
from assistant.play.position import game_line, position_line, question_of, read_position
from assistant.requests import Request
from engine.control import Control
from engine.errors import InputError

DOCS = Path(__file__).parents[3] / "docs" / "pages" / "positions.md"
STARTS = ("konkan", "slave", "pokle", "holdem", "kings-lows")
EXAMPLES = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith(STARTS)]


def test_the_docs_have_examples_of_all_games() -> None:
    assert {line.split("?")[0].split()[0] for line in EXAMPLES} == set(STARTS)
    assert len(EXAMPLES) >= 14


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_are_read_and_written_back(line: str) -> None:
    found = read_position(line)
    if isinstance(found, Request):
        assert position_line(found) == line
    else:
        question = position_line(question_of(line))
        assert position_line(question_of(question)) == question


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("konkan", ("greedy", "greedy")),
        ("konkan", ("greedy", "random", "greedy")),
        ("slave", ("heuristic", "greedy", "random", "greedy")),
    ],
)
def test_every_position_of_a_game_comes_back_from_its_line(
    game: str, agents: tuple[str, ...]
) -> None:
    for seed, rules in enumerate(("", "one_turn_each=yes" if game == "slave" else "threshold=60")):
        table = GameTable(
            find_game(game), agents, 2, seed, rules=find_game(game).rules_type.read(rules)
        )
        while not table.is_over:
            question = table.question()
            if question is None:
                table.deal()
                continue
            position = question.model_copy(update={"against": "equal"})  # who plays is not in it
            assert read_position(position_line(question)) == position
            task = table.step()
            assert task is not None
            table.answer(task, task.work(Control()))
        moves = [event.move for event in table.events]
        whole = read_position(game_line(table.state, game, moves, table.rules.text))
        assert isinstance(whole, State)
        assert whole.outcome() == table.state.outcome()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "expected it to begin with"),
        ("chess e2e4", "expected it to begin with"),
        ("konkan", "has 0 parts"),
        ("konkan 7S/?14 - - ?91 pull 1 - 0", "your hand has 1 card"),
        ("konkan?aces=1 deal 7/3", '"aces=1" is not a house rule'),
        ("konkan deal 7/9", "expected a seed below 2^63, 2 or 3 players"),
        ("konkan deal 7/3 moves throw 1S", "move 1 of the position"),
        ("slave 3C/?250/?1/?1 - - - play", "250 cards"),
        ("slave 3C3C/?13/?13/?13 - - - play", "3♣"),
        ("slave 3C/?13/?13 - - - play", "3 hands"),
        ("pokle JSKH/7C9S 321/132/123 -", "three hands"),
        ("holdem AHAH/? - - -", "A♥"),
        ("holdem {}/? - - -", "the range is empty: expected hands such as"),
        ("holdem AHKH/? - - 5:x", "cannot read the call"),
        ("kings-lows A=KS4H+7D/B=+KS - a", "K♠"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(line: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        read_position(line)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(max_examples=300)
@given(
    st.sampled_from(EXAMPLES),
    st.integers(0, 200),
    st.integers(0, 6),
    st.text("0123456789AKQJT?:+/-=[]{}^;& ashdcSHDCabc%", max_size=4),
)
def test_damaged_lines_are_read_or_refused(line: str, at: int, cut: int, put: str) -> None:
    damaged = line[:at] + put + line[at + cut :]
    with suppress(InputError):
        found = read_position(damaged)
        if isinstance(found, Request):
            assert position_line(question_of(position_line(found))) == position_line(found)


def test_a_round_that_is_over_has_no_question() -> None:
    table = GameTable(find_game("slave"), ("greedy",) * 4, 1, 3)
    while (task := table.step()) is not None:
        table.answer(task, task.work(Control()))
    line = game_line(table.state, "slave", [event.move for event in table.events])
    with pytest.raises(InputError, match="nothing to ask"):
        question_of(line)

"""The terminal game, played by typed lines."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from assistant.cli import slave_play
from assistant.cli.slave_play import HELP, Leave, TerminalGame
from assistant.play import HUMAN, Event, GameTable
from assistant.play.kept import last_game
from engine.control import Control
from engine.ladder import strength_of
from engine.slave.agents.registry import AGENTS, make_agent
from tests.assistant.cli.conftest import Call
from tests.assistant.play.test_slave import SlaveTable
from tests.assistant.play.test_table import run_ais

OPPONENTS = ("greedy", "heuristic", "greedy")


class Typist(Console):
    """A console whose player answers by a function of what was printed."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(file=io.StringIO(), width=120)
        self.lines = lines

    def input(self, *args: object, **kwargs: object) -> str:  # type: ignore[override]
        return next(self.lines)

    @property
    def text(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def sit_down(seed: int, n_rounds: int) -> SlaveTable:
    return SlaveTable((HUMAN, *OPPONENTS), n_rounds, seed)


def legal_lines(table: SlaveTable) -> Iterator[str]:
    """Types the highest legal play, with some questions and mistakes before the first one."""
    yield from ("m", "?", "xx", "2s 3c", "", "u")
    while True:
        if table.match.phase == "exchange":
            yield from ("?", "zz", "")
        else:
            yield table.state.legal()[-1]


def test_a_whole_match_is_played() -> None:
    table = sit_down(3, 3)
    console = Typist(legal_lines(table))
    TerminalGame(table, console).run()
    assert table.is_over
    assert "Points:" in console.text
    assert "King" in console.text
    assert "Cannot read the card" in console.text
    assert "There is no move of yours to take back" in console.text
    assert console.text.count("Round 3") >= 1
    assert console.text.count(HELP) == 2  # at the start, and when nothing was typed
    assert "── You lead" in console.text
    assert "You hold nothing that beats it" in console.text
    assert ": out" in console.text
    assert console.text.count("In the exchange you got") == 2


def test_a_king_may_ask_what_to_give_and_sees_what_came() -> None:
    table = king_after_a_round()
    console = Typist(iter(["?", "3c", "", "q"]))
    with pytest.raises(Leave):
        TerminalGame(table, console).run()
    assert console.text.count("King ") >= 3
    assert "Choose two of your cards to give" in console.text
    assert "In the exchange you got " in console.text


def king_after_a_round() -> SlaveTable:
    """A table that waits for its second deal; the player has become King."""
    return next(t for t in map(after_a_round, range(40)) if t.match.places()[0] == 0)


def test_a_king_who_is_to_give_may_take_back_the_round_before() -> None:
    table = king_after_a_round()
    n_events = len(table.events)
    console = Typist(iter(["u", "q"]))
    with pytest.raises(Leave):
        TerminalGame(table, console).run()
    assert len(table.events) < n_events
    assert table.match.phase == "play"
    assert table.round_number == 1
    assert "In the exchange" not in console.text


def test_a_gift_that_was_taken_back_is_given_again() -> None:
    table = king_after_a_round()
    console = Typist(iter(["", "u", "", "q"]))
    with pytest.raises(Leave):
        TerminalGame(table, console).run()
    assert table.match.phase == "play"
    lines = [line for line in console.text.splitlines() if "In the exchange" in line]
    assert len(lines) == 2
    assert lines[0] == lines[1]


def after_a_round(seed: int) -> SlaveTable:
    """A table after its first round, all seats played by the heuristic."""
    table, heuristic = sit_down(seed, 2), make_agent("heuristic")
    while table.seat is not None:
        table.play(table.slave.move_text(heuristic.choose(table.match.view(table.seat))))
    return table


def test_a_move_is_taken_back() -> None:
    table = sit_down(3, 1)
    run_ais(table)
    before = table.record.moves
    game = TerminalGame(table, Typist(iter(())))
    table.play(table.choices()[0].moves[0])
    run_ais(table)
    game.console = Typist(iter(["u", "q"]))
    assert game._choose() == ()
    assert table.record.moves == before


def test_the_fall_of_a_king_is_told() -> None:
    outcomes = set()
    for seed in range(6):
        table = sit_down(seed, 2)
        console = Typist(legal_lines(table))
        TerminalGame(table, console).run()
        first, second = table.match.round_titles
        fell = second[first.index(0)] == 3
        assert ("The old King falls" in console.text) == fell
        outcomes.add(fell)
    assert outcomes == {True, False}


def test_leaving_is_polite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slave_play, "Console", lambda: Typist(iter(["q"])))
    slave_play.play_match(["greedy", "greedy", "greedy"], 1, 5)
    assert "--seed 5" in capsys.readouterr().out
    game = TerminalGame(sit_down(1, 1), Typist(iter(())))
    monkeypatch.setattr(game.console, "input", lambda *_: (_ for _ in ()).throw(EOFError))
    with pytest.raises(Leave):
        game.run()


def test_a_game_that_is_left_while_an_opponent_thinks_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play_on, tables = slave_play.run, list[GameTable]()

    def interrupted(table: GameTable, control: Control) -> Iterator[Event]:
        tables.append(table)
        if table.can_take_back:
            raise KeyboardInterrupt
        yield from play_on(table, control)

    lines = (tables[0].state.legal()[-1] for _ in range(9))
    monkeypatch.setattr(slave_play, "run", interrupted)
    monkeypatch.setattr(slave_play, "Console", lambda: Typist(lines))
    slave_play.play_match(list(OPPONENTS), 1, 3)
    assert "You left the table" in capsys.readouterr().out
    record = last_game("slave")
    assert record is not None
    assert GameTable.of(record).can_take_back


def test_without_names_rated_opponents_of_the_middle_levels_sit_down(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated: list[str] = []
    monkeypatch.setattr(slave_play, "play_match", lambda names, *_: seated.extend(names))
    call("slave", "play")
    assert [AGENTS[name].level for name in seated] == [4, 3, 5]
    assert all(strength_of("slave", name) for name in seated)

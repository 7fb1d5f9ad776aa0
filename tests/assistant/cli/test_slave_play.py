"""The terminal game, played by typed lines."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from assistant.cli import slave_play
from assistant.cli.slave_play import HELP, Leave, TerminalTable, read_action, read_gift
from engine.errors import InputError
from engine.slave.agents.registry import make_agent
from engine.slave.match import SlaveMatch


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


def rivals() -> list[object]:
    return [make_agent("greedy"), make_agent("heuristic"), make_agent("greedy")]


def legal_lines(match: SlaveMatch) -> Iterator[str]:
    """Types the highest legal play, with some questions and mistakes before the first one."""
    yield from ("m", "?", "xx", "2s 3c", "")
    while True:
        if match.phase == "exchange":
            yield from ("?", "zz", "")
        else:
            action = match.legal_actions()[-1]
            yield match.action_text(action) if action else "p"


def test_a_whole_match_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    match = SlaveMatch(3, 3)
    console = Typist(iter(()))
    console.lines = legal_lines(match)
    TerminalTable(match, rivals(), console).run()  # type: ignore[arg-type]
    assert match.is_over
    assert "points:" in console.text
    assert "King" in console.text
    assert "cannot read the card" in console.text
    assert console.text.count("round 3") >= 1
    assert console.text.count(HELP) == 2  # at the start, and when nothing was typed
    assert "── you lead" in console.text
    assert "you have nothing that beats it" in console.text
    assert ", is out" in console.text
    assert console.text.count("you give ") == 2


def test_a_king_may_ask_what_to_give_and_sees_what_came() -> None:
    match = next(m for m in map(after_a_round, range(40)) if m.places()[0] == 0)
    console = Typist(iter(["?", "3c", "", "q"]))
    with pytest.raises(Leave):
        TerminalTable(match, rivals(), console).run()  # type: ignore[arg-type]
    assert console.text.count("mean place") == 3
    assert "cannot be given: expected 2 of your cards" in console.text
    assert "you give " in console.text
    assert " and get " in console.text


def after_a_round(seed: int) -> SlaveMatch:
    """A match in its first exchange, all seats played by the heuristic."""
    match, heuristic = SlaveMatch(seed, 2), make_agent("heuristic")
    while match.phase == "play":
        match.apply(heuristic.choose(match.view(match.current_seat)))
    return match


def test_the_fall_of_a_king_is_told() -> None:
    told = set()
    for seed in range(6):
        match = SlaveMatch(seed, 2)
        console = Typist(iter(()))
        console.lines = legal_lines(match)
        TerminalTable(match, rivals(), console).run()  # type: ignore[arg-type]
        first, second = match.round_titles
        fell = second[first.index(0)] == 3
        assert ("the old King falls" in console.text) == fell
        told.add(fell)
    assert told == {True, False}


def test_leaving_is_polite(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(slave_play, "Console", lambda: Typist(iter(["q"])))
    slave_play.play_match(["greedy", "greedy", "greedy"], 1, 5)
    assert "--seed 5" in capsys.readouterr().out
    table = TerminalTable(SlaveMatch(1), rivals(), Typist(iter(())))  # type: ignore[arg-type]
    monkeypatch.setattr(table.console, "input", lambda *_: (_ for _ in ()).throw(EOFError))
    with pytest.raises(Leave):
        table.run()


def test_typed_moves_are_checked() -> None:
    match = SlaveMatch(1)
    hand = match.game.hand(match.current_seat)
    assert read_action(match, repr(hand[0])) == 1
    with pytest.raises(InputError, match=r"^pass is not allowed: the leader may not pass"):
        read_action(match, "p")
    with pytest.raises(InputError, match="not all in your hand"):
        read_action(match, repr(match.game.hand((match.current_seat + 1) % 4)[0]))
    with pytest.raises(InputError, match="first lead"):
        read_action(match, repr(hand[-1]))


def test_typed_gifts_are_checked() -> None:
    match = SlaveMatch(3, 2)
    while match.phase == "play":
        match.apply(match.legal_actions()[-1])
    hand = match.game.hand(match.current_seat)
    assert len(read_gift(match, f"{hand[0]!r} {hand[1]!r}", 2)) == 2
    with pytest.raises(InputError, match="expected 2"):
        read_gift(match, repr(hand[0]), 2)
    with pytest.raises(InputError, match="expected 2"):
        read_gift(match, f"{hand[0]!r} {hand[0]!r}", 2)

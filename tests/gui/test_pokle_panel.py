from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from assistant.advisors.pokle import PokleRequest, advise
from assistant.advisors.pokle_game import ListedBoard
from engine.cards import parse_cards
from engine.control import Control
from gui.dialogs import files
from gui.panels.pokle import PokleEntries, PoklePanel
from gui.panels.pokle_boards import TROPHIES_ROLE, BoardModel, BoardTable
from gui.theme import theme
from gui.widgets.card_row import CardRow
from gui.widgets.picker import FaceButton
from gui.widgets.place_button import PlaceButton
from gui.widgets.table import FACES_ROLE, AnswerTable
from tests.gui.conftest import MakeWindow, OpenPanel, find, settle

HANDS = ("JS KH", "7C 9S", "9H QD")
PLACES = {"Flop": (3, 2, 1), "Turn": (1, 3, 2), "River": (1, 2, 3)}
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(open_panel: OpenPanel) -> PoklePanel:
    return open_panel(PoklePanel)


def enter_puzzle(panel: PoklePanel, qtbot: QtBot) -> None:
    """As a person: type the hands, click the trophies."""
    for number, hand in enumerate(HANDS, 1):
        qtbot.keyClicks(find(panel, f"Player {number}", QLineEdit), hand)
    for street, places in PLACES.items():
        for place in (1, 2):  # the third place fills itself
            name = f"{street} place of player {places.index(place) + 1}"
            qtbot.mouseClick(find(panel, name, PlaceButton), LEFT)


def request(*rows: tuple[str, str]) -> PokleRequest:
    return PokleRequest(
        hole=HANDS,
        flop=(3, 2, 1),
        turn=(1, 3, 2),
        river=(1, 2, 3),
        rows=tuple(f"{guess}={colors}" for guess, colors in rows),
    )


def test_a_puzzle_is_entered_by_keys_alone_and_the_best_guess_can_be_used(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window("pokle")
    panel = window.panel
    assert isinstance(panel, PoklePanel)
    for hand in ("7c9s", "acqh", "8s4s"):
        QTest.keyClicks(window.focusWidget(), hand)
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    for digit in "312321312":
        QTest.keyClick(window.focusWidget(), digit)
    entered = panel.entries
    assert (entered.flop, entered.turn, entered.river) == ((3, 1, 2), (3, 2, 1), (3, 1, 2))
    settle(panel, qtbot)
    best = panel.advice.guesses[0].cards
    assert not {card.symbol for card in best} & {"7♣", "9♠", "A♣", "Q♥", "8♠", "4♠"}
    panel.use.setFocus()
    QTest.keyClick(panel.use, Qt.Key.Key_Return)
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text() == ""
    assert panel.guesses[0].value()[0]
    QTest.keyClicks(find(panel, "Guess 1 colours", QLineEdit), "yyy")
    settle(panel, qtbot)
    why = find(panel, "Why", QLabel).text()
    assert why.startswith("Guess 1 does not count yet: 2 colours missing.")


def test_answer_is_the_advisors(panel: PoklePanel, qtbot: QtBot) -> None:
    enter_puzzle(panel, qtbot)
    qtbot.keyClicks(find(panel, "Guess 1", QLineEdit), "QC 9D KS JD QS")
    qtbot.keyClicks(find(panel, "Guess 1 colours", QLineEdit), "yyeey")
    settle(panel, qtbot)
    expected = advise(request(("QC 9D KS JD QS", "yyeey")), Control())
    why = find(panel, "Why", QLabel).text().lower()
    assert f"splits {expected.boards_left} boards into" in why
    assert why == f"{expected.reason.lower()}."
    table = find(panel, "Ranked guesses", AnswerTable)
    faces = table.item(0, 0).data(FACES_ROLE)
    assert tuple(face.card for face in faces) == expected.guesses[0].cards
    assert table.item(0, 2).text() == f"{expected.guesses[0].expected_guesses:.2f}"
    best = find(panel, "Best move, drawn", CardRow)
    assert tuple(face.card for face in best.faces) == expected.guesses[0].cards


def test_missing_trophies_are_asked_for(panel: PoklePanel, qtbot: QtBot) -> None:
    for number, hand in enumerate(HANDS, 1):
        find(panel, f"Player {number}", QLineEdit).setText(hand)
    state = find(panel, "What to enter", QLabel)
    asked = "Click the trophies of flop, turn and river, in the order of the places."
    qtbot.waitUntil(lambda: state.text() == asked)
    assert panel.advice is None


def test_places_that_are_no_ranking_are_refused(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_entries(PokleEntries(hands=HANDS, flop=(2, 3, 3), turn=(1, 2, 3), river=(1, 2, 3)))
    problem = find(panel, "Problem", QLabel)
    qtbot.waitUntil(lambda: '"2 3 3" are not a ranking' in problem.text())


def test_contradicting_colours_say_which_row(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    panel.guesses[1].setValue(("QC 9D KS JD QS", "ggggg"))
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text()
    assert find(panel, "Figure", QLabel).text() == ""


def test_trophies_take_digits_and_the_right_button(panel: PoklePanel, qtbot: QtBot) -> None:
    trophy = find(panel, "Turn place of player 2", PlaceButton)
    qtbot.keyClick(trophy, Qt.Key.Key_3)
    assert panel.entries.turn == (0, 3, 0)
    qtbot.keyClick(trophy, Qt.Key.Key_Delete)
    assert panel.entries.turn == (0, 0, 0)
    qtbot.mouseClick(find(panel, "Turn place of player 1", PlaceButton), LEFT)
    qtbot.mouseClick(trophy, Qt.MouseButton.RightButton)
    assert panel.entries.turn == (1, 1, 2), "a tie; the third place fills itself"


def test_a_finished_game_is_shared_without_giving_it_away(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    panel.guesses[1].setValue(("6C 9C 10C QH 8S", "ggggg"))
    settle(panel, qtbot)
    assert panel.share_text() == "Pokle 2/6\n🟨🟨⬛⬛🟨\n🟩🟩🟩🟩🟩"


def test_guess_is_used_by_a_click_and_undone(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    qtbot.mouseClick(find(panel, "Use this guess", QPushButton), LEFT)
    best = panel.advice.guesses[0].cards
    assert panel.guesses[1].cards == best
    assert not any(row.isHidden() for row in panel.guesses)
    panel.undo.undo()
    assert panel.guesses[1].cards == ()


def test_picker_fills_and_empties_a_guess(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    panel.desk.activate(panel.guesses[1])
    ace = find(panel, "ace of spades", FaceButton)
    qtbot.mouseClick(ace, LEFT)
    assert panel.guesses[1].text() == "AS"
    qtbot.mouseClick(ace, LEFT)
    assert panel.guesses[1].text() == ""
    qtbot.mouseClick(find(panel, "jack of spades", FaceButton), LEFT)
    assert panel.guesses[1].text() == "", "a hole card is on nobody's board"


def test_uncoloured_guess_does_not_count(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    panel.guesses[1].setValue(("8H 9C 10D KC 7H", ""))
    built = panel.build_request()
    assert built is not None
    assert len(built.rows) == 1


def test_colours_that_are_missing_are_not_grey(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    field = panel.guesses[0]
    cards = field.text()
    field.setValue((cards, "yyy"))
    built = panel.build_request()
    assert built is not None
    assert [row.n_missing for row in built.rows] == [2]
    field.setValue((cards, ""))
    field._row_clicked(3)
    assert field.value() == (cards, "???y")
    assert not field.is_complete


def test_options_reach_the_request(panel: PoklePanel) -> None:
    panel.show_example()
    find(panel, "Board rule", QComboBox).setCurrentIndex(2)
    find(panel, "Suit pardon", QCheckBox).setChecked(False)
    built = panel.build_request()
    assert built is not None
    assert (built.board_rule, built.suit_pardon) == ("any", False)


def test_skill_report_is_computed_when_looked_at(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    panel.tabs.open(panel.skill_tab)
    steps = find(panel, "Skill steps", AnswerTable)
    qtbot.waitUntil(lambda: steps.rowCount() == 1, timeout=60_000)
    assert find(panel, "Skill summary", QLabel).text() != ""


def test_share_text_has_the_squares(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    lines = panel.share_text().splitlines()
    assert lines[0].startswith("Pokle: JS KH · 7C 9S · 9H QD")
    assert lines[1] == "🟨🟨⬛⬛🟨"
    assert "boards left" in lines[3]


def test_every_board_is_listed_and_exported(
    panel: PoklePanel, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel.show_example()
    settle(panel, qtbot)
    view = panel.tabs.open(panel.boards_tab)
    qtbot.waitUntil(lambda: view.model.rowCount() == panel.advice.boards_left, timeout=60_000)
    n_boards = view.model.rowCount()
    assert view.summary.text() == f"{n_boards:,} boards are left"
    assert len(view.model.data(view.model.index(0, 0), FACES_ROLE)) == 5, "drawn as cards"
    tip = view.model.data(view.model.index(0, 3), Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith("Player 1, first: ")
    assert tip.count("\n") == 2
    target = tmp_path / "boards.csv"
    monkeypatch.setattr(files, "ask_save", lambda *_: target)
    qtbot.mouseClick(find(panel, "Export boards", QPushButton), LEFT)
    qtbot.waitUntil(lambda: "written" in view.summary.text(), timeout=60_000)
    assert len(target.read_text().splitlines()) == n_boards + 1


def test_a_guess_without_colours_is_rated_beside_the_best(panel: PoklePanel, qtbot: QtBot) -> None:
    enter_puzzle(panel, qtbot)
    settle(panel, qtbot)
    n_listed = panel.table.rowCount()
    qtbot.keyClicks(find(panel, "Guess 1", QLineEdit), "2C 2D 2H 4C 4D")
    settle(panel, qtbot)
    assert panel.table.rowCount() == n_listed + 1
    assert panel.table.item(n_listed, 4).text().startswith("yours")
    assert "worse than the best" in find(panel, "Why", QLabel).text()
    assert panel.advice.boards_left > 100  # it has no colours: it rules nothing out


def test_only_boards_are_guessed_if_asked(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    find(panel, "Possible boards only", QCheckBox).setChecked(True)
    settle(panel, qtbot)
    assert all(guess.is_board for guess in panel.advice.guesses)
    assert panel.entries.boards_only


def test_a_small_window_shows_the_best_guess_and_whole_rows(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    """The window on a screen of 1024 by 600 pixels."""
    window = make_window("pokle")
    window.resize(1012, 554)
    panel = window.panel
    assert isinstance(panel, PoklePanel)
    panel.show_example()
    settle(panel, qtbot)
    best = panel.verdict.cards
    first, second = best.place_rect(0), best.place_rect(1)
    assert second.x() - first.x() >= 0.7 * first.width()
    assert panel.table.viewport().height() >= panel.table.rowHeight(0)
    skill = panel.tabs.open(panel.skill_tab)
    qtbot.waitUntil(lambda: skill.table.rowCount() > 0, timeout=120_000)
    qtbot.wait(20)
    assert skill.table.horizontalScrollBar().maximum() == 0
    boards = panel.tabs.open(panel.boards_tab)
    qtbot.waitUntil(lambda: boards.model.rowCount() > 0, timeout=120_000)
    qtbot.wait(20)
    for place in range(boards.model.columnCount()):
        assert boards.table.columnWidth(place) >= boards.table.sizeHintForColumn(place)


def test_unfinished_colours_constrain_nothing(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    settle(panel, qtbot)
    without = panel.advice.boards_left
    panel.guesses[1].setValue(("QC 9D KS JD QS", "yyy"))
    settle(panel, qtbot)
    assert panel.advice.boards_left == without
    assert "2 colours missing" in find(panel, "Why", QLabel).text()


def test_a_guess_of_ones_own_may_hold_a_dealt_card(panel: PoklePanel, qtbot: QtBot) -> None:
    panel.show_example()
    panel.guesses[1].setValue(("JS 9D KS JD QS", ""))
    settle(panel, qtbot)
    assert find(panel, "Problem", QLabel).text() == ""
    assert panel.advice.own_guess is not None


def is_fitted(table: BoardTable, has_words: bool) -> bool:
    return table.shows_kinds == has_words and table.horizontalScrollBar().maximum() == 0


def test_a_board_has_five_cards_and_nine_trophies(make_window: MakeWindow, qtbot: QtBot) -> None:
    """Nine sentences a row ran off to the right, and had to be scrolled sideways."""
    window = make_window("pokle", example=True)
    panel = window.panel
    assert isinstance(panel, PoklePanel)
    settle(panel, qtbot)
    view = panel.tabs.open(panel.boards_tab)
    qtbot.waitUntil(lambda: view.model.rowCount() > 0, timeout=60_000)
    drawn = [view.model.data(view.model.index(0, at), TROPHIES_ROLE) for at in (1, 2, 3)]
    assert [[place for place, _ in street] for street in drawn] == [[3, 2, 1], [1, 3, 2], [1, 2, 3]]
    first = view.model.data(view.model.index(0, 1), Qt.ItemDataRole.ToolTipRole).splitlines()
    for number, ((_, kind), line) in enumerate(zip(drawn[0], first, strict=True), 1):
        assert line.startswith(f"Player {number}, ")
        assert f": {kind}" in line
    for size, has_words in (((1024, 700), False), ((1920, 1080), True)):
        window.resize(*size)
        qtbot.wait(100)
        qtbot.waitUntil(partial(is_fitted, view.table, has_words))
    assert view.table.card_width > 24, "cards grow in a large window"


def test_trophies_of_a_board_are_painted_in_their_metals(qtbot: QtBot) -> None:
    model = BoardModel()
    board = ListedBoard(
        board=parse_cards("6C 9C 10C QH 8S"),
        flop=("king high, J-10-9-6", "pair of nines, 10-7-6", "pair of nines, Q-10-6"),
        turn=("straight, king high", "pair of nines, Q-10-7", "two pair, queens and nines"),
        river=("straight, king high", "straight, ten high", "two pair, queens and nines"),
    )
    model.show_boards((board,), ((3, 2, 1), (1, 3, 2), (1, 2, 3)))
    table = BoardTable(model)
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.show()
    qtbot.wait(30)
    for street, metals in ((1, ("bronze", "silver", "gold")), (2, ("gold", "bronze", "silver"))):
        cell = table.visualRect(model.index(0, street))
        picture = table.viewport().grab(cell).toImage()
        for at, metal in enumerate(metals):
            third = range(at * picture.width() // 3, (at + 1) * picture.width() // 3)
            seen = {picture.pixelColor(x, y).name() for x in third for y in range(picture.height())}
            others = {"gold", "silver", "bronze"} - {metal}
            assert theme.color(metal).name() in seen
            assert not {theme.color(other).name() for other in others} & seen

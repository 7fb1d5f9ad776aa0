"""What players expect of a table: nothing by accident, nothing that moves, keys that stay alive."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from assistant.play import HUMAN, GameTable, find_game
from assistant.play.konkan import KonkanState
from assistant.review.decisions import ReviewedDecision
from assistant.review.warning import Warning
from gui.felt import page as page_module
from gui.felt.page import TablePage
from gui.felt.painting import seat_colour
from gui.felt.side import BAR_ROOM, GameLog
from gui.panels.table_panel import TablePanel
from gui.state import load_state
from gui.theme import theme
from tests.gui.conftest import MakeWindow, find, panel_of
from tests.gui.felt.conftest import SitDown, person_or_end
from tests.gui.felt.test_play import area, card_spot, click_card
from tests.gui.table_screenshots import crowded_table

LEFT = Qt.MouseButton.LeftButton
SLAVES = (HUMAN, "greedy", "greedy", "greedy")


def button_of(page: TablePage, place: str) -> QPushButton:
    return page.ways[[target for target, _, _ in page.game.targets].index(place)]


def slave_turn(page: TablePage, qtbot: QtBot) -> None:
    """Play on until the person may play or pass."""
    assert page.table is not None
    while person_or_end(page, qtbot):
        choices = page.table.choices()
        if choices[-1].target == "pass" and len(choices) > 1:
            return
        page.course.play(*choices[0].moves)
    raise AssertionError("no turn with a choice")


def test_pass_is_off_while_cards_are_chosen(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", SLAVES)
    slave_turn(page, qtbot)
    table, passing = page.table, button_of(page, "pass")
    n_events = len(table.events)
    page.felt.choose_card(0)
    assert not passing.isEnabled()
    QTest.keyClick(page.felt, "P")
    assert page.felt._said.endswith("is chosen: deselect it to pass")
    QTest.mouseClick(passing, LEFT)
    assert len(table.events) == n_events
    QTest.keyClick(page.felt, Qt.Key.Key_Escape)
    assert passing.isEnabled()
    QTest.keyClick(page.felt, "P")
    assert table.events[n_events].move == "pass"


@pytest.mark.parametrize("answer", [False, True])
def test_deal_asks_before_it_leaves_a_game(
    sit_down: SitDown, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, answer: bool
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(page_module, "ask_yes_no", lambda *words: asked.append(words[-1]) or answer)
    page = sit_down("slave", SLAVES)
    person_or_end(page, qtbot)
    if not page.table.can_take_back:
        first = page.table
        page.deal_again()
        qtbot.waitUntil(lambda: page.table is not first, timeout=60_000)
        assert not asked, "nothing was played yet"
    slave_turn(page, qtbot)
    page.course.play(*page.table.choices()[0].moves)
    again = GameTable.of(page.table.record)
    page.sit_down(again)  # as after a restart
    person_or_end(page, qtbot)
    page.deal_again()
    assert len(asked) == 1
    if answer:
        qtbot.waitUntil(lambda: page.table is not again, timeout=60_000)
        assert not page.table.can_take_back
    else:
        assert page.table is again


def test_a_drawn_card_moves_no_other_and_is_marked(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    page.course.play(page.table.choices()[-1].moves[0])
    person_or_end(page, qtbot)
    felt = page.felt
    before = [(card.card, card.rect) for card in felt.hand]
    page.course.play("pull deck")
    person_or_end(page, qtbot)
    assert [(card.card, card.rect) for card in felt.hand[:-1]] == before
    drawn = felt.hand[-1]
    edge = QPoint(round(drawn.rect.center().x()), round(drawn.rect.top()) + 1)
    marked = felt.grab().toImage().pixelColor(edge)
    other = felt.hand[-2].rect
    plain = felt.grab().toImage().pixelColor(round(other.left() + 8), round(other.top()) + 1)
    assert marked != plain
    page.course.play(page.table.choices()[-1].moves[0])
    person_or_end(page, qtbot)
    cards = [card.card for card in felt.hand]
    assert cards == sorted(cards, key=lambda card: page.game.sort_key(card, "suit"))


def test_a_hand_is_bright_before_the_draw(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    page.course.play(page.table.choices()[-1].moves[0])
    person_or_end(page, qtbot)
    felt = page.felt
    assert page.headline.text().startswith("Your turn: draw a card")
    rect = felt.hand[-1].rect
    spot = QPoint(round(rect.right()) - 6, round(rect.top()) + 6)
    assert felt.grab().toImage().pixelColor(spot).lightness() > 240


def test_buttons_leave_the_keys_to_the_felt(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", SLAVES)
    person_or_end(page, qtbot)
    felt = page.felt
    QTest.mouseClick(page.hint, LEFT)
    qtbot.waitUntil(lambda: felt._hinted is not None, timeout=60_000)
    assert page.focusWidget() is felt
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_End)
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Space)
    assert felt.chosen == [len(felt.hand) - 1]
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Home)
    QTest.keyClick(page.focusWidget(), Qt.Key.Key_Space)
    assert sorted(felt.chosen) == [0, len(felt.hand) - 1]


def test_a_click_beside_the_buttons_leaves_the_keys_to_the_felt(
    make_window: MakeWindow, sit_down: SitDown, qtbot: QtBot
) -> None:
    panel = make_window("slave").panel
    assert isinstance(panel, TablePanel)
    page = panel.tabs.open(panel.table_tab)
    page.setup.hide()
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(GameTable(find_game("slave"), SLAVES, 1, 3))
    slave_turn(page, qtbot)
    bare = page.pause.geometry().center() + QPoint(page.pause.width(), 0)
    assert page.childAt(bare) is None
    QTest.mouseClick(page, LEFT, pos=bare)
    assert page.window().focusWidget() is page.felt
    page.stop()


def test_a_double_click_throws(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    spot, card = card_spot(page.felt, 3), page.felt.hand[3].card
    click_card(page, 3)
    QTest.mouseDClick(page.felt, LEFT, pos=spot)
    assert page.table.events[0].text == f"You threw {card}"


def test_a_double_click_on_the_empty_cloth_does_nothing(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    QTest.mouseDClick(page.felt, LEFT, pos=page.felt._layout.middle.center().toPoint())
    assert not page.table.events


@pytest.mark.parametrize(("size", "share"), [((1024, 700), 0.55), ((1280, 800), 0.60)])
@pytest.mark.parametrize("kind", ["konkan", "slave"])
def test_the_felt_has_most_of_the_window(
    make_window: MakeWindow, qtbot: QtBot, kind: str, size: tuple[int, int], share: float
) -> None:
    window = make_window(kind)
    window.resize(*size)
    panel = window.panel
    assert isinstance(panel, TablePanel)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    assert page.setup.isVisible()
    page.sit_down(
        crowded_table() if kind == "konkan" else GameTable(find_game("slave"), SLAVES, 3, 3)
    )
    qtbot.waitUntil(lambda: not page.setup.isVisible())
    qtbot.waitUntil(
        lambda: page.felt.width() * page.felt.height() >= share * size[0] * size[1], timeout=60_000
    )
    assert (window.width(), window.height()) == size
    QTest.mouseClick(page.change, LEFT)
    assert page.setup.isVisible()
    page.stop()


def test_letter_keys_live_after_analyse_and_back(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("slave")
    panel = window.panel
    assert isinstance(panel, TablePanel)
    with qtbot.waitActive(window):
        page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(GameTable(find_game("slave"), SLAVES, 1, 3))
    person_or_end(page, qtbot)
    entries, place = panel.entries, panel.tabs.currentIndex()
    QTest.keyClick(page.felt, "A")
    assert panel.tabs.currentIndex() == place, "the table stays in view"
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    assert panel.entries == entries, "what was entered elsewhere stays"
    assert window.focusWidget() is page.felt
    page.side.advice.full.click()
    assert panel.tabs.currentIndex() == 0
    panel.jobs.drop()
    panel.undo.undo()
    assert panel.entries == entries
    panel.jobs.drop()
    panel.tabs.setCurrentIndex(panel.tabs.indexOf(panel.table_tab))
    assert window.focusWidget() is page.felt
    page.stop()


def test_buttons_are_named_after_what_they_do_now(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    trash, deck = button_of(page, "trash"), button_of(page, "deck")
    assert (trash.text(), trash.isEnabled(), deck.isEnabled()) == ("Throw", True, False)
    assert page.headline.text().startswith("Your turn: throw one of your 15 cards to start")
    place = trash.geometry()
    page.course.play(page.table.choices()[-1].moves[0])
    person_or_end(page, qtbot)
    assert (trash.text(), deck.isEnabled()) == ("Take", True)
    assert trash.geometry() == place


def test_points_of_the_chosen_melds_are_counted(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy", "greedy"))
    table = crowded_table()
    page.sit_down(table)
    person_or_end(page, qtbot)
    state = table.state
    assert isinstance(state, KonkanState)
    wanted, laid = state.game.threshold(0), state.game.coming
    assert laid > 0
    assert page.headline.text().startswith(f"Your turn: {laid} of {wanted} points to come down")


def test_a_forced_pass_can_pass_by_itself(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", SLAVES)
    table = page.table
    while person_or_end(page, qtbot) and [c.target for c in table.choices()] != ["pass"]:
        page.course.play(*table.choices()[0].moves)
    assert table.waits_for_human
    n_events = len(table.events)
    page.auto_pass.click()
    assert table.events[n_events].text == "You passed"
    while person_or_end(page, qtbot):
        assert [c.target for c in table.choices()] != ["pass"]
        page.course.play(*table.choices()[0].moves)


def test_all_hands_are_shown_as_open_while_watching(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", ("greedy",) * 4, pace=0)
    assert page.show_hands.isChecked()
    assert not page.show_hands.isEnabled()
    assert not page.hint.isVisible()
    assert page.step.isVisible()
    assert page.table.names == ("Ann", "Bo", "Cleo", "Dan")
    page.stop()
    page = sit_down("slave", SLAVES)
    person_or_end(page, qtbot)
    assert not page.show_hands.isChecked()
    assert page.show_hands.isEnabled()
    assert page.table.names == ("You", "Bo", "Cleo", "Dan")
    assert not page.step.isVisible()


def test_the_pointer_shows_where_a_click_does_something(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    felt = page.felt
    for spot, shape in (
        (card_spot(felt, 2), Qt.CursorShape.PointingHandCursor),
        (area(felt, "table").center().toPoint(), Qt.CursorShape.ArrowCursor),
        (area(felt, "deck").center().toPoint(), Qt.CursorShape.ArrowCursor),
    ):
        QTest.mouseMove(felt, spot)
        assert felt.cursor().shape() == shape
    page.course.play(page.table.choices()[-1].moves[0])
    person_or_end(page, qtbot)
    QTest.mouseMove(felt, area(felt, "deck").center().toPoint() + QPoint(2, 2))
    assert felt.cursor().shape() == Qt.CursorShape.PointingHandCursor


def test_a_rule_is_told_as_a_sentence(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy"), seed=4)
    person_or_end(page, qtbot)
    page.felt.bring("deck")
    assert page.felt._said == "You start with 15 cards: throw one"


def test_the_exchange_is_told_on_the_felt(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", SLAVES, rounds=2, seed=5)
    table = page.table
    while table.round_number == 1:
        if person_or_end(page, qtbot):
            page.course.play(*table.choices()[0].moves)
        else:
            page.next.click()
    while person_or_end(page, qtbot) and table.choices()[0].moves[0].startswith("give"):
        page.course.play(*table.choices()[0].moves)
    qtbot.waitUntil(lambda: page.felt._said.startswith("In the exchange you got "), timeout=60_000)


def king_before_the_exchange() -> GameTable:
    """A table at which the person has become King and is to give."""
    for seed in range(40):
        table = GameTable(find_game("slave"), SLAVES, 2, seed)
        while table.seat is not None:
            table.play(*table.state.choices()[0].moves)
        table.deal()
        if table.waits_for_human:
            return table
    raise AssertionError("the person never became King")


def test_a_king_gives_both_cards_at_once(sit_down: SitDown, qtbot: QtBot) -> None:
    page, table = sit_down("slave", SLAVES), king_before_the_exchange()
    page.sit_down(table)
    person_or_end(page, qtbot)
    felt, n_events = page.felt, len(table.events)
    felt.choose_card(0)
    assert len(felt._lit_cards()) == 13, "a second one can be chosen"
    felt.bring("trick")
    assert felt._said == "Choose two of your cards to give"
    assert felt.chosen == [0]
    assert len(table.events) == n_events
    felt.choose_card(1)
    felt.bring("trick")
    assert [event.seat for event in table.events[n_events:][:2]] == [0, 0]


def test_the_window_reopens_at_the_table_that_was_left(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    window = make_window("slave")
    panel = window.panel
    assert isinstance(panel, TablePanel)
    page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(GameTable(find_game("slave"), SLAVES, 1, 3))
    person_or_end(page, qtbot)
    page.course.play(*page.table.choices()[0].moves)
    person_or_end(page, qtbot)
    left = page.table.record
    page.stop()
    window.keep_state()
    state, _ = load_state()
    again = make_window(state.panel, at_table=state.at_table).panel
    assert isinstance(again, TablePanel)
    assert again.is_at_table
    reopened = again.table_tab.view
    qtbot.waitUntil(lambda: reopened.table is not None, timeout=60_000)
    assert reopened.table.record == left
    reopened.stop()


def test_a_card_that_fits_nothing_does_not_grey_the_hand(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", (HUMAN, "greedy", "greedy"))
    page.sit_down(crowded_table())
    person_or_end(page, qtbot)
    felt = page.felt
    before = felt._lit_cards()
    stray = next(i for i in range(len(felt.hand)) if i not in before)
    felt.choose_card(stray)
    assert felt._lit_cards() == before
    rect = felt.hand[-1].rect
    spot = QPoint(round(rect.right()) - 6, round(rect.top()) + 6)
    assert felt.grab().toImage().pixelColor(spot).lightness() > 240


def test_log_lines_have_the_colour_of_their_seat(qtbot: QtBot) -> None:
    log = GameLog()
    qtbot.addWidget(log)
    log.resize(300, 200)
    for seat in (0, 1, None, 2):
        log.write(f"Somebody at seat {seat} did something", seat)
    log.show()
    image = log.viewport().grab().toImage()
    pitch = log.fontMetrics().lineSpacing()
    colours = [image.pixelColor(3, round(BAR_ROOM + (line + 0.5) * pitch)) for line in range(4)]
    assert [colours[line] for line in (0, 1, 3)] == [seat_colour(seat) for seat in (0, 1, 2)]
    assert colours[2] == log.palette().base().color()
    log.clear()
    assert not log.toPlainText()


def test_ctrl_z_takes_a_move_back_and_leaves_the_entries_alone(
    make_window: MakeWindow, qtbot: QtBot
) -> None:
    window = make_window("konkan")
    panel = window.panel
    assert isinstance(panel, TablePanel)
    panel.show_example()
    panel.clear()  # something that could be undone in the advisor's own view
    assert panel.undo.canUndo()
    entries = panel.entries
    with qtbot.waitActive(window):
        page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, 4))
    person_or_end(page, qtbot)
    page.course.play(page.table.choices()[-1].moves[0])
    assert page.table.can_take_back
    QTest.keyClick(page.felt, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not page.table.can_take_back
    assert panel.entries == entries
    panel.tabs.setCurrentIndex(0)
    assert window.actions_by_name["undo"].isEnabled(), "Ctrl+Z undoes entries there"
    window.show_panel("home")
    panel.tabs.setCurrentIndex(panel.tabs.indexOf(panel.table_tab))
    window.show_panel("konkan")
    assert not window.actions_by_name["undo"].isEnabled()
    page.stop()


def test_an_empty_felt_deals(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window("slave")
    page = panel_of(window).tabs.open(panel_of(window).table_tab)
    qtbot.waitUntil(page.empty.isVisible)
    find(page, "Deal the first cards", QPushButton).click()
    qtbot.waitUntil(lambda: page.table is not None)
    assert page.empty.isHidden()


def test_a_warning_looks_like_what_else_stands_on_the_felt(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", SLAVES)
    page.teacher.bar.ask(Warning(ReviewedDecision(0, 1, ""), "Pass is better.", None))
    corner = page.teacher.bar.grab().toImage().pixelColor(0, 0)
    assert corner != theme.color("surface"), "its corners are round"
    assert page.teacher.bar.grab().toImage().pixelColor(20, 3) == theme.color("surface")

"""Whole rounds played on the felt as a person would: by clicks, by dragging, by keys alone."""

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from assistant.play import Choice, GameTable, Thought, find_game
from assistant.play.konkan import KonkanState
from assistant.play.slave import SlaveState
from engine.control import Control
from engine.words import figure_text
from gui.felt.felt import Felt
from gui.felt.page import TablePage
from gui.panels.slave import SlavePanel
from gui.panels.table_panel import TablePanel
from tests.gui.conftest import MakeWindow
from tests.gui.felt.conftest import SitDown, person_or_end

LEFT = Qt.MouseButton.LeftButton


def places_of(page: TablePage, cards: tuple[str, ...]) -> list[int]:
    """Where cards of a choice lie in the hand."""
    wanted, found = Counter(cards), []
    for index, card in enumerate(page.felt.hand):
        if wanted[card.card] > 0:
            wanted[card.card] -= 1
            found.append(index)
    return found


def card_spot(felt: Felt, index: int) -> QPoint:
    """The middle of the part of a card of the hand that nothing covers."""
    rect = QRectF(felt.hand[index].rect)
    if index + 1 < len(felt.hand):
        rect.setRight(min(rect.right(), felt.hand[index + 1].rect.x()))
    return rect.center().toPoint()


def area(felt: Felt, place: str) -> QRectF:
    """Where a place is: a pile, a meld, "table" or the plate of a seat."""
    return next(area.rect for area in felt._layout.areas if area.place == place)


def click_card(page: TablePage, index: int) -> None:
    QTest.mouseClick(page.felt, LEFT, pos=card_spot(page.felt, index))


def drop(felt: Felt, index: int, end: QPoint) -> None:
    """Drag a card of the hand to a spot."""
    start = card_spot(felt, index)
    QTest.mousePress(felt, LEFT, pos=start)
    QTest.mouseMove(felt, (start + end) / 2)
    QTest.mouseMove(felt, end)
    QTest.mouseRelease(felt, LEFT, pos=end)


def click(page: TablePage, choice: Choice) -> None:
    """Choose the cards of a choice and click on the place where they go."""
    for index in places_of(page, choice.cards):
        click_card(page, index)
    if choice.target in ("pass", "trick"):
        button = page.ways[1 if choice.target == "pass" else 0]
        QTest.mouseClick(button, LEFT)
    else:
        QTest.mouseClick(page.felt, LEFT, pos=spot_of(page, choice))


def spot_of(page: TablePage, choice: Choice) -> QPoint:
    """Where the cards of a choice go; new melds and plays go where nothing lies."""
    felt = page.felt
    if choice.target in ("table", "trick"):
        return (area(felt, "table").bottomRight() - QPointF(6, 6)).toPoint()
    return area(felt, choice.target).center().toPoint()


def drag(page: TablePage, choice: Choice) -> None:
    """Choose all cards but one, and drag that one: the others come along."""
    if not choice.cards:
        click(page, choice)
        return
    *others, last = places_of(page, choice.cards)
    for index in others:
        click_card(page, index)
    drop(page.felt, last, spot_of(page, choice))


def press(page: TablePage, choice: Choice) -> None:
    """The same with the keyboard: arrows, Space, and a key or Enter for the place."""
    felt = page.felt
    for index in places_of(page, choice.cards):
        while felt._cursor != index:
            QTest.keyClick(felt, Qt.Key.Key_Right)
        QTest.keyClick(felt, Qt.Key.Key_Space)
    keys = {"deck": "D", "trash": "T", "table": "L", "trick": "L", "pass": "P"}
    if choice.target in keys:
        QTest.keyClick(felt, keys[choice.target])
        return
    for _ in range(60):
        QTest.keyClick(felt, Qt.Key.Key_Up)
        if felt._target == choice.target:
            break
    QTest.keyClick(felt, Qt.Key.Key_Return)


def konkan_choice(table: GameTable) -> Choice:
    """What the greedy player would do; melds all at once if they can be."""
    choices, state = table.choices(), table.state
    if len(choices[0].moves) > 1:
        return choices[0]
    assert isinstance(state, KonkanState)
    return state.choice_of(state.game.choose("greedy", 1))


def slave_choice(table: GameTable) -> Choice:
    """Highest cards first; two low ones as a gift."""
    state = table.state
    assert isinstance(state, SlaveState)
    if state.match.phase == "exchange":
        hand = table.view.seats[0].cards[: state.n_to_give]
        return state.choice_of(*state.moves_for(hand, "seat 1"))
    return table.choices()[0]


@pytest.mark.parametrize("way", [click, drag, press])
def test_a_round_of_konkan(sit_down: SitDown, qtbot: QtBot, way: object) -> None:
    page = sit_down("konkan", ("human", "random"), seed=4)
    table = page.table
    assert table is not None
    n_moves = 0
    while person_or_end(page, qtbot):
        n_events, choice = len(table.events), konkan_choice(table)
        way(page, choice)  # type: ignore[operator]
        assert len(table.events) > n_events, (choice, page.felt._said)
        n_moves += 1
    assert table.is_over
    assert isinstance(table.state, KonkanState)
    assert table.state.scores[0].wins == 1
    verbs = {event.move.split()[0] for event in table.events if event.seat == 0}
    assert {"pull", "lay", "throw"} <= verbs
    assert n_moves > 5


@pytest.mark.parametrize("way", [click, drag, press])
def test_two_rounds_of_slave_with_the_exchange(
    sit_down: SitDown, qtbot: QtBot, way: object
) -> None:
    page = sit_down("slave", ("human", "random", "random", "random"), rounds=2, seed=8)
    table = page.table
    assert table is not None
    gave = False
    while not table.is_over:
        if not person_or_end(page, qtbot):
            if table.waits_for_deal:
                scores = [seat.score for seat in page.felt.view.seats]
                QTest.keyClick(page.felt, "N")
            continue
        n_events, choice = len(table.events), slave_choice(table)
        gave |= choice.moves[0].startswith("give")
        way(page, choice)  # type: ignore[operator]
        assert len(table.events) > n_events, (choice, page.felt._said)
    assert isinstance(table.state, SlaveState)
    match = table.state.match
    titles = match.round_titles
    assert len(titles) == 2
    assert titles[0][0] in (0, 1)
    assert gave, "the person was King or Queen, and gave cards"
    sums = [round(sum(points), 2) for points in zip(*match.round_points, strict=True)]
    assert scores == [figure_text(points, "+g") for points in match.round_points[0]]
    assert [seat.score for seat in page.felt.view.seats] == [
        figure_text(points, "+g") for points in sums
    ]
    assert all(event.text in page.log.toPlainText() for event in table.events)


@pytest.mark.parametrize("way", [click, drag, press])
@pytest.mark.parametrize("verb", ["sarf", "swap"])
def test_cards_are_added_to_melds_and_jokers_swapped(
    sit_down: SitDown, qtbot: QtBot, way: object, verb: str
) -> None:
    table, choice = table_with(verb)
    page = sit_down("konkan", ("human", "greedy"))
    page.sit_down(table)
    person_or_end(page, qtbot)
    n_events = len(table.events)
    way(page, choice)  # type: ignore[operator]
    assert [event.move for event in table.events[n_events:]][:1] == [choice.moves[0]]


def table_with(verb: str) -> tuple[GameTable, Choice]:
    """A person's turn in which something may be done."""
    for seed in range(40):
        table = GameTable(find_game("konkan"), ("human", "greedy"), 1, seed)
        while table.seat is not None:
            for choice in table.choices():
                if choice.moves[0].startswith(verb) and len(choice.moves) == 1:
                    return table, choice
            assert isinstance(table.state, KonkanState)
            table.play(table.state.game.choose("greedy", 1))
    raise AssertionError(f"no deal offers {verb}")


def test_an_illegal_drop_returns_to_the_hand_and_names_the_rule(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    page = sit_down("konkan", ("human", "greedy"))
    person_or_end(page, qtbot)
    felt, before = page.felt, page.table.record
    drop(felt, 0, area(felt, "deck").center().toPoint())
    assert "cannot go to the deck" in felt._said
    assert page.table.record == before
    assert len(felt.hand) == 15
    drop(felt, 4, area(felt, "trash").center().toPoint())
    assert "one card is thrown, not 2" in felt._said  # the first one was still chosen
    QTest.keyClick(felt, Qt.Key.Key_Escape)
    click(page, page.table.choices()[-1])
    assert page.table.events[0].move.startswith("throw")


def test_what_is_legal_lights_up(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("slave", ("human", "greedy", "greedy", "greedy"), seed=3)
    person_or_end(page, qtbot)
    felt, table = page.felt, page.table
    playable = {card for choice in table.choices() for card in choice.cards}
    assert {felt.hand[i].card for i in felt._lit_cards()} == playable
    pair = next((c for c in table.choices() if len(c.cards) == 2), table.choices()[0])
    for index in places_of(page, pair.cards):
        click_card(page, index)
    assert felt._lit_places() == {"table"}


@pytest.mark.parametrize(
    ("kind", "seats"),
    [("konkan", ("human", "greedy")), ("slave", ("human", "greedy", "greedy", "greedy"))],
)
def test_hint_take_back_and_analysis(
    sit_down: SitDown, qtbot: QtBot, kind: str, seats: tuple[str, ...]
) -> None:
    page = sit_down(kind, seats)
    person_or_end(page, qtbot)
    first, n_first = page.table.view, len(page.table.events)
    log = page.log.toPlainText()
    QTest.keyClick(page.felt, "H")
    qtbot.waitUntil(lambda: page.felt._hinted is not None, timeout=60_000)
    hinted = page.felt._hinted
    assert hinted in page.table.choices()
    words, _, reason = page.felt._said.partition(": ")
    assert words == hinted.text[0].upper() + hinted.text[1:]
    assert "%" in reason
    assert len(reason.split(". ", 1)[1]) > 10, "the reason is told with the figure"
    QTest.keyClick(page.felt, "A")
    assert page.side.isVisible()
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    with qtbot.waitSignal(page.analysed) as caught:
        page.side.advice.full.click()
    assert caught.args == [page.table.question()]
    click(page, hinted)
    assert len(page.table.events) > n_first
    QTest.keyClick(page.felt, "U")
    assert len(page.table.events) == n_first
    assert page.table.view == first
    assert page.log.toPlainText() == log
    person_or_end(page, qtbot)


def test_hands_are_sorted_as_wished(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("human", "greedy"))
    person_or_end(page, qtbot)
    for by in ("rank", "suit"):
        page.order.setCurrentIndex(page.order.findData(by))
        cards = [card.card for card in page.felt.hand]
        assert cards == sorted(cards, key=lambda card: find_game("konkan").sort_key(card, by))
        assert page.felt._lit_cards(), "what may be done is still lit"


@pytest.fixture
def in_window(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> TablePage:
    """A person's turn at a table of Slave, in the whole window with its keys."""
    monkeypatch.setenv("CARD_TABLE_HOME", str(tmp_path))
    window = make_window("slave")
    panel = window.panel
    assert isinstance(panel, SlavePanel)
    with qtbot.waitActive(window):
        page = panel.tabs.open(panel.table_tab)
    qtbot.waitUntil(lambda: not any(jobs.is_running for jobs in page.runners))
    page.sit_down(GameTable(find_game("slave"), ("human", "greedy", "greedy", "greedy"), 1, 3))
    person_or_end(page, qtbot)
    return page


def test_escape_lets_go_of_chosen_cards_wherever_the_focus_is(in_window: TablePage) -> None:
    felt = in_window.felt
    for widget in (felt, in_window.hint):
        felt.choose_card(0)
        assert felt.chosen == [0]
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_Escape)
        assert felt.chosen == []


def test_f5_pauses_a_table_and_computes_nothing(in_window: TablePage) -> None:
    for is_paused in (True, False):
        QTest.keyClick(in_window.felt, Qt.Key.Key_F5)
        assert in_window.course.is_paused == is_paused
    panel = in_window.window().panel
    assert isinstance(panel, TablePanel)
    panel.show_example()
    panel.jobs.drop()
    panel.tabs.setCurrentIndex(0)
    QTest.keyClick(panel, Qt.Key.Key_F5)
    assert panel.jobs.is_running


def test_keys_point_only_at_places_where_cards_may_go(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("human", "greedy", "greedy"))
    person_or_end(page, qtbot)
    felt = page.felt
    felt.choose_card(0)
    felt.say("a rule")
    for _ in range(4):
        QTest.keyClick(felt, Qt.Key.Key_Up)
        assert felt._target == "trash", "the first turn only throws"
        assert felt._said == ""
    QTest.keyClick(felt, Qt.Key.Key_Return)
    assert page.table.events[0].move.startswith("throw")


def test_a_hint_does_not_hide_where_the_keys_point(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("human", "greedy"))
    person_or_end(page, qtbot)
    felt = page.felt
    felt.choose_card(0)
    felt.show_hint(page.table.choices()[-1], "throw it")
    spots = [area(felt, "trash").adjusted(-d, 0, 0, 0) for d in (6, 3)]
    for key, has_target in ((Qt.Key.Key_Escape, False), (Qt.Key.Key_Up, True)):
        QTest.keyClick(felt, key)
        seen = felt.grab().toImage()
        outer, inner = (seen.pixelColor(int(r.left()), int(r.center().y())) for r in spots)
        assert (min(outer.getRgb()[:3]) > 230) == has_target
        assert inner.red() > 180 > inner.blue(), "the hint is gold"


def wait_for(page: TablePage, qtbot: QtBot) -> None:
    assert person_or_end(page, qtbot)


def test_cards_that_are_chosen_early_stay_chosen(sit_down: SitDown, qtbot: QtBot) -> None:
    """The felt settles before the pace's pause is over: what is chosen in between stays."""
    page = sit_down("konkan", ("human", "greedy"), seed=4, pace=1)
    wait_for(page, qtbot)
    page.course.play(page.table.choices()[-1].moves[0])
    wait_for(page, qtbot)
    page.course.play("pull deck")
    qtbot.waitUntil(lambda: page.felt.is_settled, timeout=60_000)
    page.felt.choose_card(2)
    assert page.felt.chosen == [2]
    qtbot.waitUntil(lambda: not page.course._next.isActive(), timeout=60_000)
    qtbot.wait(20)
    assert page.felt.chosen == [2]


@pytest.mark.parametrize(
    ("kind", "seats"), [("konkan", ("human", "greedy")), ("slave", ("human", *("greedy",) * 3))]
)
def test_a_hint_for_a_table_that_moved_on_is_not_painted(
    sit_down: SitDown, qtbot: QtBot, kind: str, seats: tuple[str, ...]
) -> None:
    page = sit_down(kind, seats)
    wait_for(page, qtbot)
    task = page.table.ask(0.05)
    assert task is not None
    advice = task.work(Control())
    page.course.play(*page.table.choices()[-1].moves)
    wait_for(page, qtbot)
    page.course._show_hint((task, advice))
    assert page.felt._hinted is None
    assert page.felt._said == ""


def test_advice_goes_when_its_position_does(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("human", "greedy"))
    advice = page.side.advice

    def analyse() -> None:
        wait_for(page, qtbot)
        QTest.mouseClick(page.analyse, LEFT)

    analyse()
    page.course.play(*page.table.choices()[-1].moves)
    assert advice.title.isHidden(), "the answer that is awaited would come too late"
    analyse()
    qtbot.waitUntil(lambda: bool(advice.hints), timeout=60_000)
    QTest.mouseClick(page.back, LEFT)
    assert advice.hints == ()
    analyse()
    page.course._hints.failed.emit("no answer")
    assert advice.title.isHidden()
    page.stop()


def test_a_hint_that_fails_does_not_think_for_ever(sit_down: SitDown, qtbot: QtBot) -> None:
    page = sit_down("konkan", ("human", "greedy"))
    wait_for(page, qtbot)
    page.felt.say("the advisor thinks…")
    with qtbot.waitSignal(page.message):
        page.course._hints.failed.emit("no answer")
    assert page.felt._said == ""


def test_an_illegal_choice_of_an_ai_is_told_and_the_game_goes_on(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    page = sit_down("konkan", ("greedy", "greedy"))
    page.course.pause(True)
    qtbot.waitUntil(lambda: not page.course.jobs.is_running, timeout=60_000)
    n_events, task = len(page.table.events), page.table.step()
    with qtbot.waitSignal(page.message) as caught:
        page.course._ai_chose((task, Thought(("throw nothing",))))
    assert "illegal" in caught.args[0]
    assert len(page.table.events) == n_events + 1


def test_a_click_on_bare_felt_moves_nothing(sit_down: SitDown, qtbot: QtBot) -> None:
    for kind, seats in (("konkan", ("human", "greedy")), ("slave", ("human", *("greedy",) * 3))):
        page = sit_down(kind, seats)
        wait_for(page, qtbot)
        if kind == "konkan":
            page.course.play(page.table.choices()[-1].moves[0])
            wait_for(page, qtbot)
        n_events = len(page.table.events)
        corner = (area(page.felt, "table").bottomRight() - QPointF(6, 6)).toPoint()
        for spot in (corner, area(page.felt, "seat 1").center().toPoint()):
            QTest.mouseClick(page.felt, LEFT, pos=spot)
        QTest.keyClick(page.felt, Qt.Key.Key_Return)
        assert len(page.table.events) == n_events


def test_hint_and_analyse_give_one_answer(in_window: TablePage, qtbot: QtBot) -> None:
    page, panel = in_window, in_window.window().panel
    assert isinstance(panel, TablePanel)
    page.course.ask_hint()
    qtbot.waitUntil(lambda: page.felt._hinted is not None, timeout=60_000)
    said = page.felt._said
    page.analyse.click()
    qtbot.waitUntil(lambda: bool(page.side.advice.hints), timeout=60_000)
    qtbot.waitUntil(lambda: page.felt._said == said, timeout=60_000)
    best = page.side.advice.hints[0]
    assert f"{best.choice.text}: {best.figure}. {best.why}".lower() == said.lower()
    page.side.advice.full.click()
    qtbot.waitUntil(lambda: panel.advice is not None and not panel.jobs.is_running, timeout=60_000)
    task = page.table.ask()
    assert task is not None
    best = page.table.hints(task, panel.advice)[0]
    words = f"{best.choice.text}: {best.figure}. {best.why}"
    assert said.lower() == words.lower()
    assert said[0] == said[0].upper()


def test_deal_is_the_main_button_only_while_no_game_goes_on(
    sit_down: SitDown, qtbot: QtBot
) -> None:
    """While one played, the loudest button of the page was the one that ends the game."""
    page = sit_down("konkan", ("human", "greedy"))
    assert person_or_end(page, qtbot)
    assert page.deal_button.property("primary") is False
    page = sit_down("konkan", ("greedy", "greedy"))
    assert not person_or_end(page, qtbot)
    qtbot.waitUntil(lambda: page.deal_button.property("primary") is True)

"""A panel whose advisor counts slowly, for the tests of what all panels share."""

import time
from typing import Any, ClassVar

from assistant.advice import Advice
from assistant.reports import Report, how_sure
from assistant.requests import CardsField, Request
from engine.control import Control
from engine.errors import InputError
from gui.panels.card_panel import CardPanel
from gui.panels.entries import Entries
from gui.widgets.labels import label


class ToyRequest(Request):
    game: ClassVar[str] = "toy"
    hero: CardsField
    board: CardsField


class ToyAdvice(Advice):
    total: int


class ToyEntries(Entries):
    hero: str = ""
    board: str = ""


class ToyPanel(CardPanel):
    """Adds up ranks; the budget's seconds are spent in small slices."""

    game = "pokle"
    title = "Toy"
    hint = "Enter two cards"
    Values = ToyEntries
    example = ToyEntries(hero="AS KD", board="QH 10C 2C")
    slices = 3

    def build_entry(self) -> None:
        self.hero = self.card_field("Hero", 2)
        self.board = self.card_field("Board", 5)
        for widget in (self.hero, self.board, self.picker):
            self.entry_box.addWidget(widget)

    def build_answer(self) -> None:
        self.total = label("", "figure", "Total")
        self.answer_box.addWidget(self.total)

    def build_request(self) -> ToyRequest | None:
        if len(self.hero.cards) < 2:
            self.waiting_for = "Enter two cards"
            return None
        return ToyRequest(hero=self.hero.cards, board=self.board.cards)

    def advise(self, request: ToyRequest, control: Control) -> ToyAdvice:
        if request.hero[0].rank == 2:
            raise InputError("a deuce leads nowhere")
        if request.hero[0].rank == 3:
            raise ZeroDivisionError("a defect")
        total = sum(card.rank for card in request.hero + request.board)
        for done in range(self.slices):
            control.report(done, self.slices, "adding", answer(done))
            time.sleep(0.02)
            if control.should_stop():
                return answer(done)
        return answer(total, exact=True)

    def paint_advice(self, advice: Any) -> None:
        self.total.setText(str(advice.total))

    def paint_nothing(self) -> None:
        self.total.setText("")

    def report(self) -> Report:
        words = f"sum {self.advice.total}"
        return Report((f"Toy: {self.hero.text()}",), (words,), (), (), how_sure(self.advice))


def answer(total: int, exact: bool = False) -> ToyAdvice:
    return ToyAdvice(why="", exact=exact, n_samples=total, half_width=0.5, total=total)

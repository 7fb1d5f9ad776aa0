"""Answers are shared: one question, one answer, and more time gives a deeper one."""

import time

from assistant.advice import Advice
from assistant.advisors.slave import SlaveRequest
from assistant.play.analysis import MAX_KEPT, Analyses
from engine.control import Control


class Advisor:
    """Counts how often it is asked; tries grow with the time that is offered."""

    def __init__(self) -> None:
        self.n_asked = 0

    def __call__(self, request: object, control: Control) -> Advice:
        self.n_asked += 1
        seconds = control.budget.seconds or 0
        return Advice(why="", exact=False, n_samples=int(100 * seconds))


def ask(n_playouts: int = 100) -> SlaveRequest:
    return SlaveRequest.of(hand="3C 4C", n_playouts=n_playouts, left=(1, 1, 1))


def test_an_answer_is_asked_for_once_until_more_time_is_offered() -> None:
    advisor, analyses = Advisor(), Analyses()
    first = analyses.ask(advisor, ask(), Control(), 2)
    assert analyses.ask(advisor, ask(), Control(), 2) is first
    assert analyses.ask(advisor, ask(), Control(), 1) is first
    assert advisor.n_asked == 1
    deeper = analyses.ask(advisor, ask(), Control(), 5)
    assert (advisor.n_asked, deeper.n_samples) == (2, 500)
    assert analyses.find(ask()) is deeper
    assert analyses.find(ask(200)) is None


def test_a_shallower_answer_does_not_replace_a_deeper_one(cancelled: Control) -> None:
    analyses = Analyses()
    tries = iter((500, 20))

    def advise(request: object, control: Control) -> Advice:
        return Advice(why="", exact=False, n_samples=next(tries))

    analyses.ask(advise, ask(), Control(), 1)
    analyses.ask(advise, ask(), Control(), 2)
    found = analyses.find(ask())
    assert found is not None
    assert found.n_samples == 500


def test_only_so_many_are_kept_and_all_can_be_forgotten() -> None:
    advisor, analyses = Advisor(), Analyses()
    for n in range(MAX_KEPT + 1):
        analyses.ask(advisor, ask(100 + n), Control(), 1)
    assert analyses.find(ask(100)) is None
    assert analyses.find(ask(101)) is not None
    analyses.clear()
    assert analyses.find(ask(101)) is None


def test_an_answer_that_was_stopped_is_asked_for_again(cancelled: Control) -> None:
    """Its minute may have gone to compiling or loading, with a dozen tries at the end."""
    advisor, analyses = Advisor(), Analyses()
    long_ago = Control(cancel=cancelled.cancel, _started_s=time.monotonic() - 60)
    analyses.ask(lambda *_: Advice(why="", exact=False, n_samples=12), ask(), long_ago)
    assert analyses.ask(advisor, ask(), Control(), 2).n_samples == 200

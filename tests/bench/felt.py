"""The felt's rows of the window's bench: how soon a move is seen, how smooth, how lasting."""

import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.bench.harness import Bench

if TYPE_CHECKING:
    from assistant.play import Event, TableView
    from gui.felt.felt import Felt

SIZE = (1200, 760)
LARGE = (1920, 1080)  # where movement must be smooth
N_MOVES = 60
N_GAMES, N_FIRST = 200, 40  # watched games, and after how many of them memory is looked at first
REPLAY_STEPS = 1_000
ANIMATION_MS = 1_500
FRAME_MS = 1000 / 60  # for 60 frames a second


def bench_felt(bench: Bench, wait: Callable[[Callable[[], bool]], None]) -> None:
    """All rows; `wait` lets the event loop run until something is true."""
    _bench_moves(bench, wait)
    _bench_animation(bench, wait)
    _bench_replay(bench, wait)
    _bench_memory(bench, wait)


def _bench_moves(bench: Bench, wait: Callable[[Callable[[], bool]], None]) -> None:
    from assistant.play import GameTable, find_game, run
    from engine.control import Control

    table = GameTable(find_game("konkan"), ("greedy", "greedy", "greedy"), 1, 5)
    felt = _shown_felt(table.view)
    events = [event for event, _ in zip(run(table, Control()), range(N_MOVES), strict=False)]
    felt.move_ms = 40
    delays_ms = []
    for event in events:
        wait(lambda: felt.is_settled)
        start_s, n_painted = time.perf_counter(), felt.n_painted
        felt.show_event(event)
        wait(lambda n=n_painted: felt.n_painted > n)
        delays_ms.append(1e3 * (time.perf_counter() - start_s))
    median_ms = statistics.median(delays_ms)
    bench.row("felt, a move made to its first paint, median", median_ms, "ms", at_most=50)
    bench.row("felt, a move made to its first paint, worst", max(delays_ms), "ms")
    felt.close()


def _shown_felt(view: "TableView", size: tuple[int, int] = SIZE) -> "Felt":
    from gui.felt.felt import Felt

    felt = Felt()
    felt.resize(*size)
    felt.show_view(view)
    felt.show()
    return felt


def _deal() -> "Event":
    """All 52 cards on their way at once: from one pile to four hands."""
    from assistant.play import Event, GameTable, Group, find_game

    after = GameTable(find_game("slave"), ("greedy",) * 4, 1, 5).view
    cards = tuple(card for seat in after.seats for card in seat.cards)
    hands = tuple(replace(seat, cards=()) for seat in after.seats)
    before = replace(after, seats=hands, groups=(Group("gone", "", cards),))
    return Event(1, 1, None, "deal", "deal", before, after)


def _bench_animation(bench: Bench, wait: Callable[[Callable[[], bool]], None]) -> None:
    from engine.konkan.game import KonkanGame
    from engine.konkan.search import SearchConfig, search
    from gui.jobs import JobRunner

    alone, frame_ms = _frames_a_second(wait)
    bench.row("felt of 1920x1080, 52 cards moving", alone, "frames/s", at_least=55)
    name = "felt of 1920x1080, 52 cards moving, processor time a frame"
    bench.row(name, frame_ms, "ms", at_most=FRAME_MS)
    game = KonkanGame.deal(1, 3)
    jobs = JobRunner()
    endless = SearchConfig(simulations=1_000_000_000)
    jobs.submit(lambda seen, control: search(seen, endless, control), game.observation(0))
    busy, _ = _frames_a_second(wait)
    bench.row("felt of 1920x1080, 52 cards moving, AI thinks", busy, "frames/s", at_least=30)
    jobs.drop()


def _frames_a_second(wait: Callable[[Callable[[], bool]], None]) -> tuple[float, float]:
    """Frames by the clock, and the milliseconds of this thread that each of them took."""
    event = _deal()
    felt = _shown_felt(event.before, LARGE)
    felt.move_ms = 100
    felt.show_event(event)  # the pictures of the cards are made once
    wait(lambda: felt.is_settled)
    felt.move_ms = ANIMATION_MS
    start_s, thread_s, n_painted = time.perf_counter(), time.thread_time(), felt.n_painted
    felt.show_event(event)
    wait(lambda: felt.is_settled)
    n_frames = felt.n_painted - n_painted
    rate = n_frames / (time.perf_counter() - start_s)
    frame_ms = 1e3 * (time.thread_time() - thread_s) / n_frames
    felt.close()
    return rate, frame_ms


def _bench_replay(bench: Bench, wait: Callable[[Callable[[], bool]], None]) -> None:
    """A long game of each kind, per thousand moves: from the click to the painted felt."""
    from assistant.arena import new_session, plan_match, play_session
    from engine.control import Control
    from gui.jobs import JobRunner
    from gui.panels.arena_views import GameView

    for game, agents, rounds in (("slave", ("greedy",) * 4, 16), ("konkan", ("random",) * 3, 1)):
        plan = plan_match(agents, 6, 5, game, game_rounds=rounds)
        snapshot = play_session(new_session(plan), Control(), workers=0)
        view = GameView(JobRunner())
        view.resize(*SIZE)
        view.show()
        view.show_advice(snapshot)
        took_ms = []
        for number in range(3):
            view.replay.show_steps(())
            view.number.setValue(number)
            start_s, n_painted = time.perf_counter(), view.replay.felt.n_painted
            view.show_game.click()
            wait(lambda n=n_painted, v=view: v.replay.felt.n_painted > n and bool(v.replay.steps))
            elapsed_s = time.perf_counter() - start_s
            took_ms.append(1e3 * elapsed_s * REPLAY_STEPS / len(view.replay.steps))
        bench.row(f"replay of 1,000 moves opens, {game}", min(took_ms), "ms", at_most=300)
        view.close()


def _bench_memory(bench: Bench, wait: Callable[[Callable[[], bool]], None]) -> None:
    from assistant.play import GameTable, find_game
    from gui.felt.page import TablePage
    from gui.jobs import JobRunner

    page = TablePage(find_game("slave"), ("greedy",), JobRunner())
    page.resize(*SIZE)
    page.show()
    page.pace.setCurrentIndex(page.pace.count() - 1)
    early_mb = 0.0
    for number in range(N_GAMES):
        page.course.sit_down(GameTable(find_game("slave"), ("greedy",) * 4, 1, number))
        wait(lambda: page.table is not None and page.table.is_over and page.felt.is_settled)
        if number == N_FIRST:
            early_mb = _resident_mb()
    grown = _resident_mb() - early_mb
    bench.row(f"memory grown over {N_GAMES} watched games", grown, "MB", at_most=15)
    page.stop()
    page.close()


def _resident_mb() -> float:
    import gc
    from pathlib import Path

    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6

"""One loop for pieces of work on threads: in order, a few at a time, the first ones always."""

from itertools import count
from threading import Event, get_ident
from time import sleep

import pytest

from engine.waves import in_waves


def never() -> bool:
    return False


@pytest.mark.parametrize("n_threads", [1, 2, 5, None])
def test_results_come_in_order_a_few_at_a_time(n_threads: int | None) -> None:
    waves = in_waves(lambda n: n * n, range(7), n_threads, 3, never)
    assert list(waves) == [[0, 1, 4], [9, 16, 25], [36]]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_no_pieces_are_no_waves(n_threads: int) -> None:
    assert list(in_waves(str, [], n_threads, 3, never)) == []


@pytest.mark.parametrize("n_threads", [1, 2])
def test_the_first_wave_is_done_however_late_it_is(n_threads: int) -> None:
    assert list(in_waves(str, count(), n_threads, 2, lambda: True)) == [["0", "1"]]


def test_one_thread_works_here_and_not_ahead() -> None:
    done = []

    def work(number: int) -> int:
        done.append((number, get_ident()))
        return number

    waves = in_waves(work, range(4), 1, 2, never)
    next(waves)
    assert done == [(0, get_ident()), (1, get_ident())]


def test_the_next_wave_begins_before_the_first_is_taken() -> None:
    begun = Event()

    def work(number: int) -> int:
        if number == 1:
            begun.set()
        return number

    waves = in_waves(work, range(2), 2, 1, never)
    assert next(waves) == [0]
    assert begun.wait(10)
    waves.close()


def test_what_was_not_begun_is_dropped_at_the_end() -> None:
    done = []

    def work(number: int) -> None:
        if number >= 50:
            sleep(0.1)
        done.append(number)

    waves = in_waves(work, range(100), 2, 50, never)
    next(waves)
    waves.close()
    assert 50 <= len(done) < 100


def test_an_error_of_a_piece_reaches_the_caller() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_waves(lambda n: 1 // n, range(3), 2, 2, never))

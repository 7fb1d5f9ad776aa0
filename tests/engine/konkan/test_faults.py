"""What is wrong at the border of the Rust module is an ordinary exception, never a panic."""

import threading

import pytest

import rust_meld
from engine.errors import IllegalStateError, InputError
from engine.konkan.game import KonkanGame
from tests.engine.konkan.positions import fields_of, game_of


def test_a_panic_is_an_ordinary_error_that_says_where(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(rust_meld.EngineError, match=r"faults\.rs.*on purpose"):
        rust_meld._fail()
    assert issubclass(rust_meld.EngineError, Exception)
    assert capfd.readouterr().err == ""


def test_a_panic_of_a_worker_says_where_too(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(rust_meld.EngineError, match=r"faults\.rs.*on purpose in a worker"):
        rust_meld._fail(in_worker=True)
    assert capfd.readouterr().err == ""


def test_a_thread_outlives_a_panic() -> None:
    seen: list[Exception] = []

    def work() -> None:
        try:
            rust_meld._fail()
        except Exception as error:
            seen.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(seen) == 1
    assert rust_meld.frontier(bytes([0, 1, 2]))[2] == 15


def test_nothing_to_pull_is_said() -> None:
    """All cards but two lie on the table, the deck and the trash are empty."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    runs = [" ".join(rank + suit for rank in ranks) for suit in "CDHS" for _ in range(2)]
    runs = [run + f" JK=A{run[-1]}" if i % 4 == 0 else run for i, run in enumerate(runs)]
    runs[1] = runs[1].removesuffix(" KC")
    runs[3] = runs[3].removesuffix(" KD")
    table = ", ".join(f"0: {run}" for run in runs)
    game = game_of(phase="pull", hands="KC / KD", table=table, down="90 95")
    assert game.legal_actions() == []
    for player in ("random", "greedy"):
        with pytest.raises(IllegalStateError, match="no action is legal"):
            game.choose(player)


def test_a_hand_of_too_many_cards_is_refused() -> None:
    fields = fields_of(KonkanGame.deal(1, 2))
    deck = fields["deck"].split()
    fields["hands"] = f"{' '.join(deck[:5])} {fields['hands']}"
    with pytest.raises(IllegalStateError, match="expected at most"):
        game_of(**fields | {"deck": " ".join(deck[5:])})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("known", "JK JK JK / "),
        ("known", "/ 2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C 8C 8C 9C"),
        ("taken", "?"),
        ("taken", "JK JK"),
        ("winner", "2"),
        ("winner", "-1"),
        ("seat", "2"),
        ("turn", "-1"),
        ("turn", str(2**32 - 1)),
        ("coming", str(2**32 - 1)),
        ("down", f"{2**32 - 1} -"),
        ("laid", f"0 {2**32 - 1}"),
        ("phase", "wait"),
        ("rules", "81 1 0 0 0 25 0"),
        ("deck", "?"),
    ],
)
def test_a_strangers_text_is_refused_field_by_field(field: str, value: str) -> None:
    fields = fields_of(KonkanGame.deal(1, 2))
    assert game_of(**fields).view(1).me == 1
    with pytest.raises(IllegalStateError):
        game_of(**fields | {field: value})


@pytest.mark.parametrize("seat", [-1, 2, 255])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises((InputError, OverflowError)):
        KonkanGame.deal(1, 2).observation(seat)
    with pytest.raises((ValueError, OverflowError)):
        KonkanGame.deal(1, 2).view(seat)

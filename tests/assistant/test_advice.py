"""What holds for every game: requests and advice come back from JSON, early answers are advice."""

from collections.abc import Callable
from typing import Any

import pytest

from assistant.advice import Advice
from assistant.advisors import holdem, kings_lows, konkan, pokle, slave
from assistant.requests import Request
from engine.control import Budget, Control, Progress
from tests.assistant.advisors.test_kings_lows import FULL, OPEN
from tests.assistant.advisors.test_konkan import READY
from tests.assistant.advisors.test_pokle import SMALL
from tests.assistant.advisors.test_slave import FOLLOW

Advise = Callable[[Any, Control], Advice]
ASKED: dict[str, tuple[Request, Advise]] = {
    "holdem": (
        holdem.HoldemRequest.of(hero="AhKh", opponents=("QQ+",), board="Qh Jh 2c"),
        holdem.advise,
    ),
    "kings-lows": (
        kings_lows.KingsLowsRequest.of(
            players=FULL, dead="4c", viewer="Seat 1", streets=True, n_deals=2_000, n_history=1
        ),
        kings_lows.advise,
    ),
    "konkan": (
        konkan.KonkanRequest.of(hand=READY, trash="KC JK", simulations=8),
        konkan.advise,
    ),
    "pokle": (pokle.PokleRequest.of(**SMALL, rows=["2C 2D 2H 4C 4D=yeeye"]), pokle.advise),
    "slave": (slave.SlaveRequest.of(**FOLLOW), slave.advise),
}
LONG: dict[str, dict[str, Any]] = {
    "holdem": {"opponents": ("QQ+", "random", "random"), "n_samples": 10**9, "seed": 1},
    "kings-lows": {"players": OPEN, "n_deals": 40_000},
    "konkan": {"simulations": 30_000},
    "slave": {"n_playouts": 200_000},
}


@pytest.mark.parametrize("game", ASKED)
def test_requests_and_advice_come_back_from_json(game: str) -> None:
    request, advise = ASKED[game]
    assert type(request).model_validate_json(request.model_dump_json()) == request
    advice = advise(request, Control())
    assert type(advice).model_validate_json(advice.model_dump_json()) == advice


@pytest.mark.parametrize("game", LONG)
def test_early_answers_are_advice_and_grow(game: str) -> None:
    request, advise = ASKED[game]
    reports: list[Progress] = []
    control = Control(Budget(seconds=0.4 if game == "holdem" else None), on_progress=reports.append)
    asked = type(request).of(**dict(request) | LONG[game])
    advice = advise(asked, control)
    early = [progress.partial for progress in reports if progress.partial is not None]
    assert early
    assert all(isinstance(partial, type(advice)) for partial in early)
    samples = [partial.n_samples for partial in early]  # type: ignore[attr-defined]
    assert [*samples, advice.n_samples] == sorted([*samples, advice.n_samples])
    assert control.on_progress == reports.append

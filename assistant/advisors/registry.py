"""The advisor of each game by its name; each is imported only when it is asked."""

import importlib
from typing import Any

from assistant.advice import Advice
from engine.control import Control
from engine.errors import InputError

ADVISORS = {
    "pokle": "assistant.advisors.pokle",
    "holdem": "assistant.advisors.holdem",
    "kings-lows": "assistant.advisors.kings_lows",
    "konkan": "assistant.advisors.konkan",
    "slave": "assistant.advisors.slave",
}


def advise(request: Any, control: Control) -> Advice:
    """Answer a request of any game."""
    if request.game not in ADVISORS:
        raise InputError(f"there is no advisor for {request.game}")
    answer = importlib.import_module(ADVISORS[request.game]).advise(request, control)
    assert isinstance(answer, Advice)
    return answer

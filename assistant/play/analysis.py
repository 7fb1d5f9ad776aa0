"""Answers of the advisor, shared by Hint, Analyse, watching and review.

The same question is computed once: asked again, it gets the stored answer, unless more time is
offered than was spent on it. A deeper answer replaces a shallower one.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

from assistant.advice import Advice
from assistant.requests import Request
from engine.control import Budget, Control

HINT_S = 2.0  # used where no settings say how long an answer may take
MAX_KEPT = 500


class Analyses:
    """The latest answers, by question; safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Request, tuple[Advice, float]] = OrderedDict()
        self._lock = Lock()

    def find(self, request: Request) -> Advice | None:
        """Return the stored answer, if any."""
        with self._lock:
            found = self._kept.get(request)
        return None if found is None else found[0]

    def clear(self) -> None:
        """Forget all answers, so that they are calculated again."""
        with self._lock:
            self._kept.clear()

    def ask(
        self,
        advise: Callable[[Any, Control], Advice],
        request: Request,
        control: Control,
        seconds: float | None = None,
    ) -> Advice:
        """Answer a question within the time, or return the answer that had as much time."""
        if seconds is not None:
            control = Control(Budget(seconds), control.cancel, control.on_progress)
        offered_s = control.budget.seconds or float("inf")
        with self._lock:
            found = self._kept.get(request)
        if found is not None and (found[0].exact or found[1] >= offered_s):
            return found[0]
        advice = advise(request, control)
        # Who asks again after a stop gets a full answer: most of the time may have gone to loading.
        spent_s = 0.0 if control.cancel.is_set() else offered_s
        self._keep(request, advice, spent_s)
        return advice

    def _keep(self, request: Request, advice: Advice, spent_s: float) -> None:
        with self._lock:
            found = self._kept.get(request)
            if found is None or advice.exact or advice.n_samples >= found[0].n_samples:
                self._kept[request] = advice, spent_s
            self._kept.move_to_end(request)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)


ANALYSES = Analyses()
"""The answers of this process."""

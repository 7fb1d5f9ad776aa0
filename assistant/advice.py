"""The base of the five games' advice, which always says how it was obtained."""

from assistant.requests import FrozenModel


class Advice(FrozenModel):
    """The base of an answer: why in one sentence, and how precise it is.

    `reason` is the why for a place that shows the figure itself, such as the verdict bar.
    """

    why: str
    reason: str = ""
    exact: bool
    n_samples: int = 0
    half_width: float | None = None
    seed: int | None = None
    elapsed_s: float = 0.0

"""What is answered: the base of the five games' advice. It always says how it was got."""

from assistant.requests import FrozenModel


class Advice(FrozenModel):
    """The base of an answer: why in one sentence, and how precise it is."""

    why: str
    exact: bool
    n_samples: int = 0
    half_width: float | None = None
    seed: int | None = None
    elapsed_s: float = 0.0

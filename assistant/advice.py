"""What is answered: the base of the five games' advice. It always says how it was got."""

from pydantic import BaseModel, ConfigDict


class Advice(BaseModel):
    """The base of an answer: why in one sentence, and how precise it is."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    why: str
    exact: bool
    n_samples: int = 0
    half_width: float | None = None
    seed: int | None = None
    elapsed_s: float = 0.0

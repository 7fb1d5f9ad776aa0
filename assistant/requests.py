"""The base of all models that cross a border, the base of the games' requests, and card fields.

A request is checked once, on entry; past that line nobody checks again. Each game's request
stands beside its advisor.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
)

from engine.cards import Card, format_cards, parse_card, parse_cards, shorten
from engine.errors import InputError

MAX_THREADS = 1024
MAX_NAME = 60  # letters of a player's name
Seed = Annotated[int, Field(ge=0, lt=1 << 62)]


class FrozenModel(BaseModel):
    """The base of what crosses a border: it cannot be changed, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Request(FrozenModel):
    """The base of what a user asks: frozen, complete, checked on entry."""

    game: ClassVar[str]

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Return the request of untyped values, such as those of widgets."""
        return cls.model_validate(values)


def reading(
    parse: Callable[[str], Any], parse_one: Callable[[str], Any] | None = None
) -> BeforeValidator:
    """Return a validator that parses text on entry; with `parse_one`, also each text of a list."""

    def read(value: Any) -> Any:
        if isinstance(value, str):
            return parse(value)
        if parse_one is None or not isinstance(value, list | tuple):
            return value
        return tuple(parse_one(each) if isinstance(each, str) else each for each in value)

    return BeforeValidator(read)


CardField = Annotated[Card, reading(parse_card), PlainSerializer(repr, return_type=str)]
"""A card in a model: read from any notation, written as "AH"."""

CardsField = Annotated[
    tuple[Card, ...],
    reading(parse_cards, parse_card),
    PlainSerializer(format_cards, return_type=str),
]
"""Cards in a model: read from text or a list, written as "AH 10D"."""


def _check_name(name: str) -> str:
    if len(name) > MAX_NAME or not name.isprintable():
        raise InputError(
            f'"{shorten(name)}" is not a name: expected at most {MAX_NAME} letters, '
            "without control characters"
        )
    return name


PlayerName = Annotated[str, AfterValidator(_check_name)]
"""What a player is called: it is shown in windows and terminals as it is."""


PLAIN_WORDS = (
    ("Input should be greater than or equal to", "expected at least"),
    ("Input should be less than or equal to", "expected at most"),
    ("Input should be greater than", "expected more than"),
    ("Input should be less than", "expected less than"),
    (r"Input should be a valid integer.*", "expected a whole number"),
    (r"Input should be a valid number.*", "expected a number"),
    (r"Input should be a valid boolean.*", "expected yes or no"),
    ("Input should be", "expected"),
    ("Field required", "this is missing"),
    ("Extra inputs are not permitted", "this is not known here"),
    ("Unexpected keyword argument", "this is not known here"),
    (r"\bValue error, ", ""),
    (r"^Invalid value for '([^']*)'", r"\1"),
    (r"^No such option: (\S+)$", r"there is no option \1: --help lists them"),
    (
        r"^No such option: (\S+) \(Possible options: (.*)\)",
        r"there is no option \1: did you mean \2?",
    ),
    (
        r"^Got unexpected extra arguments?(?:\(s\))? \((.*)\)",
        r'"\1" is too much here: put words that belong together in quotes, such as "Ah Kh"',
    ),
)
FIELD_WORDS = {
    "down_total": "points of coming down",
    "font_pt": "font size",
    "game_name": "game",
    "hero": "your cards",
    "n_history": "sample deals",
    "owner": "player",
    "price": "call",
    "study_of": "study",
    "table": "melds",
}
"""Fields whose names are not the words that people know; others lose their n_ and underscores."""


def explain_validation(error: ValidationError) -> InputError:
    """Return one line for the first thing that pydantic found wrong, with the bad input quoted."""
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, InputError):
        return cause
    where = _in_words(first["loc"]) or "the question"
    given = repr(first.get("input"))
    quoted = given if len(given) <= 60 else given[:59] + "…"
    message = str(cause) if cause is not None else in_plain_words(first["msg"])
    return InputError(f"{where}: {message} (given: {quoted})")


def _in_words(loc: tuple[int | str, ...]) -> str:
    """Return the place of a value in words: "opponent 1, cards" for opponents.0.n_cards."""
    words: list[str] = []
    for part in loc:
        if isinstance(part, str):
            words.append(FIELD_WORDS.get(part, part.removeprefix("n_").replace("_", " ")))
        elif words:
            words[-1] = f"{words[-1].removesuffix('s')} {part + 1}"
    return ", ".join(words)


def in_plain_words(message: str) -> str:
    """Return a library's message about a wrong value in the words of our own messages."""
    for theirs, ours in PLAIN_WORDS:
        message = re.sub(theirs, ours, message)
    return message

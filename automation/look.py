"""One look at a page as it comes from the browser, checked: nothing longer or other than agreed."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from automation.errors import PageRefusedError


class Seen(BaseModel):
    """One element as a person sees it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str = Field("", max_length=60)
    pictures: list[str] = Field([], max_length=6)
    fill: str = Field("", max_length=60)  # the inline style
    paint: str = Field("", max_length=60)  # the computed one
    suit: str = Field("", max_length=60)
    colour: str = Field("", max_length=60)
    active: str = Field("", max_length=60)
    shown: bool = True


Elements = Sequence[Seen | None]


class Look(BaseModel):
    """All kinds of parts at one moment: for each way its elements, None where one is missing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: dict[str, list[list[Seen | None]]]
    bad: list[str] = []  # selectors that the browser does not understand

    def ways(self, kind: str) -> list[list[Seen | None]]:
        """What each way found of a kind."""
        return self.found.get(kind, [])


def parse_look(text: str) -> Look:
    """Check what the look brought back."""
    try:
        return Look.model_validate_json(text)
    except ValidationError as error:
        raise PageRefusedError(f"the page cannot be read: {error.errors()[0]['msg']}") from error

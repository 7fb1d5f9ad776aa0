"""A look at a page: its elements at one moment, checked for size and type."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from automation.errors import PageRefusedError


class PageElement(BaseModel):
    """One element as a person sees it."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str = Field("", max_length=60)
    label: str = Field("", max_length=60)  # its accessible name, if it has one
    pictures: list[str] = Field([], max_length=6)
    fill: str = Field("", max_length=60)  # the inline style
    paint: str = Field("", max_length=60)  # the computed one
    suit: str = Field("", max_length=60)
    colour: str = Field("", max_length=60)
    active: str = Field("", max_length=60)
    shown: bool = True


Elements = Sequence[PageElement | None]
Box = tuple[float, float, float, float]  # x, y, width, height on the page


class Look(BaseModel):
    """All kinds of parts at one moment: for each way its elements, None where one is missing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: dict[str, list[list[PageElement | None]]]
    bad: list[str] = []  # selectors that the browser does not understand
    crowded: dict[str, list[bool]] = {}  # ways that match more than the parts of their kind
    boxes: dict[str, list[list[Box | None]]] = {}  # where the elements are, as `found` has them

    def ways(self, kind: str) -> list[list[PageElement | None]]:
        """Return what each way found of a kind."""
        return self.found.get(kind, [])

    def is_crowded(self, kind: str, way: int) -> bool:
        """Return True if a way matches more elements than its kind has parts."""
        ways = self.crowded.get(kind, [])
        return way < len(ways) and ways[way]

    def boxes_of(self, kind: str, way: int) -> list[Box] | None:
        """Return where the elements of a way are; None if that is not known of all."""
        ways = self.boxes.get(kind, [])
        found = [box for box in ways[way] if box] if way < len(ways) else []
        return found if found and len(found) == len(ways[way]) else None


_BOXES = TypeAdapter(dict[str, list[list[Box | None]]])


def parse_look(text: str) -> Look:
    """Check what the script returned: the elements, and on a second line their boxes."""
    elements, _, boxes = text.partition("\n")
    try:
        look = Look.model_validate_json(elements)
        return look.model_copy(update={"boxes": _BOXES.validate_json(boxes)}) if boxes else look
    except ValidationError as error:
        raise PageRefusedError(f"the page cannot be read: {error.errors()[0]['msg']}") from error

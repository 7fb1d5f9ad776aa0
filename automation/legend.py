"""Colours that a page explains before anyone guesses: in a legend, an example or the help."""

from collections.abc import Collection, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from automation.errors import PageRefusedError, UnknownColourError, one_line
from automation.profiles import Profile
from automation.reading import marks_in_words
from engine.cards import shorten


class ColourSample(BaseModel):
    """One painted element: the attribute, the style and the paint that show its colour."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    mark: str = Field("", max_length=60)
    fill: str = Field("", max_length=60)
    paint: str = Field("", max_length=60)


class Legend(BaseModel):
    """Painted elements that look alike, and the words beside them."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: str = Field("", max_length=60)
    cells: bool = False  # they are made like the cells of a guess
    samples: tuple[ColourSample, ...] = Field(max_length=40, strict=False)

    @property
    def shows_colours(self) -> bool:
        """True if it is more than one box in the colour of the page's theme."""
        return self.cells or len({sample.paint for sample in self.samples}) > 1


_LEGENDS = TypeAdapter(list[Legend])


def parse_legends(brought: Any) -> list[Legend]:
    """Check what the page brought back."""
    try:
        return _LEGENDS.validate_python(brought)
    except ValidationError as error:
        raise PageRefusedError(f"the page cannot be read: {error.errors()[0]['msg']}") from error


def unknown_legend(
    legends: Sequence[Legend], profile: Profile, blank: Collection[str]
) -> UnknownColourError | None:
    """Return what is wrong with the first legend in colours that the profile does not know.

    `blank` is how empty cells of the game are painted.
    """
    for legend in legends:
        marks = [(each.mark, each.fill, each.paint) for each in legend.samples]
        strange = [each for each in marks if each[2] not in blank and not _is_known(each, profile)]
        if strange and legend.shows_colours:
            return _unknown(legend, list(dict.fromkeys(strange)))
    return None


def _is_known(marks: tuple[str, str, str], profile: Profile) -> bool:
    return any(profile.colour_of(text) is not None for text in marks)


def _unknown(legend: Legend, strange: list[tuple[str, str, str]]) -> UnknownColourError:
    seen = "; ".join(map(marks_in_words, strange))
    where = f'at "{one_line(legend.text)}"' if legend.text else "in cells beside the guesses"
    line = f'"{shorten(next(filter(None, strange[0])))}" = "g"'
    return UnknownColourError(
        f"the page explains colours that the profile does not know, {where} ({seen}): write a line "
        f"for each under [colours] in your profile, such as {line} (y for yellow, e for grey)"
    )

"""Errors of a page, each with one line for the user; some keep evidence."""

from collections.abc import Sequence
from pathlib import Path

from engine.errors import UnavailableError

_JOINERS = "\u200c\u200d"  # joining characters that scripts and emojis need


def one_line(text: str) -> str:
    """Return text without characters that control a terminal or change its direction."""
    line = " ".join(text.split())
    return "".join(sign for sign in line if sign.isprintable() or sign in _JOINERS).strip()


def button_words(buttons: Sequence[str]) -> str:
    """Return the visible buttons by their labels."""
    named = [f'"{text}"' for text in map(one_line, buttons) if text]
    if not named:
        return "no button with a label"
    return f"the button{'' if len(named) == 1 else 's'} {', '.join(named)}"


class PageError(UnavailableError):
    """The page cannot be played; `evidence` holds a screenshot and the HTML, if they were kept."""

    evidence: Path | None = None
    at: int = 0  # the part of its kind that is wrong, from 0

    def __str__(self) -> str:
        text = one_line(super().__str__())
        return f"{text} (screenshot and HTML kept in {self.evidence})" if self.evidence else text


class PartNotFoundError(PageError):
    """A part of the page is not where the profile says."""

    def __init__(self, part: str) -> None:
        super().__init__(f"the page has changed: {part} was not found")
        self.part = part


class PageStillError(PageError):
    """Something expected did not appear."""

    def __init__(self, what: str, still_s: float) -> None:
        super().__init__(
            f"the page does not react: the {what} did not appear within {still_s:.0f} seconds"
        )


class PageRefusedError(PageError):
    """The page shows something that no Pokle page shows; it is not used."""


class NoGameShownError(PageError):
    """The page shows nothing of a game."""


class PageCoveredError(PageError):
    """Something lies over the page, and the profile does not say how to close it."""

    def __init__(self, words: str, buttons: Sequence[str]) -> None:
        super().__init__(
            f'a dialog covers the page: "{words}", with {button_words(buttons)}; '
            "close it yourself, or name its button under `close` in your profile"
        )


class UnknownColourError(PageError):
    """A guess has colours that the profile does not know."""


class NoBoardFitsError(PageError):
    """No board fits the trophies and the colours that the page showed."""


class SiteUnreachableError(UnavailableError):
    """The site did not answer."""


class TabLostError(UnavailableError):
    """The tab, the browser or its connection is gone."""


class PageReloadedError(Exception):
    """The page was reloaded while it was being read: read it again."""


class PageHungError(UnavailableError):
    """The page did not answer a call, and its tab was closed."""


class PuzzleChangedError(PageError):
    """The page shows another puzzle than the one that was being played."""

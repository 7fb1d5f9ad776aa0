"""What can go wrong with a page. Each says in one line what it was; some leave evidence behind."""

from pathlib import Path

from engine.errors import UnavailableError


class PageError(UnavailableError):
    """The page cannot be played; `evidence` holds a screenshot and the HTML, if they were kept."""

    evidence: Path | None = None

    def __str__(self) -> str:
        text = super().__str__()
        return f"{text} (screenshot and HTML kept in {self.evidence})" if self.evidence else text


class PartNotFoundError(PageError):
    """A part of the page is not where the profile says."""

    def __init__(self, part: str) -> None:
        super().__init__(f"the page has changed: {part} was not found")
        self.part = part


class PageRefusedError(PageError):
    """The page shows something that no Pokle page shows; nothing of it is used."""


class NoBoardFitsError(PageError):
    """No board fits the trophies and the colours that the page showed."""


class SiteUnreachableError(UnavailableError):
    """The site did not answer."""


class TabLostError(UnavailableError):
    """The tab, the browser or its connection is gone."""


class PageReloadedError(Exception):
    """The page was loaded anew while it was being read: look again."""

"""Files that come with the program: artwork, tables, policies, screenshots, licences."""

from importlib.resources import files
from pathlib import Path


def resource_path(name: str) -> Path:
    """Where the resource `name` ("preflop.npz", "cards/AH.svg") lies on disk."""
    return Path(str(files(__name__).joinpath(name)))

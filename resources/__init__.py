"""Files that come with the program: artwork, tables, policies, screenshots, licences."""

from importlib.resources import files
from pathlib import Path


def resource_path(name: str) -> Path:
    """Return the path of the resource `name` ("preflop.npz", "cards/AH.svg")."""
    return Path(str(files(__name__).joinpath(name)))

"""How a game's package gives its public names: each is imported when it is first asked for.

Whoever wants Pokle need not wait for Hold'em to be imported.
"""

import importlib
from collections.abc import Callable, Mapping


def lazy(package: str, places: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names come from these modules below it."""

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{places[name]}"), name)

    return get

"""The public names of a game's package, each imported when it is first used.

A package that is imported for one small module does not wait for its solver.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence


def lazy(
    package: str, names: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], list[str]]:
    """Return `__getattr__` and `__all__` of a package from its modules and their public names."""
    modules = {name: module for module, public in names.items() for name in public}

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{modules[name]}"), name)

    return get, sorted(modules)

"""Checkpoints of a training run: arrays and plain values, never a pickle.

A file is a line of JSON (version, recipe, settings, seed, checksum, facts) and then an .npz. A
file of another run is refused; a damaged one is set aside, and the one before it is taken.
"""

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError
from engine.files import make_folder, set_aside, write_bytes, write_text

VERSION = 1
BEFORE = ".before"
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """The run to which files belong: recipe by name, a digest of its settings, and the seed."""

    recipe: str
    settings: str
    seed: int
    version: int = VERSION

    def verify(self, found: dict[str, Any], path: Path) -> None:
        """Raise if a file was made by another run."""
        wanted = asdict(self)
        differs = [key for key in wanted if found.get(key) != wanted[key]]
        if differs:
            key = differs[0]
            raise InputError(
                f'"{path}" belongs to another run: its {key} is {found.get(key)!r}, asked for was '
                f"{wanted[key]!r}; choose another folder with --out"
            )


def identity_of(recipe: object, name: str, seed: int) -> RunIdentity:
    """Return the identity of a run of a recipe, whose settings are all in its `repr`."""
    return RunIdentity(name, hashlib.sha256(repr(recipe).encode()).hexdigest()[:16], seed)


class Checkpoints:
    """The files of one run in its folder."""

    def __init__(self, folder: Path, identity: RunIdentity) -> None:
        self.folder, self.identity = make_folder(folder), identity
        card = folder / "run.json"
        if card.exists():
            identity.verify(_read_card(card), card)
        else:
            write_text(card, json.dumps(asdict(identity), indent=2) + "\n")

    def save(self, name: str, arrays: Arrays, facts: dict[str, Any] | None = None) -> None:
        """Write a checkpoint; the one before it stays beside it."""
        buffer = io.BytesIO()
        np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
        data = buffer.getvalue()
        head = asdict(self.identity) | {"sha256": _checksum(data, facts or {})}
        path = self.folder / name
        if path.exists():
            path.replace(path.with_name(name + BEFORE))
        write_bytes(path, json.dumps(head | {"facts": facts or {}}).encode() + b"\n" + data)

    def load(self, name: str) -> tuple[Arrays, dict[str, Any]] | None:
        """Return the newest checkpoint that is whole; None if there is none."""
        for path in (self.folder / name, self.folder / (name + BEFORE)):
            if path.exists():
                found = self._read(path)
                if found is not None:
                    return found
                set_aside(path)
        return None

    def _read(self, path: Path) -> tuple[Arrays, dict[str, Any]] | None:
        line, _, data = path.read_bytes().partition(b"\n")
        try:
            head = json.loads(line)
            facts: dict[str, Any] = head["facts"]
            whole = head["sha256"] == _checksum(data, facts) and isinstance(facts, dict)
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        self.identity.verify(head, path)
        if not whole:
            return None
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                return {key: arrays[key] for key in arrays}, facts
        except Exception:  # it holds objects or is not an archive: many kinds of errors
            return None


def _checksum(data: bytes, facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode() + data).hexdigest()


def _read_card(path: Path) -> dict[str, Any]:
    try:
        card = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f'"{path}" is damaged: remove it, or choose another folder') from error
    return card if isinstance(card, dict) else {}

"""The trained policy as it ships: an .npz of layers with a JSON card beside it, run by NumPy.

The card says how the network was trained and how strong it is, and holds the file's SHA-256;
a file that does not match its card is refused.
"""

import hashlib
import io
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError, UnavailableError
from engine.files import (
    explain_damage,
    parse_json,
    read_arrays,
    read_bounded,
    write_bytes,
    write_text,
)
from engine.slave.actions import N_ACTIONS
from engine.slave.layout import N_DERIVED, SHAPES, Quick
from engine.slave.row import derive
from resources import resource_path

SHIPPED = "policies/slave.npz"
MAX_BYTES = 100_000_000  # limit for the arrays, packed and unpacked
MAX_CARD_BYTES = 100_000
QUICK = "quick_"  # before the names of the quick form's arrays


@dataclass(frozen=True, slots=True)
class Policy:
    """Layers (weights, bias) of a network with ReLU between them, from derived features.

    `quick` is its quick form, by which the search plays on; only a network in training has none.
    """

    layers: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]
    card: dict[str, Any]
    quick: Quick | None = None

    @property
    def quick_form(self) -> Quick:
        """The quick form, or an error if there is none."""
        if self.quick is None:
            raise InputError("this policy has no quick form to search with: train it again")
        return self.quick

    def logits(
        self, observations: NDArray[np.float32], masks: NDArray[np.int8]
    ) -> NDArray[np.float32]:
        """Return the scores of all actions (n, 157) for a batch of observations and masks."""
        x = derive(observations, masks)
        for weights, bias in self.layers[:-1]:
            x = np.maximum(x @ weights + bias, 0)
        weights, bias = self.layers[-1]
        return x @ weights + bias


def save_policy(
    path: Path,
    layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]],
    card: dict[str, Any],
    quick: Quick | None = None,
) -> None:
    """Write the .npz and its card `<name>.json` with the checksum."""
    arrays: dict[str, Any] = {}
    for i, (weights, bias) in enumerate(layers):
        arrays[f"weights_{i}"] = weights.astype(np.float16)
        arrays[f"bias_{i}"] = bias.astype(np.float32)
    for name, values in (quick._asdict() if quick else {}).items():
        arrays[QUICK + name] = values.astype(np.float16)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_bytes(path, buffer.getvalue())
    full = {**card, "sha256": hashlib.sha256(buffer.getvalue()).hexdigest()}
    write_text(path.with_suffix(".json"), json.dumps(full, indent=2) + "\n")


@explain_damage
def read_policy(path: Path) -> Policy:
    """Read a policy and check it against its card."""
    card_path = path.with_suffix(".json")
    for needed in (path, card_path):
        if not needed.is_file():
            raise UnavailableError(f"there is no policy file {needed}: train one or reinstall")
    data = read_bounded(path, MAX_BYTES)
    try:
        card = parse_json(read_bounded(card_path, MAX_CARD_BYTES))
        expected = str(card["sha256"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"the policy card {card_path} is damaged: expected JSON with sha256"
        ) from error
    actual = hashlib.sha256(data).hexdigest()
    if actual != expected:
        raise InputError(
            f"the policy file {path} is damaged: its SHA-256 is {actual[:16]}…, "
            f"its card says {expected[:16]}…"
        )
    arrays = read_arrays(data, MAX_BYTES)
    return _checked(path, {name: array.astype(np.float32) for name, array in arrays.items()}, card)


def _checked(path: Path, arrays: dict[str, NDArray[np.float32]], card: dict[str, Any]) -> Policy:
    """Return the policy of some arrays after checking their shapes, which kernels do not check."""
    n_layers = sum(name.startswith("weights_") for name in arrays)
    layers = tuple((arrays[f"weights_{i}"], arrays[f"bias_{i}"]) for i in range(n_layers))
    sizes = [N_DERIVED, *(bias.size for _, bias in layers)]
    fits = all(w.shape == (sizes[i], sizes[i + 1]) for i, (w, _) in enumerate(layers))
    parts = {name: arrays[QUICK + name] for name in Quick._fields if QUICK + name in arrays}
    quick = Quick(**parts) if len(parts) == len(Quick._fields) else None
    if quick is not None:
        fits &= all(q.shape == shape for q, shape in zip(quick, SHAPES, strict=True))
    if not n_layers or not fits or sizes[-1] != N_ACTIONS:
        raise InputError(f"the policy file {path} holds layers of other sizes: train it again")
    return Policy(layers, card, quick)


@cache
def load_policy() -> Policy:
    """Return the policy that ships with the program."""
    return read_policy(resource_path(SHIPPED))

"""The JSON configuration of the solver: merged over defaults, checked, errors name file and key."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.cards import shorten
from engine.errors import InputError
from engine.files import parse_json, read_bounded
from engine.holdem.sampling import Sampling

MAX_BYTES = 100_000
Mode = Literal["fast", "default", "precision"]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SimulationSettings(_Section):
    """How much is sampled in each mode, on how many threads, from which seed."""

    fast_mode_simulations: int = Field(default=10_000, ge=1)
    default_simulations: int = Field(default=100_000, ge=1)
    precision_mode_simulations: int = Field(default=500_000, ge=1)
    parallel_processing: bool = True
    random_seed: int | None = Field(default=None, ge=0, lt=1 << 63)


class PerformanceSettings(_Section):
    """When to stop early: by time, or once the equity is known to ± `convergence_half_width`."""

    max_simulation_time_ms: int = Field(default=5_000, ge=1)
    early_convergence: bool = True
    convergence_half_width: float = Field(default=0.0005, gt=0, lt=0.5)
    min_simulations_for_convergence: int = Field(default=10_000, ge=100)


class HoldemConfig(_Section):
    """The whole configuration; a file gives only what differs from the defaults."""

    simulation_settings: SimulationSettings = SimulationSettings()
    performance_settings: PerformanceSettings = PerformanceSettings()

    def n_samples(self, mode: Mode) -> int:
        """Return how many deals a mode samples."""
        settings = self.simulation_settings
        return {
            "fast": settings.fast_mode_simulations,
            "default": settings.default_simulations,
            "precision": settings.precision_mode_simulations,
        }[mode]

    def sampling(self, mode: Mode, seed: int) -> Sampling:
        """Return the sampling that a mode asks for."""
        speed = self.performance_settings
        return Sampling(
            n_samples=self.n_samples(mode),
            seed=seed,
            n_threads=0 if self.simulation_settings.parallel_processing else 1,
            half_width=speed.convergence_half_width if speed.early_convergence else None,
            min_samples=speed.min_simulations_for_convergence,
        )


def load_config(path: str | Path | None = None) -> HoldemConfig:
    """Return the defaults, or a JSON file merged over them."""
    if path is None:
        return HoldemConfig()
    try:
        given = parse_json(read_bounded(Path(path), MAX_BYTES))
    except OSError as error:
        raise InputError(f"cannot read the configuration {path}: {error.strerror}") from None
    except InputError as error:
        raise InputError(f"cannot read the configuration: {error}") from None
    except ValueError as error:
        raise InputError(f"The configuration {path} is not valid JSON: {error}") from None
    try:
        return HoldemConfig.model_validate(given)
    except ValidationError as error:
        raise InputError(_explain(path, error)) from None


def _explain(path: str | Path, error: ValidationError) -> str:
    first = error.errors()[0]
    key = ".".join(map(str, first["loc"])) or "the whole file"
    if first["type"] == "extra_forbidden":
        return f'the configuration {path} has "{shorten(key)}", which is not a setting'
    return (
        f"the configuration {path}: {key}: {first['msg']} (given: {shorten(repr(first['input']))})"
    )

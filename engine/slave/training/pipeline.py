"""The whole run, from nothing to a policy file: search decisions, distillation, PPO, export.

Each stage leaves its result in the run's folder and is skipped when it is there, so a run
that was stopped goes on where it was. `RECIPES["full"]` made the shipped policy.
"""

import hashlib
import json
import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from engine.control import Control
from engine.errors import Cancelled
from engine.files import write_text, write_with
from engine.slave.kernels.players import GREEDY, HEURISTIC, RANDOM
from engine.slave.layout import Quick
from engine.slave.policy import Policy, load_policy, save_policy
from engine.slave.search import SearchSettings
from engine.slave.training.checkpoints import Checkpoints, identity_of
from engine.slave.training.curriculum import RETRAINING, SCRATCH
from engine.slave.training.decisions import AMONG_POLICIES, TABLES, Decisions, collect, is_whole
from engine.slave.training.distil import DistilSettings, distil, make_examples
from engine.slave.training.evaluator import evaluate
from engine.slave.training.network import PolicyValueNet, net_of
from engine.slave.training.ppo import Ppo, PpoSettings
from engine.slave.training.quicken import QuickSettings, agreement, quicken

WriteFigures = Callable[[int, dict[str, float]], None]
OPPONENTS = {"greedy": GREEDY, "random": RANDOM, "heuristic": HEURISTIC}


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a policy is made; without shards it is PPO from scratch."""

    n_shards: int = 22
    shard_size: int = 15_000
    search: SearchSettings = field(default_factory=lambda: SearchSettings(n_playouts=500))
    distil: DistilSettings = field(default_factory=DistilSettings)
    ppo: PpoSettings = field(default_factory=lambda: PpoSettings(n_iterations=100))
    quick: QuickSettings = field(default_factory=QuickSettings)
    n_eval_games: int = 8_000
    of_shipped: bool = False  # train only the quick form of the shipped policy
    from_shipped: bool = False  # go on from the shipped policy, among opponents of its kind


RECIPES = {
    "full": Recipe(),
    "quick": Recipe(
        n_shards=1,
        shard_size=2_000,
        distil=DistilSettings(n_epochs=3),
        ppo=PpoSettings(n_iterations=5, n_games=128, n_choices=1024, minibatch=256),
        quick=QuickSettings(n_choices=20_000, n_epochs=1),
        n_eval_games=400,
    ),
    "form": Recipe(of_shipped=True),
    "next": Recipe(
        n_shards=4,
        shard_size=10_000,
        search=SearchSettings(n_playouts=800),
        distil=DistilSettings(n_epochs=3, learning_rate=3e-4, temperature=0.04),
        ppo=PpoSettings(n_iterations=60, sharpen=1.0, stages=RETRAINING),
        from_shipped=True,
    ),
    "scratch": Recipe(
        n_shards=0,
        ppo=PpoSettings(n_iterations=400, learning_rate=1e-3, entropy_weight=0.01, stages=SCRATCH),
    ),
}
CHECKPOINT_EVERY = 10
N_COMPARED = 20_000


def train_policy(
    out: Path, recipe_name: str = "full", seed: int = 1, control: Control | None = None
) -> dict[str, Any]:
    """Run a recipe in a folder, or go on with it; returns the card of the exported policy."""
    return run_recipe(out, RECIPES[recipe_name], recipe_name, seed, control or Control())


def run_recipe(out: Path, recipe: Recipe, name: str, seed: int, control: Control) -> dict[str, Any]:
    """Run the stages one after the other; PPO that runs out of time exports what it has learnt."""
    kept = Checkpoints(out, identity_of(recipe, name, seed))
    clock = _Clock(out / "seconds.json")
    if recipe.of_shipped:
        policy = load_policy()
        return _export(out, replace(policy, quick=_quick_stage(kept, recipe, policy, control)), {})
    net = None
    with closing(_writer(out)) as writer:
        if recipe.n_shards:
            decisions = _collect_shards(out, recipe, seed, control, clock)
            net = _distil_stage(kept, recipe, decisions, seed, control, writer, clock)
        run = _ppo_stage(kept, recipe, net, seed, control, writer, clock)
    # What PPO had learned when its time was up is exported all the same, with its quick form.
    quick = _quick_stage(kept, recipe, run.policy(), Control(cancel=control.cancel))
    clock.lap("quick form")
    card = _card(run.policy(), recipe, name, seed, run.iteration, clock.total_s())
    return _export(out, replace(run.policy(), quick=quick), card)


def _quick_stage(kept: Checkpoints, recipe: Recipe, policy: Policy, control: Control) -> Quick:
    """Return the quick form of a policy; a stored one is used if it was made from this very
    policy.
    """
    digest = hashlib.sha256(b"".join(w.tobytes() for w, _ in policy.layers)).hexdigest()
    found = kept.load("quick.form")
    if found is not None and found[1].get("policy") == digest:
        return Quick(**found[0])
    quick = quicken(policy, replace(recipe.quick, seed=kept.identity.seed), control)
    kept.save("quick.form", quick._asdict(), {"policy": digest})
    return quick


class _Clock:
    """Seconds of every stage, kept over restarts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds = _read_seconds(path)
        self.start_s = time.monotonic()

    def lap(self, stage: str) -> None:
        """Add the time since the last lap to a stage."""
        now_s = time.monotonic()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now_s - self.start_s
        self.start_s = now_s
        write_text(self.path, json.dumps(self.seconds))

    def total_s(self) -> float:
        """Return all seconds so far."""
        return sum(self.seconds.values())


def _read_seconds(path: Path) -> dict[str, float]:
    """Return the stored seconds; none from a damaged file, as nothing depends on them."""
    try:
        kept = json.loads(path.read_text())
        seconds = {str(stage): float(value) for stage, value in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
        return {}
    return seconds if math.isfinite(sum(seconds.values())) else {}


def _writer(out: Path) -> Any:
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(out / "tensorboard"))


def _figure_writer(writer: Any, prefix: str) -> WriteFigures:
    def write(step: int, figures: dict[str, float]) -> None:
        for name, value in figures.items():
            writer.add_scalar(f"{prefix}/{name}", value, step)

    return write


def _collect_shards(
    out: Path, recipe: Recipe, seed: int, control: Control, clock: _Clock
) -> list[Path]:
    """Record the search's decisions, a shard at a time; a complete shard is kept."""
    paths: list[Path] = []
    for shard in range(recipe.n_shards):
        path = out / f"decisions-{seed + shard}.npz"
        if not is_whole(path):
            tables = AMONG_POLICIES if recipe.from_shipped else TABLES
            decisions = collect(recipe.shard_size, seed + shard, recipe.search, control, tables)
            if len(decisions) < recipe.shard_size:
                raise Cancelled(
                    "stopped while recording decisions; run the same command again to continue"
                )
            write_with(path, decisions.save)
            clock.lap("decisions")
        paths.append(path)
    return sorted(paths)


def _distil_stage(
    kept: Checkpoints,
    recipe: Recipe,
    paths: list[Path],
    seed: int,
    control: Control,
    writer: Any,
    clock: _Clock,
) -> PolicyValueNet:
    settings = replace(recipe.distil, seed=seed)
    found = kept.load("distilled.net")
    if found is not None:
        net = PolicyValueNet(settings.width)
        net.load_state_dict({name: torch.from_numpy(values) for name, values in found[0].items()})
        return net
    earlier = load_policy() if recipe.from_shipped else None
    examples = make_examples(Decisions.load(*paths), settings.temperature, earlier)
    pupil = net_of(earlier) if earlier is not None else None
    net = distil(examples, settings, control, _figure_writer(writer, "distil"), pupil)
    kept.save("distilled.net", {name: v.numpy() for name, v in net.state_dict().items()})
    clock.lap("distil")
    return net


def _ppo_stage(
    kept: Checkpoints,
    recipe: Recipe,
    net: PolicyValueNet | None,
    seed: int,
    control: Control,
    writer: Any,
    clock: _Clock,
) -> Ppo:
    settings = replace(recipe.ppo, seed=seed)
    run = Ppo.load(kept, settings)
    if run is None:
        run = Ppo(settings, net)
        if recipe.from_shipped:
            run.pool.add(net_of(load_policy()), run.rng)
    write = _figure_writer(writer, "ppo")

    def keep(iteration: int, figures: dict[str, float]) -> None:
        write(iteration, figures)
        if iteration % CHECKPOINT_EVERY == 0:
            run.save(kept)
            clock.lap("ppo")

    run.run(control, keep)
    run.save(kept)
    clock.lap("ppo")
    if control.cancel.is_set():
        raise Cancelled(
            f"stopped after {run.iteration} iterations of PPO; run the same "
            "command again to continue"
        )
    return run


def _export(out: Path, policy: Policy, card: dict[str, Any]) -> dict[str, Any]:
    """Write a policy with its quick form; the card says how often the two agree."""
    full = {key: value for key, value in (policy.card | card).items() if key != "sha256"}
    full["quick"] = f"agrees with the policy in {agreement(policy, N_COMPARED):.1%} of its choices"
    save_policy(out / "slave.npz", list(policy.layers), full, policy.quick)
    return full


def _card(
    policy: Policy, recipe: Recipe, name: str, seed: int, n_iterations: int, seconds: float
) -> dict[str, Any]:
    """Return how a policy was made, and how strong it is."""
    strength = {
        f"against 3 {opponent}": str(
            evaluate(policy, (code, code, code), recipe.n_eval_games, seed=77)
        )
        for opponent, code in OPPONENTS.items()
    }
    return {
        "game": "slave",
        "recipe": name,
        "how": _how(recipe, n_iterations),
        "width": recipe.ppo.width,
        "seed": seed,
        "seconds": round(seconds),
        "strength": strength,
        "strength_rules": f"one round, pass-out, {recipe.n_eval_games} games, seed 77",
    }


def _how(recipe: Recipe, n_iterations: int) -> str:
    ppo = f"PPO self-play, {n_iterations} iterations of {recipe.ppo.n_choices} choices"
    if not recipe.n_shards:
        return f"{ppo}, from scratch by a curriculum of hand sizes and opponents"
    return (
        f"{recipe.n_shards * recipe.shard_size} decisions of the search at "
        f"{recipe.search.n_playouts} playouts, distilled in {recipe.distil.n_epochs} epochs, "
        f"then {ppo} "
        "against greedy, heuristic, random and earlier selves"
        + (", from the policy shipped before and among its kind" if recipe.from_shipped else "")
    )

"""Training really learns, repeats, and resumes exactly."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.control import Budget, Control
from engine.errors import Cancelled, InputError
from engine.files import damaged_copies
from engine.slave.kernels.players import GREEDY, RANDOM
from engine.slave.observations import observe_rows
from engine.slave.search import SearchSettings
from engine.slave.training import RECIPE_NAMES
from engine.slave.training.curriculum import FINE_TUNING, SCRATCH, stage_at
from engine.slave.training.decisions import AMONG_POLICIES, Decisions, collect, is_whole
from engine.slave.training.evaluator import evaluate

torch = pytest.importorskip("torch")

from engine.slave.policy import Policy, load_policy, read_policy  # noqa: E402
from engine.slave.training.checkpoints import Checkpoints, identity_of  # noqa: E402
from engine.slave.training.distil import DistilSettings, distil, make_examples  # noqa: E402
from engine.slave.training.network import PolicyValueNet, net_of  # noqa: E402
from engine.slave.training.pipeline import RECIPES, _Clock, run_recipe  # noqa: E402
from engine.slave.training.pool import Pool  # noqa: E402
from engine.slave.training.ppo import CHECKPOINT, Ppo, PpoSettings  # noqa: E402
from engine.slave.training.quicken import QuickSettings, agreement, quicken  # noqa: E402

SMALL = PpoSettings(
    n_iterations=4, n_games=32, n_choices=256, minibatch=128, width=32, stages=SCRATCH, pool_every=2
)


def kept_in(folder: Path, name: str = "test", seed: int = 1) -> Checkpoints:
    return Checkpoints(folder, identity_of(SMALL, name, seed))


def weights(run: Ppo) -> list[np.ndarray]:
    return [p.detach().numpy().copy() for p in run.net.parameters()]


def same(first: list[np.ndarray], second: list[np.ndarray]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_a_run_is_repeated_by_its_seed() -> None:
    runs = [Ppo(replace(SMALL, seed=seed)) for seed in (4, 4, 5)]
    for run in runs:
        run.run()
    assert same(weights(runs[0]), weights(runs[1]))
    assert not same(weights(runs[0]), weights(runs[2]))


def test_a_resumed_run_is_the_run_that_never_stopped(tmp_path: Path) -> None:
    whole, first = Ppo(SMALL), Ppo(SMALL)
    whole.run()
    for _ in range(2):
        first.iterate(Control())
    first.save(kept_in(tmp_path))
    second = Ppo.load(kept_in(tmp_path), SMALL)
    assert second is not None
    assert second.iteration == 2
    second.run()
    assert same(weights(whole), weights(second))


class StopsAtPoll(Control):
    """A control that asks to stop at its n-th check, and counts its checks."""

    def __init__(self, poll: float = float("inf")) -> None:
        super().__init__()
        self.poll, self.n_polls = poll, 0

    def should_stop(self) -> bool:
        self.n_polls += 1
        return self.n_polls >= self.poll


def test_a_stop_within_an_iteration_goes_back_to_the_last_complete_one(tmp_path: Path) -> None:
    whole, counted = Ppo(SMALL), StopsAtPoll()
    whole.iterate(counted)
    n_minibatches = SMALL.n_epochs * (SMALL.n_choices // SMALL.minibatch)
    assert counted.n_polls > n_minibatches + 3
    first = weights(whole)
    whole.run()
    for poll in (counted.n_polls + 3, 2 * counted.n_polls - 2):  # in the rollout, while learning
        stopped = Ppo(SMALL)
        stopped.run(StopsAtPoll(poll))
        assert stopped.iteration == 1
        assert same(weights(stopped), first)
        stopped.save(kept_in(tmp_path))
        resumed = Ppo.load(kept_in(tmp_path), SMALL)
        assert resumed is not None
        for run in (stopped, resumed):
            run.run()
            assert same(weights(run), weights(whole))


def test_a_stop_at_once_learns_nothing() -> None:
    run = Ppo(SMALL)
    run.run(Control(Budget(seconds=0.0)))
    assert run.iteration == 0


def test_a_short_run_from_scratch_beats_random_clearly() -> None:
    settings = replace(RECIPES["scratch"].ppo, n_iterations=20, n_choices=2048, width=128)
    run = Ppo(settings)
    weak = evaluate(run.policy(), (RANDOM, RANDOM, RANDOM), 1000, seed=9)
    run.run()
    strong = evaluate(run.policy(), (RANDOM, RANDOM, RANDOM), 1000, seed=9)
    assert strong.king_interval.low > 0.45
    assert strong.shares[0] > weak.shares[0] + 0.1


def test_distillation_learns_what_the_search_found(tmp_path: Path) -> None:
    decisions = collect(600, 3, SearchSettings(n_playouts=60))
    decisions.save(tmp_path / "book.npz")
    assert len(Decisions.load(tmp_path / "book.npz", tmp_path / "book.npz")) == 1200
    examples = make_examples(decisions, 0.04)
    np.testing.assert_allclose(examples.shares.sum(axis=1), 1, atol=1e-5)
    losses: list[float] = []
    settings = DistilSettings(width=64, n_epochs=12, batch=64)
    net = distil(
        examples, settings, on_epoch=lambda _, figures: losses.append(figures["policy_loss"])
    )
    assert losses[-1] < losses[0]
    policy = Policy(tuple(net.layers()), {})
    untrained = Policy(tuple(PolicyValueNet(64).layers()), {})
    opponents = (GREEDY, GREEDY, GREEDY)
    assert (
        evaluate(policy, opponents, 1000).expected_place
        < evaluate(untrained, opponents, 1000).expected_place - 0.3
    )


def test_the_next_turn_begins_where_the_shipped_policy_stands() -> None:
    policy = load_policy()
    net, decisions = net_of(policy), collect(60, 5, SearchSettings(n_playouts=60))
    before = evaluate(Policy(tuple(net.layers()), {}), (GREEDY, GREEDY, GREEDY), 40)
    assert before == evaluate(policy, (GREEDY, GREEDY, GREEDY), 40)
    trusting = make_examples(decisions, 1e9, policy)
    observations, masks = observe_rows(decisions.rows)
    favourites = np.where(masks > 0, policy.logits(observations, masks), -np.inf).argmax(axis=1)
    tried = (decisions.tally.sum(axis=2) > 0) & (decisions.actions == favourites[:, None])
    best = np.take_along_axis(trusting.actions, trusting.shares.argmax(axis=1)[:, None], 1)[:, 0]
    assert (best == favourites)[tried.any(axis=1)].all()  # values that count nothing
    sure = make_examples(decisions, 1e-9, policy)  # the policy counts among equals alone
    np.testing.assert_array_equal(
        (sure.shares > 0) <= (make_examples(decisions, 1e-9).shares > 0), True
    )
    distil(trusting, DistilSettings(n_epochs=1, learning_rate=1e-4), net=net)
    assert evaluate(Policy(tuple(net.layers()), {}), (GREEDY, GREEDY, GREEDY), 200).shares[0] > 0.5


def test_decisions_are_repeated_by_their_seed() -> None:
    first, second = (collect(40, 8, SearchSettings(n_playouts=30)) for _ in range(2))
    np.testing.assert_array_equal(first.tally, second.tally)
    np.testing.assert_array_equal(first.rows, second.rows)
    among = collect(40, 8, SearchSettings(n_playouts=30), tables=AMONG_POLICIES)
    assert (among.rows != first.rows).any()
    for row in (*first.rows, *among.rows):
        assert sum(int(h) != 0 for h in row[:4]) == 1  # the searcher's own hand and no other


def test_a_recipe_leaves_a_policy_with_its_card_and_goes_on(
    tmp_path: Path, cancelled: Control
) -> None:
    recipe = replace(
        RECIPES["quick"],
        shard_size=200,
        search=SearchSettings(n_playouts=30),
        distil=DistilSettings(width=32, n_epochs=1),
        ppo=replace(SMALL, n_iterations=2, stages=FINE_TUNING),
        quick=QuickSettings(n_choices=500, n_epochs=1),
        n_eval_games=40,
    )
    card = run_recipe(tmp_path, recipe, "tiny", 2, Control())
    policy = read_policy(tmp_path / "slave.npz")
    assert policy.card["strength"] == card["strength"]
    assert policy.card["seed"] == 2
    assert policy.quick is not None
    assert "agrees with the policy" in policy.card["quick"]
    assert list((tmp_path / "tensorboard").iterdir())
    again = run_recipe(tmp_path, recipe, "tiny", 2, Control())
    assert again["strength"] == card["strength"]
    (tmp_path / "slave.npz").unlink()
    with pytest.raises(Cancelled, match="2 iterations of PPO"):
        run_recipe(tmp_path, recipe, "tiny", 2, cancelled)
    assert not (tmp_path / "slave.npz").exists()


def test_the_recipe_of_the_next_turn_keeps_what_the_shipped_policy_knows(tmp_path: Path) -> None:
    recipe = RECIPES["next"]
    recipe = replace(
        recipe,
        n_shards=1,
        shard_size=60,
        search=SearchSettings(n_playouts=30),
        ppo=replace(recipe.ppo, n_iterations=1, n_games=32, n_choices=256, minibatch=128),
        quick=QuickSettings(n_choices=500, n_epochs=1),
        n_eval_games=200,
    )
    card = run_recipe(tmp_path, recipe, "tiny", 2, Control())
    assert "from the policy shipped before" in card["how"]
    three = (GREEDY, GREEDY, GREEDY)
    assert evaluate(read_policy(tmp_path / "slave.npz"), three, 200).shares[0] > 0.5


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    kept_in(tmp_path).save("some", {"numbers": np.arange(3)}, {"n": 3})
    for name, seed, differs in (("other", 1, "recipe"), ("test", 2, "seed")):
        with pytest.raises(InputError, match=f"belongs to another run: its {differs}"):
            kept_in(tmp_path, name, seed)
    (tmp_path / "run.json").unlink()
    with pytest.raises(InputError, match="belongs to another run: its seed is 1, asked for was 2"):
        kept_in(tmp_path, seed=2).load("some")


def test_a_damaged_checkpoint_is_set_aside_for_the_one_before(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    assert kept.load("some") is None
    for n in (1, 2):
        kept.save("some", {"numbers": np.arange(n)}, {"n": n})
    whole = (tmp_path / "some").read_bytes()
    for damaged in (whole[:-1], b"", b"{}\n", whole.replace(b'"n": 2', b'"n": 9')):
        (tmp_path / "some").write_bytes(damaged)
        found = kept.load("some")
        assert found is not None
        assert (found[0]["numbers"].tolist(), found[1]) == ([0], {"n": 1})
        assert damaged in [copy.read_bytes() for copy in damaged_copies(tmp_path / "some")]


def test_a_damaged_shard_is_set_aside_and_made_again(tmp_path: Path) -> None:
    path = tmp_path / "decisions-1.npz"
    assert not is_whole(path)
    collect(20, 8, SearchSettings(n_playouts=30)).save(path)
    assert is_whole(path)
    path.write_bytes(path.read_bytes()[:-40])  # as a kill in the middle would leave it
    assert not is_whole(path)
    assert not path.exists()
    assert (tmp_path / "decisions-1.npz.damaged").exists()


@pytest.mark.parametrize("damaged", ["", "{", "[1]", '{"ppo": 1e999}', "[" * 99_999])
def test_damaged_seconds_stop_nobody(tmp_path: Path, damaged: str) -> None:
    (tmp_path / "seconds.json").write_text(damaged)
    assert _Clock(tmp_path / "seconds.json").total_s() == 0


def test_a_checkpoint_of_other_arrays_is_told(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.save(CHECKPOINT, {"net/some": np.arange(3)}, {"iteration": 1})
    with pytest.raises(InputError, match="holds other arrays than this version keeps"):
        Ppo.load(kept, SMALL)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    kept = kept_in(tmp_path)
    kept.save("some", {"numbers": np.array([{"a": 1}], object)})
    assert kept.load("some") is None
    assert (tmp_path / "some.damaged").exists()


def test_the_quick_form_learns_to_choose_as_the_policy() -> None:
    quick = quicken(load_policy(), QuickSettings(n_choices=40_000, n_epochs=2))
    learned = replace(load_policy(), quick=quick)
    assert agreement(learned, 4_000) > 0.55
    assert agreement(load_policy(), 4_000) > 0.88


def test_a_stop_leaves_nothing_half_done(tmp_path: Path) -> None:
    with pytest.raises(Cancelled, match="run the same command again"):
        run_recipe(tmp_path, RECIPES["quick"], "quick", 1, Control(Budget(seconds=0.0)))
    assert not list(tmp_path.glob("decisions-*"))
    examples = make_examples(collect(20, 1, SearchSettings(n_playouts=30)), 0.02)
    with pytest.raises(Cancelled):
        distil(examples, DistilSettings(width=8), Control(Budget(seconds=0.0)))


def test_the_recipes_are_those_that_users_may_name() -> None:
    assert set(RECIPES) == set(RECIPE_NAMES)


def test_the_curriculum_goes_from_short_games_to_full_ones() -> None:
    sizes = [stage_at(SCRATCH, progress).hand_size for progress in (0.0, 0.2, 0.5, 1.0)]
    assert sizes == [5, 9, 13, 13]
    for stage in (*SCRATCH, *FINE_TUNING):
        assert sum(share for share, _ in stage.tables) == pytest.approx(1)


def test_the_pool_keeps_the_first_and_the_newest() -> None:
    pool, rng = Pool(size=3), np.random.default_rng(1)
    nets = [PolicyValueNet(4) for _ in range(10)]
    for net in nets:
        pool.add(net, rng)
    assert len(pool.nets) == 3
    for kept, net in ((pool.nets[0], nets[0]), (pool.nets[-1], nets[-1])):
        assert kept is not net
        assert torch.equal(kept.policy_head.weight, net.policy_head.weight)
    assert {pool.pick(rng) for _ in range(50)} == {0, 1, 2}

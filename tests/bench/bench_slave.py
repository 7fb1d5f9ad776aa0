"""Slave: steps and games a second, next to RLCard and OpenSpiel where they are installed."""

import importlib
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engine.slave.match import SlaveMatch

from tests.bench.harness import Bench, best_seconds

N_GAMES = 1024
N_STEPS = 400


def run(bench: Bench) -> None:
    """All rows of the group."""
    bench_batch(bench)
    bench_random_games(bench)
    bench_env(bench)
    bench_search(bench)
    bench_belief(bench)
    bench_policy(bench)
    bench_peers(bench)


def bench_batch(bench: Bench) -> None:
    """A batch of 1,024 games on one thread, each step with observation and mask."""
    from engine.slave.kernels import batches, rounds
    from tests.engine.slave.batch_play import random_legal, step_batch

    rng = np.array([1], np.int64)
    rows = np.zeros((N_GAMES, rounds.ROW), np.int64)
    batches.reset_batch(rows, rng, 0.0, 0, 13)
    actions, done = np.zeros(N_GAMES, np.int64), np.zeros(N_GAMES, np.bool_)
    observations = np.zeros((N_GAMES, 155), np.float32)
    masks, rewards = np.zeros((N_GAMES, 157), np.int8), np.zeros((N_GAMES, 4))

    def job() -> None:
        for _ in range(N_STEPS):
            random_legal(rows, actions, rng)
            step_batch(rows, actions, observations, masks, rewards, done, rng, 0.0, 13)

    rate = N_GAMES * N_STEPS / best_seconds(job, 5)
    bench.row("batch of 1,024 games, observation and mask", rate, "steps/s", at_least=2_000_000)


def bench_random_games(bench: Bench) -> None:
    """Bare random games from the deal to the end."""
    from engine.slave.kernels.batches import play_random_games

    rng = np.array([1], np.int64)
    rate = 5_000 / best_seconds(lambda: play_random_games(5_000, rng), 5)
    bench.row("bare random games", rate, "games/s", at_least=50_000)


def bench_env(bench: Bench) -> None:
    """The AEC environment, as a learner drives it."""
    from engine.slave.env import SlaveEnv

    env = SlaveEnv()

    def job() -> None:
        n_steps = 0
        while n_steps < 5_000:
            env.reset(seed=n_steps)
            for _ in env.agent_iter():
                _, _, over, _, info = env.last()
                if over:
                    env.step(None)
                    continue
                legal = info["action_mask"].nonzero()[0]
                env.step(int(legal[n_steps * 7919 % len(legal)]))
                n_steps += 1

    bench.row("AEC environment", 5_000 / best_seconds(job), "steps/s", at_least=15_000)


def bench_search(bench: Bench) -> None:
    """Time of a decision of the search in real games."""
    for n_playouts in (1_200, 12_000):
        choice_ms(n_playouts, 1)
        bench.row(f"search, {n_playouts} playouts a decision", choice_ms(n_playouts, 16), "ms")


def choice_ms(n_playouts: int, n_games: int) -> float:
    """Milliseconds that the search takes for a choice, against three greedy players."""
    from engine.slave.agents.registry import make_agent
    from engine.slave.match import SlaveMatch

    agents = [make_agent(f"search?rollouts={n_playouts}"), *[make_agent("greedy")] * 3]
    n_choices, elapsed_s = 0, 0.0
    for seed in range(n_games):
        match = SlaveMatch(seed)
        while not match.is_over:
            seat, view = match.current_seat, match.view(match.current_seat)
            start_s = time.perf_counter()
            action = agents[seat].choose(view)
            if seat == 0 and len(match.legal_actions()) > 1:
                n_choices, elapsed_s = n_choices + 1, elapsed_s + time.perf_counter() - start_s
            match.apply(action)
    return 1000 * elapsed_s / n_choices


def bench_belief(bench: Bench) -> None:
    """How well hidden cards are known in games of four policies, as log loss a card.

    A card's loss is minus the logarithm of the share of deals in which it lies with its true
    owner; an even deal goes by the numbers of cards left alone.
    """
    losses = np.array([card_losses(match, seat) for match, seat in policy_positions(40)])
    even, weighed = losses.mean(axis=0)
    name = f"hidden cards of {len(losses)} positions, log loss a card"
    bench.row(f"{name}, even deal", even, "nats")
    bench.row(f"{name}, by the policy's likelihood", weighed, "nats", at_most=0.95 * even)
    better = float(np.mean(losses[:, 1] < losses[:, 0]))
    bench.row("positions where that is the better guess", better, "", at_least=0.6)


def policy_positions(n_games: int) -> Iterator[tuple["SlaveMatch", int]]:
    """Positions of games of four policies in which some plays and passes were seen."""
    from engine.slave.agents.policy_agent import PolicyAgent
    from engine.slave.match import SlaveMatch

    agent = PolicyAgent()
    for seed in range(n_games):
        match = SlaveMatch(seed)
        while not match.is_over:
            seat = match.current_seat
            if len(match.moves) % 8 == 7 and min(map(match.game.cards_left, range(4))) > 0:
                yield match, seat
            match.apply(agent.choose(match.view(seat)))


def card_losses(match: "SlaveMatch", seat: int, n_deals: int = 400) -> tuple[float, float]:
    """The mean loss of the cards hidden from a seat: dealt evenly, and by the belief."""
    from engine.slave.kernels.quick import make_scratch
    from engine.slave.kernels.worlds import make_chain, start_chain, swap_cards
    from engine.slave.policy import load_policy
    from engine.slave.search import seen_of

    view, net = match.view(seat), load_policy().quick
    seen = seen_of(view)
    chain, scratch, rng = make_chain(), make_scratch(), np.array([1], np.int64)
    start_chain(seen, net, chain, scratch, rng, 200)
    owners = [other for other in range(4) if other != seat]
    hidden = [(card, o) for o in owners for card in range(52) if match.game.hands[o] >> card & 1]
    found = np.zeros(len(hidden))
    for _ in range(n_deals):
        swap_cards(seen, net, chain, scratch, rng, 10)
        found += [chain.hands[owner] >> card & 1 for card, owner in hidden]
    shares = (found + 1) / (n_deals + len(owners))
    even = [match.game.cards_left(owner) / len(hidden) for _, owner in hidden]
    return float(-np.log(even).mean()), float(-np.log(shares).mean())


def bench_policy(bench: Bench) -> None:
    """Time of a decision of the shipped policy."""
    from engine.slave.agents.policy_agent import PolicyAgent
    from engine.slave.match import SlaveMatch

    match = SlaveMatch(1)
    while len(match.legal_actions()) < 5:
        match.apply(match.legal_actions()[0])
    view, agent = match.view(match.current_seat), PolicyAgent()
    bench.row("policy, one decision", 1e3 * best_seconds(lambda: agent.choose(view), 20), "ms")


def bench_peers(bench: Bench) -> None:
    """Random play in RLCard's Dou Dizhu and in a card game of OpenSpiel."""
    for module, name, job in (
        ("rlcard", "RLCard, Dou Dizhu", rlcard_steps),
        ("pyspiel", "OpenSpiel, hearts from Python", openspiel_steps),
    ):
        try:
            importlib.import_module(module)
        except ImportError:
            continue
        bench.row(name, rate_of(job), "steps/s")


def rate_of(job: Callable[[], int]) -> float:
    """Steps a second of the better of two runs."""
    rates = []
    for _ in range(2):
        start = time.perf_counter()
        rates.append(job() / (time.perf_counter() - start))
    return max(rates)


def rlcard_steps() -> int:
    """Play some random games of Dou Dizhu; returns the number of steps."""
    rlcard = importlib.import_module("rlcard")
    env, rng, n_steps = rlcard.make("doudizhu"), np.random.default_rng(1), 0
    while n_steps < 500:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
            n_steps += 1
    return n_steps


def openspiel_steps() -> int:
    """Play some random games of hearts; returns the number of steps."""
    game = importlib.import_module("pyspiel").load_game("hearts")
    rng, n_steps = np.random.default_rng(1), 0
    while n_steps < 20_000:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            n_steps += 1
    return n_steps

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from engine.errors import IllegalStateError
from engine.slave.card import highest
from engine.slave.env import SlaveEnv
from engine.slave.observations import encode_observation, get_action_mask


def play_to_end(env: SlaveEnv, seed: int) -> dict[str, float]:
    """Random legal play; returns each agent's rewards added up as a learner sees them."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, done, _, info = env.last()
        total[agent] += reward
        env.step(None if done else int(rng.choice(np.flatnonzero(info["action_mask"]))))
    return total


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_it(capsys: pytest.CaptureFixture[str]) -> None:
    api_test(SlaveEnv(num_rounds=2), num_cycles=300)
    seed_test(lambda: SlaveEnv(num_rounds=2), num_cycles=200)
    assert "Passed" in capsys.readouterr().out


def test_the_spaces_are_those_of_the_rules() -> None:
    env = SlaveEnv()
    env.reset(seed=1)
    agent = env.agent_selection
    assert env.action_space(agent).n == 157
    space = env.observation_space(agent)
    assert (space.shape, space.dtype) == ((155,), np.float32)
    assert space.contains(env.observe(agent))
    assert env.infos[agent]["action_mask"].dtype == np.int8


def test_rewards_of_a_round_are_those_of_the_titles() -> None:
    env = SlaveEnv()
    total = play_to_end(env, 3)
    titles = sorted(total.values(), reverse=True)
    assert titles[:3] == [10, 5, -5]
    left = env.game_state.hands[env.game_state.finished[-1]].bit_count()
    assert titles[3] == pytest.approx(-10 - 0.01 * left)


def test_rounds_add_up_and_are_counted() -> None:
    env = SlaveEnv(num_rounds=4)
    total = play_to_end(env, 5)
    assert env.rounds_completed == 4
    assert env.game_state.round_number == 4
    assert sum(total.values()) == pytest.approx(0, abs=4 * 0.14)
    assert sum(total.values()) < 0


def test_observation_and_mask_follow_the_game_state() -> None:
    env = SlaveEnv(num_rounds=3)
    env.reset(seed=8)
    rng = np.random.default_rng(0)
    while not any(env.terminations.values()):
        game, agent = env.game_state, env.agent_selection
        for seat, name in enumerate(env.possible_agents):
            np.testing.assert_array_equal(env.observe(name), encode_observation(game, seat))
            mask = get_action_mask(game, seat)
            np.testing.assert_array_equal(env.infos[name]["action_mask"], mask)
        env.step(int(rng.choice(np.flatnonzero(env.infos[agent]["action_mask"]))))


@pytest.mark.parametrize("action", [0, 156, -5, 999])
def test_an_illegal_action_costs_one_and_changes_nothing(action: int) -> None:
    env = SlaveEnv()
    env.reset(seed=2)
    agent, before = env.agent_selection, env.observe(env.agent_selection)
    env.step(action)
    assert env.agent_selection == agent
    assert env.rewards == {name: -1.0 if name == agent else 0.0 for name in env.possible_agents}
    np.testing.assert_array_equal(env.observe(agent), before)
    env.step(int(np.flatnonzero(env.infos[agent]["action_mask"])[0]))
    assert set(env.rewards.values()) == {0.0}


def test_a_chooser_decides_what_king_and_queen_give() -> None:
    asked = []

    def give_best(seat: int, hand: int, incoming: int) -> int:
        asked.append((seat, incoming.bit_count()))
        assert hand & incoming == 0
        return highest(hand, incoming.bit_count())

    env = SlaveEnv(num_rounds=2, choose_gift=give_best)
    play_to_end(env, 4)
    titles = env.game_state.titles
    assert titles is not None
    assert asked == [(titles.index(0), 2), (titles.index(1), 1)]


def test_the_table_is_drawn() -> None:
    env = SlaveEnv(render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.count("player_") == 4
    assert "3♣" in text
    assert SlaveEnv().render() is None


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(IllegalStateError, match="num_rounds=0"):
        SlaveEnv(num_rounds=0)
    with pytest.raises(IllegalStateError, match="human"):
        SlaveEnv(render_mode="human")


def test_without_a_seed_each_episode_is_new() -> None:
    env = SlaveEnv()
    env.reset(seed=1)
    first = list(env.game_state.hands)
    env.reset()
    assert list(env.game_state.hands) != first
    env.reset(seed=1)
    assert list(env.game_state.hands) == first

"""The real games in the arena: fast and slow ways agree, games repeat alone, rules of scoring."""

import numpy as np
import pytest

from assistant.arena.batch import play_batch, play_moves
from assistant.arena.plan import SessionPlan, plan_match, plan_round_robin
from assistant.play import DEAL, find_game, pokle
from assistant.play import slave as slave_game
from assistant.play.konkan import KonkanState
from assistant.play.slave import SlaveState
from engine.control import Control
from engine.errors import InputError
from engine.slave.rules import SlaveRules

SLAVE = ["slave:greedy", "slave:random", "slave:heuristic", "slave:random"]
KONKAN = ["konkan:greedy", "konkan:random", "konkan:greedy"]


def assert_fast_is_slow(plan: SessionPlan, count: int) -> None:
    """The game's own way to play a batch equals playing move by move."""
    game, batch = plan.load_game(), plan.batch(0, count)
    fast, slow = play_batch(game, batch), play_moves(game, batch)
    assert fast.moves.tobytes() == slow.moves.tobytes()
    assert fast.places.tobytes() == slow.places.tobytes()
    assert fast.points.tobytes() == slow.points.tobytes()
    assert fast.lengths.tobytes() == slow.lengths.tobytes()


@pytest.mark.parametrize(("n_rounds", "count"), [(1, 100), (4, 40)])
def test_compiled_slave_games_equal_the_engines_match(n_rounds: int, count: int) -> None:
    assert_fast_is_slow(plan_match(SLAVE, 30, 7, game_rounds=n_rounds), count)


@pytest.mark.parametrize(
    "rules", ["one_turn_each=yes", "free_lead=yes", "one_turn_each=yes&free_lead=yes"]
)
def test_house_rules_hold_in_compiled_games_and_in_matches(rules: str) -> None:
    assert_fast_is_slow(plan_match(SLAVE, 10, 7, game_rounds=2, options=rules.split("&")), 20)
    match = find_game("slave").deal(3, 4, rules=SlaveRules.read(rules))
    assert any("3C" not in move for move in match.legal()) == ("free" in rules)


def test_slave_rounds_are_those_of_the_engine_with_exchange() -> None:
    from tests.engine.slave.batch_play import play_games

    policies = np.array([1, 2, 2, 1], np.int64)
    plan = plan_match(["slave:greedy", *["slave:heuristic"] * 2, "slave:greedy"], 1, 3, "", 0, 5)
    batch = plan.batch(0, plan.n_games)
    row = next(i for i in range(len(batch)) if batch.seatings[i].tolist() == [0, 1, 1, 0])
    rng = np.array([batch.deal_seeds[row]], np.uint64).view(np.int64)
    tally = play_games(policies, 1, 5, 0, rng)
    match = SlaveState(int(batch.deal_seeds[row]), 5, SlaveRules())
    for move in plan.load_game().decode(play_batch(plan.load_game(), batch).moves_of(row)):
        match.apply(move)
    titles = match.match.round_titles
    assert [[t[seat] for t in titles].count(title) for seat in range(4) for title in range(4)] == (
        tally.ravel().tolist()
    )


def test_a_slave_game_of_some_rounds_is_won_by_the_rewards_of_all() -> None:
    table = SlaveState(8, 3, SlaveRules())
    gifts = []
    while not table.is_over:
        seat = table.seat
        if seat is None:
            table.deal()
        elif table.match.phase == "exchange":
            headline = table.look("abcd", "abcd").headline
            assert headline.endswith(" of 3 · the exchange")
            with pytest.raises(InputError, match='"pass" cannot be played: cards are given first'):
                table.apply("pass")
            gifts.append(seat)
            table.apply(table.legal()[-1])
        else:
            with pytest.raises(InputError, match="given only before a round"):
                table.apply("gives 3♣")
            table.apply(table.legal()[-1])
    rewards = np.sum(table.match.round_points, axis=0)
    outcome = table.outcome()
    assert outcome.points == pytest.approx(tuple(rewards))
    assert outcome.places == tuple(1 + int((rewards > mine + 1e-9).sum()) for mine in rewards)
    kings, queens = ([t.index(i) for t in table.match.round_titles[:2]] for i in (0, 1))
    assert gifts == [seat for k, q in zip(kings, queens, strict=True) for seat in (k, k, q)]


def test_konkan_loops_agree() -> None:
    assert_fast_is_slow(plan_match(KONKAN, 10, 7), 30)
    assert_fast_is_slow(plan_match(KONKAN[:2], 10, 7), 20)


def test_greedy_plays_as_the_engines_agent() -> None:
    from engine.slave.agents.greedy_agent import GreedyAgent

    plan = plan_match(SLAVE, 3, 11)
    game, agent = plan.load_game(), GreedyAgent()
    state = game.deal(5, 4)
    assert isinstance(state, SlaveState)
    while (seat := state.seat) is not None:
        player = game.player(plan.specs[0], 1, seat)
        (move,) = player.choose(state.seen(seat), Control())
        assert move == state.move_text(agent.choose(state.match.view(seat)))
        state.apply(move)


def test_greedy_beats_three_random_as_is_known() -> None:
    plan = plan_match(["slave:greedy", *["slave:random"] * 3], 1000, 7)
    games = play_batch(find_game("slave"), plan.batch(0, plan.n_games))
    first = (games.places == 1) & (plan.seatings(np.arange(plan.n_games)) == 0)
    assert first.sum() / plan.n_games == pytest.approx(0.67, abs=0.03)
    assert (np.sort(games.places, axis=1) == [1, 2, 3, 4]).all()


def test_slave_actions_have_words_of_their_own() -> None:
    texts = slave_game.move_texts()
    assert len(texts) == len(set(texts)) == 157 + 52
    assert (texts[0], texts[1], texts[53], texts[131], texts[156], texts[157]) == (
        "pass",
        "3C",
        "3C 3D",
        "3 3 3",
        "2 2 2 2",
        "give 3C",
    )
    game = find_game("slave")
    assert game.decode(game.encode(texts)) == list(texts)
    assert game.encode(["p", "3♣", "3♦ 3♣", "gives 3♣"]) == game.encode(
        ["pass", "3C", "3C 3D", "give 3C"]
    )
    with pytest.raises(InputError, match="11♣"):
        game.deal(1, 4).apply("11♣")


@pytest.mark.parametrize("n_rounds", [1, 2])
def test_search_takes_its_seat_in_slave(n_rounds: int) -> None:
    agents = ["slave:search?rollouts=20", *["slave:greedy"] * 3]
    plan = plan_match(agents, 1, 7, game_rounds=n_rounds)
    game = plan.load_game()
    once, again = play_batch(game, plan.batch(0, 2)), play_batch(game, plan.batch(1, 1))
    assert once.moves_of(1) == again.moves_of(0)


def test_a_konkan_draw_is_a_tie_and_a_win_leaves_the_losers_equal() -> None:
    table = find_game("konkan").deal(3, 3)
    assert isinstance(table, KonkanState)
    while table.seat is not None:
        table.apply(table.game.choose("greedy", 1))
    outcome, winner = table.outcome(), table.game.winner
    assert winner is not None
    assert outcome.places == tuple(1 if seat == winner else 2 for seat in range(3))
    assert outcome.points[winner] == 0
    assert all(points < 0 for seat, points in enumerate(outcome.points) if seat != winner)
    fresh = find_game("konkan").deal(3, 2)
    assert fresh.outcome().places == (1, 1)


def test_pokle_agents_race_on_one_puzzle() -> None:
    plan = plan_round_robin(["pokle:random", "pokle:entropy", "pokle:mixed"], 2, 5)
    game, batch = plan.load_game(), plan.batch(0, 2)
    games = play_batch(game, batch)
    assert games.places.shape == (2, 3)
    for row in range(2):
        moves = game.decode(games.moves_of(row))
        race = game.deal(int(batch.deal_seeds[row]), 3)
        assert isinstance(race, pokle.PokleRace)
        for move in moves:
            race.apply(move)
        assert race.seat is None
        assert race.outcome().points == tuple(games.points[row])
        assert all(1 <= count <= 7 for count in race.outcome().points)


def test_pokle_truth_is_never_ruled_out_and_losing_counts_seven() -> None:
    race = pokle.PokleRace(9, 1)
    truth = np.sort([card.index for card in race.board[:3]]).tolist()
    truth += [card.index for card in race.board[3:]]
    wrong = race.left[0].cards[(race.left[0].cards != truth).any(axis=1)]
    for row in wrong[:6]:
        if race.seat is None:
            break
        race.apply(pokle.GAME.decode(row.tobytes())[0])
        assert (race.left[0].cards == truth).all(axis=1).any()
    assert race.outcome().points[0] in (7.0, float(len(race.rows[0])))
    with pytest.raises(InputError, match="race is over"):
        race.apply("2C 3C 4C 5C 6C")


def test_steps_name_their_round_and_a_live_game_can_be_stopped(cancelled: Control) -> None:
    from assistant.arena.events import LiveSteps, play_steps
    from engine.errors import Cancelled

    plan = plan_match(SLAVE, 1, 7, game_rounds=3)
    steps = list(play_steps(plan, 0))
    n_dealt = np.cumsum([step.move == DEAL for step in steps]).tolist()
    assert [step.round_number for step in steps] == n_dealt
    assert n_dealt[-1] == 3
    live = LiveSteps(plan, 0)
    assert live.next_step(Control()) == steps[0]
    assert live.next_step(Control()) == steps[1]
    with pytest.raises(Cancelled):
        live.next_step(cancelled)


def test_a_game_of_a_session_is_a_record_like_any_other() -> None:
    from assistant.arena.batch import play_one
    from assistant.arena.events import record_of
    from assistant.play import GameTable

    plan = plan_match(SLAVE, 1, 7, game_rounds=2, options=("one_turn_each=yes",))
    outcome, moves = play_one(plan.load_game(), plan.batch(2, 1), 0)
    table = GameTable.of(record_of(plan, 2, moves))
    assert table.is_over
    assert table.state.outcome() == outcome
    assert table.record.rules == "one_turn_each=yes&free_lead=no"

import pytest

from engine.cards import parse_cards
from engine.errors import IllegalStateError
from engine.slave.card import to_mask
from engine.slave.game_state import GameState, Title
from engine.slave.rules import Play, SlaveRules, encode_play


def deal(*hands: str, rules: SlaveRules | None = None, leader: int = 0) -> GameState:
    game = GameState(rules or SlaveRules())
    game.reset(1)
    game.hands = [to_mask(parse_cards(hand)) for hand in hands]
    game.current_player, game.must_contain = leader, -1
    return game


def run(game: GameState, *moves: str) -> None:
    for text in moves:
        game.apply(game.current_player, encode_play(Play(parse_cards(text))))


def test_round_one_is_led_with_three_of_clubs() -> None:
    game = GameState()
    for seed in range(20):
        game.reset(seed)
        assert game.hands[game.current_player] & 1
        assert all(play.mask & 1 for play in game.valid_plays())
    other = next(a for a in range(2, 53) if game.hands[game.current_player] >> (a - 1) & 1)
    with pytest.raises(IllegalStateError, match="first lead contains 3♣"):
        game.apply(game.current_player, other)


def test_without_that_rule_any_card_leads() -> None:
    game = GameState(SlaveRules(first_lead_contains_3c=False))
    game.reset(3)
    assert game.hands[game.current_player] & 1
    assert len(game.valid_plays()) > 13


def test_all_pass_and_the_last_player_leads() -> None:
    game = deal("3C 4C 5C", "6C 7C", "8C 9C", "10C JC")
    run(game, "3C", "6C", "8C", "10C", "", "", "")
    assert game.current_player == 3
    assert game.last_play is None
    assert game.out_of_trick == 0


def test_who_passed_is_out_until_the_trick_is_cleared() -> None:
    game = deal("3C 2C", "6C 7C", "8C 9C", "10C JC")
    run(game, "3C", "", "8C", "10C")
    run(game, "")  # seat 0; seat 1 has passed and is left out
    assert game.current_player == 2


def test_lap_gives_one_turn_each() -> None:
    game = deal("3C 2C", "6C 7C", "8C 9C", "10C JC", rules=SlaveRules(trick="lap"))
    run(game, "3C", "6C", "8C", "")
    assert (game.current_player, game.last_play) == (2, None)


def test_a_winner_who_is_out_can_still_be_beaten() -> None:
    game = deal("9C", "10C 3D", "4C 5C", "6C 7C")
    run(game, "9C", "10C", "", "")
    assert game.finished == [0]
    assert game.current_player == 1


def test_if_nobody_beats_the_winner_who_is_out_the_next_active_player_leads() -> None:
    game = deal("2C", "3D 4D", "4C 5C", "6C 7C")
    run(game, "2C", "", "", "")
    assert (game.current_player, game.last_play) == (1, None)


def test_the_round_ends_when_one_is_left() -> None:
    game = deal("3C", "4C", "5C", "6C 7C")
    run(game, "3C", "4C", "5C")
    assert game.is_game_over()
    assert game.finished == [0, 1, 2, 3]
    assert game.determine_positions() == [Title.KING, Title.QUEEN, Title.COMMONER, Title.SLAVE]
    assert game.rewards() == [10, 5, -5, -10.02]
    with pytest.raises(IllegalStateError, match="over"):
        game.apply(3, 0)


def test_the_king_falls_when_another_finishes_first() -> None:
    game = deal("3C 8C", "4C", "5C", "9C 10C")
    game.titles = [Title.KING, Title.QUEEN, Title.COMMONER, Title.SLAVE]
    run(game, "3C", "4C", "5C", "9C", "", "10C")
    assert game.finished == [1, 2, 3, 0]
    game.finished = [1, 0, 2, 3]  # he would have been second
    assert game.determine_positions() == [Title.SLAVE, Title.KING, Title.QUEEN, Title.COMMONER]
    game.finished = [0, 2, 1, 3]  # he stays King if he is first
    assert game.determine_positions() == [Title.KING, Title.COMMONER, Title.QUEEN, Title.SLAVE]


def finished_game() -> GameState:
    game = deal("3C", "4C", "5C", "6C 7C")
    run(game, "3C", "4C", "5C")
    game.start_next_round()
    return game


def test_the_exchange_gives_the_best_up_and_the_lowest_down() -> None:
    game = finished_game()
    before = [set(game.hand(s)) for s in range(4)]
    dealt = list(game.hands)
    game.exchange_cards()
    after = [set(game.hand(s)) for s in range(4)]
    best = sorted(range(52), key=lambda c: -c)
    slave_best = [c for c in best if dealt[3] >> c & 1][:2]
    assert to_mask(before[3] - after[3]) == sum(1 << c for c in slave_best)
    assert before[3] - after[3] == after[0] - before[0]
    assert len(before[0] - after[0]) == 2
    assert len(before[1] - after[1]) == len(before[2] - after[2]) == 1
    assert [len(h) for h in after] == [13] * 4
    assert game.current_player == 3


def test_king_and_queen_choose_from_what_they_were_dealt() -> None:
    game = finished_game()
    king = to_mask(game.hand(0)[5:7])
    queen = to_mask(game.hand(1)[8:9])
    game.exchange_cards(king, queen)
    assert game.hands[3] & king == king
    assert game.hands[2] & queen == queen


def test_a_gift_of_cards_not_dealt_is_refused() -> None:
    game = finished_game()
    incoming = game.incoming()[Title.KING]
    with pytest.raises(IllegalStateError, match="cannot be given"):
        game.exchange_cards(incoming)
    with pytest.raises(IllegalStateError, match="expected 2"):
        game.exchange_cards(to_mask(game.hand(0)[:1]))


def test_an_illegal_action_leaves_the_game_as_it_was() -> None:
    game = deal("3C 2C", "6C 7C", "8C 9C", "10C JC")
    run(game, "3C", "6C")
    before = (list(game.hands), game.current_player, len(game.history))
    for action in (1, 13, 60, 140):
        with pytest.raises(IllegalStateError):
            game.apply(2, action)
    with pytest.raises(IllegalStateError, match="seat 1 is not to play"):
        game.apply(1, 0)
    assert before == (list(game.hands), game.current_player, len(game.history))


def test_step_gives_observation_reward_done_and_info() -> None:
    game = deal("3C", "4C", "5C", "6C 7C")
    observation, reward, done, info = game.step(0, 1)
    assert observation.shape == (155,)
    assert (reward, done, info["current_player"]) == (0.0, False, 1)
    game.step(1, 5)
    _, reward, done, _ = game.step(2, 9)
    assert (reward, done) == (-5.0, True)


def test_no_exchange_in_round_one() -> None:
    game = GameState()
    game.reset(1)
    with pytest.raises(IllegalStateError, match="round 1"):
        game.exchange_cards()
    with pytest.raises(IllegalStateError, match="not over"):
        game.start_next_round()

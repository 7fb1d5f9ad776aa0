import re

import pytest
from pydantic import ValidationError

from assistant.advisors.konkan import KonkanAdvice, KonkanRequest, advise
from assistant.advisors.konkan_view import turn_of
from assistant.requests import explain_validation
from engine.control import Control, Progress
from engine.errors import Cancelled, IllegalStateError
from engine.konkan.cards import format_hand
from engine.konkan.game import KonkanGame

NEAR = "7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H"
READY = NEAR + " 10H"


def ask(**fields: object) -> KonkanAdvice:
    return advise(KonkanRequest(**({"simulations": 48} | fields)), Control())


def refusal(**fields: object) -> str:
    with pytest.raises(ValidationError) as error:
        KonkanRequest(**fields)
    return str(explain_validation(error.value))


def test_a_hand_to_act_gets_melds_moves_and_a_throw() -> None:
    advice = ask(hand=READY, trash="KC", turn=20)
    assert advice.phase == "act"
    assert advice.reaches
    assert advice.group_points == 95
    assert sum(group.points for group in advice.groups) == 95
    assert format_hand(advice.left) == "2C 2D 3H"
    assert advice.throw is not None
    assert advice.plan[-1] == f"throw {advice.throw.symbol}"
    assert advice.n_samples == 48
    assert sum(move.visits for move in advice.moves) == 48
    assert sum(advice.seat_win_shares) == pytest.approx(1, abs=0.01)
    assert advice.why


def test_a_hand_to_pull_is_told_where_from() -> None:
    table = [{"owner": 1, "meld": "5S 6S 7S"}]
    opponents = [{"n_cards": 5, "down_total": 83}]
    advice = ask(hand=NEAR, trash="KC 10H", opponents=opponents, table=table, simulations=300)
    assert advice.phase == "pull"
    assert advice.threshold == 84
    assert {move.action for move in advice.moves} == {"pull deck", "pull trash"}
    assert advice.helpful
    assert any(card.comes_down for card in advice.helpful)
    if advice.pull == "trash":
        assert advice.come_down
        assert advice.come_down_points >= 84
        assert advice.throw is not None


def test_the_only_turn_there_is_says_its_chance() -> None:
    advice = ask(hand=NEAR)
    assert len(advice.moves) == 1
    assert (
        f"You win about {advice.win_share:.0%} of the rounds against equal players." in advice.why
    )
    assert "You win" not in advice.reason
    assert advice.why.startswith(advice.reason)


def test_going_out_is_seen() -> None:
    advice = ask(hand="QD KD AD QH KH AH 7S 8S 9S 10S 2S 2D 2H 2C 5C", turn=9)
    assert advice.goes_out
    assert advice.win_share == 1.0
    assert advice.come_down
    assert "wins the round" in advice.why


def test_sarf_and_swap_are_advised_when_down() -> None:
    table = [{"owner": 1, "meld": "5S 6S JK=7S"}, {"owner": 0, "meld": "QD KD AD"}]
    opponents = [{"n_cards": 4, "down_total": 83}]
    advice = ask(
        hand="8S JD 2C", phase="act", down_total=90, table=table, opponents=opponents, turn=30
    )
    assert advice.is_down
    assert len(advice.sarf) == 2
    assert advice.goes_out
    swapping = ask(hand="7S 2C 9H", phase="act", down_total=90, table=table, opponents=opponents)
    assert any(move.sort == "swap" for move in swapping.moves)


def test_the_starter_only_throws() -> None:
    advice = ask(hand=READY, first_turn=True)
    assert {move.sort for move in advice.moves} == {"throw"}


def test_the_starter_has_taken_no_card() -> None:
    with pytest.raises(IllegalStateError, match="9♠ was taken from the trash, but no legal turn"):
        ask(hand=READY, first_turn=True, taken="9S")


def test_a_round_that_is_drawn_has_no_next_turn() -> None:
    assert refusal(hand=NEAR, turn=400) == "turn 400: a round is drawn after 400 turns"
    assert ask(hand=NEAR, turn=399).moves


def test_the_last_turn_of_a_round_is_drawn_for_certain() -> None:
    table = {"down_total": 90, "opponents": [{"n_cards": 5, "down_total": 95}], "turn": 399}
    advice = ask(hand="7S KD", phase="act", **table)
    assert (advice.exact, advice.goes_out, advice.win_share) == (True, False, 0.0)
    assert advice.why == "This is the last of 400 turns: nobody wins the round."
    assert not advice.helpful


DOWN = {
    "down_total": 90,
    "opponents": [{"n_cards": 5, "down_total": 95}],
    "table": [{"owner": 1, "meld": "8S 9S 10S"}],
    "trash": "KD",
    "turn": 20,
}


@pytest.mark.parametrize("hand", ["7S", "7S 6S", "7S 6S KC KH KS"])
def test_a_draw_that_wins_whatever_comes_is_certain(hand: str) -> None:
    advice = ask(hand=hand, **(DOWN | {"trash": "2D"}))
    assert advice.exact
    assert (advice.pull, advice.win_share, advice.half_width) == ("deck", 1.0, None)
    assert advice.why.startswith("Whatever card comes")


def test_cards_that_fit_on_the_table_help_who_is_down() -> None:
    advice = ask(hand="KC", **(DOWN | {"trash": "9H"}))
    helpful = {repr(card.card): card.goes_out for card in advice.helpful}
    assert helpful == {"7S": True, "JS": True, "JK": True}


def test_the_points_that_stay_in_hand_are_those_that_the_turn_leaves() -> None:
    advice = ask(hand="7S 6S 5S KD 2H", phase="act", **(DOWN | {"trash": "2D"}))
    points = sum(
        {"A": 10, "K": 10}.get(repr(card)[0]) or int(repr(card)[0]) for card in advice.kept
    )
    assert f"You are down; {points} points stay in hand after this turn." in advice.why


def test_melds_may_take_the_whole_hand_before_the_pull() -> None:
    advice = ask(hand="KD KH KS 7H 8H 9H", **(DOWN | {"trash": "2D"}))
    assert advice.left == ()
    assert advice.group_points == 54


@pytest.mark.parametrize("simulations", [20, 64, 200])
def test_of_turns_tried_as_often_the_headline_is_the_likeliest(simulations: int) -> None:
    for hand in (READY, READY.replace("10H", "5H")):
        moves = ask(hand=hand, trash="KC", turn=20, simulations=simulations).moves
        most_visited = [move for move in moves if move.visits == moves[0].visits]
        assert moves[0].win_share == max(move.win_share for move in most_visited)


def test_the_same_request_gives_the_same_advice() -> None:
    first, second = ask(hand=READY, seed=3), ask(hand=READY, seed=3)
    assert first.moves == second.moves
    assert first.plan == second.plan


def test_melds_come_first_as_a_partial_answer() -> None:
    reports: list[Progress] = []
    control = Control(on_progress=reports.append)
    advise(KonkanRequest(hand=READY, simulations=32), control)
    partial = reports[0].partial
    assert isinstance(partial, KonkanAdvice)
    assert partial.group_points == 95


def test_a_cancelled_request_has_no_answer(cancelled: Control) -> None:
    with pytest.raises(Cancelled):
        advise(KonkanRequest(hand=READY), cancelled)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"hand": NEAR.replace("4H 4D", "JK JK")}, "joker is given 3 times"),
        ({"hand": READY, "phase": "pull"}, "15 cards: expected 14"),
        ({"hand": "7S 8S"}, "2 cards: expected 14"),
        (
            {"hand": READY, "table": [{"owner": 1, "meld": "7S 8S 10S"}]},
            "7♠ 8♠ 10♠ is not a run",
        ),
        (
            {"hand": READY, "table": [{"owner": 1, "meld": "5S 6S 7S"}]},
            "add the points of coming down",
        ),
        (
            {"hand": READY, "table": [{"owner": 2, "meld": "5S 6S 7S"}], "opponents": [{}]},
            "player 2",
        ),
        ({"hand": READY, "opponents": []}, "0 opponents"),
        ({"hand": READY, "taken": "KS"}, "the card taken, K♠"),
        ({"hand": "XX"}, 'cannot read the card "XX"'),
        ({"hand": READY, "trash": "7S 7S"}, "card 7♠ is given 3 times"),
        ({"hand": NEAR, "opponents": [{"n_cards": 3}]}, "opponent 1 has 3 cards: a player who"),
        ({"hand": NEAR, "opponents": [{"n_cards": 3, "down_total": 5}]}, "came down with 5 points"),
        (
            {"hand": "7S", "down_total": 90, "opponents": [{"n_cards": 3, "down_total": 90}]},
            "two players came down with 90 points",
        ),
        (
            {"hand": NEAR, "opponents": [{"n_cards": 1, "down_total": 90, "known": "5S 6S"}]},
            "opponent 1 has 1 card but is known to hold 5♠ 6♠",
        ),
        ({"hand": "7S 8S", "down_total": 90, "phase": "pull", "taken": "8S"}, "8♠ was taken"),
        ({"hand": READY, "first_turn": True, "trash": "KC"}, "in the first turn of a round"),
        ({"hand": READY, "first_turn": True, "turn": 50}, "in the first turn of a round"),
        ({"hand": "2S", "first_turn": True, "down_total": 90}, "in the first turn of a round"),
    ],
)
def test_bad_requests_are_named(fields: dict[str, object], message: str) -> None:
    assert message in refusal(**fields)


def test_the_whole_turn_is_told_in_order_with_what_it_leaves() -> None:
    advice = ask(hand=READY, trash="KC", turn=20, opponents=[{"n_cards": 2, "down_total": 81}])
    assert advice.headline.lower() == "; ".join(advice.plan).lower()
    assert advice.plan[-1].startswith("throw")
    laid = [card for group in advice.lay for card in group.cards]
    assert len(advice.kept) + len(laid) + 1 == 15
    if advice.lay:
        assert "in hand" in advice.why
    assert any(text in advice.why for text in (" points less.", "about as good"))
    shared = [move for move in advice.moves[1:] if move.turn[:-1] == advice.moves[0].turn[:-1]]
    if len(advice.moves[0].turn) > 1:
        assert all(move.words.startswith("the same, but throw") for move in shared)


def test_long_turns_are_told_apart_in_few_words() -> None:
    hand, trash = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C", "3H JD 10S"
    moves = ask(hand=hand, trash=trash, turn=20, simulations=500).moves
    briefs = [move.brief for move in moves]
    assert len(set(briefs)) == len(moves)
    assert "take 10♠, lay 10 cards, keep 2♣ 4♣ 5♦ JK, throw 9♦" in briefs
    assert "draw from the deck" in briefs


def test_sarfs_on_a_growing_meld_are_told_on_what_lies_then() -> None:
    table = [{"owner": 0, "meld": "7S 8S 9S"}, {"owner": 1, "meld": "JH JD JK"}]
    advice = ask(
        hand="10S JS 4C", table=table, down_total=90, phase="act", turn=9,
        opponents=[{"n_cards": 3, "down_total": 85}],
    )  # fmt: skip
    assert advice.exact
    assert advice.plan == ("add 10♠ to 7♠ 8♠ 9♠", "add J♠ to 7♠ 8♠ 9♠ 10♠", "throw 4♣")
    assert advice.half_width is None
    assert advice.kept == ()


def test_the_sentence_counts_the_points_that_the_headline_lays() -> None:
    """With the card from the trash the melds may be worth more than those of the hand alone."""
    hand, trash = "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C", "3H JD 10S"
    advice = ask(hand=hand, trash=trash, turn=20, simulations=2_000)
    laid = [int(points) for points in re.findall(r"\((\d+)\)", advice.headline)]
    assert advice.lay
    assert f"This lays {sum(laid)} points" in advice.why
    assert sum(laid) >= advice.threshold


def test_the_turn_is_kept_or_told_by_the_cards_that_are_gone() -> None:
    n_seen = 0
    for seed in range(6):
        game = KonkanGame.deal(seed, 2 + seed % 2)
        while not game.is_over and game.turn < 24:
            seen = game.observation(game.seat)
            if game.turn and not game.table and game.taken is None:
                request = KonkanRequest(
                    hand=seen.hand, trash=seen.trash, opponents=[{}] * (game.players - 1)
                )
                assert turn_of(request) == game.turn
                n_seen += 1
            game.apply(game.choose("greedy"))
    assert n_seen > 50
    given = KonkanRequest(hand=READY, trash="KC", turn=20)
    assert turn_of(given) == 20


def test_order_chances_and_sentence_come_from_one_value() -> None:
    hand = "8c jc 4h 6h 7h 8h as 6s 7s 8s 9s 9s 10s js qs"
    for simulations in (48, 300):
        advice = ask(hand=hand, simulations=simulations)
        shares = [move.win_share for move in advice.moves]
        assert shares == sorted(shares, reverse=True)
        assert advice.moves[0].behind == 0
        assert advice.win_share == shares[0]
        for move in advice.moves:
            assert move.win_share == pytest.approx(max(shares[0] - move.behind, 0), abs=1e-6)
        second = advice.moves[1]
        clear = second.behind > second.behind_half_width
        assert (" points less." in advice.why) == clear
        assert ("about as good" in advice.why) != clear


def test_chances_are_against_equal_players_unless_greedy_ones_are_asked_for() -> None:
    hand = "8c jc 4h 6h 7h 8h as 6s 7s 8s 9s 9s 10s js qs"
    equal = ask(hand=hand, simulations=400)
    greedy = ask(hand=hand, simulations=400, against="greedy")
    assert "against equal players" in equal.why
    assert "against greedy players" in greedy.why
    assert greedy.win_share > equal.win_share


def test_a_rule_that_is_not_known_is_named_in_plain_words() -> None:
    assert refusal(hand=NEAR, rules={"wild": False}) == (
        "rules, wild: this is not known here (given: False)"
    )

"""Kings and Lows advice: what the panel paints, whose view it takes, what it refuses."""

import pytest
from pydantic import ValidationError

from assistant.advisors.kings_lows import KingsLowsRequest, advise
from assistant.advisors.kings_lows_last_card import LastCardAdvice
from assistant.requests import explain_validation
from engine.cards import parse_cards
from engine.control import Budget, Control
from engine.kings_lows.simulation import KingsAndLowsPlayer, KingsAndLowsSimulation

OPEN = (
    {"name": "Seat 1", "hole": "Kh 2d", "open": "3c"},
    {"name": "Seat 2", "hole": "As", "open": "Ac"},
)
FULL = (
    {"name": "Seat 1", "hole": "Kh 2d", "open": "3c 9h 4d 9d", "last": "Qs"},
    {"name": "Seat 2", "hole": "As", "open": "Ac 7d 8c 8d", "last": "5c", "last_up": True},
)


def ask(players, **options):
    return advise(KingsLowsRequest(players=players, **options), Control())


def test_advice_is_the_engines_answer():
    advice = ask(OPEN, n_deals=5_000, seed=3)
    result = (
        KingsAndLowsSimulation()
        .with_player(KingsAndLowsPlayer("Seat 1").with_hole_cards("Kh 2d").with_board_cards("3c"))
        .with_player(KingsAndLowsPlayer("Seat 2").with_hole_cards("As").with_board_cards("Ac"))
        .simulate(5_000, seed=3)
    )
    assert [row.win.value for row in advice.players] == [one.win.value for one in result.players]
    assert (advice.exact, advice.n_samples, advice.seed) == (False, 5_000, 3)
    assert advice.half_width == result.half_width
    assert advice.players[0].equity.low < advice.players[0].equity.value


def test_advice_says_which_cards_are_wild():
    cards = ask(OPEN, n_deals=5_000).players[0].cards
    assert [(c.card, c.place) for c in cards] == list(
        zip(parse_cards("Kh 2d 3c"), ("hole", "hole", "open"), strict=True)
    )
    assert [c.wild_now for c in cards] == [True, True, False]
    assert [c.wild_share for c in cards] == [1, 1, 0]


def test_why_names_the_leader_and_the_sure_wild_cards():
    why = ask(OPEN, n_deals=5_000).why
    assert why.startswith("Seat 1 is ahead with")
    assert "K♥ and 2♦ are always wild." in why


def test_the_reason_says_neither_who_is_asked_about_nor_the_share():
    advice = ask(OPEN, n_deals=5_000)
    assert advice.standing == "Seat 1 is ahead"
    assert advice.reason.startswith("K♥ and 2♦ are always wild. Most often ")
    level = ask(({"name": "You", "hole": "2c"}, {"name": "Ann", "hole": "2d"}), n_deals=2_000)
    assert level.standing == "You are about even"
    assert level.reason.startswith("Ann has about as much. ")
    players = ({"name": "You", "hole": "7c 8d"}, {"name": "Ann", "hole": "Kc Kd"})
    behind = ask(players, n_deals=5_000)
    assert behind.standing == "You are behind"
    assert behind.reason.startswith("Ann leads with ")


def test_a_viewer_hides_cards_and_streets_follow():
    advice = ask(FULL, viewer="Seat 1", streets=True, n_deals=2_000)
    assert advice.exact
    assert advice.why.startswith("Seat 1 is ")
    hidden = [c for c in advice.players[1].cards if not c.seen]
    assert [(c.card, c.wild_share) for c in hidden] == [(parse_cards("As")[0], None)]
    assert [street.street for street in advice.streets] == [3, 4, 5, 6, 7]
    assert [street.title for street in advice.streets[2:]] == [
        "Fifth card",
        "Sixth card",
        "Down and dirty",
    ]
    last = advice.streets[-1].players
    assert [p.equity.value for p in last] == [row.equity.value for row in advice.players]


def test_a_complete_hand_says_what_wild_cards_stand_for():
    made = ask(FULL, n_deals=2_000).players[0].made
    assert made.words == "four of a kind, nines, queen kicker"
    assert set(made.stands_for) == set(parse_cards("9h 9d 9c 9s Qs"))
    assert made.wild == parse_cards("Kh 2d")


def test_history_is_ready_to_paint():
    advice = ask(OPEN, n_deals=2_000, n_history=2)
    assert len(advice.history) == 2
    for deal in advice.history:
        assert [len(hand.cards) for hand in deal] == [7, 7]
        assert any(hand.won for hand in deal)


def test_out_of_time_is_an_answer_with_a_wide_interval():
    request = KingsLowsRequest(players=OPEN, n_deals=100_000_000)
    advice = advise(request, Control(Budget(seconds=0.0)))
    assert 0 < advice.n_samples < 100_000_000
    assert advice.half_width > 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": ({"name": "a", "hole": "Kh 2d 3c"}, {"name": "b"})}, "a has 3 hole cards"),
        ({"players": ({"name": "a", "open": "2c 3c 4c 5c 6c"}, {"name": "b"})}, "5 open cards"),
        ({"players": ({"name": "a", "hole": "Kh"}, {"name": "b", "hole": "KH"})}, "K♥ is given"),
        ({"players": OPEN, "dead": "Kh"}, "dead"),
        ({"players": OPEN, "variant": "omaha"}, '"omaha"'),
        ({"players": OPEN, "viewer": "Nobody"}, '"Nobody"'),
        ({"players": OPEN[:1]}, "1 player:"),
        ({"players": tuple({"name": str(i)} for i in range(8))}, "8 players"),
        ({"players": OPEN, "dead": "Xx"}, '"Xx"'),
        ({"players": OPEN, "n_deals": 0}, "deals: expected at least 1"),
        ({"players": OPEN, "colour": "red"}, "colour"),
    ],
)
def test_bad_requests_are_named(options, message):
    with pytest.raises(ValidationError) as caught:
        KingsLowsRequest(**options)
    assert message in str(explain_validation(caught.value))


SIXTH = (
    {"name": "You", "hole": "10c 9d", "open": "8s 8h 7c 4d"},
    {"name": "Ann", "open": "6c 6d Jd 3h"},
)


def test_the_others_fold_and_hero_stays():
    plain = ask(SIXTH, n_deals=20_000)
    folding = ask(SIXTH, n_deals=20_000, fold_below="Four of a kind")
    you, ann = folding.players
    assert you.folds is None
    weak = ("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house")
    assert ann.folds == pytest.approx(sum(ann.hand_types.get(kind, 0) for kind in weak))
    assert you.equity.value > plain.players[0].equity.value + 0.05
    assert "the others fold below four of a kind" in folding.why.lower()
    history = ask(SIXTH, n_deals=100, n_history=50, fold_below="flush").history
    assert any(hand.folded for deal in history for hand in deal)
    with pytest.raises(ValidationError, match='cannot fold below "x": expected pair, two pair'):
        KingsLowsRequest(players=SIXTH, fold_below="x")


def test_the_last_card_is_advised_on_sixth_street():
    advice = ask(SIXTH, n_deals=1_000, viewer="You", last_card=True)
    assert advice.last_card is not None
    assert advice.last_card.words.startswith("your last card: ")
    assert (advice.last_card.way == "either") == (
        abs(advice.last_card.up - advice.last_card.down) <= advice.last_card.half_width
    )
    late = advise(
        KingsLowsRequest(players=SIXTH, viewer="You", last_card=True), Control(Budget(seconds=1e-9))
    )
    assert (late.last_card, late.no_last_card) == (None, "the time was too short")
    without = ask(OPEN, n_deals=1_000, last_card=True)
    assert without.last_card is None
    assert "four open cards of everybody" in without.no_last_card


def test_the_difference_of_the_last_card_shows_its_error():
    close = LastCardAdvice(player="You", up=0.3712, down=0.3681, half_width=0.0012, way="up")
    assert close.words.endswith(
        "on average up gains 0.37 pots, down 0.37; the difference is 0.0031 ± 0.001)"
    )


def test_nobody_is_ahead_within_the_noise():
    empty = ask(({"name": "You", "hole": "2c"}, {"name": "Ann", "hole": "2d"}), n_deals=2_000)
    assert empty.why.startswith("You are about even at ")
    assert "; Ann has about as much." in empty.why
    assert "ahead" not in empty.why
    seen = ask(({"name": "You", "hole": "Kc Kd"}, {"name": "Ann"}), n_deals=2_000, viewer="You")
    assert seen.why.startswith("You are ahead with ")


def test_the_sentence_is_about_you_when_another_player_leads():
    players = ({"name": "You", "hole": "7c 8d"}, {"name": "Ann", "hole": "Kc Kd"})
    why = ask(players, n_deals=5_000).why
    assert why.startswith("You are behind with ")
    assert "Ann leads with " in why


def test_two_players_have_the_same_uncertainty():
    advice = ask(OPEN, n_deals=5_000)
    widths = [row.equity.high - row.equity.low for row in advice.players]
    assert widths[0] == pytest.approx(widths[1])


def test_the_queen_is_followed_and_fours_bring_cards():
    players = ({"name": "You", "open": "Qd 5h"}, {"name": "Ann", "hole": "7c", "open": "7d 2c"})
    advice = ask(players, variant="follow the queen", n_deals=2_000)
    assert "now 7" in advice.why
    assert advice.players[1].cards[0].wild_now
    assert 0 < advice.players[1].cards[0].wild_share < 1  # another queen may come
    fours = ({"name": "You", "hole": "9c 2d Kd", "open": "4c"}, {"name": "Ann"})
    advice = ask(fours, variant="baseball", extra_for_four=True, n_deals=2_000, n_history=1)
    assert len(advice.history[0][0].cards) >= 8


def test_what_is_certain_is_said_to_be():
    players = (
        {"name": "You", "hole": "Kc Kd", "open": "2c 2d 5h 6h", "last": "7h"},
        {"name": "Ann", "hole": "Qc Qd", "open": "3c 3d 5s 6s", "last": "7s"},
    )
    why = ask(players).why
    assert why.startswith("You are certain to win. K♣, K♦, 2♣ and 2♦ are always wild. Always")

import pytest
from pydantic import ValidationError

from assistant.advisors.slave import (
    SlaveAdvice,
    SlaveRequest,
    _move_advice,
    advise,
    advise_view,
    best_open_title,
    policy_move,
)
from assistant.requests import explain_validation
from engine.cards import format_cards
from engine.control import Budget, Control, Progress
from engine.errors import InputError
from engine.slave.card import create_deck, slave_rank
from engine.slave.history import view_of
from engine.slave.match import SlaveMatch
from engine.slave.solver import rank_by_policy

HAND = "3C 3D 5H 7S 7H 9D JC QD KH KS AS 2C 2S"
FOLLOW = {
    "hand": "5H 7S 7H JC KS AS 2C 2S",
    "last": "10D",
    "played": "3C 3D 4C 6H 6D 10C 10D 8C 8D 9H",
    "left": (9, 9, 9),
    "passed": (True, False, False),
    "n_playouts": 2_000,
}
KING = {
    "hand": HAND,
    "phase": "exchange",
    "incoming": "2H AH",
    "titles": ("King", "Queen", "Commoner", "Slave"),
    "n_playouts": 4_000,
}


def ask(**fields: object) -> SlaveAdvice:
    return advise(SlaveRequest(**fields), Control())  # type: ignore[arg-type]


def test_the_first_lead_contains_three_of_clubs() -> None:
    advice = ask(hand=HAND, first_lead=True, n_playouts=2_000)
    assert all("3♣" in move.text for move in advice.moves)
    assert advice.best == advice.moves[0].text == advice.search_says


def test_every_move_has_chances_that_add_up() -> None:
    advice = ask(**FOLLOW)
    assert {move.text for move in advice.moves} >= {"pass", "J♣", "A♠", "2♠"}
    for move in advice.moves:
        assert move.king + move.queen + move.commoner + move.slave == pytest.approx(1)
        assert 1 <= move.expected_place <= 4
        assert move.n_samples > 0
        assert move.why
    assert advice.n_samples == sum(m.n_samples for m in advice.moves)
    assert not advice.exact
    assert advice.half_width == advice.moves[0].half_width > 0
    assert advice.policy_says in {move.text for move in advice.moves}
    shares = [move.policy_share for move in advice.moves]
    assert all(share is not None and 0 <= share <= 1 for share in shares)


def test_the_same_question_gets_the_same_answer() -> None:
    first, second = ask(**FOLLOW), ask(**FOLLOW)
    assert first.moves == second.moves
    assert ask(**FOLLOW, seed=3).moves != first.moves


def test_a_last_card_is_played() -> None:
    advice = ask(hand="2S", last="AS", left=(3, 3, 3), n_playouts=500)
    assert advice.best == "2♠"
    assert advice.moves[0].king == 1
    assert "is out" in advice.moves[0].why


def test_a_forced_pass_says_so() -> None:
    advice = ask(hand="3C 4C", last="AS", left=(3, 3, 3), n_playouts=500)
    assert [move.text for move in advice.moves] == ["pass"]
    assert advice.moves[0].why == "nothing beats it"


def test_a_pass_names_what_beats_the_play_without_breaking_anything() -> None:
    """A lone king beats the jack: the queens need not be broken."""
    advice = ask(hand="3C QD QH KS 4C", last="JS", left=(5, 5, 5), n_playouts=500)
    reasons = {move.text: move.why for move in advice.moves}
    assert reasons["pass"] == "keeps K♠ for a better moment"
    only_queens = ask(hand="3C QD QH 4C", last="JS", left=(5, 5, 5), n_playouts=500)
    reasons = {move.text: move.why for move in only_queens.moves}
    assert reasons["pass"] == "beating it would break the pair of queens"


def test_reasons_speak_of_the_hand() -> None:
    reasons = {move.text: move.why for move in ask(**FOLLOW).moves}
    assert reasons["J♣"] == "keeps the pair of twos and A♠ to win back the lead"
    assert reasons["2♠"].startswith("breaks the pair of twos")
    assert "cannot be beaten" in reasons["2♠"] or "keeps" in reasons["2♠"]
    assert reasons["pass"] == "keeps J♣ for a better moment"


def test_when_the_king_is_found_the_next_title_is_spoken_of() -> None:
    advice = ask(hand="5H 9S", last="4D", left=(0, 3, 3), n_playouts=500)
    assert best_open_title(advice.moves) == "Queen"
    assert ". Queen " in advice.why
    assert best_open_title(ask(**FOLLOW).moves) == "King"
    last = ask(hand="5H 9S 9D", last="4D", left=(0, 0, 1), n_playouts=500)
    assert best_open_title(last.moves) == "Commoner"


def test_the_policy_decides_among_equal_moves() -> None:
    """Against one last card that beats every lead, all moves have the same result."""
    played = format_cards([c for c in create_deck() if slave_rank(c) > 6 or c.rank == 3][:-4])
    advice = ask(hand="4C 4D 5C 6H", left=(0, 0, 4), played=played, n_playouts=500)
    best = [m for m in advice.moves if m.expected_place == advice.moves[0].expected_place]
    assert max(best, key=lambda m: m.policy_share or 0) == best[0]


def test_a_king_is_told_what_to_give() -> None:
    advice = ask(**KING)
    assert len(advice.gifts) == 78
    assert advice.moves == ()
    best = advice.gifts[0]
    assert len(best.cards) == 2
    assert "2" not in best.text.replace("♣", "").split()
    assert advice.best == f"give {best.text}"
    assert " plays" in best.why


def test_a_queen_gives_one_card() -> None:
    titles = ("Queen", "King", "Commoner", "Slave")
    advice = ask(**KING | {"titles": titles, "incoming": "AH"})
    assert len(advice.gifts) == 13


def test_gifts_have_partial_answers_too_and_a_cancel_keeps_the_last() -> None:
    control = Control()
    heard: list[Progress] = []

    def hear(progress: Progress) -> None:
        heard.append(progress)
        control.cancel.set()

    control.on_progress = hear
    advice = advise(SlaveRequest(**KING | {"n_playouts": 5_000_000}), control)  # type: ignore[arg-type]
    assert len(heard) == 1
    assert heard[0].total == 5_000_000
    partial = heard[0].partial
    assert isinstance(partial, SlaveAdvice)
    assert partial.gifts == advice.gifts


def test_out_of_time_answers_with_what_there_is() -> None:
    request = SlaveRequest(**FOLLOW | {"n_playouts": 5_000_000})  # type: ignore[arg-type]
    advice = advise(request, Control(Budget(seconds=0.05)))
    assert 0 < advice.n_samples < 5_000_000
    gifts = advise(SlaveRequest(**KING | {"n_playouts": 5_000_000}), Control(Budget(seconds=0.0)))  # type: ignore[arg-type]
    assert gifts.gifts


def test_a_running_match_is_advised_by_its_view() -> None:
    match = SlaveMatch(3)
    match.apply(match.legal_actions()[0])
    advice = advise_view(match.view(match.current_seat), Control(), 500)
    assert {move.action for move in advice.moves} <= set(match.legal_actions())


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({"hand": "3C 3C"}, "3♣ is given twice"),
        ({"hand": "3X"}, "3X"),
        ({"hand": ""}, "0 cards"),
        ({"hand": HAND + " 4C"}, "14 cards"),
        ({"hand": "3C", "left": (14, 1, 1)}, "14"),
        ({"hand": "3C", "left": (0, 0, 0)}, "round is over"),
        ({"hand": "3C", "played": "3C"}, "3♣"),
        ({"hand": HAND, "played": "4C 4D"}, "more than 52"),
        ({"hand": "3C", "titles": ("King", "King", "Queen", "Slave")}, "King, King"),
        ({"hand": "3C", "last": "5D", "passed": (True, True, True)}, "nobody can have played"),
        ({"hand": "3C", "last": "5D", "last_by": 2, "passed": (False, True, False)}, "player 2"),
        ({"hand": "3C", "last_by": 2}, "the last play: there is none"),
        ({"hand": HAND, "phase": "exchange"}, "King or a Queen"),
        (KING | {"incoming": "AH"}, "the 2 you get"),
        ({"hand": "3C", "n_playouts": 5}, "playouts: expected"),
        ({"hand": "3C", "trick": "loop"}, "loop"),
        ({"hand": "3C", "gave": "4C 4D"}, "round 1"),
        (KING | {"incoming": "2S AH"}, "2♠ is given twice"),
    ],
)
def test_what_cannot_be_is_quoted(fields: dict[str, object], quoted: str) -> None:
    with pytest.raises((InputError, ValidationError)) as caught:
        SlaveRequest(**fields)  # type: ignore[arg-type]
    error = caught.value
    text = str(explain_validation(error)) if isinstance(error, ValidationError) else str(error)
    assert quoted in text


def test_positions_that_the_rules_forbid_are_refused() -> None:
    with pytest.raises(InputError, match="3♣"):
        ask(hand="4C 5C", first_lead=True, n_playouts=100)
    with pytest.raises(InputError, match="is not a play"):
        ask(hand="4C 5C", last="7C 8C", left=(3, 3, 3), n_playouts=100)


def test_the_history_is_played_through_and_advised() -> None:
    history = ("3C", "5D", "p", "9H", "JD", "KS", "p", "p", "4C 4D", "6C 6D", "p", "p", "p")
    hand = "4S 6S 7C 7D 8H 10C 10D QC QD AC 2H"
    advice = ask(hand=hand, history=history, leader=2, n_playouts=500)
    assert "pass" not in {move.text for move in advice.moves}  # all others have passed: we lead
    with pytest.raises(InputError, match="you hold 11 cards"):
        ask(hand="4S 6S 7C", history=history, leader=2, n_playouts=500)


def test_a_free_lead_need_not_contain_three_of_clubs() -> None:
    advice = ask(hand=HAND, first_lead=True, free_lead=True, n_playouts=500)
    assert any("3♣" not in move.text for move in advice.moves)


def test_every_gift_has_its_cost_in_places() -> None:
    gifts = ask(**KING).gifts
    assert gifts[0].cost == 0
    assert all(gift.cost >= 0 for gift in gifts)
    dear = next(gift for gift in gifts if gift.text == "2♣ 2♠")
    assert dear.cost == pytest.approx(dear.expected_place - gifts[0].expected_place)
    assert dear.cost > 0.2


def test_a_certain_title_is_said_to_be_certain() -> None:
    advice = ask(hand="3C 3D", left=(2, 2, 2), n_playouts=400)
    assert ". King for certain" in advice.why
    assert (advice.exact, advice.half_width) == (True, None)
    assert [move.certain_title for move in advice.moves].count(None) == len(advice.moves) - 1


def test_the_sentence_says_against_whom_and_calls_nothing_ahead_inside_the_noise() -> None:
    assert "against equal players" in ask(**FOLLOW).why
    weaker = ask(**FOLLOW, against="weaker")
    assert "against weaker players" in weaker.why
    assert weaker.against == "weaker"
    for advice in (ask(**FOLLOW), weaker):
        second = advice.moves[1]
        is_clear = second.behind > second.behind_error
        assert ("is about as good" in advice.why) == (not is_clear)
        assert (" places worse" in advice.why) == is_clear
        assert advice.reason.startswith(f"{advice.moves[0].why}. {second.text} is ")


def test_before_anything_is_played_out_the_policy_is_quoted() -> None:
    request = SlaveRequest(**FOLLOW)  # type: ignore[arg-type]
    first = _move_advice(rank_by_policy(view_of(request.position())), "equal")
    assert first.best == first.policy_says == policy_move(request)
    assert first.n_samples == 0
    assert first.half_width is None  # nothing was sampled
    assert "The trained network's choice; the search follows" in first.why


def test_what_was_given_and_got_is_heard() -> None:
    titles = ("Slave", "King", "Queen", "Commoner")
    fields = {"hand": HAND, "titles": titles, "n_playouts": 2_000}
    answer = ask(**fields, gave="AC 2H", got="3C 3D")
    assert answer.moves[0].n_samples > 0
    with pytest.raises((InputError, ValidationError), match="the Slave gets 2"):
        ask(**fields, got="3C 3D 5H")

"""Whole games reviewed: what adds up, what is fair, what is certain, and what is refused."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from assistant.play import HUMAN, GameTable, Record, find_game, run
from assistant.play.konkan import KonkanState
from assistant.play.record import join_decisions
from assistant.play.slave import SlaveState
from assistant.review import decisions
from assistant.review.decisions import Review, as_dict, review, review_decision, seat_of
from assistant.review.judgement import Mark, paired_leads
from assistant.review.judges import Question, Sample, find_judge
from assistant.review.konkan import FAIR_SHARES, KonkanJudge, count_fair_shares, fair_shares
from assistant.review.page import as_html
from assistant.review.rounds import OwnDecision, walk
from assistant.review.text import account_lines
from engine.cards import full_deck
from engine.control import CancelFlag, Control, Progress
from engine.errors import Cancelled, InputError
from engine.konkan.rules import DEFAULT_RULES
from engine.slave.evaluation import reference_action
from engine.slave.exchange import gift_by_shape
from engine.slave.policy import load_policy
from tests.engine.konkan.positions import game_of

COSTLY = (Mark.MISTAKE, Mark.BLUNDER)


def played(game: str, agents: tuple[str, ...], seed: int, n_rounds: int = 1) -> Record:
    table = GameTable(find_game(game), agents, n_rounds, seed)
    list(run(table, Control()))
    return table.record


@cache
def slave_match() -> Record:
    return played("slave", ("greedy", "policy", "random", "heuristic"), 7, n_rounds=2)


@cache
def konkan_round() -> Record:
    return played("konkan", ("random", "greedy"), 5)


@cache
def reviewed(game: str, seed: int = 0) -> Review:
    record, most_worlds = (slave_match(), 320) if game == "slave" else (konkan_round(), 128)
    return review(record, 0, seed, most_worlds=most_worlds)


@pytest.mark.parametrize("game", ["slave", "konkan"])
def test_play_and_luck_add_up_to_the_result(game: str) -> None:
    record = slave_match() if game == "slave" else konkan_round()
    for seat in range(len(record.seats)):
        rounds = list(walk(record, seat, find_judge(game)))
        found = review(record, seat, most_worlds=40)
        assert len(found.accounts) == record.rounds
        for account, finished in zip(found.accounts, rounds, strict=True):
            assert account.result == pytest.approx(finished.result, abs=1e-12)
            parts = account.fair_share + account.play + account.deal + account.draws + account.end
            assert parts == pytest.approx(finished.result, abs=1e-12)


def test_the_results_of_a_match_are_its_titles() -> None:
    record = slave_match()
    results = [
        [each.result for each in walk(record, seat, find_judge("slave"))] for seat in range(4)
    ]
    assert [sorted(column) for column in zip(*results, strict=True)] == [[0, 1 / 3, 2 / 3, 1]] * 2


def test_every_own_move_is_in_a_decision_and_gifts_stand_together() -> None:
    record = slave_match()
    state = find_game("slave").deal(record.seed, 4, record.rounds)
    own: list[list[str]] = [[] for _ in range(4)]
    for move in (move for moves in record.decisions for move in moves):
        if state.seat is not None:
            own[state.seat].append(move)
        state.apply(move)
    for seat in range(4):
        rounds = list(walk(record, seat, find_judge("slave")))
        decisions = [each for finished in rounds for each in finished.decisions]
        assert [move for each in decisions for move in each.moves] == own[seat]
        for each in decisions:
            assert len(each.moves) == 1 or all(move.startswith("give") for move in each.moves)
    n_gifts = {
        len(each.moves)
        for seat in range(4)
        for finished in walk(record, seat, find_judge("slave"))
        for each in finished.decisions
        if each.moves[0].startswith("give")
    }
    assert n_gifts == {1, 2}


def test_a_turn_of_konkan_is_one_decision_however_it_was_recorded() -> None:
    record = played("konkan", ("search?simulations=16", "greedy"), 3)
    apart = join_decisions([(move,) for moves in record.decisions for move in moves])
    single = record.model_copy(update={"moves": apart})
    judge = find_judge("konkan")
    both = [
        [[each.moves for each in finished.decisions] for finished in walk(kept, 0, judge)]
        for kept in (record, single)
    ]
    assert both[0] == both[1]
    assert all(
        moves[-1] == "pull deck" or moves[-1].startswith("throw") for moves in both[0][0][:-1]
    )


def test_forced_decisions_take_no_work() -> None:
    found = reviewed("slave")
    forced = [each for each in found.decisions if each.mark is Mark.FORCED]
    assert forced
    assert all(each.judgement is None for each in forced)
    assert all(len(each.judgement.values) > 1 for each in found.decisions if each.judgement)


def test_the_same_seed_gives_the_same_review() -> None:
    record = konkan_round()
    assert as_dict(review(record, 1, 4, None, 64)) == as_dict(review(record, 1, 4, None, 64))


def test_two_seeds_mostly_agree_on_costly_moves() -> None:
    pairs = [
        (one.mark in COSTLY, two.mark in COSTLY)
        for game in ("slave", "konkan")
        for one, two in zip(reviewed(game).decisions, reviewed(game, 1).decisions, strict=True)
        if one.judgement is not None
    ]
    assert any(one for one, _ in pairs)
    assert np.mean([one == two for one, two in pairs]) >= 0.85


def test_clearly_worse_moves_are_left_out_and_a_few_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted chances: the move played wins half of the worlds, the two best ones 0.62 of them."""
    chances, tried = np.array([0.5, 0.62, 0.62, 0.3, 0.3]), list[list[int]]()

    def try_moves(kept: Sequence[int], n_worlds: int, seed: int, control: Control) -> Sample:
        tried.append(list(kept))
        luck = np.random.default_rng(seed).random((len(kept), n_worlds))
        results = (luck < chances[list(kept), None]).astype(float)
        return Sample(results.astype(np.uint8), results, results[0])

    class Planted(KonkanJudge):
        def ask(self, own: OwnDecision, seed: int) -> Question:
            return Question(tuple((throw,) for throw in throws[:5]), try_moves)

    state = konkan_with("6S 7S 8S 9D KH AH QD 4C 10H 10S 2D 2C 5D JC")
    throws = [move for move in state.legal() if move.startswith("throw")]
    monkeypatch.setattr(decisions, "find_judge", lambda _: Planted())
    found = review_decision("konkan", state, (throws[0],), ("You", "Bo"), seed=1).judgement
    assert found is not None
    assert tried[0] == [0, 1, 2, 3, 4]
    assert sorted(tried[-1]) == [0, 1, 2]
    assert found.n_worlds == 64 * 2 ** (len(tried) - 1)
    assert found.n_worlds > Planted.most_worlds, "it may be a mistake"
    assert found.mark is Mark.MISTAKE
    few = review_decision("konkan", state, (throws[0],), ("You", "Bo"), most_worlds=128).judgement
    assert few is not None
    assert few.n_worlds == 128


def reference_round(seed: int) -> Record:
    """A round of Slave in which every seat plays as the reference player does."""
    policy = load_policy()
    state = find_game("slave").deal(seed, 4)
    assert isinstance(state, SlaveState)
    moves = []
    while not state.is_over:
        assert state.seat is not None
        view = state.match.view(state.seat)
        is_gift = state.match.phase == "exchange"
        action = gift_by_shape(view) if is_gift else reference_action(view, policy)
        moves.append((state.move_text(action),))
        state.apply(moves[-1][0])
    seats = tuple((f"Player {i}", "policy") for i in range(4))
    return Record(game="slave", seats=seats, rounds=1, seed=seed, moves=join_decisions(moves))


def test_luck_is_fair_and_the_reference_player_plays_neither_better_nor_worse() -> None:
    """Against the reference player every part of the luck is zero within two standard errors.

    The mean over the four seats of a deal is taken first: what a deal gives to one it takes from
    the others.
    """
    deals = []
    for seed in range(8):
        record = reference_round(seed)
        found = [review(record, seat, seed, most_worlds=40).accounts[0] for seat in range(4)]
        assert all(each.play == pytest.approx(0) for each in found)
        deals.append([(each.deal, each.draws, each.end, each.luck) for each in found])
    means = np.array(deals).mean(axis=1)
    errors = means.std(axis=0, ddof=1) / np.sqrt(len(means))
    assert (abs(means.mean(axis=0)) < 2 * errors)[:3].all()
    assert means[:, 3] == pytest.approx(0)  # four results always add up to two


def test_a_player_who_follows_the_search_loses_nothing() -> None:
    """The best move by many deals is reviewed in others: its mean loss is zero within error."""
    judge, leads = find_judge("slave"), list[float]()
    for seed in range(3):
        record = reference_round(seed)
        finished = next(walk(record, 0, judge))
        for own in finished.decisions:
            if own.is_forced:
                continue
            question = judge.ask(own, 1)
            values = question.sample(200, 77, Control()).results.mean(axis=1)
            sample = question.sample(100, 5, Control())
            leads.append(float(paired_leads(sample.results, int(values.argmax())).mean()))
    error = np.std(leads, ddof=1) / np.sqrt(len(leads))
    assert len(leads) > 20
    assert np.mean(leads) < 2 * error
    assert np.mean(leads) > -0.02


def test_a_certain_win_is_worth_all() -> None:
    """The last cards that go out before all others make a King, in every deal."""
    judge, found = find_judge("slave"), 0
    for seed in range(12):
        record = reference_round(seed)
        for seat in range(4):
            finished = next(walk(record, seat, judge))
            last = finished.decisions[-1]
            if finished.result < 1 or last.is_forced:
                continue
            sample = judge.ask(last, 1).sample(40, 3, Control())
            assert sample.results[0].tolist() == [1.0] * 40
            found += 1
    assert found


def test_a_turn_that_goes_out_is_worth_all() -> None:
    record = played("konkan", ("greedy", "greedy"), 7)
    winner = (record.places or ()).index(1)
    last = review(record, winner).decisions[-1]
    assert last.judgement is not None
    assert last.judgement.value == 1
    assert last.mark is Mark.BEST


def test_reasons_are_counted() -> None:
    costly = [
        each
        for game in ("slave", "konkan")
        for each in reviewed(game).decisions
        if each.mark in COSTLY
    ]
    assert any(each.reason for each in costly)
    for each in reviewed("slave").decisions:
        assert not each.reason or each.mark in (*COSTLY, Mark.INACCURACY)
        hand, counted, _ = each.reason.partition("After this move ")
        assert not each.reason or counted or hand.endswith(".")


@pytest.mark.parametrize("agent", ["expected", "random"])
def test_the_proven_guess_of_pokle_loses_nothing(agent: str) -> None:
    record = played("pokle", (agent,), 7)
    found = review(record)
    account = found.accounts[0]
    assert record.points is not None
    assert account.result == pytest.approx(-record.points[0])
    assert account.play == pytest.approx(-sum(each.loss for each in found.judgements))
    if agent == "expected":
        assert all(each.loss == pytest.approx(0) for each in found.judgements if each.is_decided)
        assert account.play == pytest.approx(0)
    assert account_lines(found)[0].startswith(f"{record.points[0]:.0f} guesses")


def test_the_page_is_one_file_without_anything_from_outside() -> None:
    record = konkan_round()
    named = record.model_copy(update={"seats": (("<b>Ann", HUMAN), record.seats[1])})
    page = as_html(review(named, most_worlds=64))
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg" in page
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann" in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page


def test_the_page_says_which_marks_are_not_certain() -> None:
    found = reviewed("konkan")
    first = next(each for each in found.decisions if each.judgement)
    assert first.judgement is not None
    for is_decided in (False, True):
        judgement = replace(first.judgement, is_decided=is_decided)
        shown = replace(found, decisions=(replace(first, judgement=judgement),))
        page = as_html(shown)
        assert ("not certain" in page) != is_decided
        assert as_dict(shown)["decisions"][0]["is_decided"] is is_decided


def test_the_seat_is_the_persons_unless_named() -> None:
    record = konkan_round()
    person = record.model_copy(update={"seats": (record.seats[0], ("You", HUMAN))})
    assert seat_of(person, None) == 1
    assert seat_of(person, 0) == 0
    assert seat_of(record, None) == 0
    for wrong in (-1, 2):
        with pytest.raises(InputError, match=f"no seat {wrong + 1}"):
            review(record, wrong)


def test_a_game_that_is_not_finished_is_refused() -> None:
    with pytest.raises(InputError, match="No round of this game is finished"):
        review(konkan_round().until(3))


def test_a_record_with_an_illegal_move_is_refused() -> None:
    record = konkan_round().model_copy(update={"moves": "throw 2C | dance", "program": "9.9"})
    with pytest.raises(InputError, match=r"version 9\.9; its move"):
        review(record)


def test_only_the_finished_rounds_of_a_match_are_reviewed() -> None:
    record = slave_match()
    assert len(review(record.until(70), 0, most_worlds=40).accounts) == 1


def test_progress_is_told_and_a_review_can_be_cancelled() -> None:
    reports = list[Progress]()
    review(konkan_round(), 0, control=Control(on_progress=reports.append), most_worlds=64)
    assert reports
    assert all(0 <= each.done <= each.total for each in reports)
    cancel = CancelFlag()
    cancel.set()
    with pytest.raises(Cancelled):
        review(konkan_round(), 0, control=Control(cancel=cancel))


def test_the_hand_speaks_for_the_better_throw() -> None:
    hand = "6S 7S 8S 9D KH AH QD 4C 10H 10S 2D 2C 5D JC"
    state = konkan_with(hand)
    own = OwnDecision(0, 1, state, ("throw 7S",), False)
    judge = find_judge("konkan")
    assert judge.contrast(own, ("throw 4C",)) == "7♠ breaks 6♠ 7♠ 8♠; 4♣ goes with 2♣."
    assert judge.contrast(own, ("throw 6S",)) == "", "both break the run"
    own = OwnDecision(0, 1, state, ("throw KH",), False)
    assert judge.contrast(own, ("throw JC",)) == "K♥ goes with A♥; J♣ fits nothing in the hand."


def konkan_with(hand: str, table: str = "", down: str = "- -") -> KonkanState:
    """Return a state in which seat 0 holds a hand and has drawn."""
    state = GameTable(find_game("konkan"), ("greedy", "greedy"), 1, 1).state
    assert isinstance(state, KonkanState)
    shown = [card for card in table.replace(",", "").split() if not card.endswith(":")]
    left = Counter([*map(repr, full_deck()), "JK"] * 2) - Counter([*hand.split(), *shown])
    hidden = list(left.elements())
    other, deck = " ".join(hidden[:14]), " ".join(hidden[14:])
    state.game = game_of(hands=f"{hand} / {other}", deck=deck, table=table, down=down)
    return state


def test_what_a_turn_lays_is_counted() -> None:
    state, judge = (
        konkan_with("10C JC QC 10D 10H 10S AC AD AH 5D 7D 9S 3C 4H"),
        find_judge("konkan"),
    )
    lays = ("lay 10C JC QC", "lay 10D 10H 10S", "lay AC AD AH")
    early = OwnDecision(0, 1, state, (*lays, "throw 4H"), False)
    said = "The turn played lays 9 cards and keeps 4; the better one lays none yet."
    assert judge.contrast(early, ("throw 4H",)) == said
    late = OwnDecision(0, 1, state, ("throw 4H",), False)
    assert judge.contrast(late, early.moves) == "The better turn lays 9 cards and keeps 4."


def test_cards_that_would_make_a_meld_are_counted() -> None:
    """Without 8♦ there are 4♦, 7♦, 9♣ and 9♦; without 9♠ only 4♦ and 7♦."""
    state, judge = konkan_with("5D 6D 8D 9S 9H KC"), find_judge("konkan")
    own = OwnDecision(0, 1, state, ("throw 9S",), False)
    said = "4 cards would make a new meld after throwing 8♦, 2 after 9♠."
    assert judge.contrast(own, ("throw 8D",)) == said


def test_cards_that_would_go_out_next_turn_are_counted() -> None:
    """With 9 J Q of hearts a ten, a king or a joker goes out; with J Q no card is left to throw."""
    state = konkan_with("8D 9H JH QH", down="81 -", table="0: 8C 8H 8S, 0: KC KD KS")
    own, judge = OwnDecision(0, 1, state, ("sarf 0 8D", "throw 9H"), False), find_judge("konkan")
    lays = "The turn played lays 1 card and keeps 2; the better one lays none yet."
    outs = (
        "With 6 unseen cards the next turn would go out after the better one, "
        "with none after the turn played."
    )
    assert judge.contrast(own, ("throw 8D",)) == f"{lays} {outs}"
    better = OwnDecision(0, 1, state, ("throw 8D",), False)
    assert judge.contrast(better, ("throw QH",)) == "", "fewer cards go out"


def test_a_turn_that_goes_out_is_told_as_a_win() -> None:
    record = played("konkan", ("greedy", "greedy"), 7)
    winner, judge = (record.places or ()).index(1), find_judge("konkan")
    last = next(walk(record, winner, judge)).decisions[-1]
    other = OwnDecision(last.number, 1, last.state, (last.state.legal()[-1],), False)
    assert other.moves != last.moves
    assert judge.contrast(other, last.moves) == "The better one goes out and wins the round."
    assert judge.contrast(last, last.moves) == ""


def test_the_stored_fair_shares_are_those_that_are_counted() -> None:
    for n_seats, shares in FAIR_SHARES.items():
        assert sum(shares) == pytest.approx(1)
        assert fair_shares(n_seats, DEFAULT_RULES) == shares
        counted = count_fair_shares(n_seats, DEFAULT_RULES)
        assert np.allclose(counted, shares, atol=0.045)  # three standard errors of 400 deals


def test_two_players_are_not_told_that_the_other_one_won_more_often() -> None:
    """That would only be the chance to win once more."""
    judge = find_judge("konkan")
    own = next(walk(konkan_round(), 0, judge)).decisions[0]
    outcomes = np.array([[1] * 100, [0] * 100], np.uint8)
    assert judge.happened_more_often(outcomes, own, ("You", "Bo")) is None
    found = judge.happened_more_often(outcomes, own, ("You", "Bo", "Cy"))
    assert found is not None
    assert found.what == "Bo won"


def test_slave_names_a_low_title_that_came_out_more_often_else_king_that_came_out_less() -> None:
    state = find_game("slave").deal(3, 4)
    own, judge = OwnDecision(0, 1, state, ("3C",), False), find_judge("slave")
    names = tuple("You" if seat == state.seat else "Bo" for seat in range(4))
    low = np.repeat(np.array([[0, 1, 3], [0, 1, 2]], np.uint8), 100, axis=1)
    found = judge.happened_more_often(low, own, names)
    assert found is not None
    assert (found.what, round(found.played, 2), found.best) == ("you became Slave", 0.33, 0)
    missed = np.repeat(np.array([[1, 1, 0, 2], [0, 1, 0, 2]], np.uint8), 100, axis=1)
    found = judge.happened_more_often(missed, own, names)
    assert found is not None
    assert (found.what, found.played, found.best) == ("you became King", 0.25, 0.5)
    assert judge.happened_more_often(missed[[0, 0]], own, names) is None


@pytest.mark.parametrize(
    ("played", "best", "said"),
    [
        ("4D", "KC", "4♦ breaks the pair of fours."),
        ("4D", "pass", "4♦ breaks the pair of fours; pass keeps K♣ for a better moment."),
        ("6C", "4D", ""),  # both break a pair
        ("AH", "AS", ""),  # both keep the other ace
        ("pass", "KC", ""),  # a pass keeps the aces, too
        ("KC", "pass", "Pass keeps K♣ for a better moment."),
    ],
)
def test_a_slave_move_is_told_by_what_only_it_does(played: str, best: str, said: str) -> None:
    """The hand is 4♦ 4♥ 6♣ 6♥ 10♦ 10♠ J♣ J♥ Q♣ Q♠ K♣ A♥ A♠, a three lies on the table."""
    table = GameTable(find_game("slave"), ("greedy",) * 4, 1, 3)
    while len(table.state.legal()) < 6:
        table.play(table.state.legal()[0])
    own = OwnDecision(0, 1, table.state, (played,), False)
    assert find_judge("slave").contrast(own, (best,)) == said

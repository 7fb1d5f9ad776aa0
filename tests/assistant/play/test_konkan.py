from collections import Counter
from collections.abc import Sequence

import pytest

from assistant.play import HUMAN, GameTable, find_game, read_record, run
from assistant.play.konkan import KonkanState
from engine.control import Control
from engine.errors import InputError
from engine.konkan.game import KonkanGame
from engine.konkan.rules import KonkanRules
from tests.assistant.play.test_table import run_ais, think


class KonkanTable(GameTable):
    """A table of Konkan whose round is at hand."""

    def __init__(
        self,
        agents: Sequence[str],
        n_rounds: int = 3,
        seed: int = 0,
        rules: KonkanRules | None = None,
    ) -> None:
        super().__init__(find_game("konkan"), agents, n_rounds, seed, rules=rules)

    @property
    def konkan(self) -> KonkanState:
        assert isinstance(self.state, KonkanState)
        return self.state

    @property
    def round(self) -> KonkanGame:
        return self.konkan.game


def sit_down() -> KonkanTable:
    """A table at which the person is to act."""
    table = KonkanTable((HUMAN, "greedy"), 1, 2)
    run_ais(table)
    return table


def test_a_match_of_ais_keeps_a_scoreboard() -> None:
    table = KonkanTable(("greedy", "greedy", "random"), n_rounds=3, seed=4)
    run_ais(table)
    assert sum(score.wins for score in table.konkan.scores) <= 3
    assert table.names == ("Ann", "Bo", "Random")


def test_all_cards_are_always_somewhere() -> None:
    table = KonkanTable(("greedy", "greedy", "greedy"), n_rounds=1, seed=9)
    for event in run(table, Control()):
        view = event.after
        lying = [card for group in view.groups for card in group.cards]
        assert len(lying) + sum(len(seat.cards) for seat in view.seats) == 106


def test_the_points_to_come_down_are_those_of_players_who_are_not_down() -> None:
    table = KonkanTable(("greedy", "greedy", "greedy"), n_rounds=1, seed=9)
    said = set()
    while table.seat is not None:
        table.answer(*think(table))
        down = [seat.down_total for seat in table.round.seats]
        totals = [total for total in down if total is not None]
        wanted = max([80, *totals]) + 1
        expected = "" if len(totals) == 3 else f" · {wanted} points to come down"
        if table.seat is not None and not table.round.coming:
            assert table.view.headline == f"Turn {table.round.turn + 1}{expected}"
            said.add(expected)
    assert len(said) > 1


def test_every_legal_move_is_offered() -> None:
    table = sit_down()
    offered = [choice.moves[0] for choice in table.choices() if len(choice.moves) == 1]
    assert Counter(offered) == Counter(table.round.legal_actions())


def test_people_at_every_seat_can_play_a_whole_round_by_cards() -> None:
    laid_at_once = False
    for seed in range(3, 8):
        table = KonkanTable((HUMAN, HUMAN), 2, seed)
        while table.seat is not None:
            greedy = table.round.choose("greedy")
            choices = table.choices()
            assert (greedy,) in [choice.moves for choice in choices]
            choice = next(c for c in choices if len(c.moves) > 1 or c.moves == (greedy,))
            moves = table.state.moves_for(choice.cards, choice.target)
            laid_at_once |= len(moves) > 1
            table.play(*moves)
        assert table.waits_for_deal
        assert "wins" in table.view.headline
    assert laid_at_once


def test_a_drop_that_is_not_legal_names_the_rule_and_changes_nothing() -> None:
    table = sit_down()
    melds = table.konkan.suggestion(0).melds
    with pytest.raises(InputError, match="the starter only throws"):
        table.state.moves_for([repr(card) for card in melds[0].cards], "table")
    table.play(table.round.choose("greedy", 1))
    run_ais(table)
    hand = table.view.seats[0].cards
    before = table.record, table.view
    for cards, target, reason in (
        (hand[:1], "trash", "draw a card first"),
        (hand[:2], "trash", "one card is thrown, not 2"),
        ((), "trash", "may be taken only to come down"),
        (hand[:3], "table", "draw from the deck or take the trash first"),
        (hand[:1], "meld 7", "there is no meld 8"),
        (hand[:1], "deck", "cannot go to the deck"),
    ):
        with pytest.raises(InputError, match=reason):
            table.state.moves_for(cards, target)
    assert (table.record, table.view) == before


def test_cards_are_added_to_melds_and_jokers_swapped_by_dropping_them() -> None:
    """Wherever the greedy player adds or swaps, a drop of the card on the meld does the same."""
    kinds = set()
    for seed in range(60):
        table = KonkanTable((HUMAN, HUMAN, HUMAN), 1, seed)
        while table.seat is not None:
            for action in table.round.legal_actions():
                verb = action.split()[0]
                if verb in ("sarf", "swap"):
                    choice = table.konkan.choice_of(action)
                    (move,) = table.state.moves_for(choice.cards, choice.target)
                    assert table.round.can(move)
                    kinds.add(verb)
            table.play(table.round.choose("greedy", seed))
        if kinds == {"sarf", "swap"}:
            return
    pytest.fail(f"only {kinds} came up")


def test_hints_are_legal() -> None:
    table = sit_down()
    task = table.ask(0.2)
    assert task is not None
    hints = table.hints(task, task.work(Control()))
    assert hints[0].figure.startswith("wins ")
    assert all(table.round.can(hint.choice.moves[0]) for hint in hints)


def test_the_question_is_what_the_seat_sees() -> None:
    """The advisor gives the search the same view as a player at the table."""
    from assistant.advisors.konkan_view import view_of

    n_coming = 0
    for seed in range(6):
        table = KonkanTable((HUMAN, HUMAN), 1, seed)
        while table.seat is not None:
            seen = table.konkan.seen(table.seat)
            view = view_of(seen.request())
            if table.seat == 0:
                assert view == seen.view
            n_coming += table.round.must_lay
            table.play(table.round.choose("greedy", 1))
    assert n_coming, "also while somebody is coming down"


def test_a_kept_table_has_its_scores() -> None:
    table = KonkanTable((HUMAN, HUMAN), 2, 5)
    while table.seat is not None:
        table.play(table.round.choose("greedy", 1))
    table.deal()
    again = GameTable.of(read_record(table.record.to_json())).state
    assert isinstance(again, KonkanState)
    assert again.game.text == table.round.text
    assert again.scores == table.konkan.scores


def test_one_layer_of_truth() -> None:
    """The table plays on the engine's game and nothing else."""
    table = KonkanTable((HUMAN, HUMAN), 1, 5)
    twin = KonkanGame.from_text(table.round.text)
    for _ in range(20):
        action = twin.choose("greedy", 1)
        twin.apply(action)
        table.play(action)
    assert twin.text == table.round.text


def test_house_rules_are_kept_with_the_table() -> None:
    rules = KonkanRules(threshold=60, min_naturals=2, keep_top=True)
    table = KonkanTable(("greedy", "greedy"), 1, 4, rules)
    assert table.round.rules == rules
    assert KonkanRules.read(table.record.rules) == rules
    assert GameTable.of(table.record).rules == rules


def test_a_click_elsewhere_pulls_nothing() -> None:
    table = KonkanTable((HUMAN, HUMAN), 1, 4)
    table.play(table.choices()[-1].moves[0])
    for place in ("seat 0", "seat 1", "meld 0", "table", "gone"):
        with pytest.raises(InputError, match="draw from the deck or take the trash first"):
            table.state.moves_for((), place)


def test_a_round_is_the_deal_of_its_seed_everywhere() -> None:
    table = KonkanTable(("greedy", "greedy"), 2, 7)
    assert table.round.text == KonkanGame.deal(7, 2).text
    run_ais(table)
    assert table.round.text != KonkanGame.deal(7, 2, 1).text


def test_with_no_card_chosen_the_words_say_what_to_choose() -> None:
    table = KonkanTable((HUMAN, HUMAN), 1, 4)
    with pytest.raises(InputError, match=r"^choose a card to throw$"):  # fifteen cards are held
        table.state.moves_for((), "trash")
    table.play(table.choices()[-1].moves[0])
    with pytest.raises(InputError, match=r"from the trash: .*only to come down"):
        table.state.moves_for((), "trash")
    table.play("pull deck")
    with pytest.raises(InputError, match=r"^choose the cards to lay$"):
        table.state.moves_for((), "table")
    with pytest.raises(InputError, match="already"):
        table.state.moves_for((), "deck")


def test_four_of_a_kind_that_goes_under_the_trash_is_told() -> None:
    table, n_announced = KonkanTable(("greedy", "greedy"), 1, 1), 0
    while not table.is_over:
        task = table.step()
        assert task is not None
        laid, size = table.round.result().laid_points, len(table.round.trash)
        events = table.answer(task, task.work(Control()))
        announced = [event for event in events if "goes under the trash" in event.text]
        n_announced += len(announced)
        if announced:
            assert "7♣ 7♦ 7♥ 7♠ (28)" in announced[0].text
            seat = task.seat
            points = sum(
                int(e.text.rpartition("(")[2].partition(")")[0])
                for e in events
                if e.move.startswith("lay")
            )
            assert table.round.result().laid_points[seat] - laid[seat] == points
            assert len(table.round.trash) >= size + 4
    assert n_announced == 1


def test_a_deck_that_is_shuffled_again_is_told() -> None:
    table = KonkanTable(("random", "random"), 1, 0)
    run_ais(table)
    for event in table.events:
        before, after = (
            next(len(g.cards) for g in view.groups if g.place == "deck")
            for view in (event.before, event.after)
        )
        assert ("the trash is shuffled" in event.text) == (after > before)
    assert any("the trash is shuffled" in event.text for event in table.events)


def test_moves_are_told_as_people_say_them() -> None:
    table = KonkanTable((HUMAN, "greedy"), 1, 4)
    table.play(table.choices()[-1].moves[0])
    run_ais(table)
    table.play("pull deck")
    words = [event.text for event in table.events]
    assert words[0].startswith("You threw ")
    assert words[1] in ("Greedy drew a card", f"Greedy took {words[0][10:]} from the trash")
    assert words[-1] == "You drew a card"


def test_rules_are_told_in_a_players_words() -> None:
    start = sit_down()
    for cards, target, reason in (
        ((), "deck", r"^you start with 15 cards: throw one$"),
        (("5♣", "7♦", "J♠"), "table", r"^5♣ 7♦ J♠ is not a run or a set$"),
    ):
        with pytest.raises(InputError, match=reason):
            start.state.moves_for(cards, target)
    table = KonkanTable((HUMAN, "greedy", "greedy"), 3, 5)
    while not (table.waits_for_human and table.round.must_lay):
        table.play("deal" if table.round.is_over else table.round.choose("greedy", 1))
    laid, wanted = table.round.coming, table.round.threshold(0)
    missing = f"^{laid} of {wanted} points laid: lay {wanted - laid} more or take them back$"
    with pytest.raises(InputError, match=missing):
        table.state.moves_for(table.view.seats[0].cards[:1], "trash")
    assert table.konkan.prompt() == f"{laid} of {wanted} points to come down"


def test_a_match_ends_with_its_places_and_says_who_shares_the_first() -> None:
    shared = won = 0
    for seed in range(16):
        table = KonkanTable(("greedy",) * 2, 2, seed)
        for _ in run(table, Control()):
            pass
        places = table.state.outcome().places
        rows = table.state.standings()
        assert [row.place for row in rows] == sorted(places)
        assert all(row.place == places[row.seat] for row in rows)
        first = [table.names[seat] for seat, place in enumerate(places) if place == 1]
        shared, won = shared + (len(first) > 1), won + (len(first) == 1)
        assert all(name in table.view.headline for name in first)
        words = "share first place with 1 round each" if len(first) > 1 else "wins with 2 rounds"
        assert table.view.headline.endswith(words)
    assert shared
    assert won

from collections import Counter
from typing import Any

import pytest

from assistant.tables import DEAL, HUMAN
from assistant.tables.konkan import KonkanTable, options_of
from engine.control import Control
from engine.errors import InputError
from engine.konkan.game import KonkanGame
from engine.konkan.rules import KonkanRules
from engine.konkan.search import SearchResult, search
from tests.assistant.tables.test_table import run


def sit_down() -> KonkanTable:
    """A table at which the person is to act."""
    table = KonkanTable((HUMAN, "greedy"), 1, 2)
    run(table)
    return table


def test_a_match_of_ais_keeps_a_scoreboard() -> None:
    table = KonkanTable(("greedy", "greedy", "random"), n_rounds=3, seed=4)
    run(table)
    assert sum(score.wins for score in table.scores) <= 3
    assert table.names == ("Greedy (1)", "Greedy (2)", "Random")


def test_all_cards_are_always_somewhere() -> None:
    table = KonkanTable(("greedy", "greedy", "greedy"), n_rounds=1, seed=9)
    for event in table.run(Control()):
        view = event.after
        lying = [card for group in view.groups for card in group.cards]
        assert len(lying) + sum(len(seat.cards) for seat in view.seats) == 106


def test_every_legal_move_is_offered() -> None:
    table = sit_down()
    offered = [choice.moves[0] for choice in table.choices() if len(choice.moves) == 1]
    assert Counter(offered) == Counter(table.game.legal_actions())


def test_people_at_every_seat_can_play_a_whole_round_by_cards() -> None:
    laid_at_once = False
    for seed in range(3, 8):
        table = KonkanTable((HUMAN, HUMAN), 2, seed)
        while table.seat is not None:
            greedy = table.game.choose("greedy")
            choices = table.choices()
            assert (greedy,) in [choice.moves for choice in choices]
            choice = next(c for c in choices if len(c.moves) > 1 or c.moves == (greedy,))
            moves = table.moves_for(choice.cards, choice.target)
            laid_at_once |= len(moves) > 1
            table.play(*moves)
        assert table.waits_for_deal
        assert "wins" in table.view.headline
    assert laid_at_once


def test_a_drop_that_is_not_legal_names_the_rule_and_changes_nothing() -> None:
    table = sit_down()
    melds = table.suggestion(0).melds
    with pytest.raises(InputError, match="the starter only throws"):
        table.moves_for([repr(card) for card in melds[0].cards], "table")
    table.play(table.game.choose("greedy", 1))
    run(table)
    hand = table.view.seats[0].cards
    before = table.saved(), table.view
    for cards, target, reason in (
        (hand[:1], "trash", "pull a card first"),
        (hand[:2], "trash", "one card is thrown, not 2"),
        ((), "trash", "may be taken only to come down"),
        (hand[:3], "table", "is no meld|pull a card first"),
        (hand[:1], "meld 7", "there is no meld 8"),
        (hand[:1], "deck", "cannot go to the deck"),
    ):
        with pytest.raises(InputError, match=reason):
            table.moves_for(cards, target)
    assert (table.saved(), table.view) == before


def test_cards_are_added_to_melds_and_jokers_swapped_by_dropping_them() -> None:
    """Wherever the greedy player adds or swaps, a drop of the card on the meld does the same."""
    kinds = set()
    for seed in range(60):
        table = KonkanTable((HUMAN, HUMAN, HUMAN), 1, seed)
        while table.seat is not None:
            for action in table.game.legal_actions():
                verb = action.split()[0]
                if verb in ("sarf", "swap"):
                    choice = table.choice_of(action)
                    (move,) = table.moves_for(choice.cards, choice.target)
                    assert table.game.can(move)
                    kinds.add(verb)
            table.play(table.game.choose("greedy", seed))
        if kinds == {"sarf", "swap"}:
            return
    pytest.fail(f"only {kinds} came up")


def test_hints_are_legal() -> None:
    table = sit_down()
    hints = table.hints(Control())
    assert hints[0].figure.startswith("wins ")
    assert all(table.game.can(hint.choice.moves[0]) for hint in hints)


def test_hints_stand_on_the_table_that_was_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down()
    legal = table.game.legal_actions()

    def move_on_and_search(*args: Any) -> SearchResult:
        table.play(*table.choices()[0].moves)
        return search(*args)

    monkeypatch.setattr("assistant.tables.konkan.search", move_on_and_search)
    hints = table.hints(Control())
    assert {hint.choice.moves[0] for hint in hints} <= set(legal)
    assert not set(legal) & set(table.game.legal_actions())


def test_a_kept_table_has_its_scores() -> None:
    table = KonkanTable((HUMAN, HUMAN), 2, 5)
    while table.seat is not None:
        table.play(table.game.choose("greedy", 1))
    table.play(DEAL)
    again = KonkanTable.restore(table.saved())
    assert again.game.text == table.game.text
    assert again.scores == table.scores


def test_one_layer_of_truth() -> None:
    """The table plays on the engine's game and nothing else."""
    table = KonkanTable((HUMAN, HUMAN), 1, 5)
    twin = KonkanGame.from_text(table.game.text)
    for _ in range(20):
        action = twin.choose("greedy", 1)
        twin.apply(action)
        table.play(action)
    assert twin.text == table.game.text


def test_house_rules_are_kept_with_the_table() -> None:
    rules = KonkanRules(threshold=60, min_naturals=2, keep_top=True)
    table = KonkanTable(("greedy", "greedy"), 1, 4, options=options_of(rules))
    assert table.game.rules == rules
    assert KonkanTable.restore(table.saved()).game.rules == rules
    assert options_of(KonkanRules()) == ()
    for bad in ("threshold", "threshold=-1", "threshold=0", "wings=2"):
        with pytest.raises(InputError):
            KonkanTable(("greedy", "greedy"), options=(bad,))


def test_with_no_card_chosen_the_words_say_what_to_choose() -> None:
    table = KonkanTable((HUMAN, HUMAN), 1, 4)
    with pytest.raises(InputError, match=r"^choose a card to throw$"):  # fifteen cards are held
        table.moves_for((), "trash")
    table.play(table.choices()[-1].moves[0])
    with pytest.raises(InputError, match=r"from the trash: .*only to come down"):
        table.moves_for((), "trash")
    table.play("pull deck")
    with pytest.raises(InputError, match=r"^choose the cards to lay$"):
        table.moves_for((), "table")
    with pytest.raises(InputError, match="already"):
        table.moves_for((), "deck")

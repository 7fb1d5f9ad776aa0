import itertools
from collections import Counter

import pytest

from assistant.tables import DEAL, HUMAN, read_table
from assistant.tables.konkan import KonkanTable, options_of
from engine.control import Control
from engine.errors import InputError
from engine.konkan.game import KonkanGame
from engine.konkan.rules import KonkanRules


def run(table: KonkanTable) -> None:
    for _ in table.run(Control()):
        pass


def sit_down(seed: int = 2, n_rounds: int = 1, rival: str = "greedy") -> KonkanTable:
    table = KonkanTable((HUMAN, rival), n_rounds, seed)
    run(table)
    return table


def greedy_round(table: KonkanTable) -> None:
    """People at all seats play as the greedy player would."""
    while table.seat is not None:
        table.play(table.game.choose("greedy", 1))


def test_a_match_of_ais_keeps_a_scoreboard_and_every_move() -> None:
    table = KonkanTable(("greedy", "greedy", "random"), n_rounds=3, seed=4)
    events = list(table.run(Control()))
    assert table.is_over
    assert "The match is over" in table.view.headline
    assert sum(score.wins for score in table.scores) <= 3
    assert [event.move for event in events if event.seat is None] == [DEAL, DEAL]
    assert all(a.after is b.before for a, b in itertools.pairwise(events))
    assert table.names == ("Greedy (1)", "Greedy (2)", "Random")


def test_all_cards_are_always_somewhere() -> None:
    table = KonkanTable(("greedy", "greedy", "greedy"), n_rounds=1, seed=9)
    for event in table.run(Control()):
        view = event.after
        lying = [card for group in view.groups for card in group.cards]
        assert len(lying) + sum(len(seat.cards) for seat in view.seats) == 106


def test_the_person_sees_only_her_own_hand_and_every_legal_move() -> None:
    table = sit_down()
    offered = [choice.moves[0] for choice in table.choices() if len(choice.moves) == 1]
    assert Counter(offered) == Counter(table.game.legal_actions())
    seen = table.view.seen_by(table.humans)
    assert "?" not in seen.seats[0].cards
    assert set(seen.seats[1].cards) == {"?"}


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
    with pytest.raises(InputError):
        table.play("fly away")
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


def test_hints_are_legal_and_lead_to_the_end() -> None:
    table = sit_down()
    hints = table.hints(Control())
    assert hints[0].figure.startswith("wins ")
    assert all(table.game.can(hint.choice.moves[0]) for hint in hints)
    while not table.is_over:
        table.play(table.game.choose("greedy", 1))
        run(table)
    assert table.hints(Control()) == ()


def test_moves_are_taken_back_and_the_table_is_as_it_was() -> None:
    table = sit_down(3, 2)
    stands = []
    for _ in range(30):
        stands.append((table.saved(), table.view, table.choices()))
        table.play(table.game.choose("greedy", 1))
        run(table)
    for stand in reversed(stands):
        table.take_back()
        assert (table.saved(), table.view, table.choices()) == stand


def test_a_kept_table_is_the_same_table() -> None:
    table = KonkanTable((HUMAN, HUMAN), 2, 5)
    greedy_round(table)
    table.play(DEAL)
    again = KonkanTable.restore(read_table(table.saved().model_dump_json()))
    assert again.events == table.events
    assert again.game.text == table.game.text
    assert again.scores == table.scores


def test_wrong_players_are_refused() -> None:
    with pytest.raises(InputError, match="expected 2 or 3"):
        KonkanTable((HUMAN,))
    with pytest.raises(InputError, match="wizard"):
        KonkanTable((HUMAN, "wizard"))


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

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import IllegalStateError, InputError
from engine.konkan.cards import format_hand
from engine.konkan.game import KonkanGame
from engine.konkan.players import parse_player
from engine.konkan.rules import KonkanRules
from tests.engine.konkan.positions import fields_of, game_of


def play(seed: int, players: int, n_actions: int, rules: KonkanRules | None = None) -> KonkanGame:
    rng = random.Random(seed)
    game = KonkanGame.deal(seed, players, rules=rules or KonkanRules())
    for _ in range(n_actions):
        if game.is_over:
            break
        greedy = rng.random() < 0.8
        game.apply(game.choose("greedy") if greedy else rng.choice(game.legal_actions()))
    return game


@given(st.integers(0, 2**64 - 1), st.integers(2, 3), st.integers(0, 120))
@settings(max_examples=60, deadline=None)
def test_a_game_reads_back_and_goes_on_alike(seed: int, players: int, n_actions: int) -> None:
    game = play(seed, players, n_actions)
    twin = KonkanGame.from_text(game.text)
    assert twin.text == game.text
    assert twin.rules == game.rules
    while not game.is_over:
        action = game.choose("greedy")
        assert twin.choose("greedy") == action
        game.apply(action)
        twin.apply(action)
        assert twin.text == game.text


@pytest.mark.parametrize("names", [["greedy", "greedy"], ["random", "greedy", "random"]])
@pytest.mark.parametrize("seed", range(3))
def test_playing_out_is_choosing_and_applying(names: list[str], seed: int) -> None:
    game, twin = (KonkanGame.deal(seed, len(names)) for _ in range(2))
    seeds = [100 * seat + seed for seat in range(len(names))]
    actions = twin.play_out(names, seeds).split("\n")
    for action in actions:
        seeds[game.seat] += 1
        assert game.choose(names[game.seat], seeds[game.seat]) == action
        game.apply(action)
    assert game.is_over
    assert game.text == twin.text


def test_playing_out_needs_a_known_player_for_each_seat() -> None:
    game = KonkanGame.deal(1, 2)
    with pytest.raises(IllegalStateError, match="expected 2 players"):
        game.play_out(["greedy"], [1, 2])
    with pytest.raises(IllegalStateError, match='"wizard"'):
        game.play_out(["wizard", "greedy"], [1, 2])
    assert game.text == KonkanGame.deal(1, 2).text


@given(st.integers(0, 1_000), st.integers(0, 80), st.text(max_size=20))
@settings(max_examples=60, deadline=None)
def test_what_is_illegal_changes_nothing(seed: int, n_actions: int, noise: str) -> None:
    game = play(seed, 3, n_actions)
    legal, before = set(game.legal_actions()), game.text
    tried = ["pull deck", "pull trash", "throw JK", "throw AS", "lay AS 2S 3S", "lay 7S 7H JK"]
    tried += ["sarf 0 AS", "sarf 9 7H", "swap 0 KD", "lay JK JK JK", "fly", noise]
    for action in tried:
        if game.can(action):
            continue
        with pytest.raises(IllegalStateError):
            game.apply(action)
        with pytest.raises(IllegalStateError):
            game.verify(action)
        assert game.text == before
    assert set(game.legal_actions()) == legal


def test_the_starter_only_throws() -> None:
    game = KonkanGame.deal(1, 3, starter=2)
    assert (game.seat, game.phase, len(game.hand(2))) == (2, "act", 15)
    assert all(action.startswith("throw") for action in game.legal_actions())
    assert [len(game.hand(seat)) for seat in (0, 1)] == [14, 14]


def table_with(hands: str, table: str = "", trash: str = "2C", **fields: str) -> KonkanGame:
    """A game in which the seats hold what the test wants; the other cards are the deck."""
    deck = Counter({f"{r}{s}": 2 for s in "CDHS" for r in (*map(str, range(2, 11)), *"AJQK")})
    deck["JK"] = 2
    laid = [word.split("=")[0] for word in table.replace(",", " ").split() if ":" not in word]
    for card in (*hands.replace("/", " ").split(), *laid, *trash.split()):
        deck[card] -= 1
    assert min(deck.values()) >= 0
    piles = {"hands": hands, "table": table, "trash": trash, "deck": " ".join(deck.elements())}
    return game_of(**piles | fields)


def test_coming_down_needs_more_than_the_opponent() -> None:
    hand = "QD KD AD QH KH AH 7S 8S 9S 2S / 3S 4S"
    assert "lay 7S 8S 9S" in table_with(hand, down="- 81").legal_actions()
    assert not any(a.startswith("lay") for a in table_with(hand, down="- 84").legal_actions())


def test_who_began_to_come_down_must_finish() -> None:
    game = table_with("QD KD AD QH KH AH 7S 8S 9S 2S / 3S 4S")
    game.apply("lay 7S 8S 9S")
    assert game.must_lay
    with pytest.raises(IllegalStateError, match="finish coming down"):
        game.apply("throw 2S")
    game.apply("lay QD KD AD")
    game.apply("lay QH KH AH")
    assert game.observation(0).seats[0].down_total == 84
    game.apply("throw 2S")
    assert game.winner == 0


def test_a_card_must_be_left_to_throw() -> None:
    game = table_with("QD KD AD QH KH AH 7S 8S 9S / 3S 4S")
    assert not any(action.startswith("lay") for action in game.legal_actions())


def test_four_natural_cards_go_under_the_trash() -> None:
    game = table_with("KC KD KH KS QH QD QS 2S 3S / 3S 4S", trash="9C", down="90 -")
    game.apply("lay KC KD KH KS")
    assert format_hand(game.trash) == "KC KD KH KS 9C"
    assert not game.table
    game.apply("lay QD QH QS")
    assert len(game.table) == 1


def test_a_joker_is_swapped_only_from_an_opponent_and_when_down() -> None:
    table = "1: 7S JK=8S 9S, 0: 7H JK=8H 9H"
    game = table_with("8S 8H 2C / 3S 4S", table, down="90 95")
    assert {a for a in game.legal_actions() if a.startswith("swap")} == {"swap 0 8S"}
    game.apply("swap 0 8S")
    assert "JK" in format_hand(game.hand(0))
    assert repr(game.table[0].meld) == "7S 8S 9S"
    assert not table_with("8S 8H 2C / 3S 4S", table, down="- 95").can("swap 0 8S")
    own = table_with("8S 8H 2C / 3S 4S", table, down="90 95", rules="81 1 0 1 0 25 400")
    assert own.can("swap 1 8H")


def test_a_trash_card_is_not_thrown_back() -> None:
    game = table_with("5C 9D / 3S 4S", "1: 7S 8S 9S", trash="2C KH", down="90 95", phase="pull")
    game.apply("pull trash")
    assert "throw KH" not in game.legal_actions()
    double = table_with("KH 9D / 3S 4S", "1: 7S 8S 9S", trash="2C KH", down="90 95", phase="pull")
    double.apply("pull trash")
    assert "throw KH" in double.legal_actions()


def test_the_trash_card_taken_to_come_down_must_be_melded() -> None:
    hand = "QD KD AD QH KH AH 7S 8S 2S 3D 4C 6C 8C 10C"
    game = table_with(f"{hand} / 3S 4S", trash="2C 9S", phase="pull")
    game.apply("pull trash")
    lays = game.legal_actions()
    assert lays
    assert all(action.startswith("lay") for action in lays)
    assert not table_with(f"{hand} / 3S 4S", trash="9S 2C", phase="pull").can("pull trash")


def test_sarf_on_both_ends_and_fourteen_cards() -> None:
    run = "1: 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    game = table_with("AS AS 2C / 3S 4S", run, down="90 95")
    assert {"sarf 0 AS", "sarf 0 AS high"} <= set(game.legal_actions())
    game.apply("sarf 0 AS high")
    game.apply("sarf 0 AS")
    assert len(game.table[0].meld.cards) == 14
    assert game.legal_actions() == ["throw 2C"]


def test_an_empty_deck_is_made_of_the_trash() -> None:
    fields = fields_of(KonkanGame.deal(3, 2))
    deck = fields["deck"]
    fields |= {"trash": deck, "deck": "", "phase": "pull", "turn": "9", "seat": "1"}
    for keep_top in (0, 1):
        game = game_of(**fields | {"rules": f"81 1 0 0 {keep_top} 25 400"})
        game.apply("pull deck")
        assert (game.deck_size, len(game.trash)) == (len(deck.split()) - 1 - keep_top, keep_top)


def test_later_melds_raise_the_total_only_by_option() -> None:
    hand = "QD KD AD 2S 5H / 3S 4S"
    for option, total in (("0", 90), ("1", 120)):
        game = table_with(hand, down="90 -", rules=f"81 1 {option} 0 0 25 400")
        game.apply("lay QD KD AD")
        assert game.observation(0).seats[0].down_total == total


def test_a_long_game_is_a_draw() -> None:
    rules = KonkanRules(max_turns=6)
    game = play(1, 2, 1_000, rules)
    assert game.is_over
    assert game.winner is None
    assert game.turn == 6


def test_an_observation_hides_what_is_hidden() -> None:
    game = play(4, 3, 40)
    other = game.shuffled(9)
    assert other.text != game.text
    for seat in range(3):
        seen = game.observation(seat)
        assert seen.hand == game.hand(seat)
        assert other.observation(seat) == seen


def test_a_player_sees_only_its_own_cards() -> None:
    game = play(4, 2, 31)
    other = 1 - game.seat
    fields = fields_of(game)
    hands, deck = fields["hands"].split("/"), fields["deck"].split()
    mine, theirs = hands[game.seat], hands[other].split()
    known = fields["known"].split("/")[other].split()
    free = [card for card in theirs if card not in known]
    swapped = [c for c in theirs if c in known] + deck[: len(free)]
    if any(swapped.count(card) > 2 for card in swapped):
        pytest.skip("these cards cannot be swapped")
    new_hands = [mine, " ".join(swapped)] if other == 1 else [" ".join(swapped), mine]
    new_deck = " ".join(free + deck[len(free) :])
    twin = game_of(**fields | {"hands": " / ".join(new_hands), "deck": new_deck})
    assert twin.choose("greedy") == game.choose("greedy")
    assert twin.observation(game.seat) == game.observation(game.seat)


@pytest.mark.parametrize("text", ["", "players 2", "players 9; seat 0"])
def test_damaged_text_is_refused(text: str) -> None:
    with pytest.raises(IllegalStateError):
        KonkanGame.from_text(text)


def test_bad_numbers_are_refused() -> None:
    for bad in ({"players": 4}, {"players": 2, "starter": 2}):
        with pytest.raises(InputError):
            KonkanGame.deal(1, **bad)
    for rules in ({"threshold": 0}, {"min_naturals": 3}, {"joker_deadwood": 99}, {"max_turns": 0}):
        with pytest.raises(InputError):
            KonkanRules(**rules)
    with pytest.raises(InputError, match='konkan has no agent "deep"'):
        parse_player("deep")
    with pytest.raises(InputError, match='no setting "depth"'):
        parse_player("search?depth=3")
    with pytest.raises(InputError, match='simulations="x"'):
        parse_player("search?simulations=x")
    assert parse_player("search?simulations=8&opponent_priors=false").name == (
        "search?opponent_priors=no&simulations=8"
    )

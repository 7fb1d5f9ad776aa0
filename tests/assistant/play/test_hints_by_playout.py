"""Konkan's hint after coming down, checked by playouts that share nothing with the search.

Hidden cards are dealt at random from what the seat cannot see, and everybody plays greedily to the
end by the rules of the game. The players of the search are stronger, so the shares need only be
near; the move that Hint and Analyse name must be among the best by this yardstick, too.
"""

import random
from functools import cache

from assistant.play import HUMAN, GameTable, find_game
from assistant.play.konkan import KonkanState
from assistant.play.view import Hint
from engine.control import Control
from engine.konkan.game import KonkanGame
from tests.engine.konkan.positions import fields_of

N_DEALS = 120
N_THROWS = 5  # to choose from, at least
NEAR = 0.15  # between the shares of two kinds of players
AS_GOOD = 0.12  # by how much another throw may look better in so few deals


@cache
def after_coming_down() -> GameTable:
    """Return a table at which a person who is down has drawn and is to throw."""
    table = GameTable(find_game("konkan"), (HUMAN, "greedy"), 1, 2)
    while not table.is_over:
        assert isinstance(table.state, KonkanState)
        game = table.state.game
        is_down = game.seats[0].down_total is not None and not game.must_lay
        legal = game.legal_actions()
        throws = [action for action in legal if action.startswith("throw")]
        if table.waits_for_human and is_down and len(throws) == len(legal) >= N_THROWS:
            return table
        table.play(game.choose("greedy", 1))
    raise AssertionError("nobody came down")


def another_deal(game: KonkanGame, rng: random.Random) -> KonkanGame:
    """Return the same table with other hidden cards: the opponent's hand and the deck are mixed."""
    fields = fields_of(game)
    own, opponent = (hand.split() for hand in fields["hands"].split("/"))
    known = fields["known"].split("/")[1].split()
    hidden = list(opponent)
    for card in known:
        hidden.remove(card)
    deck = fields["deck"].split()
    pool = [*hidden, *deck]
    rng.shuffle(pool)
    fields["hands"] = f"{' '.join(own)} / {' '.join([*known, *pool[: len(hidden)]])}"
    fields["deck"] = " ".join(pool[len(hidden) :])
    fields["rng"] = " ".join(str(rng.getrandbits(31) | 1) for _ in range(4))
    return KonkanGame.from_text("; ".join(f"{name} {value}" for name, value in fields.items()))


def win_share(game: KonkanGame, action: str) -> float:
    """Return how often seat 0 wins after an action, over the same deals for every action."""
    n_won = 0
    for number in range(N_DEALS):
        trial = another_deal(game, random.Random(number))
        trial.apply(action)
        trial.play_out(["greedy", "greedy"], [number, number + 1])
        n_won += trial.winner == 0
    return n_won / N_DEALS


def asked(table: GameTable) -> tuple[Hint, ...]:
    task = table.ask(seconds=2.0)
    assert task is not None
    return table.hints(task, task.work(Control()))


def test_the_hint_agrees_with_plain_playouts() -> None:
    table = after_coming_down()
    assert isinstance(table.state, KonkanState)
    game = table.state.game
    hints = asked(table)
    best = hints[0]
    assert best.figure.startswith("wins ")
    shares = {
        action: win_share(game, action)
        for action in dict.fromkeys(hint.choice.moves[0] for hint in hints)
    }
    said = best.choice.moves[0]
    assert shares[said] >= max(shares.values()) - AS_GOOD, shares
    if best.figure.endswith("%"):
        assert abs(int(best.figure.split()[1][:-1]) / 100 - shares[said]) < NEAR, shares


def test_hint_and_analysis_of_a_position_are_one_answer() -> None:
    """A hint at the table and the analysis of the same position elsewhere in the game agree."""
    table = after_coming_down()
    twin = table.at(len(table.events))
    assert twin.question() == table.question()
    assert asked(twin) == asked(table)

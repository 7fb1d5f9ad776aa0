"""One row for each native door: valid arguments, from which the tries are made."""

from functools import partial
from typing import Any

import numpy as np

import rust_meld
from tests.fuzz.doors import Call, Door

RULES = (81, 1, False, False, False, 25, 60)
HAND = bytes([6, 7, 8, 20, 33, 46, 1, 14, 27, 52, 40, 41, 42, 12])


def game(n_actions: int = 9) -> rust_meld.Game:
    """A game of Konkan after some actions."""
    made = rust_meld.Game(7, 2, 0, RULES)
    for _ in range(n_actions):
        made.apply(made.choose("greedy", 1))
    return made


def search() -> rust_meld.Search:
    """A search for the player to act."""
    return rust_meld.Search(game().view(game().seat), game().seat, **SEARCH)


SEARCH: dict[str, Any] = {
    "seed": 1,
    "threads": 2,
    "dirichlet_alpha": 0.3,
    "dirichlet_weight": 0.1,
    "opponent_priors": True,
    "flat": False,
    "horizon": 10,
    "trust": 0.3,
    "simulations": 20,
}


def of_game(name: str, *args: Any) -> Door:
    """The door of a method of a game."""
    return Door(lambda: Call(getattr(game(), name), args))


def read(make: Any, name: str) -> Door:
    """The door of a property."""
    return Door(lambda: Call(partial(getattr, make(), name)))


KONKAN = {
    "frontier": Door(lambda: Call(rust_meld.frontier, (HAND, 1, 25))),
    "layout": Door(lambda: Call(rust_meld.layout, (HAND, 6, 1, 25))),
    "melds": Door(lambda: Call(rust_meld.melds, (HAND, 2))),
    "read_meld": Door(lambda: Call(rust_meld.read_meld, ("7C 8C JK", 1))),
    "Game": Door(lambda: Call(rust_meld.Game, (7, 2, 0, RULES))),
    "Game.from_text": Door(lambda: Call(rust_meld.Game.from_text, (game().text(),))),
    "Game.text": of_game("text"),
    "Game.copy": of_game("copy"),
    "Game.view": of_game("view", 1),
    "Game.hand": of_game("hand", 1),
    "Game.hand_size": of_game("hand_size", 1),
    "Game.known": of_game("known", 1),
    "Game.down": of_game("down", 1),
    "Game.laid": of_game("laid", 1),
    "Game.deadwood": of_game("deadwood", 1),
    "Game.threshold": of_game("threshold", 1),
    "Game.legal_actions": of_game("legal_actions"),
    "Game.turns": Door(lambda: Call(game(0).turns)),
    "Game.going_out": of_game("going_out"),
    "Game.verify": of_game("verify", "pull deck"),
    "Game.apply": of_game("apply", "pull deck"),
    "Game.choose": of_game("choose", "random", 3),
    "Game.play_out": of_game("play_out", ["random", "greedy"], [3, 4]),
    **{
        f"Game.{name}": read(game, name)
        for name in (
            *("players", "seat", "phase", "turn", "winner", "taken", "rules", "must_lay", "coming"),
            *("deck_size", "trash", "table"),
        )
    },
    "Search": Door(
        lambda: Call(rust_meld.Search, (game().view(game().seat), game().seat), {**SEARCH})
    ),
    "Search.run": Door(lambda: Call(search().run, (20, 0.05)), work=(0, 1)),
    "Search.choices": Door(lambda: Call(search().choices)),
    "Search.draws": Door(lambda: Call(search().draws)),
}

BOARDS = bytes([0, 14, 28, 42, 5, 0, 14, 28, 43, 5, 1, 14, 28, 42, 6, 2, 15, 29, 44, 7])
GUESS = bytes([0, 14, 28, 42, 5])


def go_on() -> bool:
    """Never stop."""
    return True


def pokle() -> Any:
    """A search among a few boards of Pokle."""
    return rust_meld.PokleSearch(BOARDS, **POKLE)


POKLE: dict[str, Any] = {
    "extra_winners": b"",
    "legal_cards": bytes(range(52)),
    "refused": b"",
    "suit_pardon": True,
    "boards_only": False,
}


def of_pokle(name: str, *args: Any, work: tuple[int, ...] = ()) -> Door:
    """The door of a method of Pokle's search."""
    return Door(lambda: Call(getattr(pokle(), name), args), work)


POKLE_ROWS = {
    "PokleSearch": Door(lambda: Call(rust_meld.PokleSearch, (BOARDS,), {**POKLE})),
    "PokleSearch.can_name_all": of_pokle("can_name_all"),
    "PokleSearch.split_scores": of_pokle("split_scores", BOARDS, True),
    "PokleSearch.shortlist": of_pokle("shortlist", 3, 4, go_on),
    "PokleSearch.rollout": of_pokle("rollout", GUESS, True, 3),
    "PokleSearch.evaluate": of_pokle("evaluate", GUESS, True, 3, 10_000, go_on),
    "PokleSearch.solve": of_pokle("solve", 3, None, 10_000, go_on),
    "PokleSearch.lower_bound": of_pokle("lower_bound"),
    "PokleSearch.two_guess_bound": of_pokle("two_guess_bound", go_on),
    "PokleSearch.unfound": of_pokle("unfound", 2, GUESS, True),
    "pokle_patterns": Door(lambda: Call(rust_meld.pokle_patterns, (GUESS, BOARDS, True))),
    "pokle_tree_bound": Door(lambda: Call(rust_meld.pokle_tree_bound, ([3, 2, 1, 1],))),
}

ROWS: dict[str, Door] = {**KONKAN, **POKLE_ROWS}
NATIVE = {name: row for name, row in ROWS.items() if hasattr(rust_meld, name.split(".")[0])}
NO_DOORS = {"_fail"}  # it panics on purpose


def observation() -> tuple[Any, Any]:
    """What a player of Slave sees and may do, as arrays."""
    from engine.slave.game_state import GameState
    from engine.slave.observations import encode_observation, get_action_mask

    state = GameState()
    state.reset(3)
    seat = state.current_player
    return encode_observation(state, seat), get_action_mask(state, seat)


def agent_door(text: str) -> Door:
    """The door of an agent of Slave that is given arrays."""

    def call() -> Call:
        from engine.slave.agents.registry import make_agent

        return Call(make_agent(text).select_action, observation())

    return Door(call)


def weights() -> "np.ndarray[Any, Any]":
    """The weights of a range: the first hundred hands."""
    return (np.arange(1326) < 100).astype(np.float64)


def _range_door() -> Call:
    from engine.holdem import Range

    return Call(Range, (weights(),))


ARRAYS: dict[str, Door] = {
    "engine.holdem.Range.__init__": Door(_range_door),
    "engine.slave.agents.greedy_agent.GreedyAgent.select_action": agent_door("greedy"),
    "engine.slave.agents.heuristic_agent.HeuristicAgent.select_action": agent_door("heuristic"),
    "engine.slave.agents.policy_agent.PolicyAgent.select_action": agent_door("policy"),
    "engine.slave.agents.random_agent.RandomAgent.select_action": agent_door("random"),
    "engine.slave.agents.search_agent.SearchAgent.select_action": agent_door("search?rollouts=20"),
}

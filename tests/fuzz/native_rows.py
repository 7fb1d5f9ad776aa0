"""One row for each native door: valid arguments, from which the tries are made."""

from functools import partial
from typing import Any

import numpy as np

import rust_meld
from tests.fuzz.doors import Call, Door

native: Any = rust_meld  # rows may name what only some builds have; see `NATIVE`
RULES = (81, 1, False, False, False, 25, 60)
SEATS = [(14, b"\x06", None, 0), (5, b"", 90, 95)]
TABLE = [(1, bytes([34, 35, 64 + 36]))]
VIEW: dict[str, Any] = {"phase": "pull", "turn": 9, "taken": None, "coming": 0, "rules": RULES}
HAND = bytes([6, 7, 8, 20, 33, 46, 1, 14, 27, 52, 40, 41, 42, 12])


def game(n_actions: int = 9) -> rust_meld.Game:
    """A game of Konkan after some actions."""
    made = native.Game(7, 2, 0, RULES)
    for _ in range(n_actions):
        made.apply(made.choose("greedy", 1))
    return made


def search() -> rust_meld.Search:
    """A search for the player to act."""
    return native.Search(seen_now(), **SEARCH)


TRIAL: dict[str, Any] = {"seed": 1, "opponents": "equal"}


def seen_now() -> rust_meld.View:
    """What the player to act sees."""
    return game().view(game().seat)


def trial() -> rust_meld.Trial:
    """Two moves in the same worlds."""
    return native.Trial(seen_now(), moves_now(), **TRIAL)


def moves_now() -> list[list[str]]:
    """Two moves that the player to act may make."""
    legal = game().legal_actions()
    return [[legal[0][0]], [legal[-1][0]]]


SEARCH: dict[str, Any] = {
    "seed": 1,
    "threads": 2,
    "dirichlet_alpha": 0.3,
    "dirichlet_weight": 0.1,
    "opponent_priors": True,
    "opponents": "equal",
    "flat": False,
    "horizon": 10,
    "trust": 0.3,
    "simulations": 20,
    "memory": 3,
    "candidates": 0,
}


def of_game(name: str, *args: Any) -> Door:
    """The door of a method of a game."""
    return Door(lambda: Call(getattr(game(), name), args))


def read(make: Any, name: str) -> Door:
    """The door of a property."""
    return Door(lambda: Call(partial(getattr, make(), name)))


KONKAN = {
    "frontier": Door(lambda: Call(native.frontier, (HAND, 1, 25))),
    "layout": Door(lambda: Call(native.layout, (HAND, 6, 1, 25))),
    "melds": Door(lambda: Call(native.melds, (HAND, 2))),
    "find_meld": Door(lambda: Call(native.find_meld, (bytes([6, 7, 52]), 1))),
    "deadwood": Door(lambda: Call(native.deadwood, (HAND, 25))),
    "View": Door(lambda: Call(native.View, (HAND, SEATS, TABLE, b"\x05"), {**VIEW})),
    **{f"View.{name}": read(seen_now, name) for name in ("me", "threshold", "deck_size")},
    "Game": Door(lambda: Call(native.Game, (7, 2, 0, RULES))),
    "Game.from_text": Door(lambda: Call(native.Game.from_text, (game().text(),))),
    "Game.text": of_game("text"),
    "Game.copy": of_game("copy"),
    "Game.shuffled": of_game("shuffled", 3),
    "Game.view": of_game("view", 1),
    "Game.hand": of_game("hand", 1),
    "Game.hand_size": of_game("hand_size", 1),
    "Game.known": of_game("known", 1),
    "Game.down": of_game("down", 1),
    "Game.laid": of_game("laid", 1),
    "Game.deadwood": of_game("deadwood", 1),
    "Game.threshold": of_game("threshold", 1),
    "Game.legal_actions": of_game("legal_actions"),
    "Game.read_action": of_game("read_action", "throw JK"),
    "Game.reference_actions": of_game("reference_actions"),
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
    "Search": Door(lambda: Call(native.Search, (seen_now(),), {**SEARCH})),
    "search_bounds": Door(lambda: Call(native.search_bounds)),
    "Search.run": Door(lambda: Call(search().run, (20, 0.05)), work=(0, 1)),
    "Search.choices": Door(lambda: Call(search().choices)),
    "Search.draws": Door(lambda: Call(search().draws)),
    "Trial": Door(lambda: Call(native.Trial, (seen_now(), moves_now()), {**TRIAL})),
    "Trial.run": Door(lambda: Call(trial().run, (4, 0.05)), work=(0, 1)),
    "Trial.winners": Door(lambda: Call(trial().winners)),
    "Trial.replies": Door(lambda: Call(trial().replies)),
    "Trial.draws": Door(lambda: Call(trial().draws, (0,))),
    "sample_hands": Door(lambda: Call(native.sample_hands, (seen_now(), 3, 1, "equal")), work=(1,)),
}

BOARDS = bytes([0, 14, 28, 42, 5, 0, 14, 28, 43, 5, 1, 14, 28, 42, 6, 2, 15, 29, 44, 7])
GUESS = bytes([0, 14, 28, 42, 5])


def go_on() -> bool:
    """Never stop."""
    return True


def pokle() -> Any:
    """A search among a few boards of Pokle."""
    return native.PokleSearch(BOARDS, **POKLE)


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
    "PokleSearch": Door(lambda: Call(native.PokleSearch, (BOARDS,), {**POKLE})),
    "PokleSearch.can_name_all": of_pokle("can_name_all"),
    "PokleSearch.split_scores": of_pokle("split_scores", BOARDS, True),
    "PokleSearch.shortlist": of_pokle("shortlist", 3, 4, go_on),
    "PokleSearch.rollout": of_pokle("rollout", GUESS, True, 3),
    "PokleSearch.evaluate": of_pokle("evaluate", GUESS, True, 3, 10_000, go_on),
    "PokleSearch.solve": of_pokle("solve", 3, None, 10_000, go_on),
    "PokleSearch.lower_bound": of_pokle("lower_bound"),
    "PokleSearch.two_guess_bound": of_pokle("two_guess_bound", go_on),
    "PokleSearch.unfound": of_pokle("unfound", 2, GUESS, True),
    "pokle_patterns": Door(lambda: Call(native.pokle_patterns, (GUESS, BOARDS, True))),
    "pokle_tree_bound": Door(lambda: Call(native.pokle_tree_bound, ([3, 2, 1, 1],))),
}


def mask(*cards: int) -> int:
    """Cards as the poker core has them: bit `16 * suit + rank`, from numbers 0 to 51."""
    from engine.cards import Card

    found = [Card.from_index(card) for card in cards]
    return sum(1 << 16 * card.suit + card.rank - 2 for card in found)


def flag() -> "np.ndarray[Any, Any]":
    """A cancel flag that nobody sets."""
    return np.zeros(1, np.uint8)


def sevens() -> "np.ndarray[Any, Any]":
    """Two hands of seven cards."""
    return np.array([[0, 13, 26, 39, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7]], np.uint8)


def counts() -> "list[np.ndarray[Any, Any]]":
    """Room for the results, kinds and lows of two players."""
    return [np.zeros((2, n), np.int64) for n in (3, 2048, 14)]


LEFT = np.arange(14, 52, dtype=np.uint8)


def stud() -> Call:
    known = np.array([mask(0, 1, 2, 3, 4), mask(5, 6, 7, 8, 9)], np.uint64)
    missing = np.array([2, 2], np.int64)
    return Call(native.StudDeal, (known, missing, LEFT.copy(), 0, np.zeros(2, np.uint16)))


def open_stud() -> Call:
    hidden = np.array([mask(0, 1), mask(2, 3)], np.uint64)
    opens = np.full((4, 2), -1, np.int64)
    few = np.array([1, 1], np.int64)
    floors = np.zeros(2, np.uint16)
    return Call(native.StudOpenDeal, (hidden, few, opens, LEFT.copy(), 0, floors, True, False))


def last_card() -> Call:
    return Call(
        native.StudLastCard,
        (),
        {
            "hero_hole": mask(0, 1),
            "hero_open": mask(2, 3, 4, 5),
            "known": [mask(6, 7, 8, 9)],
            "n_missing": [3],
            "gone": 0,
            "code": 0,
            "bet": 0.5,
            "least_chance": 0.25,
            "floor": 0,
        },
    )


def complete() -> Call:
    _, kinds, lows = (part[0] for part in counts())
    room = np.zeros(1000, np.uint64), np.zeros(1000, np.uint16)
    known = mask(0, 1, 2, 3, 4)
    return Call(native.stud_complete, (known, 2, LEFT.copy(), 0, 0, flag(), kinds, lows, *room))


def play_out() -> Call:
    added = np.array([mask(20), mask(21), mask(22), mask(23)], np.uint64)
    values = np.array([5, 6, 7, 8], np.uint16)
    starts = np.array([0, 2, 4], np.int64)
    return Call(native.stud_play_out, (added, values, starts, 0, 2, flag(), counts()[0]))


STUD = {
    "poker_values": Door(lambda: Call(native.poker_values, (sevens(), np.zeros(2, np.uint16)))),
    "poker_values_with": Door(
        lambda: Call(
            native.poker_values_with,
            (
                np.array([0, 1], np.uint8),
                np.array([[10, 11, 12, 13, 14], [20, 21, 22, 23, 24]], np.uint8),
                np.zeros(2, np.uint16),
            ),
        )
    ),
    "poker_count_sevens": Door(lambda: Call(native.poker_count_sevens, (0, 1))),
    "poker_shuffles": Door(
        lambda: Call(native.poker_shuffles, (1, 0, bytes(range(52)), 5, 3)), work=(4,)
    ),
    "stud_starts": Door(
        lambda: Call(native.stud_starts, (3, 4, 1, 0, 0, np.zeros(8788, np.int64))), work=(1,)
    ),
    "stud_values_by_rule": Door(
        lambda: Call(native.stud_values_by_rule, (sevens(), 0, np.zeros(2, np.uint16)))
    ),
    "stud_values_marked": Door(
        lambda: Call(
            native.stud_values_marked,
            (sevens(), np.zeros(2, np.uint8), np.zeros(2, np.uint16)),
        )
    ),
    "stud_complete": Door(complete),
    "stud_play_out": Door(play_out),
    "StudDeal": Door(stud),
    "StudDeal.n_to_deal": read(lambda: stud()(), "n_to_deal"),
    "StudDeal.deal": Door(lambda: Call(stud()().deal, (1, 0, 5, flag(), *counts())), work=(2,)),
    "StudDeal.record": Door(lambda: Call(stud()().record, (1, 0, 2)), work=(2,)),
    "StudOpenDeal": Door(open_stud),
    "StudOpenDeal.n_to_deal": read(lambda: open_stud()(), "n_to_deal"),
    "StudOpenDeal.deal": Door(
        lambda: Call(open_stud()().deal, (1, 0, 5, flag(), *counts())), work=(2,)
    ),
    "StudOpenDeal.record": Door(lambda: Call(open_stud()().record, (1, 0, 2)), work=(2,)),
    "StudLastCard": Door(last_card),
    "StudLastCard.n_cards": read(lambda: last_card()(), "n_cards"),
    "StudLastCard.weigh": Door(
        lambda: Call(
            last_card()().weigh,
            (np.tile(np.arange(10, 14, dtype=np.uint8), (3, 1)), flag(), np.zeros((3, 2))),
        )
    ),
}

BOARD = bytes([40, 41, 42])
N_TALLY = 186


def weights() -> "np.ndarray[Any, Any]":
    """The weights of a range: the first hundred hands."""
    return (np.arange(1326) < 100).astype(np.float64)


def numbers(*values: int) -> "np.ndarray[Any, Any]":
    return np.array(values, np.int64)


def runouts() -> "np.ndarray[Any, Any]":
    return np.array([[20, 21], [22, 23], [24, 25]], np.uint8)


def holdem_deal(starts: tuple[int, ...] = (0, 1, 3)) -> Call:
    n_combos = starts[-1]
    named = {
        "starts": numbers(*starts),
        "combos": numbers(0, 5, 6)[:n_combos],
        "chances": np.ones(n_combos),
        "aliases": np.arange(n_combos),
        "rows": np.zeros((0, 2), np.int64),
        "row_sums": np.zeros(0),
    }
    deck = bytes(card for card in range(52) if card not in BOARD)
    return Call(native.HoldemDeal, (BOARD, deck, np.zeros((0, 2), np.uint8)), named)


def holdem_runouts() -> Call:
    named = {"starts": numbers(0, 1, 3), "combos": numbers(0, 5, 6), "weights": np.ones(3)}
    return Call(native.HoldemRunouts, (BOARD, runouts()), named)


def holdem_duel() -> Call:
    return Call(native.HoldemDuel, (BOARD, runouts(), np.ones(3), weights(), weights()))


HOLDEM = {
    "holdem_layout": Door(lambda: Call(native.holdem_layout)),
    "holdem_canonical_boards": Door(lambda: Call(native.holdem_canonical_boards)),
    "holdem_known_hands": Door(
        lambda: Call(
            native.holdem_known_hands,
            ([0, 1325], bytes([0, 1, 50, 51, *range(5, 41)]), 1.0, flag(), np.zeros(N_TALLY)),
        )
    ),
    "holdem_against_random": Door(
        lambda: Call(
            native.holdem_against_random,
            (0, bytes([0, 1, *range(5, 41)]), 1.0, flag(), np.zeros(N_TALLY)),
        )
    ),
    "holdem_decks": Door(
        lambda: Call(
            native.holdem_decks,
            (
                *(1, 0, 2, flag(), np.zeros((169, 276), np.int32)),
                *(np.zeros((7, 169), np.int64), np.zeros((7, 169, 2), np.int64)),
            ),
        ),
        work=(2,),
    ),
    "HoldemDeal": Door(holdem_deal),
    "HoldemDeal.sample": Door(
        lambda: Call(holdem_deal()().sample, (1, 0, 5, flag(), np.zeros(N_TALLY, np.int64))),
        work=(2,),
    ),
    "HoldemDeal.sample_random": Door(
        lambda: Call(
            holdem_deal((0, 1, 1))().sample_random, (1, 0, 5, np.zeros(N_TALLY, np.int64))
        ),
        work=(2,),
    ),
    "HoldemRunouts": Door(holdem_runouts),
    "HoldemRunouts.enumerate": Door(
        lambda: Call(holdem_runouts()().enumerate, (0, 3, flag(), np.zeros(N_TALLY)))
    ),
    "HoldemDuel": Door(holdem_duel),
    "HoldemDuel.enumerate": Door(
        lambda: Call(holdem_duel()().enumerate, (0, 3, flag(), np.zeros(N_TALLY)))
    ),
    "HoldemDuel.sweep": Door(
        lambda: Call(holdem_duel()().sweep, (0, 3, flag(), np.zeros((1326, 2)), np.zeros((3, 2))))
    ),
}

ROWS: dict[str, Door] = {**KONKAN, **POKLE_ROWS, **STUD, **HOLDEM}
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

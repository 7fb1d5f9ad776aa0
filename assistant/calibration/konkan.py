"""Konkan's chances against its results: rounds between searching players, two and three of them.

Every seat is asked by the same search as Hint and Analyse and plays the turn that it advises. What
is certain by the rules (a turn that goes out) is not a chance and not counted. Few turns are left
once somebody is down, and one result decides them all; so the rest of such a round is also played
several times, with the deck in another order, and measured by itself.
"""

from collections.abc import Iterator
from itertools import chain

from assistant.calibration.statements import CalibrationPlan, Condition, Measurements, Statement
from engine.control import Control
from engine.konkan.game import KonkanGame, Observation
from engine.konkan.player_view import KonkanView
from engine.konkan.players import SearchPlayer
from engine.konkan.search import SearchConfig, SearchResult

NOBODY_DOWN = "nobody down"
TURNS = (0, 8, 16, 24, 40)
PLAYERS = {2: "two players", 3: "three players"}


def measure(plan: CalibrationPlan, control: Control) -> Measurements:
    """Play the rounds, and their ends again, and collect what was said."""
    said: dict[int, list[Statement]] = {n_players: [] for n_players in PLAYERS}
    said_again: dict[int, list[Statement]] = {n_players: [] for n_players in PLAYERS}
    for number in range(plan.n_games):
        for n_players in PLAYERS:
            if control.should_stop():
                break
            statements, start = play_round(number, n_players, plan)
            said[n_players] += statements
            if start is not None:
                said_again[n_players] += replay_end(start, number, plan)
        control.report(number + 1, plan.n_games, "Konkan")
    whole = [
        Condition(f"Konkan, {PLAYERS[n]}: chance to win", statements, TURNS, n)
        for n, statements in said.items()
    ]
    ends = [
        Condition(
            f"Konkan, {PLAYERS[n]}, ends played {plan.n_replays} times: chance to win",
            statements,
            TURNS,
        )
        for n, statements in said_again.items()
    ]
    return Measurements(whole + ends)


def play_round(
    number: int, n_players: int, plan: CalibrationPlan
) -> tuple[list[Statement], KonkanGame | None]:
    """Play one round; return every chance that was said in it, and the position after somebody
    came down.
    """
    game_seed = plan.game_seed(number)
    game = KonkanGame.deal(game_seed, n_players, starter=number % n_players)
    return _play_on(game, number, SearchConfig(simulations=plan.n_tries, seed=game_seed))


def replay_end(start: KonkanGame, number: int, plan: CalibrationPlan) -> list[Statement]:
    """Play the rest of a round several times, the deck shuffled; return every chance said in it.

    The hands stay as they are: only the order of the deck is open.
    """
    first_seed = plan.game_seed(number) * plan.n_replays
    ends = []
    for replay in range(plan.n_replays):
        config = SearchConfig(simulations=plan.n_tries, seed=first_seed + replay)
        ends.append(_play_on(start.shuffled(config.seed), number, config, replay)[0])
    return [*chain.from_iterable(ends)]


def _play_on(
    game: KonkanGame, number: int, config: SearchConfig, replay: int = 0
) -> tuple[list[Statement], KonkanGame | None]:
    """Play a round to its end; return its statements, and the first position with somebody down."""
    players = [SearchPlayer(config) for _ in range(game.players)]
    decisions, start = [], None
    for seen, result in _decisions(game, players):
        if start is None and phase_of(seen) != NOBODY_DOWN:
            start = game.copy()
        decisions.append((seen, result))
    statements = [
        Statement(
            game=number,
            seat=seen.me,
            phase=phase_of(seen),
            turn=seen.turn,
            move=_kind(result.best.turn, seen),
            said=result.win_share,
            happened=float(game.winner == seen.me),
            replay=replay,
        )
        for seen, result in decisions
        if not result.best.wins
    ]
    return statements, start


def _decisions(
    game: KonkanGame, players: list[SearchPlayer]
) -> Iterator[tuple[Observation, SearchResult]]:
    """Play a round to its end; yield each decision's observation and what the search said."""
    while not game.is_over:
        player, seen = players[game.seat], game.observation(game.seat)
        actions = player.choose(KonkanView(game, game.seat), seed=0)
        if player.result is not None:
            yield seen, player.result
        for action in actions:
            game.apply(action)


def _kind(turn: tuple[str, ...], seen: Observation) -> str:
    """Return what a turn does: "draw" (the card then decides), "coming down", or "throw"."""
    if turn == ("pull deck",):
        return "draw"
    is_down = seen.seats[seen.me].down_total is not None
    lays = any(action.startswith("lay") for action in turn)
    return "coming down" if lays and not is_down else "throw"


def phase_of(seen: Observation) -> str:
    """Return who is down, as the seat that is asked sees it."""
    down = [seat.down_total is not None for seat in seen.seats]
    mine = down.pop(seen.me)
    if not mine and not any(down):
        return NOBODY_DOWN
    if mine and any(down):
        return "you and an opponent down"
    return "only you down" if mine else "only opponents down"

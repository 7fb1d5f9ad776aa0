"""Konkan's chances against its results: rounds between searching players, two and three of them.

Every seat is asked by the same search as Hint and Analyse and plays the turn that it advises. What
is certain by the rules (a turn that goes out) is not a chance and not counted.
"""

from collections.abc import Iterator

from assistant.calibration.statements import CalibrationPlan, Condition, Measurements, Statement
from engine.control import Control
from engine.konkan.game import KonkanGame, Observation
from engine.konkan.player_view import KonkanView
from engine.konkan.players import SearchPlayer
from engine.konkan.search import SearchConfig, SearchResult

TURNS = (0, 8, 16, 24, 40)
PLAYERS = {2: "two players", 3: "three players"}


def measure(plan: CalibrationPlan, control: Control) -> Measurements:
    """Play the rounds and collect what was said."""
    statements: dict[int, list[Statement]] = {n_players: [] for n_players in PLAYERS}
    for number in range(plan.n_games):
        for n_players, said in statements.items():
            if control.should_stop():
                break
            said += play_round(number, n_players, plan)
        control.report(number + 1, plan.n_games, "Konkan")
    conditions = [
        Condition(f"Konkan, {PLAYERS[n]}: chance to win", said, TURNS, n)
        for n, said in statements.items()
    ]
    return Measurements(conditions)


def play_round(number: int, n_players: int, plan: CalibrationPlan) -> list[Statement]:
    """Play one round; return every chance that was said in it."""
    game_seed = plan.seed * 1_000_003 + number
    game = KonkanGame.deal(game_seed, n_players, starter=number % n_players)
    config = SearchConfig(simulations=plan.n_tries, seed=game_seed)
    decisions = list(_decisions(game, [SearchPlayer(config) for _ in range(n_players)]))
    return [
        Statement(
            game=number,
            seat=seen.me,
            phase=phase_of(seen),
            turn=seen.turn,
            move=_kind(result.best.turn, seen),
            said=result.win_share,
            happened=float(game.winner == seen.me),
        )
        for seen, result in decisions
        if not result.best.wins
    ]


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
        return "nobody down"
    if mine and any(down):
        return "you and an opponent down"
    return "only you down" if mine else "only opponents down"

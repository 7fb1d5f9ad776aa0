"""Check the other games: intervals that should hold the exact value, and expected guesses.

Hold'em and Kings and Lows: every equity is sampled and counted exactly; nineteen of twenty sampled
intervals should hold the exact value. Pokle: what the advisor expects before the first guess is
compared with the guesses that its own play then takes.
"""

from collections.abc import Iterator

import numpy as np

from assistant.calibration.statements import CalibrationPlan, Check, Measurements
from engine.cards import N_CARDS, Card, format_cards
from engine.control import Control
from engine.statistics import mean_interval, wilson

N_SAMPLES = 2_000
COVERAGE = 95.0  # % of the intervals that should hold the exact value


def measure_holdem(plan: CalibrationPlan, control: Control) -> Measurements:
    """Check hand against hand before the flop: the sampled interval of hero's equity."""
    from assistant.advisors.holdem import HoldemRequest, advise

    held = []
    for number, cards in enumerate(_deals(plan, 4, control)):
        hero, opponent = format_cards(cards[:2]), format_cards(cards[2:])
        table = HoldemRequest.of(hero=hero, opponents=(opponent,), exact=True)
        exact = advise(table, Control()).hero.equity
        few = {"exact": False, "n_samples": N_SAMPLES, "seed": plan.seed + number}
        sampled = table.model_copy(update=few)
        found = advise(sampled, Control()).hero
        assert found.low is not None
        assert found.high is not None
        held.append(found.low <= exact <= found.high)
        control.report(number + 1, plan.n_games, "Hold'em")
    return _coverage("Hold'em, sampled intervals that hold the exact equity", held)


def measure_kings_lows(plan: CalibrationPlan, control: Control) -> Measurements:
    """Check two players with a card to come each: the sampled interval of the first one's
    equity.
    """
    from assistant.advisors.kings_lows import KingsLowsRequest, advise

    held = []
    for number, cards in enumerate(_deals(plan, 12, control)):
        players = [
            {"name": name, "hole": cards[at : at + 2], "open": cards[at + 2 : at + 6]}
            for name, at in (("A", 0), ("B", 6))
        ]
        table = {"players": players, "seed": plan.seed + number, "n_history": 0}
        counted = advise(KingsLowsRequest.model_validate(table), Control())
        few = {"n_deals": N_SAMPLES, "enumerate_up_to": 0}
        sampled = advise(KingsLowsRequest.model_validate(table | few), Control())
        equity = sampled.players[0].equity
        assert equity.low is not None
        assert equity.high is not None
        held.append(equity.low <= counted.players[0].equity.value <= equity.high)
        control.report(number + 1, plan.n_games, "Kings and Lows")
    return _coverage("Kings and Lows, sampled intervals that hold the exact equity", held)


def measure_pokle(plan: CalibrationPlan, control: Control) -> Measurements:
    """Check generated puzzles: guesses expected before the first one, and guesses made."""
    expected, made = [], []
    for number in range(plan.n_games):
        if control.should_stop():
            break
        first, n_guesses = play_pokle(plan.game_seed(number))
        expected.append(first)
        made.append(n_guesses)
        control.report(number + 1, plan.n_games, "Pokle")
    if not made:
        return Measurements()
    variance = float(np.var(made, ddof=1)) if len(made) > 1 else 0.0
    interval = mean_interval(float(np.mean(made)), variance, len(made))
    check = Check(
        title="Pokle, guesses made where so many were expected",
        unit="guesses",
        n=len(made),
        expected=float(np.mean(expected)),
        found=float(np.mean(made)),
        low=interval.low,
        high=interval.high,
    )
    return Measurements(checks=[check])


def play_pokle(seed: int) -> tuple[float, int]:
    """Solve one puzzle by the advisor; return what it first expected and the guesses it took."""
    from assistant.advisors.pokle import advise
    from assistant.play.pokle import PokleRace

    race, expected = PokleRace(seed, 1), 0.0
    while not race.is_over:
        request = race.seen(0).request().model_copy(update={"n_guesses": 1, "n_boards_shown": 0})
        best = advise(request, Control()).guesses[0]
        expected = expected or best.expected_guesses
        race.apply(format_cards(best.cards))
    return expected, race.guesses(0)


def _deals(plan: CalibrationPlan, n_cards: int, control: Control) -> Iterator[list[Card]]:
    """Yield random cards for each game, until the job is stopped."""
    rng = np.random.default_rng(plan.seed)
    for _ in range(plan.n_games):
        if control.should_stop():
            return
        dealt = rng.choice(N_CARDS, n_cards, replace=False)
        yield [Card.from_index(int(card)) for card in dealt]


def _coverage(title: str, held: list[bool]) -> Measurements:
    n, found = len(held), sum(held)
    if not n:
        return Measurements()
    interval = wilson(found, n)
    check = Check(
        title=title,
        unit="%",
        n=n,
        expected=COVERAGE,
        found=100 * found / n,
        low=100 * interval.low,
        high=100 * interval.high,
    )
    return Measurements(checks=[check])

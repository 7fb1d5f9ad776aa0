"""Test the coach against independent facts: fair luck, exact endings, certain wins, the ladder.

Games are played by the reference player, whom the values assume, and one other player, whose seat
is reviewed. However that seat plays, its luck must be zero on average: that of the deal, and that
of the draws and the end together. Alone, draws are good luck and the end is bad luck on average,
because a player who gets another decision has survived until then.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from assistant.calibration.statements import CalibrationPlan, Check, Measurements
from assistant.play.game import Decision, State, play_out
from assistant.play.konkan import KonkanState
from assistant.play.record import Record, join_decisions
from assistant.play.registry import find_game
from assistant.play.slave import EXCHANGE, SlaveState, move_code
from assistant.play.table import GameTable, run
from assistant.review.decisions import review
from assistant.review.judgement import HIGH, THRESHOLDS, Judgement, Mark, judge, paired_leads
from assistant.review.judges import find_judge
from assistant.review.quick_judgement import free_decisions
from assistant.review.rounds import OwnDecision, walk
from assistant.review.slave import CHAIN
from assistant.review.summary import Account, account_for
from engine.agents import parse_agent
from engine.control import Control
from engine.ladder import read_ladders
from engine.slave.game_state import GameState
from engine.statistics import mean_interval, wilson

# The middle of each ladder, whose games are reviewed.
MIDDLE = {"slave": ("dao", "ekachai"), "konkan": ("dalia", "emad")}
TABLE = {"slave": ("chai", "dao", "ekachai", "fah"), "konkan": ("dalia", "emad")}
N_WORLDS = {"slave": 40, "konkan": 8}  # deals of a decision where many games count
N_CHAINS = 2  # chains of deals for the luck of a game of Slave: starting one costs most
N_CHOOSING = 4  # times as many deals choose what a player who follows the search plays
ONE_IN = 50  # free decisions of the ladder's middle: how rare a blunder should be
N_ENDGAME_CARDS = 7
N_CERTAIN_GAMES = 200  # the most games whose certain endings are checked
POINTS = "points"
Choose = Callable[[State, int], Decision]


def measure_slave(plan: CalibrationPlan, control: Control) -> Measurements:
    """Test the reviews of Slave."""
    return Measurements(checks=[*_checks("slave", plan, control), *_endgame_checks(plan, control)])


def measure_konkan(plan: CalibrationPlan, control: Control) -> Measurements:
    """Test the reviews of Konkan."""
    return Measurements(checks=[*_checks("konkan", plan, control), *_sure_wins(plan, control)])


def measure_slave_luck(plan: CalibrationPlan, control: Control) -> Measurements:
    """Test the luck of Slave."""
    return Measurements(checks=[*_luck_checks("slave", plan, control)])


def measure_konkan_luck(plan: CalibrationPlan, control: Control) -> Measurements:
    """Test the luck of Konkan."""
    return Measurements(checks=[*_luck_checks("konkan", plan, control)])


def _checks(game: str, plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    find_judge(game).prepare(control)
    yield from ladder_checks(game)
    yield from _agreement_checks(game, plan, control)
    yield from _follower_checks(game, plan, control)


# -- luck ---------------------------------------------------------------------------------------


def _luck_checks(game: str, plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    """Yield the mean luck of each seat by its parts, and whether the parts add up."""
    find_judge(game).prepare(control)
    accounts: dict[int, list[Account]] = defaultdict(list)
    worst, n_seats = 0.0, min(find_game(game).n_seats)
    for number in range(plan.n_games):
        if control.should_stop():
            break
        seat, seed = number % n_seats, plan.game_seed(number)
        account, result = account_of(mixed_game(game, seed, seat, n_seats), seat, seed)
        accounts[seat].append(account)
        worst = max(worst, abs(account.result - result))
        control.report(number + 1, plan.n_games, f"{find_game(game).title}, luck")
    for seat, found in sorted(accounts.items()):
        parts = {
            "deal": [100 * account.deal for account in found],
            "draws and end": [100 * (account.draws + account.end) for account in found],
        }
        for part, values in parts.items():
            title = f"{find_game(game).title}, seat {seat + 1}, mean luck: {part}"
            yield mean_check(title, values)
    if accounts:
        n_games = sum(map(len, accounts.values()))
        title = f"{find_game(game).title}, most by which play and luck miss the result"
        yield Check(title, POINTS, n_games, 0.0, 100 * worst, 100 * worst, 100 * worst)


def account_of(record: Record, seat: int, seed: int) -> tuple[Account, float]:
    """Return where the result of a seat came from, by few deals a decision, and the result.

    A later decision in which the seat did what the reference player does is left out: it has no
    part in the play, and the luck before and after it joins.
    """
    judge_of_game = find_judge(record.game)
    (finished,) = walk(record, seat, judge_of_game)
    free = [own for own in finished.decisions if not own.is_forced]
    values = [
        _value(own, record.game, seed * 1_000 + own.number)
        for place, own in enumerate(free)
        if place == 0 or not _is_reference_move(own)
    ]
    return account_for(finished.result, finished.fair_share, values), finished.result


def _is_reference_move(own: OwnDecision) -> bool:
    """Return whether the reference player does the same, whatever is hidden; False in Konkan."""
    if not isinstance(own.state, SlaveState) or own.state.match.phase == EXCHANGE:
        return False
    return own.moves == reference_moves(own.state, own.state.match.current_seat)


def _value(own: OwnDecision, game: str, seed: int) -> Judgement:
    """Return the value of the move played and of the position, without the other moves."""
    from engine.konkan import trials
    from engine.slave import evaluation

    if isinstance(own.state, KonkanState):
        observation = own.state.game.observation(own.state.game.seat)
        trial = trials.evaluate_moves(observation, [own.moves, ()], N_WORLDS[game], seed)
        return judge(trial.results[:1], 0, trial.results[1], THRESHOLDS[game])
    assert isinstance(own.state, SlaveState)
    view, action = own.state.match.view(own.state.match.current_seat), move_code(own.moves[0])
    seeds = range(seed * 100, seed * 100 + N_CHAINS)
    chains = [evaluation.evaluate_moves(view, [action], CHAIN, each) for each in seeds]
    values = np.concatenate([chain.values for chain in chains], axis=1)
    reference = np.concatenate([chain.reference_values for chain in chains])
    return judge(values, 0, reference, THRESHOLDS[game])


def mixed_game(game: str, seed: int, seat: int, n_seats: int) -> Record:
    """Play a round: one seat by a named opponent, the others by the reference player."""
    found = find_game(game)
    spec = parse_agent(MIDDLE[game][1], game, found.agents)
    player, control = found.player(spec, seed, seat), Control()

    def choose(state: State, acting: int) -> Decision:
        if acting == seat:
            return player.choose(state.seen(acting), control)
        return reference_moves(state, acting)

    return play_round(game, seed, n_seats, choose)


def play_round(game: str, seed: int, n_seats: int, choose: Choose) -> Record:
    """Play a round by a function that chooses for every seat."""
    decisions = list(play_out(find_game(game).deal(seed, n_seats), choose))
    seats = tuple((f"Player {place + 1}", MIDDLE[game][1]) for place in range(n_seats))
    return Record(game=game, seats=seats, rounds=1, seed=seed, moves=join_decisions(decisions))


def reference_moves(state: State, seat: int) -> Decision:
    """Return what the reference player does; in Konkan it weighs all hands, as in playouts."""
    from engine.slave.evaluation import reference_action
    from engine.slave.policy import load_policy

    if isinstance(state, KonkanState):
        return state.game.reference_actions()
    assert isinstance(state, SlaveState)
    return (state.move_text(reference_action(state.match.view(seat), load_policy())),)


# -- losses and marks ---------------------------------------------------------------------------


def _follower_checks(game: str, plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    """Yield the mean loss of a player who follows the search: the best move by other deals."""
    judge_of_game, leads = find_judge(game), list[float]()
    n_worlds = judge_of_game.first_worlds
    for record, seed in _records(game, plan, control):
        for own in free_decisions(record, 0):
            question = judge_of_game.ask(own, seed)
            chosen = question.sample(N_CHOOSING * n_worlds, seed * 1_000 + own.number, Control())
            best = int(np.argmax(chosen.results.mean(axis=1)))
            sample = question.sample(n_worlds, seed * 1_000 + 500 + own.number, Control())
            leads.append(100 * float(paired_leads(sample.results, best).mean()))
    if leads:
        title = f"{find_game(game).title}, mean loss of a player who follows the search"
        yield mean_check(title, leads)


def _agreement_checks(game: str, plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    """Yield how often two reviews agree on mistakes and blunders, and how common blunders are."""
    pairs = list[tuple[Judgement, Judgement]]()
    for number in range(plan.n_games):
        if control.should_stop():
            break
        seed = plan.game_seed(number)
        record, seat = middle_game(game, seed)
        first, second = (review(record, seat, seed + i) for i in range(2))
        pairs += zip(first.judgements, second.judgements, strict=True)
        control.report(number + 1, plan.n_games, f"{find_game(game).title}, marks")
    if pairs:
        yield from _mark_checks(find_game(game).title, pairs, THRESHOLDS[game][0][0])


def _mark_checks(
    title: str, pairs: Sequence[tuple[Judgement, Judgement]], blunder: float
) -> Iterator[Check]:
    marks = [(one.mark, two.mark) for one, two in pairs]
    agreed = [agree(one, two) for one, two in marks]
    title_of_all = f"{title}, free decisions with the same mark above inaccuracy"
    yield share_check(title_of_all, agreed, expected=95.0)
    high = [one is two for one, two in marks if HIGH & {one, two}]
    if high:
        title_of_high = f"{title}, of marks above inaccuracy, the same in both reviews"
        yield share_check(title_of_high, high, expected=95.0)
        sure = [one.is_decided for pair in pairs for one in pair if one.mark in HIGH]
        yield share_check(f"{title}, of marks above inaccuracy, those that are certain", sure)
    certain = [
        one.mark is two.mark
        for pair in pairs
        for one, two in (pair, pair[::-1])
        if one.mark in HIGH and one.is_decided
    ]
    if certain:
        yield share_check(f"{title}, of these marks that are certain, the same", certain)
    blunders = [one is Mark.BLUNDER for one, _ in marks]
    yield share_check(f"{title}, blunders of the ladder's middle", blunders, expected=100 / ONE_IN)
    title_of_loss = f"{title}, what one free decision in {ONE_IN} costs the ladder's middle"
    losses = [100 * one.loss for one, _ in pairs]
    yield rare_loss(title_of_loss, losses, 100 * blunder)


def rare_loss(title: str, losses: Sequence[float], expected: float) -> Check:
    """Return the loss that is reached once in `ONE_IN` decisions, with its 95% interval."""
    from scipy.stats import binom

    found = sorted(losses, reverse=True)
    share, last = 1 / ONE_IN, len(found) - 1
    few, many = (int(binom.ppf(tail, len(found), share)) for tail in (0.025, 0.975))
    middle = found[min(int(len(found) * share), last)]
    return Check(title, POINTS, len(found), expected, middle, found[min(many, last)], found[few])


def middle_game(game: str, seed: int) -> tuple[Record, int]:
    """Play a round of opponents from the ladder's middle; return it and the seat to review."""
    agents = TABLE[game]
    turned = seed % len(agents)
    agents = agents[turned:] + agents[:turned]
    table = GameTable(find_game(game), agents, 1, seed)
    for _ in run(table, Control()):
        pass
    return table.record, agents.index(MIDDLE[game][seed // len(agents) % 2])


def agree(one: Mark, two: Mark) -> bool:
    """Return whether two marks are the same above "inaccuracy", or both are not above it."""
    return one is two or not HIGH & {one, two}


def ladder_checks(game: str) -> Iterator[Check]:
    """Yield how well losses and accuracies order the stored ladder as the ratings do."""
    from scipy.stats import spearmanr

    ladder = list(read_ladders()[game].values())
    ratings = [each.rating for each in ladder]
    orders = {
        "mean loss": [-each.loss for each in ladder],
        "accuracy": [each.accuracy for each in ladder],
    }
    for name, values in orders.items():
        found = float(spearmanr(ratings, values).statistic)
        title = f"{find_game(game).title}, rank correlation of {name} with the rating"
        yield Check(title, "at least 0.95", len(ladder), 1.0, found, found, found)


def _records(game: str, plan: CalibrationPlan, control: Control) -> Iterator[tuple[Record, int]]:
    """Yield games whose first seat a named opponent plays, with their seeds."""
    n_seats = min(find_game(game).n_seats)
    for number in range(plan.n_games):
        if control.should_stop():
            return
        seed = plan.game_seed(number)
        yield mixed_game(game, seed, 0, n_seats), seed
        control.report(number + 1, plan.n_games, f"{find_game(game).title}, losses and marks")


# -- what is certain ----------------------------------------------------------------------------


def _sure_wins(plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    """Yield whether turns of Konkan that go out are judged as certain wins."""
    found = list[bool]()
    for number in range(min(plan.n_games, N_CERTAIN_GAMES)):
        if control.should_stop():
            break
        seed = plan.game_seed(number)
        record = play_round("konkan", seed, 2, reference_moves)
        found += [is_sure_win(record, seat, seed) for seat in winners(record)]
    if found:
        yield share_check("Konkan, turns that go out and are judged as certain wins", found)


def winners(record: Record) -> list[int]:
    """Return the seat that won; none in a draw."""
    judge_of_game = find_judge(record.game)
    seats = range(len(record.seats))
    return [seat for seat in seats if next(walk(record, seat, judge_of_game)).result == 1]


def is_sure_win(record: Record, seat: int, seed: int) -> bool:
    """Return whether the last turn of the winner is best, with a value of 1."""
    judge_of_game = find_judge(record.game)
    (finished,) = walk(record, seat, judge_of_game)
    question = judge_of_game.ask(finished.decisions[-1], seed)
    sample = question.sample(8, seed, Control())
    return bool((sample.results[0] == 1).all())


def _endgame_checks(plan: CalibrationPlan, control: Control) -> Iterator[Check]:
    """Yield how often the coach's best move is best by brute force, between two players."""
    found, gaps = list[bool](), list[float]()
    for number in range(min(plan.n_games, N_CERTAIN_GAMES)):
        if control.should_stop():
            break
        seed = plan.game_seed(number)
        record = mixed_game("slave", seed, number % 4, 4)
        for own in islice(endgame_decisions(record), 1):
            is_best, gap = compare_exactly(own, seed)
            found.append(is_best)
            gaps.append(gap)
    if found:
        yield share_check("Slave, endgames whose best move is best by brute force", found)
        worst = 100 * max(gaps)
        title = "Slave, endgames: most by which a value misses the one by brute force"
        yield Check(title, POINTS, len(gaps), 0.0, worst, worst, worst)


def endgame_decisions(record: Record) -> Iterator[OwnDecision]:
    """Yield the free decisions in which all hidden cards are in one hand, and few are left."""
    for seat in range(4):
        for own in free_decisions(record, seat):
            assert isinstance(own.state, SlaveState)
            game = own.state.match.game
            n_left = sum(hand.bit_count() for hand in game.hands)
            is_play = own.state.match.phase != EXCHANGE
            if is_play and len(game.finished) == 2 and n_left <= N_ENDGAME_CARDS:
                yield own


def compare_exactly(own: OwnDecision, seed: int) -> tuple[bool, float]:
    """Compare the coach's values of an endgame with brute force.

    Return whether the move it likes best is one of the best, and the largest difference from the
    value of a move that the reference player follows up.
    """
    assert isinstance(own.state, SlaveState)
    seat, game = own.state.match.current_seat, own.state.match.game
    question = find_judge("slave").ask(own, seed)
    values = question.sample(40, seed, Control()).results.mean(axis=1)
    exact, followed = list[int](), list[float]()
    for (move,) in question.moves:
        after = _after(game, move_code(move))
        exact.append(brute_force(after)[seat])
        state = own.state.copy()
        state.apply(move)
        list(play_out(state, reference_moves))
        followed.append(find_judge("slave").result(state, seat))
    is_best = exact[int(np.argmax(values))] == min(exact)
    return is_best, float(np.abs(values - followed).max())


def brute_force(game: GameState) -> list[int]:
    """Return the titles by seat if everybody always takes a move that leads to the best title."""
    if game.is_game_over():
        return [int(title) for title in game.determine_positions()]
    seat = game.current_player
    after = (brute_force(_after(game, action)) for action in game.valid_actions())
    return min(after, key=lambda titles: titles[seat])


def _after(game: GameState, action: int) -> GameState:
    after = replace(game, hands=list(game.hands), finished=list(game.finished), history=[])
    after.apply(game.current_player, action)
    return after


# -- figures ------------------------------------------------------------------------------------


def mean_check(title: str, values: Sequence[float]) -> Check:
    """Return a mean that should be zero, with two standard errors."""
    mean, variance = float(np.mean(values)), float(np.var(values, ddof=1))
    interval = mean_interval(mean, variance, len(values), 2.0)
    return Check(title, POINTS, len(values), 0.0, mean, interval.low, interval.high)


def share_check(title: str, found: Sequence[bool], expected: float = 100.0) -> Check:
    """Return a share in percent."""
    interval = wilson(sum(found), len(found))
    share = 100 * float(np.mean(found))
    return Check(title, "%", len(found), expected, share, 100 * interval.low, 100 * interval.high)

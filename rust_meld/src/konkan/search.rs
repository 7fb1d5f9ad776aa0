//! The search over whole turns: each candidate is tried in worlds that agree with what was seen.
//!
//! A candidate is a whole turn up to its throw, or a draw from the deck (the rest of that turn
//! depends on the card). A turn that goes out, or a draw that goes out with every card, is certain
//! and needs no search. The others are ranked by the networks' values after them in some worlds (of
//! a draw: the values before it), and the best are simulated: deal the hidden cards, do the turn,
//! let the networks play some turns, and take their value of the result; against greedy opponents
//! play to the end instead. The candidates are tried in turn in the same worlds (common random
//! numbers), so that luck cancels out; from time to time the worse half is dropped (sequential
//! halving). When few are left and have been tried often, errors of the networks matter more than
//! chance, and the playouts go further.

use std::time::Instant;

use crate::konkan::belief::Belief;
use crate::konkan::cards::Hand;
use crate::konkan::draws::{draws_after, every_draw_wins, Draw};
use crate::konkan::game::{Action, Game, Phase, MAX_PLAYERS};
use crate::konkan::players::{best_throw, greedy_turn, playout_turn, scored_throws, OpponentKind};
use crate::konkan::rng::Rng;
use crate::konkan::solver::Solver;
use crate::konkan::turns::Turns;
use crate::konkan::value::Weights;
use crate::konkan::view::View;
use crate::threads::run_all;

type Values = [f32; MAX_PLAYERS];

#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Simulations of all threads by which one candidate is left.
    pub simulations: u64,
    /// Noise on the order of the candidates.
    pub dirichlet_alpha: f64,
    pub dirichlet_weight: f64,
    /// Opponents hold hands that fit what they did; without it all hands are equally likely.
    pub opponent_priors: bool,
    /// The kind of opponents that is assumed; against greedy ones all tries go to the end.
    pub opponents: OpponentKind,
    /// Flat Monte Carlo: all candidates to the end.
    pub flat: bool,
    /// Turns of each player before a playout is valued; 0 plays to the end.
    pub horizon: u32,
    /// Weight of a candidate's prior penalty, its `doubt`, in wins.
    pub trust: f32,
    /// Candidates that are simulated; 0: as many as the simulations are worth.
    pub candidates: usize,
    pub seed: u64,
}

/// The search's result for one candidate.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The turn up to its throw, or up to the draw of a hidden card.
    pub actions: Vec<Action>,
    pub visits: u32,
    /// Each seat's chance to win, and the standard error of the own one.
    pub values: Values,
    pub error: f32,
    /// How much less the own chance is than after the best turn, in the worlds in which both were
    /// tried, and the standard error of that.
    pub behind: f32,
    pub behind_error: f32,
    /// True if this turn goes out; for a draw, with every card that may come.
    pub wins: bool,
}

struct Candidate {
    actions: Vec<Action>,
    /// Prior penalty: how far the networks' values put it behind the best candidate.
    doubt: f32,
    wins: bool,
}

/// Visits and values of one candidate; the own value in each world.
#[derive(Clone, Default)]
struct Tally {
    visits: u32,
    total: Values,
    own: Vec<f32>,
}

/// A running mean with its standard error.
#[derive(Default)]
struct Mean {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, value: f32) {
        let value = f64::from(value);
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn value(&self) -> f64 {
        self.sum / self.n.max(1.0)
    }

    fn error(&self) -> f64 {
        let variance = self.squares / self.n.max(1.0) - self.value().powi(2);
        (variance.max(0.0) / (self.n - 1.0).max(1.0)).sqrt()
    }
}

/// One thread's part of the work.
struct Worker {
    tallies: Vec<Tally>,
    worlds: Worlds,
    world: Game,
    tools: Tools,
    n_done: u64,
    /// The candidates that are still tried, the next of them, and when the last ones went.
    left: Vec<usize>,
    at: usize,
    since: u64,
    /// Simulations before the worse half goes.
    n_round: u64,
}

/// The solver and the lister of turns, which keep their memory between moves.
pub struct Tools {
    pub solver: Solver,
    pub turns: Turns,
}

impl Tools {
    pub fn new(min_naturals: u8) -> Tools {
        Tools {
            solver: Solver::new(min_naturals),
            turns: Turns::default(),
        }
    }
}

/// The worlds dealt so far: hands and deck of each.
struct Worlds {
    belief: Belief,
    list: Vec<([Hand; MAX_PLAYERS], Vec<u8>)>,
    seed: u64,
}

pub struct Search {
    view: View,
    config: Config,
    candidates: Vec<Candidate>,
    workers: Vec<Worker>,
}

/// Candidates that are simulated, with how many simulations for each; and ends of a turn.
const MIN_CANDIDATES: u64 = 4;
const MAX_CANDIDATES: u64 = 12;
const SIMULATIONS_EACH: u64 = 20;
const MAX_ENDS: usize = 8;
/// Worlds in which the ends of a turn are compared before all simulations.
const N_FIRST_WORLDS: usize = 16;
/// The prior penalty of a turn whose value is a whole win below the best, and of a pull that is so
/// far behind the other pull; the least slope of values by scores.
const DOUBT: f32 = 80.0;
const PULL_DOUBT: f32 = 320.0;
const LEAST_SLOPE: f32 = 0.05;
/// With at most `N_LAST` candidates left, simulations after `FURTHER_FROM` visits play on for
/// `TURNS_FURTHER` more turns of each player; the value then has the weight `FURTHER_SHARE`.
const N_LAST: usize = 3;
const FURTHER_FROM: usize = 48;
const TURNS_FURTHER: u32 = 2;
const FURTHER_SHARE: f32 = 0.7;
/// Most simulations before the worse half goes, where more are planned than there is time for.
const MAX_ROUND: u64 = 8_192;

impl Search {
    /// Create a search for the player of a view, who must be the one to act.
    pub fn new(view: View, config: Config, threads: usize) -> Search {
        let mut workers: Vec<Worker> = (0..threads.max(1) as u64)
            .map(|stream| Worker::new(&view, config, stream))
            .collect();
        let candidates = list_candidates(&view, config, &mut workers[0]);
        for worker in &mut workers {
            worker.tallies = vec![Tally::default(); candidates.len()];
            worker.left = (0..candidates.len()).collect();
            let n_rounds = u64::from(candidates.len().max(2).next_power_of_two().ilog2());
            let n_round = config.simulations / threads.max(1) as u64 / n_rounds;
            worker.n_round = n_round.min(MAX_ROUND);
        }
        Search {
            view,
            config,
            candidates,
            workers,
        }
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    /// Go on until there are `simulations` in all, or until the seconds are up; returns how many
    /// there are. Each thread has its own share, so that the slices do not change the answer.
    pub fn run(&mut self, simulations: u64, seconds: f64) -> u64 {
        let n_workers = self.workers.len() as u64;
        let (config, candidates, start) = (self.config, &self.candidates, Instant::now());
        let view = &self.view;
        let work = |worker: &mut Worker, share: u64| {
            while worker.n_done < share
                && (!worker.n_done.is_multiple_of(8) || start.elapsed().as_secs_f64() < seconds)
            {
                worker.simulate(view, candidates, config);
                worker.n_done += 1;
            }
        };
        let share = |i: u64| simulations / n_workers + u64::from(i < simulations % n_workers);
        if n_workers == 1 {
            work(&mut self.workers[0], simulations);
        } else {
            let workers = self.workers.iter_mut().zip(0..);
            run_all(workers.map(|(worker, i)| move || work(worker, share(i))));
        }
        self.workers.iter().map(|worker| worker.n_done).sum()
    }

    /// Return every candidate with its visits and values, best first: the one that was left to the
    /// end, then those that are least behind it.
    pub fn choices(&self) -> Vec<Choice> {
        let me = self.view.me as usize;
        let rank = |&i: &usize| {
            let (visits, total) = self.sum(i);
            let merit = merit(&self.candidates[i], visits, total[me], self.config);
            (visits, merit)
        };
        let all = 0..self.candidates.len();
        let Some(best) = all
            .clone()
            .max_by(|a, b| rank(a).partial_cmp(&rank(b)).expect("no value is NaN"))
        else {
            return Vec::new();
        };
        let mut choices: Vec<Choice> = all.map(|i| self.choice(i, best)).collect();
        let first = choices.remove(best);
        choices.sort_by(|a, b| a.behind.total_cmp(&b.behind));
        choices.insert(0, first);
        choices
    }

    /// Return the figures of a candidate compared with the best one: its chance is that of the
    /// best, less how far it is behind in the same worlds.
    fn choice(&self, i: usize, best: usize) -> Choice {
        let (me, candidate) = (self.view.me as usize, &self.candidates[i]);
        let behind = self.behind(i, best);
        let mut level = Mean::default();
        for worker in &self.workers {
            worker.tallies[best]
                .own
                .iter()
                .for_each(|&value| level.add(value));
        }
        let (visits, total) = self.sum(i);
        let own = match candidate.wins {
            true => 1.0,
            false => (level.value() - behind.0).max(0.0) as f32,
        };
        let others: f32 = total.iter().sum::<f32>() - total[me];
        let mut values = total.map(|value| (1.0 - own) * value / others.max(f32::MIN_POSITIVE));
        values[me] = own;
        Choice {
            actions: candidate.actions.clone(),
            visits,
            values,
            error: level.error() as f32,
            behind: behind.0 as f32,
            behind_error: behind.1 as f32,
            wins: candidate.wins,
        }
    }

    /// Return how far a candidate is behind the best in the worlds that both were tried in, its
    /// greater doubt included, and the standard error.
    fn behind(&self, i: usize, best: usize) -> (f64, f64) {
        if i == best {
            return (0.0, 0.0);
        }
        let mut gap = Mean::default();
        for worker in &self.workers {
            let pairs = worker.tallies[best].own.iter().zip(&worker.tallies[i].own);
            pairs.for_each(|(best, own)| gap.add(best - own));
        }
        let doubt = self.candidates[i].doubt - self.candidates[best].doubt;
        let doubted = f64::from(self.config.trust * doubt) / gap.n.max(1.0);
        // A candidate that was dropped was behind then; only threads that dropped others can
        // disagree.
        ((gap.value() + doubted).max(0.0), gap.error())
    }

    /// Return each kind that may be drawn after the best turn, and what it then does.
    pub fn draws(&self) -> Vec<Draw> {
        let best = self.choices().into_iter().next();
        best.map_or_else(Vec::new, |best| draws_after(&self.view, &best.actions))
    }

    /// Visits and values of all threads.
    fn sum(&self, i: usize) -> (u32, Values) {
        let mut sum = (0, Values::default());
        for worker in &self.workers {
            let tally = &worker.tallies[i];
            sum.0 += tally.visits;
            for (total, more) in sum.1.iter_mut().zip(tally.total) {
                *total += more;
            }
        }
        sum
    }
}

/// Return the mean value, less the weighted prior penalty.
fn merit(candidate: &Candidate, visits: u32, total: f32, config: Config) -> f32 {
    let n = (visits as f32).max(1e-3);
    (total - config.trust * candidate.doubt) / n
}

// ---- candidates

/// Return the turns worth simulating; the one that goes out alone if there is one.
fn list_candidates(view: &View, config: Config, worker: &mut Worker) -> Vec<Candidate> {
    let mut candidates = match view.game.phase {
        Phase::Act => {
            let mut turns = Vec::new();
            add_turns(view, &view.game, &[], worker, &mut turns);
            turns
        }
        _ => pulls(view, worker),
    };
    if let Some(winning) = candidates.iter().position(|candidate| candidate.wins) {
        return vec![candidates.swap_remove(winning)];
    }
    add_noise(&mut candidates, config);
    candidates.sort_by(|a, b| a.doubt.total_cmp(&b.doubt));
    let worth = (config.simulations / SIMULATIONS_EACH).clamp(MIN_CANDIDATES, MAX_CANDIDATES);
    let n = match config.candidates {
        0 => worth as usize,
        n => n,
    };
    // A draw is always tried, however many turns with the trash card promise more.
    let draw = (candidates.iter()).position(|candidate| candidate.actions == [Action::PullDeck]);
    if let Some(at) = draw.filter(|&at| at >= n) {
        candidates.swap(at, n - 1);
    }
    candidates.truncate(n);
    candidates
}

/// The turns with the trash card, and the draw; whichever the networks like less gets a penalty.
fn pulls(view: &View, worker: &mut Worker) -> Vec<Candidate> {
    let (game, mut candidates) = (&view.game, Vec::new());
    let takes = game.verify(Action::PullTrash, &mut worker.tools.solver);
    let best = takes.ok().map(|()| {
        let after = game.after(&[Action::PullTrash]);
        add_turns(view, &after, &[Action::PullTrash], worker, &mut candidates)
    });
    if !view.can_pull_deck() || candidates.iter().any(|candidate| candidate.wins) {
        return candidates;
    }
    let wins = every_draw_wins(view, &mut worker.tools);
    let ahead = match best {
        Some(best) if !wins => PULL_DOUBT * (best - worker.first_value(view, &[])),
        _ => 0.0,
    };
    for candidate in &mut candidates {
        candidate.doubt += (-ahead).max(0.0);
    }
    candidates.push(Candidate {
        actions: vec![Action::PullDeck],
        doubt: ahead.max(0.0),
        wins,
    });
    candidates
}

/// Add the turns of a position in the middle of a turn, after the actions so far; returns what the
/// networks say of the best, where several are compared or the pull is still to choose.
fn add_turns(
    view: &View,
    game: &Game,
    before: &[Action],
    worker: &mut Worker,
    out: &mut Vec<Candidate>,
) -> f32 {
    let Tools { solver, turns } = &mut worker.tools;
    if let Some(way) = turns.going_out(game, solver) {
        out.push(Candidate {
            actions: [before, &way].concat(),
            doubt: 0.0,
            wins: true,
        });
        return 1.0;
    }
    let ends = turns.list_at_most(game, solver, MAX_ENDS);
    let compared = ends.len() > 1 || !before.is_empty();
    let mut valued = Vec::new();
    for end in ends {
        let way = [before, &worker.tools.turns.way(end)].concat();
        let throws = scored_throws(
            &view.game.after(&way),
            usize::MAX,
            Weights::shipped(),
            &mut worker.tools.solver,
        );
        let (kind, best) = best_throw(&throws);
        let with_throw = |kind| [&way[..], &[Action::Throw(kind)]].concat();
        let value = match compared {
            true => worker.first_value(view, &with_throw(kind)),
            false => 0.5,
        };
        let slope = (value * (1.0 - value)).max(LEAST_SLOPE);
        valued.extend(
            (throws.iter())
                .map(|&(kind, score)| (value + slope * (score - best), with_throw(kind))),
        );
    }
    let best = (valued.iter())
        .map(|(value, _)| *value)
        .fold(f32::MIN, f32::max);
    out.extend(valued.into_iter().map(|(value, actions)| Candidate {
        actions,
        doubt: DOUBT * (best - value),
        wins: false,
    }));
    best
}

/// Mix the networks' ranking with Dirichlet noise; a penalty is minus the logarithm of a share.
fn add_noise(candidates: &mut [Candidate], config: Config) {
    if config.dirichlet_weight <= 0.0 {
        return;
    }
    let mut rng = Rng::new(config.seed ^ 0x5EED);
    let draws: Vec<f64> = (candidates.iter())
        .map(|_| rng.gamma(config.dirichlet_alpha))
        .collect();
    let total: f64 = draws.iter().sum::<f64>().max(1e-300);
    let trusted: f64 = candidates.iter().map(|c| f64::from(-c.doubt).exp()).sum();
    let weight = config.dirichlet_weight;
    for (candidate, draw) in candidates.iter_mut().zip(draws) {
        let share = f64::from(-candidate.doubt).exp() / trusted;
        let mixed = share * (1.0 - weight) + weight * draw / total;
        candidate.doubt = -mixed.max(1e-9).ln() as f32;
    }
}

// ---- simulations

impl Worlds {
    /// Fill a game with the i-th world.
    fn open(&mut self, view: &View, i: usize, world: &mut Game, tools: &mut Tools) {
        while self.list.len() <= i {
            let index = self.list.len() as u64;
            let mut rng = Rng::new(self.seed ^ index.wrapping_mul(0xA24B_AED4_963E_E407));
            self.belief.deal(view, world, &mut tools.solver, &mut rng);
            self.list.push((world.hands, world.deck.clone()));
        }
        let (hands, deck) = &self.list[i];
        world.clone_from(&view.game);
        world.hands = *hands;
        world.deck.clone_from(deck);
        world.rng = Rng::new(self.seed ^ i as u64);
    }
}

impl Worker {
    fn new(view: &View, config: Config, stream: u64) -> Worker {
        Worker {
            tallies: Vec::new(),
            worlds: Worlds {
                belief: Belief::new(view, config.opponent_priors.then_some(config.opponents)),
                list: Vec::new(),
                seed: config.seed ^ stream << 48,
            },
            world: view.game.clone(),
            tools: Tools::new(view.game.rules.min_naturals),
            n_done: 0,
            left: Vec::new(),
            at: 0,
            since: 0,
            n_round: 0,
        }
    }

    /// Return the networks' value of the position after a turn, averaged over the first worlds.
    fn first_value(&mut self, view: &View, actions: &[Action]) -> f32 {
        let Worker {
            worlds,
            world,
            tools,
            ..
        } = self;
        let mut total = 0.0;
        for i in 0..N_FIRST_WORLDS {
            worlds.open(view, i, world, tools);
            actions.iter().for_each(|&action| world.perform(action));
            total += Weights::shipped().fair_values(world, &mut tools.solver)[view.me as usize];
        }
        total / N_FIRST_WORLDS as f32
    }

    fn simulate(&mut self, view: &View, candidates: &[Candidate], config: Config) {
        let i = self.select(view.me as usize, candidates, config);
        let visit = self.tallies[i].visits as usize;
        self.worlds
            .open(view, visit, &mut self.world, &mut self.tools);
        let actions = &candidates[i].actions;
        actions
            .iter()
            .for_each(|&action| self.world.perform(action));
        if self.world.phase == Phase::Act {
            finish_turn(&mut self.world, &mut self.tools);
        }
        let values = self.values_ahead(view.me, visit, config);
        let tally = &mut self.tallies[i];
        tally.visits += 1;
        tally.own.push(values[view.me as usize]);
        tally
            .total
            .iter_mut()
            .zip(values)
            .for_each(|(t, v)| *t += v);
    }

    /// Play on, and return the value of the result for each seat.
    fn values_ahead(&mut self, me: u8, visit: usize, config: Config) -> Values {
        let (world, tools, weights) = (&mut self.world, &mut self.tools, Weights::shipped());
        if config.opponents != OpponentKind::Equal {
            play_out(world, me, config.opponents, tools);
            return weights.values(world, &mut tools.solver);
        }
        playout(world, weights, tools, config.horizon);
        let mut values = weights.fair_values(world, &mut tools.solver);
        if self.left.len() <= N_LAST && visit >= FURTHER_FROM {
            playout(world, weights, tools, TURNS_FURTHER);
            let further = weights.fair_values(world, &mut tools.solver);
            for (value, further) in values.iter_mut().zip(further) {
                *value += FURTHER_SHARE * (further - *value);
            }
        }
        values
    }

    /// Return the next candidate: all that are left in turn; from time to time the worse half goes.
    fn select(&mut self, me: usize, candidates: &[Candidate], config: Config) -> usize {
        if self.at == self.left.len() {
            self.at = 0;
            let spent = self.n_done - self.since;
            if !config.flat && spent >= self.n_round {
                self.since = self.n_done;
                let tallies = &self.tallies;
                let merit = |i: usize| {
                    let tally: &Tally = &tallies[i];
                    merit(&candidates[i], tally.visits, tally.total[me], config)
                };
                self.left.sort_by(|&a, &b| merit(b).total_cmp(&merit(a)));
                self.left.truncate(self.left.len().div_ceil(2));
            }
        }
        self.at += 1;
        self.left[self.at - 1]
    }
}

/// End a turn after its pull: a way to go out, or as the networks do.
pub fn finish_turn(world: &mut Game, tools: &mut Tools) {
    let Tools { solver, turns } = tools;
    match turns.going_out(world, solver) {
        Some(way) => way.iter().for_each(|&action| world.perform(action)),
        None => playout_turn(world, Weights::shipped(), solver, turns),
    }
}

/// Play as the networks do for `horizon` turns of each player, or to the end if it is 0.
pub fn playout(world: &mut Game, weights: &Weights, tools: &mut Tools, horizon: u32) {
    let Tools { solver, turns } = tools;
    let last_turn = match horizon {
        0 => world.rules.max_turns,
        n => (world.turn).saturating_add(n.saturating_mul(u32::from(world.n_players))),
    };
    while world.phase != Phase::Over && world.turn < last_turn {
        playout_turn(world, weights, solver, turns);
    }
}

/// Play to the end: the own seat by the networks, the others as these opponents do.
pub fn play_out(world: &mut Game, me: u8, opponents: OpponentKind, tools: &mut Tools) {
    while world.phase != Phase::Over {
        play_turn(world, me, opponents, tools);
    }
}

/// Play one turn: the own seat by the networks, the others as these opponents do.
pub fn play_turn(world: &mut Game, me: u8, opponents: OpponentKind, tools: &mut Tools) {
    let Tools { solver, turns } = tools;
    match opponents {
        OpponentKind::Greedy if world.seat != me => greedy_turn(world, solver),
        _ => playout_turn(world, Weights::shipped(), solver, turns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::parse_hand;
    use crate::konkan::game::{Rules, TableMeld};
    use crate::konkan::meld::parse_meld;
    use crate::konkan::players::{styled_action, EXPERT};

    fn config(flat: bool) -> Config {
        Config {
            simulations: 64,
            dirichlet_alpha: 0.3,
            dirichlet_weight: 0.1,
            opponent_priors: true,
            opponents: OpponentKind::Equal,
            flat,
            horizon: 1,
            trust: 0.1,
            candidates: 0,
            seed: 3,
        }
    }

    #[test]
    fn a_search_is_the_same_in_slices_and_counts_its_visits() {
        let game = Game::deal(8, 3, 0, Rules::default());
        for (flat, threads) in [(false, 1), (false, 2), (true, 1)] {
            let config = Config {
                simulations: 512,
                ..config(flat)
            };
            let mut whole = Search::new(View::of(&game, 0), config, threads);
            whole.run(512, 1e9);
            let mut sliced = Search::new(View::of(&game, 0), config, threads);
            for total in [10, 370, 512] {
                assert_eq!(sliced.run(total, 1e9), total);
            }
            let visits = |search: &Search| {
                let choices = search.choices().into_iter();
                choices.map(|c| (c.actions, c.visits)).collect::<Vec<_>>()
            };
            assert_eq!(visits(&whole), visits(&sliced));
            assert_eq!(whole.choices().iter().map(|c| c.visits).sum::<u32>(), 512);
        }
    }

    #[test]
    fn waiting_is_a_candidate_among_many_ways_to_come_down() {
        let mut n_seen = 0;
        for seed in 0..400 {
            let mut game = Game::deal(seed, 2, 0, Rules::default());
            let mut tools = Tools::new(1);
            while game.phase != Phase::Over {
                let act = game.phase == Phase::Act && !game.is_down() && game.coming == 0;
                if act && tools.turns.list(&game, &mut tools.solver).len() > MAX_ENDS {
                    let view = View::of(&game, game.seat);
                    let mut worker = Worker::new(&view, config(false), 0);
                    let mut candidates = Vec::new();
                    add_turns(&view, &game, &[], &mut worker, &mut candidates);
                    let waits = |c: &Candidate| matches!(c.actions[..], [Action::Throw(_)]);
                    assert!(
                        game.taken.is_some() || candidates[0].wins || candidates.iter().any(waits)
                    );
                    n_seen += 1;
                }
                let action = styled_action(&game, &EXPERT, &mut tools.solver);
                game.perform(action);
            }
        }
        assert!(n_seen > 0);
    }

    #[test]
    fn a_draw_that_wins_with_every_card_is_certain() {
        let mut game = Game::deal(1, 2, 0, Rules::default());
        (game.turn, game.phase, game.down) = (20, Phase::Pull, [Some(90), Some(95), None]);
        game.trash = vec![25];
        let meld = parse_meld("8S 9S 10S").unwrap();
        game.table = vec![TableMeld { owner: 1, meld }];
        for (hand, certain) in [("7S", true), ("6S 7S", true), ("5S", false)] {
            game.hands[0] = parse_hand(hand).unwrap();
            let search = Search::new(View::of(&game, 0), config(false), 1);
            let best = search.choices().swap_remove(0);
            assert_eq!(best.wins, certain, "{hand}");
            assert!(!certain || best.actions == [Action::PullDeck] && best.values[0] == 1.0);
        }
    }

    #[test]
    fn either_pull_may_be_first_and_a_draw_is_always_tried() {
        let config = Config {
            dirichlet_weight: 0.0,
            ..config(false)
        };
        let (mut n_draw_first, mut n_trash_first, mut n_draw_last) = (0, 0, 0);
        for seed in 0..400 {
            let mut game = Game::deal(seed, 2, 0, Rules::default());
            let mut tools = Tools::new(1);
            while game.phase != Phase::Over {
                let free = game.phase == Phase::Pull && game.can_pull_deck();
                if free && game.verify(Action::PullTrash, &mut tools.solver).is_ok() {
                    let view = View::of(&game, game.seat);
                    let mut worker = Worker::new(&view, config, 0);
                    let candidates = list_candidates(&view, config, &mut worker);
                    let draws = |c: &Candidate| c.actions == [Action::PullDeck];
                    let draw = candidates.iter().position(draws);
                    assert!(candidates[0].wins || draw.is_some());
                    match draw {
                        Some(0) => n_draw_first += 1,
                        Some(at) if at + 1 == MIN_CANDIDATES as usize => n_draw_last += 1,
                        _ => n_trash_first += 1,
                    }
                }
                let action = styled_action(&game, &EXPERT, &mut tools.solver);
                game.perform(action);
            }
        }
        assert!(n_draw_first > 0 && n_trash_first > 0 && n_draw_last > 0);
    }
}

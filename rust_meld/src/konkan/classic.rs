//! Single-observer information-set tree search, and flat Monte Carlo to compare it with.
//!
//! Every simulation deals the hidden cards anew from the view. The k-th visit of each root action
//! sees the same k-th world, so actions are compared on the same luck. Below the root a node
//! belongs to what the observer has seen: the own draw branches, an enemy's draw does not.
//! Playouts follow the expert's style, to the end or for some turns and are then valued.

use std::time::Instant;

use crate::konkan::cards::{bits, Hand};
use crate::konkan::classic_value as value;
use crate::konkan::game::{Action, Game, Phase, MAX_PLAYERS};
use crate::konkan::players::{lay, styled_action, Promise, EXPERT, PLAIN};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::konkan::view::View;

type Values = [f32; MAX_PLAYERS];

#[derive(Clone, Copy, Debug)]
pub struct Config {
    pub dirichlet_alpha: f64,
    pub dirichlet_weight: f64,
    /// Enemies hold hands that were improved by as many draws as they had, and play by priors.
    pub opponent_priors: bool,
    /// Flat Monte Carlo: all root actions in turn, no tree.
    pub flat: bool,
    /// Turns of a playout before it is valued; 0 plays to the end.
    pub horizon: u32,
    pub exploration: f32,
    pub seed: u64,
}

struct Edge {
    action: Action,
    prior: f32,
    visits: u32,
    total: Values,
    child: usize,
}

#[derive(Default)]
struct Node {
    edges: Vec<Edge>,
    /// After the own draw: the node of each card seen.
    by_draw: Vec<(u8, usize)>,
}

const NONE: usize = usize::MAX;

/// One thread's tree with everything it needs.
struct Tree {
    nodes: Vec<Node>,
    root: usize,
    world: Game,
    unseen: Vec<u8>,
    solver: Solver,
    stream: u64,
    n_done: u64,
    path: Vec<(usize, usize)>,
    options: Vec<(Action, f32)>,
}

pub struct Search {
    view: View,
    config: Config,
    trees: Vec<Tree>,
}

/// What the search says about one root action.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub action: Action,
    pub visits: u32,
    pub values: Values,
}

impl Search {
    /// A search for the player of a view, who must be the one to act.
    pub fn new(view: View, config: Config, threads: usize) -> Search {
        let trees = (0..threads.max(1))
            .map(|i| Tree::new(&view, i as u64))
            .collect();
        let mut search = Search {
            view,
            config,
            trees,
        };
        search.open_roots();
        search
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    fn open_roots(&mut self) {
        let (view, config) = (&self.view, self.config);
        for tree in &mut self.trees {
            tree.open_root(view, config);
        }
    }

    /// Go on to so many simulations in all, or until the seconds are up; returns how many there
    /// are. Each thread has its own share, so that the slices do not change the answer.
    pub fn run(&mut self, simulations: u64, seconds: f64) -> u64 {
        let n_trees = self.trees.len() as u64;
        let (view, config, start) = (&self.view, self.config, Instant::now());
        let work = |tree: &mut Tree, share: u64| {
            while tree.n_done < share
                && (!tree.n_done.is_multiple_of(8) || start.elapsed().as_secs_f64() < seconds)
            {
                tree.simulate(view, config);
                tree.n_done += 1;
            }
        };
        let share = |i: u64| simulations / n_trees + u64::from(i < simulations % n_trees);
        if n_trees == 1 {
            work(&mut self.trees[0], simulations);
        } else {
            std::thread::scope(|scope| {
                for (tree, i) in self.trees.iter_mut().zip(0..) {
                    scope.spawn(move || work(tree, share(i)));
                }
            });
        }
        self.trees.iter().map(|tree| tree.n_done).sum()
    }

    /// Every root action with its visits and mean values, best first.
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for edge in self
            .trees
            .iter()
            .flat_map(|tree| &tree.nodes[tree.root].edges)
        {
            let i = match choices
                .iter()
                .position(|choice| choice.action == edge.action)
            {
                Some(i) => i,
                None => {
                    choices.push(Choice {
                        action: edge.action,
                        visits: 0,
                        values: [0.0; MAX_PLAYERS],
                    });
                    choices.len() - 1
                }
            };
            choices[i].visits += edge.visits;
            for (sum, total) in choices[i].values.iter_mut().zip(edge.total) {
                *sum += total;
            }
        }
        for choice in &mut choices {
            let n = choice.visits.max(1) as f32;
            choice.values.iter_mut().for_each(|value| *value /= n);
        }
        let me = self.view.me as usize;
        let flat = self.config.flat;
        let key = |c: &Choice| {
            let visits = if flat { 0 } else { c.visits };
            (visits, c.values[me])
        };
        choices.sort_by(|a, b| {
            key(b)
                .partial_cmp(&key(a))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        choices
    }

    /// The most visited line of play from the root, in the first tree.
    pub fn line(&self) -> Vec<Action> {
        let tree = &self.trees[0];
        let mut line = Vec::new();
        let mut node = tree.root;
        while node != NONE && line.len() < 12 {
            let edges = &tree.nodes[node].edges;
            let Some(edge) = edges
                .iter()
                .max_by_key(|edge| edge.visits)
                .filter(|e| e.visits > 0)
            else {
                break;
            };
            line.push(edge.action);
            node = edge.child;
        }
        line
    }

    /// Go on from an own action: the tree below it is kept.
    pub fn advance(&mut self, action: Action, view: View) {
        let old = self.view.game.hands[self.view.me as usize];
        let new = view.game.hands[view.me as usize];
        for tree in &mut self.trees {
            tree.advance(action, drawn(old, new));
        }
        self.view = view;
        for tree in &mut self.trees {
            tree.n_done = 0;
            tree.unseen = self.view.unseen();
        }
        self.open_roots();
    }
}

/// The card that a hand gained.
fn drawn(old: Hand, new: Hand) -> u8 {
    let gained = (new.one & !old.one) | (new.two & !old.two);
    gained.trailing_zeros() as u8
}

impl Tree {
    fn new(view: &View, stream: u64) -> Tree {
        Tree {
            nodes: vec![Node::default()],
            root: 0,
            world: view.game.clone(),
            unseen: view.unseen(),
            solver: Solver::new(view.game.rules.min_naturals),
            stream,
            n_done: 0,
            path: Vec::new(),
            options: Vec::new(),
        }
    }

    /// List the root's actions with their priors and the noise.
    fn open_root(&mut self, view: &View, config: Config) {
        self.options.clear();
        if config.flat {
            let actions = view.game.legal_actions(&mut self.solver);
            self.options
                .extend(actions.into_iter().map(|action| (action, 1.0)));
        } else {
            options(&view.game, &mut self.solver, &mut self.options);
        }
        let mut rng = Rng::new(config.seed ^ 0x5EED ^ self.stream << 40);
        add_noise(&mut self.options, config, &mut rng);
        let (nodes, options) = (&mut self.nodes, &self.options);
        let root = &mut nodes[self.root];
        for &(action, prior) in options {
            match root.edges.iter_mut().find(|edge| edge.action == action) {
                Some(edge) => edge.prior = prior,
                None => root.edges.push(Edge::new(action, prior)),
            }
        }
        root.edges
            .retain(|edge| options.iter().any(|&(action, _)| action == edge.action));
    }

    fn simulate(&mut self, view: &View, config: Config) {
        let first = self.select_root(view.me, config);
        let index = u64::from(self.nodes[self.root].edges[first].visits);
        let mut rng =
            Rng::new(config.seed ^ (index << 8 | self.stream).wrapping_mul(0xA24B_AED4_963E_E407));
        view.sample_into(&mut self.world, &mut self.unseen, &mut rng);
        // The order before a shuffle matters, and other visits have left their own.
        self.unseen.sort_unstable();
        if config.opponent_priors {
            improve_enemies(&mut self.world, view, &mut self.solver, &mut rng);
        }
        self.path.clear();
        if self.descend(view.me, first, config) {
            playout(&mut self.world, &mut self.solver, config.horizon);
        }
        let values = value::of(&self.world, &mut self.solver);
        for &(node, edge) in &self.path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            for (total, value) in edge.total.iter_mut().zip(values) {
                *total += value;
            }
        }
    }

    fn select_root(&self, me: u8, config: Config) -> usize {
        let edges = &self.nodes[self.root].edges;
        if config.flat {
            let least = (0..edges.len()).min_by_key(|&i| edges[i].visits);
            return least.unwrap_or(0);
        }
        select(
            edges,
            (0..edges.len()).map(|i| (i, edges[i].prior)),
            me,
            config.exploration,
        )
    }

    /// Walk down the tree by performing actions; true if the world is not over yet.
    fn descend(&mut self, me: u8, first: usize, config: Config) -> bool {
        let (mut node, mut edge) = (self.root, first);
        loop {
            self.path.push((node, edge));
            let action = self.nodes[node].edges[edge].action;
            let actor = self.world.seat;
            let before = self.world.hand();
            self.world.perform(action);
            if self.world.phase == Phase::Over {
                return false;
            }
            if config.flat || self.nodes[node].edges[edge].visits == 0 {
                return true;
            }
            node = self.child(node, edge);
            if action == Action::PullDeck && actor == me {
                node = self.child_by_draw(node, drawn(before, self.world.hand()));
            }
            edge = self.select_below(node, config);
        }
    }

    fn child(&mut self, node: usize, edge: usize) -> usize {
        if self.nodes[node].edges[edge].child == NONE {
            self.nodes.push(Node::default());
            self.nodes[node].edges[edge].child = self.nodes.len() - 1;
        }
        self.nodes[node].edges[edge].child
    }

    fn child_by_draw(&mut self, node: usize, card: u8) -> usize {
        let known = self.nodes[node]
            .by_draw
            .iter()
            .find(|(seen, _)| *seen == card);
        if let Some(&(_, child)) = known {
            return child;
        }
        self.nodes.push(Node::default());
        let child = self.nodes.len() - 1;
        self.nodes[node].by_draw.push((card, child));
        child
    }

    /// Select among the actions that this world allows, adding those that are new.
    fn select_below(&mut self, node: usize, config: Config) -> usize {
        options(&self.world, &mut self.solver, &mut self.options);
        let edges = &mut self.nodes[node].edges;
        let mut allowed = Vec::with_capacity(self.options.len());
        for &(action, prior) in &self.options {
            let i = edges.iter().position(|edge| edge.action == action);
            let i = i.unwrap_or_else(|| {
                edges.push(Edge::new(action, prior));
                edges.len() - 1
            });
            allowed.push((i, prior));
        }
        select(
            edges,
            allowed.into_iter(),
            self.world.seat,
            config.exploration,
        )
    }

    fn advance(&mut self, action: Action, card: u8) {
        let edge = self.nodes[self.root]
            .edges
            .iter()
            .find(|edge| edge.action == action);
        let mut next = edge.map_or(NONE, |edge| edge.child);
        if action == Action::PullDeck && next != NONE {
            next = self.child_by_draw(next, card);
        }
        if next == NONE {
            self.nodes.push(Node::default());
            next = self.nodes.len() - 1;
        }
        self.root = next;
    }
}

impl Edge {
    fn new(action: Action, prior: f32) -> Edge {
        Edge {
            action,
            prior,
            visits: 0,
            total: [0.0; MAX_PLAYERS],
            child: NONE,
        }
    }
}

/// The edge with the best sum of mean value and prior-weighted curiosity.
fn select(
    edges: &[Edge],
    allowed: impl Iterator<Item = (usize, f32)> + Clone,
    seat: u8,
    exploration: f32,
) -> usize {
    let visits: u32 = allowed.clone().map(|(i, _)| edges[i].visits).sum();
    let total: f32 = allowed
        .clone()
        .map(|(i, _)| edges[i].total[seat as usize])
        .sum();
    // An unvisited action is thought to be as good as the others were.
    let unknown = if visits > 0 {
        total / visits as f32
    } else {
        0.5
    };
    let curiosity = exploration * (visits as f32 + 1.0).sqrt();
    let score = |(i, prior): (usize, f32)| {
        let edge = &edges[i];
        let n = edge.visits as f32;
        let mean = (edge.total[seat as usize] + unknown) / (n + 1.0);
        mean + curiosity * prior / (1.0 + n)
    };
    let mut best = (0, f32::NEG_INFINITY);
    for option in allowed {
        let score = score(option);
        if score > best.1 {
            best = (option.0, score);
        }
    }
    best.0
}

/// Share of the prior that goes to each next throw, in the order of least promise.
const THROW_DECAY: f32 = 0.75;
const MAX_THROWS: usize = 8;

/// The actions worth looking at, with priors that add up to one.
fn options(game: &Game, solver: &mut Solver, out: &mut Vec<(Action, f32)>) {
    out.clear();
    if game.phase == Phase::Pull {
        let greedy = styled_action(game, &EXPERT, solver);
        for action in [Action::PullDeck, Action::PullTrash] {
            if action == greedy || game.verify(action, solver).is_ok() {
                out.push((action, if action == greedy { 2.0 } else { 1.0 }));
            }
        }
        return normalise(out);
    }
    let expert = lay(game, &EXPERT, solver);
    let plain = lay(game, &PLAIN, solver);
    let richest = plain.and_then(|_| richest_lay(game, solver));
    for (action, prior) in [(expert, 3.0), (plain, 1.5), (richest, 1.0)] {
        if let Some(action) = action.filter(|&new| out.iter().all(|&(old, _)| old != new)) {
            out.push((action, prior));
        }
    }
    if !game.must_lay() {
        add_throws(game, out);
    }
    normalise(out);
}

/// The first meld of the layout of most points, which makes it hardest for the others.
fn richest_lay(game: &Game, solver: &mut Solver) -> Option<Action> {
    if game.is_down() || game.taken.is_some() {
        return None;
    }
    let hand = game.hand();
    let frontier = solver.frontier(hand, Worth::Table);
    let n = (1..hand.len() as usize).max_by_key(|&n| frontier.0[n - 1])?;
    let melds = solver.layout(hand, Worth::Table, n)?;
    let richest = melds.into_iter().max_by_key(|meld| meld.points());
    richest.map(Action::Lay)
}

fn add_throws(game: &Game, out: &mut Vec<(Action, f32)>) {
    let promise = Promise::of(game, &EXPERT);
    let hand = game.hand();
    let mut throws: Vec<(i32, u8)> = bits(hand.one)
        .filter(|&kind| game.taken != Some(kind) || hand.count(kind) > 1)
        .map(|kind| (promise.keep(kind), kind))
        .collect();
    throws.sort_unstable();
    let mut prior = 1.0;
    for &(_, kind) in throws.iter().take(MAX_THROWS) {
        out.push((Action::Throw(kind), prior));
        prior *= THROW_DECAY;
    }
}

fn normalise(options: &mut [(Action, f32)]) {
    let total: f32 = options.iter().map(|(_, prior)| prior).sum();
    options.iter_mut().for_each(|(_, prior)| *prior /= total);
}

fn add_noise(options: &mut [(Action, f32)], config: Config, rng: &mut Rng) {
    if config.dirichlet_weight <= 0.0 || options.is_empty() {
        return;
    }
    let draws: Vec<f64> = options
        .iter()
        .map(|_| rng.gamma(config.dirichlet_alpha))
        .collect();
    let total: f64 = draws.iter().sum::<f64>().max(1e-300);
    let weight = config.dirichlet_weight as f32;
    for ((_, prior), draw) in options.iter_mut().zip(draws) {
        *prior = *prior * (1.0 - weight) + weight * (draw / total) as f32;
    }
}

const MAX_IMPROVEMENTS: u32 = 12;

/// Let enemies who are not down hold the best of the cards they may have drawn so far.
fn improve_enemies(world: &mut Game, view: &View, solver: &mut Solver, rng: &mut Rng) {
    let n_players = u32::from(world.n_players);
    let (seat, phase) = (world.seat, world.phase);
    for enemy in (0..world.n_players).filter(|&enemy| enemy != view.me) {
        if world.down[enemy as usize].is_some() {
            continue;
        }
        let n_draws = (world.turn / n_players).min(MAX_IMPROVEMENTS);
        world.seat = enemy;
        for _ in 0..n_draws {
            exchange(world, view.game.hands[enemy as usize], solver, rng);
        }
    }
    (world.seat, world.phase) = (seat, phase);
}

/// Draw a card and put the least promising hidden one somewhere into the deck, but not if the
/// hand could then come down: a player who is not down most likely could not.
fn exchange(world: &mut Game, known: Hand, solver: &mut Solver, rng: &mut Rng) {
    let Some(card) = world.deck.pop() else {
        return;
    };
    let seat = world.seat as usize;
    let before = world.hands[seat];
    world.hands[seat].add(card);
    let promise = Promise::of(world, &EXPERT);
    let hand = world.hands[seat];
    let hidden = bits(hand.one).filter(|&kind| hand.count(kind) > known.count(kind));
    let mut returned = hidden
        .min_by_key(|&kind| promise.keep(kind))
        .unwrap_or(card);
    world.hands[seat].remove(returned);
    let frontier = solver.frontier(world.hands[seat], Worth::Table);
    if frontier.best(MAX_CARDS) >= world.threshold(world.seat) {
        world.hands[seat] = before;
        returned = card;
    }
    let place = rng.below(world.deck.len() + 1);
    world.deck.push(returned);
    let last = world.deck.len() - 1;
    world.deck.swap(place, last);
}

/// Play as the expert to the end, or for so many turns.
fn playout(world: &mut Game, solver: &mut Solver, horizon: u32) {
    let last_turn = match horizon {
        0 => world.rules.max_turns,
        n => world.turn + n,
    };
    while world.phase != Phase::Over && world.turn < last_turn {
        let action = styled_action(world, &EXPERT, solver);
        world.perform(action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::game::Rules;

    fn config(flat: bool) -> Config {
        Config {
            dirichlet_alpha: 0.3,
            dirichlet_weight: 0.1,
            opponent_priors: true,
            flat,
            horizon: 0,
            exploration: 0.5,
            seed: 3,
        }
    }

    #[test]
    fn a_search_is_the_same_in_slices_and_counts_its_visits() {
        let game = Game::deal(8, 3, 0, Rules::default());
        for (flat, threads) in [(false, 1), (false, 2), (true, 1)] {
            let mut whole = Search::new(View::of(&game, 0), config(flat), threads);
            whole.run(64, 1e9);
            let mut sliced = Search::new(View::of(&game, 0), config(flat), threads);
            for total in [10, 37, 64] {
                assert_eq!(sliced.run(total, 1e9), total);
            }
            let visits = |s: &Search| {
                s.choices()
                    .iter()
                    .map(|c| (c.action, c.visits))
                    .collect::<Vec<_>>()
            };
            assert_eq!(visits(&whole), visits(&sliced));
            assert_eq!(whole.choices().iter().map(|c| c.visits).sum::<u32>(), 64);
        }
    }

    #[test]
    fn the_tree_is_kept_between_own_moves() {
        let mut solver = Solver::default();
        let mut game = Game::deal(8, 2, 0, Rules::default());
        let throw = styled_action(&game, &EXPERT, &mut solver);
        game.apply(throw, &mut solver).unwrap();
        let mut search = Search::new(View::of(&game, 1), config(false), 1);
        search.run(400, 1e9);
        game.apply(Action::PullDeck, &mut solver).unwrap();
        search.advance(Action::PullDeck, View::of(&game, 1));
        assert!(search
            .choices()
            .iter()
            .all(|c| matches!(c.action, Action::Throw(_))));
        search.run(50, 1e9);
        let visits: u32 = search.choices().iter().map(|c| c.visits).sum();
        assert!(visits >= 50);
    }
}

//! Branch and bound over every legal guess, with a transposition table; `mod.rs` explains it.

use std::cmp::Reverse;
use std::sync::Arc;

use super::board_set::{miss_cost, BoardSet, Cost, GroupCounter, Plan, LOST_BOARD, UNREACHABLE};
use super::bounds::{unfound_after, unfound_from};
use super::budget::{Budget, Stop};
use super::feedback::{Cards, N_PATTERNS, WON};
use super::probes::{Probe, ProbeFilter, ProbeTable};
use super::rollout::Rollout;
use crate::hashing::FastMap;

/// Guesses still allowed; None if they are unlimited.
type GuessesLeft = Option<u8>;

/// The most positions in the table (about 200 MB); the search stops if it needs more.
const MAX_TABLE_ENTRIES: usize = 900_000;
/// Probes in the first block; each further block is `BLOCK_GROWTH` times as large. The best probes
/// of a block are searched before the next block is bounded: a good plan found early rules out most
/// of the later probes at once. The sizes change how long a proof takes, not what it finds.
const FIRST_BLOCK: usize = 1_000;
const BLOCK_GROWTH: usize = 16;
/// Probes that are searched after each block.
const SEARCHED_PER_BLOCK: usize = 8;

/// The knowledge of a position: it costs at least `lower`, and its best plan if that is known.
#[derive(Clone, Copy)]
struct TableEntry {
    lower: Cost,
    plan: Option<Plan>,
}

pub struct Search {
    set: Arc<BoardSet>,
    /// By winning guess: its patterns against all boards.
    winning_patterns: Vec<Vec<u8>>,
    /// By guesses left (0 if unlimited), then by position.
    table: Vec<FastMap<Box<[u16]>, TableEntry>>,
    n_entries: usize,
    counter: GroupCounter,
    /// Guesses left at the root.
    guesses_left: u8,
    /// The best plan so far for all boards within `guesses_left`: the answer of an unfinished
    /// search.
    pub incumbent: Option<Plan>,
    /// The best lower bound known for all boards.
    pub root_lower: Cost,
}

/// The best plan, or None if every plan costs `upper` or more.
type Outcome = Result<Option<Plan>, Stop>;

/// The patterns of a guess against a position, and the pattern that is won: none for a probe.
type Patterns<'l> = (&'l [u8], Option<u8>);

impl Search {
    pub fn new(set: Arc<BoardSet>) -> Search {
        let all = set.all();
        let patterns = (set.winning.iter()).map(|guess| set.patterns(&guess.cards, true, &all));
        Search {
            winning_patterns: patterns.map(Iterator::collect).collect(),
            set,
            table: Vec::new(),
            n_entries: 0,
            counter: GroupCounter::new(),
            guesses_left: 0,
            incumbent: None,
            root_lower: 0,
        }
    }

    /// Return the best plan for all boards; None if every one costs `upper` or more. What is learnt
    /// stays in the table for the next call. At least one guess must be left.
    pub fn solve(&mut self, guesses_left: u8, upper: Cost, budget: &mut Budget) -> Outcome {
        let all = self.prepare(guesses_left);
        self.incumbent = None;
        self.solve_position(&all, Some(guesses_left), upper, budget)
    }

    /// Return the best plan for all boards that begins with a guess. If the search stops early, the
    /// positions that it did not solve are played greedily.
    pub fn evaluate(
        &mut self,
        cards: Cards,
        wins_class: bool,
        guesses_left: u8,
        budget: &mut Budget,
    ) -> (Plan, Result<(), Stop>) {
        let all = self.prepare(guesses_left);
        let set = Arc::clone(&self.set);
        let patterns: Vec<u8> = set.patterns(&cards, wins_class, &all).collect();
        if guesses_left == 1 {
            return (last_guess(cards, &patterns), Ok(()));
        }
        match self.evaluate_patterns(&all, &patterns, guesses_left, budget) {
            Ok(Some(plan)) => (Plan { cards, ..plan }, Ok(())),
            outcome => {
                let solved = |boards: &[u16], left| self.solved_plan(boards, left);
                let plan = Rollout::new(&set, &solved).play(&all, cards, &patterns, guesses_left);
                (plan, outcome.map(|_| ()))
            }
        }
    }

    fn evaluate_patterns(
        &mut self,
        all: &[u16],
        patterns: &[u8],
        guesses_left: u8,
        budget: &mut Budget,
    ) -> Outcome {
        let guess = (patterns, Some(WON));
        if separates_nothing(guess) {
            let next = self.solve_position(all, Some(guesses_left - 1), UNREACHABLE, budget)?;
            return Ok(next.map(|plan| Plan {
                cost: plan.cost + all.len() as Cost,
                worst: plan.worst + 1,
                ..plan
            }));
        }
        if guesses_left > 2 {
            let plan = self.search_guess(all, None, guess, UNREACHABLE, budget)?;
            if plan.is_some_and(|plan| plan.worst <= guesses_left) {
                return Ok(plan);
            }
        }
        self.search_guess(all, Some(guesses_left), guess, UNREACHABLE, budget)
    }

    fn prepare(&mut self, guesses_left: u8) -> Vec<u16> {
        self.guesses_left = guesses_left;
        let n_slots = self.table.len().max(1 + usize::from(guesses_left));
        self.table.resize_with(n_slots, FastMap::default);
        self.set.all()
    }

    /// Return the plan of a position, if it was solved and no board takes more than the guesses
    /// left.
    fn solved_plan(&self, boards: &[u16], guesses_left: u8) -> Option<Plan> {
        let known = |left| self.table[slot(left)].get(boards)?.plan;
        known(None)
            .filter(|plan| plan.worst <= guesses_left)
            .or_else(|| known(Some(guesses_left)))
    }

    /// Return the best plan of a position; None if every one costs `upper` or more.
    fn solve_position(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        upper: Cost,
        budget: &mut Budget,
    ) -> Outcome {
        let is_last = guesses_left == Some(1);
        if is_last || self.set.runs(boards).take(3).count() <= 2 {
            let plan = Plan::of_largest_class(&self.set, boards, is_last);
            return Ok(plan.filter(|plan| plan.cost < upper));
        }
        if guesses_left != Some(2) {
            // bound 5: an unlimited plan that keeps to the limit is the best with the limit too
            let plan = self.solve_cached(boards, None, upper, budget)?;
            let keeps_to = |plan: Plan| guesses_left.is_none_or(|left| plan.worst <= left);
            if plan.is_none_or(keeps_to) {
                return Ok(plan);
            }
        }
        self.solve_cached(boards, guesses_left, upper, budget)
    }

    fn solve_cached(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        upper: Cost,
        budget: &mut Budget,
    ) -> Outcome {
        let mut entry = self.lookup(boards, guesses_left, budget)?;
        if entry.plan.is_none() && entry.lower < upper {
            entry.plan = self.expand(boards, guesses_left, upper, budget)?;
            entry.lower = entry.plan.map_or(upper, |plan| plan.cost);
            self.table[slot(guesses_left)].insert(boards.into(), entry);
        }
        Ok(entry.plan.filter(|plan| plan.cost < upper))
    }

    /// Return the table's entry of a position; a new one has the static bound.
    fn lookup(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        budget: &mut Budget,
    ) -> Result<TableEntry, Stop> {
        if let Some(entry) = self.table[slot(guesses_left)].get(boards) {
            return Ok(*entry);
        }
        if self.n_entries >= MAX_TABLE_ENTRIES {
            return Err(Stop::Memory);
        }
        budget.spend(boards.len() + boards.len() * boards.len())?;
        let bound = self.static_bound(boards, guesses_left);
        let unlimited = self.table[slot(None)].get(boards);
        let entry = TableEntry {
            lower: unlimited.map_or(bound, |entry| bound.max(entry.lower)),
            plan: None,
        };
        self.n_entries += 1;
        self.table[slot(guesses_left)].insert(boards.into(), entry);
        Ok(entry)
    }

    /// Return bounds 1 to 3 of a position.
    fn static_bound(&mut self, boards: &[u16], guesses_left: GuessesLeft) -> Cost {
        let n = boards.len() as Cost;
        let unfound = match guesses_left {
            None => unfound_after(&self.set, boards, 2) as Cost,
            Some(_) => 0,
        };
        let mut lower = 2 * n + unfound;
        self.for_each_winning_guess(boards, guesses_left, lower, |bound, _| {
            lower = bound;
            bound
        });
        if let Some(left) = guesses_left {
            let lost = unfound_after(&self.set, boards, usize::from(left)) as Cost;
            return lower.max(n + LOST_BOARD * lost);
        }
        let class_bound = self.counter.count_all(&self.set, boards).lower_bound(false);
        self.layers_from_fourth(boards, guesses_left) + lower.max(class_bound + unfound)
    }

    /// Return the grid bound of the layers `u3`, `u4`, …; the other bounds are about `u0` to `u2`.
    fn layers_from_fourth(&self, boards: &[u16], guesses_left: GuessesLeft) -> Cost {
        match guesses_left {
            None => unfound_from(&self.set, boards, 3) as Cost,
            Some(_) => 0,
        }
    }

    /// Call `visit` with the split bound of each winning guess that is below `upper`; it returns
    /// the new `upper`.
    fn for_each_winning_guess(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        mut upper: Cost,
        mut visit: impl FnMut(Cost, usize) -> Cost,
    ) {
        let set = &self.set;
        let (n, miss) = (boards.len() as Cost, miss_cost(guesses_left == Some(2)));
        for run in set.runs(boards) {
            let least = 2 * n - run.len() as Cost;
            for guess in set.winning_guesses(set.class(run[0])) {
                if least >= upper {
                    break;
                }
                let patterns = &self.winning_patterns[guess];
                let of_board = |&board: &u16| (patterns[usize::from(board)], set.class(board));
                let most = (upper - 1 - least) / miss;
                if let Some(misses) = self.counter.misses(boards.iter().map(of_board), most) {
                    upper = visit(least + misses * miss, guess);
                }
            }
        }
    }

    /// Search every guess of a position, winning guesses first.
    fn expand(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        upper: Cost,
        budget: &mut Budget,
    ) -> Outcome {
        let mut node = Node {
            boards,
            guesses_left,
            layers_from_fourth: self.layers_from_fourth(boards, guesses_left),
            best: None,
            upper,
        };
        self.try_winning_guesses(&mut node, budget)?;
        if !self.set.legal.boards_only && !self.try_probes(&mut node, true, budget)? {
            self.try_probes(&mut node, false, budget)?;
        }
        Ok(node.best)
    }

    /// Search the winning guesses, best-first by their split bounds.
    fn try_winning_guesses(&mut self, node: &mut Node, budget: &mut Budget) -> Result<(), Stop> {
        budget.spend(node.boards.len() * node.boards.len())?;
        let mut found = Vec::new();
        let upper = node.upper - node.layers_from_fourth;
        self.for_each_winning_guess(node.boards, node.guesses_left, upper, |bound, guess| {
            found.push((bound, guess));
            upper
        });
        found.sort_by_key(|&(bound, _)| bound);
        for (bound, guess) in found {
            if bound + node.layers_from_fourth >= node.upper {
                break;
            }
            let row = &self.winning_patterns[guess];
            let pattern = |&board: &u16| row[usize::from(board)];
            let patterns: Vec<u8> = node.boards.iter().map(pattern).collect();
            let cards = self.set.winning[guess].cards;
            self.try_guess(node, (&patterns, Some(WON)), || Some(cards), budget)?;
        }
        Ok(())
    }

    /// Search the probes, roughly best-first. Return false if one that would be better has no legal
    /// cards: with `maximal_only`, a turn or river card that was left out may then be the best.
    fn try_probes(
        &mut self,
        node: &mut Node,
        maximal_only: bool,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Some(min_net_wins) = node.min_net_wins() else {
            return Ok(true);
        };
        let filter = ProbeFilter {
            min_net_wins,
            unavoidable: (node.guesses_left.is_none())
                .then(|| unfound_after(&self.set, node.boards, 3) as u16),
            maximal_only,
        };
        let mut table = ProbeTable::new(&self.set, node.boards, filter, budget)?;
        let probes = table.probes(budget)?;
        self.raise_root_lower(node, &table, &probes, UNREACHABLE);
        let mut surplus_of_parts = FastMap::default();
        let mut waiting: Vec<(Cost, Probe)> = Vec::new();
        let (mut rest, mut block_size) = (&probes[..], FIRST_BLOCK);
        let mut all_legal = true;
        loop {
            let (block, unseen) = rest.split_at(block_size.min(rest.len()));
            for &probe in block {
                let bound =
                    self.refine_probe_bound(node, &table, probe, &mut surplus_of_parts, budget)?;
                if bound < node.upper {
                    waiting.push((bound, probe));
                }
            }
            let least = waiting.iter().map(|&(bound, _)| bound).min();
            if all_legal || !maximal_only {
                self.raise_root_lower(node, &table, unseen, least.unwrap_or(UNREACHABLE));
            }
            waiting.sort_by_key(|&(bound, _)| Reverse(bound));
            let n_kept = match unseen {
                [] => 0,
                _ => waiting.len().saturating_sub(SEARCHED_PER_BLOCK),
            };
            for (bound, probe) in waiting.split_off(n_kept).into_iter().rev() {
                if bound < node.upper {
                    all_legal &= self.try_probe(node, &table, probe, budget)?;
                }
            }
            if unseen.is_empty() {
                break;
            }
            (rest, block_size) = (unseen, BLOCK_GROWTH * block_size);
        }
        match table.most_left_out().map(|wins| node.probe_bound(wins)) {
            Some(bound) if bound < node.upper => Err(Stop::Memory),
            _ => Ok(all_legal),
        }
    }

    /// Raise `root_lower` if this is the root. Its winning guesses have been searched; the probes
    /// `unseen` are not bounded yet, all others cost at least `least` or `upper`.
    fn raise_root_lower(&mut self, node: &Node, table: &ProbeTable, unseen: &[Probe], least: Cost) {
        if node.boards.len() < self.set.boards.len() || node.guesses_left.is_some() {
            return;
        }
        let unseen = unseen.first().map(Probe::net_wins);
        let most = unseen.max(table.most_left_out());
        let lower = node
            .probe_bound(most.unwrap_or(0))
            .min(least)
            .min(node.upper);
        self.root_lower = self.root_lower.max(lower);
    }

    /// Search a probe; return false if it would be better but has no legal cards.
    fn try_probe(
        &mut self,
        node: &mut Node,
        table: &ProbeTable,
        probe: Probe,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let patterns: Vec<u8> = table.patterns(probe).collect();
        let mut is_legal = true;
        let cards = || {
            let cards = table.cards(probe);
            is_legal = cards.is_some();
            cards
        };
        self.try_guess(node, (&patterns, None), cards, budget)?;
        Ok(is_legal)
    }

    /// Search a guess. If it is better than the best so far, ask for its cards and keep its plan,
    /// at the root also as the incumbent.
    fn try_guess(
        &mut self,
        node: &mut Node,
        patterns: Patterns,
        cards: impl FnOnce() -> Option<Cards>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let plan =
            self.search_guess(node.boards, node.guesses_left, patterns, node.upper, budget)?;
        let Some((plan, cards)) = plan.and_then(|plan| Some((plan, cards()?))) else {
            return Ok(());
        };
        let plan = Plan { cards, ..plan };
        (node.best, node.upper) = (Some(plan), plan.cost);
        let in_time = node.guesses_left.is_some() || plan.worst <= self.guesses_left;
        let is_better = (self.incumbent).is_none_or(|best| plan.cost < best.cost);
        if node.boards.len() == self.set.boards.len() && in_time && is_better {
            self.incumbent = Some(plan);
        }
        Ok(())
    }

    /// Return a lower bound of a probe: its split bound plus, part by part, the surplus of its
    /// groups' own bounds over that. Stops as soon as this reaches `upper`.
    fn refine_probe_bound(
        &mut self,
        node: &Node,
        table: &ProbeTable,
        probe: Probe,
        surplus_of_parts: &mut FastMap<(u32, u32), Cost>,
        budget: &mut Budget,
    ) -> Result<Cost, Stop> {
        if node.probe_bound(probe.net_wins()) >= node.upper {
            return Ok(node.upper);
        }
        let mut bound = node.probe_bound(probe.next_wins) - node.layers_from_fourth;
        let parts = table.parts(probe);
        budget.spend(parts.len())?;
        let mut unknown = Vec::new();
        for &part in parts {
            match surplus_of_parts.get(&(part, probe.turn_river)) {
                Some(surplus) => bound += surplus,
                None => unknown.push(part),
            }
        }
        for part in unknown.into_iter().rev() {
            if bound >= node.upper {
                break;
            }
            let (boards, patterns) = table.part(part, probe.turn_river);
            let guess = (&patterns[..], None);
            let split = self.split(&boards, node.guesses_left, guess, UNREACHABLE, budget)?;
            let surplus = split.map_or(0, |split| split.cost - split.split_bound);
            surplus_of_parts.insert((part, probe.turn_river), surplus);
            bound += surplus;
        }
        Ok(bound)
    }

    /// Return the plan that begins with a guess, without its cards; None if it separates nothing or
    /// costs `upper` or more. The group with the largest bound is solved first.
    fn search_guess(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        patterns: Patterns,
        upper: Cost,
        budget: &mut Budget,
    ) -> Outcome {
        if separates_nothing(patterns) {
            return Ok(None);
        }
        let Some(mut split) = self.split(boards, guesses_left, patterns, upper, budget)? else {
            return Ok(None);
        };
        split.groups.sort_by_key(|(lower, _)| -lower);
        for (lower, group) in split.groups {
            let cutoff = upper - split.cost + lower;
            let Some(next) = self.solve_position(&group, next(guesses_left), cutoff, budget)?
            else {
                return Ok(None);
            };
            split.cost += next.cost - lower;
            split.worst = split.worst.max(next.worst.saturating_add(1));
        }
        Ok(Some(Plan {
            cost: split.cost,
            worst: split.worst,
            cards: Cards::default(),
        }))
    }

    /// Split a position by a guess, and add up the best known bounds of its groups. None if the sum
    /// reaches `upper`.
    fn split(
        &mut self,
        boards: &[u16],
        guesses_left: GuessesLeft,
        (patterns, won): Patterns,
        upper: Cost,
        budget: &mut Budget,
    ) -> Result<Option<Split>, Stop> {
        budget.spend(2 * boards.len())?;
        let classes = boards.iter().map(|&board| self.set.class(board));
        let groups = self.counter.count(patterns.iter().copied().zip(classes));
        let is_last = next(guesses_left) == Some(1);
        let mut split = Split {
            split_bound: 0,
            cost: boards.len() as Cost,
            worst: 1,
            groups: Vec::new(),
        };
        let mut places = [usize::MAX; N_PATTERNS];
        for group in groups.iter().filter(|group| Some(group.pattern) != won) {
            split.cost += group.lower_bound(is_last);
            if is_last || group.n_classes <= 2 {
                let worst = 2 + u8::from(group.n_classes == 2 && !is_last);
                split.worst = split.worst.max(worst);
            } else {
                places[usize::from(group.pattern)] = split.groups.len();
                let boards = Vec::with_capacity(usize::from(group.size));
                split.groups.push((group.lower_bound(false), boards));
            }
        }
        split.split_bound = split.cost;
        if split.cost >= upper {
            return Ok(None);
        }
        for (&board, &pattern) in boards.iter().zip(patterns) {
            if let Some((_, boards)) = split.groups.get_mut(places[usize::from(pattern)]) {
                boards.push(board);
            }
        }
        for (lower, boards) in &mut split.groups {
            let known = self.lookup(boards, next(guesses_left), budget)?.lower;
            split.cost += known - *lower;
            *lower = known;
            if split.cost >= upper {
                return Ok(None);
            }
        }
        Ok(Some(split))
    }
}

/// A position while it is searched.
struct Node<'b> {
    boards: &'b [u16],
    guesses_left: GuessesLeft,
    layers_from_fourth: Cost,
    best: Option<Plan>,
    /// Only plans that cost less are of interest.
    upper: Cost,
}

impl Node<'_> {
    /// Return the split bound of a probe after which the next guess wins `next_wins` boards.
    fn probe_bound(&self, next_wins: u16) -> Cost {
        let n = self.boards.len() as Cost;
        let missed = (n - Cost::from(next_wins)) * miss_cost(self.guesses_left == Some(2));
        2 * n + missed + self.layers_from_fourth
    }

    /// Return the net wins that a probe needs to cost less than `upper`; None if no probe can.
    fn min_net_wins(&self) -> Option<u16> {
        let n = self.boards.len();
        let room = self.upper - 1 - self.probe_bound(n as u16);
        let missed = room / miss_cost(self.guesses_left == Some(2));
        (room >= 0).then(|| n.saturating_sub(missed as usize) as u16)
    }
}

/// A position split by a guess.
struct Split {
    split_bound: Cost,
    /// A lower bound that grows as groups are solved.
    cost: Cost,
    worst: u8,
    /// The groups that are still to be solved, with their lower bounds.
    groups: Vec<(Cost, Vec<u16>)>,
}

fn separates_nothing((patterns, won): Patterns) -> bool {
    Some(patterns[0]) != won && patterns.iter().all(|pattern| *pattern == patterns[0])
}

/// Return the plan of a last guess: boards that show all green are won, the others are lost.
pub fn last_guess(cards: Cards, patterns: &[u8]) -> Plan {
    let lost = patterns.iter().filter(|&&pattern| pattern != WON).count();
    Plan {
        cost: patterns.len() as Cost + lost as Cost * LOST_BOARD,
        worst: 1,
        cards,
    }
}

/// Return where the table keeps positions with these guesses left; 0 is for unlimited guesses.
fn slot(guesses_left: GuessesLeft) -> usize {
    guesses_left.map_or(0, usize::from)
}

fn next(guesses_left: GuessesLeft) -> GuessesLeft {
    guesses_left.map(|left| left - 1)
}

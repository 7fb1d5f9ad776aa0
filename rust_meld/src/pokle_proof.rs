//! The fewest guesses for a set of Pokle boards, over every legal guess, by branch and bound.
//!
//! A guess costs one for each board and what its groups cost after it. A group costs at least two
//! guesses a board, less its largest class, and that only if one guess wins that class and tells
//! all the others apart; a guess that cannot win costs at least two a board. Most guesses are
//! ruled out so (`pokle_scan.rs`), more by what is known of their groups; the rest are followed.

use std::sync::Arc;

use crate::effort::{Effort, Stopped};
use crate::pokle::{loss_or_one, Cards, Counter, Group, Map, Set, Task, LOSS, N_PATTERNS, WON};
use crate::pokle_scan::{Guess, Scan};

/// Guesses left, where their number does not matter.
pub const FREE: u8 = 99;
/// More than any plan costs.
pub const NEVER: i32 = 1 << 30;
/// Positions remembered: with more, the proof is stopped.
const MAX_KNOWN: usize = 900_000;

/// The best way to play a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    pub cost: i32,
    /// Guesses of the unluckiest board.
    pub worst: u8,
    /// Boards that are not found in time.
    pub lost: u16,
    pub cards: Cards,
}

/// What is known of a position: it costs at least `lower`; its best plan, once it is found.
#[derive(Clone, Copy)]
struct Known {
    lower: i32,
    plan: Option<Plan>,
}

/// Positions within one set of boards; each is solved once.
pub struct Proof {
    task: Arc<Task>,
    memory: Map<(Set, u8), Known>,
    counter: Counter,
    /// The best plan for all boards so far, within `limit` guesses.
    pub found: Option<Plan>,
    limit: u8,
}

type Outcome = Result<Option<Plan>, Stopped>;

impl Proof {
    pub fn new(task: Task) -> Proof {
        Proof {
            task: Arc::new(task),
            memory: Map::default(),
            counter: Counter::new(),
            found: None,
            limit: FREE,
        }
    }

    /// The best plan for all boards; None if every one costs the ceiling or more.
    pub fn prove(&mut self, limit: u8, ceiling: i32, effort: &mut Effort) -> Outcome {
        self.limit = limit;
        let everything: Set = (0..self.task.boards.len()).collect();
        self.solve(everything, limit, ceiling, effort)
    }

    /// The best plan with `limit` guesses left; None if every one costs the ceiling or more.
    pub fn solve(&mut self, set: Set, limit: u8, ceiling: i32, effort: &mut Effort) -> Outcome {
        let members = set.members();
        let whole = self.count_whole(&members);
        if limit == 1 || whole.n_classes <= 2 {
            let plan = self.name_largest(&members, whole, limit);
            return Ok(Some(plan).filter(|plan| plan.cost < ceiling));
        }
        if limit > 2 {
            // a plan that needs no limit is the best with one too
            let free = self.search(set, &members, FREE, ceiling, effort)?;
            if free.is_none_or(|plan| plan.worst <= limit) {
                return Ok(free);
            }
        }
        if limit == FREE {
            return Ok(None);
        }
        self.search(set, &members, limit, ceiling, effort)
    }

    /// All members as one group.
    fn count_whole(&mut self, members: &[u16]) -> Group {
        let classes = &self.task.classes;
        self.counter.count(
            members
                .iter()
                .map(|&board| (0, classes[usize::from(board)])),
        )[0]
    }

    /// The plan for one or two classes, or for the last guess: name the largest class.
    fn name_largest(&self, members: &[u16], whole: Group, limit: u8) -> Plan {
        let class = |board: &u16| self.task.classes[usize::from(*board)];
        let run = (members.chunk_by(|a, b| class(a) == class(b)))
            .find(|run| run.len() == usize::from(whole.largest))
            .expect("a group has a largest class");
        let others = whole.size - whole.largest;
        let lost = if limit == 1 { others } else { 0 };
        Plan {
            cost: whole.least(limit == 1),
            worst: 1 + u8::from(others > lost),
            lost,
            cards: self.task.boards[usize::from(run[0])],
        }
    }

    fn search(
        &mut self,
        set: Set,
        members: &[u16],
        limit: u8,
        ceiling: i32,
        effort: &mut Effort,
    ) -> Outcome {
        let mut known = self.known(set, limit, effort)?;
        if known.plan.is_none() && known.lower < ceiling {
            known.plan = self.search_anew(members, limit, ceiling, effort)?;
            known.lower = known.plan.map_or(ceiling, |plan| plan.cost);
            self.memory.insert((set, limit), known);
        }
        Ok(known.plan.filter(|plan| plan.cost < ceiling))
    }

    fn search_anew(
        &mut self,
        members: &[u16],
        limit: u8,
        ceiling: i32,
        effort: &mut Effort,
    ) -> Outcome {
        let task = Arc::clone(&self.task);
        let deep = self.deep(members, limit);
        let (mut best, mut bound) = (None, ceiling);
        for (least, winner) in self.inside(members, limit, bound - deep, effort)? {
            if least + deep >= bound {
                break;
            }
            let winner = &task.winners[winner];
            let row = |&board: &u16| winner.row[usize::from(board)];
            let labels: Vec<u8> = members.iter().map(row).collect();
            let guess = (&labels[..], Some(WON));
            if let Some(plan) = self.follow(members, limit, guess, bound, effort)? {
                bound = plan.cost;
                best = Some(self.keep(plan, winner.cards, members, limit));
            }
        }
        let n = members.len() as i32;
        if task.boards_only || bound - deep <= 2 * n {
            return Ok(best);
        }
        let step = loss_or_one(limit == 2);
        let room = (bound - deep).min(2 * n + n * step + 1) - 1 - 2 * n;
        let mut scan = Scan::new(&task, members, (n - room / step) as u16, effort)?;
        let guesses = self.outside(&mut scan, members, limit, bound, effort)?;
        for (least, guess) in guesses {
            if least >= bound {
                break;
            }
            let Some(cards) = scan.cards(guess) else {
                continue;
            };
            let labels: Vec<u8> = scan.labels(guess).collect();
            if let Some(plan) = self.follow(members, limit, (&labels, None), bound, effort)? {
                bound = plan.cost;
                best = Some(self.keep(plan, cards, members, limit));
            }
        }
        Ok(best)
    }

    /// Give a plan its cards; remember one for all boards, should the proof be stopped.
    fn keep(&mut self, plan: Plan, cards: Cards, members: &[u16], limit: u8) -> Plan {
        let plan = Plan { cards, ..plan };
        let in_time = limit < FREE || plan.worst <= self.limit;
        let is_better = self.found.is_none_or(|found| plan.cost < found.cost);
        if members.len() == self.task.boards.len() && in_time && is_better {
            self.found = Some(plan);
        }
        plan
    }

    /// The guesses that may win and cost less than the bound, from the least cost up.
    fn inside(
        &mut self,
        members: &[u16],
        limit: u8,
        bound: i32,
        effort: &mut Effort,
    ) -> Result<Vec<(i32, usize)>, Stopped> {
        effort.spend(members.len() * members.len())?;
        let mut found = Vec::new();
        self.each_winner(members, limit, bound, |least, winner| {
            found.push((least, winner));
            bound
        });
        found.sort_by_key(|&(least, _)| least);
        Ok(found)
    }

    /// Tell of each guess that may win what it costs at least, if that is below the bound that the
    /// listener gave last.
    fn each_winner(
        &mut self,
        members: &[u16],
        limit: u8,
        mut bound: i32,
        mut tell: impl FnMut(i32, usize) -> i32,
    ) {
        let task = &self.task;
        let class = |board: &u16| task.classes[usize::from(*board)];
        let (n, step) = (members.len() as i32, loss_or_one(limit == 2));
        for run in members.chunk_by(|a, b| class(a) == class(b)) {
            let sure = 2 * n - run.len() as i32;
            for winner in task.winners_of[usize::from(class(&run[0]))].clone() {
                if sure >= bound {
                    break;
                }
                let row = &task.winners[winner].row;
                let boards = members
                    .iter()
                    .map(|board| (row[usize::from(*board)], class(board)));
                let most = (bound - 1 - sure) / step;
                if let Some(others) = self.counter.others(boards, most) {
                    bound = tell(sure + others * step, winner);
                }
            }
        }
    }

    /// The guesses from outside that may cost less than the bound, from the least cost up.
    fn outside(
        &mut self,
        scan: &mut Scan,
        members: &[u16],
        limit: u8,
        bound: i32,
        effort: &mut Effort,
    ) -> Result<Vec<(i32, Guess)>, Stopped> {
        let guesses = scan.guesses(effort)?;
        let n = members.len() as i32;
        let step = loss_or_one(limit == 2);
        let mut extras: Map<(u32, u32), i32> = Map::default();
        let mut kept = Vec::new();
        for guess in guesses {
            let mut cost = 2 * n + (n - i32::from(guess.gain)) * step;
            for &part in scan.parts(guess) {
                cost += match extras.get(&(part, guess.later)) {
                    Some(&extra) => extra,
                    None => {
                        let extra = self.extra(scan.part(part, guess.later), limit, effort)?;
                        extras.insert((part, guess.later), extra);
                        extra
                    }
                };
                if cost >= bound {
                    break;
                }
            }
            effort.spend(scan.parts(guess).len())?;
            if cost < bound {
                kept.push((cost, guess));
            }
        }
        kept.sort_by_key(|&(least, _)| least);
        Ok(kept)
    }

    /// What a part of a guess costs, as far as it is known, above what its splits show.
    fn extra(
        &mut self,
        (members, labels): (Vec<u16>, Vec<u8>),
        limit: u8,
        effort: &mut Effort,
    ) -> Result<i32, Stopped> {
        let opened = self.open(&members, limit, (&labels, None), NEVER, effort)?;
        Ok(opened.map_or(0, |opened| opened.cost - opened.least))
    }

    /// What the memory has; at first, that no guess does better than its groups' bounds.
    fn known(&mut self, set: Set, limit: u8, effort: &mut Effort) -> Result<Known, Stopped> {
        if let Some(known) = self.memory.get(&(set, limit)) {
            return Ok(*known);
        }
        if self.memory.len() >= MAX_KNOWN {
            return Err(Stopped);
        }
        let members = set.members();
        effort.spend(members.len() * members.len())?;
        let free = self.memory.get(&(set, FREE)).map_or(0, |free| free.lower);
        let known = Known {
            lower: self.first_bound(&members, limit).max(free),
            plan: None,
        };
        self.memory.insert((set, limit), known);
        Ok(known)
    }

    fn first_bound(&mut self, members: &[u16], limit: u8) -> i32 {
        let n = members.len() as i32;
        let mut lower = 2 * n;
        self.each_winner(members, limit, lower, |least, _| {
            lower = least;
            least
        });
        if limit < FREE {
            let lost = self.task.beyond(members, usize::from(limit)) as i32;
            return lower.max(n + LOSS * lost);
        }
        let third = self.task.beyond(members, 2) as i32;
        let least = self.count_whole(members).least(false);
        self.deep(members, limit) + lower.max(least + third)
    }

    /// What boards cost at least from the fourth guess on; splits are rated by three.
    fn deep(&self, members: &[u16], limit: u8) -> i32 {
        match limit {
            FREE => self.task.beyond_each(members, 3) as i32,
            _ => 0,
        }
    }

    /// The plan that begins with a guess, its cards left open; None if it does not split, or
    /// reaches the bound.
    fn follow(
        &mut self,
        members: &[u16],
        limit: u8,
        guess: Labelled,
        bound: i32,
        effort: &mut Effort,
    ) -> Outcome {
        let (labels, won) = guess;
        if labels.iter().all(|label| *label == labels[0]) && Some(labels[0]) != won {
            return Ok(None);
        }
        let Some(mut plan) = self.open(members, limit, guess, bound, effort)? else {
            return Ok(None);
        };
        plan.groups.sort_by_key(|&(lower, _)| -lower);
        for (lower, set) in plan.groups {
            let Some(next) = self.solve(set, later(limit), bound - plan.cost + lower, effort)?
            else {
                return Ok(None);
            };
            plan.cost += next.cost - lower;
            plan.worst = plan.worst.max(1 + next.worst);
            plan.lost += next.lost;
        }
        Ok(Some(Plan {
            cost: plan.cost,
            worst: plan.worst,
            lost: plan.lost,
            cards: Cards::default(),
        }))
    }

    /// What a guess costs as far as it is known, and its groups that have to be searched.
    fn open(
        &mut self,
        members: &[u16],
        limit: u8,
        (labels, won): Labelled,
        bound: i32,
        effort: &mut Effort,
    ) -> Result<Option<Opened>, Stopped> {
        effort.spend(2 * members.len())?;
        let classes = &self.task.classes;
        let class = |board: &u16| classes[usize::from(*board)];
        let counted = labels.iter().copied().zip(members.iter().map(class));
        let groups = self.counter.count(counted);
        let last_next = later(limit) == 1;
        let mut opened = Opened {
            least: 0,
            cost: members.len() as i32,
            worst: 1,
            lost: 0,
            groups: Vec::new(),
        };
        let mut places = [usize::MAX; N_PATTERNS];
        for group in groups.iter().filter(|group| Some(group.label) != won) {
            opened.cost += group.least(last_next);
            if last_next || group.n_classes <= 2 {
                opened.lost += if last_next { group.others() } else { 0 };
                opened.worst = opened
                    .worst
                    .max(2 + u8::from(group.n_classes == 2 && !last_next));
            } else {
                places[usize::from(group.label)] = opened.groups.len();
                opened.groups.push((group.least(false), Set::default()));
            }
        }
        opened.least = opened.cost;
        if opened.cost >= bound {
            return Ok(None);
        }
        for (&board, &label) in members.iter().zip(labels) {
            if let Some((_, set)) = opened.groups.get_mut(places[usize::from(label)]) {
                set.insert(usize::from(board));
            }
        }
        for (lower, set) in &mut opened.groups {
            let known = self.known(*set, later(limit), effort)?.lower;
            opened.cost += known - *lower;
            *lower = known;
            if opened.cost >= bound {
                return Ok(None);
            }
        }
        Ok(Some(opened))
    }
}

/// A label for each member, and the label that is won, if one is.
type Labelled<'l> = (&'l [u8], Option<u8>);

/// A guess opened up: what it costs at least, and the groups to be searched with their bounds.
struct Opened {
    /// What the splits alone show.
    least: i32,
    cost: i32,
    worst: u8,
    lost: u16,
    groups: Vec<(i32, Set)>,
}

fn later(limit: u8) -> u8 {
    match limit {
        FREE => FREE,
        _ => limit - 1,
    }
}

//! The fewest guesses for a set of Pokle boards, over every legal guess, by branch and bound.
//!
//! A guess costs one for each board and what its groups cost after it. A group costs at least two
//! guesses a board, less its largest class, and that only if one guess wins that class and tells
//! all the others apart; a guess that cannot win costs at least two a board. Most guesses are
//! ruled out so (`scan.rs`), many by the boards that two more guesses cannot win (`late.rs`), more
//! by what is known of their groups; the rest are followed.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::pokle::effort::{Effort, Stopped};
use crate::pokle::late::{ByLabel, Extra};
use crate::pokle::scan::{Guess, Scan, Wanted};
use crate::pokle::task::{
    loss_or_one, Cards, Counter, Group, Map, Task, Winner, LOSS, N_PATTERNS, WON,
};

/// Guesses left, where their number does not matter.
pub const FREE: u8 = 99;
/// More than any plan costs.
pub const NEVER: i32 = 1 << 30;
/// Positions remembered: with more, the proof is stopped.
const MAX_KNOWN: usize = 900_000;
/// Guesses from outside looked at before the best of them are followed, and how many of those.
const FIRST_LOOK: usize = 1_000;
const FIRST_FOLLOWED: usize = 8;
/// More guesses are sifted before they are looked at.
const MANY_GUESSES: usize = 3_000;

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
    /// By limit (`FREE` is 0), then by position.
    memory: Vec<Map<Box<[u16]>, Known>>,
    n_known: usize,
    counter: Counter,
    /// A scan of all boards that was stopped.
    begun: Option<Scan>,
    /// The best plan for all boards so far, within `limit` guesses.
    pub found: Option<Plan>,
    /// No way to play all boards costs less, as far as it is known.
    pub lower: i32,
    limit: u8,
}

type Outcome = Result<Option<Plan>, Stopped>;

impl Proof {
    pub fn new(task: Task) -> Proof {
        Proof {
            task: Arc::new(task),
            memory: Vec::new(),
            n_known: 0,
            counter: Counter::new(),
            begun: None,
            found: None,
            lower: 0,
            limit: FREE,
        }
    }

    /// The best plan for all boards; None if every one costs the ceiling or more.
    pub fn prove(&mut self, limit: u8, ceiling: i32, effort: &mut Effort) -> Outcome {
        let everything = self.everything(limit);
        self.solve(&everything, limit, ceiling, effort)
    }

    /// The best plan for all boards that begins with a guess of these patterns, its cards left
    /// open; None if it tells nothing. If the proof is stopped, what is not known is played by the
    /// best bounds.
    pub fn rate(
        &mut self,
        labels: &[u8],
        limit: u8,
        effort: &mut Effort,
    ) -> (Option<Plan>, Result<(), Stopped>) {
        let everything = self.everything(limit);
        let guess = (labels, Some(WON));
        let mut outcome = Ok(None);
        if limit > 2 {
            outcome = self.follow(&everything, FREE, guess, NEVER, effort);
        }
        let is_late = |plan: Option<Plan>| plan.is_none_or(|plan| plan.worst > limit);
        if outcome.as_ref().is_ok_and(|plan| is_late(*plan)) {
            outcome = self.follow(&everything, limit, guess, NEVER, effort);
        }
        match outcome {
            Ok(plan) => (plan, Ok(())),
            Err(stopped) => (Some(self.play(&everything, guess, limit)), Err(stopped)),
        }
    }

    fn everything(&mut self, limit: u8) -> Vec<u16> {
        self.limit = limit;
        let n_slots = self.memory.len().max(1 + slot(limit));
        self.memory.resize_with(n_slots, Map::default);
        (0..self.task.boards.len() as u16).collect()
    }

    /// A plan that begins with a guess and goes on by what is known, or by the best bounds.
    fn play(&mut self, members: &[u16], (labels, won): Labelled, limit: u8) -> Plan {
        let mut groups: Map<u8, Vec<u16>> = Map::default();
        for (&board, &label) in members.iter().zip(labels) {
            if Some(label) != won {
                groups.entry(label).or_default().push(board);
            }
        }
        let mut plan = Plan {
            cost: members.len() as i32,
            worst: 1,
            lost: 0,
            cards: Cards::default(),
        };
        for group in groups.values() {
            let next = self.play_on(group, later(limit));
            plan.cost += next.cost;
            plan.worst = plan.worst.max(next.worst.saturating_add(1));
            plan.lost += next.lost;
        }
        plan
    }

    fn play_on(&mut self, members: &[u16], limit: u8) -> Plan {
        let whole = self.count_whole(members);
        if limit == 1 || whole.n_classes <= 2 {
            return self.name_largest(members, whole, limit);
        }
        for slot in [slot(FREE), slot(limit)] {
            let known = self.memory[slot].get(members).and_then(|known| known.plan);
            if let Some(plan) = known.filter(|plan| plan.worst <= limit || slot > 0) {
                return plan;
            }
        }
        let mut best = None;
        self.each_winner(members, limit, NEVER, |least, winner| {
            best = Some(winner);
            least
        });
        let Some(best) = best else {
            return self.name_largest(members, whole, limit); // the site refused them all
        };
        let task = Arc::clone(&self.task);
        let Winner { cards, row, .. } = &task.winners[best];
        let label = |&board: &u16| row[usize::from(board)];
        let labels: Vec<u8> = members.iter().map(label).collect();
        let plan = self.play(members, (&labels, Some(WON)), limit);
        Plan {
            cards: *cards,
            ..plan
        }
    }

    /// The best plan with `limit` guesses left; None if every one costs the ceiling or more.
    fn solve(&mut self, members: &[u16], limit: u8, ceiling: i32, effort: &mut Effort) -> Outcome {
        let whole = self.count_whole(members);
        if limit == 1 || whole.n_classes <= 2 {
            let plan = self.name_largest(members, whole, limit);
            return Ok(Some(plan).filter(|plan| plan.cost < ceiling));
        }
        if limit > 2 {
            // a plan that needs no limit is the best with one too
            let free = self.search(members, FREE, ceiling, effort)?;
            if free.is_none_or(|plan| plan.worst <= limit) {
                return Ok(free);
            }
        }
        if limit == FREE {
            return Ok(None);
        }
        self.search(members, limit, ceiling, effort)
    }

    /// All members as one group.
    fn count_whole(&mut self, members: &[u16]) -> Group {
        let class = |&board: &u16| (0, self.task.classes[usize::from(board)]);
        self.counter.count(members.iter().map(class))[0]
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

    fn search(&mut self, members: &[u16], limit: u8, ceiling: i32, effort: &mut Effort) -> Outcome {
        let mut known = self.known(members, limit, Extra::default(), effort)?;
        if known.plan.is_none() && known.lower < ceiling {
            known.plan = self.search_anew(members, limit, ceiling, effort)?;
            known.lower = known.plan.map_or(ceiling, |plan| plan.cost);
            self.remember(members, limit, known);
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
        let mut position = Position {
            members,
            limit,
            deep: self.deep(members, limit),
            best: None,
            bound: ceiling,
        };
        self.try_inside(&mut position, effort)?;
        if !self.task.boards_only && position.bound > position.least_outside(members.len()) {
            self.try_outside(&mut position, effort)?;
        }
        Ok(position.best)
    }

    /// Follow the guesses that may win, from the least cost up.
    fn try_inside(&mut self, position: &mut Position, effort: &mut Effort) -> Result<(), Stopped> {
        let task = Arc::clone(&self.task);
        effort.spend(position.members.len() * position.members.len())?;
        let mut found = Vec::new();
        let bound = position.bound - position.deep;
        self.each_winner(position.members, position.limit, bound, |least, winner| {
            found.push((least, winner));
            bound
        });
        found.sort_by_key(|&(least, _)| least);
        for (least, winner) in found {
            if least + position.deep >= position.bound {
                break;
            }
            let Winner { cards, row, .. } = &task.winners[winner];
            let label = |&board: &u16| row[usize::from(board)];
            let labels: Vec<u8> = position.members.iter().map(label).collect();
            self.try_guess(position, (&labels, Some(WON)), || Some(*cards), effort)?;
        }
        Ok(())
    }

    /// Follow the guesses from outside: the finest turns and rivers alone, unless one of those
    /// guesses would be better but is no legal guess.
    fn try_outside(&mut self, position: &mut Position, effort: &mut Effort) -> Result<(), Stopped> {
        if !self.try_scan(position, true, effort)? {
            self.try_scan(position, false, effort)?;
        }
        Ok(())
    }

    /// Follow the guesses of one scan, about from the least cost up; false if one that would be
    /// better is not legal.
    ///
    /// More and more of them are looked at, and the best of those are followed at once: a better
    /// bound spares many others the look.
    fn try_scan(
        &mut self,
        position: &mut Position,
        finest: bool,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        let task = Arc::clone(&self.task);
        let wanted = Wanted {
            gain: position.least_gain(),
            late: (position.limit == FREE).then(|| task.beyond(position.members, 3) as u16),
            finest,
        };
        let is_whole = position.members.len() == task.boards.len();
        let begun = if is_whole { self.begun.take() } else { None };
        let mut scan = match begun.filter(|scan| scan.is_for(wanted)) {
            Some(scan) => scan,
            None => Scan::new(&task, position.members, wanted, effort)?,
        };
        let guesses = scan.guesses(effort);
        if guesses.is_err() && is_whole {
            self.begun = Some(scan);
            return Err(Stopped);
        }
        let guesses = guesses?;
        self.raise_lower(position, &scan, &guesses, NEVER);
        let mut extras = Map::default();
        let mut waiting: Vec<(i32, Guess)> = Vec::new();
        let (mut rest, mut n_looked_at) = (&guesses[..], FIRST_LOOK);
        let mut all_legal = true;
        loop {
            let (block, others) = rest.split_at(n_looked_at.min(rest.len()));
            let mut block = block.to_vec();
            if guesses.len() > MANY_GUESSES {
                scan.sift(&mut block, position.least_gain(), effort)?;
            }
            for guess in block {
                let cost = self.known_cost(&mut scan, guess, position, &mut extras, effort)?;
                if cost < position.bound {
                    waiting.push((cost, guess));
                }
            }
            let least = waiting.iter().map(|&(cost, _)| cost).min();
            if all_legal || !finest {
                self.raise_lower(position, &scan, others, least.unwrap_or(NEVER));
            }
            let mut followed = Vec::new();
            if scan.is_sifted() {
                // what comes late often tells more of a guess than bounds on its small groups
                waiting.sort_by_key(|(_, guess)| guess.net_gain());
                followed.extend(last(&mut waiting, FIRST_FOLLOWED));
            }
            waiting.sort_by_key(|&(cost, _)| Reverse(cost));
            let n_followed = match others {
                [] => waiting.len(),
                _ => FIRST_FOLLOWED,
            };
            followed.extend(last(&mut waiting, n_followed));
            for (cost, guess) in followed {
                if cost < position.bound {
                    all_legal &= self.try_outside_guess(position, &scan, guess, effort)?;
                }
            }
            if others.is_empty() {
                break;
            }
            (rest, n_looked_at) = (others, 16 * n_looked_at);
        }
        let may_be_left_out = scan.least_gain().checked_sub(1);
        match may_be_left_out.map(|gain| position.least_outside(usize::from(gain))) {
            Some(cost) if cost < position.bound => Err(Stopped),
            _ => Ok(all_legal),
        }
    }

    /// Learn what all boards cost at least, once no guess but those from outside is left: these
    /// were not looked at, and the others cost `least`.
    fn raise_lower(&mut self, position: &Position, scan: &Scan, unseen: &[Guess], least: i32) {
        if position.members.len() < self.task.boards.len() || position.limit < FREE {
            return;
        }
        let gains = unseen.first().map(|guess| guess.net_gain());
        let left_out = scan.least_gain().checked_sub(1);
        let most = gains.max(left_out).map_or(0, usize::from);
        let lower = position.least_outside(most).min(least).min(position.bound);
        self.lower = self.lower.max(lower);
    }

    /// Follow a guess of a scan; false if it would be better but has no cards.
    fn try_outside_guess(
        &mut self,
        position: &mut Position,
        scan: &Scan,
        guess: Guess,
        effort: &mut Effort,
    ) -> Result<bool, Stopped> {
        let labels: Vec<u8> = scan.labels(guess).collect();
        let mut is_legal = true;
        let cards = || {
            let cards = scan.cards(guess);
            is_legal = cards.is_some();
            cards
        };
        self.try_guess(position, (&labels, None), cards, effort)?;
        Ok(is_legal)
    }

    /// Follow a guess, and ask for its cards if it is better; remember a plan for all boards,
    /// should the proof be stopped.
    fn try_guess(
        &mut self,
        position: &mut Position,
        labelled: Labelled,
        cards: impl FnOnce() -> Option<Cards>,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let (members, limit) = (position.members, position.limit);
        let plan = self.follow(members, limit, labelled, position.bound, effort)?;
        let Some((plan, cards)) = plan.and_then(|plan| Some((plan, cards()?))) else {
            return Ok(());
        };
        let plan = Plan { cards, ..plan };
        (position.best, position.bound) = (Some(plan), plan.cost);
        let in_time = limit < FREE || plan.worst <= self.limit;
        let is_better = self.found.is_none_or(|found| plan.cost < found.cost);
        if members.len() == self.task.boards.len() && in_time && is_better {
            self.found = Some(plan);
        }
        Ok(())
    }

    /// What a guess from outside costs as far as it is known, or the bound if it is no less.
    fn known_cost(
        &mut self,
        scan: &mut Scan,
        guess: Guess,
        position: &Position,
        extras: &mut Map<u64, i32>,
        effort: &mut Effort,
    ) -> Result<i32, Stopped> {
        if position.least_outside(usize::from(guess.net_gain())) >= position.bound {
            return Ok(position.bound);
        }
        let mut cost = position.least_outside(usize::from(guess.gain)) - position.deep;
        let parts = scan.parts(guess).to_vec();
        effort.spend(parts.len())?;
        let key = |part: u32| u64::from(part) << 32 | u64::from(guess.later);
        let mut others = Vec::new();
        for part in parts {
            match extras.get(&key(part)) {
                Some(extra) => cost += extra,
                None => {
                    let least = i32::from(scan.extra_of_part(part, guess.later, effort)?);
                    others.push((part, least));
                    cost += least;
                }
            }
        }
        // of the largest parts all that is easy to see was seen
        for (part, least) in others.into_iter().rev() {
            if cost >= position.bound {
                break;
            }
            let by_label = scan.extra_by_label(part, guess.later, effort)?;
            let members = scan.part(part, guess.later);
            let extra = self.extra(members, by_label, position.limit, effort)?;
            let extra = extra.max(least);
            extras.insert(key(part), extra);
            cost += extra - least;
        }
        Ok(cost)
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

    /// What a part of a guess costs, as far as it is known, above what its splits show; what
    /// `late.rs` knows of its groups is by label.
    fn extra(
        &mut self,
        (members, labels): (Vec<u16>, Vec<u8>),
        extras: ByLabel,
        limit: u8,
        effort: &mut Effort,
    ) -> Result<i32, Stopped> {
        let opened = self.open(&members, limit, (&labels, None), extras, NEVER, effort)?;
        Ok(opened.map_or(0, |opened| opened.cost - opened.least))
    }

    /// What the memory has; at first, that no guess does better than its groups' bounds, or than
    /// what `late.rs` knows.
    fn known(
        &mut self,
        members: &[u16],
        limit: u8,
        extra: Extra,
        effort: &mut Effort,
    ) -> Result<Known, Stopped> {
        if let Some(known) = self.memory[slot(limit)].get(members) {
            return Ok(*known);
        }
        if self.n_known >= MAX_KNOWN {
            return Err(Stopped);
        }
        effort.spend(members.len())?;
        let free = self.memory[slot(FREE)]
            .get(members)
            .map_or(0, |free| free.lower);
        let whole = self.count_whole(members);
        let lower = if limit == FREE && u16::from(extra.anyway()) >= whole.largest {
            // more than any guess that may win saves: no need to look at those
            self.deep(members, limit) + whole.least(false) + i32::from(extra.anyway())
        } else {
            effort.spend(members.len() * members.len())?;
            self.first_bound(members, limit, extra)
        };
        let known = Known {
            lower: lower.max(free),
            plan: None,
        };
        self.n_known += 1;
        self.remember(members, limit, known);
        Ok(known)
    }

    fn remember(&mut self, members: &[u16], limit: u8, known: Known) {
        self.memory[slot(limit)].insert(members.into(), known);
    }

    fn first_bound(&mut self, members: &[u16], limit: u8, extra: Extra) -> i32 {
        let n = members.len() as i32;
        let [third, outside] = match limit {
            FREE => {
                let beyond = self.task.beyond(members, 2) as i32;
                [extra.anyway(), extra.late_outside()].map(|late| beyond.max(i32::from(late)))
            }
            _ => [0; 2],
        };
        let mut lower = 2 * n + outside;
        self.each_winner(members, limit, lower, |least, _| {
            lower = least;
            least
        });
        if limit < FREE {
            let lost = self.task.beyond(members, usize::from(limit)) as i32;
            return lower.max(n + LOSS * lost);
        }
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
        let Some(mut plan) = self.open(members, limit, guess, ByLabel::default(), bound, effort)?
        else {
            return Ok(None);
        };
        plan.groups.sort_by_key(|(lower, _)| -lower);
        for (lower, group) in plan.groups {
            let Some(next) = self.solve(&group, later(limit), bound - plan.cost + lower, effort)?
            else {
                return Ok(None);
            };
            plan.cost += next.cost - lower;
            plan.worst = plan.worst.max(next.worst.saturating_add(1));
            plan.lost += next.lost;
        }
        Ok(Some(Plan {
            cost: plan.cost,
            worst: plan.worst,
            lost: plan.lost,
            cards: Cards::default(),
        }))
    }

    /// What a guess costs as far as it is known, and its groups that have to be searched; what
    /// `late.rs` knows of the groups is by label.
    fn open(
        &mut self,
        members: &[u16],
        limit: u8,
        (labels, won): Labelled,
        extras: ByLabel,
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
        let mut extras_of_groups = Vec::new();
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
                let boards = Vec::with_capacity(usize::from(group.size));
                opened.groups.push((group.least(false), boards));
                let extra = extras.get(usize::from(group.label));
                extras_of_groups.push(extra.copied().unwrap_or_default());
            }
        }
        opened.least = opened.cost;
        if opened.cost >= bound {
            return Ok(None);
        }
        for (&board, &label) in members.iter().zip(labels) {
            if let Some((_, boards)) = opened.groups.get_mut(places[usize::from(label)]) {
                boards.push(board);
            }
        }
        for ((lower, boards), extra) in opened.groups.iter_mut().zip(extras_of_groups) {
            let known = self.known(boards, later(limit), extra, effort)?.lower;
            opened.cost += known - *lower;
            *lower = known;
            if opened.cost >= bound {
                return Ok(None);
            }
        }
        Ok(Some(opened))
    }
}

/// A position while its best plan is looked for.
struct Position<'m> {
    members: &'m [u16],
    limit: u8,
    /// What boards cost at least from the fourth guess on.
    deep: i32,
    best: Option<Plan>,
    /// A plan must cost less.
    bound: i32,
}

impl Position<'_> {
    /// What a guess from outside costs at least that gains so much.
    fn least_outside(&self, gain: usize) -> i32 {
        let missed = (self.members.len() - gain) as i32;
        2 * self.members.len() as i32 + missed * loss_or_one(self.limit == 2) + self.deep
    }

    /// What a guess from outside must gain to cost less than the bound.
    fn least_gain(&self) -> u16 {
        let room = self.bound - 1 - self.least_outside(self.members.len());
        let missed = (room / loss_or_one(self.limit == 2)) as usize;
        self.members.len().saturating_sub(missed) as u16
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
    groups: Vec<(i32, Vec<u16>)>,
}

/// Take so many guesses from the end, the last one first.
fn last(waiting: &mut Vec<(i32, Guess)>, n: usize) -> impl Iterator<Item = (i32, Guess)> {
    let n_left = waiting.len().saturating_sub(n);
    waiting.split_off(n_left).into_iter().rev()
}

/// Where the memory keeps what is known with so many guesses left.
fn slot(limit: u8) -> usize {
    match limit {
        FREE => 0,
        _ => usize::from(limit),
    }
}

fn later(limit: u8) -> u8 {
    match limit {
        FREE => FREE,
        _ => limit - 1,
    }
}

//! The exact meld solver: for every number of cards laid, the most points a hand can lay.
//!
//! Jokers sit in at most two melds, so the solver tries every meld with jokers (one for each set
//! of natural cards, at its best value) and asks a memo for the frontier of the natural cards that
//! are left. A frontier is sixteen bytes and moves through the processor as one word; a pair of
//! joker melds is looked at only if a cheap upper bound says that it could improve the answer.

use crate::konkan::cards::{bits, Hand, JOKER, RANK_POINTS};
use crate::konkan::fills::{
    places_points, RunFill, FILLS_ONE, FILLS_TWO, N_TWO_JOKERS, SUIT_PAIRS, SUIT_TRIPLES,
    TWO_JOKERS,
};
pub use crate::konkan::frontier::{Frontier, MAX_CARDS};
use crate::konkan::meld::Meld;

/// The way in which laid cards count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Points of the table: a joker counts as the card it stands for.
    Table,
    /// Cards that stay in hand count: a joker is worth a fixed number of deadwood points.
    Deadwood(u8),
}

/// A meld with jokers: its natural kinds, cards and worth.
#[derive(Clone, Copy)]
struct Wild {
    naturals: u64,
    n_cards: u8,
    points: u8,
}

/// A meld of natural cards in the numbering of the kinds that can be melded.
#[derive(Clone, Copy)]
struct Natural {
    mask: u16,
    n_cards: u8,
    points: u8,
}

const MEMO_BITS: u32 = 11;
const KEPT_BITS: u32 = 12;

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    frontier: Frontier,
}

/// A hand that was solved. The empty hand and its empty frontier fill the places not yet used.
#[derive(Clone, Copy)]
struct Solved {
    hand: Hand,
    worth: Worth,
    frontier: Frontier,
}

/// Solves one hand after the other; keeps its memory, so one solver per thread is enough.
pub struct Solver {
    min_naturals: u8,
    hand: Hand,
    worth: Worth,
    /// By kind: its number among the kinds that can be melded, or 255.
    number: [u8; 52],
    kinds: Vec<u8>,
    naturals: Vec<Natural>,
    /// The place in `naturals` where the melds of each lowest number begin.
    bucket: [u8; MAX_CARDS + 2],
    /// The kinds that occur in natural melds.
    meldable: u64,
    /// Melds with one joker and with two; `free` ones use no kind that occurs in a natural meld.
    one_free: Vec<Wild>,
    one_joker: Vec<Wild>,
    two_free: Vec<Wild>,
    two_jokers: Vec<Wild>,
    /// By meld of `one_joker`: the frontier of the natural cards that it leaves.
    left_after: Vec<Frontier>,
    memo: Box<[Entry]>,
    generation: u32,
    /// Hands solved recently: players ask for the same ones again and again.
    kept: Box<[Solved]>,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new(1)
    }
}

impl Solver {
    /// Create a solver for melds that need `min_naturals` natural cards, 1 or 2.
    pub fn new(min_naturals: u8) -> Self {
        let empty = Entry {
            key: 0,
            frontier: Frontier::default(),
        };
        let unused = Solved {
            hand: Hand::default(),
            worth: Worth::Table,
            frontier: Frontier::default(),
        };
        Solver {
            min_naturals,
            hand: Hand::default(),
            worth: Worth::Table,
            number: [255; 52],
            kinds: Vec::with_capacity(MAX_CARDS),
            naturals: Vec::with_capacity(64),
            bucket: [0; MAX_CARDS + 2],
            meldable: 0,
            one_free: Vec::with_capacity(128),
            two_free: Vec::with_capacity(128),
            one_joker: Vec::with_capacity(128),
            two_jokers: Vec::with_capacity(128),
            left_after: Vec::with_capacity(128),
            memo: vec![empty; 1 << MEMO_BITS].into_boxed_slice(),
            generation: 0,
            kept: vec![unused; 1 << KEPT_BITS].into_boxed_slice(),
        }
    }

    /// Return the frontier of a hand of at most 16 cards, solved or remembered.
    pub fn frontier(&mut self, hand: Hand, worth: Worth) -> Frontier {
        let mixed = (hand.one ^ hand.two.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = (mixed >> (64 - KEPT_BITS)) as usize;
        let kept = self.kept[slot];
        if kept.hand == hand && kept.worth == worth {
            return kept.frontier;
        }
        let frontier = self.solve(hand, worth);
        self.kept[slot] = Solved {
            hand,
            worth,
            frontier,
        };
        frontier
    }

    /// Return the frontier of a hand of at most 16 cards, solved again.
    pub fn solve(&mut self, hand: Hand, worth: Worth) -> Frontier {
        debug_assert!(hand.len() as usize <= MAX_CARDS);
        self.prepare(hand, worth);
        let state = self.start();
        let whole = self.natural_frontier(state);
        let mut best = whole;
        if hand.jokers() > 0 {
            self.list_one_joker();
            best = self.add_one_joker(state, whole);
        }
        if hand.jokers() > 1 {
            self.list_two_jokers();
            best = self.add_two_jokers(state, whole, best);
        }
        best
    }

    fn prepare(&mut self, hand: Hand, worth: Worth) {
        self.hand = hand;
        self.worth = worth;
        for list in [
            &mut self.one_free,
            &mut self.one_joker,
            &mut self.two_free,
            &mut self.two_jokers,
        ] {
            list.clear();
        }
        self.list_naturals();
    }

    // ---- natural melds

    /// List the melds of natural cards and number the kinds that occur in them, rank by rank.
    fn list_naturals(&mut self) {
        self.naturals.clear();
        self.kinds.clear();
        self.meldable = 0;
        let suits = [0, 1, 2, 3].map(|suit| u32::from(self.hand.suit(suit)));
        let [a, b, c, d] = suits;
        let triples = (a & b & (c | d)) | (c & d & (a | b));
        let runs = suits.map(|s| {
            let places = s | (s & 1) << 13;
            places & places >> 1 & places >> 2
        });
        if triples | runs[0] | runs[1] | runs[2] | runs[3] == 0 {
            return;
        }
        self.number_kinds(triples, runs);
        for suit in 0..4 {
            self.list_runs(suit, suits[suit as usize], runs[suit as usize]);
        }
        for rank in bits(u64::from(triples)) {
            self.list_sets(rank, suits.map(|s| s >> rank & 1 == 1));
        }
        self.sort_naturals();
    }

    fn number_kinds(&mut self, triples: u32, runs: [u32; 4]) {
        let suits = [0u8, 1, 2, 3].map(|suit| {
            let run = runs[suit as usize];
            let covered = run | run << 1 | run << 2;
            let melded = covered | covered >> 13 | triples;
            melded & u32::from(self.hand.suit(suit))
        });
        for rank in bits(u64::from(suits[0] | suits[1] | suits[2] | suits[3])) {
            for suit in 0..4u8 {
                if suits[suit as usize] >> rank & 1 == 1 {
                    let kind = suit * 13 + rank;
                    self.number[kind as usize] = self.kinds.len() as u8;
                    self.kinds.push(kind);
                    self.meldable |= 1 << kind;
                }
            }
        }
    }

    fn list_runs(&mut self, suit: u8, suit_bits: u32, mut starts: u32) {
        let places = suit_bits | (suit_bits & 1) << 13;
        // Longer runs are made of these: six cards or more split into pieces of three to five.
        for len in 3..=5u32 {
            for start in bits(u64::from(starts)) {
                let window = ((1u32 << len) - 1) << start;
                let mask = (start..start + len as u8)
                    .map(|place| 1 << self.number[(suit * 13 + place % 13) as usize])
                    .sum();
                self.naturals.push(Natural {
                    mask,
                    n_cards: len as u8,
                    points: places_points(window),
                });
            }
            starts &= places >> len;
        }
    }

    fn list_sets(&mut self, rank: u8, held: [bool; 4]) {
        let all: u8 = (0..4).map(|suit| u8::from(held[suit]) << suit).sum();
        for present in [0b0111u8, 0b1011, 0b1101, 0b1110, 0b1111] {
            if present & !all == 0 {
                let mask = bits(u64::from(present))
                    .map(|suit| 1 << self.number[(suit * 13 + rank) as usize])
                    .sum();
                let n_cards = present.count_ones() as u8;
                self.naturals.push(Natural {
                    mask,
                    n_cards,
                    points: n_cards * RANK_POINTS[rank as usize],
                });
            }
        }
    }

    fn sort_naturals(&mut self) {
        self.naturals
            .sort_unstable_by_key(|meld| meld.mask.trailing_zeros());
        self.bucket = [self.naturals.len() as u8; MAX_CARDS + 2];
        for (i, meld) in self.naturals.iter().enumerate().rev() {
            self.bucket[meld.mask.trailing_zeros() as usize] = i as u8;
        }
        for number in (0..=MAX_CARDS).rev() {
            self.bucket[number] = self.bucket[number].min(self.bucket[number + 1]);
        }
        self.generation = self.generation.wrapping_add(1).max(1);
    }

    /// Return the state of the whole hand: a bit for each numbered kind, second copies 16 bits
    /// higher.
    fn start(&self) -> u32 {
        let copies = |mask: u64| -> u32 {
            (self.kinds.iter().enumerate())
                .map(|(i, &kind)| ((mask >> kind & 1) as u32) << i)
                .sum()
        };
        copies(self.hand.one) | copies(self.hand.two) << 16
    }

    /// Return the numbered kinds of a mask of kinds.
    #[inline]
    fn numbered(&self, naturals: u64) -> u32 {
        bits(naturals & self.meldable).fold(0, |mask, kind| mask | 1 << self.number[kind as usize])
    }

    /// Return the frontier of the natural cards of a state: the lowest kind is left, or starts a
    /// meld.
    fn natural_frontier(&mut self, mut state: u32) -> Frontier {
        let (low, melds) = loop {
            if state & 0xffff == 0 {
                return Frontier::default();
            }
            let low = state.trailing_zeros();
            let from = self.bucket[low as usize] as usize;
            let to = self.bucket[low as usize + 1] as usize;
            let fits = |meld: &Natural| u32::from(meld.mask) & !state == 0;
            if self.naturals[from..to].iter().any(fits) {
                break (1u32 << low, from..to);
            }
            state &= !(0x0001_0001 << low);
        };
        let key = u64::from(self.generation) << 32 | u64::from(state);
        let slot = (state.wrapping_mul(0x9E37_79B1) >> (32 - MEMO_BITS)) as usize;
        if self.memo[slot].key == key {
            return self.memo[slot].frontier;
        }
        let mut best = self.natural_frontier(take(state, low));
        for i in melds {
            let meld = self.naturals[i];
            let mask = u32::from(meld.mask);
            if mask & !state == 0 {
                let rest = self.natural_frontier(take(state, mask));
                best = best.max(rest.after(meld.n_cards, meld.points));
            }
        }
        self.memo[slot] = Entry {
            key,
            frontier: best,
        };
        best
    }

    // ---- melds with jokers

    fn list_one_joker(&mut self) {
        for suit in 0..4u8 {
            let held = u32::from(self.hand.suit(suit));
            let p = held | (held & 1) << 13;
            let (next, second) = (p & p >> 1, p & p >> 2);
            if next | second == 0 {
                continue;
            }
            let starts = [next, second];
            self.push_fills(suit, &starts, &FILLS_ONE[..2], 1);
            let three = next & p >> 2;
            let starts = [three, next & p >> 3, second & p >> 3];
            if starts[0] | starts[1] | starts[2] != 0 {
                self.push_fills(suit, &starts, &FILLS_ONE[2..5], 1);
                let [_, gap_after_two, gap_after_one] = starts;
                let fourth = p >> 4;
                let starts = [
                    three & p >> 3,
                    gap_after_two & fourth,
                    three & fourth,
                    gap_after_one & fourth,
                ];
                self.push_fills(suit, &starts, &FILLS_ONE[5..], 1);
            }
        }
        self.list_wild_pairs(1);
        self.list_wild_triples();
    }

    fn list_two_jokers(&mut self) {
        let strict = self.min_naturals > 1;
        let last = if strict {
            TWO_JOKERS.len()
        } else {
            N_TWO_JOKERS
        };
        for suit in 0..4u8 {
            let held = u32::from(self.hand.suit(suit));
            let p = held | (held & 1) << 13;
            if p & (p >> 1 | p >> 2 | p >> 3) == 0 {
                continue;
            }
            for (pattern, fills) in TWO_JOKERS.iter().zip(&FILLS_TWO).take(last).skip(1) {
                let starts = bits(u64::from(*pattern)).fold(p, |left, place| left & p >> place);
                self.push_fills(suit, &[starts], std::slice::from_ref(fills), 2);
            }
        }
        self.list_wild_pairs(2);
        if !strict {
            self.list_lone_cards();
        }
    }

    /// List one natural card with two jokers: as a set or as a run, whichever has more points.
    fn list_lone_cards(&mut self) {
        for kind in bits(self.hand.naturals().one) {
            let rank = (kind % 13) as usize;
            let worth = RANK_POINTS[rank];
            let high = if rank == 0 {
                FILLS_TWO[0][13].points
            } else {
                0
            };
            let table = FILLS_TWO[0][rank].points.max(3 * worth).max(high);
            self.push_wild(1 << kind, 3, table, worth, 2);
        }
    }

    /// Add the runs whose natural places begin at these places of a suit.
    #[inline]
    fn push_fills(&mut self, suit: u8, starts: &[u32], fills: &[[RunFill; 14]], jokers: u8) {
        for (starts, fills) in starts.iter().zip(fills) {
            for start in bits(u64::from(*starts)) {
                let fill = fills[start as usize];
                let naturals = u64::from(fill.kinds) << (13 * suit);
                let n_cards = fill.kinds.count_ones() as u8 + jokers;
                self.push_wild(naturals, n_cards, fill.points, fill.natural_points, jokers);
            }
        }
    }

    fn list_wild_pairs(&mut self, jokers: u8) {
        let suits = [0, 1, 2, 3].map(|suit| self.hand.suit(suit));
        for (a, b) in SUIT_PAIRS {
            for rank in bits(u64::from(suits[a as usize] & suits[b as usize])) {
                let naturals = 1u64 << (a * 13 + rank) | 1u64 << (b * 13 + rank);
                let worth = RANK_POINTS[rank as usize];
                self.push_wild(
                    naturals,
                    2 + jokers,
                    (2 + jokers) * worth,
                    2 * worth,
                    jokers,
                );
            }
        }
    }

    fn list_wild_triples(&mut self) {
        let suits = [0, 1, 2, 3].map(|suit| self.hand.suit(suit));
        for triple in SUIT_TRIPLES {
            let ranks = triple
                .iter()
                .fold(0x1fff, |left, &suit| left & suits[suit as usize]);
            for rank in bits(u64::from(ranks)) {
                let naturals = triple.iter().map(|suit| 1u64 << (suit * 13 + rank)).sum();
                let worth = RANK_POINTS[rank as usize];
                self.push_wild(naturals, 4, 4 * worth, 3 * worth, 1);
            }
        }
    }

    #[inline]
    fn push_wild(&mut self, naturals: u64, n_cards: u8, table: u8, natural: u8, jokers: u8) {
        let points = match self.worth {
            Worth::Table => table,
            Worth::Deadwood(joker) => natural + joker * jokers,
        };
        let wild = Wild {
            naturals,
            n_cards,
            points,
        };
        // Melds that take no card from natural melds are listed apart: only their size and points
        // count.
        match (jokers, naturals & self.meldable == 0) {
            (1, true) => self.one_free.push(wild),
            (1, false) => self.one_joker.push(wild),
            (_, true) => self.two_free.push(wild),
            (_, false) => self.two_jokers.push(wild),
        }
    }

    fn add_one_joker(&mut self, state: u32, whole: Frontier) -> Frontier {
        let mut best = whole.max(add_free(whole, &self.one_free));
        // A pair of joker melds is bounded by what each of them leaves.
        let bounds_wanted = self.hand.jokers() > 1;
        self.left_after.clear();
        for i in 0..self.one_joker.len() {
            let wild = self.one_joker[i];
            if !bounds_wanted && !whole.after(wild.n_cards, wild.points).exceeds(best) {
                continue;
            }
            let left = self.natural_frontier(take(state, self.numbered(wild.naturals)));
            self.left_after.push(left);
            best = best.max(left.after(wild.n_cards, wild.points));
        }
        best
    }

    fn add_two_jokers(&mut self, state: u32, whole: Frontier, best: Frontier) -> Frontier {
        let best = best.max(add_free(whole, &self.two_free));
        let mut best = best.max(self.free_pairs(whole));
        for i in 0..self.two_jokers.len() {
            let wild = self.two_jokers[i];
            if whole.after(wild.n_cards, wild.points).exceeds(best) {
                let left = self.natural_frontier(take(state, self.numbered(wild.naturals)));
                best = best.max(left.after(wild.n_cards, wild.points));
            }
        }
        self.add_pairs(state, best)
    }

    /// Return the best pairs of joker melds that take no card from natural melds.
    fn free_pairs(&self, whole: Frontier) -> Frontier {
        let single = !self.hand.two;
        let mut worth = [0u8; MAX_CARDS];
        for (i, a) in self.one_free.iter().enumerate() {
            for b in &self.one_free[i..] {
                let lane = &mut worth[(a.n_cards + b.n_cards) as usize & 15];
                let apart = a.naturals & b.naturals & single == 0;
                *lane = (*lane).max(if apart { a.points + b.points } else { 0 });
            }
        }
        add_worths(whole, &worth)
    }

    /// Add pairs of joker melds of which at least one takes a card from natural melds.
    fn add_pairs(&mut self, state: u32, mut best: Frontier) -> Frontier {
        let single = !self.hand.two;
        for i in 0..self.one_joker.len() {
            let a = self.one_joker[i];
            let left = self.left_after[i];
            for b in &self.one_free {
                if a.naturals & b.naturals & single == 0 {
                    best = best.max(left.after(a.n_cards + b.n_cards, a.points + b.points));
                }
            }
            for j in i..self.one_joker.len() {
                let b = self.one_joker[j];
                if a.naturals & b.naturals & single != 0 {
                    continue;
                }
                let (n_cards, points) = (a.n_cards + b.n_cards, a.points + b.points);
                let bound = left.min(self.left_after[j]);
                if bound.after(n_cards, points).exceeds(best) {
                    let left = self.natural_frontier(self.state_without(state, &[a, b]));
                    best = best.max(left.after(n_cards, points));
                }
            }
        }
        best
    }

    fn state_without(&self, state: u32, wilds: &[Wild]) -> u32 {
        (wilds.iter()).fold(state, |left, wild| take(left, self.numbered(wild.naturals)))
    }

    // ---- from a frontier back to melds

    /// Return the melds of a layout of n cards on the frontier; None if n cards cannot be laid.
    pub fn layout(&mut self, hand: Hand, worth: Worth, n: usize) -> Option<Vec<Meld>> {
        let points = self.solve(hand, worth).get(n)?;
        let state = self.start();
        let wilds = self.choose_wilds(state, n, points)?;
        let n_wild: u8 = wilds.iter().map(|wild| wild.n_cards).sum();
        let worth: u8 = wilds.iter().map(|wild| wild.points).sum();
        let mut melds: Vec<Meld> = wilds.iter().map(as_meld).collect();
        let left = self.state_without(state, &wilds);
        self.choose_naturals(
            left,
            n - n_wild as usize,
            points - u32::from(worth),
            &mut melds,
        );
        Some(melds)
    }

    /// Return the joker melds of a layout that reaches the points with n cards.
    fn choose_wilds(&mut self, state: u32, n: usize, points: u32) -> Option<Vec<Wild>> {
        let singles = [self.one_joker.as_slice(), &self.one_free].concat();
        let doubles = [self.two_jokers.as_slice(), &self.two_free].concat();
        let single = !self.hand.two;
        let one = singles.iter().chain(&doubles).map(|&wild| vec![wild]);
        let two = singles.iter().enumerate().flat_map(|(i, &a)| {
            (singles[i..].iter())
                .filter(move |b| a.naturals & b.naturals & single == 0)
                .map(move |&b| vec![a, b])
        });
        let pairs_allowed = self.hand.jokers() > 1;
        let mut choices = std::iter::once(Vec::new())
            .chain(one)
            .chain(two.filter(|_| pairs_allowed));
        choices.find(|chosen| self.reaches(state, n, points, chosen))
    }

    fn reaches(&mut self, state: u32, n: usize, points: u32, chosen: &[Wild]) -> bool {
        let n_chosen: usize = chosen.iter().map(|wild| usize::from(wild.n_cards)).sum();
        let worth: u32 = chosen.iter().map(|wild| u32::from(wild.points)).sum();
        n_chosen <= n && worth <= points && {
            let left = self.natural_frontier(self.state_without(state, chosen));
            left.get(n - n_chosen) == Some(points - worth)
        }
    }

    fn choose_naturals(
        &mut self,
        mut state: u32,
        mut n: usize,
        mut points: u32,
        melds: &mut Vec<Meld>,
    ) {
        while n > 0 {
            let low = state.trailing_zeros();
            let without = take(state, 1 << low);
            if self.natural_frontier(without).get(n) == Some(points) {
                state = without;
                continue;
            }
            let from = self.bucket[low as usize] as usize;
            let to = self.bucket[low as usize + 1] as usize;
            let meld = (from..to).find_map(|i| {
                let meld = self.naturals[i];
                let mask = u32::from(meld.mask);
                let n_left = n.checked_sub(meld.n_cards as usize)?;
                let points_left = points.checked_sub(u32::from(meld.points))?;
                let reached = mask & !state == 0
                    && self.natural_frontier(take(state, mask)).get(n_left) == Some(points_left);
                reached.then_some(meld)
            });
            let meld = meld.expect("a frontier value comes from a meld");
            state = take(state, u32::from(meld.mask));
            n -= meld.n_cards as usize;
            points -= u32::from(meld.points);
            melds.push(self.natural_meld(meld));
        }
    }

    fn natural_meld(&self, natural: Natural) -> Meld {
        let numbers = bits(u64::from(natural.mask));
        let naturals = numbers.map(|i| 1u64 << self.kinds[i as usize]).sum();
        as_meld(&Wild {
            naturals,
            n_cards: natural.n_cards,
            points: natural.points,
        })
    }
}

/// Return the best meld of exactly these natural cards and as many jokers as it lacks cards.
fn as_meld(wild: &Wild) -> Meld {
    let mut hand = Hand {
        one: wild.naturals,
        two: 0,
    };
    for _ in hand.len()..wild.n_cards {
        hand.add(JOKER);
    }
    let lowest = wild.naturals.trailing_zeros() as u8;
    Meld::all_with(lowest, hand, 1)
        .into_iter()
        .filter(|meld| meld.len() == wild.n_cards)
        .max_by_key(|meld| meld.points())
        .expect("a listed meld can be laid")
}

/// Return the frontier after one of the melds that take no card from natural melds.
#[inline]
fn add_free(whole: Frontier, free: &[Wild]) -> Frontier {
    let mut worth = [0u8; MAX_CARDS];
    for wild in free {
        let lane = &mut worth[wild.n_cards as usize & 15];
        *lane = (*lane).max(wild.points);
    }
    add_worths(whole, &worth)
}

/// Return the frontier after n more cards worth `worth[n]`, for the best n.
#[inline]
fn add_worths(whole: Frontier, worth: &[u8; MAX_CARDS]) -> Frontier {
    let mut best = Frontier::default();
    for (n, &points) in worth.iter().enumerate().take(11).skip(3) {
        if points > 0 {
            best = best.max(whole.after(n as u8, points));
        }
    }
    best
}

/// Return the state without one copy of every kind of a mask.
#[inline]
fn take(state: u32, mask: u32) -> u32 {
    let doubled = (state >> 16) & mask;
    state ^ (doubled << 16) ^ (mask ^ doubled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::{parse_hand, N_KINDS};
    use crate::konkan::rng::Rng;

    fn best(text: &str) -> (u32, Vec<String>) {
        let hand = parse_hand(text).unwrap();
        let mut solver = Solver::default();
        let frontier = solver.frontier(hand, Worth::Table);
        let n = (0..=16).max_by_key(|&n| frontier.get(n)).unwrap();
        let melds = solver.layout(hand, Worth::Table, n).unwrap();
        let total: u32 = melds.iter().map(|meld| meld.points()).sum();
        assert_eq!(total, frontier.best(16));
        (total, melds.iter().map(Meld::to_string).collect())
    }

    #[test]
    fn jokers_and_aces_are_used_well() {
        assert_eq!(best("QH KH AH").0, 30);
        assert_eq!(best("KH AH 2H").0, 0);
        assert_eq!(best("2H 3H JK").0, 15);
        assert_eq!(best("7S 8S 9S 9H 9D JK").0, 24 + 27);
        assert_eq!(best("QS JK JK").0, 30);
        assert_eq!(best("7S 7S 8S 8S JK JK").0, 48);
    }

    #[test]
    fn long_runs_are_found_in_pieces() {
        let all = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS";
        assert_eq!(best(all).0, 104);
        assert_eq!(best("4H 5H 6H 7H 8H 9H 10H JH").0, 59);
    }

    #[test]
    fn hands_that_are_remembered_have_the_frontier_that_is_solved() {
        let mut rng = Rng::new(4);
        let (mut solver, mut fresh) = (Solver::default(), Solver::default());
        let mut deck: Vec<u8> = (0..N_KINDS).chain(0..N_KINDS).collect();
        for _ in 0..200 {
            rng.shuffle(&mut deck);
            let hand = Hand::from_kinds(&deck[..15]).unwrap();
            for worth in [Worth::Table, Worth::Deadwood(25), Worth::Table] {
                assert_eq!(solver.frontier(hand, worth), fresh.solve(hand, worth));
                assert_eq!(solver.frontier(hand, worth), fresh.solve(hand, worth));
            }
        }
    }

    #[test]
    fn deadwood_counts_a_joker_at_its_own_worth() {
        let hand = parse_hand("2H 3H JK 9S").unwrap();
        let mut solver = Solver::default();
        assert_eq!(solver.frontier(hand, Worth::Deadwood(25)).best(16), 30);
    }

    #[test]
    fn melds_may_need_two_natural_cards() {
        let mut strict = Solver::new(2);
        let hand = parse_hand("QS JK JK").unwrap();
        assert_eq!(strict.frontier(hand, Worth::Table).best(16), 0);
        let hand = parse_hand("3S 4S 5S 6S JK JK").unwrap();
        assert_eq!(
            strict.frontier(hand, Worth::Table).get(6),
            Some(3 + 4 + 5 + 6 + 7 + 8)
        );
    }
}

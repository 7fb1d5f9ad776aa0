//! Count all boards before the flop, rank by rank instead of card by card.
//!
//! First every hand is valued by ranks alone: 6,175 boards, each weighted by the suits it can have.
//! Then, suit by suit, the boards with three or more cards of that suit are counted again, as a set
//! of ranks in the suit and the ranks of the other cards: the values by ranks alone are subtracted
//! and the true ones, with flushes, are added. Of suits that are interchangeable one is counted for
//! all.

use std::array::from_fn;
use std::sync::LazyLock;

use crate::holdem::hands::COMBO_CARDS;
use crate::holdem::tally::{
    category, share_pot, Tally, CATEGORIES, FIELD, MAX_SEATS, N_CATEGORIES, N_SEAT_COUNTS, N_TALLY,
    TIES, TIE_SHARES, WINS,
};
use crate::poker::evaluate::{rank_key, rank_value, suit_value, KEY_SHIFT, N_CARDS, PLACE_BITS};
use crate::poker::showdown::POT;
use crate::poker::stop::Stop;

const N_RANKS: usize = 13;
const ALL_RANKS: u16 = (1 << N_RANKS) - 1;
/// Boards counted between two polls of the flag.
const BOARDS_PER_POLL: usize = 64;

/// The ranks of no, one or two cards beside those of a suit.
const N_OTHERS: usize = 1 + N_RANKS + N_RANKS * (N_RANKS + 1) / 2;
/// Where those of no, one and two cards start, and where they end.
const OTHERS_STARTS: [usize; 4] = [0, 1, 14, N_OTHERS];

/// Five cards by rank.
struct RankBoard {
    key: u64,
    counts: [u8; N_RANKS],
}

/// Everything that does not depend on the hands.
struct Walks {
    by_rank: Vec<RankBoard>,
    /// By number of ranks, three to five: all sets of as many ranks.
    by_suit: [Vec<u16>; 6],
    /// The ranks of the cards beside those of a suit.
    others: [[Option<usize>; 2]; N_OTHERS],
}

static WALKS: LazyLock<Walks> = LazyLock::new(|| {
    let mut by_rank = Vec::with_capacity(6_175);
    add_boards(&mut [0; N_RANKS], 0, 5, &mut by_rank);
    let sets = |n_cards: u32| (0..=ALL_RANKS).filter(move |ranks| ranks.count_ones() == n_cards);
    let mut others = [[None; 2]; N_OTHERS];
    for a in 0..N_RANKS {
        others[OTHERS_STARTS[1] + a][0] = Some(a);
    }
    let pairs = (0..N_RANKS).flat_map(|a| (a..N_RANKS).map(move |b| [Some(a), Some(b)]));
    for (place, pair) in others[OTHERS_STARTS[2]..].iter_mut().zip(pairs) {
        *place = pair;
    }
    Walks {
        by_rank,
        by_suit: from_fn(|n| {
            if n < 3 {
                Vec::new()
            } else {
                sets(n as u32).collect()
            }
        }),
        others,
    }
});

/// Add every way to give `n_left` cards ranks from `rank` on, at most four of each.
fn add_boards(counts: &mut [u8; N_RANKS], rank: usize, n_left: u8, boards: &mut Vec<RankBoard>) {
    if rank == N_RANKS {
        if n_left == 0 {
            let sum = |key: u64, rank: usize| {
                key.wrapping_add(RANK_KEYS[rank].wrapping_mul(u64::from(counts[rank])))
            };
            let key = (0..N_RANKS).fold(0, sum);
            boards.push(RankBoard {
                key,
                counts: *counts,
            });
        }
        return;
    }
    for n in 0..=n_left.min(4) {
        counts[rank] = n;
        add_boards(counts, rank + 1, n_left - n, boards);
    }
    counts[rank] = 0;
}

/// The keys of the ranks, without a suit.
const RANK_KEYS: [u64; N_RANKS] = {
    let mut keys = [0; N_RANKS];
    let mut rank = 0;
    while rank < N_RANKS {
        keys[rank] = (rank_key(rank) as u64) << KEY_SHIFT;
        rank += 1;
    }
    keys
};

/// Return the summed keys of a set of ranks.
#[inline(always)]
fn key_of_set(ranks: u16) -> u64 {
    ranks_in(ranks).fold(0, |key, rank| key.wrapping_add(RANK_KEYS[rank]))
}

fn ranks_in(ranks: u16) -> impl Iterator<Item = usize> {
    (0..N_RANKS).filter(move |&rank| ranks >> rank & 1 == 1)
}

/// The cards that are left in the deck: how many of each rank, and which of each suit.
struct Left {
    ranks: [i64; N_RANKS],
    suits: [u16; 4],
}

impl Left {
    fn without(gone: &[u8]) -> Left {
        let mut left = Left {
            ranks: [4; N_RANKS],
            suits: [ALL_RANKS; 4],
        };
        for &card in gone {
            left.ranks[usize::from(card / 4)] -= 1;
            left.suits[usize::from(card % 4)] &= !(1 << (card / 4));
        }
        left
    }

    /// Return in how many ways the cards of a board with these ranks can be chosen.
    #[inline(always)]
    fn ways(&self, board: &RankBoard) -> i64 {
        let mut ways = 1;
        for (&left, &n) in self.ranks.iter().zip(&board.counts) {
            for taken in 0..i64::from(n) {
                ways = ways * (left - taken) / (taken + 1);
            }
        }
        ways
    }

    /// Return how many cards of a rank are left in the other suits.
    fn outside_suit(&self, suit: usize, rank: usize) -> i64 {
        self.ranks[rank] - i64::from(self.suits[suit] >> rank & 1)
    }

    /// Return the number of ways and the key of the cards beside those of a suit: all are of the
    /// three other suits.
    fn others(&self, suit: usize) -> [(i64, u64); N_OTHERS] {
        WALKS.others.map(|pair| match pair {
            [Some(a), Some(b)] => {
                let (n, key) = (
                    self.outside_suit(suit, a),
                    RANK_KEYS[a].wrapping_add(RANK_KEYS[b]),
                );
                let ways = if a == b {
                    n * (n - 1) / 2
                } else {
                    n * self.outside_suit(suit, b)
                };
                (ways, key)
            }
            [Some(a), None] => (self.outside_suit(suit, a), RANK_KEYS[a]),
            _ => (1, 0),
        })
    }
}

/// Hole cards by rank, and by suit as sets of ranks.
#[derive(Clone, Copy, Default)]
struct Hole {
    key: u64,
    suits: [u16; 4],
}

impl Hole {
    fn of(combo: u16) -> Hole {
        let mut hole = Hole::default();
        for card in COMBO_CARDS[usize::from(combo)] {
            hole.key = hole.key.wrapping_add(RANK_KEYS[usize::from(card / 4)]);
            hole.suits[usize::from(card % 4)] |= 1 << (card / 4);
        }
        hole
    }
}

/// Return how many suits each suit stands for; 0 if an earlier one stands for it.
fn count_alike(left: &Left, holes: &[Hole]) -> [i64; 4] {
    let mut alike = [1; 4];
    for suit in 0..4 {
        let is_same = |&earlier: &usize| {
            alike[earlier] > 0
                && left.suits[suit] == left.suits[earlier]
                && holes
                    .iter()
                    .all(|hole| hole.suits[suit] == hole.suits[earlier])
        };
        if let Some(earlier) = (0..suit).find(is_same) {
            alike[earlier] += 1;
            alike[suit] = 0;
        }
    }
    alike
}

/// Weigh all boards for two to ten known hands; `gone` are all cards that are not in the deck.
/// Nothing is added if it was stopped.
pub fn known_hands(
    combos: &[u16],
    gone: &[u8],
    weight: f64,
    stop: Stop<'_>,
    tally: &mut Tally<f64>,
) {
    let n_seats = combos.len();
    let left = Left::without(gone);
    let mut holes = [Hole::default(); MAX_SEATS];
    for (hole, &combo) in holes.iter_mut().zip(combos) {
        *hole = Hole::of(combo);
    }
    let holes = &holes[..n_seats];
    let mut counts = [0; N_TALLY];
    let (mut by_ranks, mut with_flushes) = ([0; MAX_SEATS], [0; MAX_SEATS]);
    for (number, board) in WALKS.by_rank.iter().enumerate() {
        if number.is_multiple_of(BOARDS_PER_POLL) && stop.is_set() {
            return;
        }
        let ways = left.ways(board);
        if ways > 0 {
            for (value, hole) in by_ranks.iter_mut().zip(holes) {
                *value = rank_value(board.key.wrapping_add(hole.key));
            }
            share_pot(&by_ranks[..n_seats], ways, &mut counts);
        }
    }
    let alike = count_alike(&left, holes);
    for suit in (0..4).filter(|&suit| alike[suit] > 0) {
        let n_held = holes
            .iter()
            .map(|hole| hole.suits[suit].count_ones() as usize);
        let others = left.others(suit);
        for n_suited in 5 - n_held.max().unwrap_or(0)..6 {
            for (number, &ranks) in WALKS.by_suit[n_suited].iter().enumerate() {
                if number.is_multiple_of(BOARDS_PER_POLL) && stop.is_set() {
                    return;
                }
                if ranks & !left.suits[suit] != 0 {
                    continue;
                }
                let suit_key = key_of_set(ranks);
                for (ways, other_key) in
                    &others[OTHERS_STARTS[5 - n_suited]..][..n_others(n_suited)]
                {
                    let ways = ways * alike[suit];
                    if ways <= 0 {
                        continue;
                    }
                    let key = suit_key.wrapping_add(*other_key);
                    for (seat, hole) in holes.iter().enumerate() {
                        by_ranks[seat] = rank_value(key.wrapping_add(hole.key));
                        let all = ranks | hole.suits[suit];
                        with_flushes[seat] = if all.count_ones() >= 5 {
                            suit_value(u64::from(all))
                        } else {
                            by_ranks[seat]
                        };
                    }
                    share_pot(&by_ranks[..n_seats], -ways, &mut counts);
                    share_pot(&with_flushes[..n_seats], ways, &mut counts);
                }
            }
        }
    }
    for (sum, count) in tally.iter_mut().zip(counts) {
        *sum += weight * count as f64;
    }
}

/// Return how many sets of other cards there are beside `n_suited` cards of a suit.
fn n_others(n_suited: usize) -> usize {
    OTHERS_STARTS[6 - n_suited] - OTHERS_STARTS[5 - n_suited]
}

/// Counts of opponents' hands: those that hero beats, those that tie, and all by category.
#[derive(Default)]
struct Opponents {
    beaten: i64,
    tied: i64,
    /// Eleven of the sixteen values of four bits are used.
    categories: [i64; 16],
}

impl Opponents {
    /// Count `n` hands of a value.
    #[inline(always)]
    fn count(&mut self, hero: u16, value: u16, n: i64) {
        self.compare(hero, value, n);
        self.categories[category(value)] += n;
    }

    #[inline(always)]
    fn compare(&mut self, hero: u16, value: u16, n: i64) {
        self.beaten += n * i64::from(hero > value);
        self.tied += n * i64::from(hero == value);
    }

    /// Count all hands by ranks alone, on one board.
    #[inline(always)]
    fn count_all(&mut self, hero: u16, key: u64, left: &[i64; N_RANKS], n: i64) {
        for_all_hands(key, left, |value, ways| {
            self.compare(hero, value, n * ways);
            self.categories[usize::from(value >> PLACE_BITS)] += n * ways;
        });
    }

    /// Count all hands by ranks alone against hero's new value, and no longer against the one
    /// before.
    #[inline(always)]
    fn recount_all(&mut self, [before, hero]: [u16; 2], key: u64, left: &[i64; N_RANKS], n: i64) {
        for_all_hands(key, left, |value, ways| {
            self.compare(hero, value, n * ways);
            self.compare(before, value, -n * ways);
        });
    }
}

/// Call with the value by ranks of all hands on one board, and in how many ways each can be held.
/// The value of a hand that cannot be held has no meaning.
#[inline(always)]
fn for_all_hands(key: u64, left: &[i64; N_RANKS], mut count: impl FnMut(u16, i64)) {
    for a in 0..N_RANKS {
        let key = key.wrapping_add(RANK_KEYS[a]);
        for b in 0..a {
            let value = rank_value(key.wrapping_add(RANK_KEYS[b]));
            count(value, left[a] * left[b]);
        }
        let value = rank_value(key.wrapping_add(RANK_KEYS[a]));
        count(value, left[a] * (left[a] - 1) / 2);
    }
}

/// Weigh all boards and all opponents' hands for one known hand; `gone` holds it and dead cards.
/// Nothing is added if it was stopped.
pub fn against_random(
    combo: u16,
    gone: &[u8],
    weight: f64,
    stop: Stop<'_>,
    tally: &mut Tally<f64>,
) {
    let left = Left::without(gone);
    let hole = Hole::of(combo);
    let mut opponents = Opponents::default();
    let mut own = [0; N_CATEGORIES];
    for (number, board) in WALKS.by_rank.iter().enumerate() {
        if number.is_multiple_of(BOARDS_PER_POLL) && stop.is_set() {
            return;
        }
        let ways = left.ways(board);
        if ways > 0 {
            let hero = rank_value(board.key.wrapping_add(hole.key));
            own[category(hero)] += ways;
            let still = from_fn(|rank| left.ranks[rank] - i64::from(board.counts[rank]));
            opponents.count_all(hero, board.key, &still, ways);
        }
    }
    for (suit, alike) in count_alike(&left, &[hole]).into_iter().enumerate() {
        if alike > 0 && !correct_suit(suit, alike, hole, &left, stop, &mut opponents, &mut own) {
            return;
        }
    }
    let n_free = (N_CARDS - gone.len()) as i64;
    let n_hands = (n_free - 5) * (n_free - 6) / 2;
    let lost = own.iter().sum::<i64>() * n_hands - opponents.beaten - opponents.tied;
    for (seat, wins) in [opponents.beaten, lost].into_iter().enumerate() {
        tally[seat * N_SEAT_COUNTS + WINS] += weight * wins as f64;
        tally[seat * N_SEAT_COUNTS + TIES] += weight * opponents.tied as f64;
        tally[seat * N_SEAT_COUNTS + TIE_SHARES] +=
            weight * opponents.tied as f64 * (POT / 2) as f64;
    }
    for i in 0..N_CATEGORIES {
        tally[CATEGORIES + i] += weight * own[i] as f64 * n_hands as f64;
        tally[FIELD + i] += weight * opponents.categories[i] as f64;
    }
}

/// Put flushes of one suit in the place of hands valued by ranks alone; false if it was stopped.
fn correct_suit(
    suit: usize,
    alike: i64,
    hole: Hole,
    left: &Left,
    stop: Stop<'_>,
    opponents: &mut Opponents,
    own: &mut [i64; N_CATEGORIES],
) -> bool {
    let (suit_left, held) = (left.suits[suit], hole.suits[suit]);
    let others = left.others(suit);
    let flush = |ranks: u16| suit_value(u64::from(ranks));
    for n_suited in 3..6 {
        let hero_flush = n_suited + held.count_ones() as usize >= 5;
        for &ranks in &WALKS.by_suit[n_suited] {
            if ranks & !suit_left != 0 {
                continue;
            }
            if stop.is_set() {
                return false;
            }
            let rest = suit_left & !ranks; // the suit's cards that an opponent may hold
            let suit_key = key_of_set(ranks);
            let with_ranks = others.iter().zip(&WALKS.others);
            let first = OTHERS_STARTS[5 - n_suited];
            for (&(ways, other_key), taken) in with_ranks.skip(first).take(n_others(n_suited)) {
                let ways = ways * alike;
                if ways <= 0 {
                    continue;
                }
                let key = suit_key.wrapping_add(other_key);
                let by_ranks = rank_value(key.wrapping_add(hole.key));
                let with_flushes = if hero_flush {
                    flush(ranks | held)
                } else {
                    by_ranks
                };
                own[category(by_ranks)] -= ways;
                own[category(with_flushes)] += ways;
                let value_by_ranks = |p: usize, q: usize| {
                    rank_value(key.wrapping_add(RANK_KEYS[p]).wrapping_add(RANK_KEYS[q]))
                };
                if n_suited == 3 && !hero_flush {
                    for (p, q) in pairs_in(rest) {
                        opponents.count(by_ranks, value_by_ranks(p, q), -ways);
                        opponents.count(by_ranks, flush(ranks | 1 << p | 1 << q), ways);
                    }
                    continue;
                }
                let beside: [i64; N_RANKS] = from_fn(|rank| {
                    let is_taken = |card: &&Option<usize>| **card == Some(rank);
                    let n_taken = taken.iter().filter(is_taken).count();
                    left.outside_suit(suit, rank) - n_taken as i64
                });
                let still = from_fn(|rank| beside[rank] + i64::from(rest >> rank & 1));
                if n_suited == 3 {
                    // Only two cards of the suit make a flush.
                    opponents.recount_all([by_ranks, with_flushes], key, &still, ways);
                    for (p, q) in pairs_in(rest) {
                        opponents.count(with_flushes, value_by_ranks(p, q), -ways);
                    }
                } else {
                    // One card of the suit is enough, or none is needed.
                    opponents.count_all(by_ranks, key, &still, -ways);
                    let n_beside: i64 = beside.iter().sum();
                    for p in ranks_in(rest) {
                        opponents.count(with_flushes, flush(ranks | 1 << p), ways * n_beside);
                    }
                    if n_suited == 4 {
                        opponents.count_all(with_flushes, key, &beside, ways);
                    } else {
                        let n_none = n_beside * (n_beside - 1) / 2;
                        opponents.count(with_flushes, flush(ranks), ways * n_none);
                    }
                }
                for (p, q) in pairs_in(rest) {
                    opponents.count(with_flushes, flush(ranks | 1 << p | 1 << q), ways);
                }
            }
        }
    }
    true
}

/// Return all pairs of ranks in a set, the higher first.
fn pairs_in(ranks: u16) -> impl Iterator<Item = (usize, usize)> {
    ranks_in(ranks).flat_map(move |p| ranks_in(ranks & ((1 << p) - 1)).map(move |q| (p, q)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_by_rank_stand_for_all_boards() {
        let left = Left::without(&[]);
        assert_eq!(WALKS.by_rank.len(), 6_175);
        let n_boards: i64 = WALKS.by_rank.iter().map(|board| left.ways(board)).sum();
        assert_eq!(n_boards, 2_598_960);
        assert_eq!([3, 4, 5].map(|n| WALKS.by_suit[n].len()), [286, 715, 1287]);
    }
}

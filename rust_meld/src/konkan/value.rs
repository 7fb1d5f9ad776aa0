//! The value of a position to each player: the result, or an estimate if the round is not over.
//!
//! The estimate is a softmax over one score per seat. A score comes from a small network on
//! features that show how near a hand is to going out: its melds and what they lack, its partial
//! melds with the copies that may still come, the neighbours of each card, jokers, what fits on the
//! table, how far the others are, and the card on the trash. The networks were trained on games of
//! the playouts' player against itself (`examples/train_value.rs`).

use std::sync::LazyLock;

use crate::konkan::cards::{bits, Hand, JOKER};
use crate::konkan::frontier::Frontier;
use crate::konkan::game::{Game, Phase, MAX_PLAYERS};
use crate::konkan::meld::Shape;
use crate::konkan::net::{Net, N_ROWS, N_WEIGHTS};
use crate::konkan::players::may_help;
use crate::konkan::solver::{Solver, Worth};

/// The two networks: for a seat that is not down, and for one that is.
pub struct Weights(pub [Net; 2]);

/// What a seat that is down keeps of its weight among players who search: fitted to rounds between
/// them, see the page on calibration.
const DOWN_WEIGHT: f32 = 0.8;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_bytes!("value.bin")));

impl Weights {
    /// Return the weights that are shipped.
    pub fn shipped() -> &'static Weights {
        &WEIGHTS
    }

    /// Read weights, little-endian floats.
    pub fn read(bytes: &[u8]) -> Weights {
        let floats: Vec<f32> = (bytes.as_chunks().0.iter())
            .map(|&four| f32::from_le_bytes(four))
            .collect();
        let (up, down) = floats.split_at(N_WEIGHTS);
        Weights([Net::from_weights(up), Net::from_weights(down)])
    }

    /// The chance of each player to win: 1 for the winner, 0 for all in a draw, an estimate before.
    pub fn values(&self, game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
        if game.phase == Phase::Over {
            let mut values = [0.0; MAX_PLAYERS];
            if let Some(winner) = game.winner {
                values[winner as usize] = 1.0;
            }
            return values;
        }
        let chances = self.chances(game, solver);
        let total: f32 = chances.iter().sum();
        chances.map(|chance| chance / total)
    }

    /// Return the same for players who search: the networks know the playouts' player, against whom
    /// a seat that is down wins more often.
    pub fn fair_values(&self, game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
        let mut values = self.values(game, solver);
        if game.phase != Phase::Over {
            for (value, down) in values.iter_mut().zip(game.down) {
                *value *= down.map_or(1.0, |_| DOWN_WEIGHT);
            }
            let total: f32 = values.iter().sum();
            values = values.map(|value| value / total);
        }
        values
    }

    /// The weight of each player: the exponential of a score, and 0 for a seat that is empty.
    fn chances(&self, game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
        let open = Open::of(game);
        let mut chances = [0.0; MAX_PLAYERS];
        for seat in 0..game.n_players {
            let rows = Rows::now(game, &open, seat, solver);
            chances[seat as usize] = self.score(game, seat, &rows).exp();
        }
        chances
    }

    /// Return a score of how near a seat is to going out.
    #[inline]
    pub fn score(&self, game: &Game, seat: u8, rows: &Rows) -> f32 {
        self.0[usize::from(game.down[seat as usize].is_some())].score(rows.active())
    }
}

/// Return the cards of a hand that can be laid: new melds, worth points before coming down and
/// cards afterwards.
pub fn melds_of(game: &Game, seat: u8, hand: Hand, solver: &mut Solver) -> Frontier {
    match game.down[seat as usize] {
        _ if hand.len() < 3 => Frontier::default(),
        Some(_) => solver.frontier(hand, Worth::Deadwood(25)),
        None => solver.frontier(hand, Worth::Table),
    }
}

/// Between two turns: the seat that acts next, and the card on the trash.
#[derive(Clone, Copy)]
pub struct Moment {
    next: u8,
    top: Option<u8>,
}

impl Moment {
    /// Now; the middle of a turn counts as its end.
    fn of(game: &Game) -> Moment {
        match game.phase {
            Phase::Act => Moment {
                top: None,
                ..Moment::after(game, 0)
            },
            _ => Moment {
                next: game.seat,
                top: game.trash.last().copied(),
            },
        }
    }

    /// After a throw of the acting seat.
    pub fn after(game: &Game, kind: u8) -> Moment {
        Moment {
            next: (game.seat + 1) % game.n_players,
            top: Some(kind),
        }
    }
}

/// The open cards: those that can no longer come, and kinds that fit on the table.
pub struct Open {
    gone: Hand,
    pub fitting: u64,
    pub nearly: u64,
}

impl Open {
    /// Return the public state of a game.
    pub fn of(game: &Game) -> Open {
        let mut gone = Hand::default();
        let mut see = |kind: u8| {
            if gone.count(kind) < 2 {
                gone.add(kind);
            }
        };
        game.trash.iter().copied().for_each(&mut see);
        let (mut fitting, mut nearly) = (0, 0);
        for t in &game.table {
            t.meld.places().for_each(|place| see(t.meld.card_at(place)));
            for place in t.meld.open_places() {
                fitting |= 1 << t.meld.kind_at(place);
                if let Shape::Run(_) = t.meld.shape {
                    for next in t.meld.with(place, false).open_places() {
                        nearly |= 1 << t.meld.kind_at(next);
                    }
                }
            }
        }
        Open {
            gone,
            fitting,
            nearly: nearly & !fitting,
        }
    }

    /// Copies of a kind that may still come to who holds this hand.
    #[inline]
    fn to_come(&self, hand: Hand, kind: u8) -> u16 {
        2u16.saturating_sub(u16::from(hand.count(kind) + self.gone.count(kind)))
    }
}

const SINGLES: u16 = 0;
const RUNS: u16 = SINGLES + 26;
const SETS: u16 = RUNS + 12 * 10;
const JOKERS: u16 = SETS + 13 * 9;
const OPPONENTS: u16 = JOKERS + 3;
const TO_ACT: u16 = OPPONENTS + 7;
const PLAYERS: u16 = TO_ACT + 4;
const NEIGHBOURS: u16 = PLAYERS + 2;
const TOP: u16 = NEIGHBOURS + 13 * 64;
const THROWN: u16 = TOP + 10;
const LIVE: u16 = THROWN + 14 * 2;
/// From here on the two networks differ.
const OWN: u16 = LIVE + 16 * 2;
const LACKING: u16 = OWN;
const MELDED: u16 = LACKING + 20;
const N_CARDS: u16 = OWN;
const FITTING: u16 = N_CARDS + 15;
const NEARLY: u16 = FITTING + 6;
const LAID: u16 = NEARLY + 5;
const OUTS: u16 = LAID + 15;
const _: () = assert!(MELDED + 6 * 15 == N_ROWS as u16 && OUTS + 20 <= N_ROWS as u16);

const SAME_RANK: u64 = 0x80_0400_2001; // one bit for each suit, 13 apart

/// The active rows of one seat.
pub struct Rows {
    list: [u16; 96],
    n: usize,
}

impl Rows {
    pub fn active(&self) -> &[u16] {
        &self.list[..self.n]
    }

    #[inline]
    fn add(&mut self, row: u16) {
        if self.n < self.list.len() {
            self.list[self.n] = row;
            self.n += 1;
        }
    }

    /// Return the rows of a seat as it is.
    pub fn now(game: &Game, open: &Open, seat: u8, solver: &mut Solver) -> Rows {
        let hand = game.hands[seat as usize];
        let melds = melds_of(game, seat, hand, solver);
        Rows::of(game, open, Moment::of(game), seat, hand, melds)
    }

    /// Return the rows of a seat with this hand, of which these melds can be laid.
    pub fn of(
        game: &Game,
        open: &Open,
        moment: Moment,
        seat: u8,
        hand: Hand,
        melds: Frontier,
    ) -> Rows {
        let mut rows = Rows {
            list: [0; 96],
            n: 0,
        };
        let n_players = game.n_players;
        let n_before = (seat + n_players - moment.next) % n_players;
        rows.add_cards(hand);
        rows.add_neighbours(hand);
        rows.add_runs(hand, open);
        rows.add_sets(hand, open);
        rows.add(JOKERS + u16::from(hand.jokers()));
        rows.add(OPPONENTS + nearest_opponent(game, seat));
        rows.add(TO_ACT + u16::from(n_before));
        rows.add(PLAYERS + u16::from(n_players - 2));
        if let Some(top) = moment.top {
            let next_is_down = game.down[moment.next as usize].is_some();
            if n_before == 0 {
                rows.add_takeable(top, next_is_down, open, hand);
            } else if n_before == n_players - 1 {
                rows.add_thrown(top, next_is_down, open, hand);
            }
        }
        match game.down[seat as usize] {
            Some(_) => rows.add_down(hand, open, melds),
            None => rows.add_melds(game, seat, melds),
        }
        rows
    }

    fn add_cards(&mut self, hand: Hand) {
        let naturals = hand.naturals();
        for kind in bits(naturals.one) {
            let twice = (naturals.two >> kind & 1) as u16;
            self.add(SINGLES + u16::from(kind % 13) + 13 * twice);
        }
    }

    /// Add rows for each card: the two places to either side, and how many more suits of its rank.
    fn add_neighbours(&mut self, hand: Hand) {
        for suit in 0..4u8 {
            let held = u32::from(hand.suit(suit));
            let places = (held | (held & 1) << 13) << 2;
            let around = |place: u8| places >> place & 0b11 | places >> (place + 1) & 0b1100;
            for rank in bits(u64::from(held)) {
                let beside = around(rank) | if rank == 0 { around(13) } else { 0 };
                let suits = (hand.one & SAME_RANK << rank).count_ones() - 1;
                let row = u32::from(rank) * 64 + suits * 16 + beside;
                self.add(NEIGHBOURS + row as u16);
            }
        }
    }

    /// Add the row of the card on the trash, for the seat that may take it.
    fn add_takeable(&mut self, top: u8, is_down: bool, open: &Open, hand: Hand) {
        let helps = may_help(hand, top);
        let row = match is_down {
            true if top == JOKER => 0,
            true if open.fitting >> top & 1 == 1 => 1,
            true if helps => 2,
            true => 3,
            false if helps => 4,
            false => 5,
        };
        self.add(TOP + row);
    }

    /// Add the row of the card on the trash, for the seat that threw it: its use to the next seat.
    fn add_thrown(&mut self, top: u8, next_is_down: bool, open: &Open, hand: Hand) {
        let row = match next_is_down {
            true if top == JOKER => 6,
            true if open.fitting >> top & 1 == 1 => 7,
            true => 8,
            false => 9,
        };
        self.add(TOP + row);
        let side = u16::from(next_is_down);
        if top == JOKER {
            return self.add(THROWN + 13 * 2 + side);
        }
        let (first, rank) = (top - top % 13, top % 13);
        self.add(THROWN + u16::from(rank) * 2 + side);
        let others = bits(SAME_RANK << rank & !(1 << top));
        let suits: u16 = others.map(|kind| open.to_come(hand, kind).min(1)).sum();
        let beside = [-2, -1, 1, 2].map(|step| match rank as i8 + step {
            place @ 0..13 => Some(place),
            13 => Some(0),
            place if rank == 0 => Some(place + 13),
            _ => None,
        });
        let places = beside.into_iter().flatten();
        let near: u16 = places
            .map(|place| open.to_come(hand, first + place as u8))
            .sum();
        self.add(LIVE + (suits * 4 + (near / 2).min(3)) * 2 + side);
    }

    /// Places of a suit three in a row of which two or three are held.
    fn add_runs(&mut self, hand: Hand, open: &Open) {
        for suit in 0..4u8 {
            let held = u32::from(hand.suit(suit));
            let p = held | (held & 1) << 13;
            let (second, third) = (p >> 1, p >> 2);
            let two = (p & second | p & third | second & third) & 0xfff;
            for start in bits(u64::from(two)) {
                let held = p >> start & 0b111;
                let row = if held == 0b111 {
                    9
                } else {
                    let missing = (!held & 0b111).trailing_zeros() as u8;
                    let kind = suit * 13 + (start + missing) % 13;
                    u16::from(missing) * 3 + open.to_come(hand, kind)
                };
                self.add(RUNS + u16::from(start) * 10 + row);
            }
        }
    }

    /// Ranks of which two or more suits are held.
    fn add_sets(&mut self, hand: Hand, open: &Open) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|suit| hand.suit(suit));
        let pairs = a & b | c & d | (a | b) & (c | d);
        for rank in bits(u64::from(pairs)) {
            let all = SAME_RANK << rank;
            let missing = bits(all & !hand.one);
            let to_come: u16 = missing.map(|kind| open.to_come(hand, kind)).sum();
            let row = match (hand.one & all).count_ones() {
                2 => to_come,
                3 => 5 + to_come,
                _ => 8,
            };
            self.add(SETS + u16::from(rank) * 9 + row);
        }
    }

    /// Add the rows of a seat that is not down: cards in melds, and the points that they lack.
    fn add_melds(&mut self, game: &Game, seat: u8, melds: Frontier) {
        let melded = melds.most_cards(14) as u16;
        let lacking = game.threshold(seat).saturating_sub(melds.best(14)) as u16;
        self.add(LACKING + lacking.div_ceil(5).min(19));
        let rough = match lacking {
            0 => 0,
            1..=5 => 1,
            6..=10 => 2,
            11..=20 => 3,
            21..=40 => 4,
            _ => 5,
        };
        self.add(MELDED + rough * 15 + melded);
    }

    /// Add the rows of a seat that is down: its cards, what fits on the table, what could be laid.
    fn add_down(&mut self, hand: Hand, open: &Open, melds: Frontier) {
        let n_cards = u16::from(hand.len());
        let naturals = hand.naturals();
        let fitting = (naturals.one & open.fitting).count_ones() as u16;
        let nearly = (naturals.one & open.nearly).count_ones() as u16;
        let outs = bits(open.fitting).map(|kind| open.to_come(hand, kind));
        self.add(N_CARDS + n_cards.min(14));
        self.add(FITTING + fitting.min(5));
        self.add(NEARLY + nearly.min(4));
        self.add(OUTS + outs.sum::<u16>().min(19));
        self.add(LAID + melds.most_cards(14) as u16);
    }
}

/// Return whether an opponent is down, and how few cards such an opponent holds.
fn nearest_opponent(game: &Game, seat: u8) -> u16 {
    let opponents = (0..game.n_players).filter(|&other| other != seat);
    let down = opponents.filter(|&other| game.down[other as usize].is_some());
    let fewest = down.map(|other| game.hands[other as usize].len()).min();
    fewest.map_or(0, |n| u16::from(n).min(6))
}

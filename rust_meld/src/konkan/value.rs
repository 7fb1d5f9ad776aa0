//! What a position is worth to each player: the result, or an estimate if the round is not over.
//!
//! The estimate is a softmax over one score a seat. A score comes from a small network over what
//! tells how near a hand is to going out: its melds and what they lack, its partial melds with the
//! copies that may still come, jokers, what fits on the table, how far the others are. The
//! networks were trained on results of games of the playouts' player against itself
//! (`examples/train_value.rs`).

use std::sync::LazyLock;

use crate::konkan::cards::{bits, Hand};
use crate::konkan::game::{Game, Phase, MAX_PLAYERS};
use crate::konkan::meld::Shape;
use crate::konkan::net::{Net, N_WEIGHTS};
use crate::konkan::solver::{Solver, Worth};

/// The two networks: for a seat that is not down, and for one that is.
pub struct Weights(pub [Net; 2]);

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_bytes!("value.bin")));

impl Weights {
    /// The weights that are shipped.
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

    /// The share of each player: 1 for the winner, equal shares for a draw, an estimate before.
    pub fn values(&self, game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
        let n = game.n_players as usize;
        let mut values = [0.0; MAX_PLAYERS];
        match (game.phase, game.winner) {
            (Phase::Over, Some(winner)) => values[winner as usize] = 1.0,
            (Phase::Over, None) => values[..n].fill(1.0 / n as f32),
            _ => {
                let open = Open::of(game);
                for (seat, value) in values[..n].iter_mut().enumerate() {
                    let hand = game.hands[seat];
                    *value = self.score(game, &open, seat as u8, hand, solver).exp();
                }
                let total: f32 = values.iter().sum();
                values.iter_mut().for_each(|value| *value /= total);
            }
        }
        values
    }

    /// How near a seat would be to going out with such a hand.
    #[inline]
    pub fn score(
        &self,
        game: &Game,
        open: &Open,
        seat: u8,
        hand: Hand,
        solver: &mut Solver,
    ) -> f32 {
        let rows = Rows::of(game, open, seat, hand, solver);
        self.0[usize::from(game.down[seat as usize].is_some())].score(rows.active())
    }
}

/// What lies open: cards that can no longer come, and kinds that fit on the table.
pub struct Open {
    gone: Hand,
    pub fitting: u64,
    pub nearly: u64,
}

impl Open {
    /// What everybody sees of a game.
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
const ENEMIES: u16 = JOKERS + 3;
const TO_ACT: u16 = ENEMIES + 7;
const PLAYERS: u16 = TO_ACT + 4;
/// From here on the two networks differ.
const OWN: u16 = PLAYERS + 2;
const LACKING: u16 = OWN;
const MELDED: u16 = LACKING + 20;
const N_CARDS: u16 = OWN;
const FITTING: u16 = N_CARDS + 15;
const NEARLY: u16 = FITTING + 6;
const LAID: u16 = NEARLY + 5;
const OUTS: u16 = LAID + 15;

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

    /// The rows of a seat with such a hand.
    pub fn of(game: &Game, open: &Open, seat: u8, hand: Hand, solver: &mut Solver) -> Rows {
        let mut rows = Rows {
            list: [0; 96],
            n: 0,
        };
        rows.add_cards(hand);
        rows.add_runs(hand, open);
        rows.add_sets(hand, open);
        rows.add(JOKERS + u16::from(hand.jokers()));
        rows.add(ENEMIES + nearest_enemy(game, seat));
        rows.add(TO_ACT + to_act(game, seat));
        rows.add(PLAYERS + u16::from(game.n_players - 2));
        if game.down[seat as usize].is_some() {
            rows.add_down(hand, open, solver);
        } else {
            rows.add_melds(game, seat, hand, solver);
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

    /// A seat that is not down: cards in melds, and the points that they lack.
    fn add_melds(&mut self, game: &Game, seat: u8, hand: Hand, solver: &mut Solver) {
        let frontier = solver.frontier(hand, Worth::Table);
        let melded = frontier.most_cards(14) as u16;
        let lacking = game.threshold(seat).saturating_sub(frontier.best(14)) as u16;
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

    /// A seat that is down: how many cards, what fits on the table, what could be laid.
    fn add_down(&mut self, hand: Hand, open: &Open, solver: &mut Solver) {
        let n_cards = u16::from(hand.len());
        let naturals = hand.naturals();
        let fitting = (naturals.one & open.fitting).count_ones() as u16;
        let nearly = (naturals.one & open.nearly).count_ones() as u16;
        let outs = bits(open.fitting).map(|kind| open.to_come(hand, kind));
        self.add(N_CARDS + n_cards.min(14));
        self.add(FITTING + fitting.min(5));
        self.add(NEARLY + nearly.min(4));
        self.add(OUTS + outs.sum::<u16>().min(19));
        let laid = if n_cards < 3 {
            0
        } else {
            solver.frontier(hand, Worth::Deadwood(25)).most_cards(14) as u16
        };
        self.add(LAID + laid);
    }
}

/// Whether an enemy is down, and how few cards such an enemy holds.
fn nearest_enemy(game: &Game, seat: u8) -> u16 {
    let enemies = (0..game.n_players).filter(|&other| other != seat);
    let down = enemies.filter(|&other| game.down[other as usize].is_some());
    let fewest = down.map(|other| game.hands[other as usize].len()).min();
    fewest.map_or(0, |n| u16::from(n).min(6))
}

/// How many others act first; 3 for the seat that is in the middle of its turn.
fn to_act(game: &Game, seat: u8) -> u16 {
    if game.seat == seat && game.phase == Phase::Act {
        return 3;
    }
    u16::from((seat + game.n_players - game.seat) % game.n_players)
}

/// The share of each player by the shipped weights.
pub fn of(game: &Game, solver: &mut Solver) -> [f32; MAX_PLAYERS] {
    WEIGHTS.values(game, solver)
}

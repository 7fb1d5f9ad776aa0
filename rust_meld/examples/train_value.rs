//! Trains the networks of `value.rs` by games of a player against itself, and writes their weights.
//!
//! `cargo run --release --no-default-features --example train_value -- GAMES OUT [START]` plays so
//! many games with two and three seats and writes the file OUT; START is a file of weights to go
//! on from. The players throw by the networks as they are at that time, or as the expert does, and
//! come down with more or less patience. A position between two turns learns a mix of what the
//! networks say one turn later and of how the game ended (temporal differences).
//!
//! The shipped weights have seen about a million games in three runs, each going on from the one
//! before: 400,000 of the expert alone, learning results only, then 105,000 and 500,000 as above.

use rust_meld::konkan::game::{Action, Game, Phase, Rules, MAX_PLAYERS};
use rust_meld::konkan::net::{Net, NARROW, N_ROWS, N_WEIGHTS, WIDE};
use rust_meld::konkan::players::{lay, pull, scored_throws, throw, Style, EXPERT};
use rust_meld::konkan::rng::Rng;
use rust_meld::konkan::solver::Solver;
use rust_meld::konkan::value::{Open, Rows, Weights};

const BATCH: usize = 512;
/// Share of the positions that are learnt from, and of throws that are made at random.
const KEPT: f64 = 0.5;
const RANDOM_THROWS: f64 = 0.05;
/// How much of the next target a position learns; the rest is the networks' next value.
const LAMBDA: f32 = 0.9;
/// Games that throw by the networks, after the first ones.
const WEIGHING: f64 = 0.15;
/// Most cards that may stay in hand when coming down: one of these for each seat and game.
const PATIENCE: [u8; 8] = [2, 2, 2, 2, 1, 3, 5, 14];
const FIRST_RATE: f32 = 1.5e-3;
const LAST_RATE: f32 = 1e-4;

/// One position: the active rows of each seat and whether the seat is down, and each seat's share.
struct Sample {
    seats: Vec<(Vec<u16>, usize)>,
    target: [f32; MAX_PLAYERS],
    explored: bool,
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let (Some(games), Some(out)) = (words.get(1).and_then(|w| w.parse().ok()), words.get(2)) else {
        return eprintln!("expected: GAMES OUT [START]");
    };
    let start = words
        .get(3)
        .map(|path| std::fs::read(path).expect("the weights to start from"));
    let mut rng = Rng::new(2026 + games);
    let mut trainer = Trainer::new(start.as_deref(), &mut rng);
    let mut samples = Vec::new();
    for number in 0..games {
        trainer.play(number, &mut rng, &mut samples);
        if samples.len() >= 20 * BATCH {
            let done = number as f32 / games as f32;
            trainer.learn(
                &mut samples,
                FIRST_RATE * (LAST_RATE / FIRST_RATE).powf(done),
                &mut rng,
            );
        }
        if number % (games / 20).max(1) == 0 {
            trainer.tell(number);
            trainer.write(out);
        }
    }
    trainer.write(out);
}

/// How a seat plays in one game.
struct Seat {
    weighs: bool,
    style: Style,
}

/// Adam over the weights of both networks.
struct Trainer {
    weights: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    n_steps: i32,
    solver: Solver,
    nets: Weights,
    loss: f64,
    n_seen: f64,
}

/// Where the parts of one network lie in its weights.
const BIAS: usize = N_ROWS * WIDE;
const SECOND: usize = BIAS + WIDE;
const SECOND_BIAS: usize = SECOND + NARROW * WIDE;
const OUT: usize = SECOND_BIAS + NARROW;

impl Trainer {
    fn new(start: Option<&[u8]>, rng: &mut Rng) -> Trainer {
        let weights: Vec<f32> = match start {
            Some(bytes) => bytes
                .as_chunks()
                .0
                .iter()
                .map(|&four| f32::from_le_bytes(four))
                .collect(),
            None => (0..2 * N_WEIGHTS)
                .map(|i| first_weight(i % N_WEIGHTS, rng))
                .collect(),
        };
        let zeros = vec![0.0; 2 * N_WEIGHTS];
        let nets = nets_of(&weights);
        Trainer {
            nets,
            weights,
            slope: zeros.clone(),
            mean: zeros.clone(),
            square: zeros,
            n_steps: 0,
            solver: Solver::default(),
            loss: 0.0,
            n_seen: 0.0,
        }
    }

    /// Play one game and add positions between its turns.
    fn play(&mut self, number: u64, rng: &mut Rng, samples: &mut Vec<Sample>) {
        let n_players = 2 + u8::from(rng.unit() < 0.3);
        let starter = (number % u64::from(n_players)) as u8;
        let mut game = Game::deal(rng.bits(), n_players, starter, Rules::default());
        let seats: Vec<Seat> = (0..n_players)
            .map(|_| Seat {
                weighs: rng.unit() < WEIGHING,
                style: Style {
                    patience: PATIENCE[rng.below(8)],
                    patience_behind: PATIENCE[rng.below(8)],
                    ..EXPERT
                },
            })
            .collect();
        let mut path: Vec<Sample> = Vec::new();
        while game.phase != Phase::Over {
            let (action, explored) = self.choose(&game, &seats[game.seat as usize], rng);
            game.perform(action);
            if let Some(last) = path.last_mut() {
                last.explored |= explored;
            }
            if game.phase == Phase::Pull {
                path.push(self.sample(&game));
            }
        }
        let mut target = Weights::values(&self.nets, &game, &mut self.solver);
        for mut sample in path.into_iter().rev() {
            let said = sample.target;
            sample.target = target;
            target = std::array::from_fn(|i| LAMBDA * target[i] + (1.0 - LAMBDA) * said[i]);
            if sample.explored {
                target = said;
            } else if rng.unit() < KEPT {
                samples.push(sample);
            }
        }
    }

    /// A position with what the networks say of it.
    fn sample(&mut self, game: &Game) -> Sample {
        let open = Open::of(game);
        let seats = (0..game.n_players).map(|seat| {
            let hand = game.hands[seat as usize];
            let rows = Rows::of(game, &open, seat, hand, &mut self.solver);
            (
                rows.active().to_vec(),
                usize::from(game.down[seat as usize].is_some()),
            )
        });
        let seats: Vec<_> = seats.collect();
        let scores: Vec<f32> = seats
            .iter()
            .map(|(rows, net)| self.nets.0[*net].score(rows).exp())
            .collect();
        let total: f32 = scores.iter().sum();
        let mut target = [0.0; MAX_PLAYERS];
        target
            .iter_mut()
            .zip(&scores)
            .for_each(|(t, s)| *t = s / total);
        Sample {
            seats,
            target,
            explored: false,
        }
    }

    /// An action, and whether it was a random throw.
    fn choose(&mut self, game: &Game, seat: &Seat, rng: &mut Rng) -> (Action, bool) {
        let solver = &mut self.solver;
        if game.phase == Phase::Pull {
            return (pull(game, &seat.style, solver), false);
        }
        if let Some(action) = lay(game, &seat.style, solver) {
            return (action, false);
        }
        if rng.unit() < RANDOM_THROWS {
            let actions = game.legal_actions(solver);
            let throws: Vec<Action> = (actions.into_iter())
                .filter(|a| matches!(a, Action::Throw(_)))
                .collect();
            return (throws[rng.below(throws.len())], true);
        }
        let kind = if seat.weighs {
            let throws = scored_throws(game, &self.nets, solver).into_iter();
            let best = throws.max_by(|a, b| a.1.total_cmp(&b.1));
            best.expect("a turn ends with a throw").0
        } else {
            throw(game, &seat.style)
        };
        (Action::Throw(kind), false)
    }

    fn write(&self, out: &str) {
        let bytes: Vec<u8> = (self.weights.iter())
            .flat_map(|w| w.to_le_bytes())
            .collect();
        std::fs::write(out, bytes).expect("a place for the weights");
    }

    fn learn(&mut self, samples: &mut Vec<Sample>, rate: f32, rng: &mut Rng) {
        rng.shuffle(samples);
        for batch in samples.chunks(BATCH) {
            self.slope.fill(0.0);
            for sample in batch {
                self.add_slope(sample);
            }
            self.step(rate, batch.len() as f32);
            self.nets = nets_of(&self.weights);
        }
        samples.clear();
    }

    fn add_slope(&mut self, sample: &Sample) {
        let nets = &self.nets.0;
        let passes: Vec<Pass> = (sample.seats.iter())
            .map(|(rows, net)| Pass::of(&nets[*net], rows))
            .collect();
        let total: f32 = passes.iter().map(|pass| pass.score.exp()).sum();
        for (seat, (pass, (rows, net))) in passes.iter().zip(&sample.seats).enumerate() {
            let share = pass.score.exp() / total;
            let won = sample.target[seat];
            self.loss -= f64::from(won * share.max(1e-9).ln());
            self.n_seen += f64::from(won);
            let slope = &mut self.slope[net * N_WEIGHTS..][..N_WEIGHTS];
            pass.add_slope(&nets[*net], rows, share - won, slope);
        }
    }

    fn step(&mut self, rate: f32, n: f32) {
        self.n_steps += 1;
        let warm = [0.9f32, 0.999].map(|keep| 1.0 - keep.powi(self.n_steps));
        for (((w, g), m), s) in (self.weights.iter_mut())
            .zip(&self.slope)
            .zip(&mut self.mean)
            .zip(&mut self.square)
        {
            let g = g / n;
            *m += 0.1 * (g - *m);
            *s += 0.001 * (g * g - *s);
            *w -= rate * (*m / warm[0]) / ((*s / warm[1]).sqrt() + 1e-8);
        }
    }

    fn tell(&mut self, number: u64) {
        println!(
            "{number} games: loss {:.4}",
            self.loss / self.n_seen.max(1.0)
        );
        (self.loss, self.n_seen) = (0.0, 0.0);
    }
}

fn nets_of(weights: &[f32]) -> Weights {
    Weights([0, 1].map(|i| Net::from_weights(&weights[i * N_WEIGHTS..][..N_WEIGHTS])))
}

/// Small random weights; the biases begin at zero.
fn first_weight(i: usize, rng: &mut Rng) -> f32 {
    let spread = match i {
        i if i < BIAS => 0.2,
        i if (SECOND..SECOND_BIAS).contains(&i) || i >= OUT => 0.35,
        _ => return 0.0,
    };
    (rng.unit() as f32 - 0.5) * 2.0 * spread
}

/// One way through a network, with what is needed on the way back.
struct Pass {
    wide: [f32; WIDE],
    narrow: [f32; NARROW],
    score: f32,
}

impl Pass {
    fn of(net: &Net, rows: &[u16]) -> Pass {
        let mut wide = net.bias;
        for &row in rows {
            for (sum, weight) in wide.iter_mut().zip(&net.rows[usize::from(row)]) {
                *sum += weight;
            }
        }
        wide.iter_mut().for_each(|x| *x = x.max(0.0));
        let narrow = std::array::from_fn(|j| {
            let sum: f32 = net.second[j].iter().zip(&wide).map(|(w, x)| w * x).sum();
            (sum + net.second_bias[j]).max(0.0)
        });
        let score = net.score(rows).clamp(-30.0, 30.0);
        Pass {
            wide,
            narrow,
            score,
        }
    }

    fn add_slope(&self, net: &Net, rows: &[u16], slope: f32, out: &mut [f32]) {
        let mut back = [0.0f32; WIDE];
        for j in (0..NARROW).filter(|&j| self.narrow[j] > 0.0) {
            out[OUT + j] += slope * self.narrow[j];
            let at_j = slope * net.out[j];
            out[SECOND_BIAS + j] += at_j;
            for i in 0..WIDE {
                out[SECOND + j * WIDE + i] += at_j * self.wide[i];
                back[i] += at_j * net.second[j][i];
            }
        }
        for i in 0..WIDE {
            if self.wide[i] <= 0.0 {
                back[i] = 0.0;
            }
            out[BIAS + i] += back[i];
        }
        for &row in rows {
            let at_row = &mut out[usize::from(row) * WIDE..][..WIDE];
            for (sum, slope) in at_row.iter_mut().zip(&back) {
                *sum += slope;
            }
        }
    }
}

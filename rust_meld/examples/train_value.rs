//! Trains the networks of `value.rs` by games of a player against itself, and writes their weights.
//!
//! `cargo run --release --no-default-features --example train_value -- GAMES GROUPS OUT` has two
//! parts. First the networks learn the results of so many games of the expert, with two and three
//! seats. Then they play themselves and learn from groups: all turns of a position that are worth
//! a thought, each tried in the same shuffles of the deck for some rounds, so that luck counts for
//! all alike; what tells the turns of one group apart counts more than what they share. The mean of
//! the weights over the later rounds is written.

use std::time::Instant;

use rust_meld::konkan::game::{Action, Game, Phase, Rules, MAX_PLAYERS};
use rust_meld::konkan::net::{Net, NARROW, N_ROWS, N_WEIGHTS, WIDE};
use rust_meld::konkan::players::{
    greedy_action, playout_turn, pull, scored_throws, styled_action, Style, EXPERT,
};
use rust_meld::konkan::rng::Rng;
use rust_meld::konkan::search::{playout, Tools};
use rust_meld::konkan::value::{Open, Rows, Weights};

/// Positions, or groups of them, between two steps, and between two looks at the networks.
const BATCH: usize = 512;
const GROUP_BATCH: usize = 256;
const ROUND: usize = 8_000;
/// Share of games with three seats, of positions that are learnt from, and of random turns.
const THREE_SEATS: f64 = 0.25;
const KEPT: f64 = 0.5;
const KEPT_BESIDE_GROUPS: f64 = 0.1;
const EXPLORED: f64 = 0.05;
/// How much of the next target a position learns; the rest is the networks' next value.
const LAMBDA: f32 = 0.9;
/// The expert's games: most cards that may stay in hand when coming down, for each seat and game.
const PATIENCE: [u8; 8] = [2, 2, 2, 2, 1, 3, 5, 14];
/// Share of seats that play as the greedy player, and of turns that become groups.
const GREEDY: f64 = 0.25;
const GROUPED: f64 = 0.3;
/// Ends and turns of a group, the shuffles that each is tried in, and for how many rounds.
const MAX_ENDS: usize = 6;
const MAX_TURNS: usize = 8;
const SHUFFLES: usize = 4;
const ROUNDS_AHEAD: u32 = 3;
/// The weight of a difference within a group against what its turns share.
const WITHIN: f32 = 4.0;
const FIRST_RATE: f32 = 1.5e-3;
const LAST_RATE: f32 = 1e-4;
const GROUP_RATE: f32 = 1e-3;
/// Part of the rounds with groups after which the weights count for the mean.
const SETTLED: f32 = 0.3;

/// One position: the active rows of each seat and whether the seat is down, and each seat's share.
struct Sample {
    seats: Vec<(Vec<u16>, usize)>,
    target: [f32; MAX_PLAYERS],
}

/// Positions after the turns of one seat; or a single position.
type Group = Vec<Sample>;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let (&[n_games, n_groups], Some(out)) = (&numbers[..], words.get(3)) else {
        return eprintln!("expected: GAMES GROUPS OUT");
    };
    let mut trainer = Trainer::new(&mut Rng::new(2026));
    trainer.learn_results(n_games);
    trainer.learn_groups(n_groups);
    trainer.write(out);
}

/// The examples that a game leaves.
struct Player<'a> {
    nets: &'a Weights,
    rng: Rng,
    tools: Tools,
    groups: Vec<Group>,
    kept: f64,
}

/// The positions of one game with what the networks said of each, and whether chance came after.
#[derive(Default)]
struct Path(Vec<(Sample, bool)>);

impl Player<'_> {
    fn new(nets: &Weights, seed: u64, kept: f64) -> Player<'_> {
        Player {
            nets,
            rng: Rng::new(seed),
            tools: Tools::new(1),
            groups: Vec::new(),
            kept,
        }
    }

    fn deal(&mut self) -> Game {
        let n_players = 2 + u8::from(self.rng.unit() < THREE_SEATS);
        let starter = self.rng.below(n_players as usize) as u8;
        Game::deal(self.rng.bits(), n_players, starter, Rules::default())
    }

    /// A position that is to learn this.
    fn sample(&mut self, game: &Game, target: [f32; MAX_PLAYERS]) -> Sample {
        let open = Open::of(game);
        let seats = (0..game.n_players).map(|seat| {
            let rows = Rows::now(game, &open, seat, &mut self.tools.solver);
            let is_down = game.down[seat as usize].is_some();
            (rows.active().to_vec(), usize::from(is_down))
        });
        Sample {
            seats: seats.collect(),
            target,
        }
    }

    /// A position with what the networks say of it.
    fn valued(&mut self, game: &Game) -> Sample {
        let values = self.nets.values(game, &mut self.tools.solver);
        self.sample(game, values)
    }

    /// One game of the expert, with more or less patience.
    fn play_expert(&mut self) {
        let mut game = self.deal();
        let styles: Vec<Style> = (0..game.n_players)
            .map(|_| Style {
                patience: PATIENCE[self.rng.below(8)],
                patience_behind: PATIENCE[self.rng.below(8)],
                ..EXPERT
            })
            .collect();
        let mut path = Path::default();
        while game.phase != Phase::Over {
            let solver = &mut self.tools.solver;
            let mut action = styled_action(&game, &styles[game.seat as usize], solver);
            let mut explored = false;
            if matches!(action, Action::Throw(_)) && self.rng.unit() < EXPLORED {
                explored = true;
                let throws = scored_throws(&game, usize::MAX, self.nets, solver);
                action = Action::Throw(throws[self.rng.below(throws.len())].0);
            }
            game.perform(action);
            path.mark(explored);
            if game.phase == Phase::Pull {
                path.0.push((self.valued(&game), false));
            }
        }
        self.keep(path, &game);
    }

    /// Positions of a path learn a mix of what came next and of how the game ended.
    fn keep(&mut self, path: Path, game: &Game) {
        let mut target = self.nets.values(game, &mut self.tools.solver);
        for (mut sample, explored) in path.0.into_iter().rev() {
            let said = std::mem::replace(&mut sample.target, target);
            target = std::array::from_fn(|i| LAMBDA * target[i] + (1.0 - LAMBDA) * said[i]);
            if explored {
                target = said;
            } else if self.rng.unit() < self.kept {
                self.groups.push(vec![sample]);
            }
        }
    }

    /// One game of the networks, some seats greedy; some turns become groups.
    fn play_networks(&mut self) {
        let mut game = self.deal();
        let greedy = [(); MAX_PLAYERS].map(|()| self.rng.unit() < GREEDY);
        let mut path = Path::default();
        while game.phase != Phase::Over {
            if game.turn > 0 {
                path.0.push((self.valued(&game), false));
            }
            if greedy[game.seat as usize] {
                let seat = game.seat;
                while game.phase != Phase::Over && game.seat == seat {
                    let action = greedy_action(&game, &mut self.tools.solver);
                    game.perform(action);
                }
            } else if self.rng.unit() < GROUPED {
                let explored = self.play_group(&mut game);
                path.mark(explored);
            } else {
                let Tools { solver, turns } = &mut self.tools;
                playout_turn(&mut game, self.nets, solver, turns);
            }
        }
        self.keep(path, &game);
    }

    /// Try the turns of a position and play the best one, or one at random; true if so.
    fn play_group(&mut self, game: &mut Game) -> bool {
        if game.phase == Phase::Pull {
            let action = pull(game, &EXPERT, &mut self.tools.solver);
            game.perform(action);
        }
        let Tools { solver, turns } = &mut self.tools;
        if let Some(way) = turns.going_out(game, solver) {
            way.iter().for_each(|&action| game.perform(action));
            return false;
        }
        let turns = self.turns(game);
        let targets = self.try_turns(game, &turns);
        let seat = game.seat as usize;
        let tried = turns.iter().zip(&targets);
        let group = tried.map(|(turn, &target)| self.sample(&game.after(turn), target));
        let group = group.collect();
        self.groups.push(group);
        let explored = self.rng.unit() < EXPLORED;
        let at = if explored {
            self.rng.below(turns.len())
        } else {
            let value = |i: &usize| targets[*i][seat];
            let all = 0..turns.len();
            all.max_by(|a, b| value(a).total_cmp(&value(b)))
                .expect("a turn ends with a throw")
        };
        *game = game.after(&turns[at]);
        explored
    }

    /// The turns worth a thought: some ends, some throws of each.
    fn turns(&mut self, game: &Game) -> Vec<Vec<Action>> {
        let Tools { solver, turns } = &mut self.tools;
        let ends = turns.list_at_most(game, solver, MAX_ENDS);
        let n_each = match ends.len() {
            1 => MAX_TURNS,
            n => (2 * MAX_TURNS / n).max(3),
        };
        let mut found = Vec::new();
        for end in ends {
            let way = turns.way(end);
            let mut throws = scored_throws(&game.after(&way), usize::MAX, self.nets, solver);
            throws.sort_by(|a, b| b.1.total_cmp(&a.1));
            let throws = throws.into_iter().take(n_each);
            found.extend(throws.map(|(kind, _)| [&way[..], &[Action::Throw(kind)]].concat()));
        }
        found
    }

    /// The mean value of turns over some shuffles, the same for all.
    fn try_turns(&mut self, game: &Game, turns: &[Vec<Action>]) -> Vec<[f32; MAX_PLAYERS]> {
        let mut targets = vec![[0.0; MAX_PLAYERS]; turns.len()];
        for _ in 0..SHUFFLES {
            let mut shuffled = game.clone();
            self.rng.shuffle(&mut shuffled.deck);
            for (turn, target) in turns.iter().zip(&mut targets) {
                let mut world = shuffled.after(turn);
                playout(&mut world, self.nets, &mut self.tools, ROUNDS_AHEAD);
                let values = self.nets.values(&world, &mut self.tools.solver);
                let sums = target.iter_mut().zip(values);
                sums.for_each(|(sum, value)| *sum += value / SHUFFLES as f32);
            }
        }
        targets
    }
}

impl Path {
    /// Say whether what came after the last position was chance.
    fn mark(&mut self, explored: bool) {
        if let Some(last) = self.0.last_mut() {
            last.1 |= explored;
        }
    }
}

/// Adam over the weights of both networks.
struct Trainer {
    weights: Vec<f32>,
    nets: Weights,
    mean: Vec<f32>,
    square: Vec<f32>,
    n_steps: i32,
    start: Instant,
}

/// The places of one network's parts in its weights.
const BIAS: usize = N_ROWS * WIDE;
const SECOND: usize = BIAS + WIDE;
const SECOND_BIAS: usize = SECOND + NARROW * WIDE;
const OUT: usize = SECOND_BIAS + NARROW;

impl Trainer {
    fn new(rng: &mut Rng) -> Trainer {
        let weights: Vec<f32> = (0..2 * N_WEIGHTS)
            .map(|i| first_weight(i % N_WEIGHTS, rng))
            .collect();
        let zeros = vec![0.0; 2 * N_WEIGHTS];
        Trainer {
            nets: nets_of(&weights),
            weights,
            mean: zeros.clone(),
            square: zeros,
            n_steps: 0,
            start: Instant::now(),
        }
    }

    fn learn_results(&mut self, n_games: usize) {
        let (mut n_done, mut rng) = (0, Rng::new(1));
        while n_done < n_games {
            let groups = self.play(n_done as u64, KEPT, |player| {
                (0..ROUND / 20).for_each(|_| player.play_expert());
            });
            n_done += 2 * (ROUND / 20);
            let rate = rate(FIRST_RATE, n_done, n_games);
            self.learn(groups, BATCH, rate, &mut rng);
            self.tell(n_done, n_games, "games");
        }
    }

    fn learn_groups(&mut self, n_groups: usize) {
        let (mut n_done, mut rng) = (0, Rng::new(2));
        let (mut sum, mut n_summed) = (vec![0.0f64; self.weights.len()], 0);
        while n_done < n_groups {
            let groups = self.play(n_done as u64, KEPT_BESIDE_GROUPS, |player| {
                while player.groups.len() < ROUND / 2 {
                    player.play_networks();
                }
            });
            n_done += groups.len();
            let rate = rate(GROUP_RATE, n_done, n_groups);
            self.learn(groups, GROUP_BATCH, rate, &mut rng);
            self.tell(n_done, n_groups, "groups");
            if n_done as f32 >= SETTLED * n_groups as f32 {
                let sums = sum.iter_mut().zip(&self.weights);
                sums.for_each(|(sum, weight)| *sum += f64::from(*weight));
                n_summed += 1;
            }
        }
        if n_summed > 0 {
            let means = sum.iter().map(|sum| (sum / f64::from(n_summed)) as f32);
            self.weights = means.collect();
        }
    }

    /// Play in two threads, and give what there is to learn.
    fn play(&self, seed: u64, kept: f64, work: impl Fn(&mut Player) + Sync) -> Vec<Group> {
        let play = |stream: u64| {
            let mut player = Player::new(&self.nets, seed << 1 | stream, kept);
            work(&mut player);
            player.groups
        };
        std::thread::scope(|scope| {
            let other = scope.spawn(|| play(1));
            let mut groups = play(0);
            groups.extend(other.join().expect("the other thread's games"));
            groups
        })
    }

    fn learn(&mut self, mut groups: Vec<Group>, n_batch: usize, rate: f32, rng: &mut Rng) {
        rng.shuffle(&mut groups);
        for batch in groups.chunks(n_batch) {
            let (first, second) = batch.split_at(batch.len() / 2);
            let nets = &self.nets;
            let slope = std::thread::scope(|scope| {
                let other = scope.spawn(|| slope_of(nets, first));
                let mut slope = slope_of(nets, second);
                let more = other.join().expect("the other thread's slope");
                slope.iter_mut().zip(more).for_each(|(sum, x)| *sum += x);
                slope
            });
            let n_samples: usize = batch.iter().map(Vec::len).sum();
            self.step(&slope, rate, n_samples as f32);
            self.nets = nets_of(&self.weights);
        }
    }

    fn step(&mut self, slope: &[f32], rate: f32, n: f32) {
        self.n_steps += 1;
        let warm = [0.9f32, 0.999].map(|keep| 1.0 - keep.powi(self.n_steps));
        for (((w, g), m), s) in (self.weights.iter_mut())
            .zip(slope)
            .zip(&mut self.mean)
            .zip(&mut self.square)
        {
            let g = g / n;
            *m += 0.1 * (g - *m);
            *s += 0.001 * (g * g - *s);
            *w -= rate * (*m / warm[0]) / ((*s / warm[1]).sqrt() + 1e-8);
        }
    }

    fn tell(&self, n_done: usize, n_all: usize, what: &str) {
        let seconds = self.start.elapsed().as_secs();
        println!("{n_done} of {n_all} {what}, {seconds} s");
    }

    fn write(&self, out: &str) {
        let bytes: Vec<u8> = (self.weights.iter())
            .flat_map(|w| w.to_le_bytes())
            .collect();
        std::fs::write(out, bytes).expect("a place for the weights");
    }
}

/// A rate that falls evenly, by its logarithm.
fn rate(first: f32, n_done: usize, n_all: usize) -> f32 {
    first * (LAST_RATE / first).powf(n_done as f32 / n_all as f32)
}

/// The slope of the loss over some groups.
fn slope_of(nets: &Weights, groups: &[Group]) -> Vec<f32> {
    let mut slope = vec![0.0; 2 * N_WEIGHTS];
    for group in groups {
        let passes: Vec<Vec<Pass>> = (group.iter())
            .map(|sample| {
                let seats = sample.seats.iter();
                seats
                    .map(|(rows, net)| Pass::of(&nets.0[*net], rows))
                    .collect()
            })
            .collect();
        let errors: Vec<[f32; MAX_PLAYERS]> = (group.iter().zip(&passes))
            .map(|(sample, passes)| {
                let total: f32 = passes.iter().map(|pass| pass.score.exp()).sum();
                let mut errors = [0.0; MAX_PLAYERS];
                for ((error, pass), target) in errors.iter_mut().zip(passes).zip(sample.target) {
                    *error = pass.score.exp() / total - target;
                }
                errors
            })
            .collect();
        for seat in 0..group[0].seats.len() {
            let shared = errors.iter().map(|e| e[seat]).sum::<f32>() / group.len() as f32;
            for ((sample, passes), error) in group.iter().zip(&passes).zip(&errors) {
                let (rows, net) = &sample.seats[seat];
                let error = shared + WITHIN * (error[seat] - shared);
                let slope = &mut slope[net * N_WEIGHTS..][..N_WEIGHTS];
                passes[seat].add_slope(&nets.0[*net], rows, error, slope);
            }
        }
    }
    slope
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

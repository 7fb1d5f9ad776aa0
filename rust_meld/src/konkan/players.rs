//! Players that do not search: `random`, `greedy`, and the player of the playouts.
//!
//! `random` and `greedy` look only at the acting hand and at the open cards. The player of the
//! playouts plays in sampled worlds, in which all cards are known. It looks at all hands to decide
//! whether to come down, so it must not be used in a real game. Greedy comes down when it can, lays
//! and sarfs whatever fits, and throws the least promising card: a card's promise is the points
//! of the melds that lack one card, times the copies of that card that may still come.

use crate::konkan::cards::{bits, points, Hand, JOKER, JOKER_BIT};
use crate::konkan::game::{Action, Game, Phase};
use crate::konkan::meld::{Meld, Shape, PLACE_POINTS};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth};
use crate::konkan::turns::Turns;
use crate::konkan::value::{melds_of, Moment, Open, Rows, Weights};

/// The weights of a player that does not search; found by playing against `PLAIN`.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Weight of a card's points before coming down, and of its smallness afterwards.
    pub size: i32,
    pub smallness: i32,
    /// Weights of a set and of a run that lack one card, in percent.
    pub sets: i32,
    pub runs: i32,
    /// The share of a card's promise that its second copy keeps, in percent.
    pub spare: i32,
    /// Worth of keeping a card that an opponent could add to a meld: divided by one more than the
    /// fewest cards that an opponent who is down holds.
    pub feeding: i32,
    /// Worth of keeping a card that would fit on the table after one more card.
    pub near_table: i32,
    /// Most cards that may stay in hand when coming down while nobody is down, and after.
    pub patience: u8,
    pub patience_behind: u8,
    /// Worth of one more card laid when coming down, in points.
    pub card_worth: u32,
}

impl Style {
    /// Return the most cards that may stay in hand when coming down now.
    fn patience_of(&self, game: &Game) -> usize {
        usize::from(if game.nobody_is_down() {
            self.patience
        } else {
            self.patience_behind
        })
    }
}

/// Comes down when it can, lays what it can, keeps what melds.
pub const PLAIN: Style = Style {
    size: 1,
    smallness: 1,
    sets: 100,
    runs: 100,
    spare: 50,
    feeding: 0,
    near_table: 0,
    patience: 14,
    patience_behind: 14,
    card_worth: 1000,
};

/// Waits until few cards stay in hand; the weights that won most games.
pub const EXPERT: Style = Style {
    size: 20,
    smallness: 0,
    sets: 80,
    spare: 25,
    feeding: 2500,
    near_table: 150,
    patience: 2,
    patience_behind: 2,
    ..PLAIN
};

/// The kind of players that the search assumes the others to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentKind {
    /// Players who search, too: while nobody is down they wait until they can go out.
    Equal,
    /// Players who come down as soon as they can.
    Greedy,
}

impl OpponentKind {
    /// Return how such players weigh their cards.
    pub fn style(self) -> &'static Style {
        match self {
            OpponentKind::Equal => &EXPERT,
            OpponentKind::Greedy => &PLAIN,
        }
    }

    /// Return true if such players wait for a better hand when they could come down.
    pub fn wait(self) -> bool {
        self == OpponentKind::Equal
    }
}

/// Return a random legal action, all equally likely.
pub fn random_action(game: &Game, solver: &mut Solver, rng: &mut Rng) -> Action {
    let actions = game.legal_actions(solver);
    actions[rng.below(actions.len())]
}

/// Return the greedy player's next action.
pub fn greedy_action(game: &Game, solver: &mut Solver) -> Action {
    styled_action(game, &PLAIN, solver)
}

/// Return the next action of a player of some style.
pub fn styled_action(game: &Game, style: &Style, solver: &mut Solver) -> Action {
    match game.phase {
        Phase::Pull => pull(game, style, solver),
        _ => lay(game, style, solver).unwrap_or_else(|| Action::Throw(throw(game, style))),
    }
}

/// In a playout, a player who is down and holds at most so many cards looks for every way to go
/// out.
const MAX_CARDS_TO_GO_OUT: u8 = 5;
/// The most throws that a playout compares.
const N_WEIGHED: usize = 5;

/// Play one whole turn by the networks, which also say when to come down.
pub fn playout_turn(game: &mut Game, weights: &Weights, solver: &mut Solver, turns: &mut Turns) {
    if game.phase == Phase::Pull {
        let action = weighed_pull(game, weights, solver);
        game.perform(action);
    }
    if game.is_down() && game.hand().len() <= MAX_CARDS_TO_GO_OUT {
        if let Some(way) = turns.going_out(game, solver) {
            return way.iter().for_each(|&action| game.perform(action));
        }
    }
    let must_lay = game.taken.is_some();
    let lays = game.is_down() || must_lay || is_worth_laying(game, weights, solver);
    end_turn(game, lays, weights, solver);
}

/// Return what `playout_turn` would do next: the pull, or all that ends the turn after it.
pub fn playout_actions(
    game: &Game,
    weights: &Weights,
    solver: &mut Solver,
    turns: &mut Turns,
) -> Vec<Action> {
    if game.phase == Phase::Pull {
        return vec![weighed_pull(game, weights, solver)];
    }
    if game.is_down() && game.hand().len() <= MAX_CARDS_TO_GO_OUT {
        if let Some(way) = turns.going_out(game, solver) {
            return way;
        }
    }
    let (mut after, mut actions) = (game.clone(), Vec::new());
    if game.is_down() || game.taken.is_some() || is_worth_laying(game, weights, solver) {
        while let Some(action) = lay(&after, &PLAIN, solver) {
            after.perform(action);
            actions.push(action);
        }
    }
    let (kind, _) = best_throw(&scored_throws(&after, N_WEIGHED, weights, solver));
    actions.push(Action::Throw(kind));
    actions
}

/// Play one whole turn as the greedy player does.
pub fn greedy_turn(game: &mut Game, solver: &mut Solver) {
    let turn = game.turn;
    while game.phase != Phase::Over && game.turn == turn {
        let action = greedy_action(game, solver);
        game.perform(action);
    }
}

/// Choose as `pull` does, but a player who would come down with the trash card draws if the
/// networks prefer that.
fn weighed_pull(game: &Game, weights: &Weights, solver: &mut Solver) -> Action {
    let action = pull(game, &PLAIN, solver);
    if action == Action::PullDeck || game.is_down() || !game.can_pull_deck() {
        return action;
    }
    let mut down = game.after(&[action]);
    end_turn(&mut down, true, weights, solver);
    match is_better(&down, game, game.seat, weights, solver) {
        true => action,
        false => Action::PullDeck,
    }
}

/// Return true if a player can come down and the networks prefer that to waiting.
fn is_worth_laying(game: &Game, weights: &Weights, solver: &mut Solver) -> bool {
    if lay(game, &PLAIN, solver).is_none() {
        return false;
    }
    let [down, up] = [true, false].map(|lays| {
        let mut after = game.clone();
        end_turn(&mut after, lays, weights, solver);
        after
    });
    is_better(&down, &up, game.seat, weights, solver)
}

fn is_better(a: &Game, b: &Game, seat: u8, weights: &Weights, solver: &mut Solver) -> bool {
    let [a, b] = [a, b].map(|game| weights.values(game, solver)[seat as usize]);
    a >= b
}

/// Lay all that can be laid, if `lays` is set, and throw the card that leaves the best hand.
fn end_turn(game: &mut Game, lays: bool, weights: &Weights, solver: &mut Solver) {
    if lays {
        while let Some(action) = lay(game, &PLAIN, solver) {
            game.perform(action);
        }
    }
    let (kind, _) = best_throw(&scored_throws(game, N_WEIGHED, weights, solver));
    game.perform(Action::Throw(kind));
}

/// Take the trash card if it can be laid this turn, or else draw.
pub fn pull(game: &Game, style: &Style, solver: &mut Solver) -> Action {
    let wanted = game.trash.last().is_some_and(|&top| {
        if game.is_down() {
            fits_table(game, top) || top == JOKER || melds_with(game.hand(), top, solver)
        } else {
            may_help(game.hand(), top)
                && game.verify(Action::PullTrash, solver).is_ok()
                && is_worth_it(game, top, style, solver)
        }
    });
    if wanted || !game.can_pull_deck() {
        Action::PullTrash
    } else {
        Action::PullDeck
    }
}

/// Return true if few enough cards stay in hand after coming down with the trash card.
fn is_worth_it(game: &Game, top: u8, style: &Style, solver: &mut Solver) -> bool {
    let mut hand = game.hand();
    hand.add(top);
    let need = game.threshold(game.seat);
    let frontier = solver.frontier(hand, Worth::Table);
    let n_max = hand.len() as usize - 1;
    let reaching = (1..=n_max)
        .rev()
        .find(|&n| frontier.get(n).is_some_and(|p| p >= need));
    reaching.is_some_and(|n| n_max - n <= style.patience_of(game))
}

/// Return true if the hand has a card near this one in its suit or of its rank, or one of them is a
/// joker.
#[inline]
pub fn may_help(hand: Hand, kind: u8) -> bool {
    kind == JOKER || hand.one & JOKER_BIT != 0 || near(hand, kind)
}

#[inline]
fn near(hand: Hand, kind: u8) -> bool {
    let (suit, rank) = (kind / 13, kind % 13);
    let same_rank = hand.one & (SAME_RANK << rank) & !(1 << kind);
    let held = u32::from(hand.suit(suit));
    let places = (held | (held & 1) << 13) << 2;
    let around = |place: u8| places >> place & 0b11011;
    let beside = around(rank) | if rank == 0 { around(13) } else { 0 };
    same_rank != 0 || beside != 0
}

fn melds_with(hand: Hand, kind: u8, solver: &mut Solver) -> bool {
    if !may_help(hand, kind) {
        return false;
    }
    let mut more = hand;
    more.add(kind);
    let laid = |hand: Hand, solver: &mut Solver| {
        let n = hand.len() as usize - 1;
        solver.frontier(hand, Worth::Deadwood(25)).most_cards(n)
    };
    laid(more, solver) > laid(hand, solver).max(2)
}

/// Return true if a natural card can be added to a meld on the table.
pub fn fits_table(game: &Game, kind: u8) -> bool {
    game.table.iter().any(|t| {
        t.meld
            .open_places()
            .any(|place| t.meld.kind_at(place) == kind)
    })
}

/// Return the next meld, sarf or swap; None if it is time to throw.
pub fn lay(game: &Game, style: &Style, solver: &mut Solver) -> Option<Action> {
    if game.turn == 0 {
        return None;
    }
    if !game.is_down() {
        return coming_down(game, style, solver);
    }
    let hand = game.hand();
    if hand.len() < 2 {
        return None;
    }
    swap(game, solver)
        .or_else(|| new_meld(game, solver))
        .or_else(|| sarf(game, solver))
}

/// Return the first meld of the layout with which to come down.
fn coming_down(game: &Game, style: &Style, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let need = game.threshold(game.seat).saturating_sub(game.coming);
    if hand.jokers() == 0 && hand.deadwood(0) < need {
        return None;
    }
    if let Some(taken) = game.taken {
        return meld_with(game, taken, need, solver);
    }
    let frontier = solver.frontier(hand, Worth::Table);
    let n_max = hand.len() as usize - 1;
    let (n, _) = (1..=n_max)
        .filter_map(|n| Some((n, frontier.get(n).filter(|&points| points >= need)?)))
        .max_by_key(|&(n, points)| points + style.card_worth * n as u32)?;
    if game.coming == 0 && n_max - n > style.patience_of(game) {
        return None;
    }
    let melds = solver.layout(hand, Worth::Table, n)?;
    melds.into_iter().next().map(Action::Lay)
}

/// Return the best meld that holds the card taken from the trash and still reaches the threshold.
fn meld_with(game: &Game, taken: u8, need: u32, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let melds = Meld::all_with(taken, hand, game.rules.min_naturals);
    let reaching = melds.into_iter().filter_map(|meld| {
        let left = meld.take_from(hand).filter(|left| !left.is_empty())?;
        let frontier = solver.frontier(left, Worth::Table);
        let missing = need.saturating_sub(meld.points());
        let n = (0..left.len() as usize)
            .rev()
            .find(|&n| frontier.get(n).is_some_and(|points| points >= missing))?;
        Some((n + meld.len() as usize, meld))
    });
    reaching
        .max_by_key(|&(n, _)| n)
        .map(|(_, meld)| Action::Lay(meld))
}

fn swap(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    for (i, t) in game
        .table
        .iter()
        .enumerate()
        .filter(|(_, t)| t.meld.jokers != 0)
    {
        for place in bits(u64::from(t.meld.jokers)) {
            let meld = i as u8;
            let action = Action::Swap { meld, place };
            if hand.has(t.meld.kind_at(place)) && game.verify(action, solver).is_ok() {
                return Some(action);
            }
        }
    }
    None
}

/// Return a meld of the layout that leaves the least deadwood, with a card left to throw.
fn new_meld(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let n_max = hand.len() as usize - 1;
    if n_max < 3 {
        return None;
    }
    let worth = Worth::Deadwood(25);
    let frontier = solver.frontier(hand, worth);
    let n = (1..=n_max).max_by_key(|&n| frontier.0[n - 1])?;
    let melds = frontier
        .get(n)
        .and_then(|_| solver.layout(hand, worth, n))?;
    let legal = |&meld: &Meld| game.verify(Action::Lay(meld), solver).is_ok();
    melds.into_iter().find(legal).map(Action::Lay)
}

/// Return the sarf of a natural card that fits on the table; of a joker only if it ends the round.
fn sarf(game: &Game, solver: &mut Solver) -> Option<Action> {
    let hand = game.hand();
    let jokers_too = hand.len() as usize - hand.jokers() as usize <= 1;
    for joker in [false, true] {
        if joker && !jokers_too {
            break;
        }
        for (i, t) in game.table.iter().enumerate() {
            for place in t.meld.open_places() {
                let card = if joker { JOKER } else { t.meld.kind_at(place) };
                let meld = i as u8;
                let action = Action::Sarf { meld, place, joker };
                if hand.has(card) && game.verify(action, solver).is_ok() {
                    return Some(action);
                }
            }
        }
    }
    None
}

/// Return all kinds of the hand but the card that was just taken from the trash.
fn legal_throws(game: &Game) -> impl Iterator<Item = u8> {
    let (hand, taken) = (game.hand(), game.taken);
    bits(hand.one).filter(move |&kind| taken != Some(kind) || hand.count(kind) > 1)
}

/// Return the least promising throws, each with the networks' score of the hand that is left:
/// how near it is to going out.
pub fn scored_throws(
    game: &Game,
    n_most: usize,
    weights: &Weights,
    solver: &mut Solver,
) -> Vec<(u8, f32)> {
    let (open, hand, seat) = (Open::of(game), game.hand(), game.seat);
    let mut kinds: Vec<u8> = legal_throws(game).collect();
    if kinds.len() > n_most {
        let promise = Promise::of(game, &EXPERT);
        kinds.sort_by_cached_key(|&kind| promise.keep(kind));
        kinds.truncate(n_most);
    }
    // Without a card that no meld needs, the same melds can be laid.
    let needed = match hand.jokers() {
        0 => covered(hand),
        _ => u64::MAX,
    };
    let mut unchanged = None;
    let score = |kind: u8| {
        let mut left = hand;
        left.remove(kind);
        let melds = match needed >> kind & 1 {
            1 => melds_of(game, seat, left, solver),
            _ => *unchanged.get_or_insert_with(|| melds_of(game, seat, left, solver)),
        };
        let rows = Rows::of(game, &open, Moment::after(game, kind), seat, left, melds);
        (kind, weights.score(game, seat, &rows))
    };
    kinds.into_iter().map(score).collect()
}

/// Return the throw with the highest score.
pub fn best_throw(throws: &[(u8, f32)]) -> (u8, f32) {
    let best = throws.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
    best.expect("a turn ends with a throw")
}

/// Return the least promising legal throw.
pub fn throw(game: &Game, style: &Style) -> u8 {
    let promise = Promise::of(game, style);
    let least = legal_throws(game).min_by_key(|&kind| promise.keep(kind));
    least.unwrap_or_else(|| game.hand().one.trailing_zeros() as u8)
}

/// The promise of the cards of a hand: complete melds, and melds that one more card completes.
pub struct Promise {
    style: Style,
    hand: Hand,
    gone: Hand,
    /// Kinds that lie in a complete natural meld.
    covered: u64,
    down: bool,
    /// Kinds that fit on the table, and kinds that would after one more card.
    fitting: u64,
    nearly: u64,
    feeding: i32,
}

const SAME_RANK: u64 = 0x80_0400_2001; // one bit for each suit, 13 apart
const COMPLETE: i32 = 40_000;

impl Promise {
    /// Return the promise of the acting hand: what lies open can no longer come.
    pub fn of(game: &Game, style: &Style) -> Promise {
        let mut gone = Hand::default();
        let mut see = |kind: u8| {
            if gone.count(kind) < 2 {
                gone.add(kind);
            }
        };
        game.trash.iter().copied().for_each(&mut see);
        for t in &game.table {
            t.meld.places().for_each(|place| see(t.meld.card_at(place)));
        }
        let hand = game.hand();
        let mut promise = Promise {
            style: *style,
            hand,
            gone,
            covered: covered(hand),
            down: game.is_down(),
            fitting: 0,
            nearly: 0,
            feeding: 0,
        };

        if !game.table.is_empty() && (style.feeding != 0 || style.near_table != 0) {
            promise.look_at_table(game);
        }
        promise
    }

    /// Look at another hand of the same seat.
    pub fn hold(&mut self, hand: Hand) {
        (self.hand, self.covered) = (hand, covered(hand));
    }

    fn look_at_table(&mut self, game: &Game) {
        for t in &game.table {
            for place in t.meld.open_places() {
                self.fitting |= 1 << t.meld.kind_at(place);
                if let Shape::Run(_) = t.meld.shape {
                    for next in t.meld.with(place, false).open_places() {
                        self.nearly |= 1 << t.meld.kind_at(next);
                    }
                }
            }
        }
        let opponents = (0..game.n_players).filter(|&seat| seat != game.seat);
        let down = opponents.filter(|&seat| game.down[seat as usize].is_some());
        let fewest = down.map(|seat| game.hands[seat as usize].len()).min();
        self.feeding = fewest.map_or(0, |n| self.style.feeding / i32::from(n + 1));
    }

    /// Return how much a card is worth keeping; jokers most.
    pub fn keep(&self, kind: u8) -> i32 {
        if kind == JOKER {
            return i32::MAX;
        }
        let style = &self.style;
        let promise = style.sets * self.sets(kind) as i32 + style.runs * self.runs(kind) as i32;
        let share = if self.hand.two >> kind & 1 == 1 {
            style.spare
        } else {
            100
        };
        let complete = share == 100 && self.covered >> kind & 1 == 1;
        let points = i32::from(points(kind));
        // Before coming down points are wanted, afterwards large cards are a burden.
        let size = if self.down {
            style.smallness * (10 - points)
        } else {
            style.size * points
        };
        promise / 100 * share / 100 * 4
            + size
            + if complete { COMPLETE } else { 0 }
            + if self.fitting >> kind & 1 == 1 {
                self.feeding
            } else {
                0
            }
            + if self.nearly >> kind & 1 == 1 {
                style.near_table
            } else {
                0
            }
    }

    /// Return how many copies of a kind may still come, at most two.
    #[inline]
    fn to_come(&self, kind: u8) -> u32 {
        2u32.saturating_sub(u32::from(self.hand.count(kind) + self.gone.count(kind)))
    }

    fn sets(&self, kind: u8) -> u32 {
        let rank = kind % 13;
        let all = SAME_RANK << rank;
        if self.hand.one & all & !(1 << kind) == 0 {
            return 0;
        }
        let missing = bits(all & !self.hand.one);
        3 * u32::from(points(kind)) * missing.map(|kind| self.to_come(kind)).sum::<u32>()
    }

    fn runs(&self, kind: u8) -> u32 {
        let (suit, rank) = (kind / 13, kind % 13);
        let high = if rank == 0 { self.windows(suit, 13) } else { 0 };
        self.windows(suit, rank) + high
    }

    /// Add up the promise of the runs of three around a place that lack exactly one card.
    fn windows(&self, suit: u8, place: u8) -> u32 {
        let held = u32::from(self.hand.suit(suit));
        let places = held | (held & 1) << 13;
        let mut total = 0;
        for start in place.saturating_sub(2)..=place.min(11) {
            let window = 0b111u32 << start;
            let missing = window & !places;
            if missing.count_ones() == 1 {
                let lacking = missing.trailing_zeros() as u8;
                let worth: u32 = (start..start + 3)
                    .map(|p| u32::from(PLACE_POINTS[p as usize]))
                    .sum();
                total += worth * self.to_come(suit * 13 + lacking % 13);
            }
        }
        total
    }
}

/// Return the kinds that lie in a run of three or a set of three of the hand.
#[inline]
pub fn covered(hand: Hand) -> u64 {
    let suits = [0, 1, 2, 3].map(|suit| u64::from(hand.suit(suit)));
    let [a, b, c, d] = suits;
    let triples = (a & b & (c | d)) | (c & d & (a | b));
    let mut covered = 0;
    for (suit, held) in suits.into_iter().enumerate() {
        let places = held | (held & 1) << 13;
        let run = places & places >> 1 & places >> 2;
        let in_run = run | run << 1 | run << 2;
        let in_run = (in_run | in_run >> 13) & 0x1fff;
        covered |= (in_run | triples & held) << (13 * suit);
    }
    covered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::parse_hand;
    use crate::konkan::game::Rules;

    #[test]
    fn greedy_beats_random() {
        let mut solver = Solver::default();
        let mut rng = Rng::new(1);
        let mut wins = [0; 2];
        for seed in 0..40 {
            let mut game = Game::deal(seed, 2, (seed % 2) as u8, Rules::default());
            while game.phase != Phase::Over {
                let action = match game.seat {
                    0 => greedy_action(&game, &mut solver),
                    _ => random_action(&game, &mut solver, &mut rng),
                };
                game.apply(action, &mut solver).unwrap();
            }
            if let Some(winner) = game.winner {
                wins[winner as usize] += 1;
            }
        }
        assert!(wins[0] > 36, "{wins:?}");
    }

    #[test]
    fn the_actions_of_a_playout_are_what_it_does() {
        let (mut solver, mut turns, weights) =
            (Solver::default(), Turns::default(), Weights::shipped());
        for seed in 0..20 {
            let mut game = Game::deal(seed, 2, 0, Rules::default());
            while game.phase != Phase::Over {
                let mut stepped = game.clone();
                while stepped.turn == game.turn && stepped.phase != Phase::Over {
                    for action in playout_actions(&stepped, weights, &mut solver, &mut turns) {
                        stepped.apply(action, &mut solver).unwrap();
                    }
                }
                playout_turn(&mut game, weights, &mut solver, &mut turns);
                assert_eq!(stepped, game);
            }
        }
    }

    #[test]
    fn throws_are_scored_as_the_hands_that_they_leave() {
        let mut solver = Solver::default();
        for seed in 0..20 {
            let mut game = Game::deal(seed, 2, 0, Rules::default());
            while game.phase != Phase::Over {
                if game.phase == Phase::Act && game.coming == 0 {
                    let throws = scored_throws(&game, usize::MAX, Weights::shipped(), &mut solver);
                    for (kind, score) in throws.into_iter().filter(|_| game.hand().len() > 1) {
                        let mut after = game.clone();
                        after.perform(Action::Throw(kind));
                        let seat = game.seat;
                        let rows = Rows::now(&after, &Open::of(&game), seat, &mut solver);
                        assert_eq!(Weights::shipped().score(&after, seat, &rows), score);
                    }
                }
                let action = styled_action(&game, &EXPERT, &mut solver);
                game.perform(action);
            }
        }
    }

    #[test]
    fn complete_melds_are_covered() {
        let hand = parse_hand("QH KH AH 2H 7C 7D 7S 9S").unwrap();
        let names = crate::konkan::cards::card_names(bits(covered(hand)));
        assert_eq!(names, "7C 7D AH QH KH 7S");
        assert!(near(hand, 3 * 13 + 9) && !near(hand, 13 + 3));
    }
}

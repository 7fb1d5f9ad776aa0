//! How likely hidden hands are: worlds are dealt by what was seen.
//!
//! Cards that a rival was seen to take stay in that hand. The hand of a rival who is not down is
//! grown as the real one was: fourteen cards, then a draw and a throw for every turn. Whatever
//! would have shown does not fit, and the hand is dealt again: going out with the card drawn or
//! with the trash card of that turn, coming down where these rivals would not have waited, and
//! throwing one of the last cards thrown although it made a meld.

use crate::konkan::cards::{bits, Hand, N_KINDS};
use crate::konkan::game::Game;
use crate::konkan::players::{covered, Promise, Rivals};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::konkan::view::View;

/// What a turn of a real player improves, in turns of growing: fitted so that the cards in melds
/// are as many as in real hands, see the page on calibration.
const GROWTH: f64 = 0.85;
/// Most turns for which a hand is grown, deals of it, and last throws that must fit.
const MAX_DRAWS: u32 = 16;
const MAX_DEALS: u32 = 6;
const THROWS_CHECKED: u32 = 3;

/// What is believed of the hidden cards of a view.
pub struct Belief {
    unseen: Vec<u8>,
    /// Who holds them; None: all hands are equally likely.
    rivals: Option<Rivals>,
}

/// One rival's last turns, as far as the trash shows them.
struct Past<'a> {
    trash: &'a [u8],
    /// Turns since the rival's last one began; where its throw lies; the seats.
    gap: u32,
    last: i64,
    n_players: u32,
}

impl Past<'_> {
    fn of<'a>(view: &'a View, rival: u8) -> Past<'a> {
        let game = &view.game;
        let gap = u32::from((view.me + game.n_players - rival) % game.n_players);
        let n_thrown = game.trash.len() as i64 + i64::from(game.taken.is_some());
        Past {
            trash: &game.trash,
            gap,
            last: n_thrown - i64::from(gap),
            n_players: u32::from(game.n_players),
        }
    }

    /// Turns that the rival had when so many were ended; the starter's fifteenth card is a draw.
    fn n_turns(&self, n_ended: u32) -> u32 {
        (n_ended + self.n_players - self.gap) / self.n_players
    }

    fn card(&self, place: i64) -> Option<u8> {
        usize::try_from(place)
            .ok()
            .and_then(|place| self.trash.get(place).copied())
    }

    /// The card thrown so many of the rival's turns ago.
    fn thrown(&self, ago: u32) -> Option<u8> {
        self.card(self.last - i64::from(ago * self.n_players))
    }

    /// The trash card that the rival could have taken then.
    fn offered(&self, ago: u32) -> Option<u8> {
        self.card(self.last - i64::from(ago * self.n_players) - 1)
    }
}

impl Belief {
    pub fn new(view: &View, rivals: Option<Rivals>) -> Belief {
        Belief {
            unseen: view.unseen(),
            rivals,
        }
    }

    /// Fill a game with a world that agrees with the view.
    pub fn deal(&mut self, view: &View, world: &mut Game, solver: &mut Solver, rng: &mut Rng) {
        // The order before a shuffle matters, and other worlds have left their own.
        self.unseen.sort_unstable();
        view.sample_into(world, &mut self.unseen, rng);
        let Some(rivals) = self.rivals else {
            return;
        };
        let seat = world.seat;
        for rival in (0..world.n_players).filter(|&rival| rival != view.me) {
            if world.down[rival as usize].is_none() {
                world.seat = rival;
                Rival::of(world, view, rivals).grow(world, solver, rng);
            }
        }
        world.seat = seat;
    }
}

/// One rival whose hand is grown: the cards that are known, the past, and how cards are weighed.
struct Rival<'a> {
    known: Hand,
    past: Past<'a>,
    kind: Rivals,
    promise: Promise,
}

impl Rival<'_> {
    /// The rival at the acting seat of a world.
    fn of<'a>(world: &Game, view: &'a View, kind: Rivals) -> Rival<'a> {
        Rival {
            known: view.game.hands[world.seat as usize],
            past: Past::of(view, world.seat),
            kind,
            promise: Promise::of(world, kind.style()),
        }
    }

    /// Grow the hidden hand over the turns that the rival had.
    fn grow(&mut self, world: &mut Game, solver: &mut Solver, rng: &mut Rng) {
        let n_turns = f64::from(self.past.n_turns(world.turn));
        let n_draws = ((n_turns * GROWTH + rng.unit()) as u32).min(MAX_DRAWS);
        for _ in 1..MAX_DEALS {
            let mut turns = (0..n_draws).rev();
            if turns.all(|ago| self.take_turn(ago, world, solver, rng)) {
                return;
            }
            deal_again(world, self.known, rng);
        }
        for ago in (0..n_draws).rev() {
            self.take_turn(ago, world, solver, rng);
        }
    }

    /// Draw and throw for a turn so long ago; false, and nothing changes, if the hand would then
    /// have shown itself.
    fn take_turn(
        &mut self,
        ago: u32,
        world: &mut Game,
        solver: &mut Solver,
        rng: &mut Rng,
    ) -> bool {
        let Some(&card) = world.deck.last() else {
            return true;
        };
        let (seat, need) = (world.seat as usize, world.threshold(world.seat));
        let before = world.hands[seat];
        let offered = self.past.offered(ago);
        let offered = offered.filter(|&top| before.count(top) < 2);
        let mut pulled = offered.into_iter().chain([card]);
        if pulled.any(|card| goes_out(with(before, card), need, solver)) {
            return false;
        }
        let mut hand = with(before, card);
        let returned = self.least_promising(hand).unwrap_or(card);
        hand.remove(returned);
        let thrown = self.past.thrown(ago).filter(|_| ago < THROWS_CHECKED);
        if thrown.is_some_and(|card| would_meld(hand, card)) {
            return false;
        }
        world.hands[seat] = hand;
        if comes_down(world, self.kind, solver, rng) {
            world.hands[seat] = before;
            return false;
        }
        world.deck.pop();
        put_back(world, returned, rng);
        true
    }

    /// The hidden card of a hand that promises least.
    fn least_promising(&mut self, hand: Hand) -> Option<u8> {
        self.promise.hold(hand);
        let hidden = bits(hand.one).filter(|&kind| hand.count(kind) > self.known.count(kind));
        hidden.min_by_key(|&kind| self.promise.keep(kind))
    }
}

/// True if a card makes a meld with a hand that has none of its kind.
fn would_meld(hand: Hand, card: u8) -> bool {
    hand.count(card) == 0 && covered(with(hand, card)) >> card & 1 == 1
}

/// True if the acting hand can come down and such a player does not wait.
fn comes_down(world: &Game, rivals: Rivals, solver: &mut Solver, rng: &mut Rng) -> bool {
    let waits = rivals.waits(world);
    if waits >= 1.0 {
        return false;
    }
    let frontier = solver.frontier(world.hand(), Worth::Table);
    frontier.best(MAX_CARDS) >= world.threshold(world.seat) && rng.unit() >= waits
}

/// Exchange all hidden cards of the acting hand for others.
fn deal_again(world: &mut Game, known: Hand, rng: &mut Rng) {
    let seat = world.seat as usize;
    let hand = world.hands[seat];
    for kind in 0..N_KINDS {
        (known.count(kind)..hand.count(kind)).for_each(|_| put_back(world, kind, rng));
    }
    world.hands[seat] = known;
    let n_kept = world.deck.len() - usize::from(hand.len() - known.len());
    for kind in world.deck.split_off(n_kept) {
        world.hands[seat].add(kind);
    }
}

/// Put a card at a random place of the deck.
fn put_back(world: &mut Game, card: u8, rng: &mut Rng) {
    let place = rng.below(world.deck.len() + 1);
    world.deck.push(card);
    let last = world.deck.len() - 1;
    world.deck.swap(place, last);
}

fn with(mut hand: Hand, card: u8) -> Hand {
    hand.add(card);
    hand
}

/// True if all cards but one make melds that reach the threshold.
fn goes_out(hand: Hand, need: u32, solver: &mut Solver) -> bool {
    let n_laid = hand.len() as usize - 1;
    // A joker brings at most two natural cards into a meld that have none without it.
    let in_melds = covered(hand);
    let n_covered = (hand.one & in_melds).count_ones() + (hand.two & in_melds).count_ones();
    if (n_covered + 3 * u32::from(hand.jokers())) < n_laid as u32 {
        return false;
    }
    let frontier = solver.frontier(hand, Worth::Table);
    frontier.get(n_laid).is_some_and(|points| points >= need)
}

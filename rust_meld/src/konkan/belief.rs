//! How likely hidden hands are: worlds are dealt by what was seen.
//!
//! Cards that an opponent was seen to take stay in that hand. The hand of an opponent who is not
//! down is grown as the real one was: fourteen cards, then a draw and a throw for every turn. A hand
//! that contradicts what was seen is dealt again: one that would have gone out with the card drawn
//! or with the trash card of that turn, one that would have come down (if these opponents do not
//! wait), and one that would have kept one of the last cards thrown because it makes a meld. An
//! opponent who is down has laid whatever can be laid: no meld and nothing that fits on the table is
//! left in hand, and a joker only in a hand of two cards that waits. The other cards were kept, turn
//! after turn, as the most promising ones.

use crate::konkan::cards::{bits, Hand, JOKER_BIT, N_KINDS};
use crate::konkan::game::Game;
use crate::konkan::players::{covered, OpponentKind, Promise};
use crate::konkan::rng::Rng;
use crate::konkan::solver::{Solver, Worth, MAX_CARDS};
use crate::konkan::value::Open;
use crate::konkan::view::View;

/// How far a hidden hand is grown: draws for each turn of its holder, and how many at most. Fitted
/// so that the hands are worth as much as real ones, see the page on calibration. It is the same
/// before and after somebody comes down, or that turn alone would change what opponents hold.
const GROWTH: f64 = 0.85;
const MAX_DRAWS: u32 = 12;
/// Deals of a hand that is grown, and last throws that must fit.
const MAX_DEALS: u32 = 6;
const THROWS_CHECKED: u32 = 3;
/// Most cards that are exchanged in the hand of an opponent who is down; draws that improve such a
/// hand for each hidden card but the first, fitted so that the hands are worth as much as real ones.
const MAX_EXCHANGES: u32 = 40;
const DRAWS_EACH: u8 = 4;

/// A belief about the hidden cards of a view.
pub struct Belief {
    unseen: Vec<u8>,
    /// The opponents who hold them; None: all hands are equally likely.
    opponents: Option<OpponentKind>,
}

/// One opponent's last turns, as the trash shows them.
struct Past<'a> {
    trash: &'a [u8],
    /// Turns since the opponent's last one began; where its throw lies; the seats.
    gap: u32,
    last: i64,
    n_players: u32,
}

impl Past<'_> {
    fn of<'a>(view: &'a View, opponent: u8) -> Past<'a> {
        let game = &view.game;
        let gap = u32::from((view.me + game.n_players - opponent) % game.n_players);
        let n_thrown = game.trash.len() as i64 + i64::from(game.taken.is_some());
        Past {
            trash: &game.trash,
            gap,
            last: n_thrown - i64::from(gap),
            n_players: u32::from(game.n_players),
        }
    }

    /// Return how many turns the opponent had when `n_ended` were ended; the starter's fifteenth card
    /// is a draw.
    fn n_turns(&self, n_ended: u32) -> u32 {
        (n_ended + self.n_players - self.gap) / self.n_players
    }

    fn card(&self, place: i64) -> Option<u8> {
        usize::try_from(place)
            .ok()
            .and_then(|place| self.trash.get(place).copied())
    }

    /// Return the card that the opponent threw `ago` turns before the last one.
    fn thrown(&self, ago: u32) -> Option<u8> {
        self.card(self.last - i64::from(ago * self.n_players))
    }

    /// Return the trash card that the opponent could have taken then.
    fn offered(&self, ago: u32) -> Option<u8> {
        self.card(self.last - i64::from(ago * self.n_players) - 1)
    }
}

impl Belief {
    pub fn new(view: &View, opponents: Option<OpponentKind>) -> Belief {
        Belief {
            unseen: view.unseen(),
            opponents,
        }
    }

    /// Fill a game with a world that agrees with the view.
    pub fn deal(&mut self, view: &View, world: &mut Game, solver: &mut Solver, rng: &mut Rng) {
        // The order before a shuffle matters, and other worlds have left their own.
        self.unseen.sort_unstable();
        view.sample_into(world, &mut self.unseen, rng);
        let Some(opponents) = self.opponents else {
            return;
        };
        let seat = world.seat;
        for opponent in (0..world.n_players).filter(|&opponent| opponent != view.me) {
            world.seat = opponent;
            match world.down[opponent as usize] {
                None => Opponent::of(world, view, opponents).grow(world, solver, rng),
                Some(_) => Opponent::of(world, view, opponents).keep_unlaid(world, rng),
            }
        }
        world.seat = seat;
    }
}

/// One opponent whose hand is grown: the cards that are known, the past, and how cards are weighed.
struct Opponent<'a> {
    known: Hand,
    past: Past<'a>,
    kind: OpponentKind,
    promise: Promise,
}

impl Opponent<'_> {
    /// Return the opponent at the acting seat of a world.
    fn of<'a>(world: &Game, view: &'a View, kind: OpponentKind) -> Opponent<'a> {
        Opponent {
            known: view.game.hands[world.seat as usize],
            past: Past::of(view, world.seat),
            kind,
            promise: Promise::of(world, kind.style()),
        }
    }

    /// Grow the hidden hand over the turns that the opponent had.
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
        if !self.kind.wait() && can_come_down(hand, need, solver) {
            return false;
        }
        world.hands[seat] = hand;
        world.deck.pop();
        put_back(world, returned, rng);
        true
    }

    /// Exchange hidden cards of an opponent who is down until nothing is left to lay; then draw and
    /// throw the least promising card, as such an opponent has done. Of two cards one may be a joker
    /// that waits for the turn that goes out.
    fn keep_unlaid(&mut self, world: &mut Game, rng: &mut Rng) {
        let seat = world.seat as usize;
        let n_cards = world.hands[seat].len();
        let keeps_joker = n_cards == 2 && self.kind.wait();
        let fitting = Open::of(world).fitting | if keeps_joker { 0 } else { JOKER_BIT };
        let layable = |hand: Hand| bits(hand.one & (fitting | covered(hand)));
        for _ in 0..MAX_EXCHANGES {
            let hand = world.hands[seat];
            let hidden = |&kind: &u8| hand.count(kind) > self.known.count(kind);
            match layable(hand).find(hidden) {
                Some(kind) => exchange(kind, world, rng),
                None => break,
            }
        }
        let n_hidden = n_cards - self.known.len();
        for _ in 0..(1 + DRAWS_EACH * n_hidden.saturating_sub(1)) {
            let Some(card) = world.deck.pop() else {
                return;
            };
            let hand = with(world.hands[seat], card);
            let thrown = match layable(hand).next() {
                Some(_) => card,
                None => self.least_promising(hand).unwrap_or(card),
            };
            world.hands[seat] = hand;
            world.hands[seat].remove(thrown);
            put_back(world, thrown, rng);
        }
    }

    /// Return the least promising hidden card of a hand.
    fn least_promising(&mut self, hand: Hand) -> Option<u8> {
        self.promise.hold(hand);
        let hidden = bits(hand.one).filter(|&kind| hand.count(kind) > self.known.count(kind));
        hidden.min_by_key(|&kind| self.promise.keep(kind))
    }
}

/// Return true if a card makes a meld with a hand that has none of its kind.
fn would_meld(hand: Hand, card: u8) -> bool {
    hand.count(card) == 0 && covered(with(hand, card)) >> card & 1 == 1
}

/// Return true if melds of a hand reach the threshold.
fn can_come_down(hand: Hand, need: u32, solver: &mut Solver) -> bool {
    solver.frontier(hand, Worth::Table).best(MAX_CARDS) >= need
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

/// Exchange a card of the acting hand for the next one of the deck.
fn exchange(kind: u8, world: &mut Game, rng: &mut Rng) {
    if let Some(card) = world.deck.pop() {
        let hand = &mut world.hands[world.seat as usize];
        hand.remove(kind);
        hand.add(card);
        put_back(world, kind, rng);
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

/// Return true if all cards but one make melds that reach the threshold.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::konkan::cards::{parse_hand, JOKER};
    use crate::konkan::game::{Rules, TableMeld};
    use crate::konkan::meld::parse_meld;
    use crate::konkan::players::may_help;

    /// Hidden hands of an opponent who is down with so many cards: as believed, and at random.
    fn hands_down(n_cards: u8) -> [Vec<Hand>; 2] {
        let mut game = Game::deal(1, 2, 0, Rules::default());
        (game.turn, game.down) = (20, [None, Some(90), None]);
        let meld = parse_meld("8S 9S 10S").unwrap();
        game.table = vec![TableMeld { owner: 1, meld }];
        game.hands[1] = Hand::default();
        let view = View::new(game, 0, [0, n_cards, 0]).unwrap();
        [Some(OpponentKind::Equal), None].map(|opponents| {
            let (mut belief, mut rng) = (Belief::new(&view, opponents), Rng::new(5));
            let (mut world, mut solver) = (view.game.clone(), Solver::default());
            let mut deal = || {
                belief.deal(&view, &mut world, &mut solver, &mut rng);
                world.hands[1]
            };
            (0..400).map(|_| deal()).collect()
        })
    }

    #[test]
    fn an_opponent_who_is_down_keeps_promising_cards_and_a_joker_only_of_two() {
        let fitting = parse_hand("7S JS").unwrap().one;
        for (n_cards, keeps_joker) in [(1, false), (2, true), (3, false)] {
            let [believed, random] = hands_down(n_cards);
            let jokers = believed.iter().filter(|hand| hand.has(JOKER)).count();
            assert_eq!(jokers > 0, keeps_joker, "{n_cards} cards");
            assert!(believed.iter().all(|hand| hand.one & fitting == 0));
            let near = |hands: &[Hand]| hands.iter().filter(|&&hand| has_neighbours(hand)).count();
            assert!(
                n_cards == 1 || 3 * near(&believed) > 4 * near(&random),
                "{n_cards} cards"
            );
        }
    }

    /// Return true if two natural cards of a hand lie near each other.
    fn has_neighbours(hand: Hand) -> bool {
        let naturals = hand.naturals();
        bits(naturals.one).any(|kind| {
            let mut others = naturals;
            others.remove(kind);
            may_help(others, kind)
        })
    }
}

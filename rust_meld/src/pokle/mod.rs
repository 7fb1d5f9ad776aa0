//! Pokle: find the guess after which the fewest guesses are needed on average, and prove that no
//! legal guess is better.
//!
//! # Problem
//! A board, and a guess, is five different cards: a flop of three in any order, the turn and the
//! river. A guessed turn or river is green if it is the right card, yellow if only its rank or only
//! its suit is right, and grey otherwise; flop cards are compared with the whole flop
//! (`feedback.rs`). The five colours are the *pattern* of the guess, one of 243 (27 for the flop ×
//! 3 for the turn × 3 for the river). All green wins the game.
//!
//! `S` is the set of boards that fit the hands, their trophies and all patterns so far; all are
//! equally likely. A plan chooses each guess by the patterns so far. Find the plan that leaves as
//! few boards as possible unfound after `r` guesses and, among those, the one with the smallest
//! total of guesses over all boards. Total / |S| is the expected number of guesses.
//!
//! # State
//! A *position* is (boards left, guesses left). Different orders of guesses reach the same
//! position, so results live in a transposition table. With the suit pardon, a guess that fits the
//! trophies wins if its flop and the ranks of its turn and river are right. Boards that agree in
//! these are won by the same guess; they form a *class* (at most 16 boards; without the pardon,
//! one). A guess is either a *winning guess*, which wins one class of `S`, or a *probe*, which wins
//! nothing in `S`. Any five different cards that nobody holds may be guessed: 27 million guesses.
//!
//! # Cost
//! A guess splits the boards that it does not win into groups `G`, one for each pattern. So
//! `cost(S, r) = |S| + Σ cost(G, r-1)`: each board takes this guess, and then what its group takes.
//! A board unfound after the last guess adds `LOST_BOARD`, so no saving in guesses pays for a loss.
//! Losses aside, `cost = u0 + u1 + u2 + …`, where *layer* `uk` counts the boards not found by the
//! first `k` guesses, which all take guess `k + 1`. Lower bounds on different layers add up; for
//! the same layer the larger counts.
//!
//! # Lower bounds
//! Let `n = |S|`, and `c(X)` be the size of the largest class in `X`.
//! 1. *Class bound*: `u1 ≥ n - c(S)`, because one guess wins at most one class; after a probe
//!    `u1 = n`.
//! 2. *Split bound* of a first guess that wins `w` boards (0 for a probe): `u1 = n - w` and
//!    `u2 ≥ n - w - Σ c(G)`, because the second guess wins at most one class in each group. So a
//!    probe costs at least `3n - wins` with `wins = Σ c(G)`. This bound is the exact cost if no
//!    group has more than two classes.
//! 3. *Grid bound* (`bounds.rs`): boards with the same flop, turn suit and river suit form a grid
//!    of turn ranks × river ranks. Whatever is guessed, all turn ranks but one show the same
//!    colour, and all river ranks but one, so `k` guesses find at most `k` boards of a row or
//!    column and `k²` of a grid. This bounds every `uk`, of a position and of each group.
//! 4. *Transposition bound*: a search that found no plan below its cutoff proves that the position
//!    costs at least the cutoff.
//! 5. *Relaxed limit*: with unlimited guesses a position costs no more than with `r`. So it is
//!    solved without a limit first; if no board then takes more than `r` guesses, that plan is
//!    optimal for `r` too.
//! 6. *Root bounds* for sets too large to search (`bounds.rs`). (a) The first guess is one, the
//!    second depends on the pattern of the first, and so on: there are at most `242^(k-1)`
//!    different `k`-th guesses. Each wins at most one class; at best the largest classes are won
//!    first. (b) The boards of one flop pattern form at most nine groups, so second guesses win at
//!    most the nine largest classes of each flop pattern; the flop with the largest sum counts.
//!
//! # Order of search
//! Depth-first branch and bound (`search.rs`); `upper` is the cost of the best plan known so far.
//! * One or two classes, or one guess left: guess the largest class. Otherwise look in the table,
//!   then search without a limit; then, only if some board takes too many guesses, with the limit.
//! * Winning guesses come first, in the order of bounds 1 to 3. Probes follow if
//!   `upper > 2n + u3 + u4 + …`, with the grid bound for `u3` and later layers.
//! * Probes are not enumerated card by card (`probes.rs`, `partitions.rs`). Cards that split the
//!   position in the same way are merged, equal partitions are kept once, and turn and river cards
//!   whose partition another one refines are dropped: a finer split never costs more. If the finer
//!   probe turns out not to be legal, the enumeration is repeated without this rule. A probe is
//!   then a flop partition and a turn-river partition, and only those whose bounds 2 and 3 are
//!   below `upper` are kept.
//! * These probes are taken best first in blocks of 1,000, 16,000, …. Each probe of a block is
//!   bounded by the static bounds or table entries of its own groups, part by part: a part is the
//!   boards of one flop pattern, which many probes share. The best 8 are searched at once to lower
//!   `upper`; the rest follow after the last block.
//! * To search a guess, add up the lower bounds of its groups, solve the group with the largest
//!   bound first with the cutoff `upper` minus all else, and stop when the sum reaches `upper`.
//!
//! # What is exact
//! Exact: patterns, all lower bounds, and the answer of a search that ends. Upper bounds, because
//! they can be played: the plans of an unfinished search, and greedy play (`rollout.rs`).
//! Heuristic: the short list (`shortlist.rs`). Effort is counted in visits to a board
//! (`budget.rs`), so an answer depends on the clock only if it is cancelled.
//!
//! # Worked example
//! Six guesses are left and four boards with the flop 3♥ 8♥ Q♣; turn and river are A = 4♦ 9♠,
//! B = 5♦ 10♠, C = 6♦ J♠, D = 7♦ K♠. No two are in one class. `n = 4`, class bound 4 + 3 = 7.
//!
//! Winning guesses: guess A wins A. B, C and D have its suits and other ranks, so all show yellow
//! turn and river: one group, split bound 4 + 3 + 2 = 9. In {B, C, D} a winning guess again leaves
//! the other two together (3 + 2 + 1 = 6), and a probe costs at least `u0 + u1 = 3 + 3 = 6`. So the
//! group costs 6 and guess A costs 4 + 6 = 10; by symmetry so do B, C and D. Now `upper = 10`.
//!
//! Probes: to cost less than 10, one needs `3 · 4 - wins < 10`, so `wins ≥ 3`. Turn 4♦ and river
//! 10♠ with any flop show green-yellow for A, yellow-green for B, yellow-yellow for C and D: groups
//! {A}, {B}, {C, D}, `wins = 3`, cost 4 + 1 + 1 + 3 = 9. Now `upper = 9`. No flop tells these
//! boards apart, a turn card sets at most one of them apart and so does a river card. So a probe
//! makes at most three groups, `wins ≤ 3`, and costs at least 12 - 3 = 9. No guess costs less than
//! 9: 9 / 4 = 2.25 expected guesses is proven.
//!
//! The grid bound alone: five boards with turn 4♦, 5♦, 6♦, 7♦, 10♦ and river K♠ are one row:
//! `u0..u4 ≥ 5, 4, 3, 2, 1`, sum 15, which guessing one after the other achieves. With three
//! guesses left, two of them are lost whatever is played.

pub mod board_set;
pub mod bounds;
pub mod budget;
pub mod feedback;
mod partitions;
mod probes;
pub mod rollout;
pub mod search;
pub mod shortlist;

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::board_set::{lost_and_guesses, BoardSet, Cost, Legal, UNREACHABLE};
    use super::bounds::{tree_bound, unfound_after, unfound_from};
    use super::budget::Budget;
    use super::feedback::Cards;
    use super::search::Search;

    const HEARTS: u8 = 0;
    const DIAMONDS: u8 = 1;
    const CLUBS: u8 = 2;
    const SPADES: u8 = 3;

    fn card(rank: u8, suit: u8) -> u8 {
        4 * (rank - 2) + suit
    }

    /// Return boards with the flop 3♥ 8♥ Q♣, a diamond on the turn and a spade on the river.
    fn boards(turns_and_rivers: &[(u8, u8)]) -> Arc<BoardSet> {
        let board = |&(turn, river): &(u8, u8)| -> Cards {
            let [a, b, c] = [card(3, HEARTS), card(8, HEARTS), card(12, CLUBS)];
            [a, b, c, card(turn, DIAMONDS), card(river, SPADES)]
        };
        let legal = Legal {
            cards: (0..52).collect(),
            suit_pardon: true,
            ..Legal::default()
        };
        let boards = turns_and_rivers.iter().map(board).collect();
        Arc::new(BoardSet::new(boards, &[], legal))
    }

    fn solve(set: &Arc<BoardSet>, guesses_left: u8, upper: Cost) -> Option<(u32, u32)> {
        let mut always = || true;
        let mut budget = Budget::new(i64::MAX, &mut always);
        let plan = Search::new(Arc::clone(set)).solve(guesses_left, upper, &mut budget);
        plan.unwrap().map(|plan| lost_and_guesses(plan.cost))
    }

    #[test]
    fn the_worked_example_is_proven() {
        let set = boards(&[(4, 9), (5, 10), (6, 11), (7, 13)]);
        assert_eq!(tree_bound(&mut [1; 4]), 7);
        let mut always = || true;
        let mut budget = Budget::new(i64::MAX, &mut always);
        let mut search = Search::new(Arc::clone(&set));
        let mut cost = |cards| search.evaluate(cards, true, 6, &mut budget).0.cost;
        assert!(set.boards.iter().all(|&board| cost(board) == 10));
        assert_eq!(cost([0, 1, 2, card(4, DIAMONDS), card(10, SPADES)]), 9);
        assert_eq!(solve(&set, 6, UNREACHABLE), Some((0, 9)));
        assert_eq!(solve(&set, 6, 9), None);
    }

    #[test]
    fn a_row_takes_one_guess_per_board() {
        let set = boards(&[(4, 13), (5, 13), (6, 13), (7, 13), (10, 13)]);
        assert_eq!(set.boards.len() + unfound_from(&set, &set.all(), 1), 15);
        assert_eq!(solve(&set, 6, UNREACHABLE), Some((0, 15)));
        assert_eq!(unfound_after(&set, &set.all(), 3), 2);
        assert_eq!(solve(&set, 3, UNREACHABLE).unwrap().0, 2);
    }
}

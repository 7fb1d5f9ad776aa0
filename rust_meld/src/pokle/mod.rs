//! Pokle: the fewest guesses for a set of boards, over every legal guess, proven.
//!
//! # Problem
//! `S` is the set of boards that fit the hands, the rankings and all feedback so far; all are
//! equally likely. A guess shows one of 243 patterns (27 for the unordered flop × 3 turn × 3 river);
//! all green ends the game. Choose guesses adaptively so that, first, as few boards as possible
//! remain unfound after `r` guesses, and second, the total number of guesses over all boards is
//! smallest. Total / |S| is the expected number of guesses.
//!
//! # State
//! A *position* is (boards left, guesses left). Different orders of guesses reach the same position,
//! so results live in a transposition table. With the suit pardon, boards with equal flops and equal
//! ranks of turn and river are won by the same guess; they form a *class* (at most 16 boards;
//! without the pardon, one). A guess is either a *winning guess*, which wins one class of `S`, or a
//! *probe*, which wins nothing in `S`. Any five different cards that nobody holds may be guessed: 27
//! million guesses.
//!
//! # Cost
//! `cost(S, r) = |S| + Σ cost(G, r-1)` over the groups `G` that the patterns make of the boards not
//! yet won; a board unfound after the last guess adds `LOST_BOARD`, so no saving in guesses pays for
//! a loss. Losses aside, `cost = u0 + u1 + u2 + …`, where `uk` counts the boards not found by the
//! first `k` guesses. Each bound limits one or more of these *layers*: bounds on different layers
//! add up; for the same layer the larger counts.
//!
//! # Lower bounds
//! Let `n = |S|`, and `c(X)` be the size of the largest class in `X`.
//! 1. *Class bound*: `u1 ≥ n - c(S)`, because one guess wins at most one class; after a probe
//!    `u1 = n`.
//! 2. *Split bound* of a first guess that wins `w` boards (0 for a probe): `u1 = n - w` and
//!    `u2 ≥ n - w - Σ c(G)`, because the second guess wins at most one class in each group. A probe
//!    costs at least `3n - wins` with `wins = Σ c(G)`. Exact for groups of one or two classes.
//! 3. *Grid bound* (`bounds.rs`): boards with the same flop, turn suit and river suit form a grid of
//!    ranks. A guess separates one turn rank and one river rank from the rest, so `k` guesses find at
//!    most `k` boards of a row or column and `k²` of a grid. Bounds every `uk`, before and after a
//!    guess.
//! 4. *Transposition bound*: a cutoff that failed at a position is a lower bound for it.
//! 5. *Relaxed limit*: unlimited guesses cost no more than `r`. So a position is solved without a
//!    limit first; if that plan's worst case is within `r`, it is optimal for `r` too.
//! 6. *Root bounds* for sets too large to search (`bounds.rs`). (a) Guess `k` is made at most
//!    `242^(k-1)` times and wins one class each time; the largest classes go to the earliest
//!    guesses. (b) A flop pattern leaves at most nine groups, so the second guess wins at most the
//!    nine largest classes of each flop pattern; the best of all flops counts.
//!
//! # Order of search
//! Depth-first branch and bound (`search.rs`); `upper` starts at the cost of the best guess known.
//! * One or two classes, or the last guess: name the largest class. Otherwise look in the table,
//!   then search unlimited; then, only if its worst case is too long, with the limit.
//! * Winning guesses first, best-first by bounds 1 to 3. If `upper > 2n + deeper layers`, probes.
//! * Probes are not enumerated card by card (`probes.rs`, `partitions.rs`). Cards with the same
//!   effect on the position are merged, equal partitions are kept once, and turn and river cards
//!   whose partition another one refines are dropped: a finer split never costs more. If the finer
//!   probe turns out not to be legal, the enumeration is repeated without this rule. A probe is then
//!   a flop partition and a turn-river partition, and only those whose bounds 2 and 3 beat `upper`
//!   survive.
//! * Surviving probes are taken by bound in blocks of 1,000, 16,000, …. Each probe of a block is
//!   bounded by the static bounds or table entries of its own groups, part by part: a part is the
//!   boards of one flop pattern, which many probes share. The best 8 are searched at once to lower
//!   `upper`; the rest follow after the last block.
//! * To search a guess, add up the lower bounds of its groups, solve the group with the largest bound
//!   first with cutoff `upper -` everything else, and stop as soon as the sum reaches `upper`.
//!
//! # What is exact
//! Patterns, all lower bounds, and a search that ends. Achievable, hence upper bounds: the plans of
//! an unfinished search, and greedy play (`rollout.rs`). Heuristic: the short list (`shortlist.rs`).
//! Effort is counted in visits to a board (`budget.rs`), so only a cancel makes an answer depend on
//! the clock.
//!
//! # Worked example
//! Six guesses left, flop 3♥ 8♥ Q♣ throughout, turn and river: A = 4♦ 9♠, B = 5♦ 10♠, C = 6♦ J♠,
//! D = 7♦ K♠. `n = 4`, four classes, class bound 4 + 3 = 7.
//!
//! Guess A wins A; B, C and D all show yellow-yellow, one group. Split bound: 4 + 3 + 2 = 9. Inside
//! {B, C, D} a winning guess leaves the other two together (3 + 2 + 1 = 6) and a probe costs at least
//! 2 · 3 = 6, so guess A costs 4 + 6 = 10; by symmetry so do B, C and D. `upper = 10`.
//!
//! A probe needs `3 · 4 - wins < 10`, so `wins ≥ 3`. The probe 4♦ 10♠ shows A green-yellow, B
//! yellow-green, C and D yellow-yellow: groups {A}, {B}, {C, D}, `wins = 3`, cost 4 + 1 + 1 + 3 = 9.
//! A probe separates one turn rank and one river rank, so it makes at most three groups of these
//! boards: `wins = 4` is impossible, every probe costs 9 or more, and 9 / 4 = 2.25 expected guesses
//! is proven.
//!
//! The grid bound alone: five boards with turn 4♦, 5♦, 6♦, 7♦, 10♦ and river K♠ are one line:
//! `u0..u4 ≥ 5, 4, 3, 2, 1`, sum 15, which naming them in turn achieves. With three guesses left, two
//! of them are lost whatever is played.

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

    /// Boards with the flop 3♥ 8♥ Q♣, a diamond on the turn and a spade on the river.
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
    fn a_line_is_found_a_board_a_guess() {
        let set = boards(&[(4, 13), (5, 13), (6, 13), (7, 13), (10, 13)]);
        assert_eq!(set.boards.len() + unfound_from(&set, &set.all(), 1), 15);
        assert_eq!(solve(&set, 6, UNREACHABLE), Some((0, 15)));
        assert_eq!(unfound_after(&set, &set.all(), 3), 2);
        assert_eq!(solve(&set, 3, UNREACHABLE).unwrap().0, 2);
    }
}

//! Lower bounds that need no search; `mod.rs` numbers and explains them. The split bound is
//! `GroupStats::lower_bound`, summed over the groups of a guess.

use super::board_set::{BoardSet, Cost};
use super::budget::{Budget, Stop};
use super::feedback::{flop_pattern, N_FLOP_PATTERNS, N_PATTERNS, N_TURN_RIVER_PATTERNS};

const N_SUITS: usize = 4;
const N_RANKS: usize = 13;
/// The most boards of a class: two suits differ.
const MAX_CLASS: usize = N_SUITS * N_SUITS;

/// Return bound 3, the grid bound: how many boards of a position `n_guesses` guesses cannot find,
/// at least.
pub fn unfound_after(set: &BoardSet, boards: &[u16], n_guesses: usize) -> usize {
    let flop = |board: &u16| set.flop_of[usize::from(*board)];
    (boards.chunk_by(|a, b| flop(a) == flop(b)))
        .filter(|run| run.len() > n_guesses)
        .map(|run| run.len() - findable(set, run, n_guesses))
        .sum()
}

/// Return the most boards of one flop that `n_guesses` guesses can find.
fn findable(set: &BoardSet, boards: &[u16], n_guesses: usize) -> usize {
    let mut grids = [[[0_usize; N_RANKS]; 2]; N_SUITS * N_SUITS];
    for &board in boards {
        let [.., turn, river] = set.boards[usize::from(board)].map(usize::from);
        let grid = &mut grids[turn % N_SUITS * N_SUITS + river % N_SUITS];
        grid[0][turn / N_SUITS] += 1;
        grid[1][river / N_SUITS] += 1;
    }
    let in_lines =
        |lines: &[usize; N_RANKS]| lines.iter().map(|&n| n.min(n_guesses)).sum::<usize>();
    (grids.iter())
        .map(|[turns, rivers]| in_lines(turns).min(in_lines(rivers)).min(n_guesses.pow(2)))
        .sum()
}

/// Return the grid bound of the layers from `first` on: not found after `first` guesses, one more,
/// and so on.
pub fn unfound_from(set: &BoardSet, boards: &[u16], first: usize) -> usize {
    let unfound = (first..).map(|n_guesses| unfound_after(set, boards, n_guesses));
    unfound.take_while(|&n| n > 0).sum()
}

/// Return the grid bound after a guess: how many boards `n_guesses` more cannot find, group by
/// group.
pub fn unfound_after_guess(set: &BoardSet, patterns: &[u8], n_guesses: usize) -> usize {
    let mut groups = vec![Vec::new(); N_PATTERNS];
    for (board, &pattern) in (0..).zip(patterns) {
        groups[usize::from(pattern)].push(board);
    }
    groups.pop(); // the boards that are won
    let unfound = |group: &Vec<u16>| unfound_after(set, group, n_guesses);
    groups.iter().map(unfound).sum()
}

/// Return bound 6a, from the sizes of all classes.
pub fn tree_bound(class_sizes: &mut [usize]) -> Cost {
    class_sizes.sort_unstable_by(|a, b| b.cmp(a));
    let (mut total, mut guesses, mut width, mut rest) = (0, 1, 1, &class_sizes[..]);
    while !rest.is_empty() {
        let (won, others) = rest.split_at(width.min(rest.len()));
        total += guesses * won.iter().sum::<usize>();
        (rest, guesses, width) = (others, guesses + 1, width * (N_PATTERNS - 1));
    }
    total as Cost
}

pub fn class_sizes(set: &BoardSet, boards: &[u16]) -> Vec<usize> {
    set.runs(boards).map(<[u16]>::len).collect()
}

/// Return bound 6b for first guesses whose lowest flop card is `first`: the most boards that second
/// guesses can win.
pub fn max_second_wins(set: &BoardSet, first: u8) -> usize {
    let by_flop = class_counts(set);
    let mut others = set.legal.cards.clone();
    others.retain(|&card| card > first);
    let mut most = 0;
    for (i, &second) in others.iter().enumerate() {
        for &third in &others[i + 1..] {
            let flop = [first, second, third].map(usize::from);
            let mut by_pattern = [[0_u16; MAX_CLASS]; N_FLOP_PATTERNS];
            for (matches, counts) in set.flop_matches.iter().zip(&by_flop) {
                let pattern = flop_pattern(flop.map(|card| matches[card]));
                for (sum, count) in by_pattern[usize::from(pattern)].iter_mut().zip(counts) {
                    *sum += count;
                }
            }
            most = most.max(by_pattern.iter().map(nine_largest).sum());
        }
    }
    most
}

/// Return the lower bound from bounds 1 and 6b: the first guess wins at most the largest class, the
/// second guesses at most `max_second_wins`, and all other boards need a third.
pub fn two_guess_root_bound(set: &BoardSet, budget: &mut Budget) -> Result<Cost, Stop> {
    let mut second = 0;
    for &first in &set.legal.cards {
        budget.spend(set.flops.len() * set.legal.cards.len().pow(2) / 2)?;
        second = second.max(max_second_wins(set, first));
    }
    let sizes = class_sizes(set, &set.all());
    let first = sizes.iter().copied().max().unwrap_or(0);
    Ok(3 * set.boards.len() as Cost - 2 * first as Cost - second as Cost)
}

/// Count classes: by flop, then by size less 1.
fn class_counts(set: &BoardSet) -> Vec<[u16; MAX_CLASS]> {
    let mut counts = vec![[0; MAX_CLASS]; set.flops.len()];
    for run in set.runs(&set.all()) {
        let size = run.len().min(MAX_CLASS);
        counts[usize::from(set.flop_of[usize::from(run[0])])][size - 1] += 1;
    }
    counts
}

/// Count the boards of the nine largest classes.
fn nine_largest(counts: &[u16; MAX_CLASS]) -> usize {
    let (mut left, mut boards) = (N_TURN_RIVER_PATTERNS, 0);
    for (size, &count) in counts.iter().enumerate().rev() {
        let taken = usize::from(count).min(left);
        boards += taken * (size + 1);
        left -= taken;
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pokle::board_set::Legal;

    fn one_flop(turns_and_rivers: &[[u8; 2]]) -> BoardSet {
        let board = |&[turn, river]: &[u8; 2]| [0, 4, 8, 4 * turn, 4 * river];
        let legal = Legal {
            cards: (0..52).collect(),
            suit_pardon: true,
            ..Legal::default()
        };
        BoardSet::new(turns_and_rivers.iter().map(board).collect(), &[], legal)
    }

    #[test]
    fn guesses_find_one_board_each_in_a_row_and_their_square_in_a_grid() {
        let line = one_flop(&[[4, 3], [5, 3], [6, 3], [7, 3]]);
        let unfound = |set: &BoardSet, k| unfound_after(set, &set.all(), k);
        assert_eq!([1, 2, 3, 4].map(|k| unfound(&line, k)), [3, 2, 1, 0]);
        assert_eq!(unfound_from(&line, &line.all(), 2), 3);
        let grid = one_flop(&[[3, 5], [3, 6], [3, 7], [4, 5], [4, 6], [4, 7]]);
        assert_eq!([1, 2, 3].map(|k| unfound(&grid, k)), [5, 2, 0]);
    }

    #[test]
    fn after_a_guess_each_group_counts_by_itself() {
        let line = one_flop(&[[4, 3], [5, 3], [6, 3], [7, 3]]);
        assert_eq!(unfound_after_guess(&line, &[242, 1, 2, 3], 1), 0);
        let unfound = |k| unfound_after_guess(&line, &[242, 1, 1, 1], k);
        assert_eq!([1, 2].map(unfound), [2, 1]);
    }

    #[test]
    fn the_largest_classes_are_won_first() {
        assert_eq!(tree_bound(&mut [2, 1, 3]), 3 + 2 * 3);
        assert_eq!(tree_bound(&mut [1; 244]), 1 + 2 * 242 + 3);
        assert_eq!(tree_bound(&mut []), 0);
    }
}

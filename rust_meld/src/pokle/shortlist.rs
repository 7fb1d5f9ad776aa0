//! The short list: guesses that are likely among the best, found without proof.
//!
//! Boards are scored as guesses, and probes are found by hill climbing, one card at a time, from
//! the best boards and from random guesses. The score is the split bound plus an estimate of what
//! groups of more than two classes cost above it.

use std::collections::HashMap;

use super::board_set::{BoardSet, Cost, GroupCounter};
use super::budget::{Budget, Stop};
use super::feedback::{Cards, WON};
use super::partitions::canonical_labels;

/// Guesses per board that a group costs above its lower bound, for each doubling of its classes;
/// fitted to groups that were played to the end.
const GUESSES_PER_DOUBLING: f64 = 0.12;
/// The most boards that are tried as guesses, and the most that they are scored against; of more,
/// an even sample is taken.
const MAX_GUESSED: usize = 500;
const MAX_SCORED: usize = 1_500;
/// The most boards that hill climbing scores against: a climb tries a few thousand guesses.
const MAX_CLIMBED: usize = 300;
/// The most boards and probes that are kept: of boards, enough for the 100 guesses that a caller may
/// list after equivalent ones are merged; of probes, more than the 24 guesses that are played.
const MAX_BOARDS_KEPT: usize = 120;
const MAX_PROBES_KEPT: usize = 32;
/// Hill climbs from the best boards and from random guesses, and neighbours kept of each step. A
/// climb takes a few milliseconds, and the first answer waits for all of them.
const CLIMBS_FROM_BOARDS: usize = 2;
const CLIMBS_FROM_RANDOM: usize = 4;
const KEPT_OF_STEP: usize = 4;

/// How good a guess is, judged by the groups that it makes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// The split bound.
    pub lower_bound: Cost,
    /// The split bound plus what the groups are expected to cost above it.
    pub estimate: f64,
    /// Shannon entropy of the group sizes, in bits.
    pub entropy: f64,
    pub n_won: u16,
}

/// Score a guess; `is_last_next` if only one guess may follow.
pub fn score(
    set: &BoardSet,
    guess: &Cards,
    wins_class: bool,
    boards: &[u16],
    is_last_next: bool,
    counter: &mut GroupCounter,
) -> Score {
    let classes = boards.iter().map(|&board| set.class(board));
    let groups = counter.count(set.patterns(guess, wins_class, boards).zip(classes));
    let (mut score, mut surplus, mut logs) = (Score::default(), 0.0, 0.0);
    for group in groups {
        let size = f64::from(group.size);
        logs += size * size.log2();
        score.lower_bound += Cost::from(group.size);
        if group.pattern == WON {
            score.n_won = group.size;
            continue;
        }
        score.lower_bound += group.lower_bound(is_last_next);
        if group.n_classes > 2 && !is_last_next {
            surplus += GUESSES_PER_DOUBLING * size * f64::from(group.n_classes).log2();
        }
    }
    let n = boards.len() as f64;
    score.estimate = score.lower_bound as f64 + surplus;
    score.entropy = n.log2() - logs / n;
    score
}

/// A guess of the short list.
#[derive(Clone)]
pub struct Candidate {
    pub cards: Cards,
    pub wins_class: bool,
    pub score: Score,
    /// Guesses that split the boards in the same way.
    pub equivalent: Vec<Cards>,
}

/// Return the best guesses by their estimates, best first, at most `count`; guesses that split the
/// boards alike are merged. If the budget runs out, the probes found so far are used.
pub fn shortlist(
    set: &BoardSet,
    is_last_next: bool,
    count: usize,
    budget: &mut Budget,
) -> Vec<Candidate> {
    let mut found = best_boards(set, is_last_next);
    if set.n_classes > 2 && !set.legal.boards_only {
        let mut starts: Vec<Cards> = found.iter().map(|candidate| candidate.cards).collect();
        starts.truncate(CLIMBS_FROM_BOARDS);
        starts.extend(random_guesses(&set.legal.cards, CLIMBS_FROM_RANDOM));
        let probes = probes(set, starts, is_last_next, budget);
        found.extend(score_all(set, probes, false, is_last_next));
        sort(&mut found);
    }
    merge_equivalent(set, found, count)
}

fn sort(candidates: &mut [Candidate]) {
    candidates.sort_by(|a, b| a.score.estimate.total_cmp(&b.score.estimate));
}

/// Score guesses against all boards.
fn score_all(
    set: &BoardSet,
    guesses: Vec<Cards>,
    wins_class: bool,
    is_last_next: bool,
) -> Vec<Candidate> {
    let (all, mut counter) = (set.all(), GroupCounter::new());
    let candidate = |cards| Candidate {
        cards,
        wins_class,
        score: score(set, &cards, wins_class, &all, is_last_next, &mut counter),
        equivalent: Vec::new(),
    };
    guesses.into_iter().map(candidate).collect()
}

/// Return the boards that are the best guesses, best first.
fn best_boards(set: &BoardSet, is_last_next: bool) -> Vec<Candidate> {
    let mut allowed = set.boards.clone();
    allowed.retain(|board| set.legal.allows(board));
    let mut guesses = evenly(&allowed, MAX_GUESSED);
    if guesses.len() > MAX_BOARDS_KEPT && set.boards.len() > MAX_SCORED {
        let sample = set.subset(evenly(&set.boards, MAX_SCORED));
        let mut scored = score_all(&sample, guesses, true, is_last_next);
        sort(&mut scored);
        scored.truncate(MAX_BOARDS_KEPT);
        guesses = scored.iter().map(|candidate| candidate.cards).collect();
    }
    let mut found = score_all(set, guesses, true, is_last_next);
    sort(&mut found);
    found.truncate(MAX_BOARDS_KEPT);
    found
}

/// Return up to `count` items, spread evenly.
fn evenly<T: Copy>(items: &[T], count: usize) -> Vec<T> {
    let (n, count) = (items.len(), items.len().min(count));
    (0..count).map(|i| items[i * n / count]).collect()
}

/// Return the best probes that hill climbing finds.
fn probes(
    set: &BoardSet,
    starts: Vec<Cards>,
    is_last_next: bool,
    budget: &mut Budget,
) -> Vec<Cards> {
    let sample = set.subset(evenly(&set.boards, MAX_CLIMBED));
    let mut scored: HashMap<Cards, f64> = HashMap::new();
    for start in starts {
        if hill_climb(set, &sample, start, is_last_next, &mut scored, budget).is_err() {
            break;
        }
    }
    let mut best: Vec<(f64, Cards)> = scored
        .into_iter()
        .map(|(cards, cost)| (cost, cards))
        .collect();
    best.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    best.truncate(MAX_PROBES_KEPT);
    best.into_iter().map(|(_, cards)| cards).collect()
}

/// Exchange one card at a time for the best other one as long as the estimate falls; add the best
/// neighbours of each step to `scored`.
///
/// A guess that shares its class with a board is left out: the site pardons it only if it fits the
/// trophies, which is not known here.
fn hill_climb(
    set: &BoardSet,
    sample: &BoardSet,
    start: Cards,
    is_last_next: bool,
    scored: &mut HashMap<Cards, f64>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let (all, mut counter) = (sample.all(), GroupCounter::new());
    let (mut guess, mut best) = (start, f64::INFINITY);
    loop {
        let mut found: Vec<(f64, Cards)> = Vec::new();
        for cards in neighbours(guess, &set.legal.cards) {
            budget.spend(all.len())?;
            if !set.shares_class(&cards) && !set.legal.refused.contains(&cards) {
                let score = score(sample, &cards, false, &all, is_last_next, &mut counter);
                found.push((score.estimate, cards));
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(KEPT_OF_STEP);
        scored.extend(found.iter().map(|&(cost, cards)| (cards, cost)));
        match found.first() {
            Some(&(cost, cards)) if cost < best => (best, guess) = (cost, cards),
            _ => return Ok(()),
        }
    }
}

/// Return the guesses that differ from this one in one card, flops ascending.
fn neighbours(guess: Cards, legal: &[u8]) -> impl Iterator<Item = Cards> + '_ {
    let fresh = legal.iter().filter(move |card| !guess.contains(card));
    (0..5).flat_map(move |place| {
        fresh.clone().map(move |&card| {
            let mut changed = guess;
            changed[place] = card;
            changed[..3].sort_unstable();
            changed
        })
    })
}

/// Return random guesses, the same every time.
fn random_guesses(legal: &[u8], count: usize) -> Vec<Cards> {
    let mut state = 20_011_u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n
    };
    let mut guess = || {
        let mut cards = legal.to_vec();
        let mut drawn: Cards = std::array::from_fn(|_| cards.swap_remove(below(cards.len())));
        drawn[..3].sort_unstable();
        drawn
    };
    match legal.len() {
        ..5 => Vec::new(),
        _ => (0..count).map(|_| guess()).collect(),
    }
}

/// Merge guesses that win the same boards and split the others in the same way, whatever the
/// colours.
fn merge_equivalent(set: &BoardSet, found: Vec<Candidate>, count: usize) -> Vec<Candidate> {
    let all = set.all();
    let mut numbers = HashMap::new();
    let mut merged: Vec<Candidate> = Vec::new();
    for candidate in found {
        let patterns = set.patterns(&candidate.cards, candidate.wins_class, &all);
        let patterns: Vec<u8> = patterns.collect();
        let won = patterns.iter().position(|&pattern| pattern == WON);
        let key = (canonical_labels(&patterns), won);
        let next = merged.len();
        let number = *numbers.entry(key).or_insert(next);
        if number < next {
            merged[number].equivalent.push(candidate.cards);
        } else if next < count {
            merged.push(candidate);
        } else {
            break;
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_in_one_card_and_keep_flops_in_order() {
        let legal: Vec<u8> = (0..8).collect();
        let all: Vec<Cards> = neighbours([1, 2, 3, 4, 5], &legal).collect();
        assert_eq!(all.len(), 5 * 3);
        assert_eq!(all[0], [0, 2, 3, 4, 5]);
        assert!(all.iter().all(|cards| cards[..3].is_sorted()));
    }

    #[test]
    fn samples_are_even_and_random_guesses_legal() {
        assert_eq!(evenly(&[1, 2, 3], 5), [1, 2, 3]);
        assert_eq!(evenly(&[0, 1, 2, 3, 4, 5, 6, 7], 4), [0, 2, 4, 6]);
        for guess in random_guesses(&[3, 9, 10, 11, 40, 41], 4) {
            assert!(guess[0] < guess[1] && guess[1] < guess[2] && guess[3] != guess[4]);
        }
    }
}

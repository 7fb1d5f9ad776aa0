//! Every legal guess at once: how well it splits a position, without asking each by itself.
//!
//! A guess is a flop, a turn and a river. Cards that meet all boards alike are one kind, and
//! splits that are equal are kept once. The parts into which flops cut the boards are numbered; a
//! part's gain (the largest classes of its groups, summed) under a turn and river is read from
//! one word for each flop, whose bits say in unary how many boards of a class fall where: the
//! union of the words has the largest classes. Turns and rivers that others tell more than are left
//! out, and boards that come late after some turn and river lessen the gain of its guesses. What
//! comes late after the flop as well (`late.rs`) is asked of the guesses that would be looked at.

use std::cmp::Reverse;
use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use crate::pokle::effort::{Effort, Stopped};
use crate::pokle::late::{Asked, ByLabel, Late, Told};
use crate::pokle::splits::{finest, kinds_of, plain, Kinds, Most, Parts, Splits};
use crate::pokle::task::{Cards, Map, Task, N_CARDS, N_LATER};

/// Guesses that one scan may return.
const MAX_GUESSES: usize = 3_000_000;
/// Guesses for fewer boards are not sifted: their groups are too small.
const MANY_BOARDS: usize = 250;
/// Gains of parts that one scan may hold: with more, the proof is stopped.
const MAX_GAINS: usize = 50_000_000;

/// A flop split and a split by turn and river, by number, and what is known of such guesses.
#[derive(Clone, Copy)]
pub struct Guess {
    pub flop: u32,
    pub later: u32,
    /// The largest classes of its groups, summed.
    pub gain: u16,
    /// Boards that come late after it, at least; see `Wanted::late`.
    pub late: u16,
}

impl Guess {
    /// The gain less the boards that come late.
    pub fn net_gain(&self) -> u16 {
        self.gain.saturating_sub(self.late)
    }
}

/// What a scan is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The largest classes of a guess's groups, summed, less the boards that come late.
    pub gain: u16,
    /// Boards that come late after every guess: only more than these lessen a gain. None if a
    /// board that comes late is not told by the gain.
    pub late: Option<u16>,
    /// Only turns and rivers that no others tell more than.
    pub finest: bool,
}

/// All guesses that are no board and of some gain, asked about one position.
pub struct Scan {
    task: Arc<Task>,
    members: Vec<u16>,
    wanted: Wanted,
    /// The flops of the members, and the flop of each member as a number among them.
    used: Vec<u16>,
    flop_of: Vec<u16>,
    /// Where the members of each flop are.
    places: Vec<Range<usize>>,
    flop_kinds: Kinds,
    turn_kinds: Kinds,
    river_kinds: Kinds,
    flops: Splits<[u16; 3]>,
    laters: Splits<[u16; 2]>,
    /// Boards that two more guesses cannot find, by turn and river; see `Wanted::late`.
    late: Vec<u16>,
    /// By flop, and by turn and river.
    words: Vec<Vec<u64>>,
    /// Of each flop split that was asked and may reach the gain.
    parts_of: Vec<Vec<u32>>,
    parts: Parts,
    most: Most,
    /// The guesses with those flop splits, until all were asked.
    found: Vec<Guess>,
    /// What comes late after flops as well, once guesses are sifted.
    late_after: Option<Late>,
}

impl Scan {
    pub fn new(
        task: &Arc<Task>,
        members: &[u16],
        wanted: Wanted,
        effort: &mut Effort,
    ) -> Result<Scan, Stopped> {
        let flop = |board: &u16| task.flop_of[usize::from(*board)];
        let (mut used, mut flop_of, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for run in members.chunk_by(|a, b| flop(a) == flop(b)) {
            places.push(flop_of.len()..flop_of.len() + run.len());
            flop_of.resize(flop_of.len() + run.len(), used.len() as u16);
            used.push(flop(&run[0]));
        }
        let mut scan = Scan {
            task: Arc::clone(task),
            members: members.to_vec(),
            wanted,
            used,
            flop_of,
            places,
            flop_kinds: Kinds::new(),
            turn_kinds: Kinds::new(),
            river_kinds: Kinds::new(),
            flops: Splits::default(),
            laters: Splits::default(),
            late: Vec::new(),
            words: Vec::new(),
            parts_of: Vec::new(),
            parts: Parts::default(),
            most: Most::default(),
            found: Vec::new(),
            late_after: None,
        };
        scan.split_later(effort)?;
        scan.split_flops(effort)?;
        Ok(scan)
    }

    fn split_later(&mut self, effort: &mut Effort) -> Result<(), Stopped> {
        let (turns, by_turn) = self.kinds_at(3);
        let (rivers, by_river) = self.kinds_at(4);
        for (turn, turn_row) in by_turn.iter().enumerate() {
            effort.spend(4 * rivers.len() * turn_row.len())?;
            for (river, river_row) in by_river.iter().enumerate() {
                let digits = turn_row.iter().zip(river_row);
                let labels: Vec<u8> = digits.map(|(turn, river)| turn * 3 + river).collect();
                self.laters.add(&labels, [turn as u16, river as u16]);
            }
        }
        (self.turn_kinds, self.river_kinds) = (turns, rivers);
        self.words = self.unary_words();
        self.late = self.count_late(effort)?;
        Ok(())
    }

    /// The kinds of turn or river cards, and how each splits the members.
    fn kinds_at(&self, place: usize) -> (Kinds, Vec<Vec<u8>>) {
        let (kinds, _) = kinds_of(&self.task.live, |card| plain(&self.row_at(place, card)));
        let row = |cards: &Vec<u8>| self.row_at(place, cards[0]);
        let rows = kinds.iter().map(row).collect();
        if self.wanted.finest {
            finest(kinds, rows)
        } else {
            (kinds, rows)
        }
    }

    /// How a card as turn or river meets each member.
    fn row_at(&self, place: usize, card: u8) -> Vec<u8> {
        let answer = |board: &u16| self.task.boards[usize::from(*board)][place];
        let meet = |board| self.task.colours.meet(card, answer(board));
        self.members.iter().map(meet).collect()
    }

    /// Of each turn and river: boards that the next guess and the one after it cannot find, above
    /// those that come late anyway. Flops tell nothing here, so that it is the same for each.
    fn count_late(&self, effort: &mut Effort) -> Result<Vec<u16>, Stopped> {
        let mut late = vec![0; self.laters.all.len()];
        let Some(anyway) = self.wanted.late else {
            return Ok(late);
        };
        for place in &self.places {
            let run = &self.members[place.clone()];
            if self.task.beyond(run, 2) == 0 {
                continue;
            }
            let mut known: Map<Vec<u8>, u16> = Map::default();
            effort.spend(late.len() * run.len())?;
            for (late, labels) in late.iter_mut().zip(&self.laters.all) {
                let labels = plain(&labels[place.clone()]);
                *late += *known
                    .entry(labels)
                    .or_insert_with_key(|labels| self.late_of(run, labels));
            }
        }
        late.iter_mut()
            .for_each(|late| *late = late.saturating_sub(anyway));
        Ok(late)
    }

    fn late_of(&self, run: &[u16], labels: &[u8]) -> u16 {
        let mut groups: [Vec<u16>; N_LATER] = Default::default();
        for (&board, &label) in run.iter().zip(labels) {
            groups[usize::from(label)].push(board);
        }
        let late = groups.iter().map(|group| self.task.beyond(group, 2));
        late.sum::<usize>() as u16
    }

    /// A word for each flop and each turn and river: boards of its classes by label, in unary.
    /// 64 bits are enough: of the four suits of a rank, at most one is green, three yellow or grey.
    fn unary_words(&self) -> Vec<Vec<u64>> {
        let class = |board: &u16| self.task.classes[usize::from(*board)];
        let n_laters = self.laters.all.len();
        let mut counts: Vec<[u8; N_LATER]> = Vec::new();
        let mut flop_of_class = Vec::new();
        let mut start = 0;
        for run in self.members.chunk_by(|a, b| class(a) == class(b)) {
            flop_of_class.push(usize::from(self.flop_of[start]));
            for labels in &self.laters.all {
                let mut count = [0; N_LATER];
                for &label in &labels[start..start + run.len()] {
                    count[usize::from(label)] += 1;
                }
                counts.push(count);
            }
            start += run.len();
        }
        let mut shifts = [0; N_LATER];
        for label in 1..N_LATER {
            let width = counts.iter().map(|count| count[label - 1]).max();
            shifts[label] = shifts[label - 1] + width.unwrap_or(0);
        }
        let mut words = vec![vec![0; n_laters]; self.used.len()];
        for (flop, counts) in flop_of_class.into_iter().zip(counts.chunks(n_laters)) {
            for (word, count) in words[flop].iter_mut().zip(counts) {
                for (&n, shift) in count.iter().zip(shifts) {
                    *word |= ((1 << n) - 1) << shift;
                }
            }
        }
        words
    }

    /// The splits by flops that may reach the gain, whatever follows.
    ///
    /// Where the third card is not green it cuts what the first two leave into two at most, so
    /// that most pairs are given up without a look at the third; the greenest kinds come first.
    fn split_flops(&mut self, effort: &mut Effort) -> Result<(), Stopped> {
        let most = Most::new(&self.words);
        let (kinds, rows, greens) = self.kinds_of_flops(&most);
        let table = &self.task.colours.flops;
        let mut labels = vec![0; self.used.len()];
        for a in 0..kinds.len() {
            for b in a..kinds.len() {
                let digits = rows[a].iter().zip(&rows[b]);
                let pair: Vec<u16> = digits.map(|(x, y)| x + 27 * y).collect();
                for (label, &key) in labels.iter_mut().zip(&pair) {
                    *label = table[usize::from(key)];
                }
                effort.spend(pair.len())?;
                let reached = most.of_split(&labels, 2);
                for c in (b..kinds.len()).take_while(|&c| reached + greens[c] >= self.wanted.gain) {
                    for (label, (key, z)) in labels.iter_mut().zip(pair.iter().zip(&rows[c])) {
                        *label = table[usize::from(key + 729 * z)];
                    }
                    effort.spend(pair.len())?;
                    if most.of_split(&labels, 1) >= self.wanted.gain && enough(&kinds, [a, b, c]) {
                        self.flops.add(&labels, [a, b, c].map(|kind| kind as u16));
                    }
                }
            }
        }
        (self.flop_kinds, self.most) = (kinds, most);
        Ok(())
    }

    /// The kinds of flop cards, how each meets the flops, and the most that is gained where it is
    /// green; the greenest first.
    fn kinds_of_flops(&self, most: &Most) -> (Kinds, Vec<Vec<u16>>, Vec<u16>) {
        let flops = (self.used.iter()).map(|&number| &self.task.flops[usize::from(number)]);
        let meet = |card| -> Vec<u16> {
            let meeting = |flop| self.task.colours.meet_flop(card, flop);
            flops.clone().map(meeting).collect()
        };
        let green = |card: u8| -> u16 {
            let gains = flops.clone().zip(&most.by_flop);
            gains
                .filter(|(flop, _)| flop.contains(&card))
                .map(|(_, gain)| gain)
                .sum()
        };
        let (mut kinds, _) = kinds_of(&self.task.live, meet);
        kinds.sort_by_key(|cards| Reverse(green(cards[0])));
        let rows = kinds.iter().map(|cards| meet(cards[0])).collect();
        let greens = kinds.iter().map(|cards| green(cards[0])).collect();
        (kinds, rows, greens)
    }

    /// The guesses that reach the gain, the best first. If they are too many, those of the least
    /// gains are left out, and the gain is raised above them. If it is stopped, it may be asked to go
    /// on.
    pub fn guesses(&mut self, effort: &mut Effort) -> Result<Vec<Guess>, Stopped> {
        let mut gains = vec![0_u16; self.laters.all.len()];
        for (flop, labels) in self.flops.all.iter().enumerate().skip(self.parts_of.len()) {
            let n_known = self.parts.gains.len();
            let gain = self.wanted.gain;
            let parts = (self.parts).of_split(labels, &self.words, &self.most, gain);
            let n_new = self.parts.gains.len() - n_known;
            effort.spend(3 * labels.len() + n_new * gains.len())?;
            if self.parts.gains.len() * gains.len() > MAX_GAINS {
                return Err(Stopped);
            }
            if let Some(parts) = &parts {
                effort.spend((8 + parts.len()) * gains.len() / 8)?;
                gains.fill(0);
                for &part in parts {
                    add(&mut gains, &self.parts.gains[part as usize]);
                }
                let flop = flop as u32;
                let all = gains.iter().zip(&self.late).zip(0..);
                self.found.extend(
                    all.filter(|((&gain, &late), _)| gain.saturating_sub(late) >= self.wanted.gain)
                        .map(|((&gain, &late), later)| Guess {
                            flop,
                            later,
                            gain,
                            late,
                        }),
                );
            }
            self.parts_of.push(parts.unwrap_or_default());
            let found = &mut self.found;
            if found.len() > MAX_GUESSES {
                let middle = MAX_GUESSES / 2;
                found.select_nth_unstable_by_key(middle, |guess| Reverse(guess.net_gain()));
                self.wanted.gain = found[middle].net_gain() + 1;
                found.retain(|guess| guess.net_gain() >= self.wanted.gain);
            }
        }
        let mut found = take(&mut self.found);
        found.sort_by_key(|guess| Reverse(guess.net_gain()));
        Ok(found)
    }

    /// Keep the guesses that reach a gain, less the boards that come late after flop, turn and
    /// river, and the classes that are given away to have fewer of those.
    pub fn sift(
        &mut self,
        guesses: &mut Vec<Guess>,
        gain: u16,
        effort: &mut Effort,
    ) -> Result<(), Stopped> {
        let enough = |_: &u16| self.members.len() >= MANY_BOARDS;
        let Some(anyway) = self.wanted.late.filter(enough) else {
            return Ok(());
        };
        let mut late_after = match self.late_after.take() {
            Some(late_after) => late_after,
            None => self.new_late(effort)?,
        };
        guesses.retain(|guess| guess.net_gain() >= gain);
        // those of one flop ask about the same parts
        guesses.sort_unstable_by_key(|guess| (guess.flop, guess.later));
        for wanted in [Asked::Quickly, Asked::Fully] {
            for guess in &mut *guesses {
                let (mut late, enough) = (0, guess.gain + 1 + anyway - gain);
                for &part in &self.parts_of[guess.flop as usize] {
                    if late >= enough {
                        break;
                    }
                    let part = (part, &self.parts.flops[part as usize][..]);
                    let left = enough - late;
                    late += late_after.of_part(part, guess.later, wanted, left, effort)?;
                }
                guess.late = guess.late.max(late.saturating_sub(anyway));
            }
            guesses.retain(|guess| guess.net_gain() >= gain);
        }
        self.late_after = Some(late_after);
        Ok(())
    }

    fn new_late(&self, effort: &mut Effort) -> Result<Late, Stopped> {
        let flops = (self.used.iter()).map(|&number| &self.task.flops[usize::from(number)]);
        let meet = |cards: &Vec<u8>| -> Vec<u16> {
            let meeting = |flop| self.task.colours.meet_flop(cards[0], flop);
            flops.clone().map(meeting).collect()
        };
        let meetings: Vec<Vec<u16>> = self.flop_kinds.iter().map(meet).collect();
        let board = |(&member, &flop): (&u16, &u16)| {
            let [.., turn, river] = self.task.boards[usize::from(member)];
            (flop, self.task.classes[usize::from(member)], [turn, river])
        };
        let boards: Vec<_> = self.members.iter().zip(&self.flop_of).map(board).collect();
        let table = &self.task.colours.flops;
        let own_pattern = |own: &[u8; 3], flop: &[u8; 3]| {
            let [a, b, c] = own.map(|card| self.task.colours.meet_flop(card, flop));
            table[usize::from(a + 27 * b + 729 * c)]
        };
        let own_patterns = |flop| flops.clone().map(|own| own_pattern(own, flop)).collect();
        let by_cards = |place| {
            let cards = 0..N_CARDS as u8;
            cards.map(|card| self.row_at(place, card)).collect()
        };
        let told = Told {
            meetings: &meetings,
            table,
            own_patterns: flops.clone().map(own_patterns).collect(),
            boards: &boards,
            splits: [by_cards(3), by_cards(4)],
            laters: &self.laters.all,
        };
        Late::new(told, effort)
    }

    /// What the groups of a part cost above what the splits show, as far as `late.rs` knows it;
    /// nothing if guesses were not sifted.
    pub fn extra_of_part(
        &mut self,
        part: u32,
        later: u32,
        effort: &mut Effort,
    ) -> Result<u16, Stopped> {
        let flops = &self.parts.flops[part as usize];
        match &mut self.late_after {
            Some(late) => late.of_part((part, flops), later, Asked::Fully, u16::MAX, effort),
            None => Ok(0),
        }
    }

    /// What is known of each of these groups, by label of turn and river.
    pub fn extra_by_label(
        &mut self,
        part: u32,
        later: u32,
        effort: &mut Effort,
    ) -> Result<ByLabel, Stopped> {
        let flops = &self.parts.flops[part as usize];
        match &mut self.late_after {
            Some(late) => late.by_label((part, flops), later, effort),
            None => Ok(ByLabel::default()),
        }
    }

    /// True if it was asked for this.
    pub fn is_for(&self, wanted: Wanted) -> bool {
        self.wanted == wanted
    }

    /// True if guesses were sifted.
    pub fn is_sifted(&self) -> bool {
        self.late_after.is_some()
    }

    /// The net gain that guesses must have reached.
    pub fn least_gain(&self) -> u16 {
        self.wanted.gain
    }

    /// The parts into which the flop of a guess cuts the members.
    pub fn parts(&self, guess: Guess) -> &[u32] {
        &self.parts_of[guess.flop as usize]
    }

    /// The members of a part, and their labels by turn and river.
    pub fn part(&self, part: u32, later: u32) -> (Vec<u16>, Vec<u8>) {
        let flops = &self.parts.flops[part as usize];
        let labels = &self.laters.all[later as usize];
        let places = (flops.iter()).flat_map(|&flop| self.places[usize::from(flop)].clone());
        places.map(|i| (self.members[i], labels[i])).unzip()
    }

    /// How a guess splits the members: labels below 243, none of them is won.
    pub fn labels(&self, guess: Guess) -> impl Iterator<Item = u8> + '_ {
        let flops = &self.flops.all[guess.flop as usize];
        let later = &self.laters.all[guess.later as usize];
        (self.flop_of.iter().zip(later))
            .map(|(&flop, &later)| flops[usize::from(flop)] * N_LATER as u8 + later)
    }

    /// Five different cards that split so; None if the site accepts none.
    pub fn cards(&self, guess: Guess) -> Option<Cards> {
        for [turn, river] in self.laters.made(guess.later) {
            for &turn in &self.turn_kinds[usize::from(turn)] {
                for &river in &self.river_kinds[usize::from(river)] {
                    let mut flops = self.flops.made(guess.flop);
                    let cards = flops.find_map(|kinds| self.with_flop(kinds, turn, river));
                    if cards.is_some() {
                        return cards;
                    }
                }
            }
        }
        None
    }

    fn with_flop(&self, kinds: [u16; 3], turn: u8, river: u8) -> Option<Cards> {
        let [a, b, c] = kinds.map(|kind| &self.flop_kinds[usize::from(kind)]);
        for &a in a {
            for &b in b {
                for &c in c {
                    let mut flop = [a, b, c];
                    flop.sort_unstable();
                    let cards = [flop[0], flop[1], flop[2], turn, river];
                    let taken: u64 = cards.iter().map(|card| 1 << card).fold(0, |x, bit| x | bit);
                    if taken.count_ones() == 5 && !self.task.refused.contains(&cards) {
                        return Some(cards);
                    }
                }
            }
        }
        None
    }
}

/// True if three kinds have three cards.
fn enough(kinds: &Kinds, triple: [usize; 3]) -> bool {
    let wanted = |kind: usize| triple.iter().filter(|&&other| other == kind).count();
    triple.iter().all(|&kind| wanted(kind) <= kinds[kind].len())
}

fn add(sums: &mut [u16], values: &[u16]) {
    sums.iter_mut()
        .zip(values)
        .for_each(|(sum, value)| *sum += value);
}

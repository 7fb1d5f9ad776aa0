//! Find who wins a pot.

/// The number of parts of a pot: one to ten winners can share them evenly.
pub const POT: i64 = 2520;

/// The best value, how many have it, and the first who does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub best: u16,
    pub n_best: usize,
    pub winner: usize,
}

/// Compare the values of some players; without players the best value is 0 and no player has it.
#[inline(always)]
pub fn best_of(values: &[u16]) -> Standing {
    let mut found = Standing {
        best: 0,
        n_best: 0,
        winner: 0,
    };
    for (player, &value) in values.iter().enumerate() {
        if value > found.best || found.n_best == 0 {
            found = Standing {
                best: value,
                n_best: 1,
                winner: player,
            };
        } else if value == found.best {
            found.n_best += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(values: &[u16]) -> (u16, usize, usize) {
        let found = best_of(values);
        (found.best, found.n_best, found.winner)
    }

    #[test]
    fn the_best_value_wins_and_equals_share() {
        assert_eq!(standing(&[7, 9, 3]), (9, 1, 1));
        assert_eq!(standing(&[9, 2, 9]), (9, 2, 0));
        assert_eq!(standing(&[0, 0]), (0, 2, 0));
        assert_eq!(standing(&[]), (0, 0, 0));
    }
}

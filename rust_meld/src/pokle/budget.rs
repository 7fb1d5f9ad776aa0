//! The budget of a search, counted in visits to a board, so that no answer depends on the clock.
//! A visit is the work for one board under one guess, such as finding its pattern.

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The visits are used up; with more visits it could go on.
    Budget,
    /// It needs more memory than it may have; more visits would not help.
    Memory,
    /// The caller cancelled it.
    Cancelled,
}

/// Visits between two calls of `keep_going`: about ten milliseconds.
const POLL_VISITS: i64 = 1_500_000;

pub struct Budget<'a> {
    pub visits_left: i64,
    until_poll: i64,
    keep_going: &'a mut (dyn FnMut() -> bool + Send),
}

impl<'a> Budget<'a> {
    pub fn new(visits: i64, keep_going: &'a mut (dyn FnMut() -> bool + Send)) -> Budget<'a> {
        Budget {
            visits_left: visits,
            until_poll: 0,
            keep_going,
        }
    }

    pub fn spend(&mut self, visits: usize) -> Result<(), Stop> {
        self.visits_left -= visits as i64;
        self.until_poll -= visits as i64;
        if self.until_poll < 0 {
            self.until_poll = POLL_VISITS;
            if !(self.keep_going)() {
                return Err(Stop::Cancelled);
            }
        }
        match self.visits_left {
            ..0 => Err(Stop::Budget),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visits_run_out() {
        let mut always = || true;
        let mut budget = Budget::new(10, &mut always);
        assert!(budget.spend(10).is_ok());
        assert_eq!(budget.spend(1), Err(Stop::Budget));
        assert_eq!(budget.visits_left, -1);
    }

    #[test]
    fn it_polls_now_and_then_and_stops_when_cancelled() {
        let mut n_polls = 0;
        let mut twice = || {
            n_polls += 1;
            n_polls <= 2
        };
        let mut budget = Budget::new(i64::MAX, &mut twice);
        let n_spent = (0..)
            .take_while(|_| budget.spend(1_000_000) != Err(Stop::Cancelled))
            .count();
        assert_eq!(n_polls, 3);
        assert!(n_spent as i64 <= 2 + 2 * POLL_VISITS / 1_000_000);
    }
}

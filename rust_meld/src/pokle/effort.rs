//! The effort of a long job: counted, so that the answer never depends on the clock.

/// The job was stopped: by its effort, its memory, or whoever asked.
#[derive(Debug)]
pub struct Stopped;

/// Looks at a board between two polls: some ten milliseconds.
const POLL_LOOKS: i64 = 1_500_000;

/// Looks that are left, and whom to ask if the work should go on.
pub struct Effort<'a> {
    pub looks: i64,
    until_poll: i64,
    goes_on: &'a mut (dyn FnMut() -> bool + Send),
}

impl<'a> Effort<'a> {
    pub fn new(looks: i64, goes_on: &'a mut (dyn FnMut() -> bool + Send)) -> Effort<'a> {
        Effort {
            looks,
            until_poll: 0,
            goes_on,
        }
    }

    pub fn spend(&mut self, looks: usize) -> Result<(), Stopped> {
        self.looks -= looks as i64;
        self.until_poll -= looks as i64;
        if self.until_poll < 0 {
            self.until_poll = POLL_LOOKS;
            if !(self.goes_on)() {
                return Err(Stopped);
            }
        }
        if self.looks < 0 {
            return Err(Stopped);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_run_out() {
        let mut always = || true;
        let mut effort = Effort::new(10, &mut always);
        assert!(effort.spend(10).is_ok());
        assert!(effort.spend(1).is_err());
        assert_eq!(effort.looks, -1);
    }

    #[test]
    fn it_asks_now_and_then_and_stops_when_told() {
        let mut n_asked = 0;
        let mut twice = || {
            n_asked += 1;
            n_asked <= 2
        };
        let mut effort = Effort::new(i64::MAX, &mut twice);
        let n_spent = (0..)
            .take_while(|_| effort.spend(1_000_000).is_ok())
            .count();
        assert_eq!(n_asked, 3);
        assert!(n_spent as i64 <= 2 + 2 * POLL_LOOKS / 1_000_000);
    }
}

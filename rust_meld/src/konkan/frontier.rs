//! A frontier: for every number of cards laid the most points, in sixteen bytes.
//!
//! The bytes move through the processor as one word: a maximum, a shift by the cards of a meld and
//! the addition of its points are a few instructions each.

/// Most cards a hand may have.
pub const MAX_CARDS: usize = 16;

/// Byte n - 1: the most points with exactly n cards laid, 0 if n cards cannot be laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frontier(pub [u8; MAX_CARDS]);

impl Frontier {
    /// Return the most points with exactly n cards laid; None if there is no such layout.
    pub fn get(&self, n: usize) -> Option<u32> {
        match n {
            0 => Some(0),
            n => self.0.get(n - 1).filter(|&&p| p > 0).map(|&p| u32::from(p)),
        }
    }

    /// Return the most points with at most n cards laid.
    #[inline]
    pub fn best(&self, n: usize) -> u32 {
        u32::from(
            self.0[..n.min(MAX_CARDS)]
                .iter()
                .copied()
                .max()
                .unwrap_or(0),
        )
    }

    /// Return the most cards that can be laid, at most n.
    #[inline]
    pub fn most_cards(&self, n: usize) -> usize {
        (1..=n.min(MAX_CARDS))
            .rev()
            .find(|&n| self.0[n - 1] > 0)
            .unwrap_or(0)
    }

    #[inline]
    pub(crate) fn max(self, other: Frontier) -> Frontier {
        let mut out = self.0;
        for (a, b) in out.iter_mut().zip(other.0) {
            *a = (*a).max(b);
        }
        Frontier(out)
    }

    #[inline]
    pub(crate) fn min(self, other: Frontier) -> Frontier {
        let mut out = self.0;
        for (a, b) in out.iter_mut().zip(other.0) {
            *a = (*a).min(b);
        }
        Frontier(out)
    }

    /// Return the frontier after `n` more cards worth `points` were laid.
    #[inline]
    pub(crate) fn after(self, n: u8, points: u8) -> Frontier {
        // Moves by a known number of bytes are one instruction each.
        match n {
            3 => self.moved::<3>(points),
            4 => self.moved::<4>(points),
            5 => self.moved::<5>(points),
            6 => self.moved::<6>(points),
            7 => self.moved::<7>(points),
            8 => self.moved::<8>(points),
            9 => self.moved::<9>(points),
            _ => self.moved::<10>(points),
        }
    }

    #[inline(always)]
    fn moved<const N: usize>(self, points: u8) -> Frontier {
        let mut out = [0; MAX_CARDS];
        out[N..].copy_from_slice(&self.0[..MAX_CARDS - N]);
        for byte in &mut out {
            *byte += if *byte > 0 { points } else { 0 };
        }
        out[N - 1] = points;
        Frontier(out)
    }

    #[inline]
    pub(crate) fn exceeds(self, other: Frontier) -> bool {
        self.max(other) != other
    }
}

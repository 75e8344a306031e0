//! `Fade`: a gain that moves smoothly from one value to another, so that nothing clicks.

use super::SAMPLE_RATE;

/// Samples that the whole way takes: 20 ms.
pub(super) const SAMPLES: u32 = SAMPLE_RATE / 50;

/// A gain from 0 to 1 that opens and closes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fade {
    at: u32,
    opens: bool,
}

impl Fade {
    /// Begins to open, or to close.
    pub(super) fn open(&mut self, opens: bool) {
        self.opens = opens;
    }

    /// Whether the gain is 0.
    pub(super) fn is_at_start(&self) -> bool {
        self.at == 0
    }

    /// Whether it is wholly closed and stays so.
    pub(super) fn is_closed(&self) -> bool {
        self.at == 0 && !self.opens
    }

    /// The gain of the next sample: 3t² − 2t³, whose slope is 0 at both ends.
    pub(super) fn next(&mut self) -> f32 {
        let part = self.at as f32 / SAMPLES as f32;
        self.at = match self.opens {
            true => (self.at + 1).min(SAMPLES),
            false => self.at.saturating_sub(1),
        };
        part * part * (3.0 - 2.0 * part)
    }
}

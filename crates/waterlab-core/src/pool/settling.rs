//! Detects when water in floating point has come to rest: waves decay for ever, so motion below a threshold counts as none.
//!
//! Inspecting every cell costs a pass over memory. It is done every 64th step, about once a second, and never while the water
//! is calm.

/// Threshold in metres, and in metres per step. A tenth of a micrometre is far below what any view shows.
pub(crate) const STILL: f32 = 1e-7;

/// Steps between two inspections.
const PAUSE: u32 = 64;

/// Counts the steps to the next inspection.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settling {
    steps: u32,
}

impl Settling {
    /// Call it once a step. Returns whether the water has just been found at rest; `is_still` inspects all of it.
    pub(crate) fn after_step(&mut self, is_still: impl FnOnce() -> bool) -> bool {
        self.steps = (self.steps + 1) % PAUSE;
        self.steps == 0 && is_still()
    }
}

/// Whether every absolute value is below `limit`; NaN is not.
pub(crate) fn all_below(values: &[f32], limit: f32) -> bool {
    // Block by block: there is no branch within a block, and the first wave ends the search.
    values
        .chunks(1024)
        .all(|block| block.iter().fold(true, |all, v| all & (v.abs() < limit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_every_64th_step_and_calls_nothing_still_that_is_not_a_number() {
        let mut settling = Settling::default();
        let mut looks = Vec::new();
        for step in 1..=200 {
            settling.after_step(|| {
                looks.push(step);
                false
            });
        }
        assert_eq!(looks, [64, 128, 192]);
        assert!(settling.steps > 0 && (0..64).any(|_| settling.after_step(|| true)));

        let mut values = vec![9e-8; 3000];
        assert!(all_below(&values, STILL));
        for bad in [-1e-7, f32::NAN, f32::INFINITY] {
            values[2999] = bad;
            assert!(!all_below(&values, STILL), "{bad}");
        }
    }
}

//! `FrameTimes`: the durations of the last frames, for the panel's plot.
//!
//! A ring buffer of fixed size. It holds no clock and does not allocate: the caller passes each frame's duration.

use std::time::Duration;

/// The durations of the last [`FrameTimes::MAX`] frames.
#[derive(Clone, Debug)]
pub struct FrameTimes {
    /// Milliseconds; the newest is just before `next`.
    ring: [f32; Self::MAX],
    next: usize,
    count: usize,
}

/// Statistics of the frames of a [`FrameTimes`], in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameSummary {
    /// Arithmetic mean.
    pub mean: f32,
    /// The median; the mean of the middle two for an even number of frames.
    pub median: f32,
    /// The 95th percentile (nearest rank).
    pub p95: f32,
    /// The maximum.
    pub max: f32,
}

impl FrameTimes {
    /// Number of frames stored: four seconds' worth at 60 frames a second.
    pub const MAX: usize = 240;

    /// An empty buffer.
    pub fn new() -> Self {
        Self {
            ring: [0.0; Self::MAX],
            next: 0,
            count: 0,
        }
    }

    /// Adds the newest frame; replaces the oldest once there are [`FrameTimes::MAX`].
    pub fn push(&mut self, frame: Duration) {
        self.ring[self.next] = frame.as_secs_f32() * 1e3;
        self.next = (self.next + 1) % Self::MAX;
        self.count = (self.count + 1).min(Self::MAX);
    }

    /// Milliseconds of each frame, oldest first.
    pub fn milliseconds(&self) -> impl ExactSizeIterator<Item = f32> + '_ {
        let oldest = self.next + Self::MAX - self.count;
        (0..self.count).map(move |age| self.ring[(oldest + age) % Self::MAX])
    }

    /// Mean, median, 95th percentile and maximum; `None` before the first frame. Sorts a copy on the stack.
    pub fn summary(&self) -> Option<FrameSummary> {
        // Until the ring is full, the frames are its first `count` entries.
        let mut sorted = self.ring;
        let sorted = &mut sorted[..self.count];
        sorted.sort_unstable_by(f32::total_cmp);
        let max = *sorted.last()?;
        let count = sorted.len();
        Some(FrameSummary {
            mean: sorted.iter().sum::<f32>() / count as f32,
            median: (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0,
            p95: sorted[(count * 95).div_ceil(100) - 1],
            max,
        })
    }
}

impl Default for FrameTimes {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(milliseconds: impl IntoIterator<Item = u64>) -> FrameTimes {
        let mut times = FrameTimes::new();
        for frame in milliseconds {
            times.push(Duration::from_millis(frame));
        }
        times
    }

    #[test]
    fn no_frames_have_no_summary() {
        assert_eq!(FrameTimes::new().summary(), None);
        assert_eq!(FrameTimes::new().milliseconds().len(), 0);
    }

    #[test]
    fn a_hundred_frames_are_summed_up_in_milliseconds() {
        let summary = frames((1..=100).rev()).summary().unwrap();
        assert!((summary.mean - 50.5).abs() < 1e-4, "{summary:?}");
        assert!((summary.median - 50.5).abs() < 1e-4, "{summary:?}");
        assert!((summary.p95 - 95.0).abs() < 1e-4, "{summary:?}");
        assert!((summary.max - 100.0).abs() < 1e-4, "{summary:?}");
    }

    #[test]
    fn the_median_of_an_odd_number_is_the_middle_one() {
        let summary = frames([500, 16, 17]).summary().unwrap();
        assert!((summary.median - 17.0).abs() < 1e-4);
        assert!((summary.p95 - 500.0).abs() < 1e-3);
    }

    #[test]
    fn the_oldest_frames_are_forgotten() {
        let times = frames([9000, 9000].into_iter().chain(1..=240));
        let summary = times.summary().unwrap();
        assert!((summary.max - 240.0).abs() < 1e-3);
        let listed: Vec<_> = times.milliseconds().map(f32::round).collect();
        assert_eq!(listed, (1..=240).map(|n| n as f32).collect::<Vec<_>>());
    }

    #[test]
    fn a_ring_that_is_not_full_lists_only_its_frames() {
        let listed: Vec<_> = frames([3, 1, 2]).milliseconds().map(f32::round).collect();
        assert_eq!(listed, [3.0, 1.0, 2.0]);
    }
}

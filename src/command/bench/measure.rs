//! Timing: the median of many repetitions within a fixed time.

use std::time::{Duration, Instant};

/// Time for one measurement.
const BUDGET: Duration = Duration::from_millis(400);
/// The shortest duration that the clock measures well.
const RESOLVED: Duration = Duration::from_micros(200);

/// Seconds of `work`: the median of as many repetitions as fit into the budget, at least three.
pub fn seconds(mut work: impl FnMut()) -> f64 {
    let mut run = |times: u32| {
        let start = Instant::now();
        for _ in 0..times {
            work();
        }
        start.elapsed()
    };
    // The first repetition warms up; then as many at once as the clock needs.
    run(1);
    let mut times = 1;
    while run(times) < RESOLVED && times < 1 << 20 {
        times *= 2;
    }
    let begin = Instant::now();
    let mut goes = Vec::new();
    while goes.len() < 3 || begin.elapsed() < BUDGET {
        goes.push(run(times).as_secs_f64() / f64::from(times));
    }
    goes.sort_unstable_by(f64::total_cmp);
    goes[goes.len() / 2].max(f64::MIN_POSITIVE)
}

/// Seconds of `work`, run once: for work that takes long or can't be repeated.
pub fn once(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64().max(f64::MIN_POSITIVE)
}

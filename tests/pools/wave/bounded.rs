//! Long rain and hard pokes: the mean level is bounded, everything stays finite, and the water comes to rest.

use super::{choose, heights, highest, pool, set, wall};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab::parameter::{Settings, Value};
use waterlab::pool::{Disturbance, Fraction, RAIN, Rain, Water, Wave};

/// Steps until the water is calm, or `None` after five minutes.
fn settled(water: &mut Wave) -> Option<usize> {
    (0..5 * 60 * 60).find(|_| {
        water.step();
        water.is_calm()
    })
}

fn rain(drops_per_second: f64) -> Rain {
    let mut settings = Settings::new(&RAIN);
    let rate = Value::Real(drops_per_second);
    settings.set("drops_per_second", rate).expect("a rate");
    Rain::new(settings, 60.0)
}

#[test]
fn the_mean_level_under_100_000_steps_of_rain_is_what_each_drop_took_and_damping_left() {
    // A drop that takes m off the mean leaves m·(1 + δt)·e^(−δt) of it after t seconds: with r drops a second, 2·r·m/δ at
    // a time on average.
    let (damping, rate) = (0.4, 4.0);
    let mut water = pool(32, 20, 0.04, "free");
    set(&mut water, "damping", damping);
    let mut rain = rain(rate);
    let decay = f64::exp(-damping / 60.0);
    // The sum of all m·e^(−δt), and of all m·δt·e^(−δt).
    let (mut level, mut lag) = (0.0, 0.0);
    let (mut lowest, mut heaviest, mut sum) = (0.0_f64, 0.0_f64, 0.0);
    for _ in 0..100_000 {
        for drop in rain.fall() {
            let before = heights(&water).mean();
            water.disturb(&drop);
            let taken = heights(&water).mean() - before;
            heaviest = heaviest.max(taken.abs());
            level += taken;
        }
        water.step();
        (level, lag) = (level * decay, (lag + level * damping / 60.0) * decay);
        let mean = heights(&water).mean();
        assert!((mean - level - lag).abs() < 0.02 * (level + lag).abs() + 1e-6);
        lowest = lowest.min(mean);
        sum += mean;
    }
    let bound = 2.0 * rate * heaviest / damping;
    assert!(-sum / 100_000.0 < bound, "{sum} against {bound}");
    assert!(-lowest < 2.0 * bound, "{lowest} against {bound}");
    let steps = settled(&mut water).expect("rest");
    assert!(steps < 60 * 60, "{steps} steps");
    assert_eq!(highest(&water), 0.0);
}

#[test]
fn long_rain_on_absorbing_edges_and_walls_without_any_damping_leaves_by_itself() {
    for walls in ["free", "absorbing"] {
        let mut water = pool(40, 30, 0.04, "absorbing");
        choose(&mut water, "walls", walls);
        wall(&mut water, 12..14, &[5..30]);
        let mut rain = rain(20.0);
        for _ in 0..100_000 {
            for drop in rain.fall() {
                water.disturb(&drop);
            }
            water.step();
        }
        // A drop is at most 96/2048 m deep; few of them are about at a time.
        let high = highest(&water);
        assert!(high < 0.2, "{walls} walls: {high}");
        assert!(
            settled(&mut water).is_some(),
            "{walls}: {}",
            highest(&water)
        );
    }
}

#[test]
fn an_hour_of_the_hardest_pokes_stays_finite_and_settles() {
    for (edges, walls) in [
        ("free", "free"),
        ("fixed", "fixed"),
        ("absorbing", "absorbing"),
        ("free", "absorbing"),
    ] {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut water = pool(16, 12, 0.04, edges);
        set(&mut water, "damping", 0.4);
        choose(&mut water, "walls", walls);
        wall(&mut water, 5..7, &[0..4, 8..12]);
        for step in 0..216_000 {
            let mut at = || Fraction::clamped(random.random(), random.random());
            let (from, to) = (at(), at());
            let radius = random.random_range(0.5..8.0);
            let weight = if random.random() { i16::MAX } else { i16::MIN };
            water.disturb(&Disturbance::stroke(from, to, radius, weight));
            water.step();
            if step % 1000 == 0 {
                // Dents are 16 m deep; what is thrown up between them is bounded by what damping leaves of the last pokes.
                let high = highest(&water);
                assert!(high < 1000.0, "{edges}, {walls}, step {step}: {high}");
            }
        }
        let steps = settled(&mut water);
        assert!(steps.is_some(), "{edges}, {walls}: {}", highest(&water));
    }
}

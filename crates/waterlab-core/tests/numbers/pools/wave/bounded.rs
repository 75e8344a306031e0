//! Long rain and hard poking: the mean level is bounded, heights are finite, and the water settles.

use super::{SHALLOW, choose, heights, highest, pool, set, wall, walls};
use crate::pools::endurance::rainfall;
use crate::pools::measure::gaussian_depth;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab_core::pool::{Disturbance, Fraction, Wave};
use waterlab_core::water::Water;

/// Steps until the water is calm, or `None` after five minutes.
fn settled(water: &mut Wave) -> Option<usize> {
    (0..5 * 60 * 60).find(|_| {
        water.step();
        water.is_calm()
    })
}

endurance!(
    the_mean_level_under_rain_follows_drops_and_damping,
    10_000,
    100_000
);

fn the_mean_level_under_rain_follows_drops_and_damping(steps: usize) {
    // The mean level z obeys (d/dt + δ)²·z = 0 between drops. A drop that lowers it by m leaves m·(1 + δt)·e^(−δt) after t
    // seconds, and r drops per second give 2·r·m/δ on average.
    let (damping, rate) = (0.4, 4.0);
    let mut water = pool(32, 20, 0.04, "free");
    set(&mut water, "damping", damping);
    let mut rain = rainfall(rate);
    // A step has two sub-steps.
    let means = |water: &Wave| [heights(water).mean(), water.velocity().mean() / 2.0];
    let decay = f64::exp(-damping / 120.0);
    // z, and z minus the damped z of the sub-step before, which drives it.
    let (mut level, mut drive) = (0.0, 0.0);
    let (mut lowest, mut heaviest, mut sum) = (0.0_f64, 0.0_f64, 0.0);
    for step in 0..steps {
        for drop in rain.fall() {
            let before = means(&water);
            water.disturb(&drop);
            let after = means(&water);
            heaviest = heaviest.max((after[0] - before[0]).abs());
            level += after[0] - before[0];
            drive += decay * (after[1] - before[1]) + (1.0 - decay) * (after[0] - before[0]);
        }
        water.step();
        for _ in 0..2 {
            (level, drive) = (decay * (level + drive), decay * drive);
        }
        let mean = heights(&water).mean();
        assert!(
            (mean - level).abs() < 0.01 * level.abs() + 1e-6,
            "step {step}: {mean} for {level}"
        );
        lowest = lowest.min(mean);
        sum += mean;
    }
    let bound = 2.0 * rate * heaviest / damping;
    let average = -sum / steps as f64;
    assert!(average > 0.0 && average < bound, "{average}, {bound}");
    assert!(-lowest < 2.0 * bound, "{lowest}, {bound}");
    let settling = settled(&mut water).expect("rest");
    assert!(settling < 60 * 60, "{settling} steps");
    assert_eq!(highest(&water), 0.0);
}

endurance!(
    rain_on_absorbing_edges_without_damping_stays_bounded,
    3_000,
    30_000
);

fn rain_on_absorbing_edges_without_damping_stays_bounded(steps: usize) {
    // A drop is at most 96/2048 m deep as a flat disc, and few drops act at a time.
    let drop = 96.0 / 2048.0 * gaussian_depth();
    for walls in ["free", "absorbing"] {
        let mut water = pool(40, 30, 0.04, "absorbing");
        choose(&mut water, "walls", walls);
        wall(&mut water, 12..14, |row| row >= 5);
        let mut rain = rainfall(20.0);
        for _ in 0..steps {
            for drop in rain.fall() {
                water.disturb(&drop);
            }
            water.step();
        }
        let high = highest(&water);
        assert!(high < 1.5 * drop, "{walls} walls: {high}");
        // Waves of two cells do not propagate on any grid. They decay only by damping.
        for _ in 0..5 * 60 * 60 {
            water.step();
        }
        let high = highest(&water);
        assert!(high < 1e-3 * drop, "{walls} walls: {high}");
        set(&mut water, "damping", 0.05);
        assert!(settled(&mut water).is_some(), "{walls}: {high}");
    }
}

// Many steps are an hour at 60 steps per second.
endurance!(water_poked_hard_stays_finite_and_settles, 6_000, 216_000);

fn water_poked_hard_stays_finite_and_settles(steps: usize) {
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
        wall(&mut water, 5..7, |row| !(4..8).contains(&row));
        // Absorbing edges add a hidden margin of 25 times this pool, so only a sixth of the steps.
        let steps = if edges == "absorbing" {
            steps / 6
        } else {
            steps
        };
        for step in 0..steps {
            let mut at = || Fraction::clamped(random.random(), random.random());
            let (from, to) = (at(), at());
            let radius = random.random_range(0.5..8.0);
            let weight = if random.random() { i16::MAX } else { i16::MIN };
            water.disturb(&Disturbance::stroke(from, to, radius, f32::from(weight)));
            water.step();
            if step % 1000 == 0 {
                // Superposed waves are a few times as high as the dents, 47 m.
                let high = highest(&water);
                let deepest = 16.0 * gaussian_depth();
                assert!(
                    high < 5.0 * deepest,
                    "{edges}, {walls}, step {step}: {high}"
                );
            }
        }
        let settling = settled(&mut water);
        assert!(settling.is_some(), "{edges}, {walls}: {}", highest(&water));
    }
}

#[test]
fn water_covered_by_walls_keeps_no_hidden_state() {
    let solid = |water: &mut Wave, solid: bool| {
        let columns = water.size().columns();
        wall(water, 0..columns, |_| solid);
    };
    let new = || {
        let mut water = pool(40, 30, 0.04, "absorbing");
        choose(&mut water, "walls", "absorbing");
        water
    };
    let stone = Disturbance::stone(Fraction::clamped(0.1, 0.4), 4.0, 100.0);
    let mut used = new();
    used.disturb(&stone);
    for _ in 0..20 {
        used.step();
    }
    solid(&mut used, true);
    assert!(used.is_calm());
    solid(&mut used, false);
    let mut fresh = new();
    for water in [&mut used, &mut fresh] {
        water.disturb(&stone);
        for _ in 0..20 {
            water.step();
        }
    }
    assert_eq!(heights(&used), heights(&fresh));
}

#[test]
fn water_held_down_springs_back_to_about_the_depth_of_the_dent() {
    // Water accumulates at the rim of the dent and flows in with the rebound.
    let dent = 100.0 / 2048.0 * gaussian_depth();
    for held in [1, 10, 60, 600, 3600] {
        let mut water = pool(100, 100, 0.04, "absorbing");
        let at = Fraction::clamped(0.5, 0.5);
        for _ in 0..held {
            water.disturb(&Disturbance::stone(at, 6.0, 100.0));
            water.step();
        }
        let mut highest_yet = 0.0_f64;
        for _ in 0..600 {
            water.step();
            highest_yet = highest_yet.max(highest(&water));
        }
        assert!(
            highest_yet < 1.25 * dent,
            "held for {held} steps: {highest_yet}"
        );
    }
}

#[test]
fn absorbing_walls_of_any_shape_never_amplify_waves() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let noise: Vec<bool> = (0..64 * 64).map(|_| random.random_bool(0.1)).collect();
    let away = |c: usize, r: usize, at: f64| (c as f64 - at).hypot(r as f64 - at);
    type Shape<'a> = &'a dyn Fn(usize, usize) -> bool;
    let shapes: [(&str, Shape); 9] = [
        ("a diagonal between edges", &|c, r| c + r == 75),
        ("a post", &|c, r| away(c, r, 40.0) < 1.5),
        ("a pillar", &|c, r| away(c, r, 46.0) < 24.0),
        ("a slightly round basin", &|c, r| away(c, r, 31.5) > 30.5),
        ("a narrow basin", &|c, r| away(c, r, 31.5) > 12.0),
        ("a pier", &|c, r| c == 40 && r > 30),
        ("a comb", &|c, r| c % 4 == 0 && (10..60).contains(&r)),
        ("waves", &|c, r| {
            (c as f64 - 40.0 - 4.0 * (r as f64 / 4.0).sin()).abs() < 2.0
        }),
        ("noise", &|c, r| noise[r * 64 + c]),
    ];
    for (name, shape) in shapes {
        let mut water = pool(64, 64, SHALLOW, "free");
        choose(&mut water, "walls", "absorbing");
        walls(&mut water, shape);
        for (u, v) in [(0.17, 0.17), (0.6, 0.3), (0.02, 0.8), (0.5, 0.5)] {
            water.disturb(&Disturbance::stone(Fraction::clamped(u, v), 4.0, 300.0));
        }
        let mut high = highest(&water);
        for after in [200, 2000, 6000] {
            for _ in 0..after {
                water.step();
            }
            // Superposition makes the maximum fluctuate a little.
            let now = highest(&water);
            assert!(now < high, "{name}: {now} after {high}");
            high = now;
        }
    }
}

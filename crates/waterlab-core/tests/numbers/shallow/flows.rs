//! Steady flows: over a bump, and down a slope with friction.

use super::{GRAVITY, choose, pool, run};
use waterlab_core::parameter::Value;
use waterlab_core::shallow::Shallow;
use waterlab_core::water::Water;

/// Length of the channel, metres, and its cells.
const LENGTH: f64 = 25.0;
const COLUMNS: usize = 500;

/// The bump of the benchmarks of Goutal and Maurel (1997), 0.2 m high; its foot stands at −2 m below the rest level.
fn bump(x: f64) -> f64 {
    (0.2 - 0.05 * (x - 10.0).powi(2)).max(0.0)
}

/// A channel of 2 m below the rest level with a discharge from the west, after a long time. `level` is the water's depth in the east.
fn channel(discharge: f64, depth: f64, at_inflow: f64, tail: Option<f64>) -> Shallow {
    // The level of the east edge is the rest level: the channel lies as far below it as the water is deep there.
    let floor = -tail.unwrap_or(0.1);
    let mut water = pool(
        (COLUMNS, 3),
        LENGTH,
        |x, _| floor + bump(x),
        |_, _| floor + depth,
    );
    water.set("inflow", Value::Real(discharge)).unwrap();
    water.set("inflow_depth", Value::Real(at_inflow)).unwrap();
    choose(&mut water, "west", "inflow");
    choose(
        &mut water,
        "east",
        if tail.is_some() { "level" } else { "open" },
    );
    run(&mut water, 200.0);
    water
}

/// Depth and discharge of every cell in the middle row.
fn profile(water: &Shallow) -> Vec<(f64, f64, f64)> {
    let depth = water.water_depth().expect("it has ground");
    let [flow, _] = water.discharge();
    (0..COLUMNS)
        .map(|column| {
            let x = (column as f64 + 0.5) * water.spacing();
            let at = (column, 1);
            (x, f64::from(depth[at]), f64::from(flow[at]))
        })
        .collect()
}

/// The worst discharge, as a part of the wanted one, but for the two cells of a jump.
fn worst(profile: &[(f64, f64, f64)], discharge: f64, jump: Option<f64>) -> f64 {
    let near = |x: f64| jump.is_some_and(|jump| (x - jump).abs() < 0.35);
    profile
        .iter()
        .filter(|(x, ..)| !near(*x))
        .map(|(.., flow)| (flow / discharge - 1.0).abs())
        .fold(0.0, f64::max)
}

/// The depth at which a flow of this discharge has the head, metres: above the critical depth, or below it.
fn depth_of(discharge: f64, head: f64, is_fast: bool) -> f64 {
    let critical = (discharge * discharge / GRAVITY).cbrt();
    let of = |depth: f64| depth + (discharge / depth).powi(2) / (2.0 * GRAVITY);
    let (mut low, mut high) = match is_fast {
        true => (1e-4, critical),
        false => (critical, 50.0),
    };
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        // The head falls with the depth of a fast flow, and rises with that of a slow one.
        match (of(middle) > head) == is_fast {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[test]
fn a_slow_flow_dips_over_a_bump() {
    let water = channel(4.42, 2.0, 0.0, Some(2.0));
    let profile = profile(&water);
    let worst = worst(&profile, 4.42, None);
    println!("subcritical discharge {worst}");
    assert!(worst < 0.005, "{worst}");
    let head = 2.0 + (4.42_f64 / 2.0).powi(2) / (2.0 * GRAVITY);
    for (x, depth, _) in profile {
        let exact = depth_of(4.42, head - bump(x), false);
        assert!((depth / exact - 1.0).abs() < 0.01, "{x}: {depth} {exact}");
    }
}

#[test]
fn a_flow_becomes_fast_over_a_bump_and_leaves_fast() {
    // The outflow is faster than waves: its level does not matter.
    let water = channel(1.53, 0.66, 0.0, None);
    let profile = profile(&water);
    let worst = worst(&profile, 1.53, None);
    println!("transcritical discharge {worst}");
    assert!(worst < 0.005, "{worst}");
    // At the top it is critical.
    let critical = (1.53_f64.powi(2) / GRAVITY).cbrt();
    let head = 1.5 * critical + 0.2;
    for (x, depth, _) in profile {
        let exact = depth_of(1.53, head - bump(x), x > 10.0);
        let tolerance = if (x - 10.0).abs() < 0.3 { 0.05 } else { 0.015 };
        assert!(
            (depth / exact - 1.0).abs() < tolerance,
            "{x}: {depth} {exact}"
        );
    }
}

#[test]
fn a_jump_stands_where_theory_puts_it() {
    let (discharge, tail) = (0.18, 0.33);
    let water = channel(discharge, tail, 0.0, Some(tail));
    let profile = profile(&water);
    // Critical over the top; behind the jump the head is that of the tail. The jump is where the momenta of both flows are equal.
    let critical = (discharge * discharge / GRAVITY).cbrt();
    let before = 1.5 * critical + 0.2;
    let after = tail + (discharge / tail).powi(2) / (2.0 * GRAVITY);
    let momentum = |depth: f64| discharge * discharge / depth + 0.5 * GRAVITY * depth * depth;
    let excess = |x: f64| {
        momentum(depth_of(discharge, before - bump(x), true))
            - momentum(depth_of(discharge, after - bump(x), false))
    };
    // From where the slow flow has head enough.
    let (mut low, mut high) = (11.3, 12.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        match excess(middle) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let jump = 0.5 * (low + high);
    // Where the depth rises most.
    let found = profile
        .windows(2)
        .max_by(|a, b| (a[1].1 - a[0].1).total_cmp(&(b[1].1 - b[0].1)))
        .map(|pair| 0.5 * (pair[0].0 + pair[1].0));
    let worst = worst(&profile, discharge, Some(jump));
    println!("jump {found:?} for {jump}, discharge {worst}");
    assert!((found.unwrap() - jump).abs() < 0.15, "{found:?} {jump}");
    assert!(worst < 0.005, "{worst}");
}

#[test]
fn a_fast_flow_rises_over_a_bump() {
    let (discharge, depth) = (2.0, 0.4);
    let water = channel(discharge, depth, depth, None);
    let profile = profile(&water);
    let worst = worst(&profile, discharge, None);
    println!("supercritical discharge {worst}");
    assert!(worst < 0.005, "{worst}");
    let head = depth + (discharge / depth).powi(2) / (2.0 * GRAVITY);
    for (x, depth, _) in profile {
        let exact = depth_of(discharge, head - bump(x), true);
        assert!((depth / exact - 1.0).abs() < 0.015, "{x}: {depth} {exact}");
    }
}

#[test]
fn a_river_on_a_slope_runs_as_manning_says() {
    let (slope, manning, discharge) = (0.01, 0.03, 0.5);
    let normal = (discharge * manning / f64::sqrt(slope)).powf(0.6);
    let mut water = pool(
        (200, 3),
        100.0,
        |x, _| slope * (100.0 - x) - normal,
        |x, _| slope * (100.0 - x),
    );
    water.set("manning", Value::Real(manning)).unwrap();
    water.set("inflow", Value::Real(discharge)).unwrap();
    choose(&mut water, "west", "inflow");
    choose(&mut water, "east", "level");
    run(&mut water, 300.0);
    let depth = water.water_depth().expect("it has ground");
    let [flow, _] = water.discharge();
    for column in 20..150 {
        let (depth, flow) = (f64::from(depth[(column, 1)]), f64::from(flow[(column, 1)]));
        let uniform = (flow * manning / f64::sqrt(slope)).powf(0.6);
        assert!(
            (depth / uniform - 1.0).abs() < 0.01,
            "{column}: {depth} {uniform}"
        );
        assert!((flow / discharge - 1.0).abs() < 0.005, "{column}: {flow}");
    }
}

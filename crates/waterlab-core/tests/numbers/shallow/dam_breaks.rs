//! A dam across a channel vanishes: on dry ground (Ritter 1892) and on wet ground (Stoker 1957).

use super::{GRAVITY, depth_error, pool, run};

const LENGTH: f64 = 40.0;
const DAM: f64 = 20.0;
const DEEP: f64 = 1.0;
const SECONDS: f64 = 3.0;

/// The depth at x after [`SECONDS`] where the ground beyond the dam was dry.
fn ritter(x: f64) -> f64 {
    let celerity = (GRAVITY * DEEP).sqrt();
    let speed = (x - DAM) / SECONDS;
    match speed {
        _ if speed <= -celerity => DEEP,
        _ if speed >= 2.0 * celerity => 0.0,
        _ => (2.0 * celerity - speed).powi(2) / (9.0 * GRAVITY),
    }
}

/// Depth and velocity between the wave and the bore, and the speed of the bore, where the water beyond was `shallow` metres deep: by
/// bisection of the two conditions.
fn stoker(shallow: f64) -> (f64, f64, f64) {
    let celerity = (GRAVITY * DEEP).sqrt();
    // The velocity behind the rarefaction minus that behind the bore, for a depth in between.
    let behind_wave = |depth: f64| 2.0 * (celerity - (GRAVITY * depth).sqrt());
    let behind_bore = |depth: f64| {
        (depth - shallow) * (GRAVITY * (depth + shallow) / (2.0 * depth * shallow)).sqrt()
    };
    let (mut low, mut high) = (shallow, DEEP);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        match behind_wave(middle) > behind_bore(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    let velocity = behind_bore(low);
    (low, velocity, velocity * low / (low - shallow))
}

fn stoker_depth(shallow: f64, x: f64) -> f64 {
    let (middle, velocity, bore) = stoker(shallow);
    let celerity = (GRAVITY * DEEP).sqrt();
    let speed = (x - DAM) / SECONDS;
    match speed {
        _ if speed <= -celerity => DEEP,
        _ if speed <= velocity - (GRAVITY * middle).sqrt() => {
            (2.0 * celerity - speed).powi(2) / (9.0 * GRAVITY)
        }
        _ if speed <= bore => middle,
        _ => shallow,
    }
}

fn error(columns: usize, shallow: f64, exact: impl Fn(f64) -> f64) -> f64 {
    let level = |x: f64, _| if x < DAM { DEEP } else { shallow };
    let mut water = pool((columns, 4), LENGTH, |_, _| 0.0, level);
    run(&mut water, SECONDS);
    depth_error(&water, exact)
}

#[test]
fn on_dry_ground_it_is_ritters_and_converges() {
    let [coarse, fine] = [200, 400].map(|columns| error(columns, 0.0, ritter));
    println!("{coarse} {fine}");
    assert!(fine < 0.02, "{fine}");
    assert!(fine < 0.7 * coarse, "{fine} after {coarse}");
}

#[test]
fn on_wet_ground_it_is_stokers_and_converges() {
    for shallow in [0.1, 0.4] {
        let [coarse, fine] =
            [200, 400].map(|columns| error(columns, shallow, |x| stoker_depth(shallow, x)));
        println!("{coarse} {fine}");
        assert!(fine < 0.02, "{shallow}: {fine}");
        assert!(fine < 0.7 * coarse, "{shallow}: {fine} after {coarse}");
    }
}

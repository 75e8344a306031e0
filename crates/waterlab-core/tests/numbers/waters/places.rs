//! The point of a choppy sea over a place: the highest where the surface folds, against dense samples of the surface.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::f64::consts::TAU;
use waterlab_core::glam::{DVec2, DVec3};
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::Size;
use waterlab_core::sea::GerstnerWave;
use waterlab_core::surface::Surface;
use waterlab_core::water::{Model, OpenSurface, Sampler, Water};

/// How exactly a place is to be found, metres.
const MILLIMETRE: f64 = 1e-3;

fn sea_of(
    model: &str,
    waves: &[GerstnerWave],
    settings: &[(&str, Value)],
    cells: [i64; 2],
) -> Box<dyn Water> {
    let model = Model::named(model).unwrap();
    let mut all = Settings::new(model.parameters);
    for &(key, value) in settings {
        all.set(key, value).unwrap();
    }
    let size = Size::new(cells[0], cells[1]).unwrap();
    let mut sea = model.create_of(&all, waves, size).unwrap();
    sea.open_water_mut().unwrap().set_time(3.1);
    sea
}

/// A sea in a storm, much choppier than nature, that is tiled.
fn storm(seed: i64) -> Box<dyn Water> {
    let settings = [
        ("wind", Value::Real(16.0)),
        ("choppiness", Value::Real(3.0)),
        ("cascades", Value::Integer(2)),
        ("cascade_ratio", Value::Integer(6)),
        ("seed", Value::Integer(seed)),
    ];
    sea_of("sea", &[], &settings, [128, 128])
}

/// Whether a height is one that `top` has within a millimetre of the place; `slack` is for what interpolation between points leaves.
fn is_near(height: f64, slack: f64, tops: &[f64]) -> bool {
    let low = tops.iter().copied().fold(f64::INFINITY, f64::min);
    let high = tops.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (low - slack..=high + slack).contains(&height)
}

#[test]
fn over_a_looping_crest_the_top_of_the_loop_is_found() {
    // A trochoid x = x0 − A·sin θ, y = A·cos θ with θ = k·x0 − ωt + φ, whose kA of 1.6 makes loops.
    let (length, steepness) = (20.0, 1.6);
    let k = TAU / length;
    let wave = GerstnerWave {
        length,
        amplitude: steepness / k,
        direction: 0.0,
        phase: 0.4,
    };
    let settings = [
        ("patch", Value::Real(40.0)),
        ("allow_loops", Value::Switch(true)),
    ];
    let cells = 1024;
    let sea = sea_of("gerstner", &[wave], &settings, [cells, cells]);
    let omega = (sea.settings().real("gravity") * k).sqrt();
    let corner = 20.0 - 20.0 / cells as f64;
    let point = |rest: f64| {
        let theta = k * (rest + corner) - omega * 3.1 + 0.4;
        DVec2::new(
            rest - wave.amplitude * theta.sin(),
            wave.amplitude * theta.cos(),
        )
    };
    let step = 2e-4;
    let curve: Vec<_> = (-100_000..100_000)
        .map(|index| point(f64::from(index) * step))
        .collect();
    // Heights of all sheets over a place: each where the curve crosses it.
    let sheets = |x: f64| -> Vec<f64> {
        let crosses = |pair: &&[DVec2]| (pair[0].x <= x) != (pair[1].x <= x);
        curve
            .windows(2)
            .filter(crosses)
            .map(|pair| pair[0].y)
            .collect()
    };
    let top = |x: f64| sheets(x).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let sampler = Sampler::new(&*sea, 60.0);
    let mut folded = 0;
    for index in 0..400 {
        let x = -10.0 + 0.05 * f64::from(index) + 0.0137;
        let sample = sampler.at(x, 1.0 + 0.01 * f64::from(index)).unwrap();
        assert!((sample.place.x - x).abs() < MILLIMETRE, "{x}: {sample:?}");
        assert!(sample.normal.y >= 0.0, "{x}: {sample:?}");
        let tops = [x - MILLIMETRE, x, x + MILLIMETRE].map(top);
        assert!(
            is_near(sample.height.into(), 2e-3, &tops),
            "{x}: {sample:?}, but {tops:?}"
        );
        folded += usize::from(sheets(x).len() >= 3);
    }
    assert!(folded > 40, "only {folded} places lie under a loop");
}

/// Heights of all sheets of a sea over `places`, by triangles between points whose rest places lie `step` metres apart, up to `reach`
/// metres around `middle`.
fn dense_sheets(
    sea: &dyn Water,
    places: &[DVec2],
    middle: DVec2,
    reach: f64,
    step: f64,
) -> Vec<Vec<f64>> {
    const BIN: f64 = 0.1;
    let Surface::Open(open) = sea.surface() else {
        panic!("a pool");
    };
    let surface = OpenSurface::of(&open.cascades);
    let bin = |place: DVec2| {
        [
            (place.x / BIN).floor() as i64,
            (place.y / BIN).floor() as i64,
        ]
    };
    let mut bins: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    for (index, &place) in places.iter().enumerate() {
        bins.entry(bin(place)).or_default().push(index);
    }
    let mut sheets = vec![Vec::new(); places.len()];
    let count = (2.0 * reach / step) as usize;
    let row = |z: usize| -> Vec<DVec3> {
        let rest = |x: usize| middle - reach + step * DVec2::new(x as f64, z as f64);
        (0..=count).map(|x| surface.point(rest(x))).collect()
    };
    let mut below = row(0);
    for z in 1..=count {
        let above = row(z);
        for x in 0..count {
            let halves = [
                [below[x], below[x + 1], above[x]],
                [above[x + 1], above[x], below[x + 1]],
            ];
            for corners in halves {
                let [a, b, c] = corners.map(|point| DVec2::new(point.x, point.z));
                let (low, high) = (bin(a.min(b).min(c)), bin(a.max(b).max(c)));
                let over = (low[0]..=high[0])
                    .flat_map(|column| (low[1]..=high[1]).map(move |row| [column, row]))
                    .filter_map(|bin| bins.get(&bin))
                    .flatten();
                for &index in over {
                    let place = places[index];
                    let area = (b - a).perp_dot(c - a);
                    let weights = [(b, c), (c, a), (a, b)]
                        .map(|(from, to)| (to - from).perp_dot(place - from) / area);
                    if weights.iter().all(|&weight| weight >= 0.0) {
                        let height = |corner: usize| weights[corner] * corners[corner].y;
                        sheets[index].push((0..3).map(height).sum());
                    }
                }
            }
        }
        below = above;
    }
    sheets
}

#[test]
fn on_a_folding_sea_no_point_over_the_place_is_higher() {
    let mut folded = 0;
    for seed in [1, 2] {
        let sea = storm(seed);
        // Around the strongest fold, past the first patch, where the tiling shows it in other surroundings; and around a crest of the first.
        let state = sea.open_water().unwrap().ocean_state();
        let stretch = state.min_stretch();
        let least = (0..128 * 128)
            .min_by(|&one, &other| stretch.cells()[one].total_cmp(&stretch.cells()[other]))
            .unwrap();
        let cell = DVec2::new((least % 128) as f64, (least / 128) as f64);
        let spacing = sea.spacing();
        let crest = (cell + 0.5) * spacing - 64.0 * spacing;
        let Surface::Open(open) = sea.surface() else {
            panic!("a pool");
        };
        let surface = OpenSurface::of(&open.cascades);
        for middle in [crest, DVec2::new(231.0, -77.0)] {
            let mut random = Pcg64Mcg::seed_from_u64(seed as u64);
            let mut near = || {
                let [x, z] = [0, 1].map(|_| random.random_range(-4.0..4.0));
                middle + DVec2::new(x, z)
            };
            // Anywhere, and where the sheet between two others lies: it is turned over.
            let mut places: Vec<_> = (0..60).map(|_| near()).collect();
            let turned: Vec<_> = (0..20_000)
                .filter_map(|_| {
                    let rest = near();
                    let place = |off: DVec2| {
                        let point = surface.point(rest + 0.01 * off);
                        DVec2::new(point.x, point.z)
                    };
                    let here = place(DVec2::ZERO);
                    let area = (place(DVec2::X) - here).perp_dot(place(DVec2::Y) - here);
                    (area < 0.0).then_some(here)
                })
                .take(100)
                .collect();
            places.extend(turned);
            // Each with four a millimetre beside it.
            let probes: Vec<_> = places
                .iter()
                .flat_map(|&place| {
                    [DVec2::ZERO, DVec2::X, -DVec2::X, DVec2::Y, -DVec2::Y]
                        .map(|off| place + MILLIMETRE * off)
                })
                .collect();
            let sheets = dense_sheets(&*sea, &probes, middle, 14.0, 0.02);
            let sampler = Sampler::new(&*sea, 60.0);
            for (place, sheets) in places.iter().zip(sheets.chunks(5)) {
                let sample = sampler.at(place.x, place.y).unwrap();
                assert!(
                    sample.place.distance(*place) < MILLIMETRE,
                    "{place}: {sample:?}"
                );
                let tops: Vec<_> = sheets
                    .iter()
                    .map(|sheets| sheets.iter().copied().fold(f64::NEG_INFINITY, f64::max))
                    .collect();
                assert!(
                    is_near(sample.height.into(), 4e-3, &tops),
                    "seed {seed}, {place}: {sample:?}, but {sheets:?}"
                );
                folded += usize::from(sheets[0].len() >= 3);
            }
        }
    }
    assert!(folded > 150, "only {folded} places lie under a fold");
}

#[test]
fn every_place_of_a_storm_is_found_to_a_millimetre() {
    for seed in 3..6 {
        let sea = storm(seed);
        let sampler = Sampler::new(&*sea, 60.0);
        let mut random = Pcg64Mcg::seed_from_u64(seed as u64);
        for _ in 0..1500 {
            let place = DVec2::new(
                random.random_range(-300.0..300.0),
                random.random_range(-300.0..300.0),
            );
            let sample = sampler.at(place.x, place.y).unwrap();
            let off = sample.place.distance(place);
            assert!(off < MILLIMETRE, "seed {seed}, {place}: {off} m off");
        }
    }
}

#[test]
fn many_places_at_once_are_each_of_them() {
    let pool = {
        let mut pool = Model::named("wave")
            .unwrap()
            .create(Size::new(48, 32).unwrap());
        let at = waterlab_core::pool::Fraction::clamped(0.3, 0.6);
        pool.disturb(&waterlab_core::pool::Disturbance::stone(at, 4.0, 90.0));
        (0..5).for_each(|_| pool.step());
        pool
    };
    for water in [pool, storm(7)] {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        // Some lie outside of the pool, which is 2 m × 1.33 m.
        let places: Vec<_> = (0..1000)
            .map(|_| {
                [
                    random.random_range(-1.2..1.2),
                    random.random_range(-0.8..0.8),
                ]
            })
            .collect();
        let sampler = Sampler::new(&*water, 60.0);
        let samples = sampler.many(&places);
        assert_eq!(samples.len(), 1000);
        for ([x, z], sample) in places.iter().zip(&samples) {
            assert_eq!(*sample, sampler.at(*x, *z));
            let is_within = water.model().is_open() || x.abs() <= 1.0 && z.abs() <= 2.0 / 3.0;
            assert_eq!(sample.is_some(), is_within, "{x} {z}");
            let height = sample.map(|sample| f64::from(sample.height));
            assert_eq!(sampler.height_at(*x, *z), height);
        }
        assert_eq!(sampler.many(&[]), []);
    }
}

#[test]
fn the_height_at_a_time_is_that_of_a_sea_set_to_it() {
    let (mut sea, mut other) = (storm(9), storm(9));
    let sea = sea.open_water_mut().unwrap();
    for seconds in [0.0, 7.5, 7.5, 2.0] {
        other.open_water_mut().unwrap().set_time(seconds);
        let expected = Sampler::new(&*other, 60.0).at(4.0, 9.0).unwrap().height;
        assert_eq!(sea.height_at(4.0, 9.0, seconds), f64::from(expected));
    }
    assert!(sea.height_at(f64::NAN, 0.0, 1.0).is_nan());
}

//! The contract of [`Water`] as checks. Every model has to pass them, also one that computes elsewhere.

pub mod broken;

use waterlab_core::grid::Grid;
use waterlab_core::heights::Heights;
use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size, State};
use waterlab_core::water::Water;

type Make<'a> = &'a dyn Fn(Size) -> Box<dyn Water>;

/// Panics with a message unless the waters of `make` fulfil the contract. `make` uses the default of every parameter.
pub fn check(name: &str, make: Make) {
    for (columns, rows) in [(3, 3), (3, 70), (64, 48), (97, 31)] {
        let size = Size::new(columns, rows).expect("a size");
        let name = &format!("{name}, {columns}×{rows}");
        has_its_size(name, make, size);
        clips_disturbances(name, make, size);
        is_calm_only_at_rest(name, make, size);
        changes_its_revision(name, make, size);
        gives_the_same_bits_twice(name, make, size);
    }
    let size = Size::new(64, 48).expect("a size");
    is_still_in_walls(name, make, size);
    keeps_its_settings(name, make, size);
    passes_on_its_state(name, make, size);
}

fn stone(u: f64, v: f64, radius: f64, weight: i16) -> Disturbance {
    Disturbance::stone(Fraction::clamped(u, v), radius, f32::from(weight))
}

fn metres(water: &dyn Water) -> Grid<f32> {
    let heights = water.heights();
    Grid::from_fn(heights.columns(), heights.rows(), |column, row| {
        heights.metres(column as i64, row as i64)
    })
}

fn values(settings: &Settings) -> Vec<(&'static str, Value)> {
    settings
        .iter()
        .map(|(parameter, value)| (parameter.key, value))
        .collect()
}

fn highest(grid: &Grid<f32>) -> f32 {
    grid.cells()
        .iter()
        .fold(0.0, |max, cell| max.max(cell.abs()))
}

/// Water that moves after several disturbances.
fn disturbed(make: Make, size: Size) -> Box<dyn Water> {
    let mut water = make(size);
    for step in 0..40 {
        match step {
            0 => water.disturb(&stone(0.4, 0.5, 3.0, 100)),
            9 => water.disturb(&Disturbance::stroke(
                Fraction::clamped(0.1, 0.2),
                Fraction::clamped(0.8, 0.7),
                2.0,
                -40.0,
            )),
            17 => water.disturb(&Disturbance::Swell {
                from: Fraction::clamped(0.6, 0.1),
                to: Fraction::clamped(0.6, 0.9),
                radius: 2.0,
                weight: 30.0,
            }),
            _ => {}
        }
        water.step();
    }
    water
}

fn has_its_size(name: &str, make: Make, size: Size) {
    let water = disturbed(make, size);
    assert_eq!(water.size(), size, "{name}");
    let heights = water.heights();
    let cells = (heights.columns(), heights.rows());
    assert!(
        cells.0 <= size.columns() && cells.1 <= size.rows(),
        "{name}"
    );
    let of = |grid: &Grid<f32>| (grid.columns(), grid.rows());
    assert_eq!(of(&water.velocity()), cells, "{name}: velocity");
    assert_eq!(of(&water.obstruction()), cells, "{name}: obstruction");
    if let Some(depth) = water.depth() {
        assert_eq!(of(&depth), cells, "{name}: depth");
    }
    if let Heights::Counts { unit, .. } = heights {
        assert!(unit > 0.0, "{name}: a count of {unit} m");
    }
    assert!(
        water.spacing() > 0.0,
        "{name}: cells of {} m",
        water.spacing()
    );
    assert!(water.length() > 0.0, "{name}");
    assert!(
        water.time_step().is_none_or(|seconds| seconds > 0.0),
        "{name}"
    );
}

fn clips_disturbances(name: &str, make: Make, size: Size) {
    let mut water = make(size);
    for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.5, 1.0)] {
        for (radius, weight) in [(0.0, 100), (1000.0, i16::MAX), (2.5, i16::MIN), (40.0, 0)] {
            water.disturb(&stone(u, v, radius, weight));
            water.step();
            assert!(
                metres(&*water).is_finite(),
                "{name}: {u}, {v}, {radius}, {weight}"
            );
            assert!(
                water.velocity().is_finite(),
                "{name}: {u}, {v}, {radius}, {weight}"
            );
        }
    }
}

fn is_calm_only_at_rest(name: &str, make: Make, size: Size) {
    let mut water = make(size);
    let endless = water.model().is_open();
    assert_eq!(water.is_calm(), !endless, "{name}: new");
    if water.is_calm() {
        let (before, revision) = (metres(&*water), water.revision());
        assert_eq!(highest(&before), 0.0, "{name}: new");
        for _ in 0..10 {
            water.step();
        }
        assert_eq!(metres(&*water), before, "{name}: calm water moves");
        assert_eq!(water.revision(), revision, "{name}: calm water changes");
        assert_eq!(highest(&water.velocity()), 0.0, "{name}: calm water rises");
    }
    let mut water = disturbed(make, size);
    for _ in 0..200 {
        if water.is_calm() {
            break;
        }
        water.step();
    }
    if water.is_calm() {
        // Calm water skips its steps, so another one takes its surface over: nothing of it moves.
        let moving = highest(&water.velocity());
        assert_eq!(moving, 0.0, "{name}: it was not calm yet");
        let mut after = make(size);
        after.set_state(&State::of(&*water));
        assert!(after.is_calm(), "{name}: it was not calm yet");
    }
    water.disturb(&stone(0.5, 0.5, 3.0, 100));
    assert!(!water.is_calm(), "{name}: calm under a stone");
    water.reset();
    assert_eq!(water.is_calm(), !endless, "{name}: calmed");
    assert!(
        endless || highest(&metres(&*water)) == 0.0,
        "{name}: calmed"
    );
}

fn changes_its_revision(name: &str, make: Make, size: Size) {
    let mut water = make(size);
    let (mut shown, mut revision) = (metres(&*water), water.revision());
    for step in 0..30 {
        match step % 10 {
            3 => water.disturb(&stone(0.3, 0.6, 2.0, 90)),
            8 => water.reset(),
            9 => water.set_state(&State {
                length: 2.0,
                heights: Grid::new(4, 4, 0.01 * step as f32),
                velocity: Grid::new(4, 4, 0.0),
            }),
            _ => water.step(),
        }
        let now = metres(&*water);
        let is_reported = water.revision() != revision || now == shown;
        assert!(
            is_reported,
            "{name}, step {step}: the surface changed without the revision"
        );
        (shown, revision) = (now, water.revision());
    }
}

fn gives_the_same_bits_twice(name: &str, make: Make, size: Size) {
    let (one, other) = (disturbed(make, size), disturbed(make, size));
    assert_eq!(metres(&*one), metres(&*other), "{name}: heights");
    assert_eq!(one.velocity(), other.velocity(), "{name}: velocity");
    // Reading changes nothing.
    let pair = {
        let mut water = make(size);
        let mut other = make(size);
        water.disturb(&stone(0.5, 0.5, 3.0, 80));
        other.disturb(&stone(0.5, 0.5, 3.0, 80));
        for _ in 0..20 {
            let _ = (metres(&*water), water.velocity().mean());
            water.step();
            other.step();
        }
        (metres(&*water), metres(&*other))
    };
    assert_eq!(pair.0, pair.1, "{name}: reading changed it");
}

fn is_still_in_walls(name: &str, make: Make, size: Size) {
    let mut water = make(size);
    let mut walls = Obstruction::open(size);
    walls.add(&Obstacle::Disc {
        at: Fraction::clamped(0.5, 0.5),
        radius: 10.0,
    });
    water.set_obstacles(&walls);
    let has_walls = water.obstruction().cells().contains(&0.0);
    assert_eq!(has_walls, water.model().walls, "{name}: walls");
    if !has_walls {
        return;
    }
    for _ in 0..60 {
        water.disturb(&stone(0.3, 0.5, 4.0, 100));
        water.disturb(&stone(0.5, 0.5, 4.0, 100));
        water.step();
        let heights = metres(&*water);
        for (height, open) in heights.cells().iter().zip(water.obstruction().cells()) {
            assert!(
                *open > 0.0 || *height == 0.0,
                "{name}: {height} m in a wall"
            );
        }
    }
    assert!(highest(&metres(&*water)) > 1e-3, "{name}: nothing moves");
    water.set_obstacles(&Obstruction::open(size));
    let open = water.obstruction();
    assert!(
        open.cells().iter().all(|&open| open == 1.0),
        "{name}: walls remain"
    );
}

fn keeps_its_settings(name: &str, make: Make, size: Size) {
    let mut water = make(size);
    let model = water.model();
    let defaults = Settings::new(model.parameters);
    assert_eq!(
        values(water.settings()),
        values(&defaults),
        "{name}: not at its defaults"
    );
    for (parameter, value) in defaults.iter() {
        let set = water.set(parameter.key, value);
        assert!(
            set.is_ok(),
            "{name}: {} at its default: {set:?}",
            parameter.key
        );
        assert_eq!(water.settings().get(parameter.key), Some(value), "{name}");
    }
    for preset in model.presets {
        let mut expected = defaults.clone();
        expected.apply(preset).expect("of this model");
        // Some presets need a larger grid.
        let allowed = model.check(&expected, size).is_ok();
        assert_eq!(
            water.apply_settings(&expected).is_ok(),
            allowed,
            "{name}: {}",
            preset.title
        );
        if !allowed {
            continue;
        }
        assert_eq!(
            values(water.settings()),
            values(&expected),
            "{name}: {}",
            preset.title
        );
    }
    water.apply_settings(&defaults).expect("the defaults");
    assert!(
        water.set("no such key", Value::Integer(1)).is_err(),
        "{name}"
    );
    assert_eq!(
        values(water.settings()),
        values(&defaults),
        "{name}: changed by a refusal"
    );
    assert!(water.set_map("no such map", None).is_err(), "{name}");
    let half = Grid::new(5, 5, 0.5);
    for key in model.map_keys() {
        assert!(water.set_map(key, Some(&half)).is_ok(), "{name}: {key}");
        assert!(water.set_map(key, None).is_ok(), "{name}: {key}");
    }
}

fn passes_on_its_state(name: &str, make: Make, size: Size) {
    let water = disturbed(make, size);
    let surface = State::of(&*water);
    assert!(
        surface.heights.is_finite() && surface.velocity.is_finite(),
        "{name}"
    );
    let mut after = make(size);
    let at_rest = metres(&*after);
    after.set_state(&surface);
    assert!(!after.is_calm(), "{name}: calm with a moving surface");
    if !after.model().is_open() {
        let (now, expected) = (metres(&*after), metres(&*water));
        let metre = 0.5 * water.length() as f32;
        let off = now.cells().iter().zip(expected.cells());
        let off = off.fold(0.0_f32, |max, (now, expected)| {
            max.max((now - expected).abs())
        });
        assert!(
            off < 0.05 * highest(&expected) + 1e-3 * metre,
            "{name}: {off} m off"
        );
    }
    after.reset();
    assert_eq!(metres(&*after), at_rest, "{name}: the reset is incomplete");
}

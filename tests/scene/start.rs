//! Snapshots: a scene that starts in the middle of a simulation has the same water and the same future.

use super::from_edits;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::pool::{Disturbance, Fraction, State};
use waterlab::scene::image_file::write_single_channel;
use waterlab::scene::{Bundle, Scene, Simulation, Start};
use waterlab::session::begin;
use waterlab::surface::Window;
use waterlab::water::{MODELS, Water};

/// A scene with every kind of event.
fn busy(model: &str, more: &[&str]) -> Scene {
    let own = format!("water.model={model}");
    let edits = [
        own.as_str(),
        "water.size=[48, 40]",
        "drop.0.step=5",
        "drop.1={step=70, at=[0.3, 0.7], weight=300}",
        "source.0={at=[0.2, 0.2], period=17}",
        "rain.drops_per_second=20",
    ];
    from_edits(&[&edits[..], more].concat())
}

/// The scene of a simulation at its present step, saved and read back.
fn restored(scene: &Scene, simulation: &Simulation) -> Scene {
    let now = Scene {
        start: simulation.to_start(),
        ..scene.clone()
    };
    let (read, text) = super::restored(&now);
    assert_eq!(read.start, now.start, "{text}");
    read
}

fn metres(water: &dyn Water) -> Vec<f32> {
    let heights = water.heights();
    let (columns, rows) = (heights.columns() as i64, heights.rows() as i64);
    let cells = (0..columns * rows).map(|cell| heights.metres(cell % columns, cell / columns));
    cells.collect()
}

/// The largest difference relative to the largest height.
fn apart(a: &Simulation, b: &Simulation) -> f32 {
    let (a, b) = (metres(a.water()), metres(b.water()));
    let largest = a.iter().fold(0.0_f32, |max, h| max.max(h.abs()));
    assert!(largest > 1e-4, "no waves: {largest}");
    let differences = a.iter().zip(&b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0_f32, f32::max) / largest
}

#[test]
fn a_snapshot_restores_the_heights_and_continues_identically() {
    for (model, walled) in MODELS
        .iter()
        .flat_map(|model| [(model, true), (model, false)])
    {
        let scene = match walled && model.walls {
            true => busy(model.name, &["obstacle.0.disc={at=[0.7, 0.3], radius=4}"]),
            false => busy(model.name, &[]),
        };
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(60);
        let mut again = Simulation::new(&restored(&scene, &simulation));
        assert_eq!(again.step(), 60);
        // 0 and −0, which walls have in some models, are equal.
        let same = metres(again.water()) == metres(simulation.water());
        assert!(same, "{}", model.name);
        // Drops, sources and rain continue.
        for _ in 0..30 {
            simulation.advance();
            again.advance();
        }
        // A Fourier transform may lose a last digit; other models are exact.
        let is_transformed = model.is_open() || model.name == "iwave-exact";
        let bound = if is_transformed { 1e-5 } else { 0.0 };
        let apart = apart(&simulation, &again);
        assert!(apart <= bound, "{}: {apart}", model.name);
    }
}

#[test]
fn a_snapshot_keeps_both_compared_waters() {
    let scene = busy("wave", &["compare.model=spring"]);
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(45);
    let again = Simulation::new(&restored(&scene, &simulation));
    for (found, own) in again.waters().zip(simulation.waters()) {
        assert!(metres(found) == metres(own), "{}", own.model().name);
    }
    let [own, other] = &again.to_start().surfaces;
    assert_ne!(own, other);
}

#[test]
fn a_snapshot_of_a_sea_keeps_its_time_and_ripples() {
    let scene = busy("sea", &[]);
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(20);
    simulation.set_time(1234.5);
    simulation.advance_by(3);
    let scene = restored(&scene, &simulation);
    assert!(scene.start.surfaces[0].is_some(), "ripples");
    let again = Simulation::new(&scene);
    let open = again.water().open_water().expect("a sea");
    assert_eq!(open.time(), 1234.5 + 3.0 / 60.0);
    assert!(metres(again.water()) == metres(simulation.water()));
}

fn ripples(simulation: &Simulation) -> Grid<f32> {
    let open = simulation.water().open_water().expect("a sea");
    open.ripples().expect("ripples").heights
}

/// Checks that two simulations have the same ripples, except for the last digits.
fn check_ripples(a: &Simulation, b: &Simulation) {
    let (a, b) = (ripples(a), ripples(b));
    let max = a.cells().iter().fold(0.0_f32, |max, h| max.max(h.abs()));
    let cells = a.cells().iter().zip(b.cells());
    let apart = cells.fold(0.0_f32, |max, (a, b)| max.max((a - b).abs()));
    assert!(max > 1e-4 && apart <= 1e-5 * max, "{apart} of {max}");
}

#[test]
fn a_snapshot_keeps_ripples_in_a_window_about_the_eye() {
    let scene = busy("sea", &["view.kind=mesh"]);
    let mut simulation = begin(&scene);
    simulation.advance_by(60);
    assert!(simulation.ripple_window().is_some() && simulation.has_ripples());
    let mut again = begin(&restored(&scene, &simulation));
    assert_eq!(again.ripple_window(), simulation.ripple_window());
    assert!(ripples(&again) == ripples(&simulation));
    simulation.advance_by(20);
    again.advance_by(20);
    check_ripples(&simulation, &again);
}

#[test]
fn a_snapshot_keeps_ripples_far_from_the_eye() {
    let scene = busy("sea", &["view.kind=lit"]);
    let mut simulation = begin(&scene);
    simulation.advance_by(30);
    // As after a poke far away, which moves the window and enlarges it.
    let far = Window {
        centre: [144.0, -32.0],
        length: [256.0, 256.0 * 40.0 / 48.0],
    };
    simulation.set_ripple_window(Some(far));
    simulation.advance_by(30);
    let mut again = begin(&restored(&scene, &simulation));
    assert_eq!(again.ripple_window(), Some(far));
    assert!(ripples(&again) == ripples(&simulation));
    simulation.advance_by(30);
    again.advance_by(30);
    check_ripples(&simulation, &again);
}

#[test]
fn rain_far_below_a_high_eye_leaves_no_craters() {
    for (height, falls) in [(2.0, true), (1000.0, false)] {
        let eye = format!("camera.eye=[0.0, {height:.1}, 0.0]");
        let edits = [
            "water.model=sea",
            "water.size=[128, 128]",
            "rain.drops_per_second=300",
            "view.kind=lit",
            "camera.target=[10.0, 0.0, 0.0]",
            &eye,
        ];
        let mut simulation = begin(&from_edits(&edits));
        let window = simulation.ripple_window().expect("a window");
        assert_eq!(window.length[0] > 1000.0, !falls, "{window:?}");
        simulation.advance_by(5);
        assert_eq!(simulation.has_ripples(), falls, "{height} m up");
    }
}

#[test]
fn calm_water_needs_no_snapshot() {
    let scene = Scene::default();
    let simulation = Simulation::new(&scene);
    assert_eq!(simulation.to_start(), Start::default());
    assert!(!scene.saved("s", &|_| String::new()).text.contains("start"));
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(7);
    let text = Scene {
        start: simulation.to_start(),
        ..scene
    }
    .saved("s", &|_| String::new());
    assert!(text.text.contains("step = 7"), "{}", text.text);
    assert!(text.pictures.is_empty());
}

#[test]
fn a_surface_of_another_grid_is_resampled_and_leaves_walls_dry() {
    let start = Start {
        surfaces: [
            Some(Arc::new(State {
                length: 2.0,
                heights: Grid::from_fn(10, 7, |column, _| 0.01 * column as f32),
                velocity: Grid::new(10, 7, 0.0),
            })),
            None,
        ],
        ..Start::default()
    };
    let scene = Scene {
        start,
        ..busy("spring", &["obstacle.0.disc={at=[0.7, 0.3], radius=4}"])
    };
    let simulation = Simulation::new(&restored(&scene, &Simulation::new(&scene)));
    let Heights::Metres(heights) = simulation.heights() else {
        panic!("metres");
    };
    assert_eq!((heights.columns(), heights.rows()), (48, 40));
    assert_eq!(heights[(33, 12)], 0.0, "the middle of the disc");
    let along: Vec<f32> = (0..48)
        .step_by(8)
        .map(|column| heights[(column, 30)])
        .collect();
    assert!(along.windows(2).all(|pair| pair[0] < pair[1]), "{along:?}");
}

#[test]
fn an_invalid_snapshot_is_refused_with_its_line() {
    let exr = |numbers: &Grid<f32>| {
        let mut bytes = Cursor::new(Vec::new());
        write_single_channel(numbers, &mut bytes).expect("written");
        bytes.into_inner()
    };
    let mut files = Bundle::default();
    files.put("good.exr", exr(&Grid::new(4, 4, 0.5)));
    files.put("nan.exr", exr(&Grid::new(4, 4, f32::NAN)));
    files.put("far.exr", exr(&Grid::new(4, 4, 1001.0)));
    files.put("words.exr", b"no picture at all".to_vec());
    let files = Arc::new(files);
    let error = |line: &str| {
        let text = format!("[start]\n{line}\n");
        match Scene::read_with(&text, Path::new("s.toml"), &[], files.clone()) {
            Ok(_) => panic!("{line} is accepted"),
            Err(error) => error.to_string(),
        }
    };
    for (line, needle) in [
        ("heights = \"nan.exr\"", "NaN"),
        (
            "heights = \"far.exr\"",
            "1001, but must hold numbers from -1000 to 1000",
        ),
        ("velocity = \"words.exr\"", "no OpenEXR file"),
        ("heights = \"none.exr\"", "none.exr"),
        ("heights = 3", "`heights`"),
        ("compare_heights = \"good.exr\"", "[compare]"),
        ("step = -1", "step"),
        ("rained = 1000001", "rained"),
        ("time = -0.5", "`time` is -0.5"),
        ("hights = \"good.exr\"", "did you mean `start.heights`"),
    ] {
        let error = error(line);
        assert!(error.contains(needle), "{line}: {error}");
        assert!(
            error.contains("s.toml") && error.contains('2'),
            "{line}: {error}"
        );
        assert!(!error.contains('\n'), "{line}: {error}");
    }
}

#[test]
fn a_restored_pool_is_identical_for_600_steps() {
    let wall = "obstacle.0.wall={from=[0.5, 0.0], to=[0.5, 0.6], thickness=2.0}";
    let post = "obstacle.1.disc={at=[0.7, 0.3], radius=4}";
    for (model, own) in [
        ("coarse", &["water.fraction_bits=4", wall, post][..]),
        ("coarse", &["water.coarseness=0", "water.damping=15", wall]),
        ("wave", &["water.edges=absorbing"]),
        (
            "wave",
            &["water.edges=absorbing", "water.depth=0.3", wall, post],
        ),
    ] {
        let scene = busy(model, own);
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(61);
        // A stone that reaches beyond the edge.
        simulation.poke(&Disturbance::stone(
            Fraction::clamped(0.02, 0.5),
            12.0,
            120.0,
        ));
        simulation.advance_by(12);
        let mut again = Simulation::new(&restored(&scene, &simulation));
        let mut max = 0.0_f32;
        for _ in 0..600 {
            simulation.advance();
            again.advance();
            max = max.max(apart(&simulation, &again));
        }
        assert_eq!(max, 0.0, "{model} {own:?}");
    }
}

#[test]
fn hidden_state_of_another_pool_is_ignored() {
    let advanced = |model: &str, more: &[&str]| {
        let scene = busy(model, more);
        let mut simulation = Simulation::new(&scene);
        simulation.advance_by(30);
        (restored(&scene, &simulation), simulation)
    };
    let absorbing = ["water.edges=absorbing"];
    let (coarse, coarse_simulation) = advanced("coarse", &[]);
    let (wave, wave_simulation) = advanced("wave", &absorbing);
    let (wider, _) = advanced("wave", &["water.edges=absorbing", "water.size=[50, 40]"]);
    for (scene, simulation, other) in [
        (&coarse, &coarse_simulation, &wave),
        (&wave, &wave_simulation, &coarse),
        (&wave, &wave_simulation, &wider),
    ] {
        let mut scene = scene.clone();
        scene.start.hidden.clone_from(&other.start.hidden);
        let again = Simulation::new(&scene);
        assert!(metres(again.water()) == metres(simulation.water()));
    }
}

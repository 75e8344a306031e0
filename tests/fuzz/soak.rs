//! Long runs, which `make soak` starts: every water for hours at the borders of its settings, with rain, bodies and pours, and many frames
//! of the lit view, whose memory stays as it is.
//!
//! `WATERLAB_SOAK_HOURS` and `WATERLAB_SOAK_FRAMES` shorten them.

use crate::memory::in_use;
use glam::Vec3;
use std::time::Instant;
use waterlab::desktop::Offscreen;
use waterlab::gl::ApiChoice;
use waterlab::parameter::{Parameter, Range};
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::water::{MODELS, Model, Sampler};

/// Highest wave that water may have after any time, metres: a stroke is as deep as a part of the side, which may be 100 km.
const MAX_HEIGHT: f32 = 10_000.0;

/// Growth of memory after the first tenth of the frames.
const MAX_GROWTH: f64 = 0.01;

fn setting(key: &str, default: f64) -> f64 {
    let text = std::env::var(key).ok();
    text.map_or(default, |text| {
        text.parse().unwrap_or_else(|_| panic!("{key}={text}"))
    })
}

/// The values at the borders of a parameter, as text.
fn borders(parameter: &Parameter) -> Vec<String> {
    match parameter.range {
        Range::Integer { min, max, .. } => vec![min.to_string(), max.to_string()],
        Range::Real { min, max, .. } => vec![format!("{min:?}"), format!("{max:?}")],
        Range::Switch { default } => vec![(!default).to_string()],
        Range::Choice { options, .. } => {
            options.iter().map(|option| format!("{option:?}")).collect()
        }
    }
}

/// A small water with all that disturbs it; `None` if the model does not allow the value.
fn scene(model: &Model, border: Option<(&str, &str)>) -> Option<Scene> {
    let sets = [
        format!("water.model={:?}", model.name),
        "water.size=[32, 24]".into(),
        "rain.drops_per_second=20".into(),
        "stroke=[{step=9, from=[0.1, 0.2], to=[0.9, 0.7], radius=3, weight=200}]".into(),
        "body=[{shape=\"ball\", at=[0.2, 0.5, -0.3], size=0.3}, {shape=\"crate\", at=[-0.3, 0.9, 0.1], size=0.3}]".into(),
    ];
    // What a spring pours in, a drain takes out.
    let pours = "source=[{at=[0.2, 0.2], pour=0.01}, {at=[0.8, 0.8], pour=-0.01}]".to_owned();
    let pours = model.ground.then_some(pours);
    let border = border.map(|(key, value)| format!("water.{key}={value}"));
    let sets = sets.into_iter().chain(pours).chain(border);
    let edits: Vec<Edit> = sets
        .map(|set| Edit::parse(&set).expect("an edit"))
        .collect();
    Scene::from_edits(&edits).ok()
}

/// Lowest and highest place of a water.
fn range(simulation: &Simulation) -> (f32, f32) {
    let sampler = Sampler::new(simulation.water(), simulation.steps_per_second());
    let places = (0..100).map(|place| (f64::from(place % 10), f64::from(place / 10)));
    let heights = places.filter_map(|(u, v)| {
        // Fractions of a pool, metres of a sea.
        let of_pool = sampler.at_fraction(((u + 0.5) / 10.0, (v + 0.5) / 10.0));
        of_pool.or_else(|| sampler.at(7.0 * u, 7.0 * v))
    });
    heights.fold((0.0, 0.0), |(low, high): (f32, f32), sample| {
        let is_sound = sample.height.is_finite() && sample.height.abs() < MAX_HEIGHT;
        assert!(is_sound, "{}", sample.height);
        (low.min(sample.height), high.max(sample.height))
    })
}

fn run(label: &str, scene: &Scene, hours: f64) -> Result<(), String> {
    let start = Instant::now();
    let mut simulation = Simulation::new(scene);
    let steps = (hours * 3600.0 * scene.steps_per_second).ceil() as u64;
    let check = std::panic::AssertUnwindSafe(|| {
        let (mut low, mut high) = (0.0_f32, 0.0_f32);
        while simulation.step() < steps {
            simulation.advance_by(600);
            let (lower, higher) = range(&simulation);
            (low, high) = (low.min(lower), high.max(higher));
            for floating in simulation.bodies(false).iter() {
                assert!(
                    floating.body().state.position.is_finite(),
                    "a body left all places"
                );
            }
        }
        (low, high)
    });
    let result = std::panic::catch_unwind(check);
    let taken = start.elapsed().as_secs_f32();
    match result {
        Ok((low, high)) => println!("{label}: {low:.2} to {high:.2} m, {taken:.1} s"),
        Err(_) => println!("{label}: FAILED after {taken:.1} s"),
    }
    result.map(drop).map_err(|_| label.to_owned())
}

#[test]
#[ignore = "make soak"]
fn every_water_stays_finite_at_the_borders_of_its_settings() {
    let hours = setting("WATERLAB_SOAK_HOURS", 24.0);
    let mut wrong = Vec::new();
    for model in MODELS {
        let plain = scene(model, None).unwrap_or_else(|| panic!("{}", model.name));
        wrong.extend(run(model.name, &plain, hours).err());
        for parameter in model.parameters {
            for value in borders(parameter) {
                let label = format!("{} {}={value}", model.name, parameter.key);
                if let Some(scene) = scene(model, Some((parameter.key, &value))) {
                    wrong.extend(run(&label, &scene, hours).err());
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Bytes of this process that are in memory, those of the driver too.
fn resident() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split(' ')
        .nth(1)
        .and_then(|pages| pages.parse::<usize>().ok());
    4096 * pages.unwrap_or(0)
}

#[test]
#[ignore = "make soak"]
fn memory_stays_the_same_over_many_frames_of_the_lit_view() {
    let frames = setting("WATERLAB_SOAK_FRAMES", 1e5) as usize;
    let sets = [
        "water.model=\"wave\"",
        "water.size=[48, 32]",
        "view.kind=\"lit\"",
        "view.quality=\"low\"",
        "rain.drops_per_second=20",
        "body=[{shape=\"ball\", at=[0.2, 0.5, -0.3], size=0.3}]",
    ];
    let edits = sets.map(|set| Edit::parse(set).expect("an edit"));
    let scene = Scene::from_edits(&edits).expect("a scene");
    let mut simulation = Simulation::new(&scene);
    let mut stage = Offscreen::open((64, 48), 1, ApiChoice::Core).expect("a context");
    let mut views = ViewSet::of_scene(Some(stage.gl()), &scene).expect("views");
    let start = Instant::now();
    // The driver takes some more in the first two thousand.
    let warm = (frames / 10).max(2500).min(frames / 2);
    let mut after_warming = (0, 0);
    for frame in 0..frames {
        simulation.advance();
        // Once round the pool in 600 frames.
        let angle = frame as f32 * std::f32::consts::TAU / 600.0;
        let eye = Vec3::new(2.5 * angle.cos(), 1.2, 2.5 * angle.sin());
        let camera = FlyCamera::new(eye, Vec3::ZERO, FlyCamera::FOV);
        stage
            .draw(
                &mut views,
                &WaterView::of(&simulation),
                &camera.eye(4.0 / 3.0),
            )
            .expect("drawn");
        stage.read();
        if frame == warm {
            after_warming = (resident(), in_use());
        }
        if frame % (frames / 20).max(1) == 0 {
            let seconds = start.elapsed().as_secs();
            println!(
                "frame {frame}: {} kB resident, {} kB of Rust, {seconds} s",
                resident() / 1000,
                in_use() / 1000
            );
        }
    }
    let (resident, own) = (resident(), in_use());
    for (what, first, last) in [
        ("resident", after_warming.0, resident),
        ("of Rust", after_warming.1, own),
    ] {
        let growth = last as f64 / first.max(1) as f64 - 1.0;
        println!(
            "{frames} frames: {what} {} kB, {:+.2} %",
            last / 1000,
            100.0 * growth
        );
        assert!(growth < MAX_GROWTH, "{what}: {first} to {last} bytes");
    }
}

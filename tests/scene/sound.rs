//! What is heard of a simulation.

use super::from_edits;
use waterlab::bodies::{Body, Shape};
use waterlab::scene::{Scene, Simulation};
use waterlab::session::sound::{WaterSound, listener};
use waterlab::session::{FlyCamera, begin};
use waterlab::sound::Soundscape;

/// Samples of both ears in a second.
const SECOND: usize = 2 * 48_000;

/// The samples of the scene's first steps, at 60 in a second.
fn heard_with(
    scene: &Scene,
    steps: usize,
    mut act: impl FnMut(usize, &mut Simulation),
) -> Vec<f32> {
    let mut simulation = begin(scene);
    let camera = FlyCamera::of_scene(scene);
    let mut sound = WaterSound::to(Soundscape::new(1));
    let mut samples = vec![0.0; steps * SECOND / 60];
    for (step, samples) in samples.chunks_exact_mut(SECOND / 60).enumerate() {
        act(step, &mut simulation);
        simulation.advance();
        let ear = listener(&simulation, &camera, scene.view.kind);
        sound.hear(&mut simulation, &ear, 1.0 / 60.0);
        sound.ear().render(samples);
    }
    samples
}

fn heard(sets: &[&str], steps: usize) -> Vec<f32> {
    heard_with(&from_edits(sets), steps, |_, _| {})
}

fn rms(samples: &[f32]) -> f64 {
    let squares = samples.iter().map(|&sample| f64::from(sample).powi(2));
    (squares.sum::<f64>() / samples.len() as f64).sqrt()
}

/// Checks that each is clearly louder than the one before it.
fn check_louder(loudness: &[f64]) {
    let grows = loudness.windows(2).all(|pair| pair[1] > 1.15 * pair[0]);
    assert!(loudness[0] > 0.0 && grows, "{loudness:?}");
}

#[test]
fn calm_water_is_silent() {
    for sets in [
        &["water.model=wave", "water.size=[48,32]"][..],
        &[
            "water.size=[40,40]",
            "obstacle.0.disc={at=[0.5,0.5],radius=4}",
        ],
        &["water.model=shallow", "water.size=[48,32]"],
        &["water.model=sea", "water.wind=0", "water.size=[64,64]"],
    ] {
        let samples = heard(sets, 60);
        assert!(samples.iter().all(|&sample| sample == 0.0), "{sets:?}");
    }
}

#[test]
fn a_stone_is_heard_and_silence_returns() {
    let sets = ["water.model=wave", "water.size=[64,64]", "water.damping=9"];
    let scene = from_edits(&[&sets[..], &["drop.0.at=[0.4,0.5]", "drop.0.step=20"]].concat());
    let samples = heard_with(&scene, 1200, |step, simulation| {
        if step == 400 {
            simulation.reset();
        }
    });
    let before = &samples[..20 * SECOND / 60];
    assert!(before.iter().all(|&sample| sample == 0.0));
    let plop = &samples[20 * SECOND / 60..50 * SECOND / 60];
    assert!(rms(plop) > 1e-3, "{}", rms(plop));
    let last = &samples[samples.len() - SECOND..];
    assert!(last.iter().all(|&sample| sample == 0.0));
}

#[test]
fn calming_the_water_makes_no_noise() {
    let scene = from_edits(&[
        "water.model=wave",
        "water.size=[48,48]",
        "fill.0={from=[0,0],to=[0.3,1],level=0.05}",
    ]);
    let samples = heard_with(&scene, 120, |step, simulation| {
        if step == 60 {
            simulation.reset();
        }
    });
    let [rocking, calm] = [SECOND / 2..SECOND, SECOND..2 * SECOND].map(|part| rms(&samples[part]));
    assert!(calm < 0.8 * rocking, "{rocking} {calm}");
    assert!(
        samples[SECOND + SECOND / 2..]
            .iter()
            .all(|sample| sample.abs() < 0.01)
    );
}

#[test]
fn higher_waves_at_the_walls_are_louder() {
    // The pool rocks: nothing falls in, so that only the walls are heard.
    let loudness = [0.01, 0.03, 0.09].map(|level| {
        let fill = format!("fill.0={{from=[0,0],to=[0.3,1],level={level}}}");
        rms(&heard(
            &["water.model=wave", "water.size=[64,48]", &fill],
            120,
        ))
    });
    check_louder(&loudness);
}

#[test]
fn a_higher_dam_breaks_louder() {
    let loudness = [0.2, 0.5, 1.0].map(|level| {
        let fill = format!("fill.0={{from=[0,0],to=[0.3,1],level={level}}}");
        let sets = [
            "water.model=shallow",
            "water.size=[64,32]",
            "water.length=10",
        ];
        rms(&heard(&[&sets[..], &[&fill]].concat(), 120))
    });
    check_louder(&loudness);
}

#[test]
fn a_sea_is_louder_in_stronger_wind() {
    let loudness = [4.0, 8.0, 16.0].map(|wind| {
        let wind = format!("water.wind={wind}");
        rms(&heard(&["water.model=sea", "water.size=[64,64]", &wind], 60)[SECOND / 2..])
    });
    check_louder(&loudness);
}

#[test]
fn a_body_that_falls_from_higher_splashes_louder() {
    let loudness = [0.15, 0.3].map(|height| {
        let scene = from_edits(&["water.model=wave", "water.size=[64,64]"]);
        let samples = heard_with(&scene, 90, |step, simulation| {
            if step == 0 {
                let ball = Body::new(Shape::Ball { diameter: 0.25 }, 900.0).expect("a ball");
                simulation
                    .add_body(ball.at([0.0, height, 0.0]))
                    .expect("room");
            }
        });
        rms(&samples)
    });
    check_louder(&loudness);
}

#[test]
fn rain_is_heard_and_the_same_scene_gives_the_same_bits() {
    let sets = [
        "water.size=[64,64]",
        "rain.kind=\"rain\"",
        "rain.rate=20",
        "drop.0.at=[0.5,0.5]",
    ];
    let samples = heard(&sets, 60);
    assert!(rms(&samples[SECOND / 2..]) > 3e-3);
    assert!(samples == heard(&sets, 60));
    assert!(samples.iter().all(|sample| sample.abs() <= 1.0));
}

#[test]
fn the_right_ear_hears_what_is_on_the_right_of_the_camera() {
    // From the middle of the southern side toward −z, +x is on the right.
    let sets = [
        "water.model=wave",
        "water.size=[64,64]",
        "view.kind=lit",
        "camera.eye=[0,0.5,1]",
        "camera.target=[0,0.4,0]",
        "drop.0.at=[0.95,0.9]",
    ];
    let samples = heard(&sets, 60);
    let of = |ear: usize| {
        rms(&samples
            .iter()
            .skip(ear)
            .step_by(2)
            .copied()
            .collect::<Vec<_>>())
    };
    assert!(of(1) > 1.5 * of(0), "{} {}", of(0), of(1));
}

#[test]
fn under_water_high_frequencies_are_lost() {
    let bright = |eye: &str| {
        let eye = format!("camera.eye=[0,{eye},0.5]");
        let sets = [
            "water.model=wave",
            "water.size=[32,32]",
            "view.kind=lit",
            "water.depth=1",
            "rain.kind=\"rain\"",
            "rain.rate=30",
        ];
        let samples = heard(&[&sets[..], &[&eye]].concat(), 60);
        // The difference of neighbours grows with the frequency.
        let left: Vec<f32> = samples[SECOND / 2..].iter().step_by(2).copied().collect();
        let steps: Vec<f32> = left.windows(2).map(|pair| pair[1] - pair[0]).collect();
        rms(&steps) / rms(&left)
    };
    assert!(bright("-0.4") < 0.3 * bright("0.4"));
}

#[test]
fn what_fell_in_while_it_was_muted_is_not_heard_later() {
    let scene = from_edits(&["water.size=[48,48]", "rain.drops_per_second=30"]);
    let mut simulation = begin(&scene);
    let camera = FlyCamera::of_scene(&scene);
    let mut sound = WaterSound::to(Soundscape::new(1));
    let hear = |sound: &mut WaterSound, simulation: &mut Simulation, steps: usize| {
        let mut samples = vec![0.0; steps * SECOND / 60];
        for samples in samples.chunks_exact_mut(SECOND / 60) {
            simulation.advance();
            let ear = listener(simulation, &camera, scene.view.kind);
            sound.hear(simulation, &ear, 1.0 / 60.0);
            sound.ear().render(samples);
        }
        samples
    };
    let steady = rms(&hear(&mut sound, &mut simulation, 180));
    // Its bubbles ring out, unheard, while stones fall in.
    sound.ear().render(&mut vec![0.0; 2 * SECOND]);
    simulation.advance_by(300);
    sound.restart();
    let later = rms(&hear(&mut sound, &mut simulation, 12));
    assert!(later < 1.5 * steady, "{later} {steady}");
}

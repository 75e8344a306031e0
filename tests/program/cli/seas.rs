//! `field` of the seas: any time, and fields that pools have not.

use crate::support::{Room, npy, npy_of_any_shape};
use std::f32::consts::TAU;

/// One wave, 20 m long and 2 m high, along +x: k = π/10, ω = 1.7555 rad/s.
const WAVE: &str = "[water]\nmodel = \"gerstner\"\nsize = [40, 20]\npatch = 100\ndispersion = \"deep\"\n\
    [[wave]]\nlength = 20\namplitude = 2\n";

/// The field of a scene, whatever its shape.
fn field(room: &Room, scene: &str, more: &[&str]) -> (Vec<usize>, Vec<f32>) {
    room.write("s.toml", scene);
    let said = room.succeeds(&[&["field", "s.toml", "--out", "f.npy"], more].concat());
    assert_eq!(said, "");
    npy_of_any_shape(&room.read("f.npy"))
}

fn near(got: f32, expected: f32, most: f32) {
    assert!((got - expected).abs() <= most, "{got} for {expected}");
}

#[test]
fn every_field_of_one_wave_is_its_formula() {
    let room = Room::new();
    for time in ["0", "0.75", "-3.5", "-1e3"] {
        let of = |what: &str| field(&room, WAVE, &["--what", what, "--time", time]);
        let (height, slope) = (of("height"), of("slope"));
        let (aside, jacobian, folding) = (of("displacement"), of("jacobian"), of("folding"));
        let (velocity, foam) = (of("velocity"), of("foam"));
        let direction = of("fold-direction");
        assert_eq!(
            (&height.0[..], &slope.0[..]),
            (&[20, 40][..], &[20, 40, 2][..])
        );
        assert_eq!(aside.0, [20, 40, 2]);
        assert!(foam.1.iter().all(|foam| (0.0..=1.0).contains(foam)));
        let (k, omega) = (TAU / 20.0, (9.81 * TAU / 20.0).sqrt());
        for cell in [0, 1, 7, 39, 40 * 19 + 11] {
            let angle = k * 2.5 * (cell % 40) as f32 - omega * time.parse::<f32>().unwrap();
            let most = if time == "-1e3" { 2e-3 } else { 1e-5 };
            near(height.1[cell], 2.0 * angle.cos(), most);
            near(slope.1[2 * cell], -2.0 * k * angle.sin(), most);
            near(slope.1[2 * cell + 1], 0.0, 1e-6);
            // D of docs/models.md §9; the surface lies at x − D, as Gerstner has it.
            near(aside.1[2 * cell], 2.0 * angle.sin(), most);
            near(aside.1[2 * cell + 1], 0.0, 1e-6);
            // Only lines along x are squeezed.
            let left = 1.0 - 2.0 * k * angle.cos();
            near(jacobian.1[cell], left, most);
            near(folding.1[cell], left.min(1.0), most);
            if left < 0.95 {
                assert_eq!(direction.1[2 * cell..][..2], [1.0, 0.0], "squeezed along x");
            } else if left > 1.05 {
                assert_eq!(
                    direction.1[2 * cell..][..2],
                    [0.0, 1.0],
                    "stretched along x"
                );
            }
            near(velocity.1[cell], 2.0 * omega * angle.sin(), 2e-3);
        }
    }
}

#[test]
fn the_velocity_of_a_sea_is_metres_a_second_however_long_a_step_is() {
    let room = Room::new();
    let fast = ["15", "60", "240"].map(|steps| {
        let set = format!("water.steps_per_second={steps}");
        field(
            &room,
            WAVE,
            &["--what", "velocity", "--time", "2", "--set", &set],
        )
        .1
    });
    // 2 m, turning at √(2πg/20 m): over the eight cells of a wave, √2 of that.
    let squares = fast[0].iter().map(|fast| fast * fast);
    let most = (2.0 * squares.sum::<f32>() / fast[0].len() as f32).sqrt();
    assert!(
        (most / (2.0 * (9.81 * TAU / 20.0).sqrt()) - 1.0).abs() < 0.01,
        "{most}"
    );
    for other in &fast[1..] {
        for (a, b) in other.iter().zip(&fast[0]) {
            near(*a, *b, 2e-3);
        }
    }
}

#[test]
fn a_step_is_a_time_and_pokes_are_in_the_heights_and_slopes() {
    let room = Room::new();
    let steps = field(&room, WAVE, &["--steps", "90"]);
    assert_eq!(steps, field(&room, WAVE, &["--time", "1.5"]));
    let stone = format!("{WAVE}[[drop]]\nstep = 80\nradius = 3\nweight = 50\n");
    let poked = field(&room, &stone, &["--steps", "90"]);
    assert_ne!(steps, poked);
    assert_eq!(
        steps,
        field(&room, &stone, &["--time", "1.5"]),
        "the sea alone"
    );
    let slope = |scene: &str| field(&room, scene, &["--steps", "90", "--what", "slope"]).1;
    let (plain, rippled) = (slope(WAVE), slope(&stone));
    let ripple = |cell: usize| poked.1[cell] - steps.1[cell];
    let mut largest = 0.0_f32;
    for row in 1..19 {
        for column in 1..39 {
            let cell = row * 40 + column;
            let added = [0, 1].map(|axis| rippled[2 * cell + axis] - plain[2 * cell + axis]);
            near(added[0], (ripple(cell + 1) - ripple(cell - 1)) / 5.0, 1e-5);
            near(
                added[1],
                (ripple(cell + 40) - ripple(cell - 40)) / 5.0,
                1e-5,
            );
            largest = largest.max(added[0].abs());
        }
    }
    assert!(largest > 1e-3, "{largest}");
}

#[test]
fn the_spectrum_has_nothing_in_its_middle_and_most_of_it_down_the_wind() {
    let room = Room::new();
    let scene = "[water]\nmodel = \"sea\"\nsize = [64, 64]\npatch = 200\nwind_direction = 0\n";
    let (shape, density) = field(&room, scene, &["--what", "spectrum", "--time", "0"]);
    assert_eq!(shape, [64, 64]);
    assert_eq!(density[32 * 64 + 32], 0.0);
    assert!(
        density
            .iter()
            .all(|&density| density >= 0.0 && density.is_finite())
    );
    let half = |ahead: bool| -> f32 {
        let cells = density.iter().enumerate();
        cells
            .filter(|(cell, _)| (cell % 64 > 32) == ahead)
            .map(|(_, d)| d)
            .sum()
    };
    assert!(half(true) > 5.0 * half(false));
    let said = room.succeeds(&[
        "field", "s.toml", "--what", "spectrum", "--time", "0", "--out", "s.png",
    ]);
    assert!(said.starts_with("range: 0 "), "{said}");
    let said = room.succeeds(&[
        "field", "s.toml", "--what", "foam", "--time", "9", "--out", "f.png",
    ]);
    assert_eq!(said, "range: 0 1\n");
    let said = room.succeeds(&[
        "field",
        "s.toml",
        "--what",
        "displacement",
        "--time",
        "9",
        "--out",
        "d.png",
    ]);
    assert!(said.ends_with(" (0 is 32768)\n"), "{said}");
}

#[test]
fn any_time_is_taken_and_what_is_none_is_refused() {
    let room = Room::new();
    for model in ["gerstner", "sea"] {
        let size = [
            "--set",
            "water.size=[16,16]",
            "--model",
            model,
            "--out",
            "h.npy",
        ];
        for time in ["1e9", "-1e9", "-1e-3", "1e12", "0.001"] {
            room.succeeds(&[&["field", "--time", time], &size[..]].concat());
            let (.., heights) = npy(&room.read("h.npy"));
            assert!(heights.iter().all(|height| height.is_finite()));
            assert!(heights.iter().any(|height| height.abs() > 0.01));
        }
    }
    for time in ["nan", "inf", "-inf", "1e13", "noon", ""] {
        let time = format!("--time={time}");
        let ran = room.run(&["field", &time, "--model", "sea", "--out", "n.npy"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.err.contains("--time") && ran.err.contains("seconds"),
            "{ran:?}"
        );
    }
    let both = [
        "field", "--time", "1", "--steps", "1", "--model", "sea", "--out", "n.npy",
    ];
    let ran = room.run(&both);
    assert!(ran.code == 2 && ran.err.contains("--steps"), "{ran:?}");
    let neither = room.run(&["field", "--model", "sea", "--out", "n.npy"]);
    assert!(
        neither.code == 2 && neither.err.contains("--steps"),
        "{neither:?}"
    );
}

#[test]
fn what_a_model_has_not_is_refused_with_those_that_have_it() {
    let room = Room::new();
    room.fails(
        &["field", "--time", "1", "--out", "n.npy"],
        &[
            "--time",
            "the model ripple goes step by step",
            "gerstner, sea",
            "--model NAME",
        ],
    );
    for (what, those) in [
        (
            "displacement",
            "these do: iwave, iwave-exact, gerstner, sea",
        ),
        ("jacobian", "these do: gerstner, sea"),
        ("folding", "these do: gerstner, sea"),
        ("foam", "these do: gerstner, sea"),
    ] {
        room.fails(
            &[
                "field",
                "--what",
                what,
                "--steps",
                "1000000000",
                "--out",
                "n.npy",
            ],
            &["--what", what, "the model ripple", those, "--model NAME"],
        );
    }
    room.fails(
        &[
            "field", "--model", "gerstner", "--what", "spectrum", "--time", "1", "--out", "n.npy",
        ],
        &[
            "--what spectrum",
            "the model gerstner has no spectrum",
            ": sea (--model NAME)",
        ],
    );
    room.fails(
        &[
            "field", "--model", "sea", "--what", "depth", "--time", "1", "--out", "n.npy",
        ],
        &["--what depth", "the model sea knows no depth", "wave"],
    );
    room.fails(
        &[
            "field",
            "--set",
            "compare.model=coarse",
            "--model",
            "sea",
            "--compare",
            "--time",
            "1",
            "--out",
            "n.npy",
        ],
        &["--time", "the model coarse", "--set compare.model=NAME"],
    );
}

#[test]
fn waves_that_are_too_steep_are_lowered_and_a_warning_names_sum_and_factor() {
    let room = Room::new();
    let steep = WAVE.replace("amplitude = 2", "amplitude = 5");
    room.write("s.toml", &steep);
    let ran = room.run(&["field", "s.toml", "--time", "0", "--out", "h.npy"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    // 5·2π/20 = 1.571, of which 0.999 is left: a 1.5724th.
    for needle in ["s.toml:6", "1.571", "divided by 1.5724"] {
        assert!(ran.err.contains(needle), "{needle}: {ran:?}");
    }
    let highest = npy(&room.read("h.npy")).2.into_iter().fold(0.0, f32::max);
    near(highest, 0.999 * 20.0 / TAU, 1e-5);
}

#[test]
fn a_clip_of_a_period_closes() {
    let room = Room::new();
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/loop.toml");
    // Eight seconds, in a second of the scene 60 steps.
    let drawn = |steps: usize| {
        let (steps, out) = (steps.to_string(), format!("{steps}.png"));
        room.succeeds(&[
            "render",
            scene,
            "--steps",
            &steps,
            "--size",
            "160x90",
            "--set",
            "water.size=[64,64]",
            "--out",
            &out,
        ]);
        image::load_from_memory(&room.read(&out)).unwrap().to_rgb8()
    };
    let [begin, middle, end] = [0, 240, 480].map(drawn);
    assert_ne!(begin, middle);
    assert_eq!(begin, end);
}

#[test]
fn a_period_that_is_none_is_a_message_for_every_sea() {
    let room = Room::new();
    for model in ["gerstner", "sea"] {
        room.fails(
            &[
                "field",
                "--model",
                model,
                "--set",
                "water.period=1e-300",
                "--time",
                "0",
                "--out",
                "n.npy",
            ],
            &["period", "at least 0.1 s"],
        );
    }
}

#[test]
fn what_is_at_the_ends_of_the_ranges_is_a_sea_or_a_message_that_names_the_limit() {
    let room = Room::new();
    let sea = ["field", "--model", "sea", "--time", "3", "--out", "n.npy"];
    for (sets, needles) in [
        (&["water.patch=1e9"][..], &["patch", "100000"][..]),
        (&["water.depth=0"], &["depth", "0.01"]),
        (
            &["water.size=[3, 3]", "water.cascades=2"],
            &["cascades", "16 × 16"],
        ),
    ] {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<_> = sea.into_iter().chain(sets).collect();
        room.fails(&args, needles);
    }
    for (sets, flat) in [
        (&["water.size=[3, 3]"][..], false),
        (&["water.size=[16, 16]", "water.wind=0"], true),
    ] {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<_> = sea.into_iter().chain(sets).collect();
        // So few cells hold nothing of a wind's waves, and one line says so; of no wind there is nothing to hold.
        let ran = room.run(&args);
        let warning = ran.err.strip_prefix("warning: ");
        assert_eq!((ran.code, warning.is_some()), (0, !flat), "{ran:?}");
        assert!(
            warning.is_none_or(|line| line.contains("of the 1.32 m") && line.contains("cells of"))
        );
        let (.., heights) = npy_of_any_shape(&room.read("n.npy"));
        assert!(heights.iter().all(|height| height.is_finite()));
        assert_eq!(heights.iter().all(|&height| height == 0.0), flat);
    }
}

//! `field` of the seas: any time, and fields that pools do not have.

use crate::support::{TempFolder, npy, npy_of_any_shape};
use std::f32::consts::TAU;

/// One wave along +x with a length of 20 m and an amplitude of 2 m: k = π/10, ω = 1.7555 rad/s.
const WAVE: &str = "[water]\nmodel = \"gerstner\"\nsize = [40, 20]\npatch = 100\ndispersion = \"deep\"\n\
    [[wave]]\nlength = 20\namplitude = 2\n";

/// Shape and numbers of a field of a scene.
fn field(folder: &TempFolder, scene: &str, more: &str) -> (Vec<usize>, Vec<f32>) {
    folder.write("s.toml", scene);
    let stdout = folder.succeeds(&format!("field s.toml --out f.npy {more}"));
    assert_eq!(stdout, "");
    npy_of_any_shape(&folder.read("f.npy"))
}

fn near(got: f32, expected: f32, tolerance: f32) {
    assert!((got - expected).abs() <= tolerance, "{got} for {expected}");
}

#[test]
fn every_field_of_a_single_wave_matches_its_formula() {
    let folder = TempFolder::new();
    for time in ["0", "0.75", "-3.5", "-1e3"] {
        let of = |what: &str| field(&folder, WAVE, &format!("--what {what} --time {time}"));
        let (height, slope) = (of("height"), of("slope"));
        let (displacement, jacobian, folding) = (of("displacement"), of("jacobian"), of("folding"));
        let (velocity, foam) = (of("velocity"), of("foam"));
        let direction = of("fold-direction");
        assert_eq!(
            (&height.0[..], &slope.0[..]),
            (&[20, 40][..], &[20, 40, 2][..])
        );
        assert_eq!(displacement.0, [20, 40, 2]);
        assert!(foam.1.iter().all(|foam| (0.0..=1.0).contains(foam)));
        let (k, omega) = (TAU / 20.0, (9.81 * TAU / 20.0).sqrt());
        for cell in [0, 1, 7, 39, 40 * 19 + 11] {
            let angle = k * 2.5 * (cell % 40) as f32 - omega * time.parse::<f32>().unwrap();
            let max = if time == "-1e3" { 2e-3 } else { 1e-5 };
            near(height.1[cell], 2.0 * angle.cos(), max);
            near(slope.1[2 * cell], -2.0 * k * angle.sin(), max);
            near(slope.1[2 * cell + 1], 0.0, 1e-6);
            // D of docs/models.md §9: the surface lies at x − D, as in Gerstner's solution.
            near(displacement.1[2 * cell], 2.0 * angle.sin(), max);
            near(displacement.1[2 * cell + 1], 0.0, 1e-6);
            // Only lines along x are compressed.
            let stretch = 1.0 - 2.0 * k * angle.cos();
            near(jacobian.1[cell], stretch, max);
            near(folding.1[cell], stretch.min(1.0), max);
            if stretch < 0.95 {
                assert_eq!(
                    direction.1[2 * cell..][..2],
                    [1.0, 0.0],
                    "compressed along x"
                );
            } else if stretch > 1.05 {
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
fn the_velocity_of_a_sea_is_in_metres_per_second_whatever_the_step() {
    let folder = TempFolder::new();
    let fast = ["15", "60", "240"].map(|steps| {
        let set = format!("water.steps_per_second={steps}");
        field(
            &folder,
            WAVE,
            &format!("--what velocity --time 2 --set {set}"),
        )
        .1
    });
    // The amplitude 2 m times ω = √(2πg/20 m), by the root of twice the mean square over whole waves.
    let squares = fast[0].iter().map(|fast| fast * fast);
    let max = (2.0 * squares.sum::<f32>() / fast[0].len() as f32).sqrt();
    assert!(
        (max / (2.0 * (9.81 * TAU / 20.0).sqrt()) - 1.0).abs() < 0.01,
        "{max}"
    );
    for other in &fast[1..] {
        for (a, b) in other.iter().zip(&fast[0]) {
            near(*a, *b, 2e-3);
        }
    }
}

#[test]
fn steps_and_time_agree_and_ripples_add_to_heights_and_slopes() {
    let folder = TempFolder::new();
    let steps = field(&folder, WAVE, "--steps 90");
    assert_eq!(steps, field(&folder, WAVE, "--time 1.5"));
    let stone = format!("{WAVE}[[drop]]\nstep = 80\nradius = 3\nweight = 50\n");
    let poked = field(&folder, &stone, "--steps 90");
    assert_ne!(steps, poked);
    assert_eq!(steps, field(&folder, &stone, "--time 1.5"), "the sea alone");
    let slope = |scene: &str| field(&folder, scene, "--steps 90 --what slope").1;
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
fn the_spectrum_has_no_mean_and_most_energy_downwind() {
    let folder = TempFolder::new();
    let scene = "[water]\nmodel = \"sea\"\nsize = [64, 64]\npatch = 200\nwind_direction = 0\n";
    let (shape, density) = field(&folder, scene, "--what spectrum --time 0");
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
    let stdout = folder.succeeds("field s.toml --what spectrum --time 0 --out s.png");
    assert!(stdout.starts_with("range: 0 "), "{stdout}");
    let stdout = folder.succeeds("field s.toml --what foam --time 9 --out f.png");
    assert_eq!(stdout, "range: 0 1\n");
    let stdout = folder.succeeds("field s.toml --what displacement --time 9 --out d.png");
    assert!(stdout.ends_with(" (0 is 32768)\n"), "{stdout}");
}

#[test]
fn any_finite_time_is_accepted_and_others_are_refused() {
    let folder = TempFolder::new();
    for model in ["gerstner", "sea"] {
        let size = format!("--set water.size=[16,16] --model {model} --out h.npy");
        for time in ["1e9", "-1e9", "-1e-3", "1e12", "0.001"] {
            folder.succeeds(&format!("field --time {time} {size}"));
            let (.., heights) = npy(&folder.read("h.npy"));
            assert!(heights.iter().all(|height| height.is_finite()));
            assert!(heights.iter().any(|height| height.abs() > 0.01));
        }
    }
    for time in ["nan", "inf", "-inf", "1e13", "noon", ""] {
        let time = format!("--time={time}");
        let result = folder.run(&format!("field {time} --model sea --out n.npy"));
        assert_eq!(result.code, 2, "{result:?}");
        assert!(
            result.err.contains("--time") && result.err.contains("seconds"),
            "{result:?}"
        );
    }
    let both = "field --time 1 --steps 1 --model sea --out n.npy";
    let result = folder.run(both);
    assert!(
        result.code == 2 && result.err.contains("--steps"),
        "{result:?}"
    );
    let neither = folder.run("field --model sea --out n.npy");
    assert!(
        neither.code == 2 && neither.err.contains("--steps"),
        "{neither:?}"
    );
}

#[test]
fn a_missing_field_is_refused_with_the_models_that_have_it() {
    let folder = TempFolder::new();
    folder.fails(
        "field --time 1 --out n.npy",
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
        ("depth", "these do: wave, iwave"),
    ] {
        let message = folder.fails(
            &format!("field --what {what} --steps 1000000000 --set rain.seed=1 --out n.npy"),
            &["--what", what, "the model ripple", those, "--model NAME"],
        );
        assert!(!message.contains("coarse"), "{message}");
    }
    folder.fails(
        "field --model gerstner --what spectrum --time 1 --out n.npy",
        &[
            "--what spectrum",
            "the model gerstner has no spectrum",
            ": sea (--model NAME)",
        ],
    );
    folder.fails(
        "field --model sea --what depth --time 1 --out n.npy",
        &["--what depth", "the model sea has no depth", "wave"],
    );
    folder.fails(
        "field --set compare.model=coarse --model sea --compare --time 1 --out n.npy",
        &["--time", "the model coarse", "--set compare.model=NAME"],
    );
}

#[test]
fn too_steep_waves_are_scaled_down_with_a_warning() {
    let folder = TempFolder::new();
    let steep = WAVE.replace("amplitude = 2", "amplitude = 5");
    folder.write("s.toml", &steep);
    let result = folder.run("field s.toml --time 0 --out h.npy");
    assert_eq!(result.code, 0, "{result:?}");
    assert_eq!(result.err.lines().count(), 1, "{result:?}");
    // 5·2π/20 = 1.571 is reduced to 0.999, by the factor 1.5724.
    for needle in ["s.toml:6", "1.571", "divided by 1.5724"] {
        assert!(result.err.contains(needle), "{needle}: {result:?}");
    }
    let highest = npy(&folder.read("h.npy")).2.into_iter().fold(0.0, f32::max);
    near(highest, 0.999 * 20.0 / TAU, 1e-5);
}

#[test]
fn a_clip_of_a_period_closes() {
    let folder = TempFolder::new();
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/loop.toml");
    // The period is 8 s, at 60 steps per second.
    let drawn = |steps: usize| {
        let (steps, out) = (steps.to_string(), format!("{steps}.png"));
        folder.succeeds(&format!(
            "render {scene} --steps {steps} --size 160x90 --set water.size=[64,64] --out {out}"
        ));
        image::load_from_memory(&folder.read(&out))
            .unwrap()
            .to_rgb8()
    };
    let [begin, middle, end] = [0, 240, 480].map(drawn);
    assert_ne!(begin, middle);
    assert_eq!(begin, end);
}

#[test]
fn extreme_settings_give_a_sea_or_a_message_that_names_the_limit() {
    let folder = TempFolder::new();
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
        folder.fails(&args, needles);
    }
    for (sets, flat) in [
        (&["water.size=[3, 3]"][..], false),
        (&["water.size=[16, 16]", "water.wind=0"], true),
    ] {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let args: Vec<_> = sea.into_iter().chain(sets).collect();
        // So few cells resolve no waves of the wind, which is a warning. Without wind there are none.
        let result = folder.run(&args);
        let warning = result.err.strip_prefix("warning: ");
        assert_eq!((result.code, warning.is_some()), (0, !flat), "{result:?}");
        assert!(
            warning.is_none_or(|line| line.contains("of the 1.32 m") && line.contains("cells of"))
        );
        let (.., heights) = npy_of_any_shape(&folder.read("n.npy"));
        assert!(heights.iter().all(|height| height.is_finite()));
        assert_eq!(heights.iter().all(|&height| height == 0.0), flat);
    }
}

#[test]
fn the_surface_at_any_place_of_a_choppy_wave_is_the_point_that_has_moved_there() {
    let folder = TempFolder::new();
    folder.write("s.toml", WAVE.replace("[40, 20]", "[800, 8]"));
    let time = 3.1;
    // x = x₀ − A·sin θ and y = A·cos θ with θ = k·x₀ − ωt (docs/models.md §7); rest places count from the patch's middle.
    let (k, omega) = (TAU / 20.0, (9.81 * TAU / 20.0).sqrt());
    let cell = 100.0 / 800.0;
    let rests = [-31.0_f32, -1.5, 0.0, 0.7, 5.0, 44.4, 130.0];
    let phases = rests.map(|rest| k * (rest + 50.0 - 0.5 * cell) - omega * time);
    let moved = |index: usize| rests[index] - 2.0 * phases[index].sin();
    let places: String = (0..rests.len())
        .map(|index| format!("{}; 3.25\n", moved(index)))
        .collect();
    folder.write("p.csv", format!("x; z\n# a buoy\n{places}"));
    folder.succeeds("field s.toml --points p.csv --time 3.1 --out o.npy");
    let (rows, columns, numbers) = npy(&folder.read("o.npy"));
    assert_eq!((rows, columns), (rests.len(), 9));
    for (index, row) in numbers.chunks(9).enumerate() {
        let (sin, cos) = phases[index].sin_cos();
        near(row[0], moved(index), 2e-4);
        near(row[1], 3.25, 1e-6);
        near(row[2], 2.0 * cos, 2e-3);
        // The tangent is (1 − kA·cos θ, −kA·sin θ).
        let tangent = [1.0 - 2.0 * k * cos, -2.0 * k * sin];
        let length = tangent[0].hypot(tangent[1]);
        near(row[3], -tangent[1] / length, 8e-3);
        near(row[4], tangent[0] / length, 8e-3);
        near(row[6], 2.0 * omega * cos, 8e-3);
        near(row[7], 2.0 * omega * sin, 8e-3);
    }
    folder.succeeds("field s.toml --points p.csv --time 3.1 --out o.csv");
    let text = String::from_utf8(folder.read("o.csv")).unwrap();
    assert_eq!(text.lines().count(), rests.len());
}

#[test]
fn a_bad_table_of_places_is_refused_with_its_line() {
    let folder = TempFolder::new();
    for (places, needles) in [
        (
            "0, 0\n3, 0\n",
            &["line 2", "`3, 0`", "from -1 to 1 m along x"][..],
        ),
        ("x,z\n0,0,0\n", &["p.csv", "line 2", "two numbers"]),
        ("nan, 0\n", &["line 1", "two finite numbers"]),
        ("", &["p.csv", "no rows"]),
    ] {
        folder.write("p.csv", places);
        folder.fails(
            "field --model wave --points p.csv --steps 1 --out o.csv",
            needles,
        );
    }
    let png = "field --model wave --points p.csv --steps 1 --out o.png";
    folder.fails(png, &[".csv or .npy"]);
    folder.fails(
        "field --model wave --points none.csv --steps 1 --out o.csv",
        &["none.csv", "no such file"],
    );
}

//! `field`: the numbers of the water, compared with an independent implementation of the recurrence.

use super::reference::{Reference, reference};
use crate::support::{TempFolder, npy, npy_of_any_shape};

#[test]
fn a_field_equals_the_recurrence_in_npy_exr_and_csv() {
    let folder = TempFolder::new();
    let (scene, water) = reference();
    let expected = water.field();
    assert!(expected.iter().any(|&height| height != height.trunc()));
    folder.write("s.toml", scene);
    let field = |out: &str| {
        let stdout = folder.succeeds(&format!(
            "field s.toml --what height --steps 37 --out {out}"
        ));
        assert_eq!(stdout, "");
    };
    field("h.npy");
    assert_eq!(npy(&folder.read("h.npy")), (30, 40, expected.clone()));

    field("h.exr");
    let image = exr::prelude::read_first_flat_layer_from_file(folder.path("h.exr")).unwrap();
    let layer = image.layer_data;
    assert_eq!((layer.size.x(), layer.size.y()), (40, 30));
    let channels = layer.channel_data.list;
    assert_eq!(channels.len(), 1);
    assert_eq!(channels[0].name.to_string(), "Y");
    let exr::prelude::FlatSamples::F32(samples) = &channels[0].sample_data else {
        panic!("32 bits")
    };
    assert_eq!(*samples, expected);

    field("h.csv");
    let text = String::from_utf8(folder.read("h.csv")).unwrap();
    let rows: Vec<Vec<f32>> = text
        .lines()
        .map(|line| {
            line.split(',')
                .map(|number| number.parse().unwrap())
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 30);
    assert!(rows.iter().all(|row| row.len() == 40));
    assert_eq!(rows.concat(), expected);
}

#[test]
fn a_field_as_png_is_16_bit_over_the_range_on_stdout() {
    let folder = TempFolder::new();
    let (scene, water) = reference();
    let expected = water.field();
    folder.write("s.toml", scene);
    let stdout = folder.succeeds("field s.toml --steps 37 --out h.png");
    let low = expected.iter().copied().fold(f32::INFINITY, f32::min);
    let high = expected.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert_eq!(stdout, format!("range: {low} {high}\n"));
    let picture = image::open(folder.path("h.png")).unwrap();
    let image::DynamicImage::ImageLuma16(picture) = picture else {
        panic!("16-bit grey")
    };
    assert_eq!(picture.dimensions(), (40, 30));
    for (pixel, &height) in picture.pixels().zip(&expected) {
        let found = f64::from(low) + f64::from(pixel.0[0]) / 65535.0 * f64::from(high - low);
        let half = f64::from(high - low) / 65535.0 / 2.0;
        assert!(
            (found - f64::from(height)).abs() <= 1.001 * half,
            "{found} for {height}"
        );
    }
}

#[test]
fn a_field_at_rest_is_zero_with_an_empty_range() {
    let folder = TempFolder::new();
    folder.succeeds("field --steps 100 --out h.npy");
    assert_eq!(npy(&folder.read("h.npy")), (256, 256, vec![0.0; 65536]));
    let stdout = folder.succeeds("field --steps 1000000000 --out h.png");
    assert_eq!(stdout, "range: 0 0\n");
}

#[test]
fn a_stone_is_as_deep_as_its_weight_and_has_no_effect_before_its_step() {
    let folder = TempFolder::new();
    let size = "water.size=[9,9]";
    let drop = "drop.0.step=1";
    folder.succeeds(&format!(
        "field --set {size} --set {drop} --steps 1 --out h.npy"
    ));
    assert!(
        npy(&folder.read("h.npy"))
            .2
            .iter()
            .all(|&height| height == 0.0)
    );
    let big = "drop.0.radius=99";
    folder.succeeds(&format!(
        "field --set {size} --set {drop} --set {big} --steps 2 --out h.npy"
    ));
    // All 49 interior cells were −100: half the sum of the four neighbours is −200, and a 32nd part is damped.
    let (.., heights) = npy(&folder.read("h.npy"));
    assert_eq!(heights[4 * 9 + 4], -200.0 + 7.0);
    assert_eq!(heights[0], 0.0);
}

#[test]
fn heights_saturate_at_the_ends_of_16_bits() {
    let folder = TempFolder::new();
    for (weight, fraction) in [(-32768, 0), (32767, 0), (32767, 7), (-32768, 7)] {
        let sets = [
            format!("drop.0.weight={weight}"),
            format!("water.fraction_bits={fraction}"),
            "drop.0.radius=99".into(),
            "water.size=[12, 10]".into(),
            "water.damping=15".into(),
        ];
        let mut arguments: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
        arguments.extend(["--steps", "9", "--out", "h.npy"]);
        arguments.insert(0, "field");
        folder.succeeds(&arguments);
        let mut water = Reference::new(12, 10, 15, fraction);
        water.0.stone((6, 5), 99.0, weight);
        (0..9).for_each(|_| water.0.step());
        assert_eq!(
            npy(&folder.read("h.npy")).2,
            water.field(),
            "{weight} {fraction}"
        );
    }
}

#[test]
fn later_settings_override_earlier_ones_and_the_file() {
    let folder = TempFolder::new();
    folder.write("s.toml", "[water]\nsize = [20, 20]");
    let sets = "--set water.size=[7,5] --set water.size=[6,4]";
    folder.succeeds(&format!("field s.toml --steps 0 --out h.npy {sets}"));
    assert_eq!(npy(&folder.read("h.npy")), (4, 6, vec![0.0; 24]));
}

/// Writes a field of the scene of [`reference`] after its 37 steps. Returns stdout.
#[track_caller]
fn written(folder: &TempFolder, what: &str, out: &str) -> String {
    folder.write("s.toml", reference().0);
    folder.succeeds(&format!(
        "field s.toml --what {what} --steps 37 --out {out}"
    ))
}

/// (∂h/∂x, ∂h/∂z) of 40 × 30 cells of 5 cm, from heights in weights of 1/2048 m.
fn slopes(heights: &[f32]) -> Vec<[f32; 2]> {
    let metres = |x: usize, z: usize| f64::from(heights[z * 40 + x]) / 2048.0;
    let mut slopes = Vec::new();
    for z in 0..30 {
        for x in 0..40 {
            let along_x = match x {
                0 => (metres(1, z) - metres(0, z)) / 0.05,
                39 => (metres(39, z) - metres(38, z)) / 0.05,
                _ => (metres(x + 1, z) - metres(x - 1, z)) / 0.1,
            };
            let along_z = match z {
                0 => (metres(x, 1) - metres(x, 0)) / 0.05,
                29 => (metres(x, 29) - metres(x, 28)) / 0.05,
                _ => (metres(x, z + 1) - metres(x, z - 1)) / 0.1,
            };
            slopes.push([along_x as f32, along_z as f32]);
        }
    }
    slopes
}

#[track_caller]
fn assert_near(got: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(got.len(), expected.len());
    for (index, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!(
            (got - expected).abs() <= tolerance,
            "{index}: {got} for {expected}"
        );
    }
}

#[test]
fn velocity_is_the_change_of_the_last_step_in_weights() {
    let folder = TempFolder::new();
    written(&folder, "velocity", "v.npy");
    let expected = reference().1.velocity();
    assert!(expected.iter().any(|&velocity| velocity != 0.0));
    assert_eq!(npy(&folder.read("v.npy")), (30, 40, expected));
}

#[test]
fn slope_has_two_numbers_per_cell_in_npy_exr_and_csv() {
    let folder = TempFolder::new();
    let expected = slopes(&reference().1.field());
    // The scene has both slopes, also at the edge.
    assert!(expected.iter().any(|slope| slope[0] > 0.1));
    assert!(expected.iter().any(|slope| slope[1] > 0.1));
    assert!((0..30).any(|z| expected[z * 40][0] != 0.0));

    written(&folder, "slope", "s.npy");
    let (shape, numbers) = npy_of_any_shape(&folder.read("s.npy"));
    assert_eq!(shape, [30, 40, 2]);
    assert_near(&numbers, expected.as_flattened(), 1e-6);

    written(&folder, "slope", "s.exr");
    let image = exr::prelude::read_first_flat_layer_from_file(folder.path("s.exr")).unwrap();
    let channel = |name: &str| {
        let channels = &image.layer_data.channel_data.list;
        let channel = channels.iter().find(|channel| channel.name.eq(name));
        match &channel.unwrap().sample_data {
            exr::prelude::FlatSamples::F32(samples) => samples.clone(),
            _ => panic!("32 bits"),
        }
    };
    let (along_x, along_z) = (channel("R"), channel("G"));
    let pairs: Vec<f32> = along_x
        .iter()
        .zip(&along_z)
        .flat_map(|(&x, &z)| [x, z])
        .collect();
    assert_eq!(pairs, numbers);
    assert!(channel("B").iter().all(|&blue| blue == 0.0));

    written(&folder, "slope", "s.csv");
    let text = String::from_utf8(folder.read("s.csv")).unwrap();
    assert_eq!(text.lines().count(), 30);
    let parsed = |line: &str| -> Vec<f32> {
        line.split(',')
            .map(|number| number.parse().unwrap())
            .collect()
    };
    assert!(text.lines().all(|line| parsed(line).len() == 80));
    let all: Vec<f32> = text.lines().flat_map(parsed).collect();
    assert_eq!(all, numbers);
}

#[test]
fn slope_as_png_is_red_and_green_with_zero_at_the_middle_level() {
    let folder = TempFolder::new();
    let stdout = written(&folder, "slope", "s.png");
    let expected = slopes(&reference().1.field());
    let [low, high] = {
        let mut words = stdout.strip_prefix("range: ").unwrap().split(' ');
        [(); 2].map(|()| words.next().unwrap().parse::<f64>().unwrap())
    };
    assert!(stdout.ends_with(" (0 is 32768)\n"), "{stdout}");
    let image::DynamicImage::ImageRgb16(picture) = image::open(folder.path("s.png")).unwrap()
    else {
        panic!("16-bit colours")
    };
    assert_eq!(picture.dimensions(), (40, 30));
    let step = (high - low) / 65535.0;
    let mut flat = 0;
    for (pixel, slope) in picture.pixels().zip(&expected) {
        let [red, green, blue] = pixel.0;
        for (level, &slope) in [red, green].into_iter().zip(slope) {
            let found = low + f64::from(level) * step;
            assert!(
                (found - f64::from(slope)).abs() < 0.51 * step,
                "{found} for {slope}"
            );
            if slope == 0.0 {
                assert_eq!(level, 32768);
                flat += 1;
            }
        }
        assert_eq!(blue, 0);
    }
    assert!(flat > 0);
    let stdout = folder.succeeds("field --what slope --steps 1 --out r.png");
    assert_eq!(stdout, "range: 0 0 (0 is 32768)\n");
}

#[test]
fn obstruction_is_1_in_water_and_0_in_walls_and_works_as_a_mask() {
    let folder = TempFolder::new();
    let walls =
        "[water]\nsize = [12, 8]\n[[obstacle]]\nwall = { from = [0.5, 0], to = [0.5, 0.5] }";
    folder.write("walls.toml", walls);
    let field = |scene: &str, out: &str| {
        folder.succeeds(&format!(
            "field {scene} --what obstruction --steps 0 --out {out}"
        ))
    };
    field("walls.toml", "o.npy");
    let expected: Vec<f32> = (0..96)
        .map(|cell| {
            if (5..7).contains(&(cell % 12)) && cell / 12 < 4 {
                0.0
            } else {
                1.0
            }
        })
        .collect();
    assert_eq!(npy(&folder.read("o.npy")), (8, 12, expected.clone()));
    assert_eq!(field("walls.toml", "o.png"), "range: 0 1\n");
    folder.write(
        "masked.toml",
        "[water]\nsize = [12, 8]\n[[obstacle]]\nmask = \"o.png\"",
    );
    field("masked.toml", "again.npy");
    assert_eq!(npy(&folder.read("again.npy")), (8, 12, expected));
    folder.write("open.toml", "[water]\nsize = [12, 8]");
    field("open.toml", "o.png");
    field("masked.toml", "open.npy");
    assert_eq!(npy(&folder.read("open.npy")), (8, 12, vec![1.0; 96]));
}

#[test]
fn compare_writes_the_field_of_the_second_water() {
    let folder = TempFolder::new();
    let scene = format!("{}[compare]\ndamping = 9\nfraction_bits = 1", reference().0);
    folder.write("s.toml", scene);
    let field = |more: &str| {
        let all = format!("field s.toml --steps 37 --out h.npy {more}");
        folder.succeeds(&all);
        npy(&folder.read("h.npy")).2
    };
    assert_eq!(field(""), reference().1.field());
    let mut other = Reference::new(40, 30, 9, 1);
    other.simulation();
    assert_eq!(field("--compare"), other.field());
    folder.fails(
        "field --compare --steps 1 --out n.npy",
        &["--compare", "one water", "[compare]"],
    );
}

#[test]
fn caustics_of_calm_water_equal_its_transmittance_in_the_sun() {
    let folder = TempFolder::new();
    let field = |sun: &str, out: &str| {
        let size = "--set water.size=[40,30] --set water.length=6";
        let options = format!("--steps 0 --what caustics --texels 16 {size}");
        folder.succeeds(&format!("field {options} {sun} --out {out}"));
        npy(&folder.read(out))
    };
    let (rows, columns, light) = field("--set sky.elevation=90", "noon.npy");
    assert_eq!((rows, columns), (12, 16));
    // Green light in fresh water, n = 1.3343: ((n − 1)/(n + 1))² is reflected at normal incidence.
    let through = 1.0 - (0.3343_f32 / 2.3343).powi(2);
    assert!(light.iter().all(|light| (light - through).abs() < 1e-4));

    // From +x at an elevation of 30°, light is refracted to 40.47° from the vertical. In a pool 6 m long and 1.6 m deep
    // the wall at +x shades 0.4549 of the floor, 3.64 columns of 16. R = ½(0.33997² + 0.06556²).
    let (rows, columns, light) = field("--set sky.elevation=30 --set sky.azimuth=90", "low.npy");
    for row in 0..rows {
        let row = &light[row * columns..][..columns];
        assert!(
            row[..12].iter().all(|light| (light - 0.94006).abs() < 1e-3),
            "{row:?}"
        );
        assert!((row[12] - 0.36 * 0.94006).abs() < 0.02, "{row:?}");
        assert_eq!(row[13..], [0.0; 3], "{row:?}");
    }

    let out = "--steps 0 --out none.npy";
    let with = |more: &str| format!("field {more} {out}");
    folder.fails(&with("--texels 9"), &["--texels", "caustics"]);
    folder.fails(&with("--what caustics --depth 3"), &["--depth", "pool"]);
    folder.fails(&with("--depth 3"), &["--depth", "caustics"]);
}

#[test]
fn caustics_below_a_sea_conserve_light_at_any_depth() {
    let folder = TempFolder::new();
    let light = |more: &str| {
        let sea = "field --model sea --what caustics --steps 0 --texels 64 --out sea.npy";
        let sets = "--set water.size=[64,32] --set water.patch=30 --set sky.elevation=90";
        folder.succeeds(&format!("{sea} {sets} {more}"));
        let (rows, columns, light) = npy(&folder.read("sea.npy"));
        assert_eq!((rows, columns), (32, 64));
        light
    };
    // n = 1.3408 for green light in the sea: ((n − 1)/(n + 1))² is reflected at normal incidence.
    let through = 1.0 - (0.3408_f32 / 2.3408).powi(2);
    let calm = light("--set water.wind=0 --depth 20");
    assert!(calm.iter().all(|light| (light - through).abs() < 1e-4));
    let spread = |light: &[f32]| {
        let mean = light.iter().sum::<f32>() / light.len() as f32;
        // Waves of so little slope transmit as much as level water, within a few thousandths.
        assert!((mean / through - 1.0).abs() < 0.01, "{mean}");
        let squares = light.iter().map(|light| (light / mean - 1.0).powi(2));
        (squares.sum::<f32>() / light.len() as f32).sqrt()
    };
    let wind = "--set water.wind=4 --set water.fetch=2";
    let at = |depth: &str| spread(&light(&format!("{wind} --depth {depth}")));
    let (near, deep) = (at("0.1"), at("8"));
    assert!(near < 0.2 && deep > 2.0 * near, "{near} and {deep}");
    // The default is the floor of the sea, if it is visible.
    let own = light(&format!("{wind} --set water.depth=8"));
    assert!(spread(&own) > 2.0 * near);
    let deep = "field --model sea --what caustics --steps 0 --out n.npy";
    folder.fails(deep, &["--depth", "floor"]);
}

#[test]
fn every_written_file_is_reported_on_stderr() {
    let folder = TempFolder::new();
    let wrote = |arguments: &str| {
        let result = folder.run(arguments);
        assert_eq!(
            (result.code, &*result.err),
            (0, ""),
            "{arguments:?}: {result:?}"
        );
        result.wrote
    };
    assert_eq!(
        wrote("field --set water.size=[6,4] --steps 2 --out h.png"),
        "wrote h.png: the height of ripple after 2 steps, 6 × 4\n"
    );
    assert_eq!(
        wrote("plot fresnel --size 300x200 --out f.svg"),
        "wrote f.svg: the chart fresnel, 300 × 200 pixels\n"
    );
    let sea = "--model sea --set water.size=[16,16] --set water.cascades=1";
    let maps = "--period 4 --count 3 --maps height,normal --out maps";
    assert_eq!(
        wrote(&format!("bake {sea} {maps}")),
        "wrote maps: 7 files: height_%04d.exr, normal_%04d.png and bake.json\n"
    );
    let view = "render --view picture --gl none --size 8x6 --out";
    assert_eq!(
        wrote(&format!("{view} a.png")),
        "wrote a.png: 8 × 6 pixels\n"
    );
    let clip = "c.gif --seconds 0.5 --fps 10";
    assert_eq!(
        wrote(&format!("{view} {clip}")),
        "wrote c.gif: 5 pictures of 8 × 6 pixels, 10 a second\n"
    );
}

#[test]
fn a_missing_field_is_refused_before_the_water_is_built() {
    let folder = TempFolder::new();
    // Building this sea takes half a minute and more memory than the shell allows.
    let script = |more: &str| {
        format!(
            "ulimit -v 1500000; exec $PROGRAM field --model sea --set 'water.size=[4096, 4096]' --out h.npy {more}"
        )
    };
    for (more, needles) in [
        ("--what depth --steps 1", &["depth", "wave, iwave"][..]),
        ("--compare --steps 1", &["--compare", "[compare]"]),
    ] {
        crate::support::check_refusal(1, &folder.shell(&script(more)), needles);
    }
}

#[test]
fn horizontal_velocity_has_two_numbers_per_cell_and_only_iwaves_have_it() {
    let folder = TempFolder::new();
    for model in ["iwave", "iwave-exact"] {
        let field = |what: &str| {
            let size = "water.size=[20,12]";
            let drop = "drop=[{at=[0.5,0.5],radius=3,weight=60}]";
            let options = format!("--set {size} --set {drop} --steps 5");
            let asked = format!("field --model {model} --what {what} --out u.npy");
            folder.succeeds(&format!("{asked} {options}"));
            npy_of_any_shape(&folder.read("u.npy"))
        };
        for what in ["horizontal-velocity", "displacement"] {
            let (shape, numbers) = field(what);
            assert_eq!(shape, [12, 20, 2], "{what}");
            assert!(numbers.iter().any(|number| number.abs() > 1e-4), "{what}");
        }
    }
    let out = "--what horizontal-velocity --steps 5 --out u.npy";
    let asked = format!("field --model wave {out}");
    folder.fails(
        &asked,
        &["wave", "no horizontal velocity", "iwave, iwave-exact"],
    );
}

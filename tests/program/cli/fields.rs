//! `field`: the numbers of the water, against the recurrence worked out anew.

use super::reference::{Reference, reference};
use crate::support::{Room, npy, npy_of_any_shape};

#[test]
fn a_field_is_the_recurrence_number_for_number_in_npy_exr_and_csv() {
    let room = Room::new();
    let (scene, water) = reference();
    let expected = water.field();
    assert!(expected.iter().any(|&height| height != height.trunc()));
    room.write("s.toml", scene);
    let field = |out: &str| {
        let said = room.succeeds(&[
            "field", "s.toml", "--what", "height", "--steps", "37", "--out", out,
        ]);
        assert_eq!(said, "");
    };
    field("h.npy");
    assert_eq!(npy(&room.read("h.npy")), (30, 40, expected.clone()));

    field("h.exr");
    let image = exr::prelude::read_first_flat_layer_from_file(room.path("h.exr")).unwrap();
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
    let text = String::from_utf8(room.read("h.csv")).unwrap();
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
fn a_field_as_png_is_sixteen_bits_between_the_range_on_stdout() {
    let room = Room::new();
    let (scene, water) = reference();
    let expected = water.field();
    room.write("s.toml", scene);
    let said = room.succeeds(&["field", "s.toml", "--steps", "37", "--out", "h.png"]);
    let low = expected.iter().copied().fold(f32::INFINITY, f32::min);
    let high = expected.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert_eq!(said, format!("range: {low} {high}\n"));
    let picture = image::open(room.path("h.png")).unwrap();
    let image::DynamicImage::ImageLuma16(picture) = picture else {
        panic!("16-bit grey")
    };
    assert_eq!(picture.dimensions(), (40, 30));
    for (pixel, &height) in picture.pixels().zip(&expected) {
        let told = f64::from(low) + f64::from(pixel.0[0]) / 65535.0 * f64::from(high - low);
        let half = f64::from(high - low) / 65535.0 / 2.0;
        assert!(
            (told - f64::from(height)).abs() <= 1.001 * half,
            "{told} for {height}"
        );
    }
}

#[test]
fn a_field_at_rest_is_zero_and_its_range_is_one_point() {
    let room = Room::new();
    room.succeeds(&["field", "--steps", "100", "--out", "h.npy"]);
    assert_eq!(npy(&room.read("h.npy")), (256, 256, vec![0.0; 65536]));
    let said = room.succeeds(&["field", "--steps", "1000000000", "--out", "h.png"]);
    assert_eq!(said, "range: 0 0\n");
}

#[test]
fn a_stone_is_its_weight_deep_and_nothing_happens_before_its_step() {
    let room = Room::new();
    let size = "water.size=[9, 9]";
    let drop = "drop.0.step=1";
    room.succeeds(&[
        "field", "--set", size, "--set", drop, "--steps", "1", "--out", "h.npy",
    ]);
    assert!(
        npy(&room.read("h.npy"))
            .2
            .iter()
            .all(|&height| height == 0.0)
    );
    let big = "drop.0.radius=99";
    room.succeeds(&[
        "field", "--set", size, "--set", drop, "--set", big, "--steps", "2", "--out", "h.npy",
    ]);
    // All 49 interior cells were −100: half of the sum of four, −200, less a 32nd part.
    let (.., heights) = npy(&room.read("h.npy"));
    assert_eq!(heights[4 * 9 + 4], -200.0 + 7.0);
    assert_eq!(heights[0], 0.0);
}

#[test]
fn heights_at_the_ends_of_sixteen_bits_stay_there() {
    let room = Room::new();
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
        room.succeeds(&arguments);
        let mut water = Reference::new(12, 10, 15, fraction);
        water.0.stone((6, 5), 99.0, weight);
        (0..9).for_each(|_| water.0.step());
        assert_eq!(
            npy(&room.read("h.npy")).2,
            water.field(),
            "{weight} {fraction}"
        );
    }
}

#[test]
fn later_settings_win_over_earlier_ones_and_over_the_file() {
    let room = Room::new();
    room.write("s.toml", "[water]\nsize = [20, 20]");
    let sets = ["--set", "water.size=[7, 5]", "--set", "water.size=[6, 4]"];
    room.succeeds(
        &[
            &["field", "s.toml", "--steps", "0", "--out", "h.npy"],
            &sets[..],
        ]
        .concat(),
    );
    assert_eq!(npy(&room.read("h.npy")), (4, 6, vec![0.0; 24]));
}

/// The scene of [`reference`] after its 37 steps, in a file of this name; what was said on stdout.
#[track_caller]
fn written(room: &Room, what: &str, out: &str) -> String {
    room.write("s.toml", reference().0);
    room.succeeds(&[
        "field", "s.toml", "--what", what, "--steps", "37", "--out", out,
    ])
}

/// (∂h/∂x, ∂h/∂z) of 40 × 30 cells of 5 cm with these heights in weights of 1/2048 m.
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
fn assert_near(got: &[f32], expected: &[f32], most: f32) {
    assert_eq!(got.len(), expected.len());
    for (index, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!(
            (got - expected).abs() <= most,
            "{index}: {got} for {expected}"
        );
    }
}

#[test]
fn velocity_is_what_the_last_step_added_in_weights() {
    let room = Room::new();
    written(&room, "velocity", "v.npy");
    let expected = reference().1.velocity();
    assert!(expected.iter().any(|&velocity| velocity != 0.0));
    assert_eq!(npy(&room.read("v.npy")), (30, 40, expected));
}

#[test]
fn slope_is_two_numbers_a_cell_in_npy_exr_and_csv() {
    let room = Room::new();
    let expected = slopes(&reference().1.field());
    // The scene shows both slopes, and slopes at the edge.
    assert!(expected.iter().any(|slope| slope[0] > 0.1));
    assert!(expected.iter().any(|slope| slope[1] > 0.1));
    assert!((0..30).any(|z| expected[z * 40][0] != 0.0));

    written(&room, "slope", "s.npy");
    let (shape, numbers) = npy_of_any_shape(&room.read("s.npy"));
    assert_eq!(shape, [30, 40, 2]);
    assert_near(&numbers, expected.as_flattened(), 1e-6);

    written(&room, "slope", "s.exr");
    let image = exr::prelude::read_first_flat_layer_from_file(room.path("s.exr")).unwrap();
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
    assert!(channel("B").iter().all(|&nothing| nothing == 0.0));

    written(&room, "slope", "s.csv");
    let text = String::from_utf8(room.read("s.csv")).unwrap();
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
fn slope_as_png_is_red_and_green_around_a_middle_that_is_flat() {
    let room = Room::new();
    let said = written(&room, "slope", "s.png");
    let expected = slopes(&reference().1.field());
    let [low, high] = {
        let mut words = said.strip_prefix("range: ").unwrap().split(' ');
        [(); 2].map(|()| words.next().unwrap().parse::<f64>().unwrap())
    };
    assert!(said.ends_with(" (0 is 32768)\n"), "{said}");
    let image::DynamicImage::ImageRgb16(picture) = image::open(room.path("s.png")).unwrap() else {
        panic!("16-bit colours")
    };
    assert_eq!(picture.dimensions(), (40, 30));
    let step = (high - low) / 65535.0;
    let mut flat = 0;
    for (pixel, slope) in picture.pixels().zip(&expected) {
        let [red, green, blue] = pixel.0;
        for (level, &slope) in [red, green].into_iter().zip(slope) {
            let told = low + f64::from(level) * step;
            assert!(
                (told - f64::from(slope)).abs() < 0.51 * step,
                "{told} for {slope}"
            );
            if slope == 0.0 {
                assert_eq!(level, 32768);
                flat += 1;
            }
        }
        assert_eq!(blue, 0);
    }
    assert!(flat > 0);
    let said = room.succeeds(&["field", "--what", "slope", "--steps", "1", "--out", "r.png"]);
    assert_eq!(said, "range: 0 0 (0 is 32768)\n");
}

#[test]
fn obstruction_is_1_in_open_water_and_0_in_walls_and_its_picture_is_the_mask_again() {
    let room = Room::new();
    let walls =
        "[water]\nsize = [12, 8]\n[[obstacle]]\nwall = { from = [0.5, 0], to = [0.5, 0.5] }";
    room.write("walls.toml", walls);
    let field = |scene: &str, out: &str| {
        room.succeeds(&[
            "field",
            scene,
            "--what",
            "obstruction",
            "--steps",
            "0",
            "--out",
            out,
        ])
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
    assert_eq!(npy(&room.read("o.npy")), (8, 12, expected.clone()));
    assert_eq!(field("walls.toml", "o.png"), "range: 0 1\n");
    room.write(
        "masked.toml",
        "[water]\nsize = [12, 8]\n[[obstacle]]\nmask = \"o.png\"",
    );
    field("masked.toml", "again.npy");
    assert_eq!(npy(&room.read("again.npy")), (8, 12, expected));
    room.write("open.toml", "[water]\nsize = [12, 8]");
    field("open.toml", "o.png");
    field("masked.toml", "open.npy");
    assert_eq!(npy(&room.read("open.npy")), (8, 12, vec![1.0; 96]));
}

#[test]
fn depth_of_a_water_that_knows_none_is_refused_before_a_step_is_made() {
    let room = Room::new();
    room.fails(
        &[
            "field",
            "--what",
            "depth",
            "--steps",
            "1000000000",
            "--set",
            "rain.seed=1",
            "--out",
            "d.npy",
        ],
        &["--what depth", "ripple", "knows no depth"],
    );
}

#[test]
fn the_water_beside_the_first_is_written_on_request() {
    let room = Room::new();
    let scene = format!("{}[compare]\ndamping = 9\nfraction_bits = 1", reference().0);
    room.write("s.toml", scene);
    let field = |more: &[&str]| {
        let all = [
            &["field", "s.toml", "--steps", "37", "--out", "h.npy"],
            more,
        ]
        .concat();
        room.succeeds(&all);
        npy(&room.read("h.npy")).2
    };
    assert_eq!(field(&[]), reference().1.field());
    let mut other = Reference::new(40, 30, 9, 1);
    other.simulation();
    assert_eq!(field(&["--compare"]), other.field());
    room.fails(
        &["field", "--compare", "--steps", "1", "--out", "n.npy"],
        &["--compare", "one water", "[compare]"],
    );
}

#[test]
fn caustics_of_calm_water_are_its_transmittance_wherever_the_sun_reaches() {
    let room = Room::new();
    let field = |sun: &[&str], out: &str| {
        let mut command = vec![
            "field", "--steps", "0", "--what", "caustics", "--texels", "16",
        ];
        command.extend(["--set", "water.size=[40, 30]", "--out", out]);
        command.extend(sun.iter().flat_map(|sun| ["--set", *sun]));
        room.succeeds(&command);
        npy(&room.read(out))
    };
    let (rows, columns, light) = field(&["sky.elevation=90"], "noon.npy");
    assert_eq!((rows, columns), (12, 16));
    // Green light in fresh water, n = 1.3343: ((n − 1)/(n + 1))² is mirrored straight down.
    let through = 1.0 - (0.3343_f32 / 2.3343).powi(2);
    assert!(light.iter().all(|light| (light - through).abs() < 1e-4));

    // From +x and 30° high: refracted to 40.47° off the vertical. In a pool 2 long and 2·1.6/6 deep the wall at +x keeps it off
    // 0.4549 of the floor, 3.64 columns of 16. R = ½(0.33997² + 0.06556²).
    let (rows, columns, light) = field(&["sky.elevation=30", "sky.azimuth=90"], "low.npy");
    for row in 0..rows {
        let row = &light[row * columns..][..columns];
        assert!(
            row[..12].iter().all(|light| (light - 0.94006).abs() < 1e-3),
            "{row:?}"
        );
        assert!((row[12] - 0.36 * 0.94006).abs() < 0.02, "{row:?}");
        assert_eq!(row[13..], [0.0; 3], "{row:?}");
    }

    let out = ["--steps", "0", "--out", "none.npy"];
    let with = |more: &[&'static str]| [&["field"], more, &out].concat();
    room.fails(&with(&["--texels", "9"]), &["--texels", "caustics"]);
    room.fails(
        &with(&["--what", "caustics", "--depth", "3"]),
        &["--depth", "pool"],
    );
    room.fails(&with(&["--depth", "3"]), &["--depth", "caustics"]);
}

#[test]
fn caustics_below_a_sea_are_told_at_any_depth_and_lose_no_light() {
    let room = Room::new();
    let light = |more: &[&str]| {
        let sea = [
            "field", "--model", "sea", "--what", "caustics", "--steps", "0", "--texels", "64",
            "--out", "sea.npy",
        ];
        let sets = ["water.size=[64, 32]", "water.patch=30", "sky.elevation=90"];
        let sets = sets.iter().flat_map(|set| ["--set", *set]);
        let command: Vec<_> = sea
            .into_iter()
            .chain(sets)
            .chain(more.iter().copied())
            .collect();
        room.succeeds(&command);
        let (rows, columns, light) = npy(&room.read("sea.npy"));
        assert_eq!((rows, columns), (32, 64));
        light
    };
    // n = 1.3408 of green light in the sea: ((n − 1)/(n + 1))² is mirrored straight down.
    let through = 1.0 - (0.3408_f32 / 2.3408).powi(2);
    let calm = light(&["--set", "water.wind=0", "--depth", "20"]);
    assert!(calm.iter().all(|light| (light - through).abs() < 1e-4));
    let spread = |light: &[f32]| {
        let mean = light.iter().sum::<f32>() / light.len() as f32;
        // Light waves of so little slope let through as much as level water, within a few thousandths.
        assert!((mean / through - 1.0).abs() < 0.01, "{mean}");
        let squares = light.iter().map(|light| (light / mean - 1.0).powi(2));
        (squares.sum::<f32>() / light.len() as f32).sqrt()
    };
    let wind = ["--set", "water.wind=4", "--set", "water.fetch=2"];
    let at = |depth: &str| spread(&light(&[&wind[..], &["--depth", depth]].concat()));
    let (near, deep) = (at("0.1"), at("8"));
    assert!(near < 0.2 && deep > 2.0 * near, "{near} and {deep}");
    // Its own floor, where it has one that is seen.
    let own = light(&[&wind[..], &["--set", "water.depth=8"]].concat());
    assert!(spread(&own) > 2.0 * near);
    let deep = [
        "field", "--model", "sea", "--what", "caustics", "--steps", "0", "--out", "n.npy",
    ];
    room.fails(&deep, &["--depth", "floor"]);
}

#[test]
fn what_was_written_is_told_beside_what_other_programs_read() {
    let room = Room::new();
    let wrote = |arguments: &[&str]| {
        let ran = room.run(arguments);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{arguments:?}: {ran:?}");
        ran.wrote
    };
    let field = [
        "field",
        "--set",
        "water.size=[6, 4]",
        "--steps",
        "2",
        "--out",
        "h.png",
    ];
    assert_eq!(
        wrote(&field),
        "wrote h.png: the height of ripple after 2 steps, 6 × 4\n"
    );
    assert_eq!(
        wrote(&["plot", "fresnel", "--size", "300x200", "--out", "f.svg"]),
        "wrote f.svg: the chart fresnel, 300 × 200 pixels\n"
    );
    let bake = [
        "bake",
        "--model",
        "sea",
        "--set",
        "water.size=[16,16]",
        "--set",
        "water.cascades=1",
        "--period",
        "4",
    ];
    let maps = ["--count", "3", "--maps", "height,normal", "--out", "maps"];
    assert_eq!(
        wrote(&[&bake[..], &maps].concat()),
        "wrote maps: 7 files: height_%04d.exr, normal_%04d.png and bake.json\n"
    );
    let view = [
        "render", "--view", "picture", "--gl", "none", "--size", "8x6", "--out",
    ];
    assert_eq!(
        wrote(&[&view[..], &["a.png"]].concat()),
        "wrote a.png: 8 × 6 pixels\n"
    );
    let clip = ["c.gif", "--seconds", "0.5", "--fps", "10"];
    assert_eq!(
        wrote(&[&view[..], &clip].concat()),
        "wrote c.gif: 5 pictures of 8 × 6 pixels, 10 a second\n"
    );
}

#[test]
fn a_field_that_the_model_has_not_is_refused_before_any_water_is_made() {
    let room = Room::new();
    // To make this sea takes half a minute and more memory than the shell allows here.
    let sea = [
        "--model",
        "sea",
        "--set",
        "water.size=[4096, 4096]",
        "--out",
        "h.npy",
    ];
    let script = |more: &str| {
        let line = sea.map(|word| format!("'{word}'")).join(" ");
        let program = env!("CARGO_BIN_EXE_waterlab");
        format!("ulimit -v 1500000; exec {program} field {line} {more}")
    };
    for (more, needles) in [
        ("--what depth --steps 1", &["depth", "wave, iwave"][..]),
        ("--compare --steps 1", &["--compare", "[compare]"]),
    ] {
        let mut shell = std::process::Command::new("sh");
        let ran = shell
            .args(["-c", &script(more)])
            .current_dir(room.path(""))
            .output();
        crate::support::check_refusal(1, &ran.unwrap().into(), needles);
    }
}

#[test]
fn a_horizontal_velocity_is_two_numbers_a_cell_of_both_iwaves_and_refused_of_the_others() {
    let room = Room::new();
    for model in ["iwave", "iwave-exact"] {
        let field = |what: &str| {
            let size = "water.size=[20, 12]";
            let drop = "drop=[{ at = [0.5, 0.5], radius = 3, weight = 60 }]";
            let options = ["--set", size, "--set", drop, "--steps", "5"];
            let asked = ["field", "--model", model, "--what", what, "--out", "u.npy"];
            room.succeeds(&[&asked[..], &options].concat());
            npy_of_any_shape(&room.read("u.npy"))
        };
        for what in ["horizontal-velocity", "displacement"] {
            let (shape, numbers) = field(what);
            assert_eq!(shape, [12, 20, 2], "{what}");
            assert!(numbers.iter().any(|number| number.abs() > 1e-4), "{what}");
        }
    }
    let out = [
        "--what",
        "horizontal-velocity",
        "--steps",
        "5",
        "--out",
        "u.npy",
    ];
    let asked = [&["field", "--model", "wave"], &out[..]].concat();
    room.fails(
        &asked,
        &["wave", "no horizontal velocity", "iwave, iwave-exact"],
    );
}

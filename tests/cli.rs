//! The program's contract, asked of the program itself.

mod support;

use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegEncoder;
use image::{AnimationDecoder, ExtendedColorType, ImageFormat, RgbaImage};
use std::io::Cursor;
use std::process::Stdio;
use support::{Ran, Room, check_refusal, npy};

const FIELD: [&str; 5] = ["field", "--steps", "1", "--out", "h.npy"];

/// The ripple, straight from its formula, on (columns, rows) with walls of 0.
struct Reference {
    columns: i64,
    rows: i64,
    damping: i64,
    bits: i64,
    current: Vec<i64>,
    previous: Vec<i64>,
}

impl Reference {
    fn new(columns: i64, rows: i64, damping: i64, bits: i64) -> Self {
        let rest = vec![0; (columns * rows) as usize];
        Self {
            columns,
            rows,
            damping,
            bits,
            current: rest.clone(),
            previous: rest,
        }
    }

    fn at(&self, x: i64, z: i64) -> usize {
        (z * self.columns + x) as usize
    }

    fn stone(&mut self, (x, z): (i64, i64), radius: f64, weight: i64) {
        for row in 1..self.rows - 1 {
            for column in 1..self.columns - 1 {
                let square = (column - x).pow(2) + (row - z).pow(2);
                if (square as f64) < radius * radius {
                    let at = self.at(column, row);
                    self.current[at] = (-weight * 2_i64.pow(self.bits as u32)).clamp(-32768, 32767);
                }
            }
        }
    }

    fn step(&mut self) {
        let mut next = self.current.clone();
        for z in 1..self.rows - 1 {
            for x in 1..self.columns - 1 {
                let near = [(x - 1, z), (x + 1, z), (x, z - 1), (x, z + 1)];
                let sum: i64 = near.iter().map(|&(x, z)| self.current[self.at(x, z)]).sum();
                let height = sum.div_euclid(2) - self.previous[self.at(x, z)];
                let height = height - height.div_euclid(1 << self.damping);
                let at = self.at(x, z);
                next[at] = height.clamp(-32768, 32767);
            }
        }
        self.previous = std::mem::replace(&mut self.current, next);
    }

    fn field(&self) -> Vec<f32> {
        let unit = 2_f32.powi(self.bits as i32);
        self.current
            .iter()
            .map(|&count| count as f32 / unit)
            .collect()
    }
}

/// A scene for the reference, and the reference after its 37 steps.
fn reference() -> (&'static str, Vec<f32>) {
    let scene = "
        [water]
        size = [40, 30]
        damping = 4
        fraction_bits = 2
        [[drop]]
        step = 10
        at = [0.5, 0.25]
        radius = 4
        weight = 100
        [[drop]]
        at = [1.0, 0.0]
        radius = 3.5
        weight = -32768
        [[stroke]]
        step = 20
        from = [0.1, 0.5]
        to = [0.3, 0.5]
        radius = 2
        weight = 40
        ";
    let mut water = Reference::new(40, 30, 4, 2);
    for step in 0..37 {
        if step == 0 {
            water.stone((39, 0), 3.5, -32768);
        }
        if step == 10 {
            water.stone((20, 7), 4.0, 100);
        }
        if step == 20 {
            (4..=12).for_each(|x| water.stone((x, 15), 2.0, 40));
        }
        water.step();
    }
    (scene, water.field())
}

#[test]
fn a_field_is_the_recurrence_number_for_number_in_npy_exr_and_csv() {
    let room = Room::new();
    let (scene, expected) = reference();
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
    let (scene, expected) = reference();
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
        water.stone((6, 5), 99.0, weight);
        (0..9).for_each(|_| water.step());
        assert_eq!(
            npy(&room.read("h.npy")).2,
            water.field(),
            "{weight} {fraction}"
        );
    }
}

#[test]
fn the_same_scene_gives_the_same_bytes_twice() {
    let room = Room::new();
    let rain = ["--set", "rain.drops_per_second=50", "--set", "rain.seed=11"];
    let twice = |arguments: &[&str], a: &str, b: &str| {
        for out in [a, b] {
            let arguments = [arguments, &["--out", out], &rain].concat();
            room.succeeds(&arguments);
        }
        assert_eq!(room.read(a), room.read(b), "{a}");
    };
    twice(&["field", "--steps", "200"], "a.npy", "b.npy");
    twice(&["field", "--steps", "50"], "a.exr", "b.exr");
    twice(
        &[
            "render", "--view", "picture", "--gl", "none", "--size", "90x60",
        ],
        "a.png",
        "b.png",
    );
    twice(
        &[
            "render",
            "--view",
            "picture",
            "--size",
            "90x60",
            "--seconds",
            "0.2",
        ],
        "a.gif",
        "b.gif",
    );
}

#[test]
fn a_picture_has_the_size_asked_for_in_every_format() {
    let room = Room::new();
    for extension in [
        "png", "jpg", "jpeg", "webp", "bmp", "tga", "tiff", "tif", "qoi", "ppm", "gif", "PNG",
    ] {
        let out = format!("a.{extension}");
        room.succeeds(&[
            "render", "--view", "picture", "--size", "33x21", "--steps", "3", "--out", &out,
        ]);
        let picture = image::open(room.path(&out)).unwrap_or_else(|error| panic!("{out}: {error}"));
        assert_eq!((picture.width(), picture.height()), (33, 21), "{out}");
        let picture = picture.into_rgb8();
        assert!(
            picture
                .pixels()
                .any(|pixel| pixel != picture.get_pixel(0, 0)),
            "{out} is of one colour"
        );
    }
}

#[test]
fn numbered_pictures_show_the_water_at_their_moments() {
    let room = Room::new();
    let common = [
        "--view",
        "picture",
        "--size",
        "64x48",
        "--set",
        "water.steps_per_second=90",
    ];
    let clip = [
        "render",
        "--out",
        "frames/%03d.png",
        "--seconds",
        "0.25",
        "--fps",
        "20",
    ];
    room.succeeds(&[&clip[..], &common, &["--steps", "30"]].concat());
    let names = support::names(&room.path("frames"));
    assert_eq!(
        names,
        ["000.png", "001.png", "002.png", "003.png", "004.png"]
    );
    // 90 steps a second, 20 pictures: 4.5 steps from one to the next, after 30.
    for (name, steps) in names.iter().zip(["30", "35", "39", "44", "48"]) {
        room.succeeds(
            &[
                &["render", "--out", "one.png", "--steps", steps],
                &common[..],
            ]
            .concat(),
        );
        assert_eq!(
            room.read(&format!("frames/{name}")),
            room.read("one.png"),
            "{name}"
        );
    }
}

#[test]
fn a_gif_lasts_as_long_as_asked_and_plays_for_ever() {
    let room = Room::new();
    let clip = [
        "render", "--view", "picture", "--size", "16x12", "--out", "c.gif",
    ];
    room.succeeds(&[&clip[..], &["--seconds", "1.1", "--fps", "30"]].concat());
    let bytes = room.read("c.gif");
    let frames = GifDecoder::new(Cursor::new(&bytes)).unwrap().into_frames();
    let frames = frames.collect_frames().unwrap();
    assert_eq!(frames.len(), 33);
    let milliseconds: u32 = frames
        .iter()
        .map(|frame| frame.delay().numer_denom_ms().0)
        .sum();
    assert_eq!(milliseconds, 1100);
    let at = bytes
        .windows(11)
        .position(|window| window == b"NETSCAPE2.0")
        .expect("it loops");
    assert_eq!(bytes[at + 11..at + 15], [3, 1, 0, 0]);
}

#[test]
fn an_mp4_is_made_where_there_is_ffmpeg_even_of_odd_size() {
    if std::process::Command::new("ffmpeg")
        .arg("-version")
        .output()
        .is_err()
    {
        return;
    }
    let room = Room::new();
    room.succeeds(&[
        "render",
        "--view",
        "picture",
        "--size",
        "33x21",
        "--out",
        "c.mp4",
        "--seconds",
        "0.5",
        "--fps",
        "10",
    ]);
    let bytes = room.read("c.mp4");
    assert_eq!(&bytes[4..8], b"ftyp");
    let find = |name: &[u8]| bytes.windows(4).position(|window| window == name);
    assert!(find(b"moov") < find(b"mdat"), "the index comes first");
    assert_eq!(room.names(), ["c.mp4"]);
}

#[test]
fn without_ffmpeg_an_mp4_is_refused_with_how_to_get_it() {
    let room = Room::new();
    let arguments = [
        "render",
        "--view",
        "picture",
        "--size",
        "8x8",
        "--out",
        "c.mp4",
        "--seconds",
        "0.1",
    ];
    let ran: Ran = room
        .command(&arguments)
        .env("PATH", "/nowhere")
        .output()
        .unwrap()
        .into();
    check_refusal(
        1,
        &ran,
        &["ffmpeg", "apt install", "dnf install", "pacman -S"],
    );
    assert_eq!(room.names(), [""; 0]);
}

#[cfg(unix)]
#[test]
fn when_ffmpeg_fails_its_last_words_are_the_error() {
    use std::os::unix::fs::PermissionsExt;
    let room = Room::new();
    room.write("c.mp4", "old");
    for script in [
        "#!/bin/sh\n/bin/cat > /dev/null\necho first >&2\necho 'no such codec' >&2\nexit 1\n",
        "#!/bin/sh\necho first >&2\necho 'no such codec' >&2\nexit 1\n",
    ] {
        room.write("ffmpeg", script);
        std::fs::set_permissions(room.path("ffmpeg"), PermissionsExt::from_mode(0o755)).unwrap();
        let arguments = [
            "render",
            "--view",
            "picture",
            "--size",
            "640x480",
            "--out",
            "c.mp4",
            "--seconds",
            "0.3",
        ];
        let ran: Ran = room
            .command(&arguments)
            .env("PATH", room.path(""))
            .output()
            .unwrap()
            .into();
        check_refusal(1, &ran, &["ffmpeg", "no such codec"]);
        assert_eq!(room.names(), ["c.mp4", "ffmpeg"]);
        assert_eq!(room.read("c.mp4"), b"old");
    }
}

#[test]
fn help_and_version_are_complete_and_succeed() {
    let room = Room::new();
    assert_eq!(
        room.succeeds(&["--version"]),
        format!("waterlab {}\n", env!("CARGO_PKG_VERSION"))
    );
    let help = room.succeeds(&["--help"]);
    for word in [
        "render",
        "field",
        "bench",
        "--view",
        "--model",
        "--size",
        "--picture",
        "--floor",
        "--sky",
        "--set",
        "--gl",
        "Examples:",
        "ripple",
        "mesh",
        "damping",
        "drops_per_second",
        "refraction",
        "displacement",
        "steps_per_second",
        "fov",
        "radius",
        "weight",
        "from 1 to 15",
    ] {
        assert!(help.contains(word), "no {word} in the help");
    }
    assert!(!help.contains("bake"), "this version bakes nothing");
    for (command, word) in [
        ("render", "--fps"),
        ("field", "--what"),
        ("bench", "--json"),
    ] {
        let help = room.succeeds(&[command, "--help"]);
        assert!(
            help.contains(word) && help.contains("Examples:"),
            "{command}: {help}"
        );
    }
}

#[test]
fn wrong_usage_is_refused_with_2() {
    let room = Room::new();
    for arguments in [
        &["--nonsense"][..],
        &["field"],
        &["field", "--steps", "1"],
        &["field", "--steps", "-1", "--out", "h.npy"],
        &[
            "field", "--steps", "1", "--out", "h.npy", "--what", "colour",
        ],
        &[
            "field",
            "--steps",
            "1",
            "--out",
            "h.npy",
            "--set",
            "water.damping",
        ],
        &["render", "--size", "0x10", "--out", "a.png"],
        &["render", "--size", "16385x10", "--out", "a.png"],
        &["render", "--size", "10", "--out", "a.png"],
        &["render", "--view", "mosh", "--out", "a.png"],
        &["render", "--model", "riple", "--out", "a.png"],
        &["render", "--gl", "vulkan", "--out", "a.png"],
        &["render", "--seconds", "0", "--out", "a.gif"],
        &["render", "--seconds", "nan", "--out", "a.gif"],
        &["render", "--fps", "-3", "--out", "a.gif"],
    ] {
        let ran = room.run(arguments);
        assert_eq!((ran.code, &*ran.out), (2, ""), "{arguments:?}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{arguments:?}: {ran:?}");
    }
    let unknown = room
        .run(&[
            "field", "--steps", "1", "--out", "h.npy", "--what", "colour",
        ])
        .err;
    assert!(unknown.contains("height"), "{unknown}");
    assert_eq!(room.names(), [""; 0]);
}

#[test]
fn an_output_that_does_not_fit_the_options_is_refused_with_2() {
    let room = Room::new();
    let render = |arguments: &[&str], needles: &[&str]| {
        room.refuses(
            2,
            &[&["render", "--view", "picture"], arguments].concat(),
            needles,
        );
    };
    render(&["--out", "a.zip"], &["a.zip", ".png", ".mp4"]);
    render(&["--out", "plain"], &["plain", "extension"]);
    render(&["--out", "a.mp4"], &["a.mp4", "--seconds"]);
    render(&["--out", "%04d.png"], &["%04d.png", "--seconds"]);
    render(&["--out", "%d.zip", "--seconds", "1"], &["%d.zip"]);
    render(&["--out", "%s.png", "--seconds", "1"], &["%s.png", "%04d"]);
    render(
        &["--out", "a.png", "--seconds", "1"],
        &["a.png", "--seconds"],
    );
    render(&["--out", "a.png", "--fps", "10"], &["a.png", "--fps"]);
    render(
        &["--out", "a.gif", "--seconds", "1", "--fps", "101"],
        &["a.gif", "100"],
    );
    room.refuses(
        2,
        &["field", "--steps", "1", "--out", "h.jpg"],
        &["h.jpg", ".npy"],
    );
    room.refuses(
        2,
        &["s.toml", "field", "--steps", "1", "--out", "h.npy"],
        &["s.toml", "after"],
    );
}

#[test]
fn a_misspelt_command_is_answered_with_the_nearest_one() {
    let room = Room::new();
    room.refuses(2, &["rendr", "--out", "a.png"], &["rendr", "`render`"]);
    room.fails(&["feild"], &["feild", "`field`"]);
    room.fails(&["nothing.toml"], &["nothing.toml", "no such file"]);
}

#[test]
fn a_scene_that_cant_be_read_is_told_in_one_line() {
    let room = Room::new();
    room.write("latin.toml", b"[water]\n# caf\xe9\n");
    room.write("cut.toml", "[water]\nsize = [256,");
    room.write("picture.toml", [0x89, b'P', b'N', b'G', 0xff]);
    room.write("line\nbreak.toml", "bad = 1");
    room.write("keys.toml", "\"new\\nline\" = 1");
    std::fs::create_dir(room.path("folder")).unwrap();
    let field = |scene: &str, needles: &[&str]| {
        room.fails(&["field", scene, "--steps", "1", "--out", "h.npy"], needles);
    };
    field("missing.toml", &["missing.toml", "no such file"]);
    field("folder", &["folder", "is a folder"]);
    field("latin.toml", &["latin.toml", "line 2", "UTF-8"]);
    field("picture.toml", &["picture.toml", "UTF-8"]);
    field("cut.toml", &["cut.toml:2", "TOML"]);
    field("line\nbreak.toml", &["unknown key `bad`"]);
    field("keys.toml", &["keys.toml:1", "unknown key"]);
    field("latin.toml/x", &["latin.toml/x"]);
}

#[test]
fn a_scene_that_cant_be_obeyed_is_told_in_one_line() {
    let room = Room::new();
    for (scene, needles) in [
        ("[water]\ndamping = \"x\"", &["s.toml:2", "damping"][..]),
        ("[water]\nsize = [256]", &["s.toml:2", "size"]),
        ("[water]\nsize = [-256, 256]", &["s.toml:2", "-256"]),
        ("[water]\nsize = [8193, 256]", &["s.toml:2", "8193", "8192"]),
        (
            "[water]\ndampng = 3",
            &["s.toml:2", "dampng", "`water.damping`"],
        ),
        ("[[drop]]\nradius = nan", &["s.toml:2", "radius", "NaN"]),
        (
            "[[drop]]\nat = [1.5, 0.5]",
            &["s.toml:2", "1.5", "outside the pool"],
        ),
        ("[[drop]]\nweight = 40000", &["s.toml:2", "40000", "32767"]),
        ("[[obstacle]]\nwall = 1", &["s.toml:1", "obstacle", "walls"]),
        (
            "[rain]\ndrops_per_second = -1",
            &["s.toml:2", "drops_per_second", "-1"],
        ),
        ("[camera]\neye = [0, 0, 0]", &["s.toml:1", "eye", "target"]),
    ] {
        room.write("s.toml", scene);
        room.write("h.npy", "old");
        room.fails(
            &["field", "s.toml", "--steps", "1", "--out", "h.npy"],
            needles,
        );
        assert_eq!(room.read("h.npy"), b"old");
    }
    room.fails(
        &[&FIELD[..], &["--set", "water.damping=0"]].concat(),
        &["--set water.damping=0", "from 1 to 15"],
    );
    room.fails(
        &[&FIELD[..], &["--set", "zork=0"]].concat(),
        &["--set zork=0", "zork"],
    );
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

#[test]
fn options_before_and_after_the_command_add_up() {
    let room = Room::new();
    let before = ["--set", "water.size=[7, 5]", "--set", "drop.0.radius=9"];
    let after = [
        "--set",
        "water.size=[6, 4]",
        "--steps",
        "1",
        "--out",
        "h.npy",
    ];
    room.succeeds(&[&before[..], &["field"], &after].concat());
    let (rows, columns, heights) = npy(&room.read("h.npy"));
    assert_eq!((rows, columns), (4, 6));
    assert!(heights.iter().any(|&height| height != 0.0));
    let before = ["--view", "picture", "--size", "9x8", "--gl", "none"];
    room.succeeds(&[&before[..], &["render", "--out", "a.png", "--size", "5x4"]].concat());
    assert_eq!(image::image_dimensions(room.path("a.png")).unwrap(), (5, 4));
}

#[test]
fn the_mesh_view_without_gl_is_refused_with_the_way_out() {
    let room = Room::new();
    room.fails(
        &["render", "--gl", "none", "--out", "a.png"],
        &["mesh", "--view picture"],
    );
}

/// The picture view of calm water at the picture's own size: the picture itself, pixel for pixel.
#[track_caller]
fn shown(room: &Room, file: &str) -> RgbaImage {
    room.write(
        "calm.toml",
        "[view]\nkind = \"picture\"\nlook = \"nearest\"",
    );
    let out = "shown.png";
    room.succeeds(&[
        "render",
        "calm.toml",
        "--picture",
        file,
        "--gl",
        "none",
        "--steps",
        "2",
        "--out",
        out,
    ]);
    image::open(room.path(out)).unwrap().into_rgba8()
}

#[test]
fn pictures_of_every_kind_and_depth_are_shown_as_they_are() {
    let room = Room::new();
    let colour = |x: u32, y: u32| [(x * 20) as u8, (y * 30) as u8, (x * y) as u8, 255];
    let picture = RgbaImage::from_fn(12, 7, |x, y| image::Rgba(colour(x, y)));
    let rgb = image::DynamicImage::from(picture.clone()).into_rgb8();
    for name in [
        "a.png", "a.bmp", "a.tga", "a.tiff", "a.webp", "a.qoi", "a.ppm",
    ] {
        rgb.save(room.path(name)).unwrap();
        assert_eq!(shown(&room, name), picture, "{name}");
    }
    // The content counts, not the name.
    std::fs::copy(room.path("a.qoi"), room.path("b.jpg")).unwrap();
    assert_eq!(shown(&room, "b.jpg"), picture);

    let deep = image::ImageBuffer::from_fn(12, 7, |x, y| {
        image::Rgb(
            colour(x, y)
                .first_chunk::<3>()
                .unwrap()
                .map(|byte| u16::from(byte) * 257),
        )
    });
    deep.save(room.path("deep.png")).unwrap();
    assert_eq!(shown(&room, "deep.png"), picture);

    let grey = image::GrayImage::from_fn(12, 7, |x, y| image::Luma([(x * 9 + y) as u8]));
    grey.save(room.path("grey.png")).unwrap();
    let expected = image::DynamicImage::from(grey).into_rgba8();
    assert_eq!(shown(&room, "grey.png"), expected);

    let frames = [[200, 0, 0, 255], [0, 200, 0, 255]]
        .map(|colour| image::Frame::new(RgbaImage::from_pixel(5, 4, image::Rgba(colour))));
    let mut bytes = Vec::new();
    image::codecs::gif::GifEncoder::new(&mut bytes)
        .encode_frames(frames)
        .unwrap();
    room.write("two.gif", bytes);
    assert_eq!(
        shown(&room, "two.gif"),
        RgbaImage::from_pixel(5, 4, image::Rgba([200, 0, 0, 255]))
    );

    let light = image::Rgb32FImage::from_pixel(3, 2, image::Rgb([0.5, 0.0, 7.0]));
    for name in ["light.exr", "light.hdr"] {
        light.save(room.path(name)).unwrap();
        let image::Rgba([red, green, blue, alpha]) = *shown(&room, name).get_pixel(1, 1);
        // 0.5 of the light is 188 of 255 in sRGB.
        assert_eq!([red, green, blue, alpha], [188, 0, 255, 255], "{name}");
    }
}

#[test]
fn a_transparent_picture_lies_over_the_colour_of_the_bars() {
    let room = Room::new();
    let glass = |alpha| RgbaImage::from_pixel(2, 2, image::Rgba([200, 100, 50, alpha]));
    glass(0).save(room.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&room, "glass.png").get_pixel(0, 0),
        image::Rgba([16, 18, 22, 255])
    );
    glass(255).save(room.path("glass.png")).unwrap();
    assert_eq!(
        *shown(&room, "glass.png").get_pixel(0, 0),
        image::Rgba([200, 100, 50, 255])
    );
}

#[test]
fn pictures_of_one_pixel_of_one_row_and_of_great_width_work() {
    let room = Room::new();
    for (width, height) in [(1, 1), (1, 9), (9, 1), (1, 3000), (16000, 2)] {
        let picture = RgbaImage::from_fn(width, height, |x, y| {
            image::Rgba([x as u8, y as u8, 7, 255])
        });
        picture.save(room.path("a.png")).unwrap();
        assert_eq!(shown(&room, "a.png"), picture, "{width}×{height}");
    }
    let wide = RgbaImage::from_pixel(30_000, 3, image::Rgba([9, 8, 7, 255]));
    wide.save(room.path("a.png")).unwrap();
    // An output is at most 16384 pixels wide.
    assert_eq!(shown(&room, "a.png").dimensions(), (16_384, 1));
    room.succeeds(&[
        "render",
        "calm.toml",
        "--picture",
        "a.png",
        "--size",
        "50x40",
        "--out",
        "b.png",
    ]);
    assert_eq!(
        image::image_dimensions(room.path("b.png")).unwrap(),
        (50, 40)
    );
}

#[test]
fn a_turned_photo_is_turned_back() {
    let room = Room::new();
    let mut bytes = Vec::new();
    let photo = image::RgbImage::from_fn(16, 8, |x, _| {
        image::Rgb(if x < 8 { [255; 3] } else { [0; 3] })
    });
    JpegEncoder::new_with_quality(&mut bytes, 100)
        .encode(&photo, 16, 8, ExtendedColorType::Rgb8)
        .unwrap();
    // An EXIF segment whose one entry is the orientation, 6: turn it clockwise to see it upright.
    let exif =
        b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    bytes.splice(2..2, exif.iter().copied());
    room.write("photo.jpg", bytes);
    let upright = shown(&room, "photo.jpg");
    assert_eq!(upright.dimensions(), (8, 16));
    assert!(upright.get_pixel(4, 2).0[0] > 200 && upright.get_pixel(4, 13).0[0] < 50);
}

#[test]
fn a_picture_that_cant_be_read_is_told_in_one_line() {
    let room = Room::new();
    let picture = RgbaImage::from_fn(64, 64, |x, y| {
        image::Rgba([(x * y) as u8, (x ^ y) as u8, 90, 255])
    });
    let picture = image::DynamicImage::from(picture).into_rgb8();
    for format in [
        "png", "jpg", "gif", "bmp", "tga", "tiff", "webp", "qoi", "ppm",
    ] {
        let mut bytes = Cursor::new(Vec::new());
        let kind = ImageFormat::from_extension(format).unwrap();
        picture.write_to(&mut bytes, kind).unwrap();
        let bytes = bytes.into_inner();
        for (share, cut) in [("half", bytes.len() / 2), ("start", 24)] {
            let name = format!("{share}.{format}");
            room.write(&name, &bytes[..cut]);
            refuse_picture(&room, &name, &[&name]);
        }
    }
    room.write("empty.png", "");
    refuse_picture(&room, "empty.png", &["empty.png", "empty"]);
    room.write(
        "text.png",
        "This is no picture at all, whatever its name says.",
    );
    refuse_picture(&room, "text.png", &["text.png"]);
    room.write("text", "This is no picture at all.");
    refuse_picture(&room, "text", &["text", "PNG, JPEG"]);
    room.write("one.png", [0x89]);
    refuse_picture(&room, "one.png", &["one.png"]);
    std::fs::create_dir(room.path("folder")).unwrap();
    refuse_picture(&room, "folder", &["folder", "is a folder"]);
    refuse_picture(&room, "missing.png", &["missing.png", "no such file"]);
    room.write("icon.ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0");
    refuse_picture(&room, "icon.ico", &["icon.ico", "PNG, JPEG"]);
    // A header that promises 4 million million pixels.
    room.write("bomb.qoi", b"qoif\x00\x20\x00\x00\x00\x20\x00\x00\x04\x00");
    refuse_picture(&room, "bomb.qoi", &["bomb.qoi"]);
    room.write("large.ppm", "P6\n60000 60000\n255\n");
    refuse_picture(&room, "large.ppm", &["large.ppm", "smaller"]);
}

#[track_caller]
fn refuse_picture(room: &Room, picture: &str, needles: &[&str]) {
    let arguments = [
        "render",
        "--view",
        "picture",
        "--gl",
        "none",
        "--picture",
        picture,
        "--out",
        "a.png",
    ];
    room.fails(&arguments, needles);
}

#[test]
fn a_picture_named_in_a_scene_is_beside_the_scene() {
    let room = Room::new();
    std::fs::create_dir(room.path("scenes")).unwrap();
    let picture = RgbaImage::from_pixel(6, 4, image::Rgba([1, 2, 3, 255]));
    picture.save(room.path("scenes/a.png")).unwrap();
    room.write(
        "scenes/s.toml",
        "[view]\nkind = \"picture\"\npicture = \"a.png\"",
    );
    room.succeeds(&["render", "scenes/s.toml", "--out", "b.png"]);
    assert_eq!(
        image::open(room.path("b.png")).unwrap().into_rgba8(),
        picture
    );
    room.fails(
        &[
            "render",
            "scenes/s.toml",
            "--picture",
            "a.png",
            "--out",
            "c.png",
        ],
        &["picture a.png"],
    );
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let room = Room::new();
    for arguments in [
        &["--help"][..],
        &[
            "field",
            "--steps",
            "9000",
            "--set",
            "rain.seed=1",
            "--out",
            "h.png",
        ],
    ] {
        let mut child = room
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert_eq!((ran.code, &*ran.err), (0, ""), "{arguments:?}");
    }
}

#[test]
fn bench_tells_its_results_as_json() {
    let room = Room::new();
    let rows: serde_json::Value =
        serde_json::from_str(&room.succeeds(&["bench", "--json"])).unwrap();
    let rows = rows.as_array().unwrap();
    for name in [
        "ripple step 256×256, plain",
        "ripple step 1024×1024, plain",
        "ripple step 4096×4096, plain",
    ] {
        let row = rows
            .iter()
            .find(|row| row["name"] == name)
            .unwrap_or_else(|| panic!("no {name}"));
        let product = row["per_second"].as_f64().unwrap() * row["milliseconds"].as_f64().unwrap();
        assert!((product - 1000.0).abs() < 1e-6, "{row}");
    }
    assert!(
        rows.iter()
            .filter(|row| row["than"] == "plain")
            .all(|row| row["ratio"].as_f64().unwrap() > 0.0)
    );
    assert!(rows.iter().any(|row| {
        row["name"]
            .as_str()
            .unwrap()
            .starts_with("picture 1280x720")
    }));
}

//! `field`: the numbers of the water, against the recurrence worked out anew.

use crate::support::{Room, npy};

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

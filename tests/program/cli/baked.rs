//! Reads the maps of `bake` independently of the program, and computes the expected values with the library.

use crate::support::TempFolder;
use serde_json::Value as Json;
use waterlab::parameter::{Settings, Value};
use waterlab::sea::{OceanState, Sea, SeaKind};

pub const COLUMNS: usize = 48;
pub const ROWS: usize = 32;
pub const PERIOD: f64 = 6.0;

pub const MAPS: [&str; 7] = [
    "height",
    "displacement",
    "normal",
    "slope",
    "strain",
    "foam",
    "jacobian",
];
pub const ALL: &str = "height,displacement,normal,slope,strain,foam,jacobian";

/// Settings of the sea of these tests: waves that the grid resolves well, and foam.
const SETTINGS: [(&str, Value); 9] = [
    ("patch", Value::Real(60.0)),
    ("significant_height", Value::Real(2.5)),
    ("wind", Value::Real(9.0)),
    ("fetch", Value::Real(5.0)),
    ("cutoff", Value::Real(0.8)),
    ("choppiness", Value::Real(0.7)),
    ("foam_threshold", Value::Real(0.9)),
    ("foam_decay", Value::Real(2.0)),
    ("seed", Value::Integer(5)),
];

/// The sea of these tests, with some settings changed.
pub fn sea(changes: &[(&str, Value)]) -> Sea {
    let kind = SeaKind::named("sea").unwrap();
    let mut settings = Settings::new(kind.parameters);
    let own = [("period", Value::Real(PERIOD))];
    for (key, value) in SETTINGS.iter().chain(&own).chain(changes) {
        settings.set(key, *value).unwrap();
    }
    kind.create(&settings, COLUMNS, ROWS).unwrap()
}

pub fn at(sea: &Sea, time: f64) -> OceanState {
    let mut state = sea.new_state();
    sea.compute_with_foam(time, &mut state);
    state
}

/// The arguments that bake that sea.
pub fn arguments(out: &str, more: &str) -> String {
    format!("bake sea.toml --out {out} {more}")
}

/// A folder with the scene of that sea.
pub fn sea_folder() -> TempFolder {
    let folder = TempFolder::new();
    let value = |value: &Value| match value {
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    let mut scene =
        format!("[water]\nmodel = \"sea\"\nsize = [{COLUMNS}, {ROWS}]\nperiod = {PERIOD}\n");
    for (key, number) in &SETTINGS {
        scene += &format!("{key} = {}\n", value(number));
    }
    folder.write("sea.toml", scene);
    folder
}

/// Bakes it; what was stdout.
#[track_caller]
pub fn bake(folder: &TempFolder, out: &str, more: &str) -> String {
    folder.succeeds(&arguments(out, more))
}

/// The samples of a picture: levels of a PNG, numbers of an EXR.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Channel by channel, each row-major.
    pub channels: Vec<Vec<f64>>,
}

impl Picture {
    pub fn read(folder: &TempFolder, name: &str) -> Self {
        match name.rsplit_once('.').unwrap().1 {
            "exr" => Self::exr(folder, name),
            _ => Self::png(folder, name),
        }
    }

    fn exr(folder: &TempFolder, name: &str) -> Self {
        let image = exr::prelude::read_first_flat_layer_from_file(folder.path(name)).unwrap();
        let layer = image.layer_data;
        let list = &layer.channel_data.list;
        let letters: &[&str] = if list.len() == 1 {
            &["Y"]
        } else {
            &["R", "G", "B"]
        };
        assert_eq!(list.len(), letters.len());
        let channel = |letter: &&str| {
            let channel = list.iter().find(|channel| channel.name.eq(letter)).unwrap();
            match &channel.sample_data {
                exr::prelude::FlatSamples::F32(samples) => {
                    samples.iter().map(|&sample| f64::from(sample)).collect()
                }
                _ => panic!("32 bits"),
            }
        };
        Self {
            width: layer.size.x(),
            height: layer.size.y(),
            channels: letters.iter().map(channel).collect(),
        }
    }

    fn png(folder: &TempFolder, name: &str) -> Self {
        use image::DynamicImage::{ImageLuma8, ImageLuma16, ImageRgb8, ImageRgb16};
        let picture = image::open(folder.path(name)).unwrap();
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (count, samples): (usize, Vec<f64>) = match picture {
            ImageLuma8(of) => (1, of.into_raw().into_iter().map(f64::from).collect()),
            ImageLuma16(of) => (1, of.into_raw().into_iter().map(f64::from).collect()),
            ImageRgb8(of) => (3, of.into_raw().into_iter().map(f64::from).collect()),
            ImageRgb16(of) => (3, of.into_raw().into_iter().map(f64::from).collect()),
            other => panic!("{:?}", other.color()),
        };
        let channel = |number| {
            samples
                .iter()
                .skip(number)
                .step_by(count)
                .copied()
                .collect()
        };
        Self {
            width,
            height,
            channels: (0..count).map(channel).collect(),
        }
    }
}

/// The manifest of a bake.
pub fn manifest(folder: &TempFolder, out: &str) -> Json {
    serde_json::from_slice(&folder.read(&format!("{out}/bake.json"))).unwrap()
}

/// The manifest's entry for a map of a tile.
pub fn entry(manifest: &Json, tile: usize, map: &str) -> Json {
    let maps = manifest["tiles"][tile]["maps"].as_array().unwrap();
    let found = maps.iter().find(|entry| entry["map"] == map);
    found.unwrap_or_else(|| panic!("no {map}")).clone()
}

/// Frame `number` of a map, its levels decoded by the manifest, and the value of half a level.
pub fn decoded(
    folder: &TempFolder,
    out: &str,
    tile: usize,
    map: &str,
    number: usize,
) -> (Picture, f64) {
    let entry = entry(&manifest(folder, out), tile, map);
    let pattern = entry["files"].as_str().unwrap();
    let name = pattern.replace("%04d", &format!("{number:04}"));
    let mut picture = Picture::read(folder, &format!("{out}/{name}"));
    let letters = entry["channels"].as_array().unwrap().len();
    assert_eq!(picture.channels.len(), letters, "{map}");
    if entry["range"].is_null() {
        assert_eq!(entry["bits"], 32);
        return (picture, 0.0);
    }
    let low = entry["range"]["low"].as_f64().unwrap();
    let high = entry["range"]["high"].as_f64().unwrap();
    let step = (high - low) / (2_f64.powi(entry["bits"].as_i64().unwrap() as i32) - 1.0);
    for level in picture.channels.iter_mut().flatten() {
        *level = low + *level * step;
    }
    (picture, step / 2.0)
}

/// The expected channels of a map, from the fields of the library; a normal is the cross product of the tangents.
pub fn expected(sea: &Sea, state: &OceanState, tile: usize, map: &str) -> Vec<Vec<f64>> {
    let fields = &state.patches()[tile];
    let numbers = |grid: &waterlab::grid::Grid<f32>| -> Vec<f64> {
        grid.cells()
            .iter()
            .map(|&number| f64::from(number))
            .collect()
    };
    let height = numbers(&fields.height);
    let [slope_x, slope_z] = fields.slope.each_ref().map(numbers);
    let [along_x, along_z] = fields.displacement.each_ref().map(numbers);
    let lambda = -sea.choppiness();
    let moved = |along: Vec<f64>| along.into_iter().map(|d| lambda * d).collect::<Vec<f64>>();
    match map {
        "height" => vec![height],
        "displacement" => vec![moved(along_x), height, moved(along_z)],
        "slope" => vec![slope_x, slope_z, vec![0.0; height.len()]],
        "strain" => fields
            .strain
            .each_ref()
            .map(|grid| moved(numbers(grid)))
            .to_vec(),
        "foam" => vec![numbers(state.foam())],
        "jacobian" => vec![numbers(state.jacobian())],
        "normal" => {
            let [xx, zz, xz] = fields.strain.each_ref().map(numbers);
            let normals = (0..height.len()).map(|at| {
                let to_x = [1.0 + lambda * xx[at], slope_x[at], lambda * xz[at]];
                let to_z = [lambda * xz[at], slope_z[at], 1.0 + lambda * zz[at]];
                upward(cross(to_z, to_x))
            });
            // Red is x, green is −z (up in the picture), blue is y.
            let normals: Vec<_> = normals.collect();
            vec![
                normals.iter().map(|normal| normal[0]).collect(),
                normals.iter().map(|normal| -normal[2]).collect(),
                normals.iter().map(|normal| normal[1]).collect(),
            ]
        }
        other => panic!("{other}"),
    }
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The unit vector along `vector` or its opposite with y ≥ 0.
pub fn upward(vector: [f64; 3]) -> [f64; 3] {
    let length = vector.iter().map(|part| part * part).sum::<f64>().sqrt();
    let scale = if vector[1] < 0.0 { -1.0 } else { 1.0 } / length;
    vector.map(|part| part * scale)
}

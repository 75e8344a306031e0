//! Pictures in each format, numbers in OpenEXR files, tables over time and meshes: as files that a scene names.

use crate::engine::{Case, Target, corpus, files};
use crate::mutate;
use image::ImageReader;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use waterlab::grid::Grid;
use waterlab::scene::image_file::{self, write_grey};
use waterlab::scene::{Bundle, Scene, Simulation};
use waterlab::water::MODELS;

/// One number a pixel, as the program writes them.
fn numbers() -> Vec<Case> {
    let written = |name: &str, numbers: &Grid<f32>| {
        let mut bytes = Cursor::new(Vec::new());
        write_grey(Path::new(name), numbers, &mut bytes).expect("written");
        Case::new(name, bytes.into_inner())
    };
    let waves = Grid::from_fn(9, 7, |column, row| (column as f32).sin() * row as f32);
    let series = Grid::from_fn(2, 5, |column, row| (column + row) as f32);
    vec![
        written("heights.exr", &waves),
        written("one.exr", &Grid::new(1, 1, 0.5)),
        written("levels.csv", &series),
        written("grey.png", &waves),
    ]
}

/// Sums of PNG chunks are corrected, as decoders read no further than a wrong one.
fn mutated(random: &mut Pcg64Mcg, seeds: &[Case]) -> Case {
    let mut case = mutate::bytes(random, seeds);
    if random.random_bool(0.8) {
        correct_sums(&mut case.bytes);
    }
    case
}

fn correct_sums(png: &mut [u8]) {
    let mut at = 8;
    if !png.starts_with(b"\x89PNG") {
        return;
    }
    while let Some(&[a, b, c, d]) = png.get(at..at + 4) {
        let end = at + 8 + u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(chunk) = png.get(at + 4..end) else {
            return;
        };
        // CRC-32 as in ISO 3309.
        let sum = chunk.iter().fold(u32::MAX, |sum, &byte| {
            (0..8).fold(sum ^ u32::from(byte), |sum, _| {
                (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg())
            })
        });
        if let Some(place) = png.get_mut(end..end + 4) {
            place.copy_from_slice(&(!sum).to_be_bytes());
        }
        at = end + 4;
    }
}

/// A scene beside this file.
fn scene_with(case: &Case, text: &str) -> Result<Scene, String> {
    let mut files = Bundle::default();
    files.put(&case.name, &*case.bytes);
    let text = text.replace("FILE", &case.name);
    let scene = Scene::read_with(&text, Path::new("scene.toml"), &[], Arc::new(files));
    scene.map_err(|error| message(&error.to_string()))
}

/// A message says something. (The program shortens it, and makes one line of it.)
pub fn message(message: &str) -> String {
    assert!(!message.is_empty());
    message.to_owned()
}

/// Most pixels of a picture that is decoded: larger ones take time in proportion, and many times as long as in an optimised program.
const MAX_PIXELS: u64 = 1 << 21;

fn decode(case: &Case) {
    let reader = ImageReader::new(Cursor::new(&case.bytes)).with_guessed_format();
    let size = reader.ok().and_then(|reader| reader.into_dimensions().ok());
    if size.is_some_and(|(width, height)| u64::from(width) * u64::from(height) > MAX_PIXELS) {
        return;
    }
    let mut bundle = Bundle::default();
    bundle.put(&case.name, &*case.bytes);
    let path = Path::new(&case.name);
    let errors = [
        image_file::load(&bundle, path).err(),
        image_file::load_grey(&bundle, path, (8, 8)).err(),
        image_file::load_light(&bundle, path, |_| Ok(())).err(),
        image_file::parse(&case.bytes, path).err(),
    ];
    for error in errors.into_iter().flatten() {
        message(&error.to_string());
    }
}

#[test]
fn pictures() {
    let target = Target {
        name: "pictures",
        count: 1500,
        mutate: mutated,
        check: decode,
    };
    target.run([numbers(), corpus("states")].concat());
}

/// Every key that takes numbers from a file.
const USES: [&str; 4] = [
    "water.model = \"wave\"\nstart.heights = \"FILE\"\nstart.hidden = \"FILE\"\nstart.velocity = \"FILE\"",
    "water.model = \"shallow\"\nwater.bed_map = \"FILE\"\nstart.heights = \"FILE\"",
    "water.model = \"iwave\"\nstart.velocity = \"FILE\"\n[[obstacle]]\nmask = \"FILE\"",
    "water.model = \"iwave-exact\"\nstart.hidden = \"FILE\"",
];

fn use_numbers(case: &Case) {
    for text in USES {
        let text = format!("water.size = [8, 6]\n{text}");
        if let Ok(scene) = scene_with(case, &text) {
            let mut simulation = Simulation::new(&scene);
            simulation.advance_by(2);
        }
    }
    for (model, map) in MODELS
        .iter()
        .flat_map(|model| model.maps.iter().map(move |map| (model, map)))
    {
        let text = format!(
            "water.model = \"{}\"\nwater.size = [8, 6]\nwater.{} = \"FILE\"",
            model.name, map.key
        );
        if let Ok(scene) = scene_with(case, &text) {
            Simulation::new(&scene).advance_by(2);
        }
    }
}

#[test]
fn states() {
    let target = Target {
        name: "states",
        count: 300,
        mutate: mutated,
        check: use_numbers,
    };
    target.run(numbers());
}

fn float(case: &Case) {
    let text = "water.size = [8, 6]\n[[body]]\nshape = \"FILE\"\nat = [0, 0.1, 0]";
    if let Ok(scene) = scene_with(case, text) {
        Simulation::new(&scene).advance_by(2);
    }
}

#[test]
fn meshes() {
    let bodies = files(Path::new("textures/bodies"));
    let stones = bodies.into_iter().filter(|body| body.name == "stone.glb");
    let target = Target {
        name: "meshes",
        count: 150,
        mutate: mutate::bytes,
        check: float,
    };
    target.run(stones.collect());
}

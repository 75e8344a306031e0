//! Scenes: the bundled ones with other values and keys, read, run for a few steps, saved and read again.

use crate::engine::{Case, Target, files};
use crate::files::message;
use crate::mutate;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::scene::image_file::write_grey;
use waterlab::scene::{Bundle, Edit, Scene, Simulation, keys};

/// Most cells of a water that is run: more take time without showing more.
const MAX_CELLS: usize = 64 * 64;

/// The files that scenes name.
static FILES: LazyLock<Bundle> = LazyLock::new(|| {
    let mut bundle = Bundle::default();
    let waves = Grid::from_fn(9, 7, |column, row| (column as f32).sin() * row as f32);
    let series = Grid::from_fn(2, 5, |column, row| (column + row) as f32);
    for (name, numbers) in [
        ("a.png", &waves),
        ("heights.exr", &waves),
        ("levels.csv", &series),
    ] {
        let mut bytes = Cursor::new(Vec::new());
        write_grey(Path::new(name), numbers, &mut bytes).expect("written");
        bundle.put(name, bytes.into_inner());
    }
    for folder in ["textures", "textures/beds"] {
        let pictures = files(Path::new(folder)).into_iter();
        for file in pictures.filter(|file| file.name.ends_with(".png")) {
            bundle.put(format!("../{folder}/{}", file.name), file.bytes);
        }
    }
    bundle
});

/// A line for each key with each value that its description names, and with others.
static KEYS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let lines = keys::all().into_iter().flat_map(|key| {
        let is_part = |letter: char| letter.is_alphanumeric() || ".-_".contains(letter);
        let words = key.takes.split(|letter| !is_part(letter));
        let named = words
            .filter(|word| !word.is_empty())
            .map(|word| match word.parse::<f64>() {
                Ok(_) => word.to_owned(),
                Err(_) => format!("\"{word}\""),
            });
        let own: Vec<String> = named.chain([key.default.clone()]).collect();
        let all = own.into_iter().chain(mutate::VALUES.map(str::to_owned));
        let line = move |value| (key.table.to_owned(), format!("{} = {value}", key.name));
        all.map(line).collect::<Vec<_>>()
    });
    lines.collect()
});

/// The bundled scenes.
pub fn bundled() -> Vec<Case> {
    let scenes = files(Path::new("scenes")).into_iter();
    scenes.filter(|file| file.name.ends_with(".toml")).collect()
}

fn mutated(random: &mut Pcg64Mcg, seeds: &[Case]) -> Case {
    let mut text = mutate::scene(random, seeds, &KEYS);
    // Most of the pools small enough to be run.
    if random.random_bool(0.9) {
        text.insert_str(0, "# small\n");
    }
    Case::new("scene.toml", text)
}

/// The scene of a case; one that begins with `# small` with few cells.
pub fn read(case: &Case) -> Result<Scene, String> {
    let text = String::from_utf8_lossy(&case.bytes);
    let small = text
        .starts_with("# small")
        .then(|| Edit::parse("water.size=[24, 16]"));
    let edits: Vec<Edit> = small.into_iter().flatten().collect();
    let files = Arc::new(FILES.clone());
    let scene = Scene::read_with(&text, Path::new(&case.name), &edits, files);
    scene.map_err(|error| message(&error.to_string()))
}

fn check(case: &Case) {
    let Ok(scene) = read(case) else {
        return;
    };
    let cells = scene.size.columns() * scene.size.rows();
    if cells > MAX_CELLS {
        return;
    }
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(3);
    for water in simulation.waters() {
        if let Heights::Metres(heights) = water.heights() {
            assert!(
                heights.cells().iter().all(|height| height.is_finite()),
                "{}",
                water.model().name
            );
        }
    }
    let saved = scene.saved("saved", &|file| file.display().to_string());
    let mut files = FILES.clone();
    for (name, numbers) in &saved.pictures {
        let mut bytes = Cursor::new(Vec::new());
        write_grey(Path::new(name), numbers, &mut bytes).expect("written");
        files.put(name, bytes.into_inner());
    }
    let again = Scene::read_with(&saved.text, Path::new("saved.toml"), &[], Arc::new(files));
    if let Err(error) = again {
        panic!("can't be read after it was saved: {error}");
    }
}

#[test]
fn scenes() {
    let target = Target {
        name: "scenes",
        count: 1000,
        mutate: mutated,
        check,
    };
    target.run(bundled());
}

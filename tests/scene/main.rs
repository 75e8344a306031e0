//! Reading, simulating and saving scenes, and the errors of invalid ones.

mod bodies;
mod dependencies;
mod documented_keys;
mod greys;
mod keys;
mod meshes;
mod models;
mod playing;
mod reading;
mod saving;
mod seas;
mod session;
mod skies;
mod sound;
mod sources;
mod spelling;
mod start;
mod tour;
mod walls;
mod waters;

use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;
use waterlab::pool::Fraction;
use waterlab::scene::image_file::write_grey;
use waterlab::scene::{Bundle, Edit, Scene};

fn read(text: &str) -> Scene {
    Scene::read(text, Path::new("rooms/pool.toml"), &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn at(u: f64, v: f64) -> Fraction {
    Fraction::new(u, v).unwrap()
}

fn edits(sets: &[&str]) -> Vec<Edit> {
    let edits = sets.iter().map(|set| Edit::parse(set));
    edits
        .collect::<Result<_, _>>()
        .unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn from_edits(sets: &[&str]) -> Scene {
    Scene::from_edits(&edits(sets)).unwrap_or_else(|error| panic!("{error}"))
}

/// The scene after saving and reading, and its text.
fn restored(scene: &Scene) -> (Scene, String) {
    let saved = scene.saved("saved", &|file| file.display().to_string());
    let mut files = Bundle::default();
    for (name, picture) in &saved.pictures {
        let mut bytes = Cursor::new(Vec::new());
        write_grey(Path::new(name), picture, &mut bytes).expect("written");
        files.put(name, bytes.into_inner());
    }
    let read = Scene::read_with(&saved.text, Path::new("saved.toml"), &[], Arc::new(files));
    let read = read.unwrap_or_else(|error| panic!("{error}\n{}", saved.text));
    (read, saved.text)
}

fn edited(text: &str, sets: &[&str]) -> Result<Scene, String> {
    Scene::read(text, Path::new("pool.toml"), &edits(sets)).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    match edited(text, &[]) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => assert_eq!(error, expected),
    }
}

/// Checks rows `scene → message`, in which `\n` stands for a line break of the scene.
#[track_caller]
fn refused_all(rows: &str) {
    for row in rows.trim().lines() {
        let (text, expected) = row.trim().split_once(" → ").expect("a row");
        refused(&text.replace("\\n", "\n"), expected);
    }
}

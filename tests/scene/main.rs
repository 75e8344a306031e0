//! Reading, simulating and saving scenes, and the errors of invalid ones.

mod documented_keys;
mod greys;
mod keys;
mod models;
mod playing;
mod reading;
mod saving;
mod seas;
mod session;
mod skies;
mod sources;
mod spelling;
mod start;
mod walls;
mod waters;

use std::path::Path;
use waterlab::scene::{Edit, Scene};

fn read(text: &str) -> Scene {
    Scene::read(text, Path::new("rooms/pool.toml"), &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn edited(text: &str, sets: &[&str]) -> Result<Scene, String> {
    let edits: Vec<_> = sets.iter().map(|set| Edit::parse(set).unwrap()).collect();
    Scene::read(text, Path::new("pool.toml"), &edits).map_err(|error| error.to_string())
}

#[track_caller]
fn refused(text: &str, expected: &str) {
    match edited(text, &[]) {
        Ok(_) => panic!("accepted: {text}"),
        Err(error) => assert_eq!(error, expected),
    }
}

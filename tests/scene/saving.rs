//! A saved scene reads as the same scene.

use super::{from_edits, restored};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::pool::Obstacle;
use waterlab::scene::{Edit, Scene, Simulation};

/// The bits of the heights after `steps` steps.
fn bits(scene: &Scene, steps: u64) -> Vec<u32> {
    let mut simulation = Simulation::new(scene);
    simulation.advance_by(steps);
    match simulation.heights() {
        Heights::Metres(heights) => heights.cells().iter().map(|h| h.to_bits()).collect(),
        Heights::Counts { counts, .. } => counts.cells().iter().map(|&c| c as u32).collect(),
    }
}

#[track_caller]
fn check(scene: &Scene) {
    let (read, text) = restored(scene);
    assert_eq!(bits(&read, 40), bits(scene, 40), "{text}");
    assert_eq!(restored(&read).1, text, "the second save differs");
    assert_eq!(read.camera, scene.camera);
    assert_eq!(read.poke, scene.poke);
    assert_eq!(read.events, scene.events);
    assert_eq!(read.sources, scene.sources);
    assert_eq!(read.obstacles, scene.obstacles);
    assert_eq!(read.rain, scene.rain);
    assert_eq!(read.sky.settings, scene.sky.settings);
    assert_eq!(read.sky.sun().direction(), scene.sky.sun().direction());
    assert_eq!(read.view.kind.name, scene.view.kind.name);
    assert_eq!(read.view.settings, scene.view.settings);
    assert_eq!(read.view.picture, scene.view.picture);
}

#[test]
fn every_bundled_scene_survives_saving() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("scenes") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            let text = std::fs::read_to_string(&path).expect("text");
            let small = Edit::parse("water.size=[64, 64]").expect("an edit");
            let scene = Scene::read(&text, &path, &[small]);
            check(&scene.unwrap_or_else(|error| panic!("{error}")));
            count += 1;
        }
    }
    assert!(count > 10);
}

#[test]
fn edited_values_are_saved_to_the_last_bit() {
    let edits = [
        "water.model=gerstner",
        "water.size=[64, 48]",
        "compare.model=ripple",
        "compare.split=0.37",
        "wave.0.length=17.3",
        "wave.0.direction=33.3",
        "wave.0.phase=-121.7",
        "wave.1.amplitude=0.123456789",
        "rain.drops_per_second=3.7",
        "drop.0.at=[0.1, 0.7000000000000001]",
        "stroke.0.to=[0.3, 0.9]",
        "source.0.period=7.77",
        "source.1.from=[0.1, 0.2]",
        "source.1.end=33",
        "obstacle.0.wall={from=[0.0, 0.1], to=[0.3, 0.3]}",
        "obstacle.1.disc={at=[0.5, 0.5], radius=3.5}",
        "view.kind=picture",
        "view.height_scale=1.7",
        "sky.elevation=12.5",
        "sky.haze=3.3",
        "camera.eye=[0.1, 1.25, 1.9]",
        "camera.fov=51.7",
        "poke.tool=walls",
        "poke.ring=false",
    ];
    let mut scene = from_edits(&edits);
    scene.view.picture = Some(PathBuf::from("a \"quoted\" \\ name\n.png"));
    check(&scene);
    let gerstner = |scene: &Scene| scene.water.waves.clone();
    assert_eq!(gerstner(&restored(&scene).0), gerstner(&scene));
}

#[test]
fn masks_and_maps_are_saved_beside_the_file() {
    let mut scene = from_edits(&["water.model=wave", "water.size=[40, 30]"]);
    let hard = Grid::from_fn(40, 30, |column, row| {
        f32::from(u8::from((column + row) % 7 > 1))
    });
    let soft = Grid::from_fn(40, 30, |column, row| {
        ((column * row) as f32 / 1131.0).sqrt()
    });
    let soft = Arc::new(soft);
    scene.obstacles = vec![Obstacle::Mask(Arc::new(hard)), Obstacle::Mask(soft.clone())];
    scene.water.maps = vec![(scene.water.model.maps[0].key, soft)];
    check(&scene);
    let saved = scene.saved("saved", &|_| String::new());
    let names: Vec<_> = saved
        .pictures
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    // The same grid is saved only once.
    let map = format!("saved-{}.exr", scene.water.model.maps[0].key);
    assert_eq!(names, [map.as_str(), "saved-walls.png"]);
}

#[test]
fn a_camera_is_saved_in_short_numbers() {
    let mut scene = Scene::default();
    scene.camera.eye = [-2.980_232_2e-8, 0.3_f32.next_up(), -1_234.567_8];
    scene.camera.target = [0.1, -0.0, 1e-7];
    let text = scene.saved("s", &|file| file.display().to_string()).text;
    assert!(text.contains("\neye = [0.0, 0.3, -1234.5677]\n"), "{text}");
    assert!(text.contains("\ntarget = [0.1, 0.0, 0.0]\n"), "{text}");
}

#[test]
fn a_scene_that_was_opened_keeps_its_comments_its_order_and_its_numbers_as_they_were_written() {
    let text = "\
# A quiet pool.
[camera] # where it is seen from
fov = 45 # degrees

[water]
# Small.
size = [64, 32]
damping = 4 # lively

[sky]
sun = 1.00 # the default
elevation = 12.0

[[drop]] # first
radius = 4

[[drop]] # second
step = 3
";
    let mut scene = Scene::read(text, Path::new("pool.toml"), &[]).expect("valid");
    let (read, saved) = restored(&scene);
    let mut lines = saved.lines();
    for line in text.lines().filter(|line| !line.is_empty()) {
        assert!(lines.any(|other| other == line), "{line} in\n{saved}");
    }
    assert_eq!(read.events, scene.events);

    let damping = waterlab::parameter::Value::Integer(6);
    scene.water.settings.set("damping", damping).expect("valid");
    scene.sky.elevation = None;
    scene.events.pop();
    let (read, saved) = restored(&scene);
    assert_eq!(read.events, scene.events);
    assert_eq!(read.sky.elevation, None);
    for kept in [
        "\ndamping = 6 # lively\n",
        "\nsun = 1.00 # the default\n",
        "]] # first\n",
    ] {
        assert!(saved.contains(kept), "{kept} in\n{saved}");
    }
    assert!(
        !saved.contains("# second") && !saved.contains("elevation"),
        "{saved}"
    );
}

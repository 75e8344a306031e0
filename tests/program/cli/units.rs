//! Fields of models that compute in metres and seconds, and which models have a depth.

use crate::support::{Room, npy};
use image::{GrayImage, Luma};
use waterlab::heights::Heights;
use waterlab::pool::Size;
use waterlab::scene::{Scene, Simulation};
use waterlab::water::MODELS;

const SCENE: &str = "
    [water]
    model = \"wave\"
    size = [24, 16]
    time_step = 0.0125
    depth = 0.5
    [[drop]]
    radius = 4
    ";

#[track_caller]
fn field(room: &Room, what: &str, more: &[&str]) -> Vec<f32> {
    let all = [
        &[
            "field", "s.toml", "--what", what, "--steps", "5", "--out", "f.npy",
        ],
        more,
    ]
    .concat();
    room.succeeds(&all);
    npy(&room.read("f.npy")).2
}

#[test]
fn a_model_with_a_time_step_tells_heights_in_metres_and_velocities_in_metres_a_second() {
    let room = Room::new();
    room.write("s.toml", SCENE);
    let scene = Scene::load(&room.path("s.toml"), &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(5);
    let heights: Vec<f32> = (0..16)
        .flat_map(|row| (0..24).map(move |column| (column, row)))
        .map(|(column, row)| simulation.heights().metres(column, row))
        .collect();
    assert!(heights.iter().any(|&height| height != 0.0));
    assert_eq!(field(&room, "height", &[]), heights);

    let velocity = simulation.water().velocity();
    let told = field(&room, "velocity", &[]);
    assert!(velocity.cells().iter().any(|&velocity| velocity != 0.0));
    for (told, a_step) in told.iter().zip(velocity.cells()) {
        let wanted = a_step / 0.0125;
        assert!(
            (told - wanted).abs() <= 1e-5 * wanted.abs(),
            "{told} for {wanted}"
        );
    }
}

#[test]
fn depth_is_told_in_metres_and_its_picture_is_the_map_again() {
    let room = Room::new();
    // As many pixels as cells: nothing is resampled.
    let map = GrayImage::from_fn(24, 16, |x, y| Luma([(10 * x + y + 5) as u8]));
    map.save(room.path("map.png")).unwrap();
    room.write("s.toml", SCENE);
    let depth = field(&room, "depth", &["--set", "water.depth_map=map.png"]);
    for (index, depth) in depth.iter().enumerate() {
        let wanted = 0.5 * (10 * (index % 24) + index / 24 + 5) as f32 / 255.0;
        assert!((depth - wanted).abs() < 1e-6, "{depth} for {wanted}");
    }
    let said = room.succeeds(&[
        "field",
        "s.toml",
        "--what",
        "depth",
        "--steps",
        "0",
        "--out",
        "d.png",
        "--set",
        "water.depth_map=map.png",
    ]);
    let highest: f32 = said
        .strip_prefix("range: 0 ")
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!((highest - 0.5 * 250.0 / 255.0).abs() < 1e-6, "{said}");
    let sets = [
        format!("water.depth={highest}"),
        "water.depth_map=d.png".into(),
    ];
    let again = field(&room, "depth", &["--set", &sets[0], "--set", &sets[1]]);
    for (again, depth) in again.iter().zip(&depth) {
        assert!((again - depth).abs() < 1e-5, "{again} for {depth}");
    }
}

#[test]
fn a_model_without_depth_is_answered_with_those_that_have_it() {
    let room = Room::new();
    let arguments = ["field", "--what", "depth", "--steps", "1", "--out", "d.npy"];
    let said = room.fails(&arguments, &["ripple", "knows no depth", "wave"]);
    assert!(
        !said.contains("coarse") && !said.contains("spring"),
        "{said}"
    );
}

#[test]
fn a_depth_written_as_exr_is_a_map_again() {
    let room = Room::new();
    let map = GrayImage::from_fn(24, 16, |x, y| Luma([(10 * x + y + 5) as u8]));
    map.save(room.path("map.png")).unwrap();
    room.write("s.toml", SCENE);
    let depth = |map: &str, out: &str| {
        let set = format!("water.depth_map={map}");
        let steps = ["--steps", "0", "--set", "water.depth=1", "--set", &set];
        let options = ["field", "s.toml", "--what", "depth", "--out", out];
        room.succeeds(&[&options[..], &steps[..]].concat());
        std::fs::read(room.path(out)).unwrap()
    };
    depth("map.png", "d.exr");
    // A metre deep where the map is 1: the depths are the map.
    assert_eq!(depth("d.exr", "b.npy"), depth("map.png", "a.npy"));
}

#[test]
fn the_help_names_the_unit_of_every_models_velocity() {
    let help = Room::new().succeeds(&["field", "--help"]);
    let words: Vec<_> = help.split_whitespace().collect();
    let help = words.join(" ");
    let (_, told) = help
        .split_once("Vertical velocity of the surface: ")
        .unwrap();
    let (told, _) = told.split_once(". ").unwrap_or((told, ""));
    for model in MODELS {
        let water = model.create(Size::new(16, 16).unwrap());
        let unit = match (water.heights(), water.time_step()) {
            (Heights::Counts { .. }, _) => "weights a step of ",
            (_, Some(_)) => "metres a second of ",
            (_, None) => "metres a step of ",
        };
        let of = told.split("; ").find_map(|part| part.strip_prefix(unit));
        let mut names = of.unwrap_or_default().split([',', ' ', '.']);
        assert!(
            names.any(|name| name == model.name),
            "{}: {told}",
            model.name
        );
    }
}

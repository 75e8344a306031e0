//! Units of the fields, and models with a depth.

use crate::support::{TempFolder, npy};
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
fn field(folder: &TempFolder, what: &str, more: &str) -> Vec<f32> {
    let all = format!("field s.toml --what {what} --steps 5 --out f.npy {more}");
    folder.succeeds(&all);
    npy(&folder.read("f.npy")).2
}

#[test]
fn a_model_with_a_time_step_reports_metres_and_metres_per_second() {
    let folder = TempFolder::new();
    folder.write("s.toml", SCENE);
    let scene = Scene::load(&folder.path("s.toml"), &[]).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&scene);
    simulation.advance_by(5);
    let heights: Vec<f32> = (0..16)
        .flat_map(|row| (0..24).map(move |column| (column, row)))
        .map(|(column, row)| simulation.heights().metres(column, row))
        .collect();
    assert!(heights.iter().any(|&height| height != 0.0));
    assert_eq!(field(&folder, "height", ""), heights);

    let velocity = simulation.water().velocity();
    let found = field(&folder, "velocity", "");
    assert!(velocity.cells().iter().any(|&velocity| velocity != 0.0));
    for (found, per_step) in found.iter().zip(velocity.cells()) {
        let expected = per_step / 0.0125;
        assert!(
            (found - expected).abs() <= 1e-5 * expected.abs(),
            "{found} for {expected}"
        );
    }
}

#[test]
fn depth_is_in_metres_and_its_picture_works_as_a_depth_map() {
    let folder = TempFolder::new();
    // One pixel per cell, so nothing is resampled.
    let map = GrayImage::from_fn(24, 16, |x, y| Luma([(10 * x + y + 5) as u8]));
    map.save(folder.path("map.png")).unwrap();
    folder.write("s.toml", SCENE);
    let depth = field(&folder, "depth", "--set water.depth_map=map.png");
    for (index, depth) in depth.iter().enumerate() {
        let expected = 0.5 * (10 * (index % 24) + index / 24 + 5) as f32 / 255.0;
        assert!((depth - expected).abs() < 1e-6, "{depth} for {expected}");
    }
    let stdout = folder
        .succeeds("field s.toml --what depth --steps 0 --out d.png --set water.depth_map=map.png");
    let highest: f32 = stdout
        .strip_prefix("range: 0 ")
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    assert!((highest - 0.5 * 250.0 / 255.0).abs() < 1e-6, "{stdout}");
    let sets = [
        format!("water.depth={highest}"),
        "water.depth_map=d.png".into(),
    ];
    let again = field(
        &folder,
        "depth",
        &format!("--set {} --set {}", sets[0], sets[1]),
    );
    for (again, depth) in again.iter().zip(&depth) {
        assert!((again - depth).abs() < 1e-5, "{again} for {depth}");
    }
}

#[test]
fn a_depth_written_as_exr_works_as_a_depth_map() {
    let folder = TempFolder::new();
    let map = GrayImage::from_fn(24, 16, |x, y| Luma([(10 * x + y + 5) as u8]));
    map.save(folder.path("map.png")).unwrap();
    folder.write("s.toml", SCENE);
    let depth = |map: &str, out: &str| {
        let set = format!("water.depth_map={map}");
        let steps = format!("--steps 0 --set water.depth=1 --set {set}");
        let options = format!("field s.toml --what depth --out {out}");
        folder.succeeds(&format!("{options} {steps}"));
        std::fs::read(folder.path(out)).unwrap()
    };
    depth("map.png", "d.exr");
    // With a depth of 1 m the depths equal the map.
    assert_eq!(depth("d.exr", "b.npy"), depth("map.png", "a.npy"));
}

#[test]
fn the_help_names_the_unit_of_every_models_velocity() {
    let help = TempFolder::new().succeeds(&["field", "--help"]);
    let words: Vec<_> = help.split_whitespace().collect();
    let help = words.join(" ");
    let (_, list) = help
        .split_once("Vertical velocity of the surface: ")
        .unwrap();
    let (list, _) = list.split_once(". ").unwrap_or((list, ""));
    for model in MODELS {
        let water = model.create(Size::new(16, 16).unwrap());
        let unit = match (water.heights(), water.time_step()) {
            (Heights::Counts { .. }, _) => "weights a step of ",
            (_, Some(_)) => "metres a second of ",
            (_, None) => "metres a step of ",
        };
        let of = list.split("; ").find_map(|part| part.strip_prefix(unit));
        let mut names = of.unwrap_or_default().split([',', ' ', '.']);
        assert!(
            names.any(|name| name == model.name),
            "{}: {list}",
            model.name
        );
    }
}

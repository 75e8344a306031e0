//! Keys of the models, and scenes under another model.

use super::{read, refused_all};
use image::{GrayImage, Luma};
use std::path::{Path, PathBuf};
use waterlab::parameter::Value;
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::water::MODELS;

/// The scene with edits in the order of the program: `--model` first.
fn with(text: &str, model: Option<&str>, sets: &[&str]) -> Result<Scene, String> {
    let model = model.map(|name| Edit::name("model", ["water", "model"], name));
    let sets = sets.iter().map(|set| Edit::parse(set).unwrap());
    let edits: Vec<_> = model.into_iter().chain(sets).collect();
    Scene::read(text, Path::new("pool.toml"), &edits).map_err(|error| error.to_string())
}

#[track_caller]
fn accepted(text: &str, model: &str, sets: &[&str]) -> Scene {
    with(text, Some(model), sets).unwrap_or_else(|error| panic!("{error}"))
}

/// The bundled scenes.
fn scenes() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    // The folder also has pictures.
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect()
}

#[test]
fn every_bundled_scene_works_with_every_model() {
    let scenes = scenes();
    assert!(scenes.len() >= 16, "{scenes:?}");
    for path in &scenes {
        for model in std::iter::once(None).chain(MODELS.iter().map(Some)) {
            let name = model.map_or("its own model", |model| model.name);
            let edit = model.map(|model| Edit::name("model", ["water", "model"], model.name));
            let scene =
                Scene::load(path, edit.as_slice()).unwrap_or_else(|error| panic!("{error}"));
            if let Some(model) = model {
                assert_eq!(scene.water.model.name, model.name);
            }
            // A scene of a sea may have no events. With a pool it is at rest.
            let own = Scene::load(path, &[]).unwrap_or_else(|error| panic!("{error}"));
            let is_driven = |scene: &Scene| {
                let has_events = !scene.events.is_empty() || !scene.fills.is_empty();
                has_events || !scene.sources.is_empty() || !scene.bodies.is_empty()
            };
            // Nor has one whose water comes in at the edges.
            let at_rest = match own.water.model.is_open() {
                true => !scene.water.model.is_open(),
                false if own.water.model.ground => {
                    !is_driven(&own) && !scene.water.model.ground && !scene.water.model.is_open()
                }
                false => false,
            };
            let mut simulation = Simulation::new(&scene);
            simulation.advance_by(5);
            for water in simulation.waters() {
                let (low, high) = water.heights().range();
                assert!(low.is_finite() && high.is_finite());
                let moves = low < 0.0 || high > 0.0;
                assert!(moves != at_rest, "{} under {name}", path.display());
            }
        }
    }
}

#[test]
fn every_bundled_scene_stays_within_its_pool_for_ten_seconds() {
    for path in scenes() {
        let scene = Scene::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(&scene);
        for _ in 0..10 {
            simulation.advance_by(60);
            for water in simulation.waters() {
                let (low, high) = water.heights().range();
                let max = 0.15 * water.length() as f32;
                let within = low > -max && high < max;
                assert!(within, "{}: {low} to {high} m", path.display());
            }
        }
    }
}

#[test]
fn a_key_of_another_model_is_refused_with_its_models() {
    refused_all(
        r#"
        [water]\nstiffness = 0.01 → pool.toml:2: `stiffness` belongs to spring, but `water.model` is ripple: remove the key, or name another model
        [water]\nmodel = "coarse"\nstiffness_map = "a.png" → pool.toml:3: `stiffness_map` belongs to spring, but `water.model` is coarse: remove the key, or name another model
        [compare]\nmodel = "spring"\nform = "printed" → pool.toml:3: `form` belongs to wave, but `compare.model` is spring: remove the key, or name another model
        "#,
    );
    let error = with(
        "[water]\nmodel = \"wave\"\ncoarseness = 2",
        Some("wave"),
        &[],
    );
    assert_eq!(
        error.err().unwrap(),
        "pool.toml:3: `coarseness` belongs to coarse, but `water.model` is wave: remove the key, or name another model",
        "the option changed the error"
    );
}

#[test]
fn keys_of_the_files_model_are_no_error_under_another_model() {
    let text = "[water]\nmodel = \"ripple\"\ndamping = 6\nfraction_bits = 4";
    // A damping in the same unit is kept,
    let coarse = accepted(text, "coarse", &[]).water.settings;
    assert_eq!(coarse.integer("damping"), 6);
    // one in another unit is not.
    for (text, model) in [
        (text, "wave"),
        (text, "iwave"),
        (&text.replace("model = \"ripple\"", ""), "wave"),
    ] {
        let scene = accepted(text, model, &[]);
        let default = Scene::from_edits(&[Edit::name("model", ["water", "model"], model)])
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            scene.water.settings.real("damping"),
            default.water.settings.real("damping")
        );
    }
    // Keys that both models have are kept.
    let wave = "[water]\nmodel = \"wave\"\ndamping = 1.25\nlength = 4\nedges = \"fixed\"";
    let scene = accepted(wave, "iwave", &[]);
    assert_eq!(scene.water.settings.real("damping"), 1.25);
    assert_eq!(
        accepted(wave, "wave", &[]).water.settings.get("edges"),
        Some(Value::Choice(0)),
        "the same model changed a key"
    );
    // The choppiness of a sea does not apply to an iWave, that of one iWave applies to the other, and an edit always counts.
    let sea = "[water]\nmodel = \"sea\"\nchoppiness = 1.5";
    let iwave = "[water]\nmodel = \"iwave\"\nchoppiness = 1.5";
    for (text, model, sets, choppiness) in [
        (sea, "iwave", &[][..], 0.0),
        (sea, "iwave-exact", &[], 0.0),
        (iwave, "iwave-exact", &[], 1.5),
        (sea, "iwave", &["water.choppiness=0.5"], 0.5),
    ] {
        let settings = accepted(text, model, sets).water.settings;
        assert_eq!(settings.real("choppiness"), choppiness, "{text} as {model}");
    }
    // `--set water.model` does the same.
    let scene = with(text, None, &["water.model=coarse"]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.water.settings.integer("damping"), 6);
}

#[test]
fn an_error_in_a_file_is_one_under_every_model() {
    let error = |text: &str, sets: &[&str]| with(text, Some("wave"), sets).err().unwrap();
    assert_eq!(
        error("[water]\ndamping = 77", &[]),
        "pool.toml:2: `damping` is 77, but must be a whole number from 1 to 15"
    );
    assert!(error("[water]\ndampign = 7", &[]).starts_with("pool.toml:2: unknown key"));
    // An edit applies to the model of the command line.
    assert_eq!(
        error("", &["water.fraction_bits=2"]),
        "--set water.fraction_bits=2: `fraction_bits` belongs to ripple, coarse, but `water.model` is wave: \
         remove the key, or name another model"
    );
    let scene = accepted("[water]\ndamping = 7", "wave", &["water.damping=0.125"]);
    assert_eq!(scene.water.settings.real("damping"), 0.125);
}

#[test]
fn unstable_settings_are_refused_at_their_line() {
    refused_all(
        r#"
        [water]\nmodel = "iwave"\ntime_step = 0.3 → pool.toml:3: `time_step` is 0.3, which is unstable here: at most 0.2548 with `gravity` 9.8 and `depth` 0
        [water]\ndamping = 6\n[compare]\nmodel = "iwave"\ndamping = 0 → pool.toml:5: `damping` is 0, which is unstable here: at least 0.0128 with `time_step` 0.03, `gravity` 9.8 and `depth` 0
        "#,
    );
    let error = with("", Some("iwave"), &["water.time_step=0.3"])
        .err()
        .unwrap();
    assert!(
        error.starts_with("--set water.time_step=0.3: `time_step` is 0.3, which is unstable here"),
        "{error}"
    );
    // Keys of a file for another model are dropped then.
    let wave = "[water]\nmodel = \"wave\"\ntime_step = 0.5\ndamping = 0.0\nlength = 500";
    let scene = accepted(wave, "iwave", &[]);
    assert_eq!(scene.water.settings.real("time_step"), 0.03);
    let scene = accepted(wave, "iwave", &["water.time_step=0.04"]);
    assert_eq!(scene.water.settings.real("time_step"), 0.04);
}

#[test]
fn parameter_maps_are_relative_to_the_scene_and_kept_by_models_that_have_them() {
    let folder = tempfile::tempdir().unwrap();
    let ramp = GrayImage::from_fn(5, 3, |x, _| Luma([51 * (x + 1) as u8]));
    ramp.save(folder.path().join("ramp.png")).unwrap();
    let scene = |text: &str, edits: &[Edit]| {
        Scene::read(text, &folder.path().join("s.toml"), edits).map_err(|error| error.to_string())
    };
    let text = "[water]\nmodel = \"wave\"\ndepth_map = \"ramp.png\"\n\
                [compare]\nmodel = \"spring\"\nviscosity_map = \"ramp.png\"";
    for model in ["wave", "iwave"] {
        let edit = Edit::name("model", ["water", "model"], model);
        let scene = scene(text, &[edit]).unwrap_or_else(|error| panic!("{error}"));
        let [(key, map)] = &scene.water.maps[..] else {
            panic!("one map under {model}")
        };
        // The map is resampled to the cells of the pool when it is read. The middle of its second column is at 0.3.
        assert_eq!((*key, map.columns(), map.rows()), ("depth_map", 256, 256));
        assert!((map[(76, 128)] - 0.4).abs() < 0.01, "{}", map[(76, 128)]);
        let compare = scene.compare.unwrap();
        assert_eq!(compare.maps[0].0, "viscosity_map");
    }
    let ripple = Edit::name("model", ["water", "model"], "ripple");
    assert!(scene(text, &[ripple]).is_ok_and(|scene| scene.water.maps.is_empty()));

    let missing = scene("[water]\nmodel = \"wave\"\ndepth_map = \"gone.png\"", &[]);
    let start = format!(
        "{}:3: can't read the picture {}: there is no such file",
        folder.path().join("s.toml").display(),
        folder.path().join("gone.png").display()
    );
    assert!(missing.err().unwrap().starts_with(&start));
}

#[test]
fn the_compared_water_has_its_own_model_and_settings_in_the_same_pool() {
    let scene = read(
        "[compare]\nmodel = \"wave\"\ndepth = 0.5\nsplit = 0.25\n[water]\nsize = [40, 30]\ndamping = 3",
    );
    let compare = scene.compare.as_ref().unwrap();
    assert_eq!((compare.model.name, scene.split), ("wave", 0.25));
    assert_eq!(compare.settings.real("depth"), 0.5);
    assert_eq!(scene.water.settings.integer("damping"), 3);
    let simulation = Simulation::new(&scene);
    assert_eq!(simulation.other().unwrap().size(), scene.size);
    // Without the table there is no second water; an empty table compares the same model.
    assert!(read("").compare.is_none());
    assert_eq!(read("[compare]").compare.unwrap().model.name, "ripple");
    refused_all(
        r#"
        [compare]\nsplit = 0.95 → pool.toml:2: `split` is 0.95, but must be a number from 0.1 to 0.9
        [compare]\nsize = [3, 3] → pool.toml:2: unknown key `compare.size`, did you mean `water.size`?
        "#,
    );
}

//! Every documented key accepts values of its documented type, refuses others, and has an effect.

use std::fmt::Write;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use waterlab::grid::Grid;
use waterlab::scene::image_file::write_single_channel;
use waterlab::scene::keys::{self, Key};
use waterlab::scene::{Edit, Scene, Simulation};
use waterlab::surface::Surface;
use waterlab::water::{MODELS, Model};

/// Steps after which two scenes are compared.
const STEPS: u64 = 40;

/// A scene in which every table has an effect, in a pool or a sea.
fn base(model: &Model) -> String {
    let mut text = format!(
        "[water]\nmodel = \"{}\"\nsize = [32, 24]\n\
         [[drop]]\nstep = 1\nat = [0.3, 0.4]\nradius = 3\nweight = 150\n\
         [[stroke]]\nstep = 2\nfrom = [0.2, 0.7]\nto = [0.6, 0.8]\n\
         [[source]]\nat = [0.6, 0.3]\nperiod = 12\n\
         [rain]\ndrops_per_second = 60\n",
        model.name
    );
    if model.walls {
        text += "[[obstacle]]\nwall = { from = [0.5, 0.0], to = [0.5, 0.3] }\n\
                 [[obstacle]]\ndisc = { at = [0.8, 0.6], radius = 3 }\n";
    }
    text
}

/// A path of the camera.
const PATH: &str = "camera.path=[{ time = 0 }, { time = 9, eye = [1, 1, 1] }]";

/// Edits without which a key has no effect.
fn prerequisites(key: &Key) -> &'static [&'static str] {
    match (key.table, &*key.name) {
        ("water", "swell_period" | "swell_direction" | "swell_seed") => &["water.swell_height=2"],
        ("water", "tension_length") => &["water.patch=1"],
        ("water", "cascades") => &["water.cascade_ratio=2"],
        ("water", "cascade_ratio") => &["water.cascades=2", "water.cascade_ratio=3"],
        ("water", "against_wind") => &["water.spread=cos2"],
        ("water", "allow_loops") => &["water.steepness=2"],
        ("water", "creamer") => &["water.spread=0", "water.direction=0"],
        ("water", "foam_growth" | "foam_decay") => &["water.foam_threshold=1"],
        ("water", "depth_map") => &["water.depth=0.05"],
        ("water", "bed_low" | "bed_high") => &["water.bed_map=textures/reef.png"],
        ("water", "tide_height") => &["water.west=level"],
        ("water", "tide_period") => &["water.west=level", "water.tide_height=0.05"],
        ("water", "inflow") => &["water.west=inflow"],
        ("water", "inflow_depth") => &["water.west=inflow", "water.inflow=1"],
        ("water", "rest_length_map") => &["water.rest_length=0.1"],
        // Over a level floor both forms are the same.
        ("water", "form") => &["water.depth_map=textures/reef.png"],
        ("source", "from" | "to") => &["source=[{ from = [0.6, 0.3], period = 12 }]"],
        ("start", "compare_heights" | "compare_velocity" | "compare_hidden") => {
            &["compare.model=ripple"]
        }
        ("start", "ripples_x" | "ripples_z") => &["start.ripples_length=64"],
        ("rain", "rate") => &["rain.kind=rain"],
        ("body", "rudder") => &["body.0.thrust=50", "body.0.at=[0, 0, 0]"],
        ("body", "thrust") => &["body.0.at=[0, 0, 0]"],
        ("view", "gain") => &["view.look=heights"],
        ("camera", name) if name.starts_with("path.") => &[PATH],
        ("tour", "caption") => &[PATH],
        ("tour", "hint" | "film") => &[PATH, "tour.caption=Water"],
        _ => &[],
    }
}

/// A text of the whole scene and its simulation, for comparison.
fn fingerprint(scene: &Scene) -> String {
    let mut simulation = Simulation::new(scene);
    simulation.advance_by(STEPS);
    let mut text = format!("{:?}", simulation.rainfall());
    for water in simulation.waters() {
        let surface = water.surface();
        let heights = &surface.field().heights;
        for row in 0..heights.rows() as i64 {
            for column in 0..heights.columns() as i64 {
                let _ = write!(text, "{:?} ", heights.metres(column, row));
            }
        }
        if let Surface::Bounded(pool) = &surface {
            let _ = write!(text, "{}", pool.depth);
        }
        if let Some(cascades) = surface.cascades() {
            let _ = write!(
                text,
                "{} {:?}",
                cascades.lambda,
                cascades.foam.coverage().cells()
            );
            let floor = [-1.0, 0.0, 2.0].map(|x| cascades.floor_at([x, 0.5]));
            let _ = write!(text, "{floor:?}");
        }
    }
    for floating in simulation.bodies(false).iter() {
        let body = floating.body();
        let _ = write!(text, "{:?} {:?} {:?}", body.state, body.mass(), body.colour);
        let _ = write!(text, "{:?}", body.rope);
    }
    let _ = write!(text, "{:?} {:?}", scene.start.ripples, scene.start.hidden);
    let _ = write!(text, "{}", scene.sound.real("volume"));
    let _ = write!(text, "{:?} {:?}", scene.camera_path, scene.tour);
    let view = &scene.view;
    let values: Vec<_> = view
        .settings
        .iter()
        .flat_map(|s| s.iter().map(|(_, value)| value))
        .collect();
    let _ = write!(
        text,
        "{} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {:?} {:?}",
        view.kind.name,
        view.picture,
        view.overlay,
        view.floor,
        view.sky,
        values,
        scene.camera,
        scene.poke,
        scene.steps_per_second,
        scene.split,
        scene.sky.sun(),
        scene.sky.panorama,
        scene
            .sky
            .settings
            .iter()
            .map(|(_, value)| value)
            .collect::<Vec<_>>()
    );
    text
}

/// Values that a key accepts by its documentation, without its default, in TOML.
fn values(key: &Key, owner: &str, picture: &Path) -> Vec<String> {
    let takes = key.takes.split(';').next().unwrap_or_default();
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{takes}"));
    let range = |from: &str| -> (f64, f64) {
        let (min, max) = from.split_once(" to ").expect("a range");
        (number(min), number(max))
    };
    let between = |(min, max): (f64, f64), whole: bool| {
        let default = number(&key.default);
        let mut candidates = vec![
            1.25 * default,
            0.75 * default,
            default + 1.0,
            0.5 * (min + max),
        ];
        candidates.extend([min, max, min + 0.3 * (max - min)]);
        let round = |value: f64| if whole { value.round() } else { value };
        let allowed = |value: &f64| (min..=max).contains(value) && *value != default;
        let values = candidates.into_iter().map(round).filter(allowed);
        values.map(|value| value.to_string()).collect()
    };
    if let Some(from) = takes.strip_prefix("a whole number from ") {
        let default = key.default.parse::<f64>();
        return match default {
            Ok(_) => between(range(from), true),
            // The last step of a source, which has no default.
            Err(_) => vec!["20".into()],
        };
    }
    if let Some(from) = takes.strip_prefix("a number from ") {
        return match key.default.parse::<f64>() {
            Ok(_) => between(range(from), false),
            // An angle of the sun, which has no default.
            Err(_) => vec!["12.5".into()],
        };
    }
    if let Some(names) = takes.strip_prefix("one of ") {
        let other = |name: &&str| *name != key.default && *name != owner;
        return names
            .split(", ")
            .filter(other)
            .map(|name| format!("\"{name}\""))
            .collect();
    }
    match takes {
        "true or false" => vec![(key.default != "true").to_string()],
        "two numbers from 0 to 1" => vec!["[0.15, 0.35]".into()],
        "four numbers" => vec!["[0, 0.6, 0, 0.8]".into()],
        "a colour in quotes, # and six hexadecimal digits" => vec!["\"#20a0ff\"".into()],
        "three numbers" => vec!["[0.1, 0.7, 0.9]".into()],
        "the name of a picture file" => vec![format!("{:?}", picture.display().to_string())],
        "the name of a CSV file" => {
            vec![format!(
                "{:?}",
                picture.with_extension("csv").display().to_string()
            )]
        }
        "the name of an OpenEXR file" => {
            vec![format!(
                "{:?}",
                picture.with_extension("exr").display().to_string()
            )]
        }
        "a table in braces" => vec!["{}".into()],
        "tables, each under [[camera.path]]" => {
            vec![PATH.split_once('=').expect("a value").1.into()]
        }
        takes if takes.starts_with("a line of up to") => vec!["\"Rings.\"".into()],
        takes if takes.starts_with("two whole numbers from 3 to 8192") => vec!["[40, 30]".into()],
        takes => panic!("{}.{} takes {takes}: an unknown type", key.table, key.name),
    }
}

/// The path of a key for `--set`.
fn path(key: &Key) -> String {
    match key.table {
        "obstacle" if key.name == "mask" => "obstacle.2.mask".into(),
        "obstacle" if key.name.starts_with("disc") => format!("obstacle.1.{}", key.name),
        "drop" | "stroke" | "source" | "fill" | "obstacle" | "wave" | "body" => {
            format!("{}.0.{}", key.table, key.name)
        }
        "camera" if key.name.starts_with("path.") => key.name.replacen("path", "camera.path.0", 1),
        table => format!("{table}.{}", key.name),
    }
}

fn with(text: &str, folder: &Path, sets: &[String]) -> Result<Scene, String> {
    let edits: Result<Vec<_>, _> = sets.iter().map(|set| Edit::parse(set)).collect();
    let edits = edits.map_err(|error| error.to_string())?;
    let file: PathBuf = folder.join("scene.toml");
    Scene::read(text, &file, &edits).map_err(|error| error.to_string())
}

#[test]
fn every_key_accepts_its_values_has_an_effect_and_refuses_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("grey.png");
    let ramp = image::GrayImage::from_fn(32, 24, |x, y| image::Luma([(x * 7 + y) as u8]));
    ramp.save(&picture).expect("saved");
    let surface = Grid::from_fn(32, 24, |column, row| {
        0.001 * (column + 2 * row) as f32 - 0.03
    });
    let mut exr = Cursor::new(Vec::new());
    write_single_channel(&surface, &mut exr).expect("written");
    std::fs::write(picture.with_extension("exr"), exr.into_inner()).expect("saved");
    std::fs::write(picture.with_extension("csv"), "0,0.02\n9,0.05\n").expect("saved");
    let mut tested = 0;
    let mut failures = Vec::new();
    for key in keys::all() {
        // A key of models lists its models. Others are tested with a model in which everything has an effect.
        let owners = key.takes.split("; ").nth(1).unwrap_or_default();
        let has = |model: &&&Model| owners.split(", ").any(|owner| owner == model.name);
        let mut models: Vec<_> = MODELS.iter().filter(has).collect();
        if models.is_empty() {
            models.extend(MODELS.iter().find(|model| match key.table {
                "wave" => model.takes_waves(),
                "start" if key.name == "time" => model.is_open(),
                _ => model.walls,
            }));
        }
        for model in models {
            let mut text = base(model);
            match key.table {
                "wave" => text += "[[wave]]\nlength = 20\n",
                "body" => text += "[[body]]\nshape = \"box\"\n",
                "fill" => text += "[[fill]]\nlevel = 0.01\n",
                "compare" => text += "[compare]\n",
                _ => {}
            }
            let mut sets: Vec<_> = prerequisites(&key)
                .iter()
                .map(|set| (*set).to_owned())
                .collect();
            // In a pool, a swell or a level comes in at an edge.
            if model.ground
                && ["swell", "level"]
                    .iter()
                    .any(|name| key.name.starts_with(name))
            {
                sets.push("water.west=level".to_owned());
            }
            let about = format!("{} of {}", path(&key), model.name);
            let before =
                with(&text, folder.path(), &sets).unwrap_or_else(|e| panic!("{about}: {e}"));
            let before = fingerprint(&before);
            let mut accepted = 0;
            let mut refusals = String::new();
            let has_effect = values(&key, model.name, &picture).into_iter().any(|value| {
                let mut sets = sets.clone();
                sets.push(format!("{}={value}", path(&key)));
                match with(&text, folder.path(), &sets) {
                    Ok(scene) => {
                        accepted += 1;
                        fingerprint(&scene) != before
                    }
                    // Allowed values may be unstable together.
                    Err(error) => {
                        refusals += &error;
                        false
                    }
                }
            });
            if accepted == 0 {
                failures.push(format!("{about} accepts no value: {refusals}"));
            }
            // Empty braces are a wall or a disc at their defaults.
            if accepted > 0 && !has_effect {
                failures.push(format!("{about} changes nothing"));
            }
            // Only keys of inline tables accept a table, and they accept nothing else.
            let wrong = if key.takes.starts_with("a table") {
                "7"
            } else {
                "{ no = 1 }"
            };

            sets.push(format!("{}={wrong}", path(&key)));
            let refused = with(&text, folder.path(), &sets).err();
            let last = key.name.rsplit('.').next().unwrap_or_default();
            assert!(
                refused.is_some_and(|error| error.contains(last)),
                "{about} takes {wrong}"
            );
            tested += 1;
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(tested > 100, "{tested}");
}

//! Parsing of scenes, and their one-line errors.

use super::{edited, read, refused, refused_all};
use std::path::Path;
use waterlab::light::Look;
use waterlab::pool::{Disturbance, Fraction};
use waterlab::scene::{Edit, Event, Scene, Simulation, Tool};
use waterlab::water::MODELS;

#[test]
fn an_empty_scene_is_a_pool_at_rest_with_every_default() {
    let scene = read("");
    assert_eq!(scene.water.model.name, "ripple");
    assert_eq!((scene.size.columns(), scene.size.rows()), (256, 256));
    assert_eq!(scene.steps_per_second, 60.0);
    assert_eq!(scene.water.settings.integer("damping"), 5);
    assert!(scene.events.is_empty() && scene.rain.is_none());
    assert_eq!(scene.view.kind.name, "mesh");
    assert!(scene.view.picture.is_none());
    assert_eq!(scene.camera.eye, [0.0, 1.2, 1.6]);
    assert_eq!(scene.camera.target, [0.0; 3]);
    assert_eq!(scene.camera.fov, 45.0);
    assert_eq!((scene.poke.radius, scene.poke.weight), (3.0, 20));
    assert_eq!((scene.poke.tool, scene.poke.wall_radius), (Tool::Poke, 2.0));
    assert!(scene.obstacles.is_empty() && scene.sources.is_empty());
    assert!(scene.compare.is_none());
    assert_eq!(scene.split, 0.5);
    assert!(Simulation::new(&scene).is_idle());
}

#[test]
fn every_table_and_key_has_its_effect() {
    let scene = read(
        r#"
        [water]
        model = "ripple"
        size = [40, 30]
        damping = 9
        fraction_bits = 3
        steps_per_second = 120.5
        [[drop]]
        step = 10
        at = [0.5, 0.25]
        radius = 4
        weight = -100
        [[stroke]]
        step = 5
        from = [0.1, 0.1]
        to = [0.9, 0.4]
        radius = 2.5
        weight = 40
        [rain]
        drops_per_second = 4
        seed = 7
        [view]
        kind = "picture"
        picture = "photo.png"
        sky = "/abs/sky.png"
        look = "nearest"
        wireframe = true
        [camera]
        eye = [1, 2, 3]
        target = [0.5, 0, 0]
        fov = 60
        [poke]
        radius = 7
        weight = 5
        tool = "erase"
        wall_radius = 3.5
        "#,
    );
    assert_eq!((scene.size.columns(), scene.size.rows()), (40, 30));
    assert_eq!(scene.steps_per_second, 120.5);
    assert_eq!(scene.water.settings.integer("damping"), 9);
    assert_eq!(scene.water.settings.integer("fraction_bits"), 3);
    let at = |u, v| Fraction::new(u, v).unwrap();
    let events = [
        Event {
            step: 5,
            disturbance: Disturbance::stroke(at(0.1, 0.1), at(0.9, 0.4), 2.5, 40.0),
        },
        Event {
            step: 10,
            disturbance: Disturbance::stone(at(0.5, 0.25), 4.0, -100.0),
        },
    ];
    assert_eq!(scene.events, events);
    let rain = scene.rain.as_ref().unwrap();
    assert_eq!(
        (rain.real("drops_per_second"), rain.integer("seed")),
        (4.0, 7)
    );
    assert_eq!(scene.view.kind.name, "picture");
    assert_eq!(
        scene.view.picture.as_deref(),
        Some(Path::new("rooms/photo.png"))
    );
    assert_eq!(scene.view.sky.as_deref(), Some(Path::new("/abs/sky.png")));
    assert_eq!(
        scene
            .view
            .settings_of(scene.view.kind)
            .choice::<Look>("look"),
        Look::Nearest
    );
    assert!(scene.view.settings[0].switch("wireframe"));
    assert_eq!(scene.camera.eye, [1.0, 2.0, 3.0]);
    assert_eq!(scene.camera.target, [0.5, 0.0, 0.0]);
    assert_eq!(scene.camera.fov, 60.0);
    assert_eq!((scene.poke.radius, scene.poke.weight), (7.0, 5));
    assert_eq!(
        (scene.poke.tool, scene.poke.wall_radius),
        (Tool::Erase, 3.5)
    );
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let scene = read("\u{feff}[water]\r\nsize = [10, 20]\r\ndamping = 7\r\n");
    assert_eq!((scene.size.columns(), scene.size.rows()), (10, 20));
    refused(
        "\u{feff}[water]\r\n\r\ndamping = 77\r\n",
        "pool.toml:3: `damping` is 77, but must be a whole number from 1 to 15",
    );
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_a_suggestion() {
    refused_all(
        r#"
        [water]\ndampign = 3 → pool.toml:2: unknown key `water.dampign`, did you mean `water.damping`?
        \n\n[watr]\n → pool.toml:3: unknown key `watr`, did you mean `water`?
        [[drop]]\n[[drop]]\nraduis = 3 → pool.toml:3: unknown key `drop.raduis`, did you mean `drop.radius`?
        [view]\nrefracton = 0.1 → pool.toml:2: unknown key `view.refracton`, did you mean `view.refraction`?
        damping = 3 → pool.toml:1: unknown key `damping`, did you mean `water.damping`?
        [rain]\nzzz = 3 → pool.toml:2: unknown key `rain.zzz`; there are kind, rate, drops_per_second, seed, radius_min, radius_max, weight_min, weight_max
        "#,
    );
    let names: Vec<_> = MODELS.iter().map(|model| model.name).collect();
    refused(
        "[water]\nmodel = \"riple\"",
        &format!(
            "pool.toml:2: there is no model `riple`, did you mean `ripple`? (there are: {})",
            names.join(", ")
        ),
    );
}

#[test]
fn a_value_of_the_wrong_type_is_refused_with_the_expected_type() {
    refused_all(
        r#"
        [water]\ndamping = "high" → pool.toml:2: `damping` expects a whole number from 1 to 15, not the text "high"
        [water]\ndamping = 5.5 → pool.toml:2: `damping` expects a whole number from 1 to 15, not 5.5
        [view]\nwireframe = 1 → pool.toml:2: `wireframe` expects true or false, not 1
        [drop]\nstep = 1 → pool.toml:1: `drop` expects a list of tables, each under a line [[drop]] with two brackets, not a table
        drop = [3] → pool.toml:1: `drop` expects tables of keys, each under a line [[drop]] with two brackets, not 3
        rain = true → pool.toml:1: `rain` expects a table of keys, as under a line [rain], not true
        [view]\npicture = 7 → pool.toml:2: `picture` expects the name of a picture file, not 7
        [camera]\neye = [1, 2] → pool.toml:2: `eye` expects three numbers: x, y (up) and z, as in [0, 1.2, 1.6], not a list of 2
        "#,
    );
}

#[test]
fn a_value_out_of_range_is_refused_with_the_range() {
    refused_all(
        r#"
        [water]\nsize = [-4, 256] → pool.toml:2: a pool of -4 × 256 cells is not possible: each side must be from 3 to 8192
        [water]\nsteps_per_second = nan → pool.toml:2: `steps_per_second` is NaN, but must be a number from 1 to 1000
        [[drop]]\nradius = inf → pool.toml:2: `radius` is inf, but must be a number from 0 to 8192
        [[drop]]\nat = [0.5, 1.01] → pool.toml:2: `at`: (0.5, 1.01) is outside the pool: both numbers must be from 0 to 1
        [[drop]]\nat = [nan, 0.5] → pool.toml:2: `at`: (NaN, 0.5) is outside the pool: both numbers must be from 0 to 1
        [[drop]]\nweight = 32768 → pool.toml:2: `weight` is 32768, but must be a whole number from -32768 to 32767
        [[stroke]]\nstep = -1 → pool.toml:2: `step` is -1, but must be a whole number from 0 to 1000000000
        [rain]\nseed = 99999999999999999999 → pool.toml:2: 99999999999999999999 is too large a number
        [poke]\nradius = 1e999 → pool.toml:2: 1e999 is too large a number
        [camera]\neye = [0, inf, 0] → pool.toml:2: `eye` has inf, but must hold numbers from -1000000 to 1000000
        [camera]\nfov = 9 → pool.toml:2: `fov` is 9, but must be a number from 10 to 120
        "#,
    );
}

#[test]
fn an_eye_at_its_target_is_refused() {
    refused(
        "[camera]\neye = [1, 1, 1]\ntarget = [1, 1, 1.0]",
        "pool.toml:1: the camera's `eye` and `target` are both at [1.0, 1.0, 1.0]: move one of them",
    );
}

#[test]
fn invalid_toml_is_refused_with_its_line() {
    let error = Scene::read("[water]\nsize = [1, 2\n", Path::new("pool.toml"), &[])
        .err()
        .unwrap();
    let error = error.to_string();
    assert!(
        error.starts_with("pool.toml:") && error.contains("not valid TOML"),
        "{error}"
    );
    let error = Scene::read("[water]\n[water]\n", Path::new("pool.toml"), &[])
        .err()
        .unwrap();
    assert!(
        error.to_string().starts_with("pool.toml:2: not valid TOML"),
        "{error}"
    );
}

#[test]
fn edits_apply_in_order_and_create_missing_tables() {
    let scene = edited(
        "[water]\ndamping = 3\n[[drop]]\nradius = 1\nweight = 2",
        &[
            "water.damping=4",
            "water.damping = 6",
            "drop.0.radius=5",
            "drop.1.at=[0, 1]",
            "rain.seed=3",
            "camera.eye=[0,1,2]",
            "view.kind=picture",
            "view.look=\"nearest\"",
            "view.picture=my photo.jpg",
        ],
    )
    .unwrap();
    assert_eq!(scene.water.settings.integer("damping"), 6);
    let corner = Fraction::new(0.0, 1.0).unwrap();
    let middle = Fraction::new(0.5, 0.5).unwrap();
    let stones: Vec<_> = scene.events.iter().map(|event| event.disturbance).collect();
    assert_eq!(
        stones,
        [
            Disturbance::stone(middle, 5.0, 2.0),
            Disturbance::stone(corner, 4.0, 100.0)
        ]
    );
    assert_eq!(scene.rain.unwrap().integer("seed"), 3);
    assert_eq!(scene.camera.eye, [0.0, 1.0, 2.0]);
    assert_eq!(scene.view.kind.name, "picture");
    // Relative to the working directory, not to the scene.
    assert_eq!(
        scene.view.picture.as_deref(),
        Some(Path::new("my photo.jpg"))
    );
}

#[test]
fn an_error_about_a_long_name_is_short() {
    let long = "n".repeat(100_000);
    for text in [
        format!("{long} = 1"),
        format!("[view]\nkind = \"{long}\""),
        format!("[view]\nlook = \"{long}\""),
        format!("[view]\nwireframe = \"{long}\""),
        format!("[[obstacle]]\nwall = {{ {long} = 1 }}"),
        format!("[[obstacle]]\nwall = \"{long}\""),
    ] {
        let error = edited(&text, &[]).err().unwrap();
        assert!(error.len() < 500, "{} bytes", error.len());
        assert!(error.contains("nnn…"), "{error}");
    }
}

#[test]
fn an_error_about_a_long_edit_is_short() {
    let long = "n".repeat(100_000);
    for set in [
        format!("{long}=1"),
        format!("water.damping={long}"),
        format!("water.damping={}", "9".repeat(100_000)),
        format!("drop.{long}.step=1"),
        format!("drop.0.step.{long}=1"),
        format!("camera.eye=[{long}"),
        format!("camera.eye=[{}", "0,".repeat(50_000)),
    ] {
        let error = edited("[[drop]]\nstep = 1", &[&set]).err().unwrap();
        assert!(error.len() < 500, "{} bytes", error.len());
        let start: String = set.chars().take(20).collect();
        assert!(error.starts_with(&format!("--set {start}")), "{error}");
    }
}

#[test]
fn an_invalid_edit_is_quoted_in_the_error() {
    let refusal = |set: &str| edited("[[drop]]\nstep = 1", &[set]).err().unwrap();
    assert_eq!(
        refusal("water.damping=99"),
        "--set water.damping=99: `damping` is 99, but must be a whole number from 1 to 15"
    );
    assert_eq!(
        refusal("water.dampng=9"),
        "--set water.dampng=9: unknown key `water.dampng`, did you mean `water.damping`?"
    );
    assert_eq!(
        refusal("water.damping=high"),
        "--set water.damping=high: `damping` expects a whole number from 1 to 15, not the text \"high\""
    );
    assert_eq!(
        refusal("drop.5.step=1"),
        "--set drop.5.step=1: `5` is none of this list, which has 1; the next is 1"
    );
    assert_eq!(
        refusal("water.damping.deep=1"),
        "--set water.damping.deep=1: `damping` expects a whole number from 1 to 15, not a table"
    );
    assert!(refusal("camera.eye=[0, 1").starts_with("--set camera.eye=[0, 1: not a valid value: "));
    // An edit is not blamed for an error of the file.
    let error = edited("[water]\nbad = 1", &["water.damping=3"])
        .err()
        .unwrap();
    assert!(
        error.starts_with("pool.toml:2: unknown key `water.bad`"),
        "{error}"
    );
}

#[test]
fn an_edit_without_a_key_or_a_value_is_refused() {
    for text in [
        "water.damping",
        "=3",
        "water..damping=3",
        ".=1",
        "water.damping=",
    ] {
        assert!(Edit::parse(text).is_err(), "{text}");
    }
}

#[test]
fn an_edit_with_a_very_deep_key_is_refused() {
    for part in ["a.", "0."] {
        let text = format!("{}a=1", part.repeat(40_000));
        assert!(Edit::parse(&text).is_err());
    }
}

#[test]
fn every_scene_of_the_notes_opens_and_docs_notes_names_only_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = std::fs::read_to_string(root.join("docs/notes.md")).expect("docs/notes.md");
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("scenes/notes")).expect("scenes/notes") {
        let path = entry.expect("an entry").path();
        Scene::load(&path, &[]).unwrap_or_else(|error| panic!("{error}"));
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        assert!(
            docs.contains(&format!("scenes/notes/{name}")),
            "docs/notes.md lacks {name}"
        );
        count += 1;
    }
    assert_eq!(count, 5);
    let scenes = docs
        .split_whitespace()
        .filter(|word| word.ends_with(".toml"));
    for scene in scenes {
        assert!(root.join(scene).is_file(), "no {scene}");
    }
    let pictures = docs
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    for picture in pictures {
        let file = root.join("docs").join(picture);
        let length = file
            .metadata()
            .unwrap_or_else(|error| panic!("{picture}: {error}"))
            .len();
        assert!(
            length < 1 << 20 || picture.ends_with(".md"),
            "{picture}: {length} bytes"
        );
    }
}

#[test]
fn keys_that_have_moved_are_errors_that_name_the_new_ones() {
    for (old, new) in [
        ("pool_length", "water.length"),
        ("pool_depth", "water.depth"),
        ("depth", "water.depth"),
    ] {
        refused(
            &format!("[view]\n{old} = 3"),
            &format!("pool.toml:2: unknown key `view.{old}`: it is `{new}` now"),
        );
        let edit = format!("view.{old}=3");
        assert_eq!(
            edited("", &[&edit]).err().expect("refused"),
            format!("--set {edit}: unknown key `view.{old}`: it is `{new}` now")
        );
    }
}

#[test]
fn the_default_camera_fits_the_pool() {
    for (text, eye) in [
        ("", [0.0, 1.2, 1.6]),
        ("[water]\nlength = 20", [0.0, 12.0, 16.0]),
        ("[water]\nmodel = \"sea\"", [0.0, 6.0, 0.0]),
    ] {
        let scene = edited(text, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scene.camera.eye, eye, "{text}");
    }
    let named = edited("[water]\nlength = 20\n[camera]\neye = [0, 1, 2]", &[]);
    assert_eq!(named.expect("a scene").camera.eye, [0.0, 1.0, 2.0]);
}

#[test]
fn a_second_pool_has_the_length_and_depth_of_the_first_unless_it_names_its_own() {
    let compared = |text: &str| {
        let scene = edited(text, &[]).unwrap_or_else(|error| panic!("{error}"));
        let settings = scene.compare.expect("two waters").settings;
        ["length", "depth"].map(|key| settings.real(key))
    };
    let first = "[water]\nlength = 6\ndepth = 0.5\n[compare]\nmodel = \"wave\"";
    assert_eq!(compared(first), [6.0, 0.5]);
    assert_eq!(compared(&format!("{first}\nlength = 3")), [3.0, 0.5]);
    // Of neither, its own defaults.
    assert_eq!(compared("[compare]\nmodel = \"wave\""), [2.0, 0.04]);
}

//! Help, wrong usage, and invalid scenes.

use crate::support::{RunResult, TempFolder, npy};

const FIELD: &str = "field --steps 1 --out h.npy";

#[test]
fn help_and_version_are_complete_and_succeed() {
    let folder = TempFolder::new();
    assert_eq!(
        folder.succeeds("--version"),
        format!("waterlab {}\n", env!("CARGO_PKG_VERSION"))
    );
    let help = folder.succeeds("--help");
    let words = "render field bake plot bench --view --model --size --picture --floor --sky --set --gl \
        Examples: ripple mesh damping drops_per_second refraction displacement steps_per_second \
        fov radius weight [[obstacle]] wall.from disc.radius thickness mask [[source]] period \
        [compare] split wall_radius";
    for word in words.split(' ').chain(["from 1 to 15"]) {
        assert!(help.contains(word), "no {word} in the help");
    }
    for (command, word) in [
        ("render", "--fps"),
        ("field", "--what"),
        ("bake", "--maps"),
        ("plot", "--out"),
        ("bench", "--json"),
    ] {
        let help = folder.succeeds(&format!("{command} --help"));
        assert!(
            help.contains(word) && help.contains("Examples:"),
            "{command}: {help}"
        );
    }
}

#[test]
fn wrong_usage_is_refused_with_2() {
    let folder = TempFolder::new();
    for arguments in [
        "--nonsense",
        "field",
        "field --steps 1",
        "field --steps -1 --out h.npy",
        "field --steps 1 --out h.npy --what colour",
        "field --steps 1 --out h.npy --set water.damping",
        "render --size 0x10 --out a.png",
        "render --size 16385x10 --out a.png",
        "render --size 10 --out a.png",
        "render --view mosh --out a.png",
        "render --model riple --out a.png",
        "render --gl vulkan --out a.png",
        "render --seconds 0 --out a.gif",
        "render --seconds nan --out a.gif",
        "render --fps -3 --out a.gif",
        "render --frames 0..5 --out %d.png",
        "render --seconds 1 --frames 5..5 --out %d.png",
        "render --seconds 1 --fps 0.001 --out a.gif",
    ] {
        let result = folder.run(arguments);
        assert_eq!(
            (result.code, &*result.out),
            (2, ""),
            "{arguments:?}: {result:?}"
        );
        assert!(
            result.err.starts_with("error: "),
            "{arguments:?}: {result:?}"
        );
    }
    let unknown = folder.run("field --steps 1 --out h.npy --what colour").err;
    assert!(unknown.contains("height"), "{unknown}");
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn an_output_that_does_not_fit_the_options_is_refused_with_2() {
    let folder = TempFolder::new();
    let render = |arguments: &str, needles: &[&str]| {
        folder.refuses(2, &format!("render --view picture {arguments}"), needles);
    };
    render("--out a.zip", &["a.zip", ".png", ".mp4"]);
    render("--out plain", &["plain", "extension"]);
    render("--out a.mp4", &["a.mp4", "--seconds"]);
    render("--out %04d.png", &["%04d.png", "--seconds"]);
    render("--out %d.zip --seconds 1", &["%d.zip"]);
    render(
        "--out %d.mp4 --seconds 1",
        &["%d.mp4", "one file", "frames/%04d.png"],
    );
    render("--out %s.png --seconds 1", &["%s.png", "%04d"]);
    render("--out a.png --seconds 1", &["a.png", "--seconds"]);
    render("--out a.png --fps 10", &["a.png", "--fps"]);
    let shared = "--seconds 1 --fps 10 --frames";
    render(
        &format!("--out a.mp4 {shared} 0..5"),
        &["a.mp4", "--frames", "%04d"],
    );
    let numbered = format!("--out %d.png {shared}");
    render(&format!("{numbered} 5..11"), &["5..11", "10 pictures"]);
    folder.refuses(2, "field --steps 1 --out h.jpg", &["h.jpg", ".npy"]);
    folder.refuses(
        2,
        "s.toml field --steps 1 --out h.npy",
        &["s.toml", "after"],
    );
}

#[test]
fn a_misspelt_command_gets_a_suggestion() {
    let folder = TempFolder::new();
    folder.refuses(2, "rendr --out a.png", &["rendr", "`render`"]);
    let message = folder.fails(&["feild"], &["feild", "`field`"]);
    assert_eq!(
        message.matches("feild").count(),
        1,
        "the error is printed twice: {message}"
    );
    folder.fails(&["nothing"], &["no command and no scene file `nothing`"]);
    folder.fails(&["nothing.toml"], &["nothing.toml", "no such file"]);
}

#[test]
fn an_unknown_option_of_a_command_is_named() {
    let folder = TempFolder::new();
    for command in ["render", "field", "bake", "bench"] {
        let result = folder.run(&format!("{command} --foo"));
        assert_eq!(result.code, 2, "{result:?}");
        assert!(
            result.err.contains("unexpected argument '--foo'"),
            "{result:?}"
        );
    }
}

#[test]
fn an_unreadable_scene_is_one_line_of_error() {
    let folder = TempFolder::new();
    folder.write("latin.toml", b"[water]\n# caf\xe9\n");
    folder.write("cut.toml", "[water]\nsize = [256,");
    folder.write("picture.toml", [0x89, b'P', b'N', b'G', 0xff]);
    folder.write("line\nbreak.toml", "bad = 1");
    folder.write("keys.toml", "\"new\\nline\" = 1");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let field = |scene: &str, needles: &[&str]| {
        folder.fails(&["field", scene, "--steps", "1", "--out", "h.npy"], needles);
    };
    field("missing.toml", &["missing.toml", "no such file"]);
    field("folder", &["folder", "is a folder"]);
    field("latin.toml", &["latin.toml", "line 2", "UTF-8"]);
    field("picture.toml", &["picture.toml", "UTF-8"]);
    field("cut.toml", &["cut.toml:2", "TOML"]);
    field("line\nbreak.toml", &["unknown key `bad`"]);
    field("keys.toml", &["keys.toml:1", "unknown key"]);
    field("latin.toml/x", &["latin.toml/x"]);
}

#[test]
fn an_invalid_scene_is_one_line_of_error() {
    let folder = TempFolder::new();
    for (scene, needles) in [
        ("[water]\ndamping = \"x\"", &["s.toml:2", "damping"][..]),
        ("[water]\nsize = [256]", &["s.toml:2", "size"]),
        ("[water]\nsize = [-256, 256]", &["s.toml:2", "-256"]),
        ("[water]\nsize = [8193, 256]", &["s.toml:2", "8193", "8192"]),
        (
            "[water]\ndampng = 3",
            &["s.toml:2", "dampng", "`water.damping`"],
        ),
        ("[[drop]]\nradius = nan", &["s.toml:2", "radius", "NaN"]),
        (
            "[[drop]]\nat = [1.5, 0.5]",
            &["s.toml:2", "1.5", "outside the pool"],
        ),
        ("[[drop]]\nweight = 40000", &["s.toml:2", "40000", "32767"]),
        ("[[obstacle]]\nwall = 1", &["s.toml:2", "wall", "braces"]),
        (
            "[[obstacle]]\nmask = \"h.npy\"",
            &["s.toml:2", "h.npy", "no picture"],
        ),
        (
            "[[obstacle]]\nmask = \"gone.png\"",
            &["s.toml:2", "gone.png", "no such file"],
        ),
        (
            "[rain]\ndrops_per_second = -1",
            &["s.toml:2", "drops_per_second", "-1"],
        ),
        ("[camera]\neye = [0, 0, 0]", &["s.toml:1", "eye", "target"]),
    ] {
        folder.write("s.toml", scene);
        folder.write("h.npy", "old");
        folder.fails("field s.toml --steps 1 --out h.npy", needles);
        assert_eq!(folder.read("h.npy"), b"old");
    }
    folder.fails(
        &format!("{FIELD} --set water.damping=0"),
        &["--set water.damping=0", "from 1 to 15"],
    );
    folder.fails(&format!("{FIELD} --set zork=0"), &["--set zork=0", "zork"]);
    let long = format!("water.damping=[{}", "0,".repeat(50_000));
    let message = folder.fails(
        &format!("{FIELD} --set {long}"),
        &["--set water.damping=[0,0,"],
    );
    assert!(message.len() < 500, "{} bytes", message.len());
    let long = "n".repeat(100_000);
    let result = folder.run(&format!("{FIELD} --set {long}"));
    assert_eq!(result.code, 2);
    assert!(result.err.len() < 500, "{} bytes", result.err.len());
}

#[test]
fn options_before_and_after_the_command_combine() {
    let folder = TempFolder::new();
    let before = "--set water.size=[7,5] --set drop.0.radius=9";
    let after = "--set water.size=[6,4] --steps 1 --out h.npy";
    folder.succeeds(&format!("{before} field {after}"));
    let (rows, columns, heights) = npy(&folder.read("h.npy"));
    assert_eq!((rows, columns), (4, 6));
    assert!(heights.iter().any(|&height| height != 0.0));
    let before = "--view picture --size 9x8 --gl none";
    folder.succeeds(&format!("{before} render --out a.png --size 5x4"));
    assert_eq!(
        image::image_dimensions(folder.path("a.png")).unwrap(),
        (5, 4)
    );
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let folder = TempFolder::new();
    for arguments in ["--help", "field --steps 9000 --set rain.seed=1 --out h.png"] {
        let mut child = folder.spawn(arguments);
        drop(child.stdout.take());
        let result: RunResult = child.wait_with_output().unwrap().into();
        assert_eq!((result.code, &*result.err), (0, ""), "{arguments:?}");
    }
}

#[test]
fn bench_measures_the_scene_or_reports_why_it_cannot() {
    let folder = TempFolder::new();
    folder.fails("bench nothing.toml", &["nothing.toml", "no such file"]);
    folder.fails("bench --set water.damping=0", &["--set water.damping=0"]);
    let result = folder.run("bench --view picture --set water.size=[33,44]");
    assert_eq!((result.code, &*result.err), (0, "measuring picture view\n"));
    let table = result.out;
    assert!(
        table.contains("per second") && table.contains("picture view 1280x720, 33×44"),
        "{table}"
    );
    let json = folder.run("bench --json --view picture --set water.size=[33,44]");
    let rows: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let name = rows[0]["name"].as_str().unwrap();
    assert!(name.starts_with("picture view 1280x720, 33×44"), "{rows}");
    assert!(rows[0]["per_second"].as_f64().unwrap() > 0.0, "{rows}");
}

#[test]
#[ignore = "takes a minute: run by `make test-long`"]
fn bench_measures_models_seas_and_views() {
    let folder = TempFolder::new();
    let result = folder.run("bench --json --set water.size=[33,44]");
    assert_eq!(result.code, 0, "{result:?}");
    // It takes minutes, so progress is reported.
    let steps = [
        "ripple step 256×256",
        "iwave 256×256",
        "lit view",
        "the scene's step",
    ];
    for step in steps {
        assert!(
            result.err.contains(&format!("measuring {step}\n")),
            "{step}: {result:?}"
        );
    }
    let rows: serde_json::Value = serde_json::from_str(&result.out).unwrap();
    let rows = rows.as_array().unwrap();
    for name in [
        "ripple step 256×256, plain",
        "ripple step 1024×1024, plain",
        "ripple step 4096×4096, plain",
    ] {
        let row = rows
            .iter()
            .find(|row| row["name"] == name)
            .unwrap_or_else(|| panic!("no {name}"));
        let product = row["per_second"].as_f64().unwrap() * row["milliseconds"].as_f64().unwrap();
        assert!((product - 1000.0).abs() < 1e-6, "{row}");
    }
    assert!(
        rows.iter()
            .any(|row| row["name"] == "scene step 33×44" && row["than"] == "real time"),
        "the step of the scene"
    );
    assert!(
        rows.iter()
            .filter(|row| row["than"] == "plain")
            .all(|row| row["ratio"].as_f64().unwrap() > 0.0)
    );
    assert!(rows.iter().any(|row| {
        row["name"]
            .as_str()
            .unwrap()
            .starts_with("picture 1280x720")
    }));
}

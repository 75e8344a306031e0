//! The header, and a program in C that uses it.

use std::path::{Path, PathBuf};
use std::process::Command;
use waterlab_core::parameter::Settings;
use waterlab_core::pool::Size;
use waterlab_core::water::{Model, Sampler, Water, stone_at};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// What the header says first.
const HEADER: &str = r"
/* The waters of waterlab from C: heights, normals and velocities of a sea or a pool.
 *
 * Lengths are metres, times seconds. y is up and 0 at the rest level; x and z count from the middle of the pool, or of the
 * first patch of a sea. A water steps 60 times a second. What fails returns a status or NULL, changes nothing, and
 * waterlab_error says why. One thread uses a water at a time, for reading as well.
 *
 * Generated: WATERLAB_BLESS=1 cargo test --package waterlab-capi regenerates it. */
";

/// The header of `src/lib.rs`.
fn header() -> String {
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        cpp_compat: true,
        include_guard: Some("WATERLAB_H".into()),
        header: Some(HEADER.trim().into()),
        style: cbindgen::Style::Both,
        usize_is_size_t: true,
        ..cbindgen::Config::default()
    };
    config.enumeration.rename_variants = cbindgen::RenameRule::QualifiedScreamingSnakeCase;
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(Path::new(HERE).join("src/lib.rs"))
        .generate()
        .expect("a header");
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn the_header_is_that_of_the_source() {
    let file = Path::new(HERE).join("include/waterlab.h");
    let header = header();
    if std::env::var_os("WATERLAB_BLESS").is_some() {
        std::fs::write(&file, &header).expect("written");
    }
    let kept = std::fs::read_to_string(&file).expect("include/waterlab.h");
    assert!(
        kept == header,
        "include/waterlab.h is out of date: WATERLAB_BLESS=1 cargo test --package waterlab-capi writes it\n{header}"
    );
}

/// The folder of the library that this test was built with.
fn library() -> PathBuf {
    let mut folder = std::env::current_exe().expect("this test");
    let name = format!(
        "{}waterlab_c{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    while folder.pop() {
        if folder.join(&name).exists() {
            return folder;
        }
    }
    panic!("{name} is not beside the tests");
}

/// What an example prints, built by the C compiler with the library.
fn output(example: &Path) -> String {
    let work = tempfile::tempdir().expect("a folder");
    let (program, library) = (work.path().join("program"), library());
    let built = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(Path::new(HERE).join("include"))
        .arg(example)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&library)
        .args(["-lwaterlab_c"])
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .output()
        .unwrap_or_else(|error| panic!("cc: {error}; a C compiler is needed"));
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let ran = Command::new(&program).output().expect("the program");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    String::from_utf8(ran.stdout).expect("UTF-8")
}

fn water(model: &str, cells: i64, key: &str, value: f64) -> Box<dyn Water> {
    let model = Model::named(model).expect("a model");
    let mut settings = Settings::new(model.parameters);
    settings.set(key, value).expect("a value");
    let size = Size::new(cells, cells).expect("a size");
    model.create_with(&settings, size).expect("a water")
}

#[test]
fn the_example_in_c_prints_the_numbers_of_the_library() {
    let printed = output(&Path::new(HERE).join("examples/heights.c"));
    let mut lines = printed.lines();
    let mut next = || lines.next().expect("a line");

    let mut sea = water("sea", 256, "wind", 10.0);
    sea.open_water_mut().expect("a sea").set_time(12.5);
    let mut pool = water("wave", 128, "length", 2.0);
    let stone = stone_at(&*pool, [0.1, 0.0], 0.06, 100.0).expect("inside");
    pool.disturb(&stone);
    (0..30).for_each(|_| pool.step());
    let mut heights = Vec::new();
    for water in [&sea, &pool] {
        let sampler = Sampler::new(&**water, 60.0);
        for [x, z] in [[0.0, 0.0], [0.25, -0.5], [7.5, 3.0]] {
            let numbers: Vec<f32> = next()
                .split(' ')
                .map(|number| number.parse().expect("a number"))
                .collect();
            let Some(sample) = sampler.at(x, z) else {
                assert!(numbers[0].is_nan(), "outside of the pool");
                continue;
            };
            let (normal, velocity) = (sample.normal, sample.velocity);
            let expected = [
                &[sample.height],
                &normal.to_array()[..],
                &velocity.to_array(),
            ]
            .concat();
            assert_eq!(numbers, expected, "{x} {z}");
            heights.push(sample.height);
        }
    }
    // A sea of 10 m/s is metres high, and what a stone makes is centimetres high.
    assert!(
        heights[..3].iter().any(|height| height.abs() > 0.1),
        "{heights:?}"
    );
    assert!(
        heights[3..]
            .iter()
            .any(|height| (1e-4..0.05).contains(&height.abs())),
        "{heights:?}"
    );
    let later = sea
        .open_water_mut()
        .expect("a sea")
        .height_at(7.5, 3.0, 20.0);
    assert_eq!(next().parse(), Ok(later));
    let error = next();
    assert!(
        error.contains("dampng") && error.contains("damping"),
        "{error}"
    );
    assert_eq!(lines.next(), None);
}

#[test]
fn the_lines_of_the_documents_compile_and_run() {
    let text = std::fs::read_to_string(Path::new(HERE).join("../../docs/library.md")).expect("it");
    let blocks: Vec<_> = text
        .split("```c\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks.len(), 2);
    let body = blocks.concat();
    let program = format!(
        "#include \"waterlab.h\"\n#include <stdio.h>\nint main(void) {{\nWaterlabSample samples[2];\n{body}\n\
         printf(\"%d\", samples[0].normal[1] > 0.0f && samples[0].height != 0.0f);\nreturn 0;\n}}\n"
    );
    let work = tempfile::tempdir().expect("a folder");
    let source = work.path().join("lines.c");
    std::fs::write(&source, program).expect("written");
    assert_eq!(output(&source), "1");
}

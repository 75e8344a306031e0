//! The example in Python, with the module as this test was built with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use waterlab_core::parameter::Settings;
use waterlab_core::pool::Size;
use waterlab_core::water::{Model, Sampler, Water, stone_at};

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The module's library, beside this test.
fn library() -> PathBuf {
    let mut folder = std::env::current_exe().expect("this test");
    let name = format!(
        "{}waterlab_py{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    while folder.pop() {
        let library = folder.join(&name);
        if library.exists() {
            return library;
        }
    }
    panic!("{name} is not beside the tests");
}

/// A Python that has numpy: that of the system, which `make setup-test` gives it, or the first of the path.
fn python() -> &'static str {
    let has_numpy = |python: &&str| {
        let tried = Command::new(python).args(["-c", "import numpy"]).output();
        tried.is_ok_and(|tried| tried.status.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy);
    found.expect("python3 with numpy is needed: make setup-test installs python3-numpy")
}

/// Runs Python with the module on its path.
fn run(arguments: &[&str]) -> Output {
    let work = tempfile::tempdir().expect("a folder");
    // As maturin names it on Linux and macOS.
    std::fs::copy(library(), work.path().join("waterlab.abi3.so")).expect("copied");
    Command::new(python())
        .args(arguments)
        .env("PYTHONPATH", work.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("python3")
}

/// What a program prints.
fn printed(arguments: &[&str]) -> String {
    let ran = run(arguments);
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
fn the_example_in_python_prints_the_numbers_of_the_library() {
    let example = Path::new(HERE).join("examples/heights.py");
    let printed = printed(&[example.to_str().expect("a path")]);
    let mut lines = printed.lines();
    let mut next = || lines.next().expect("a line");

    let mut sea = water("sea", 256, "wind", 10.0);
    sea.open_water_mut().expect("a sea").set_time(12.5);
    let mut pool = water("wave", 128, "length", 2.0);
    let stone = stone_at(&*pool, [0.1, 0.0], 0.06, 100.0).expect("inside");
    pool.disturb(&stone);
    (0..30).for_each(|_| pool.step());
    for water in [&sea, &pool] {
        let sampler = Sampler::new(&**water, 60.0);
        for [x, z] in [[0.0, 0.0], [0.25, -0.5], [7.5, 3.0]] {
            let numbers: Vec<f32> = next()
                .split(' ')
                .map(|number| number.parse().expect("a number"))
                .collect();
            let Some(sample) = sampler.at(x, z) else {
                assert!(numbers[0].is_nan(), "outside of the pool");
                assert_eq!(numbers[1..], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
                continue;
            };
            let (normal, velocity) = (sample.normal.to_array(), sample.velocity.to_array());
            let expected = [&[sample.height], &normal[..], &velocity].concat();
            assert_eq!(numbers, expected, "{x} {z}");
        }
    }
    let sea = sea.open_water_mut().expect("a sea");
    assert_eq!(next().parse(), Ok(sea.height_at(7.5, 3.0, 20.0)));
    let error = next();
    assert!(
        error.contains("dampng") && error.contains("damping"),
        "{error}"
    );
    assert_eq!(lines.next(), None);
}

#[test]
fn arrays_have_their_shapes_and_lists_will_do() {
    let printed = printed(&[
        "-c",
        "
import waterlab
sea = waterlab.Sea(wind=6, size=(64, 64), choppiness=1.2, cascades=2, spectrum='phillips')
for array in sea.heights([(0, 0), (1, 2), (3, 4), (5, 6)]): print(array.shape, array.dtype)
print([array.shape for array in sea.heights([[0.5, 1.5]])])
sea.step(90); print(sea.time)
print(waterlab.Sea(model='gerstner').time)
pool = waterlab.Pool(size=(64, 32), model='iwave')
print(pool.height_at(0, 0), pool.height_at(0, 0.6))
print(bool(waterlab.__doc__ and sea.__doc__ and pool.poke.__doc__))
",
    ]);
    let expected = "(4,) float32
(4, 3) float32
(4, 3) float32
[(1,), (1, 3), (1, 3)]
1.5
0.0
0.0 nan
True
";
    assert_eq!(printed, expected);
}

#[test]
fn threads_that_share_a_sea_each_get_the_height_at_their_time() {
    let printed = printed(&[
        "-c",
        "
import threading, waterlab
sea = waterlab.Sea(wind=9, size=(32, 32))
times = [0.5 * index for index in range(4)]
expected = {time: sea.height_at(1, 2, time) for time in times}
wrong = []
def read(time):
    for _ in range(100):
        if sea.height_at(1, 2, time) != expected[time]: wrong.append(time)
threads = [threading.Thread(target=read, args=(time,)) for time in times]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(set(expected.values())), wrong)
",
    ]);
    assert_eq!(printed, "4 []\n");
}

#[test]
fn what_is_not_valid_is_an_error_that_says_why() {
    for (call, why) in [
        ("waterlab.Sea(wind=-1)", "wind"),
        ("waterlab.Sea(model='wave')", "gerstner, sea"),
        ("waterlab.Sea(spectrum='fillips')", "fillips"),
        ("waterlab.Pool(size=(0, 5))", "0"),
        ("waterlab.Pool(length=float('nan'))", "length"),
        ("waterlab.Pool().poke(2, 0)", "outside"),
        ("waterlab.Pool().poke(0, 0, weight=1e300)", "weight"),
        ("waterlab.Pool().heights([[1, 2, 3]])", "3 columns"),
        ("waterlab.Sea().height_at(0, 0, float('inf'))", "finite"),
    ] {
        let program = format!("import waterlab\ntry: {call}\nexcept ValueError as why: print(why)");
        let said = printed(&["-c", &program]);
        assert!(said.contains(why), "{call}: {said:?}");
    }
}

#[test]
fn the_lines_of_the_documents_run() {
    for document in ["../../docs/library.md", "README.md"] {
        let text = std::fs::read_to_string(Path::new(HERE).join(document)).expect("a document");
        let blocks: Vec<_> = text
            .split("```python\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .collect();
        assert!(!blocks.is_empty(), "{document}");
        for block in blocks {
            let program = format!("import waterlab\n{block}\nprint(heights.shape)");
            assert_eq!(printed(&["-c", &program]), "(2,)\n", "{block}");
        }
    }
}

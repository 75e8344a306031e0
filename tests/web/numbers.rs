//! Numbers in the browser equal those of the desktop.

use super::page::{Page, Script};
use std::path::Path;
use std::sync::Arc;
use waterlab::heights::Heights;
use waterlab::scene::{Bundle, Scene};
use waterlab::session::begin;
use waterlab::water::{MODELS, Sampler};

const STEPS: usize = 300;

fn scene(model: &str) -> String {
    format!(
        "[water]\nmodel = \"{model}\"\nsize = [72, 60]\n[rain]\ndrops_per_second = 30\n\
         [[drop]]\nat = [0.3, 0.4]\nradius = 5\nweight = 60\nstep = 3\n\
         [[obstacle]]\ndisc = {{ at = [0.7, 0.6], radius = 6 }}\n"
    )
}

fn read(text: &str) -> Scene {
    let files = Arc::new(Bundle::default());
    Scene::read_with(text, Path::new("a test"), &[], files)
        .unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn after_300_steps_every_model_equals_the_desktop() {
    check(&Page::simple(), true);
}

#[test]
#[ignore = "needs the page without simd128: make test-cpus builds it"]
fn without_simd_every_model_equals_the_desktop() {
    check(&Page::scalar(), false);
}

/// Checks every model, on a page built with or without simd128.
pub fn check(page: &impl Script, has_vectors: bool) {
    let is_as_built = format!("Number(water.state().simd === {has_vectors})");
    assert_eq!(page.number(&is_as_built), 1.0, "simd128: {has_vectors}");
    for model in MODELS {
        let mut text = scene(model.name);
        if model.is_open() {
            // A sea has no walls.
            text.truncate(text.find("[[obstacle]]").expect("a wall"));
        }
        let mut simulation = begin(&read(&text));
        for _ in 0..STEPS {
            simulation.advance();
        }
        let water = simulation.water();
        let heights = water.heights();
        let (columns, rows) = (heights.columns(), heights.rows());
        let is_exact = matches!(heights, Heights::Counts { .. });
        let quoted = serde_json::to_string(&text).expect("a text");
        page.run(&format!(
            "water.open({quoted}); water.act('pause'); water.advance({STEPS})"
        ));
        let found = page.numbers("water.heights().data");
        assert_eq!(found.len(), columns * rows, "{}", model.name);
        let (low, high) = heights.range();
        let max = f64::from(high.max(-low));
        assert!(max > 0.0, "{}: the water moves", model.name);
        for (index, found) in found.into_iter().enumerate() {
            let expected = heights.metres((index % columns) as i64, (index / columns) as i64);
            let apart = (found - f64::from(expected)).abs();
            let allowed = if is_exact { 0.0 } else { 1e-5 * max };
            assert!(
                apart <= allowed,
                "{}: cell {index} is {found}, not {expected}, of {max}",
                model.name
            );
        }
    }
    page.is_silent();
}

#[test]
fn a_downloaded_field_is_a_numpy_file_of_the_heights() {
    let page = Page::simple();
    page.run("water.disturb(0.5, 0.5, 4, 100); water.act('pause'); water.advance(20)");
    let heights = page.numbers("water.heights().data");
    let [columns, rows] =
        ["columns", "rows"].map(|side| page.number(&format!("water.heights().{side}")) as u64);
    let bytes = page.bytes("water.field()");
    let file = npyz::NpyFile::new(&bytes[..]).expect("NumPy's format");
    assert_eq!(file.shape(), [rows, columns]);
    let read = file.into_vec::<f32>().expect("floats");
    assert!(read.iter().map(|&height| f64::from(height)).eq(heights));
    page.is_silent();
}

#[test]
fn heights_at_any_places_are_those_of_the_library() {
    let page = Page::simple();
    for (text, inside) in [
        ("[water]\nmodel = 'gerstner'\nsize = [64, 64]\n", 5),
        (
            "[water]\nmodel = 'wave'\nsize = [64, 64]\n[[drop]]\nat = [0.5, 0.4]\n",
            4,
        ),
    ] {
        let mut simulation = begin(&read(text));
        for _ in 0..30 {
            simulation.advance();
        }
        let sampler = Sampler::new(simulation.water(), simulation.steps_per_second());
        let places = [
            [0.0, 0.0],
            [0.3, -0.2],
            [-0.71, 0.05],
            [0.9, 0.9],
            [7.5, -31.0],
        ];
        let quoted = serde_json::to_string(text).expect("a text");
        page.run(&format!(
            "water.open({quoted}); water.act('pause'); water.advance(30)"
        ));
        let listed = serde_json::to_string(places.as_flattened()).expect("numbers");
        let found = page.numbers(&format!(
            "water.surfaceAt({listed}).map((x) => Number.isNaN(x) ? 1e9 : x)"
        ));
        assert_eq!(found.len(), 7 * places.len());
        let mut known = 0;
        for ([x, z], found) in places.into_iter().zip(found.chunks(7)) {
            let height = page.number(&format!(
                "((height) => Number.isNaN(height) ? 1e9 : height)(water.heightAt({x}, {z}))"
            ));
            let Some(sample) = sampler.at(x, z) else {
                assert!(
                    height == 1e9 && found.iter().all(|&number| number == 1e9),
                    "({x}, {z})"
                );
                continue;
            };
            known += 1;
            let expected = [
                &[sample.height][..],
                &sample.normal.to_array(),
                &sample.velocity.to_array(),
            ]
            .concat();
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found - f64::from(expected)).abs() < 1e-5,
                    "({x}, {z}): {found} {expected}"
                );
            }
            assert!(
                (height - f64::from(sample.height)).abs() < 1e-5,
                "({x}, {z}): {height}"
            );
        }
        assert_eq!(known, inside);
    }
    page.is_silent();
}

#[test]
fn bodies_move_by_the_same_bits_as_on_the_desktop() {
    // In the water, against each other, on a lounger and at the hedge.
    let text = "[water]\nsize = [96, 96]\nlength = 6\n[view]\nkind = 'lit'\n\
        [[body]]\nsize = 0.4\nat = [0.1, 0.6, 0.2]\n\
        [[body]]\nshape = 'duck'\nsize = 0.4\nat = [0.2, 1.2, 0.3]\nspin = [1, 2, 3]\n\
        [[body]]\nshape = 'boat'\nsize = 0.6\nat = [-0.5, 0.2, -0.4]\nthrust = 4\nrudder = 20\n\
        [[body]]\nshape = 'crate'\nsize = 0.2\nat = [1.28, 2, -4.5]\n\
        [[body]]\nsize = 0.3\nat = [0, 0.8, 0]\nvelocity = [0.5, 3.5, -16]\n";
    let mut simulation = begin(&read(text));
    for _ in 0..STEPS {
        simulation.advance();
    }
    let states = simulation.bodies(false).iter();
    let states = states.map(|floating| floating.body().state);
    let expected: Vec<String> = states
        .flat_map(|state| [state.position.to_array(), state.velocity.to_array()])
        .flatten()
        .map(|number| number.to_bits().to_string())
        .collect();
    let page = Page::simple();
    let quoted = serde_json::to_string(text).expect("a text");
    page.run(&format!(
        "water.open({quoted}); water.act('pause'); water.advance({STEPS})"
    ));
    // As text, numbers would be read to the last bit but one.
    let found = page.run(
        "(() => { const all = water.bodies().flatMap(body => [...body.position, ...body.velocity]); \
         return [...new BigUint64Array(Float64Array.from(all).buffer)].map(String); })()",
    );
    assert_eq!(found, serde_json::json!(expected));
    page.is_silent();
}

//! Constants that Rust and GLSL share. Each is stated once, in Rust; shaders include them as `lib/constants.glsl`.

use super::basin::RIM;
use super::clipmap::EARTH;
use super::lit::{FOAM_PERIOD, GLASS, SAND_PERIOD};
use crate::gl::Include;
use crate::light::{FORWARD, LOST, ROUGHEST, SKY_PATH, STRAIGHT, SUN_DISC_RADIUS};
use crate::tiling::{MIN_BARYCENTRIC, SKEW};
use std::f64::consts::PI;
use std::sync::LazyLock;

/// Names in GLSL, and values.
fn constants() -> [(&'static str, f64); 17] {
    let of = f64::from;
    let radius = of(SUN_DISC_RADIUS);
    [
        ("PI", PI),
        // Radians.
        ("SUN_DISC_RADIUS", radius),
        // Variance along one axis of directions within the sun's disc, and of the slopes that reflect it.
        ("SUN_DISC_VARIANCE", radius * radius / 4.0),
        ("SUN_SLOPE_VARIANCE", radius * radius / 16.0),
        ("EARTH_RADIUS", of(EARTH)),
        // Mean path length of the sky's light over the depth.
        ("SKY_PATH", of(SKY_PATH)),
        // Scattering by particles: the mean cosine, the share of small angles, which counts as unscattered, and the share that a view
        // ray loses.
        ("FORWARD", of(FORWARD)),
        ("STRAIGHT", of(STRAIGHT)),
        ("LOST", of(LOST)),
        // Largest standard deviation of slopes in the table of rough mirrors.
        ("ROUGHEST", ROUGHEST),
        ("MIN_BARYCENTRIC", MIN_BARYCENTRIC),
        // Lattice coordinates of a tiling: what v adds to the first, and the factor of v in the second.
        ("TILING_SHEAR", SKEW.0),
        ("TILING_STRETCH", SKEW.1),
        // Metres.
        ("SAND_PERIOD", SAND_PERIOD),
        ("FOAM_PERIOD", FOAM_PERIOD),
        // In half lengths of the pool: height of the deck above the rest level, and thickness of a tank's panes.
        ("RIM_SHARE", of(RIM)),
        ("GLASS_SHARE", of(GLASS)),
    ]
}

static TEXT: LazyLock<String> = LazyLock::new(|| {
    let line = |(name, value): (&str, f64)| format!("const float {name} = {value:?};\n");
    constants().into_iter().map(line).collect()
});

/// The generated file.
pub(super) fn file() -> Include {
    ("lib/constants.glsl", &TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::Path};

    #[test]
    fn no_shader_repeats_a_shared_constant() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
        let folders = fs::read_dir(folder).expect("shaders");
        let files = folders.flat_map(|folder| fs::read_dir(folder.expect("a folder").path()));
        let mut count = 0;
        for file in files.flatten() {
            let path = file.expect("a file").path();
            let text = fs::read_to_string(&path).expect("a shader");
            count += 1;
            let code = text.lines().filter_map(|line| line.split("//").next());
            let words = code.flat_map(|line| {
                line.split(|letter: char| !(letter.is_alphanumeric() || "._".contains(letter)))
            });
            let words: Vec<&str> = words.collect();
            for (name, value) in constants() {
                let is_declared = words.windows(2).any(|pair| pair == ["float", name]);
                assert!(!is_declared, "{}: {name}", path.display());
                // Numbers of few digits have other meanings, too.
                let is_same = |word: &&str| {
                    let number: f64 = word.parse().unwrap_or(0.0);
                    word.len() > 5 && (number / value - 1.0).abs() < 1e-3
                };
                let same = words.iter().find(|word| is_same(word));
                assert!(same.is_none(), "{}: {name} is {same:?}", path.display());
            }
        }
        assert!(count > 90, "{count} files");
    }
}
